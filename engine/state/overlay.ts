/** Overlay: writes that are not in the state yet.
 *
 *  In: a base to read through to (the state, or another overlay), and writes. Out: reads that see the writes first, the
 *  list of changes, and rollback to any earlier mark. The base is never changed; dropping an overlay leaves no trace. */

import { bytesEqual } from '../base/bytes.js';
import { invariant } from '../base/refusal.js';
import { NO_RECORD } from './records.js';
import type { Table } from './table.js';

export interface StateView {
  /** @param key the record's key inside the table, a binary string. @returns undefined when there is no record. */
  get<V>(table: Table<V>, key: string): V | undefined;
  /** Number of the committed record, NO_RECORD for none; only the state itself has this method. */
  locate?(table: Table<unknown>, key: string): number;
  /** Records of a table that has an order, in that order; reading the first ones costs nothing for the others. Only the state and
   *  overlays over it have this method. */
  inOrder?<V>(table: Table<V>): Iterable<readonly [key: string, value: V]>;
}

export interface StateWriter extends StateView {
  /** @param value must never be changed afterwards: a new value is a new object. */
  put<V>(table: Table<V>, key: string, value: V): void;
  delete<V>(table: Table<V>, key: string): void;
}

/** A changed record. */
export interface Change {
  readonly table: Table<unknown>;
  /** Key inside the table, a binary string. */
  readonly key: string;
  /** The encoded value; undefined when the record is gone. */
  readonly value: Uint8Array | undefined;
  /** The committed value that it replaces; undefined when there was no record. */
  readonly before: unknown;
  /** What `value` encodes. */
  readonly after: unknown;
}

/** A point in an overlay's history. It stays valid for any number of rollbacks, until a rollback to an earlier mark or a `settle`. */
export type Mark = number & { readonly __brand: 'Mark' };

/** One record's latest write. */
interface Write {
  /** Undefined: deleted. */
  value: unknown;
  /** Number of the record in the state at the time of the first write. Otherwise `prepare` would search for it again, among a million
   *  others and long after it left the caches: a fifth of the time of a block's root. */
  readonly record: number;
  /** The span in which it was last written. Every mark and rollback ends a span; within a span, only the first write of a
   *  record is logged. */
  span: number;
}

/** What a write replaced. */
interface Undo {
  readonly writes: Map<string, Write>;
  readonly key: string;
  readonly write: Write;
  readonly value: unknown;
  /** Whether the overlay held no write of this record before. */
  readonly isFirst: boolean;
}

export class Overlay implements StateWriter {
  /** By table number. */
  readonly #writes: (Map<string, Write> | undefined)[] = [];
  readonly #tables: Table<unknown>[] = [];
  readonly #log: Undo[] = [];
  /** Writes that were logged and are not undone any more. */
  #settled = 0;
  #span = 0;
  #base: StateView;

  constructor(base: StateView) {
    this.#base = base;
  }

  get base(): StateView {
    return this.#base;
  }

  /** Lies on the state from now on, which shows the changes of the overlay that it lay on. */
  moveOnto(state: StateView): void {
    invariant(this.#base instanceof Overlay && this.#base.base === state, 'an overlay moves onto another state');
    this.#base = state;
  }

  get<V>(table: Table<V>, key: string): V | undefined {
    const write = this.#writes[table.id]?.get(key);
    return write === undefined ? this.#base.get(table, key) : (write.value as V | undefined);
  }

  put<V>(table: Table<V>, key: string, value: V): void {
    this.#write(table, key, value);
  }

  delete<V>(table: Table<V>, key: string): void {
    this.#write(table, key, undefined);
  }

  /** @returns the current point, for `rollback`. */
  mark(): Mark {
    this.#span++;
    return (this.#settled + this.#log.length) as Mark;
  }

  /** Undoes every write since the mark, in time proportional to them. */
  rollback(mark: Mark): void {
    const left = mark - this.#settled;
    invariant(left >= 0, 'rollback to a mark from before what was settled');
    invariant(left <= this.#log.length, 'rollback to a mark that was rolled back already');
    while (this.#log.length > left) {
      const { writes, key, write, value, isFirst } = this.#log.pop() as Undo;
      if (isFirst) writes.delete(key);
      else write.value = value;
    }
    this.#span++;
  }

  /** What was written so far is not undone any more: there are no marks left. What it has replaced is forgotten. */
  settle(): void {
    this.#settled += this.#log.length;
    this.#log.length = 0;
    this.#span++;
  }

  /** Written records of one table, changed or not. An undefined value is a deletion. */
  *written<V>(table: Table<V>): IterableIterator<readonly [key: string, value: V | undefined]> {
    for (const [key, { value }] of this.#writes[table.id] ?? []) yield [key, value as V | undefined];
  }

  /** Reads through: what is written here takes its place among the base's records. */
  *inOrder<V>(table: Table<V>): IterableIterator<readonly [key: string, value: V]> {
    const base = this.#base;
    invariant(base.inOrder && table.order, `the records of table ${table.name} are in no order`);
    const written = this.#writes[table.id];
    const order = (a: readonly [string, V], b: readonly [string, V]): number => table.order?.(a[1], b[1]) ?? 0;
    const own = [...this.written(table)].filter((entry): entry is [string, V] => entry[1] !== undefined).sort(order);
    let next = 0;
    for (const entry of base.inOrder(table)) {
      if (written?.has(entry[0])) continue;
      for (; next < own.length && order(own[next] as [string, V], entry) < 0; next++) yield own[next] as [string, V];
      yield entry;
    }
    yield* own.slice(next);
  }

  /** Visits every written record, changed or not: by table number, then in the order of each record's first write that was
   *  not rolled back. An undefined value is a deletion. */
  forEachWrite(visit: (table: Table<unknown>, key: string, value: unknown, record: number) => void): void {
    for (const [id, writes] of this.#writes.entries()) {
      const table = this.#tables[id] as Table<unknown>;
      if (writes) for (const [key, write] of writes) visit(table, key, write.value, write.record);
    }
  }

  /** What differs from the base, in the order of `forEachWrite`. Values count as equal when their bytes are. */
  changes(): Change[] {
    const changes: Change[] = [];
    this.forEachWrite((table, key, value) => {
      const before = this.#base.get(table, key);
      if (value === before) return;
      const bytes = value === undefined ? undefined : table.encode(value);
      if (bytes && before !== undefined && bytesEqual(bytes, table.encode(before))) return;
      changes.push({ table, key, value: bytes, before, after: value });
    });
    return changes;
  }

  #write(table: Table<unknown>, key: string, value: unknown): void {
    const writes = this.#writes[table.id] ?? this.#open(table);
    const write = writes.get(key);
    if (write === undefined) {
      const first: Write = { value, record: this.#base.locate?.(table, key) ?? NO_RECORD, span: this.#span };
      writes.set(key, first);
      this.#log.push({ writes, key, write: first, value: undefined, isFirst: true });
      return;
    }
    if (write.span !== this.#span) {
      this.#log.push({ writes, key, write, value: write.value, isFirst: false });
      write.span = this.#span;
    }
    write.value = value;
  }

  #open(table: Table<unknown>): Map<string, Write> {
    const writes = new Map<string, Write>();
    this.#writes[table.id] = writes;
    this.#tables[table.id] = table;
    return writes;
  }
}
