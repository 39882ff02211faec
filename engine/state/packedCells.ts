/** The records of a table whose keys and values have one length each, in cells with an index over them.
 *
 *  In: keys and encoded values. Out: numbers, values. A *cell* is a key and its value, each padded to whole words. The index has an
 *  open-addressed table in each of its shards, so that a growing table makes a block wait for one shard only. A place of it holds a
 *  record's number and the hash of its key: a search reads no other cell than the one that it finds, and growing reads none. */

import { InvariantError, invariant } from '../base/refusal.js';
import type { KeyHash } from './keyHash.js';
import type { CopiedCells, PackedCopy } from './packedCopy.js';
import { FIRST_CELLS, FREE, PackedSlab, RESERVED, SHOWN } from './packedSlab.js';
import { NO_RECORD, placeInSlab, RecordNumbers, type RecordOwner, SLAB_RECORDS, type Slabs } from './records.js';
import type { ImageReader, ImageWriter } from './stateImage.js';
import type { PackedValues, Table } from './table.js';

const WORD_BYTES = 4;
/** A power of two. At ten million records a shard that grows moves 40,000 of them, in less than a millisecond. */
const SHARDS = 256;
const SHARD_BITS = 8;
const FIRST_PLACES = 8;
/** Words of a place: the record's number plus one (0: free), and its hash. */
const PLACE_WORDS = 2;
/** A shard grows by half when four fifths of its places are taken. A search for an absent key then passes 13 places at most on
 *  average, which are in two lines of the cache. */
const isFull = (taken: number, places: number): boolean => taken * 5 > places * 4;

/** The place where a search for a hash begins: its bits above those of the shard, as a fraction of all places. */
const homeOf = (hash: number, places: number): number =>
  Math.floor(((hash >>> SHARD_BITS) * places) / 2 ** (32 - SHARD_BITS));

export class PackedCells implements RecordOwner {
  readonly #keyWords: number;
  readonly cellWords: number;
  readonly #shards: (Int32Array | undefined)[] = new Array(SHARDS).fill(undefined);
  readonly #taken = new Int32Array(SHARDS);
  readonly #numbers: RecordNumbers<PackedSlab>;
  /** The key that is looked for. */
  readonly #wanted: Int32Array;
  readonly #wantedBytes: Uint8Array;
  size = 0;

  constructor(
    readonly table: Table<unknown>,
    private readonly values: PackedValues<unknown>,
    private readonly keyBytes: number,
    private readonly slabs: Slabs,
    private readonly hash: KeyHash,
  ) {
    this.#keyWords = Math.ceil(keyBytes / WORD_BYTES);
    this.cellWords = this.#keyWords + Math.ceil(values.bytes / WORD_BYTES);
    this.#wanted = new Int32Array(this.#keyWords);
    this.#wantedBytes = new Uint8Array(this.#wanted.buffer);
    this.#numbers = new RecordNumbers(slabs, () => {
      const cells = this.#numbers.slabs.length === 0 ? FIRST_CELLS : SLAB_RECORDS;
      const words = new Int32Array(cells * this.cellWords);
      return new PackedSlab(this, words, new Uint8Array(cells), this.cellWords);
    });
  }

  get owner(): number {
    return this.keyBytes;
  }

  find(key: string): number {
    return this.#want(key) ? this.#search() : NO_RECORD;
  }

  holds(number: number, key: string): boolean {
    return this.#slab(number).stages[placeInSlab(number)] === SHOWN && this.#want(key) && this.#isWanted(number);
  }

  value(number: number): unknown {
    return this.values.read(this.#slab(number).bytes, this.#valueAt(number));
  }

  keyOf(number: number): string {
    const start = placeInSlab(number) * this.cellWords * WORD_BYTES;
    return this.#slab(number).bytes.toString('latin1', start, start + this.keyBytes);
  }

  bytesOf(number: number): Uint8Array {
    const start = this.#valueAt(number);
    return Uint8Array.from(this.#slab(number).bytes.subarray(start, start + this.values.bytes));
  }

  findBytes(key: Uint8Array): number {
    this.#wantedBytes.set(key);
    return this.#search();
  }

  isBytes(number: number, bytes: Uint8Array): boolean {
    const start = this.#valueAt(number);
    const { length } = bytes;
    const slab = this.#slab(number);
    if (length !== this.values.bytes || slab.stages[placeInSlab(number)] !== SHOWN) return false;
    return slab.bytes.compare(bytes, 0, length, start, start + length) === 0;
  }

  reserve(key: string): number {
    invariant(this.#want(key), 'a key is not a binary string');
    return this.#take();
  }

  release(number: number): void {
    this.#slab(number).stages[placeInSlab(number)] = FREE;
    this.#numbers.free(number);
  }

  show(number: number, bytes: Uint8Array): void {
    this.replace(number, bytes);
    this.#slab(number).stages[placeInSlab(number)] = SHOWN;
    this.#enter(number, this.#hashOf(number));
    this.size++;
  }

  replace(number: number, bytes: Uint8Array): void {
    if (bytes.length !== this.values.bytes) this.#refuseLength(bytes.length);
    this.#slab(number).bytes.set(bytes, this.#valueAt(number));
  }

  remove(number: number): void {
    this.#leave(number);
    this.release(number);
    this.size--;
  }

  load(key: Uint8Array, bytes: Uint8Array): number {
    this.#wantedBytes.set(key);
    const hash = this.hash.of(this.#wanted, 0, this.#keyWords);
    if (this.#searchFrom(hash) !== NO_RECORD) return NO_RECORD;
    const number = this.#take();
    this.replace(number, bytes);
    this.#slab(number).stages[placeInSlab(number)] = SHOWN;
    this.#enter(number, hash);
    this.size++;
    return number;
  }

  /** Read slab by slab: what a commit adds to a slab that was passed is not seen. */
  *entries(): IterableIterator<[string, unknown]> {
    const keyBytes = this.#keyWords * WORD_BYTES;
    const cellBytes = this.cellWords * WORD_BYTES;
    for (const { slab } of this.#numbers.slabs)
      for (let place = 0, at = 0; place < slab.stages.length; place++, at += cellBytes)
        if (slab.stages[place] === SHOWN)
          yield [slab.bytes.toString('latin1', at, at + this.keyBytes), this.values.read(slab.bytes, at + keyBytes)];
  }

  /** Copies all cells, slab by slab. */
  *copy(): Generator<void, PackedCopy, undefined> {
    const pieces: CopiedCells[] = [];
    for (const { slab } of this.#numbers.slabs) {
      pieces.push({ cells: new Uint8Array(slab.bytes), stages: new Uint8Array(slab.stages) });
      yield;
    }
    return {
      keyBytes: this.keyBytes,
      valueBytes: this.values.bytes,
      cellBytes: this.cellWords * WORD_BYTES,
      pieces,
    };
  }

  /** Cells, their stages, and the index over them. */
  write(image: ImageWriter): void {
    const slabs = this.#numbers.slabs.map(({ slab }) => slab);
    image.add([Int32Array.of(this.keyBytes, this.cellWords, this.size, this.#numbers.used)]);
    image.add(slabs.map(({ words }) => words));
    image.add(slabs.map(({ stages }) => stages));
    image.add([Int32Array.from(this.#shards, (shard) => shard?.length ?? 0)]);
    image.add(this.#shards.filter((shard) => shard !== undefined));
  }

  /** @param firsts first numbers of its slabs, whose places are kept for it. @param used as `RecordNumbers.used`. */
  restore(image: ImageReader, firsts: readonly number[], size: number, used: number): void {
    const words = image.words();
    const stages = image.bytes();
    image.expect(words.length === stages.length * this.cellWords);
    let cell = 0;
    for (const first of firsts) {
      const end = firsts.length === 1 ? stages.length : cell + SLAB_RECORDS;
      image.expect(end <= stages.length && end - cell <= SLAB_RECORDS);
      const part = words.subarray(cell * this.cellWords, end * this.cellWords);
      this.#numbers.restore(new PackedSlab(this, part, stages.subarray(cell, end), this.cellWords), first);
      cell = end;
    }
    image.expect(cell === stages.length && used >= 0 && used <= (cell === 0 ? SLAB_RECORDS : cell));
    const isFree = (number: number): boolean => this.#slab(number).stages[placeInSlab(number)] !== SHOWN;
    const shown = this.#numbers.finishRestore(used, isFree);
    // Those of numbers that were not given out count too: readers would find them.
    const all = stages.reduce((sum, stage) => sum + (stage === SHOWN ? 1 : 0), 0);
    image.expect(shown === size && all === size && this.#restoreIndex(image) === size);
    this.size = size;
  }

  /** @returns the number of entries. */
  #restoreIndex(image: ImageReader): number {
    const lengths = image.words();
    const places = image.words();
    image.expect(lengths.length === SHARDS);
    let at = 0;
    let entries = 0;
    for (const [index, length] of lengths.entries()) {
      image.expect(length >= 0 && length % PLACE_WORDS === 0 && at + length <= places.length);
      if (length === 0) continue;
      const shard = places.subarray(at, at + length);
      let taken = 0;
      for (let place = 0; place < length; place += PLACE_WORDS) if (shard[place] !== 0) taken++;
      // A search ends at a free place.
      image.expect(taken < length / PLACE_WORDS);
      this.#shards[index] = shard;
      this.#taken[index] = taken;
      entries += taken;
      at += length;
    }
    return entries;
  }

  #refuseLength(length: number): never {
    throw new InvariantError(
      `a record of table ${this.table.name} has ${length} bytes instead of ${this.values.bytes}`,
    );
  }

  /** @returns whether the key is a binary string; no other is in any cell. */
  #want(key: string): boolean {
    const bytes = this.#wantedBytes;
    let seen = 0;
    for (let index = 0; index < this.keyBytes; index++) {
      const code = key.charCodeAt(index);
      seen |= code;
      bytes[index] = code;
    }
    return seen <= 0xff;
  }

  #search(): number {
    return this.#searchFrom(this.hash.of(this.#wanted, 0, this.#keyWords));
  }

  #searchFrom(hash: number): number {
    const shard = this.#shards[hash & (SHARDS - 1)];
    if (!shard) return NO_RECORD;
    const places = shard.length / PLACE_WORDS;
    for (let place = homeOf(hash, places); ; place = place + 1 === places ? 0 : place + 1) {
      const number = (shard[place * PLACE_WORDS] as number) - 1;
      if (number < 0) return NO_RECORD;
      if (shard[place * PLACE_WORDS + 1] === hash && this.#isWanted(number)) return number;
    }
  }

  #isWanted(number: number): boolean {
    const { words } = this.#slab(number);
    const wanted = this.#wanted;
    const start = placeInSlab(number) * this.cellWords;
    for (let word = 0; word < wanted.length; word++) if (words[start + word] !== wanted[word]) return false;
    return true;
  }

  /** Writes the wanted key into a free cell. */
  #take(): number {
    const number = this.#numbers.take();
    const slab = this.#slab(number);
    const place = placeInSlab(number);
    while (place >= slab.stages.length) slab.grow();
    slab.words.set(this.#wanted, place * this.cellWords);
    slab.stages[place] = RESERVED;
    return number;
  }

  #hashOf(number: number): number {
    return this.hash.of(this.#slab(number).words, placeInSlab(number) * this.cellWords, this.#keyWords);
  }

  #enter(number: number, hash: number): void {
    const index = hash & (SHARDS - 1);
    let shard = this.#shards[index] ?? new Int32Array(FIRST_PLACES * PLACE_WORDS);
    const taken = (this.#taken[index] as number) + 1;
    if (isFull(taken, shard.length / PLACE_WORDS)) shard = grown(shard);
    this.#shards[index] = shard;
    this.#taken[index] = taken;
    put(shard, number + 1, hash);
  }

  /** Takes a number out of the index. Those behind it move up to where a search for them passes. */
  #leave(number: number): void {
    const hash = this.#hashOf(number);
    const index = hash & (SHARDS - 1);
    const shard = this.#shards[index] as Int32Array;
    const places = shard.length / PLACE_WORDS;
    const after = (place: number): number => (place + 1 === places ? 0 : place + 1);
    const way = (from: number, to: number): number => (to < from ? to + places - from : to - from);
    let gap = homeOf(hash, places);
    while (shard[gap * PLACE_WORDS] !== number + 1) gap = after(gap);
    for (let place = after(gap); shard[place * PLACE_WORDS] !== 0; place = after(place)) {
      const home = homeOf(shard[place * PLACE_WORDS + 1] as number, places);
      // A search that begins behind the gap does not pass it.
      if (way(home, place) < way(gap, place)) continue;
      shard.copyWithin(gap * PLACE_WORDS, place * PLACE_WORDS, (place + 1) * PLACE_WORDS);
      gap = place;
    }
    shard[gap * PLACE_WORDS] = 0;
    this.#taken[index] = (this.#taken[index] as number) - 1;
  }

  #valueAt(number: number): number {
    return (placeInSlab(number) * this.cellWords + this.#keyWords) * WORD_BYTES;
  }

  #slab(number: number): PackedSlab {
    return this.slabs.of(number) as PackedSlab;
  }
}

/** Puts an entry into the first free place from its hash on. */
function put(shard: Int32Array, entry: number, hash: number): void {
  const places = shard.length / PLACE_WORDS;
  let place = homeOf(hash, places);
  while (shard[place * PLACE_WORDS] !== 0) place = place + 1 === places ? 0 : place + 1;
  shard[place * PLACE_WORDS] = entry;
  shard[place * PLACE_WORDS + 1] = hash;
}

function grown(shard: Int32Array): Int32Array {
  const larger = new Int32Array(shard.length + (shard.length >>> 2) * PLACE_WORDS);
  for (let at = 0; at < shard.length; at += PLACE_WORDS)
    if (shard[at] !== 0) put(larger, shard[at] as number, shard[at + 1] as number);
  return larger;
}
