/** The root over a block's transactions.
 *
 *  In: leaves of 32 bytes. Out: their Merkle root: an inner node is SHA-256(0x01, left, right), the odd node of a level is promoted, and
 *  without leaves the root is SHA-256 of no bytes. The nodes of a level are independent of each other, so they are hashed many at a time. */

import { batchHashing } from '../crypto/batchHashing.js';
import { BLOCK_BYTES, blocksOf, pad } from '../crypto/messages.js';
import { sha256 } from '../crypto/sha256.js';

const HASH_BYTES = 32;
const NODE = 0x01;
const NODE_BYTES = 1 + 2 * HASH_BYTES;
const STRIDE = blocksOf(NODE_BYTES) * BLOCK_BYTES;

/** Nodes in one call: their inputs stay in the core's own cache. */
const BATCH = 128;

/** Inputs of nodes side by side. What is around the two halves is the same in all. */
const inputs = new Uint8Array(BATCH * STRIDE);
const lengths = new Int32Array(BATCH).fill(NODE_BYTES);
for (let start = 0; start < inputs.length; start += STRIDE) {
  inputs[start] = NODE;
  pad(inputs, start, NODE_BYTES);
}

/** Hashes pairs of a level into the places of its first half. @param count nodes of the level. @returns nodes of the next one. */
function hashLevel(level: Uint8Array, count: number): number {
  const pairs = count >> 1;
  for (let first = 0; first < pairs; first += BATCH) {
    const many = Math.min(BATCH, pairs - first);
    for (let pair = 0; pair < many; pair++) {
      const from = (first + pair) * 2 * HASH_BYTES;
      const to = pair * STRIDE + 1;
      for (let at = 0; at < 2 * HASH_BYTES; at++) inputs[to + at] = level[from + at] as number;
    }
    const outputs = level.subarray(first * HASH_BYTES, (first + many) * HASH_BYTES);
    batchHashing.hashMessages({ bytes: inputs, lengths, count: many }, outputs);
  }
  if (count % 2 === 1) level.copyWithin(pairs * HASH_BYTES, (count - 1) * HASH_BYTES, count * HASH_BYTES);
  return pairs + (count % 2);
}

export function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return sha256(new Uint8Array());
  const level = new Uint8Array(leaves.length * HASH_BYTES);
  for (let index = 0; index < leaves.length; index++) level.set(leaves[index] as Uint8Array, index * HASH_BYTES);
  for (let count = leaves.length; count > 1; ) count = hashLevel(level, count);
  return level.slice(0, HASH_BYTES);
}
