/** The state's sparse Merkle trie (design, decision 3): one 32-byte root for a set of leaves.
 *
 *  In: changes of leaves, each a 32-byte path and a 32-byte leaf hash (empty: no leaf). Out: the root, and the changes
 *  turned into what undoes them. Nothing may be lost: the root depends on the set of leaves alone, not on the order or
 *  the history of changes.
 *
 *  A path's bits, from the most significant, say left (0) or right (1). A subtree without a leaf is the empty hash, a
 *  subtree with exactly one leaf is that leaf's hash, any other is the hash of its two halves. No path is shortened
 *  beyond that, so a proof is the list of sibling hashes down to a leaf or an empty half.
 *
 *  Storage: a *slot* is one half of an inner node and holds a reference (empty, leaf or inner node) and that subtree's
 *  hash. The two halves of a node lie side by side: the 64 bytes that are hashed are one cache line, and hashing a node
 *  reads nothing else. (Hashes stored with their own node cost two lines more per node, the greater part of the time
 *  in a large trie.) Node 0 stands above the root and holds it in its left half. */

import { invariant } from '../base/refusal.js';
import type { TrieHashing } from './trieHashing.js';

/** Bytes that the network's rules fix: leaf = SHA-256(leafPrefix, SHA-256(key), SHA-256(value)), inner node =
 *  SHA-256(left, right), a subtree without a leaf = `emptyByte` throughout. */
export const trieRules = { hashBytes: 32, leafPrefix: 0x00, emptyByte: 0x00 } as const;

export const HASH_BYTES = trieRules.hashBytes;
const HASH_WORDS = HASH_BYTES / 4;
const PATH_BITS = HASH_BYTES * 8;

/** Stands for a leaf that the trie does not hold. Leaves are numbered from 0. */
export const NO_LEAF = -1;

/** References: 0 is empty, above an inner node (node 0 is never below anything), below a leaf. */
const EMPTY = 0;
const ROOT_SLOT = 0;
const leafReference = (leaf: number): number => -leaf - 1;
const leafOfReference = (reference: number): number => -reference - 1;

/** Nodes hashed in one call. 512 pairs and their hashes are 48 KiB and stay in the core's own cache; beyond 256 the
 *  cost of the call itself no longer shows. */
const NODES_PER_CALL = 512;

const CHANGES_PER_SLICE = 512;

/** Capacity grows by half: doubling would leave up to half of a large trie's memory unused. */
const grown = (needed: number): number => Math.max(64, needed + (needed >>> 1));

/** Changes of leaves, by index. `Trie.apply` exchanges them with what the trie held: the same object applied again
 *  undoes the change, so an undo costs one leaf hash a change and nothing in the trie itself. */
export class LeafChanges {
  count = 0;
  /** The leaf's number while the trie holds it, else NO_LEAF. */
  leaves = new Int32Array(0);
  /** 32 bytes each. */
  paths = new Uint8Array(0);
  /** 32 bytes each, the empty hash for no leaf: before `apply` what shall be, after it what was. */
  hashes = new Uint8Array(0);
  /** 1 where `apply` found something to change. */
  changed = new Uint8Array(0);

  /** Makes room for one change whose path and hash the caller writes. @returns its index. */
  add(leaf: number): number {
    const index = this.count++;
    if (this.count > this.leaves.length) this.#grow(grown(this.count));
    this.leaves[index] = leaf;
    return index;
  }

  /** Forgets all changes and keeps the memory for the next ones. */
  clear(): void {
    this.hashes.fill(trieRules.emptyByte, 0, this.count * HASH_BYTES);
    this.changed.fill(0, 0, this.count);
    this.count = 0;
  }

  #grow(capacity: number): void {
    this.leaves = copied(this.leaves, new Int32Array(capacity));
    this.paths = copied(this.paths, new Uint8Array(capacity * HASH_BYTES));
    this.hashes = copied(this.hashes, new Uint8Array(capacity * HASH_BYTES));
    this.changed = copied(this.changed, new Uint8Array(capacity));
  }
}

function copied<T extends Uint8Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

const bitOf = (bytes: Uint8Array, item: number, bit: number): number =>
  ((bytes[item * HASH_BYTES + (bit >>> 3)] as number) >>> (7 - (bit & 7))) & 1;

export class Trie {
  /** By slot: what lies in it. */
  #references = new Int32Array(0);
  /** By slot: the hash of what lies in it, 32 bytes, and the same memory as words. */
  #hashBytes = new Uint8Array(0);
  #hashWords = new Int32Array(0);
  /** By leaf: its path. Kept so that a change of an existing record does not hash its key again. */
  #leafPaths = new Uint8Array(0);
  #nodes = 1;
  #leaves = 0;
  readonly #freeNodes: number[] = [];
  readonly #freeLeaves: number[] = [];

  /** During `apply`: its changes, the order in which they were partitioned, and by depth the slots whose inner node
   *  needs a new hash. */
  #changes = new LeafChanges();
  #changeWords = new Int32Array(0);
  #order = new Int32Array(0);
  readonly #dirty: number[][] = [];

  readonly #input = new Uint8Array(NODES_PER_CALL * 2 * HASH_BYTES);
  readonly #inputWords = new Int32Array(this.#input.buffer);
  readonly #output = new Uint8Array(NODES_PER_CALL * HASH_BYTES);
  readonly #outputWords = new Int32Array(this.#output.buffer);

  constructor(private readonly hashing: TrieHashing) {
    this.reserve(0);
  }

  /** Leaves in the trie. */
  get size(): number {
    return this.#leaves - this.#freeLeaves.length;
  }

  /** Bytes of memory behind the trie. */
  get memoryBytes(): number {
    return this.#references.byteLength + this.#hashBytes.byteLength + this.#leafPaths.byteLength;
  }

  /** @returns a copy of the 32-byte root; the empty hash without leaves. */
  root(): Uint8Array {
    return this.#hashBytes.slice(0, HASH_BYTES);
  }

  /** Copies the path of a leaf that the trie holds. */
  copyPath(leaf: number, target: Uint8Array, at: number): void {
    const from = leaf * HASH_BYTES;
    for (let byte = 0; byte < HASH_BYTES; byte++) target[at + byte] = this.#leafPaths[from + byte] as number;
  }

  /** Makes room for `leaves` more leaves with paths that look random: n of them meet in n / ln 2 inner nodes. */
  reserve(leaves: number): void {
    const nodes = this.#nodes + Math.ceil(leaves * 1.45) + 1;
    if (nodes * 2 > this.#references.length) this.#growNodes(nodes);
    if (this.#leaves + leaves > this.#leafPaths.length / HASH_BYTES) this.#growLeaves(this.#leaves + leaves);
  }

  /** Brings the changes into the trie and hashes again what they touched. Afterwards `changes` holds what undoes them
   *  and the numbers of new leaves. Paths must differ from each other.
   *  @throws InvariantError when two paths are equal, or a number is not of the leaf at its path. */
  apply(changes: LeafChanges): void {
    const { count } = changes;
    this.#changes = changes;
    this.#changeWords = new Int32Array(changes.hashes.buffer);
    changes.changed.fill(0, 0, count);
    if (count > this.#order.length) this.#order = new Int32Array(grown(count));
    for (let index = 0; index < count; index++) this.#order[index] = index;
    if (count > 0) this.#applySlice(0, 0, count);
  }

  /** Brings order[from..to), whose paths agree in the first `depth` bits, into the trie in slices of neighbours. */
  #applySlice(depth: number, from: number, to: number): void {
    if (to - from > CHANGES_PER_SLICE && depth < PATH_BITS) {
      const middle = this.#partition(depth, from, to);
      this.#applySlice(depth + 1, from, middle);
      this.#applySlice(depth + 1, middle, to);
    } else if (from < to) {
      this.#update(ROOT_SLOT, 0, from, to);
      this.#hashDirty();
    }
  }

  /** Brings the changes order[from..to) into the subtree at `slot`, whose paths agree in the first `depth` bits.
   *  @returns whether anything in it changed. */
  #update(slot: number, depth: number, from: number, to: number): boolean {
    const reference = this.#references[slot] as number;
    if (reference > EMPTY) return this.#updateNode(slot, reference, depth, from, to);
    if (to - from === 1) {
      const change = this.#order[from] as number;
      if (reference === EMPTY) return this.#insert(slot, change);
      if (this.#isLeafOf(leafOfReference(reference), change)) return this.#exchange(slot, change);
    }
    invariant(depth < PATH_BITS, 'two changes of one path');
    const node = this.#allocateNode();
    if (reference < EMPTY) this.#move(slot, node * 2 + bitOf(this.#leafPaths, leafOfReference(reference), depth));
    this.#references[slot] = node;
    return this.#updateNode(slot, node, depth, from, to);
  }

  /** `#update` where an inner node lies in the slot. A node that is left with one leaf or none gives way to it. */
  #updateNode(slot: number, node: number, depth: number, from: number, to: number): boolean {
    const middle = this.#partition(depth, from, to);
    const left = node * 2;
    const right = left + 1;
    let changed = false;
    if (from < middle) changed = this.#update(left, depth + 1, from, middle);
    if (middle < to && this.#update(right, depth + 1, middle, to)) changed = true;
    const leftReference = this.#references[left] as number;
    const rightReference = this.#references[right] as number;
    if (leftReference === EMPTY && rightReference <= EMPTY) {
      this.#move(right, slot);
      this.#freeNodes.push(node);
    } else if (rightReference === EMPTY && leftReference < EMPTY) {
      this.#move(left, slot);
      this.#freeNodes.push(node);
    } else if (changed) {
      this.#dirtyAt(depth).push(slot);
    }
    return changed;
  }

  #dirtyAt(depth: number): number[] {
    while (this.#dirty.length <= depth) this.#dirty.push([]);
    return this.#dirty[depth] as number[];
  }

  /** Orders order[from..to) by the bit at `depth`. @returns where the ones begin. */
  #partition(depth: number, from: number, to: number): number {
    const order = this.#order;
    const { paths } = this.#changes;
    let low = from;
    let high = to;
    while (low < high) {
      const change = order[low] as number;
      if (bitOf(paths, change, depth) === 0) low++;
      else {
        high--;
        order[low] = order[high] as number;
        order[high] = change;
      }
    }
    return low;
  }

  #isLeafOf(leaf: number, change: number): boolean {
    const known = this.#changes.leaves[change] as number;
    if (known !== NO_LEAF) return known === leaf;
    const { paths } = this.#changes;
    for (let byte = 0; byte < HASH_BYTES; byte++)
      if (this.#leafPaths[leaf * HASH_BYTES + byte] !== paths[change * HASH_BYTES + byte]) return false;
    return true;
  }

  /** A change where nothing lies. The slot's hash is the empty one, so an exchange leaves it with the change. */
  #insert(slot: number, change: number): boolean {
    const changes = this.#changes;
    invariant(changes.leaves[change] === NO_LEAF, 'a change names a leaf that is not at its path');
    if (!this.#swapHash(slot, change)) return false;
    const leaf = this.#allocateLeaf();
    const from = change * HASH_BYTES;
    this.#leafPaths.set(changes.paths.subarray(from, from + HASH_BYTES), leaf * HASH_BYTES);
    this.#references[slot] = leafReference(leaf);
    changes.leaves[change] = leaf;
    return true;
  }

  /** A change of the leaf that lies in the slot: another hash, or none, which removes it. */
  #exchange(slot: number, change: number): boolean {
    const leaf = leafOfReference(this.#references[slot] as number);
    this.#changes.leaves[change] = leaf;
    if (!this.#swapHash(slot, change)) return false;
    if (this.#isEmptyHash(slot)) {
      this.#references[slot] = EMPTY;
      this.#freeLeaves.push(leaf);
      this.#changes.leaves[change] = NO_LEAF;
    }
    return true;
  }

  /** @returns false when both are equal. */
  #swapHash(slot: number, change: number): boolean {
    const ours = slot * HASH_WORDS;
    const theirs = change * HASH_WORDS;
    let difference = 0;
    for (let word = 0; word < HASH_WORDS; word++) {
      const mine = this.#hashWords[ours + word] as number;
      const other = this.#changeWords[theirs + word] as number;
      this.#hashWords[ours + word] = other;
      this.#changeWords[theirs + word] = mine;
      difference |= mine ^ other;
    }
    if (difference === 0) return false;
    this.#changes.changed[change] = 1;
    return true;
  }

  #isEmptyHash(slot: number): boolean {
    const from = slot * HASH_BYTES;
    for (let byte = 0; byte < HASH_BYTES; byte++)
      if (this.#hashBytes[from + byte] !== trieRules.emptyByte) return false;
    return true;
  }

  /** Lays what is in one slot, reference and hash, into another. */
  #move(from: number, to: number): void {
    this.#references[to] = this.#references[from] as number;
    const words = this.#hashWords;
    for (let word = 0; word < HASH_WORDS; word++)
      words[to * HASH_WORDS + word] = words[from * HASH_WORDS + word] as number;
  }

  /** @returns a node with two empty halves. */
  #allocateNode(): number {
    const node = this.#freeNodes.pop() ?? this.#nodes++;
    if (node * 2 >= this.#references.length) this.#growNodes(grown(this.#nodes));
    this.#references.fill(EMPTY, node * 2, node * 2 + 2);
    this.#hashBytes.fill(trieRules.emptyByte, node * 2 * HASH_BYTES, (node * 2 + 2) * HASH_BYTES);
    return node;
  }

  #allocateLeaf(): number {
    const leaf = this.#freeLeaves.pop() ?? this.#leaves++;
    if ((leaf + 1) * HASH_BYTES > this.#leafPaths.length) this.#growLeaves(grown(this.#leaves));
    return leaf;
  }

  #growNodes(nodes: number): void {
    this.#references = copied(this.#references, new Int32Array(nodes * 2));
    this.#hashBytes = copied(this.#hashBytes, new Uint8Array(nodes * 2 * HASH_BYTES));
    this.#hashWords = new Int32Array(this.#hashBytes.buffer);
  }

  #growLeaves(leaves: number): void {
    this.#leafPaths = copied(this.#leafPaths, new Uint8Array(leaves * HASH_BYTES));
  }

  /** Hashes the touched nodes from the deepest level up, so that a node's halves are always ready. */
  #hashDirty(): void {
    for (let depth = this.#dirty.length - 1; depth >= 0; depth--) {
      const slots = this.#dirty[depth] as number[];
      for (let from = 0; from < slots.length; from += NODES_PER_CALL)
        this.#hashNodes(slots, from, Math.min(NODES_PER_CALL, slots.length - from));
      slots.length = 0;
    }
  }

  #hashNodes(slots: readonly number[], from: number, count: number): void {
    const references = this.#references;
    const words = this.#hashWords;
    const input = this.#inputWords;
    const output = this.#outputWords;
    for (let index = 0; index < count; index++) {
      const source = (references[slots[from + index] as number] as number) * 2 * HASH_WORDS;
      const target = index * 2 * HASH_WORDS;
      for (let word = 0; word < 2 * HASH_WORDS; word++) input[target + word] = words[source + word] as number;
    }
    this.hashing.hashPairs(
      this.#input.subarray(0, count * 2 * HASH_BYTES),
      this.#output.subarray(0, count * HASH_BYTES),
    );
    for (let index = 0; index < count; index++) {
      const target = (slots[from + index] as number) * HASH_WORDS;
      for (let word = 0; word < HASH_WORDS; word++) words[target + word] = output[index * HASH_WORDS + word] as number;
    }
  }
}
