/** Finds out whether the memory of a trie is the trie of its leaves: computes every hash again, and looks at every reference.
 *
 *  In: the memory, which nothing changes meanwhile. Out: nothing, or a `TrieFault`. With the hash of every inner node right, each node
 *  in exactly one place, and each record's leaf where its path leads, the root is the root of the records. */

import { bitOf, equalHash, HASH_BYTES, HASH_WORDS, isEmptyHash, type LeafChanges } from './leaves.js';
import type { TrieHashing } from './trieHashing.js';
import { EMPTY, leafReference, ROOT_SLOT, type TrieMemory } from './trieMemory.js';

const PATH_BITS = HASH_BYTES * 8;

/** Nodes that are hashed together. */
const NODES_PER_CALL = 512;

/** A trie in memory is not the one of its leaves. */
export class TrieFault extends Error {
  override readonly name = 'TrieFault';
}

function assertTrie(holds: boolean, otherwise: string): void {
  if (!holds) throw new TrieFault(otherwise);
}

class NodeCheck {
  nodes = 0;
  leaves = 0;
  readonly #isPlaced: Uint8Array;
  /** Slots whose inner node is to be hashed. */
  readonly #slots = new Int32Array(NODES_PER_CALL);
  #count = 0;
  readonly #input = new Int32Array(NODES_PER_CALL * 2 * HASH_WORDS);
  readonly #output = new Int32Array(NODES_PER_CALL * HASH_WORDS);

  constructor(
    private readonly memory: TrieMemory,
    private readonly hashing: TrieHashing,
  ) {
    this.#isPlaced = new Uint8Array(memory.nodes);
  }

  slot(slot: number): void {
    const { references, hashes, nodes } = this.memory;
    const reference = references[slot] as number;
    if (reference <= EMPTY) {
      const isEmpty = isEmptyHash(hashes, slot * HASH_WORDS);
      assertTrie(isEmpty === (reference === EMPTY), 'a half has a hash without a leaf, or a leaf without a hash');
      if (reference < EMPTY) this.leaves++;
      return;
    }
    assertTrie(reference < nodes && this.#isPlaced[reference] === 0, 'an inner node is in two places');
    this.#isPlaced[reference] = 1;
    this.nodes++;
    if (this.#count === NODES_PER_CALL) this.hash();
    this.#slots[this.#count++] = slot;
  }

  /** Compares the hashes of the noted nodes with computed ones. */
  hash(): void {
    const { references, hashes } = this.memory;
    const count = this.#count;
    const nodeWords = 2 * HASH_WORDS;
    for (let index = 0; index < count; index++) {
      const left = (references[this.#slots[index] as number] as number) * nodeWords;
      this.#input.set(hashes.subarray(left, left + nodeWords), index * nodeWords);
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

/** Checks all inner nodes, in slices. @throws TrieFault. */
export function* recheckNodes(memory: TrieMemory, hashing: TrieHashing): Generator<void> {
  const { references, nodes, leaves, freeNodes } = memory;
  const free = new Set(freeNodes);
  const check = new NodeCheck(memory, hashing);
  check.slot(ROOT_SLOT);
  for (let node = 1; node < nodes; node++) {
    if (node % NODES_PER_CALL === 0) yield;
    if (free.has(node)) continue;
    check.slot(node * 2);
    check.slot(node * 2 + 1);
    const left = references[node * 2] as number;
    const right = references[node * 2 + 1] as number;
    const isNeeded = left > EMPTY || right > EMPTY || (left !== EMPTY && right !== EMPTY);
    assertTrie(isNeeded, 'an inner node has fewer than two leaves');
  }
  check.hash();
  assertTrie(check.nodes === nodes - 1 - free.size, 'an inner node is in no place');
  assertTrie(check.leaves === leaves, 'the number of leaves is another one');
}

/** Whether a leaf is where its path leads, with the hash that the changes hold. @param change its index. */
export function holdsLeaf({ references, hashes }: TrieMemory, changes: LeafChanges, change: number): boolean {
  let slot = ROOT_SLOT;
  let reference = references[slot] as number;
  for (let depth = 0; reference > EMPTY && depth < PATH_BITS; depth++) {
    slot = reference * 2 + bitOf(changes.paths, change, depth);
    reference = references[slot] as number;
  }
  const isThere = reference === leafReference(changes.leaves[change] as number);
  return isThere && equalHash(hashes, slot * HASH_WORDS, changes.hashWords, change * HASH_WORDS);
}
