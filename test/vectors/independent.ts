/** A second opinion on every encoding, written from the rules alone with node:crypto and Buffer: nothing here comes
 *  from the engine. Slow and short. */

import { createHash } from 'node:crypto';

export type Bytes = Uint8Array;

export const sha = (...parts: readonly (Bytes | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

export const join = (...parts: readonly (Bytes | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

export const hex = (bytes: Bytes): string => Buffer.from(bytes).toString('hex');

/** `length` bytes start, start + step, ... modulo 256: material that is no one's key. */
export const pattern = (length: number, start = 0, step = 1): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => (start + step * index) % 256);

/** Big-endian integer of `bytes` bytes. */
export const big = (value: bigint | number, bytes: number): Buffer =>
  Buffer.from(
    BigInt(value)
      .toString(16)
      .padStart(bytes * 2, '0'),
    'hex',
  );

/** A base-128 varint of the protobuf encoding. */
function varint(value: bigint | number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt(value);
  do {
    const low = Number(rest & 127n);
    rest >>= 7n;
    bytes.push(rest === 0n ? low : low | 128);
  } while (rest !== 0n);
  return Buffer.from(bytes);
}

/** One protobuf field: wire type 0 for numbers, 2 for bytes and text; a proto3 default is left out. */
export function field(id: number, value: number | bigint | string | Bytes): Buffer {
  if (typeof value === 'number' || typeof value === 'bigint')
    return BigInt(value) === 0n ? Buffer.alloc(0) : join(varint(id * 8), varint(value));
  const bytes = Buffer.from(value as string);
  return bytes.length === 0 ? bytes : message(id, bytes);
}

/** A length-delimited field that is present even when it is empty, like an element of a repeated field. */
export const message = (id: number, bytes: Bytes): Buffer => join(varint(id * 8 + 2), varint(bytes.length), bytes);

/** Compact JSON with keys sorted at every level, by what JavaScript gives for a sorted object. */
export function sortedJson(value: unknown): string {
  const sorted = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(sorted);
    if (item === null || typeof item !== 'object') return item;
    const entries = Object.entries(item).map(([key, member]) => [key, sorted(member)] as const);
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return JSON.stringify(sorted(value));
}

/** Merkle root: inner node SHA-256(0x01, left, right); an odd node goes up as it is. */
export function merkle(leaves: readonly Bytes[]): Bytes {
  if (leaves.length < 2) return leaves[0] ?? sha();
  // The left part holds the greatest power of two below the number of leaves: the same tree, read from its top.
  let left = 1;
  while (left * 2 < leaves.length) left *= 2;
  return sha(Buffer.from([1]), merkle(leaves.slice(0, left)), merkle(leaves.slice(left)));
}
