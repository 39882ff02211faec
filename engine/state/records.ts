/** The records of one table, and the numbers of all records.
 *
 *  A record's number is also the number of its leaf in the trie: from a leaf, the owner of its number finds the record without a
 *  list of owners, and from a record, its leaf needs no field. Numbers are given out in slabs, each for one owner. */

import { invariant } from '../base/refusal.js';
import type { ImageReader, ImageWriter } from './stateImage.js';
import type { Table } from './table.js';

export const NO_RECORD = -1;

/** The owner of all records of a table, whatever the length of their keys. */
export const ANY_KEY = 0xffff;

/** Numbers of one slab: 64 KB of accounts. A larger slab would be mostly empty in a small table. */
const SLAB_BITS = 10;
export const SLAB_RECORDS = 1 << SLAB_BITS;
/** Leaves are negative 32-bit references. */
const MAX_SLABS = 2 ** 31 / SLAB_RECORDS;

export const slabOf = (number: number): number => number >>> SLAB_BITS;
export const placeInSlab = (number: number): number => number & (SLAB_RECORDS - 1);

/** What a record's number leads to. */
export interface RecordOwner {
  readonly table: Table<unknown>;
  /** Which of the table's owners it is: the length of its keys, or `ANY_KEY`. */
  readonly owner: number;
  /** @returns the key inside the table. */
  keyOf(number: number): string;
  /** @returns the encoded value, in its own memory. */
  bytesOf(number: number): Uint8Array;
  /** Whether the encoded value is these bytes. */
  isBytes(number: number, bytes: Uint8Array): boolean;
}

/** Records of SLAB_RECORDS numbers in a row. */
export interface Slab {
  readonly owner: RecordOwner;
}

/** All slabs of a state, by number. */
export class Slabs<S extends Slab = Slab> {
  readonly #slabs: S[] = [];

  /** @returns the number of the first record in it. */
  add(slab: S): number {
    invariant(this.#slabs.length < MAX_SLABS, 'the state has more records than 32 bits count');
    return (this.#slabs.push(slab) - 1) * SLAB_RECORDS;
  }

  /** Puts a slab back to the place that it had. @param first number of its first record. */
  place(slab: S, first: number): void {
    this.#slabs[slabOf(first)] = slab;
  }

  /** By number. */
  get all(): readonly S[] {
    return this.#slabs;
  }

  of(number: number): S {
    return this.#slabs[slabOf(number)] as S;
  }
}

/** A table's records. A new record has a number before readers can find it: `reserve`, then `show` or `release`. */
export interface Records {
  readonly table: Table<unknown>;
  /** Records that readers find. */
  readonly size: number;
  /** @param key inside the table, a binary string. @returns NO_RECORD when there is none. */
  find(key: string): number;
  /** `find` for the bytes of a key. */
  findBytes(key: Uint8Array): number;
  /** @returns the key's value; undefined when there is no record. */
  get(key: string): unknown;
  /** Whether a number that was found for the key earlier still belongs to it. */
  holds(number: number, key: string): boolean;
  value(number: number): unknown;
  /** Whether the record has this value already; false where that is not known without encoding it. */
  isValue(number: number, value: unknown): boolean;
  reserve(key: string): number;
  release(number: number): void;
  /** @param value what `bytes` encodes. */
  show(number: number, key: string, value: unknown, bytes: Uint8Array): void;
  replace(number: number, value: unknown, bytes: Uint8Array): void;
  remove(number: number): void;
  /** Adds a record from disk, for readers too. @returns NO_RECORD when the key is there already. */
  load(key: Uint8Array, bytes: Uint8Array): number;
  /** Called after the last `load`. */
  finishLoad(): void;
  /** In no order that a rule may depend on. A change during the iteration is visible in it. */
  entries(): IterableIterator<[key: string, value: unknown]>;
  /** Writes all of it into an image; nothing is reserved at that moment. */
  write(image: ImageWriter): void;
  /** @param slabsOf first numbers of the slabs of one owner of the table, in their order. @param owner as `ownerOf`. */
  restore(image: ImageReader, slabsOf: (owner: number) => readonly number[]): void;
}

/** Numbers of one owner: the next one of its last slab, or one that was freed. */
export class RecordNumbers<S extends Slab> {
  readonly slabs: { readonly slab: S; readonly first: number }[] = [];
  readonly #freed: number[] = [];
  #used = SLAB_RECORDS;

  constructor(
    private readonly all: Slabs,
    private readonly makeSlab: () => S,
  ) {}

  take(): number {
    const freed = this.#freed.pop();
    if (freed !== undefined) return freed;
    if (this.#used === SLAB_RECORDS) {
      const slab = this.makeSlab();
      this.slabs.push({ slab, first: this.all.add(slab) });
      this.#used = 0;
    }
    return (this.slabs.at(-1)?.first ?? 0) + this.#used++;
  }

  free(number: number): void {
    this.#freed.push(number);
  }

  /** Numbers of the last slab that were given out. */
  get used(): number {
    return this.#used;
  }

  restore(slab: S, first: number): void {
    this.slabs.push({ slab, first });
    this.all.place(slab, first);
  }

  /** @param isFree whether a number that was given out belongs to no record. @returns how many belong to one. */
  finishRestore(used: number, isFree: (number: number) => boolean): number {
    this.#used = used;
    let taken = 0;
    for (const [index, { first }] of this.slabs.entries()) {
      const end = first + (index === this.slabs.length - 1 ? used : SLAB_RECORDS);
      for (let number = first; number < end; number++)
        if (isFree(number)) this.#freed.push(number);
        else taken++;
    }
    return taken;
  }
}
