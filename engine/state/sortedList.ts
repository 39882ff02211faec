/** Sorted list with order statistics: what a reading index keeps in memory, from one entry to millions.
 *
 *  In: entries under a strict total order. Out: membership, an entry's rank, the entry at a rank, pages by rank or after
 *  an entry. Entries are in sorted chunks; a change moves entries of one chunk, finding a rank skips whole chunks. Nothing
 *  here is consensus: an index can be rebuilt from the state at any time.
 *
 *  A list that fits one chunk is one array: a node holds hundreds of thousands of lists of one or two entries. */

import { invariant } from '../base/refusal.js';

/** Negative: `a` comes before `b`; zero: they are the same entry. The result must not depend on anything that changes while
 *  the entry is in a list. */
export type Compare<T> = (a: T, b: T) => number;

/** Most entries of a chunk; a longer one is split in half. Measured on add and remove in a million entries: from 128 to 2,048
 *  the costs are the same within the noise (the memory accesses of the search outweigh the moving). Shorter chunks would mean
 *  more chunks to count for a rank. */
export const MAX_CHUNK = 512;

/** Most entries of a loaded or joined chunk: leaves room for some more before it is split. */
const FILLED_CHUNK = (MAX_CHUNK * 3) / 4;

/** A shorter chunk is joined with a neighbour if both together have at most FILLED_CHUNK entries. */
const MIN_CHUNK = MAX_CHUNK / 4;

/** A shorter chunk is copied at every change into an array of exactly its length. An array that grows on its own has 17 places
 *  from its first entry on: 240 bytes of heap for a list of one or two entries, instead of 114 and 120. */
const EXACT_CHUNK = 16;

/** What a list needs once it has more than one chunk. */
interface Chunks<T> {
  /** At least two chunks, none of them empty. */
  readonly parts: T[][];
  size: number;
  /** How many entries come before each chunk: correct for the first `known` chunks; counting continues from there when a rank
   *  is needed. Over the 2,600 chunks of a million entries, counting all takes 8 us, and then finding a rank takes less than
   *  0.1 us. A Fenwick tree would find ranks as fast without counting, but add 0.04 us to every change and a full count to every
   *  split. Ranks are needed between blocks, while changes come by the thousand with a block. */
  readonly starts: number[];
  known: number;
}

/** How many entries of the chunk come before the entry. */
function lowerBound<T>(chunk: readonly T[], entry: T, compare: Compare<T>): number {
  let low = 0;
  let high = chunk.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(chunk[middle] as T, entry) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

const chunksOf = <T>(parts: T[][], size: number): Chunks<T> => ({ parts, size, starts: [0], known: 1 });

/** Where an entry is, or would be. */
interface Place<T> {
  /** The chunk's number. */
  readonly index: number;
  readonly chunk: T[];
  readonly position: number;
  readonly isThere: boolean;
}

export class SortedList<T> {
  readonly #compare: Compare<T>;
  /** All entries while they fit one chunk; empty otherwise. */
  #only: T[] = [];
  #chunks: Chunks<T> | undefined;

  constructor(compare: Compare<T>) {
    this.#compare = compare;
  }

  /** Builds a list from sorted entries, in linear time. @throws InvariantError when they are not sorted, or one occurs
   *  twice. */
  static of<T>(sortedEntries: readonly T[], compare: Compare<T>): SortedList<T> {
    const size = sortedEntries.length;
    for (let next = 1; next < size; next++)
      invariant(
        compare(sortedEntries[next - 1] as T, sortedEntries[next] as T) < 0,
        `the entries at ${next - 1} and ${next} are not in order`,
      );
    const list = new SortedList(compare);
    if (size <= MAX_CHUNK) {
      list.#only = sortedEntries.slice();
      return list;
    }
    const count = Math.ceil(size / FILLED_CHUNK);
    const bound = (index: number): number => Math.floor((index * size) / count);
    const parts = Array.from({ length: count }, (_, index) => sortedEntries.slice(bound(index), bound(index + 1)));
    list.#chunks = chunksOf(parts, size);
    return list;
  }

  get size(): number {
    return this.#chunks === undefined ? this.#only.length : this.#chunks.size;
  }

  /** Number of arrays that hold the entries: 1 up to MAX_CHUNK entries; above, at least one for every MAX_CHUNK entries and few
   *  more than one for every MIN_CHUNK. */
  get chunkCount(): number {
    return this.#chunks === undefined ? 1 : this.#chunks.parts.length;
  }

  /** @returns false if the entry is there already; the list then keeps the entry that it has. */
  add(entry: T): boolean {
    const { index, chunk, position, isThere } = this.#find(entry);
    if (isThere) return false;
    if (chunk.length < EXACT_CHUNK) this.#replace(index, chunk.toSpliced(position, 0, entry));
    else chunk.splice(position, 0, entry);
    this.#resized(index, 1);
    if (chunk.length > MAX_CHUNK) this.#split(index, chunk);
    return true;
  }

  /** @returns false if the entry is not there. */
  remove(entry: T): boolean {
    return this.take(entry) !== undefined;
  }

  /** Removes an entry. @returns the entry that the list had for it; undefined if there was none. */
  take(entry: T): T | undefined {
    const { index, chunk, position, isThere } = this.#find(entry);
    if (!isThere) return undefined;
    const taken = chunk[position];
    if (chunk.length <= EXACT_CHUNK) this.#replace(index, chunk.toSpliced(position, 1));
    else chunk.splice(position, 1);
    this.#resized(index, -1);
    if (this.#chunks !== undefined && this.#chunk(index).length < MIN_CHUNK) this.#shrink(this.#chunks, index);
    return taken;
  }

  has(entry: T): boolean {
    return this.#find(entry).isThere;
  }

  /** How many entries come before this one, whether it is in the list or not. */
  rankOf(entry: T): number {
    const { index, position } = this.#find(entry);
    if (this.#chunks === undefined) return position;
    countStarts(this.#chunks, index);
    return (this.#chunks.starts[index] as number) + position;
  }

  /** The rank of the first entry strictly after this one, whether this one is in the list or not. */
  rankBehind(entry: T): number {
    return this.rankOf(entry) + (this.has(entry) ? 1 : 0);
  }

  /** @param rank from 0. @returns undefined when there is no such rank. */
  at(rank: number): T | undefined {
    if (this.#chunks === undefined) return this.#only[rank];
    const index = chunkOfRank(this.#chunks, rank);
    return this.#chunk(index)[rank - (this.#chunks.starts[index] as number)];
  }

  /** Entries in order from the given rank: at most `limit`, none past the end. The list must not change before the last of
   *  them is taken.
   *  @throws InvariantError for a rank that is negative or not a whole number. */
  from(rank: number, limit: number): Generator<T, void, undefined> {
    invariant(Number.isSafeInteger(rank) && rank >= 0, `${rank} is no rank`);
    if (this.#chunks === undefined) return this.#walk(0, rank, limit);
    const index = chunkOfRank(this.#chunks, rank);
    return this.#walk(index, rank - (this.#chunks.starts[index] as number), limit);
  }

  /** Entries strictly after this one, at most `limit`, whether it is still in the list or not: the last entry of a page
   *  leads to the next page, whatever was added or removed in between. The list must not change before the last of them is
   *  taken. */
  after(entry: T, limit: number): Generator<T, void, undefined> {
    const { index, position, isThere } = this.#find(entry);
    return this.#walk(index, isThere ? position + 1 : position, limit);
  }

  *#walk(firstChunk: number, firstPosition: number, limit: number): Generator<T, void, undefined> {
    const parts = this.#chunks?.parts ?? [this.#only];
    let left = limit;
    let position = firstPosition;
    for (let index = firstChunk; index < parts.length; index++) {
      const chunk = parts[index] as T[];
      for (; position < chunk.length; position++) {
        if (left-- <= 0) return;
        yield chunk[position] as T;
      }
      position = 0;
    }
  }

  #chunk(index: number): T[] {
    return this.#chunks === undefined ? this.#only : (this.#chunks.parts[index] as T[]);
  }

  /** Looks in the first chunk that does not end before the entry; if there is none, the place is after the last entry. */
  #find(entry: T): Place<T> {
    const compare = this.#compare;
    let index = 0;
    if (this.#chunks !== undefined) {
      const { parts } = this.#chunks;
      let high = parts.length - 1;
      while (index < high) {
        const middle = (index + high) >>> 1;
        const part = parts[middle] as T[];
        if (compare(part[part.length - 1] as T, entry) < 0) index = middle + 1;
        else high = middle;
      }
    }
    const chunk = this.#chunk(index);
    const position = lowerBound(chunk, entry, compare);
    const isThere = position < chunk.length && compare(chunk[position] as T, entry) === 0;
    return { index, chunk, position, isThere };
  }

  #replace(index: number, chunk: T[]): void {
    if (this.#chunks === undefined) this.#only = chunk;
    else this.#chunks.parts[index] = chunk;
  }

  #resized(index: number, by: 1 | -1): void {
    if (this.#chunks === undefined) return;
    this.#chunks.size += by;
    forgetStarts(this.#chunks, index);
  }

  /** Both halves are copies, which frees the spare room of the long chunk. */
  #split(index: number, chunk: T[]): void {
    this.#chunks ??= chunksOf([chunk], chunk.length);
    this.#only = [];
    const half = chunk.length >>> 1;
    this.#chunks.parts.splice(index, 1, chunk.slice(0, half), chunk.slice(half));
  }

  /** Joins a short chunk with a neighbour that has room for it. A chunk between two long neighbours stays until it is empty. */
  #shrink(chunks: Chunks<T>, index: number): void {
    const { parts } = chunks;
    const first = [index - 1, index].find((left) => {
      const [a, b] = [parts[left], parts[left + 1]];
      return a !== undefined && b !== undefined && a.length + b.length <= FILLED_CHUNK;
    });
    if (first !== undefined) {
      parts.splice(first, 2, (parts[first] as T[]).concat(parts[first + 1] as T[]));
      forgetStarts(chunks, first);
    } else if ((parts[index] as T[]).length === 0) {
      parts.splice(index, 1);
    }
    if (parts.length > 1) return;
    this.#only = parts[0] as T[];
    this.#chunks = undefined;
  }
}

/** Call after a change of the chunk: its start and those before it are still right, those after it are not. */
function forgetStarts(chunks: Chunks<unknown>, index: number): void {
  chunks.known = Math.min(chunks.known, index + 1);
}

/** Counts the start of the chunk, and of all chunks before it. */
function countStarts(chunks: Chunks<unknown>, index: number): void {
  const { parts, starts } = chunks;
  for (; chunks.known <= index; chunks.known++) {
    const before = chunks.known - 1;
    starts[chunks.known] = (starts[before] as number) + (parts[before] as unknown[]).length;
  }
}

/** The chunk that contains the rank; the last one for a rank past the end. */
function chunkOfRank(chunks: Chunks<unknown>, rank: number): number {
  const { parts, starts } = chunks;
  countStarts(chunks, parts.length - 1);
  let index = 0;
  let high = parts.length - 1;
  while (index < high) {
    const middle = (index + high + 1) >>> 1;
    if ((starts[middle] as number) <= rank) index = middle;
    else high = middle - 1;
  }
  return index;
}
