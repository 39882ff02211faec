/** Merkle proofs of Bitcoin: that a transaction is in the block of a header. */

import { bytesEqual, concatBytes } from '../../base/bytes.js';
import { doubleSha256 } from './hash.js';

/** A block of 4 MB holds fewer than 2^17 transactions. */
export const MOST_MERKLE_LEVELS = 17;

export interface MerkleProof {
  /** Siblings from the leaves up, in the byte order of the tree. */
  readonly siblings: readonly Uint8Array[];
  /** Index of the transaction in its block. */
  readonly position: number;
}

/** @param leaf hash of the transaction, in the byte order of the tree.
 *  @returns whether the proof leads to the root. The position is used up by the siblings: otherwise one transaction would have many
 *  positions, and a proof would say nothing about which one is the first. For the same reason no node is the right half of a pair with itself:
 *  the copy that fills up a level of odd length is no transaction of its own (as in Bitcoin Core since CVE-2012-2459). */
export function isMerkleProof(leaf: Uint8Array, { siblings, position }: MerkleProof, root: Uint8Array): boolean {
  if (siblings.length > MOST_MERKLE_LEVELS || !Number.isSafeInteger(position) || position < 0) return false;
  let node = leaf;
  let index = position;
  for (const sibling of siblings) {
    if (index % 2 === 1 && bytesEqual(node, sibling)) return false;
    node = doubleSha256(index % 2 === 0 ? concatBytes(node, sibling) : concatBytes(sibling, node));
    index = Math.floor(index / 2);
  }
  return index === 0 && bytesEqual(node, root);
}
