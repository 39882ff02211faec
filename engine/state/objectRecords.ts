/** Records as objects: of tables whose values differ in length, or that have an order.
 *
 *  In: keys, decoded values. Out: the same objects again, without decoding them for each reader. */

import { toBinary } from '../base/bytes.js';
import {
  NO_RECORD,
  placeInSlab,
  RecordNumbers,
  type RecordOwner,
  type Records,
  type Slab,
  type Slabs,
} from './records.js';
import { ShardedMap } from './shardedMap.js';
import { SortedList } from './sortedList.js';
import type { Table } from './table.js';

export interface ObjectRecord {
  readonly key: string;
  readonly number: number;
  /** Undefined: readers do not find it yet, or not any more. */
  value: unknown;
}

type Place = Pick<ObjectRecord, 'key' | 'value'>;

class ObjectSlab implements Slab {
  readonly records: (ObjectRecord | undefined)[] = [];
  constructor(readonly owner: ObjectRecords) {}
}

export class ObjectRecords implements Records, RecordOwner {
  readonly #entries: ShardedMap<ObjectRecord>;
  readonly #numbers: RecordNumbers<ObjectSlab>;
  /** All records in the table's order, if it has one. */
  #sorted: SortedList<Place> | undefined;

  /** @param makeShard replaced only to test what does not fit one Map. */
  constructor(
    readonly table: Table<unknown>,
    private readonly slabs: Slabs,
    makeShard?: () => Map<string, ObjectRecord>,
  ) {
    this.#entries = new ShardedMap(makeShard);
    this.#numbers = new RecordNumbers(slabs, () => new ObjectSlab(this));
    this.#sort();
  }

  get size(): number {
    return this.#entries.size;
  }

  find(key: string): number {
    return this.#entries.get(key)?.number ?? NO_RECORD;
  }

  get(key: string): unknown {
    return this.#entries.get(key)?.value;
  }

  holds(number: number, key: string): boolean {
    const record = this.#at(number);
    return record?.key === key && record.value !== undefined;
  }

  value(number: number): unknown {
    return this.#at(number)?.value;
  }

  keyOf(number: number): string {
    return this.#at(number)?.key ?? '';
  }

  bytesOf(number: number): Uint8Array {
    return this.table.encode(this.value(number));
  }

  isValue(number: number, value: unknown): boolean {
    return this.value(number) === value;
  }

  reserve(key: string): number {
    const number = this.#numbers.take();
    this.#slab(number).records[placeInSlab(number)] = { key, number, value: undefined };
    return number;
  }

  release(number: number): void {
    this.#slab(number).records[placeInSlab(number)] = undefined;
    this.#numbers.free(number);
  }

  show(number: number, key: string, value: unknown): void {
    const record = this.#at(number) as ObjectRecord;
    record.value = value;
    this.#entries.set(key, record);
    this.#sorted?.add(record);
  }

  replace(number: number, value: unknown): void {
    const record = this.#at(number) as ObjectRecord;
    // A change that the order does not see leaves the record where it is.
    const moves = this.#sorted !== undefined && this.table.order?.(record.value, value) !== 0;
    if (moves) this.#sorted?.remove(record);
    record.value = value;
    if (moves) this.#sorted?.add(record);
  }

  remove(number: number): void {
    const record = this.#at(number) as ObjectRecord;
    this.#sorted?.remove(record);
    record.value = undefined;
    this.#entries.delete(record.key);
    this.release(number);
  }

  load(key: Uint8Array, bytes: Uint8Array): number {
    const name = toBinary(key);
    if (this.#entries.has(name)) return NO_RECORD;
    const number = this.reserve(name);
    const record = this.#at(number) as ObjectRecord;
    // The value outlives the memory that it was read from.
    record.value = this.table.decode(bytes.slice());
    this.#entries.set(name, record);
    return number;
  }

  finishLoad(): void {
    this.#sort();
  }

  *entries(): IterableIterator<[string, unknown]> {
    for (const [key, { value }] of this.#entries) yield [key, value];
  }

  /** @returns undefined for a table without an order. */
  inOrder(): Iterable<Place> | undefined {
    return this.#sorted?.from(0, this.#sorted.size);
  }

  #sort(): void {
    const { order } = this.table;
    if (!order) return;
    const compare = (a: Place, b: Place): number => order(a.value, b.value);
    const records: Place[] = [...this.#entries].map(([, record]) => record);
    this.#sorted = SortedList.of(records.sort(compare), compare);
  }

  #slab(number: number): ObjectSlab {
    return this.slabs.of(number) as ObjectSlab;
  }

  #at(number: number): ObjectRecord | undefined {
    return this.#slab(number).records[placeInSlab(number)];
  }
}
