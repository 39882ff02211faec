/** One family of a database in memory, with the versions of its values that open views still read.
 *
 *  In: puts and deletes, each with the number of the version that it creates. Out: values and ranges as they were at a
 *  version. Values are copied in and out, so that no caller shares memory with the database. */

import { fromBinary } from '../../engine/base/bytes.js';
import { SortedList } from '../../engine/state/sortedList.js';
import type { Entry } from '../../engine/store/port.js';

/** What a key holds from one version on; undefined after a delete. */
interface Version {
  readonly since: number;
  readonly value: Uint8Array | undefined;
}

/** Keys as binary strings; an empty bound is an open end. */
export interface Bounds {
  readonly gte: string;
  readonly lt: string;
}

/** Keys visited in one step: the list may change between two steps. */
const STEP = 256;

const NO_VALUE = new Uint8Array(0);

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export class MemoryTable {
  readonly #versions = new Map<string, Version[]>();
  /** Every key that some version holds. */
  readonly #keys = new SortedList<string>(inOrder);

  /** @param value undefined for a delete. @param oldest the oldest version that anybody still reads. */
  set(key: string, value: Uint8Array | undefined, since: number, oldest: number): void {
    const versions = this.#versions.get(key) ?? [];
    const needed = versions.findLastIndex((version) => version.since <= oldest);
    const kept = oldest >= since ? [] : versions.slice(Math.max(0, needed)).filter((version) => version.since < since);
    if (value === undefined && kept.every((version) => version.value === undefined)) {
      this.#versions.delete(key);
      this.#keys.remove(key);
      return;
    }
    kept.push({ since, value: value?.slice() });
    this.#versions.set(key, kept);
    this.#keys.add(key);
  }

  /** Deletes from the first key on, below the last. */
  deleteRange(bounds: Bounds, since: number, oldest: number): void {
    for (const key of [...this.#keysIn(bounds)]) this.set(key, undefined, since, oldest);
  }

  get(key: string, version: number): Uint8Array | undefined {
    return this.#valueAt(key, version)?.slice();
  }

  /** Entries of a range as they were at the version. */
  *entries(bounds: Bounds, version: number, reverse = false, keysOnly = false): Generator<Entry, void, undefined> {
    for (const key of reverse ? this.#keysDown(bounds) : this.#keysIn(bounds)) {
      const value = this.#valueAt(key, version);
      if (value !== undefined) yield { key: fromBinary(key), value: keysOnly ? NO_VALUE : value.slice() };
    }
  }

  #valueAt(key: string, version: number): Uint8Array | undefined {
    return this.#versions.get(key)?.findLast(({ since }) => since <= version)?.value;
  }

  *#keysIn({ gte, lt }: Bounds): Generator<string, void, undefined> {
    let step = [...this.#keys.from(this.#keys.rankOf(gte), STEP)];
    for (;;) {
      for (const key of step) {
        if (lt !== '' && key >= lt) return;
        yield key;
      }
      const last = step.at(-1);
      if (last === undefined) return;
      step = [...this.#keys.after(last, STEP)];
    }
  }

  *#keysDown({ gte, lt }: Bounds): Generator<string, void, undefined> {
    let rank = lt === '' ? this.#keys.size : this.#keys.rankOf(lt);
    for (;;) {
      const key = this.#keys.at(rank - 1);
      if (rank === 0 || key === undefined || key < gte) return;
      yield key;
      rank = this.#keys.rankOf(key);
    }
  }
}
