/** The state's sparse Merkle trie (ARCHITECTURE.md, State proofs): one 32-byte root for a set of leaves.
 *
 *  In: changes of leaves, each a 32-byte path and a 32-byte leaf hash (empty: no leaf). Out: the root, and the changes
 *  turned into their own undo. Nothing may be lost: the root depends only on the set of leaves, not on the order or the
 *  history of changes.
 *
 *  A path's bits, from the most significant, say left (0) or right (1). A subtree without a leaf is the empty hash, a
 *  subtree with exactly one leaf is that leaf's hash, any other is the hash of its two halves. No path is shortened
 *  beyond that, so a proof is the list of sibling hashes down to a leaf or an empty half.
 *
 *  Storage: a *slot* is one half of an inner node and holds a reference (empty, leaf or inner node) and that subtree's
 *  hash. The two halves of a node are side by side, so the 64 bytes that are hashed are read from one place; storing each
 *  hash with its own node would cost two more cache misses per node. (Records of 72 bytes with references and hashes
 *  together were a quarter slower: descending reads references only, and eight nodes of them fit a cache line.) Node 0 is
 *  above the root and holds it in its left half. */

import { invariant } from '../base/refusal.js';
import type { BatchHashing } from '../crypto/batchHashing.js';
import {
  bitOf,
  copyHash,
  equalHash,
  grown,
  HASH_BYTES,
  HASH_WORDS,
  isEmptyHash,
  LeafChanges,
  NO_LEAF,
} from './leaves.js';
import { EMPTY, leafOfReference, leafReference, ROOT_SLOT, type TrieMemory } from './trieMemory.js';

const PATH_BITS = HASH_BYTES * 8;

/** Changes that are applied and hashed together. Neighbours share the nodes above them, and the nodes that 512 of them touch
 *  stay in the core's own cache from the descent to the last hash: 20,000 changes in slices of 512 take half the time of
 *  one slice. Below 256 the cost of the hashing calls becomes noticeable. */
const CHANGES_PER_SLICE = 512;

/** Leading bits by which many changes are sorted before they are partitioned: in one pass over all paths instead of one for each
 *  level, each of which would wait for memory. */
const SORTED_BITS = 16;
/** Fewer changes are partitioned level by level: their paths fit the cache. */
const SORTED_CHANGES = 1 << (SORTED_BITS - 2);

/** Held between calls, so that the trie does not keep the memory of a load alive. */
const NO_CHANGES = new LeafChanges();

/** Where a path leads in the trie. */
export interface TrieWalk {
  /** Hashes of the halves that the path does not enter, from the root down, 32 bytes each. */
  readonly siblings: readonly Uint8Array[];
  /** The leaf at the end, which may have another path with the same beginning; NO_LEAF when the end is empty. */
  readonly leaf: number;
}

/** A copy of the item's 32 bytes. */
const wordsAsBytes = (words: Int32Array, item: number): Uint8Array =>
  new Uint8Array(words.slice(item * HASH_WORDS, (item + 1) * HASH_WORDS).buffer);

export class Trie {
  // As in `TrieMemory`.
  #references: Int32Array = new Int32Array(0);
  #hashes: Int32Array = new Int32Array(0);
  #nodes = 1;
  #leaves = 0;
  #freeNodes: number[] = [];

  /** During `apply`: its changes, and the order in which they are partitioned. */
  #changes = NO_CHANGES;
  #order = new Int32Array(0);
  /** Leading bits by which the order is sorted already. */
  #sortedBits = 0;
  /** By depth: the slot on the way down to one change. */
  readonly #trail = new Int32Array(PATH_BITS);
  /** By depth: slots whose inner node needs a new hash. At one depth a slice touches no more nodes than it has changes. */
  readonly #dirty = new Int32Array(PATH_BITS * CHANGES_PER_SLICE);
  readonly #dirtyCounts = new Int32Array(PATH_BITS);

  readonly #input = new Uint8Array(CHANGES_PER_SLICE * 2 * HASH_BYTES);
  readonly #inputWords = new Int32Array(this.#input.buffer);
  readonly #output = new Uint8Array(CHANGES_PER_SLICE * HASH_BYTES);
  readonly #outputWords = new Int32Array(this.#output.buffer);
  readonly #exchanged = new Int32Array(HASH_WORDS);

  /** @param pathOf the 32-byte path of a leaf that the trie holds: asked when another leaf shares the beginning of its path. */
  constructor(
    private readonly hashing: BatchHashing,
    private readonly pathOf: (leaf: number) => Uint8Array,
  ) {
    this.reserve(0);
  }

  /** Leaves in the trie. */
  get size(): number {
    return this.#leaves;
  }

  /** What the trie is made of, until its next change. */
  get memory(): TrieMemory {
    return {
      references: this.#references,
      hashes: this.#hashes,
      nodes: this.#nodes,
      leaves: this.#leaves,
      freeNodes: this.#freeNodes,
    };
  }

  /** Takes the memory of another trie, and goes on in it. */
  set memory({ references, hashes, nodes, leaves, freeNodes }) {
    this.#references = references;
    this.#hashes = hashes;
    this.#nodes = nodes;
    this.#leaves = leaves;
    this.#freeNodes = [...freeNodes];
  }

  /** Bytes of memory that the trie uses. */
  get memoryBytes(): number {
    return this.#references.byteLength + this.#hashes.byteLength;
  }

  /** @returns a copy of the 32-byte root; the empty hash when there are no leaves. */
  root(): Uint8Array {
    return wordsAsBytes(this.#hashes, ROOT_SLOT);
  }

  /** Walks from the root to a path of 32 bytes; the result proves whether a leaf is there. */
  walk(path: Uint8Array): TrieWalk {
    const siblings: Uint8Array[] = [];
    let slot = ROOT_SLOT;
    let reference = this.#references[slot] as number;
    while (reference > EMPTY) {
      slot = reference * 2 + bitOf(path, 0, siblings.length);
      siblings.push(wordsAsBytes(this.#hashes, slot ^ 1));
      reference = this.#references[slot] as number;
    }
    return { siblings, leaf: reference === EMPTY ? NO_LEAF : leafOfReference(reference) };
  }

  /** Makes room for `leaves` more leaves with paths that look random: n of them need n / ln 2 inner nodes. */
  reserve(leaves: number): void {
    const nodes = this.#nodes + Math.ceil(leaves * 1.45);
    if (nodes * 2 > this.#references.length) this.#growNodes(nodes);
  }

  /** Applies the changes to the trie and rehashes what they touched. Afterwards `changes` holds their undo. Paths must differ from
   *  each other, and from those of leaves with other numbers.
   *  @throws InvariantError when two paths are equal. */
  apply(changes: LeafChanges): void {
    const { count } = changes;
    this.#changes = changes;
    changes.changed.fill(0, 0, count);
    if (count > this.#order.length) this.#order = new Int32Array(grown(count));
    if (count >= SORTED_CHANGES) this.#sort(count);
    else for (let index = 0; index < count; index++) this.#order[index] = index;
    this.#applySlices(0, 0, count);
    this.#changes = NO_CHANGES;
    this.#sortedBits = 0;
  }

  /** Fills the order, sorted by the first bits of the paths. */
  #sort(count: number): void {
    const { paths } = this.#changes;
    const ends = new Int32Array((1 << SORTED_BITS) + 1);
    const bitsOf = (change: number): number =>
      ((paths[change * HASH_BYTES] as number) << 8) | (paths[change * HASH_BYTES + 1] as number);
    for (let change = 0; change < count; change++) (ends[bitsOf(change) + 1] as number)++;
    for (let bits = 0; bits < 1 << SORTED_BITS; bits++)
      ends[bits + 1] = (ends[bits + 1] as number) + (ends[bits] as number);
    for (let change = 0; change < count; change++) {
      const bits = bitsOf(change);
      this.#order[ends[bits] as number] = change;
      (ends[bits] as number)++;
    }
    this.#sortedBits = SORTED_BITS;
  }

  /** Applies order[from..to), whose paths agree in the first `depth` bits, slice by slice. */
  #applySlices(depth: number, from: number, to: number): void {
    if (to - from > CHANGES_PER_SLICE) {
      const middle = this.#partition(depth, from, to);
      this.#applySlices(depth + 1, from, middle);
      this.#applySlices(depth + 1, middle, to);
    } else if (from < to) {
      this.#update(ROOT_SLOT, 0, from, to);
      this.#hashDirty();
    }
  }

  /** Partitions order[from..to) by the bit at `depth`, without a branch on the bit, which no processor can predict.
   *  @returns where the ones begin. */
  #partition(depth: number, from: number, to: number): number {
    invariant(depth < PATH_BITS, 'two changes of one path');
    if (depth < this.#sortedBits) return this.#firstOne(depth, from, to);
    const order = this.#order;
    const { paths } = this.#changes;
    let low = from;
    for (let index = from; index < to; index++) {
      const change = order[index] as number;
      order[index] = order[low] as number;
      order[low] = change;
      low += 1 - bitOf(paths, change, depth);
    }
    return low;
  }

  /** Where the ones of the bit at `depth` begin in order[from..to), which is sorted by it. */
  #firstOne(depth: number, from: number, to: number): number {
    const { paths } = this.#changes;
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (bitOf(paths, this.#order[middle] as number, depth) === 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Applies the changes order[from..to), whose paths agree in the first `depth` bits, to the subtree at `slot`.
   *  @returns whether anything in it changed. */
  #update(slot: number, depth: number, from: number, to: number): boolean {
    if (to - from === 1) return this.#updateOne(slot, depth, this.#order[from] as number);
    const middle = this.#partition(depth, from, to);
    const isNew = (this.#references[slot] as number) <= EMPTY;
    if (isNew) this.#split(slot, depth);
    const left = (this.#references[slot] as number) * 2;
    let changed = false;
    if (from < middle) changed = this.#update(left, depth + 1, from, middle);
    if (middle < to && this.#update(left + 1, depth + 1, middle, to)) changed = true;
    if (changed || isNew) this.#close(slot, depth);
    return changed;
  }

  /** `#update` for one change, without recursion: most of a block's time in a large trie is spent here. */
  #updateOne(slot: number, depth: number, change: number): boolean {
    const { paths, hashWords } = this.#changes;
    const trail = this.#trail;
    let references = this.#references;
    let at = slot;
    let level = depth;
    let reference = references[at] as number;
    while (reference > EMPTY) {
      trail[level] = at;
      at = reference * 2 + bitOf(paths, change, level++);
      reference = references[at] as number;
    }
    const removes = isEmptyHash(hashWords, change * HASH_WORDS);
    if (reference !== EMPTY && leafOfReference(reference) !== this.#changes.leaves[change]) {
      if (removes) return false;
      while (reference !== EMPTY) {
        this.#split(at, level);
        references = this.#references;
        trail[level] = at;
        at = (references[at] as number) * 2 + bitOf(paths, change, level++);
        reference = references[at] as number;
      }
    }
    if (!this.#exchange(at, change)) return false;
    for (level--; level >= depth; level--) {
      if (removes) this.#close(trail[level] as number, level);
      else this.#markDirty(trail[level] as number, level);
    }
    return true;
  }

  /** Puts a new inner node into a slot that is empty or holds a leaf; the leaf moves down into its half. */
  #split(slot: number, depth: number): void {
    invariant(depth < PATH_BITS, 'two changes of one path');
    const node = this.#allocateNode();
    const reference = this.#references[slot] as number;
    if (reference < EMPTY) {
      this.#move(slot, node * 2 + bitOf(this.pathOf(leafOfReference(reference)), 0, depth));
    }
    this.#references[slot] = node;
  }

  /** Finishes the inner node in a slot: it is replaced by its only leaf, or by nothing, or is marked for a new hash. */
  #close(slot: number, depth: number): void {
    const node = this.#references[slot] as number;
    const left = this.#references[node * 2] as number;
    const right = this.#references[node * 2 + 1] as number;
    if ((left === EMPTY && right <= EMPTY) || (right === EMPTY && left < EMPTY)) {
      this.#move(left === EMPTY ? node * 2 + 1 : node * 2, slot);
      this.#freeNodes.push(node);
    } else this.#markDirty(slot, depth);
  }

  #markDirty(slot: number, depth: number): void {
    const count = this.#dirtyCounts[depth] as number;
    this.#dirty[depth * CHANGES_PER_SLICE + count] = slot;
    this.#dirtyCounts[depth] = count + 1;
  }

  /** Swaps the hash in a slot, which is empty or holds the change's leaf, with the change's hash, and creates or removes the
   *  leaf accordingly. @returns false when both are equal. */
  #exchange(slot: number, change: number): boolean {
    const changes = this.#changes;
    const ours = slot * HASH_WORDS;
    const theirs = change * HASH_WORDS;
    if (equalHash(this.#hashes, ours, changes.hashWords, theirs)) return false;
    copyHash(this.#hashes, ours, this.#exchanged, 0);
    copyHash(changes.hashWords, theirs, this.#hashes, ours);
    copyHash(this.#exchanged, 0, changes.hashWords, theirs);
    changes.changed[change] = 1;
    if (this.#references[slot] === EMPTY) {
      this.#references[slot] = leafReference(changes.leaves[change] as number);
      this.#leaves++;
    } else if (isEmptyHash(this.#hashes, ours)) {
      this.#references[slot] = EMPTY;
      this.#leaves--;
    }
    return true;
  }

  /** Copies what is in one slot, reference and hash, into another. */
  #move(from: number, to: number): void {
    this.#references[to] = this.#references[from] as number;
    copyHash(this.#hashes, from * HASH_WORDS, this.#hashes, to * HASH_WORDS);
  }

  /** @returns a node with two empty halves. */
  #allocateNode(): number {
    const node = this.#freeNodes.pop();
    if (node === undefined) {
      const fresh = this.#nodes++;
      if (this.#nodes * 2 > this.#references.length) this.#growNodes(grown(this.#nodes));
      return fresh;
    }
    this.#references.fill(EMPTY, node * 2, node * 2 + 2);
    this.#hashes.fill(0, node * 2 * HASH_WORDS, (node * 2 + 2) * HASH_WORDS);
    return node;
  }

  #growNodes(nodes: number): void {
    const references = new Int32Array(nodes * 2);
    references.set(this.#references);
    this.#references = references;
    const hashes = new Int32Array(nodes * 2 * HASH_WORDS);
    hashes.set(this.#hashes);
    this.#hashes = hashes;
  }

  /** Hashes the touched nodes from the deepest level up, so that a node's halves are always hashed before it. */
  #hashDirty(): void {
    for (let depth = PATH_BITS - 1; depth >= 0; depth--) {
      const count = this.#dirtyCounts[depth] as number;
      if (count > 0) this.#hashNodes(depth * CHANGES_PER_SLICE, count);
      this.#dirtyCounts[depth] = 0;
    }
  }

  /** Hashes the inner nodes in the slots dirty[from..from + count). */
  #hashNodes(from: number, count: number): void {
    const references = this.#references;
    const hashes = this.#hashes;
    const dirty = this.#dirty;
    const input = this.#inputWords;
    const output = this.#outputWords;
    for (let index = 0; index < count; index++) {
      const left = (references[dirty[from + index] as number] as number) * 2 * HASH_WORDS;
      copyHash(hashes, left, input, index * 2 * HASH_WORDS);
      copyHash(hashes, left + HASH_WORDS, input, (index * 2 + 1) * HASH_WORDS);
    }
    this.hashing.hashPairs(
      this.#input.subarray(0, count * 2 * HASH_BYTES),
      this.#output.subarray(0, count * HASH_BYTES),
    );
    for (let index = 0; index < count; index++)
      copyHash(output, index * HASH_WORDS, hashes, (dirty[from + index] as number) * HASH_WORDS);
  }
}
