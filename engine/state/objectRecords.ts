/** Records as objects: of tables whose values differ in length, or that have an order.
 *
 *  In: keys, decoded values. Out: the same objects again, without decoding them for each reader. */

import { bytesEqual, fromBinary, joinBytes, toBinary } from '../base/bytes.js';
import {
  ANY_KEY,
  NO_RECORD,
  placeInSlab,
  RecordNumbers,
  type RecordOwner,
  type Records,
  SLAB_RECORDS,
  type Slab,
  type Slabs,
  slabOf,
} from './records.js';
import { ShardedMap } from './shardedMap.js';
import { SortedList } from './sortedList.js';
import type { ImageReader, ImageWriter } from './stateImage.js';
import type { Table } from './table.js';

export interface ObjectRecord {
  readonly key: string;
  readonly number: number;
  /** Undefined: readers do not find it yet, or not any more. */
  value: unknown;
}

/** Words of a record in an image: its number, the lengths of its key and of its value. */
const PLACE_WORDS = 3;

type Place = Pick<ObjectRecord, 'key' | 'value'>;

class ObjectSlab implements Slab {
  readonly records: (ObjectRecord | undefined)[] = [];
  constructor(readonly owner: ObjectRecords) {}
}

export class ObjectRecords implements Records, RecordOwner {
  readonly owner = ANY_KEY;
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

  findBytes(key: Uint8Array): number {
    return this.find(toBinary(key));
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

  isBytes(number: number, bytes: Uint8Array): boolean {
    return bytesEqual(this.bytesOf(number), bytes);
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

  write(image: ImageWriter): void {
    const places = new Int32Array(this.size * PLACE_WORDS);
    const pieces: Uint8Array[] = [];
    let at = 0;
    for (const [key, { number, value }] of this.#entries) {
      const bytes = this.table.encode(value);
      places.set([number, key.length, bytes.length], at);
      at += PLACE_WORDS;
      pieces.push(fromBinary(key), bytes);
    }
    image.add([Int32Array.of(this.#numbers.used)]);
    image.add([places]);
    // One piece: a piece for each record would be a write for each.
    image.add([joinBytes(pieces)]);
  }

  restore(image: ImageReader, slabsOf: (owner: number) => readonly number[]): void {
    const [used = -1] = image.words();
    const places = image.words();
    const bytes = image.bytes();
    image.expect(used >= 0 && used <= SLAB_RECORDS && places.length % PLACE_WORDS === 0);
    const firsts = slabsOf(this.owner);
    for (const first of firsts) this.#numbers.restore(new ObjectSlab(this), first);
    let from = 0;
    for (let at = 0; at < places.length; at += PLACE_WORDS) {
      const [number = -1, keyBytes = -1, valueBytes = -1] = places.subarray(at, at + PLACE_WORDS);
      const value = from + keyBytes;
      const end = value + valueBytes;
      image.expect(keyBytes >= 0 && valueBytes >= 0 && end <= bytes.length);
      image.expect(this.slabs.all[slabOf(number)]?.owner === this && this.#at(number) === undefined);
      const key = toBinary(bytes.subarray(from, value));
      const record = { key, number, value: this.table.decode(bytes.slice(value, end)) };
      this.#slab(number).records[placeInSlab(number)] = record;
      this.#entries.set(key, record);
      from = end;
    }
    image.expect(from === bytes.length && this.size * PLACE_WORDS === places.length);
    const taken = this.#numbers.finishRestore(used, (number) => this.#at(number) === undefined);
    image.expect(taken === this.size);
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
