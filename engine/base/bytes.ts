/** Byte helpers shared by every room: hex, comparison, big-endian integers, binary strings.
 *
 *  A *binary string* holds one byte per character (latin1). State keys and account ids are binary strings, because a
 *  Map keyed by strings of 32 one-byte characters is the fastest dictionary a JavaScript engine has. */

import { invariant } from './refusal.js';

/** A Buffer over the same memory, for the fast native conversions that Uint8Array lacks on Node 20. */
export const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);

export const toHex = (bytes: Uint8Array): string => asBuffer(bytes).toString('hex');

/** @returns the bytes, or undefined when `text` is not hex of even length (either case) or has another length than
 *  `length` bytes. */
export function fromHex(text: string, length?: number): Uint8Array | undefined {
  if (length !== undefined && text.length !== length * 2) return undefined;
  // Decoding stops at the first character that is no hex digit; a regular expression over 10,000 characters costs five
  // times the decoding. The byte length tells wide characters apart, which Node decodes by their low byte.
  const bytes = Buffer.from(text, 'hex');
  if (bytes.length * 2 !== text.length || Buffer.byteLength(text) !== text.length) return undefined;
  // A copy: short results of Node lie in a pool that they would keep alive.
  return new Uint8Array(bytes);
}

/** One byte per character. */
export const toBinary = (bytes: Uint8Array): string => asBuffer(bytes).toString('latin1');

export const fromBinary = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

export const binaryToHex = (text: string): string => Buffer.from(text, 'latin1').toString('hex');

export const utf8 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf8'));

export const utf8Text = (bytes: Uint8Array): string => asBuffer(bytes).toString('utf8');

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @returns the text, or undefined when the bytes are not well-formed UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

export const bytesEqual = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/** Byte order: negative when `a` comes first. */
export const compareBytes = (a: Uint8Array, b: Uint8Array): number => Buffer.compare(a, b);

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const out = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

export const U64_MAX = (1n << 64n) - 1n;
export const U128_MAX = (1n << 128n) - 1n;

/** Writes a non-negative safe integer as 8 big-endian bytes. */
export function writeU64(target: Uint8Array, at: number, value: number): void {
  invariant(Number.isSafeInteger(value) && value >= 0, `not an unsigned integer: ${value}`);
  const buffer = asBuffer(target);
  buffer.writeUInt32BE(Math.floor(value / 0x1_0000_0000), at);
  buffer.writeUInt32BE(value >>> 0, at + 4);
}

/** @throws InvariantError above 2^53 - 1: no field of the chain that is read as a number can get there. */
export function readU64(source: Uint8Array, at: number): number {
  const buffer = asBuffer(source);
  const value = buffer.readUInt32BE(at) * 0x1_0000_0000 + buffer.readUInt32BE(at + 4);
  invariant(Number.isSafeInteger(value), 'integer above 2^53 - 1');
  return value;
}

export function writeU128(target: Uint8Array, at: number, value: bigint): void {
  invariant(value >= 0n && value <= U128_MAX, `not an unsigned 128-bit integer: ${value}`);
  const buffer = asBuffer(target);
  buffer.writeBigUInt64BE(value >> 64n, at);
  buffer.writeBigUInt64BE(value & U64_MAX, at + 8);
}

export function readU128(source: Uint8Array, at: number): bigint {
  const buffer = asBuffer(source);
  return (buffer.readBigUInt64BE(at) << 64n) | buffer.readBigUInt64BE(at + 8);
}

/** The 8-byte big-endian key form of a height or ordinal. */
export function u64Bytes(value: number): Uint8Array {
  const out = new Uint8Array(8);
  writeU64(out, 0, value);
  return out;
}
