/** Changes of leaves on their way into the trie, and small operations on 32-byte hashes that the trie uses.
 *
 *  In and out: hashes and paths as bytes, or as the same memory in 32-bit words. Words are only ever copied and compared,
 *  so the machine's byte order does not matter. */

/** SHA-256. */
export const HASH_BYTES = 32;
export const HASH_WORDS = HASH_BYTES / 4;

/** What is at the end of a path that leads to no leaf. Leaves are numbered from 0, by those who own them. */
export const NO_LEAF = -1;

/** Capacity grows by half: doubling would leave up to half of a large trie's memory unused. */
export const grown = (needed: number): number => Math.max(64, needed + (needed >>> 1));

/** Written out by hand: a loop takes twice the time, `set` with a subarray four times. */
export function copyHash(from: Int32Array, at: number, to: Int32Array, target: number): void {
  to[target] = from[at] as number;
  to[target + 1] = from[at + 1] as number;
  to[target + 2] = from[at + 2] as number;
  to[target + 3] = from[at + 3] as number;
  to[target + 4] = from[at + 4] as number;
  to[target + 5] = from[at + 5] as number;
  to[target + 6] = from[at + 6] as number;
  to[target + 7] = from[at + 7] as number;
}

export function equalHash(a: Int32Array, at: number, b: Int32Array, other: number): boolean {
  for (let word = 0; word < HASH_WORDS; word++) if (a[at + word] !== b[other + word]) return false;
  return true;
}

export function isEmptyHash(hashes: Int32Array, at: number): boolean {
  for (let word = 0; word < HASH_WORDS; word++) if (hashes[at + word] !== 0) return false;
  return true;
}

/** Bit `bit` of the item's 32 bytes, counted from the most significant. */
export const bitOf = (bytes: Uint8Array, item: number, bit: number): number =>
  ((bytes[item * HASH_BYTES + (bit >>> 3)] as number) >>> (7 - (bit & 7))) & 1;

/** Changes of leaves, by index. `Trie.apply` swaps them with what the trie held: applying the same object again undoes
 *  the change, so an undo costs one leaf hash per change and nothing in the trie itself. */
export class LeafChanges {
  count = 0;
  /** The leaf's number. */
  leaves = new Int32Array(0);
  /** 32 bytes each. */
  paths = new Uint8Array(0);
  pathWords = new Int32Array(0);
  /** 32 bytes each, the empty hash for no leaf: before `apply` the new hashes, after it the old ones. */
  hashWords = new Int32Array(0);
  /** 1 where `apply` found something to change. */
  changed = new Uint8Array(0);

  /** Makes room for one change whose path and hash the caller writes. The hash is the empty one until then.
   *  @param leaf the leaf's number, which no other leaf of the trie has. @returns the change's index. */
  add(leaf: number): number {
    const index = this.count++;
    if (this.count > this.leaves.length) this.#grow(grown(this.count));
    this.leaves[index] = leaf;
    return index;
  }

  /** Forgets all changes and keeps the memory for the next ones. */
  clear(): void {
    this.hashWords.fill(0, 0, this.count * HASH_WORDS);
    this.count = 0;
  }

  #grow(capacity: number): void {
    const { leaves, pathWords, hashWords, changed } = this;
    this.leaves = new Int32Array(capacity);
    this.leaves.set(leaves);
    this.pathWords = new Int32Array(capacity * HASH_WORDS);
    this.pathWords.set(pathWords);
    this.paths = new Uint8Array(this.pathWords.buffer);
    this.hashWords = new Int32Array(capacity * HASH_WORDS);
    this.hashWords.set(hashWords);
    this.changed = new Uint8Array(capacity);
    this.changed.set(changed);
  }
}
