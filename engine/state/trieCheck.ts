/** Finds out whether the memory of a trie is one trie: computes the hash of every inner node again, and looks at every reference.
 *
 *  In: the memory, which nothing changes meanwhile. Out: where each leaf is, or a `RecheckFault`. */

import type { BatchHashing } from '../crypto/batchHashing.js';
import { equalHash, HASH_BYTES, HASH_WORDS, isEmptyHash } from './leaves.js';
import { EMPTY, leafOfReference, ROOT_SLOT, type TrieMemory } from './trieMemory.js';

/** Nodes that are hashed together. */
const NODES_PER_CALL = 512;
const NODE_WORDS = 2 * HASH_WORDS;
/** No leaf: the other half of node 0, which is in no trie. */
const NO_SLOT = 1;

/** What is in memory is not what it was read as. */
export class RecheckFault extends Error {
  override readonly name = 'RecheckFault';
}

function assertTrie(holds: boolean, otherwise: string): void {
  if (!holds) throw new RecheckFault(otherwise);
}

export class TrieCheck {
  #nodes = 0;
  #leaves = 0;
  readonly #isPlaced: Uint8Array;
  /** By number of a leaf. */
  readonly #slotOfLeaf: Int32Array;
  /** Slots whose inner node is to be hashed. */
  readonly #slots = new Int32Array(NODES_PER_CALL);
  #count = 0;
  readonly #input = new Int32Array(NODES_PER_CALL * NODE_WORDS);
  readonly #output = new Int32Array(NODES_PER_CALL * HASH_WORDS);

  constructor(
    private readonly memory: TrieMemory,
    private readonly hashing: BatchHashing,
  ) {
    const { references, nodes } = memory;
    let least = EMPTY;
    for (let slot = 0; slot < nodes * 2; slot++) least = Math.min(least, references[slot] as number);
    this.#isPlaced = new Uint8Array(nodes);
    for (const node of memory.freeNodes) this.#isPlaced[node] = 1;
    this.#slotOfLeaf = new Int32Array(least === EMPTY ? 0 : leafOfReference(least) + 1).fill(NO_SLOT);
  }

  /** Where a leaf is, after `nodes` has ended. */
  slotOf(leaf: number): number {
    return this.#slotOfLeaf[leaf] ?? NO_SLOT;
  }

  /** Looks at all inner nodes. @throws RecheckFault. */
  nodes(): void {
    const { references, nodes, leaves, freeNodes } = this.memory;
    const free = new Set(freeNodes);
    this.#look(ROOT_SLOT);
    for (let node = 1; node < nodes; node++) {
      if (free.has(node)) continue;
      this.#look(node * 2);
      this.#look(node * 2 + 1);
      const left = references[node * 2] as number;
      const right = references[node * 2 + 1] as number;
      const isNeeded = left > EMPTY || right > EMPTY || (left !== EMPTY && right !== EMPTY);
      assertTrie(isNeeded, 'an inner node has fewer than two leaves');
    }
    this.#hash();
    assertTrie(this.#nodes === nodes - 1 - free.size, 'an inner node is in no place');
    assertTrie(this.#leaves === leaves, 'the number of leaves is another one');
  }

  #look(slot: number): void {
    const { references, hashes, nodes } = this.memory;
    const reference = references[slot] as number;
    if (reference > EMPTY) {
      assertTrie(reference < nodes && this.#isPlaced[reference] === 0, 'an inner node is in two places, or is free');
      this.#isPlaced[reference] = 1;
      this.#nodes++;
      if (this.#count === NODES_PER_CALL) this.#hash();
      this.#slots[this.#count++] = slot;
      return;
    }
    const isEmpty = isEmptyHash(hashes, slot * HASH_WORDS);
    assertTrie(isEmpty === (reference === EMPTY), 'a half has a hash without a leaf, or a leaf without a hash');
    if (isEmpty) return;
    const leaf = leafOfReference(reference);
    assertTrie(this.#slotOfLeaf[leaf] === NO_SLOT, 'a leaf is in two places');
    this.#slotOfLeaf[leaf] = slot;
    this.#leaves++;
  }

  /** Compares the hashes of the noted nodes with computed ones. */
  #hash(): void {
    const { references, hashes } = this.memory;
    const count = this.#count;
    for (let index = 0; index < count; index++) {
      const left = (references[this.#slots[index] as number] as number) * NODE_WORDS;
      this.#input.set(hashes.subarray(left, left + NODE_WORDS), index * NODE_WORDS);
    }
    this.hashing.hashPairs(
      new Uint8Array(this.#input.buffer, 0, count * 2 * HASH_BYTES),
      new Uint8Array(this.#output.buffer, 0, count * HASH_BYTES),
    );
    for (let index = 0; index < count; index++) {
      const holds = equalHash(this.#output, index * HASH_WORDS, hashes, (this.#slots[index] as number) * HASH_WORDS);
      assertTrie(holds, 'an inner node has another hash than its halves have');
    }
    this.#count = 0;
  }
}
