/** Records as bytes in shared memory: of tables whose values all have one length. An account takes 64 bytes and its place in the
 *  index, where key, value, amount and entry of a Map as objects take 240.
 *
 *  In: keys and encoded values. Out: values, decoded for each reader. Keys of each length have cells of their own. */

import type { KeyHash } from './keyHash.js';
import { PackedCells } from './packedCells.js';
import type { PackedCopy } from './packedCopy.js';
import { NO_RECORD, type Records, type Slabs } from './records.js';
import type { ImageReader, ImageWriter } from './stateImage.js';
import type { PackedValues, Table } from './table.js';

export class PackedRecords implements Records {
  /** By length of the key. */
  readonly #cells: (PackedCells | undefined)[] = [];
  /** The last key that was looked for, its record's number and value. A rule that changes a record reads it several times in a row,
   *  and then the overlay asks for its number: one search and one decoding serve all of them. */
  #lastKey: string | undefined;
  #lastNumber = NO_RECORD;
  /** Undefined: not decoded yet. */
  #lastValue: unknown;

  constructor(
    readonly table: Table<unknown>,
    private readonly values: PackedValues<unknown>,
    private readonly slabs: Slabs,
    private readonly hash: KeyHash,
  ) {}

  get size(): number {
    let size = 0;
    for (const cells of this.#cells) if (cells) size += cells.size;
    return size;
  }

  find(key: string): number {
    if (key !== this.#lastKey) {
      this.#lastNumber = this.#cells[key.length]?.find(key) ?? NO_RECORD;
      this.#lastKey = key;
      this.#lastValue = undefined;
    }
    return this.#lastNumber;
  }

  findBytes(key: Uint8Array): number {
    return this.#cells[key.length]?.findBytes(key) ?? NO_RECORD;
  }

  get(key: string): unknown {
    const number = this.find(key);
    if (number === NO_RECORD) return undefined;
    this.#lastValue ??= this.value(number);
    return this.#lastValue;
  }

  holds(number: number, key: string): boolean {
    return this.#owner(number) === this.#cells[key.length] && this.#owner(number).holds(number, key);
  }

  value(number: number): unknown {
    return this.#owner(number).value(number);
  }

  /** Equal values are decoded to different objects: their bytes tell, in the trie. */
  isValue(): boolean {
    return false;
  }

  reserve(key: string): number {
    return this.#of(key.length).reserve(key);
  }

  release(number: number): void {
    this.#owner(number).release(number);
  }

  show(number: number, _key: string, _value: unknown, bytes: Uint8Array): void {
    this.#forgetLast();
    this.#owner(number).show(number, bytes);
  }

  replace(number: number, _value: unknown, bytes: Uint8Array): void {
    this.#forgetLast();
    this.#owner(number).replace(number, bytes);
  }

  remove(number: number): void {
    this.#forgetLast();
    this.#owner(number).remove(number);
  }

  load(key: Uint8Array, bytes: Uint8Array): number {
    this.#forgetLast();
    return this.#of(key.length).load(key, bytes);
  }

  finishLoad(): void {}

  *entries(): IterableIterator<[string, unknown]> {
    for (const cells of this.#cells) if (cells) yield* cells.entries();
  }

  /** @returns undefined when there are no keys of that length. */
  copy(keyBytes: number): Generator<void, PackedCopy, undefined> | undefined {
    return this.#cells[keyBytes]?.copy();
  }

  write(image: ImageWriter): void {
    const all = this.#cells.filter((cells) => cells !== undefined);
    image.add([Int32Array.of(all.length)]);
    for (const cells of all) cells.write(image);
  }

  restore(image: ImageReader, slabsOf: (owner: number) => readonly number[]): void {
    const count = image.words()[0] as number;
    for (let index = 0; index < count; index++) {
      const [keyBytes = -1, cellWords, size = -1, used = -1] = image.words();
      image.expect(keyBytes >= 0 && !this.#cells[keyBytes]);
      const cells = this.#of(keyBytes);
      image.expect(cells.cellWords === cellWords);
      cells.restore(image, slabsOf(keyBytes), size, used);
    }
  }

  #forgetLast(): void {
    this.#lastKey = undefined;
  }

  #of(keyBytes: number): PackedCells {
    const found = this.#cells[keyBytes];
    if (found) return found;
    const cells = new PackedCells(this.table, this.values, keyBytes, this.slabs, this.hash);
    this.#cells[keyBytes] = cells;
    return cells;
  }

  #owner(number: number): PackedCells {
    return this.slabs.of(number).owner as PackedCells;
  }
}
