/** The root of a list in Ethereum's Merkle-Patricia trie (Yellow Paper, appendix D): keys are the RLP of the indexes, values are bytes.
 *
 *  The keys of a list are prefix-free, so no branch has a value. The tests have roots of @ethereumjs/mpt. */

import { keccak_256 } from '@noble/hashes/sha3.js';
import { RLP, type RLPInput } from 'micro-eth-signer/core/rlp.js';

/** Half a byte each. */
type Nibbles = readonly number[];

interface Entry {
  readonly key: Nibbles;
  readonly value: Uint8Array;
}

const EMPTY = new Uint8Array(0);

const nibblesOf = (bytes: Uint8Array): Nibbles => [...bytes].flatMap((byte) => [byte >> 4, byte & 15]);

/** The rest of a path as bytes: a flag for leaf and one for an odd length first. */
function compact(path: Nibbles, isLeaf: boolean): Uint8Array {
  const flag = isLeaf ? 2 : 0;
  const whole = path.length % 2 === 1 ? [flag + 1, ...path] : [flag, 0, ...path];
  return Uint8Array.from({ length: whole.length / 2 }, (_, at) => {
    const [high = 0, low = 0] = whole.slice(2 * at, 2 * at + 2);
    return high * 16 + low;
  });
}

/** How a node is named in its parent: by itself when its RLP is shorter than a hash. */
function reference(node: RLPInput): RLPInput {
  const bytes = RLP.encode(node);
  return bytes.length < 32 ? node : keccak_256(bytes);
}

/** Nibbles from `depth` on that all keys have in common. */
function commonLength(entries: readonly Entry[], depth: number): number {
  const [first] = entries as [Entry];
  let length = 0;
  while (entries.every(({ key }) => key[depth + length] === first.key[depth + length])) length++;
  return length;
}

/** The node above `entries` (at least one), whose keys are equal before `depth`. */
function nodeOf(entries: readonly Entry[], depth: number): RLPInput {
  const [first] = entries as [Entry];
  if (entries.length === 1) return [compact(first.key.slice(depth), true), first.value];
  const length = commonLength(entries, depth);
  if (length > 0) {
    const path = first.key.slice(depth, depth + length);
    return [compact(path, false), reference(nodeOf(entries, depth + length))];
  }
  const children = Array.from({ length: 16 }, (_, nibble): RLPInput => {
    const below = entries.filter(({ key }) => key[depth] === nibble);
    return below.length === 0 ? EMPTY : reference(nodeOf(below, depth + 1));
  });
  return [...children, EMPTY];
}

/** @param values of a block's list: encoded transactions or receipts. */
export function listRoot(values: readonly Uint8Array[]): Uint8Array {
  const entries = values.map((value, at) => ({ key: nibblesOf(RLP.encode(at)), value }));
  return keccak_256(RLP.encode(entries.length === 0 ? EMPTY : nodeOf(entries, 0)));
}
