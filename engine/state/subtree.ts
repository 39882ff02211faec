/** Subtrees of the state's trie from their leaves alone, and the way from a subtree to the root.
 *
 *  In: leaves in the order of their paths, or the roots of all subtrees that the state is cut into. Out: a subtree's hash, the hashes
 *  beside the way to each subtree, the root that they lead to. The rules are those of `trie.ts`; nothing of it is used here, because a
 *  snapshot is cut and checked in pieces that fit no trie. */

import { bytesEqual, concatBytes } from '../base/bytes.js';
import { invariant } from '../base/refusal.js';
import { sha256, sha256Of } from '../crypto/sha256.js';
import { HASH_BYTES } from './leaves.js';

export const PATH_BITS = HASH_BYTES * 8;

export const EMPTY_SUBTREE = new Uint8Array(HASH_BYTES);

/** Bit `bit` of a path, counted from the most significant. */
export const pathBit = (path: Uint8Array, bit: number): number => ((path[bit >>> 3] as number) >>> (7 - (bit & 7))) & 1;

export interface Leaf {
  /** SHA-256 of the record's full key. */
  readonly path: Uint8Array;
  readonly hash: Uint8Array;
}

/** @param leafPrefix of the network's state tree. @param key table number, then the record's own key. */
export function leafOf(leafPrefix: number, key: Uint8Array, value: Uint8Array): Leaf {
  const path = sha256(key);
  return { path, hash: sha256Of(Uint8Array.of(leafPrefix), path, sha256(value)) };
}

/** First of the items from `from` to `to`, which are in order and agree in the first `depth` bits, whose bit `depth` is 1. */
export function splitAt(items: readonly { readonly path: Uint8Array }[], from: number, to: number, depth: number) {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (pathBit((items[middle] as Leaf).path, depth) === 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Hash of the subtree that holds exactly the leaves from `from` to `to`. They are in order, and agree in the first `depth` bits. */
export function subtreeHash(leaves: readonly Leaf[], depth = 0, from = 0, to = leaves.length): Uint8Array {
  if (from === to) return EMPTY_SUBTREE;
  if (to - from === 1) return (leaves[from] as Leaf).hash;
  invariant(depth < PATH_BITS, 'two leaves of one path');
  const middle = splitAt(leaves, from, to, depth);
  return sha256(concatBytes(subtreeHash(leaves, depth + 1, from, middle), subtreeHash(leaves, depth + 1, middle, to)));
}

/** A place in the trie. */
export interface Prefix {
  /** Number of bits. */
  readonly bits: number;
  /** The bits from the most significant; those of the last byte that are not used are 0. */
  readonly prefix: Uint8Array;
}

export const prefixBytes = (bits: number): number => Math.ceil(bits / 8);

/** The first `bits` bits of a path. */
export function prefixOf(path: Uint8Array, bits: number): Prefix {
  const prefix = path.slice(0, prefixBytes(bits));
  if (bits % 8 !== 0) prefix[prefix.length - 1] = (prefix.at(-1) as number) & (0xff << (8 - (bits % 8)));
  return { bits, prefix };
}

export const isUnder = (path: Uint8Array, { bits, prefix }: Prefix): boolean =>
  bytesEqual(prefixOf(path, bits).prefix, prefix);

/** The root that a subtree leads to. @param siblings from the root down, one for each bit of its prefix. */
export function rootAbove(hash: Uint8Array, { prefix }: Prefix, siblings: readonly Uint8Array[]): Uint8Array {
  let at = hash;
  for (let depth = siblings.length - 1; depth >= 0; depth--) {
    const sibling = siblings[depth] as Uint8Array;
    at = sha256(pathBit(prefix, depth) === 0 ? concatBytes(at, sibling) : concatBytes(sibling, at));
  }
  return at;
}

export interface Subtree extends Prefix {
  readonly hash: Uint8Array;
}

/** The hashes beside the way to each of the subtrees that the state is cut into, from the root down.
 *  @param subtrees in path order. They cover every path once, and a subtree was cut in two only if it has two leaves.
 *  @returns the root, and a list for each subtree. */
export function siblingsOf(subtrees: readonly Subtree[]): { root: Uint8Array; siblings: Uint8Array[][] } {
  const siblings: Uint8Array[][] = subtrees.map(() => []);
  const hashOf = (depth: number, from: number, to: number): Uint8Array => {
    const first = subtrees[from];
    invariant(first && first.bits >= depth, 'the subtrees do not cover every path');
    if (to - from === 1) {
      invariant(first.bits === depth, 'the subtrees do not cover every path');
      return first.hash;
    }
    let middle = from;
    while (middle < to && pathBit((subtrees[middle] as Subtree).prefix, depth) === 0) middle++;
    const left = hashOf(depth + 1, from, middle);
    const right = hashOf(depth + 1, middle, to);
    for (let index = from; index < to; index++) siblings[index]?.push(index < middle ? right : left);
    return sha256(concatBytes(left, right));
  };
  const root = hashOf(0, 0, subtrees.length);
  // The deepest sibling was found first.
  for (const list of siblings) list.reverse();
  return { root, siblings };
}
