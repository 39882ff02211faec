/** Byte helpers shared by every room: hex, comparison, big-endian integers, binary strings.
 *
 *  A *binary string* holds one byte per character (latin1). State keys and account ids are binary strings, because a
 *  Map keyed by strings of 32 one-byte characters is the fastest dictionary a JavaScript engine has. */

import { invariant } from './refusal.js';

/** A Buffer over the same memory, for the fast native conversions that Uint8Array lacks on Node 20. */
export const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);

export const toHex = (bytes: Uint8Array): string => asBuffer(bytes).toString('hex');

/** @returns the bytes, or undefined when `text` is not hex of even length (in either case) or is not `length` bytes
 *  long. */
export function fromHex(text: string, length?: number): Uint8Array | undefined {
  if (length !== undefined && text.length !== length * 2) return undefined;
  // Decoding stops at the first character that is not a hex digit; a regular expression over 10,000 characters costs five
  // times as much as the decoding. The byte length exposes wide characters, which Node decodes by their low byte.
  const bytes = Buffer.from(text, 'hex');
  if (bytes.length * 2 !== text.length || Buffer.byteLength(text) !== text.length) return undefined;
  // A copy: Node puts short results in a pool, which they would keep alive.
  return new Uint8Array(bytes);
}

/** Node's own conversion, which takes any bytes: without the Buffer around them it takes a third of the time for a key. It is on the prototype
 *  of all versions, but not documented. */
const { latin1Slice } = Buffer.prototype as unknown as {
  latin1Slice?: (this: Uint8Array, from: number, to: number) => string;
};

/** One byte per character. */
export const toBinary: (bytes: Uint8Array) => string = latin1Slice
  ? (bytes) => latin1Slice.call(bytes, 0, bytes.length)
  : (bytes) => asBuffer(bytes).toString('latin1');

/** One byte per character, of a part. */
export const binaryPart: (bytes: Uint8Array, from: number, to: number) => string = latin1Slice
  ? (bytes, from, to) => latin1Slice.call(bytes, from, to)
  : (bytes, from, to) => asBuffer(bytes).toString('latin1', from, to);

/** Up to so many characters a loop takes less time than a native call. */
const SHORT_BINARY = 32;

/** The same for writing into memory that is there. */
const SHORT_TEXT = 128;

export function fromBinary(text: string): Uint8Array {
  if (text.length > SHORT_BINARY) return new Uint8Array(Buffer.from(text, 'latin1'));
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** Writes a binary string. @returns where it ends. */
export function writeBinary(target: Uint8Array, at: number, text: string): number {
  for (let index = 0; index < text.length; index++) target[at + index] = text.charCodeAt(index);
  return at + text.length;
}

export const binaryToHex = (text: string): string => Buffer.from(text, 'latin1').toString('hex');

export const utf8 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf8'));

export const utf8Length = (text: string): number => Buffer.byteLength(text);

/** Writes a text as UTF-8. Texts of ASCII up to some hundred characters take less time in a loop than in a native call.
 *  @param length what `utf8Length` says. @returns where it ends. */
export function writeUtf8(target: Uint8Array, at: number, text: string, length = utf8Length(text)): number {
  invariant(at + length <= target.length, 'no room for a text');
  if (length === text.length && length <= SHORT_TEXT) return writeBinary(target, at, text);
  return at + asBuffer(target).write(text, at, 'utf8');
}

export const utf8Text = (bytes: Uint8Array): string => asBuffer(bytes).toString('utf8');

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @returns the text, or undefined when the bytes are not well-formed UTF-8. @throws RangeError when the machine is exhausted. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  // Most texts are ASCII: copying those and counting what they would take takes half of the time in which UTF-8 is decoded.
  const text = toBinary(bytes);
  if (Buffer.byteLength(text) === bytes.length) return text;
  try {
    return strictUtf8.decode(bytes);
  } catch (error) {
    // A full native stack or a failed allocation is no property of the bytes.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

export const bytesEqual = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/** Byte order: negative when `a` comes first. */
export const compareBytes = (a: Uint8Array, b: Uint8Array): number => Buffer.compare(a, b);

export const concatBytes = (...parts: readonly Uint8Array[]): Uint8Array => joinBytes(parts);

/** Takes any number of parts as an array: a call takes some 65,000 arguments at most. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
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

/** For what is kept: a copy of a part, which would keep all of its memory alive. */
export const ownBytes = (bytes: Uint8Array): Uint8Array =>
  bytes.length < bytes.buffer.byteLength ? Uint8Array.from(bytes) : bytes;

export const U64_MAX = (1n << 64n) - 1n;
export const U128_MAX = (1n << 128n) - 1n;
const U32 = 0x1_0000_0000;

/** Writes four bytes by hand: making a Buffer or DataView over a short array costs more than the bytes (measured: half
 *  of the time that encoding a block's accounts takes). */
function write32(target: Uint8Array, at: number, value: number): void {
  target[at] = value >>> 24;
  target[at + 1] = value >>> 16;
  target[at + 2] = value >>> 8;
  target[at + 3] = value;
}

const byteAt = (source: Uint8Array, at: number): number => source[at] as number;

const read32 = (source: Uint8Array, at: number): number =>
  ((byteAt(source, at) << 24) |
    (byteAt(source, at + 1) << 16) |
    (byteAt(source, at + 2) << 8) |
    byteAt(source, at + 3)) >>>
  0;

/** Writes an unsigned integer of 32 bits, big-endian. */
export function writeU32(target: Uint8Array, at: number, value: number): void {
  invariant(at + 4 <= target.length, 'no room for 4 bytes');
  write32(target, at, value);
}

/** Writes a non-negative safe integer as 8 big-endian bytes. */
export function writeU64(target: Uint8Array, at: number, value: number): void {
  invariant(Number.isSafeInteger(value) && value >= 0, 'not an unsigned integer below 2^53');
  invariant(at + 8 <= target.length, 'no room for 8 bytes');
  write32(target, at, Math.floor(value / U32));
  write32(target, at + 4, value >>> 0);
}

/** @throws InvariantError above 2^53 - 1: no field of the chain that is read as a number can get that large. */
export function readU64(source: Uint8Array, at: number): number {
  invariant(at + 8 <= source.length, 'fewer than 8 bytes left');
  const value = read32(source, at) * U32 + read32(source, at + 4);
  invariant(Number.isSafeInteger(value), 'integer above 2^53 - 1');
  return value;
}

/** Between two numbers of 32 bits and one of 64: the engine of the language compiles these accesses to a few instructions, where
 *  shifts of bigints allocate an object for each step (measured: a fifth of the time for reading an amount). */
const half = new DataView(new ArrayBuffer(8));

function writeHalf(target: Uint8Array, at: number, value: bigint): void {
  half.setBigUint64(0, value);
  write32(target, at, half.getInt32(0));
  write32(target, at + 4, half.getInt32(4));
}

function readHalf(high: number, low: number): bigint {
  half.setInt32(0, high);
  half.setInt32(4, low);
  return half.getBigUint64(0);
}

export function writeU128(target: Uint8Array, at: number, value: bigint): void {
  invariant(value >= 0n && value <= U128_MAX, 'not an unsigned 128-bit integer');
  invariant(at + 16 <= target.length, 'no room for 16 bytes');
  writeHalf(target, at, value > U64_MAX ? value >> 64n : 0n);
  writeHalf(target, at + 8, BigInt.asUintN(64, value));
}

export function readU128(source: Uint8Array, at: number): bigint {
  invariant(at + 16 <= source.length, 'fewer than 16 bytes left');
  const high = read32(source, at);
  const next = read32(source, at + 4);
  const low = readHalf(read32(source, at + 8), read32(source, at + 12));
  return high === 0 && next === 0 ? low : (readHalf(high, next) << 64n) | low;
}

/** 32 bytes, for sums of amounts that may exceed 128 bits. */
export function writeU256(target: Uint8Array, at: number, value: bigint): void {
  writeU128(target, at, value >> 128n);
  writeU128(target, at + 16, value & U128_MAX);
}

export const readU256 = (source: Uint8Array, at: number): bigint =>
  (readU128(source, at) << 128n) | readU128(source, at + 16);

/** The 8-byte big-endian key form of a height or ordinal. */
export function u64Bytes(value: number): Uint8Array {
  const out = new Uint8Array(8);
  writeU64(out, 0, value);
  return out;
}
