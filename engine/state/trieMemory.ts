/** The memory of a trie: which numbers are in it, and how it goes into an image and comes out of it.
 *
 *  A *slot* is one half of an inner node. It holds a reference (empty, leaf or inner node) and that subtree's hash. */

import { HASH_BYTES, HASH_WORDS } from './leaves.js';
import type { ImageReader, ImageWriter } from './stateImage.js';

/** References: 0 is empty, a positive number is an inner node (no reference points to node 0), a negative number is a leaf. */
export const EMPTY = 0;
/** Node 0 is above the root and holds it in its left half. */
export const ROOT_SLOT = 0;
export const leafReference = (leaf: number): number => -leaf - 1;
export const leafOfReference = (reference: number): number => -reference - 1;

export interface TrieMemory {
  /** By slot: what is in it. */
  readonly references: Int32Array;
  /** By slot: the hash of what is in it, 32 bytes as words. */
  readonly hashes: Int32Array;
  /** Nodes that were ever used, node 0 included. */
  readonly nodes: number;
  readonly leaves: number;
  /** Nodes that are in no place. */
  readonly freeNodes: readonly number[];
}

/** An image has room for one node in 64 more: otherwise the first block after a start would copy the whole trie. */
const ROOM_SHIFT = 6;
const REFERENCE_BYTES = 4;

export function writeTrie(image: ImageWriter, { references, hashes, nodes, leaves, freeNodes }: TrieMemory): void {
  const room = nodes >>> ROOM_SHIFT;
  image.add([Int32Array.of(nodes, leaves)]);
  image.add([Int32Array.from(freeNodes)]);
  image.add([references.subarray(0, nodes * 2)], room * 2 * REFERENCE_BYTES);
  image.add([hashes.subarray(0, nodes * 2 * HASH_WORDS)], room * 2 * HASH_BYTES);
}

export function readTrie(image: ImageReader): TrieMemory {
  const [nodes = 0, leaves = -1] = image.words();
  const freeNodes = [...image.words()];
  const references = image.words();
  const hashes = image.words();
  image.expect(nodes > 0 && leaves >= 0 && references.length >= nodes * 2);
  image.expect(hashes.length === references.length * HASH_WORDS);
  return { references, hashes, nodes, leaves, freeNodes };
}
