/** The root over a block's transactions beside one that is computed node by node. */

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { merkleRoot } from '../../../engine/protocol/merkleRoot.js';

const hashOf = (...parts: readonly Uint8Array[]): Uint8Array => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};

function slowly(leaves: readonly Uint8Array[]): Uint8Array {
  const [first = hashOf(), second] = leaves;
  if (!second) return first;
  const above: Uint8Array[] = [];
  for (let at = 0; at < leaves.length; at += 2) {
    const [left, right] = leaves.slice(at, at + 2) as [Uint8Array, Uint8Array | undefined];
    above.push(right ? hashOf(Uint8Array.of(1), left, right) : left);
  }
  return slowly(above);
}

test('is the same for every number of leaves, and leaves them as they are', () => {
  const leaves = Array.from({ length: 1_100 }, (_, index) => hashOf(Uint8Array.of(index & 0xff, index >> 8)));
  const before = leaves.map((leaf) => leaf.slice());
  const counts = [...Array.from({ length: 300 }, (_, count) => count), 511, 512, 513, 1_023, 1_025, 1_100];
  for (const count of counts) {
    const some = leaves.slice(0, count);
    expect(merkleRoot(some), `${count} leaves`).toEqual(slowly(some));
  }
  expect(counts.length).toBe(306);
  expect(leaves).toEqual(before);
});
