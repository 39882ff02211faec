/** The default family of a database in memory: batches in, reads by key and by range out. */

import { compareBytes, toBinary } from '../../engine/base/bytes.js';
import { readBatch } from '../../engine/store/batch.js';
import type { Entry, KeyReader } from '../../engine/store/port.js';

export class MemoryDatabase {
  readonly #values = new Map<string, Uint8Array>();
  /** In key order. */
  #sorted: Entry[] = [];
  /** Reads so far. */
  reads = 0;

  /** One that goes its own way from here. */
  copy(): MemoryDatabase {
    const copy = new MemoryDatabase();
    for (const [key, value] of this.#values) copy.#values.set(key, value);
    copy.#sorted = [...this.#sorted];
    return copy;
  }

  apply(batch: Uint8Array): void {
    readBatch(batch, {
      put: (key, value) => {
        const entry = { key: key.slice(), value: value.slice() };
        this.#sorted.splice(this.#placeOf(key), this.#values.has(toBinary(key)) ? 1 : 0, entry);
        this.#values.set(toBinary(key), entry.value);
      },
      delete: (key) => {
        if (this.#values.delete(toBinary(key))) this.#sorted.splice(this.#placeOf(key), 1);
      },
    });
  }

  /** Entries of one table in the order of their keys. */
  table(id: number): readonly Entry[] {
    return this.#sorted.filter(({ key }) => key[0] === id);
  }

  readonly many = async (keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]> => {
    this.reads += keys.length;
    return keys.map((key) => this.#values.get(toBinary(key)));
  };

  readonly reader: KeyReader = {
    get: async (key) => (await this.many([key]))[0],
    getMany: this.many,
    getFrom: async () => undefined,
    range: async ({ gte, lt, reverse = false, limit }) => {
      const inside = this.#sorted.slice(this.#placeOf(gte), this.#placeOf(lt));
      const found = (reverse ? inside.reverse() : inside).slice(0, limit);
      this.reads += found.length;
      return found;
    },
  };

  /** Where a key is, or would be. */
  #placeOf(key: Uint8Array): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareBytes((this.#sorted[middle] as Entry).key, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
