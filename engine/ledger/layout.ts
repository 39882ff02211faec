/** Layouts: how the decoded fields of an operation travel from a verification worker to the main thread.
 *
 *  A worker decodes the payload once; the main thread reads fixed binary fields instead of parsing JSON. A layout is
 *  written as an object of field codecs and gives the type, the encoder and the decoder. */

import {
  asBuffer,
  readU64,
  readU128,
  readU256,
  toBinary,
  utf8Length,
  writeBinary,
  writeU32,
  writeU64,
  writeU128,
  writeU256,
  writeUtf8,
} from '../base/bytes.js';
import { ACCOUNT_BYTES, type AccountId } from '../crypto/address.js';
import type { PackedValues } from '../state/table.js';

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

export interface FieldCodec<T> {
  /** Bytes that a value takes. */
  size(value: T): number;
  /** Writes as many bytes. @returns where they end. */
  write(target: Uint8Array, at: number, value: T): number;
  read(cursor: Cursor): T;
}

function take(cursor: Cursor, length: number): Uint8Array {
  const bytes = cursor.bytes.subarray(cursor.at, cursor.at + length);
  cursor.at += length;
  return bytes;
}

/** A field of one length. */
const fixed = <T>(
  bytes: number,
  put: (target: Uint8Array, at: number, value: T) => void,
  read: (cursor: Cursor) => T,
): FieldCodec<T> => ({
  size: () => bytes,
  write(target, at, value) {
    put(target, at, value);
    return at + bytes;
  },
  read,
});

/** A binary string of one length. */
export const fixedBytes = (length: number): FieldCodec<string> => ({
  size: (value) => value.length,
  write: writeBinary,
  read: (cursor) => toBinary(take(cursor, length)),
});

/** 32 bytes. */
export const account = fixedBytes(ACCOUNT_BYTES) as FieldCodec<AccountId>;

/** Bytes of a length before what has that length. */
const LENGTH = 4;

/** Length, then bytes. */
export const bytes: FieldCodec<Uint8Array> = {
  size: (value) => LENGTH + value.length,
  write(target, at, value) {
    writeU32(target, at, value.length);
    target.set(value, at + LENGTH);
    return at + LENGTH + value.length;
  },
  read: (cursor) => take(cursor, asBuffer(take(cursor, LENGTH)).readUInt32BE(0)).slice(),
};

/** Quanta or base units, 16 bytes. */
export const amount = fixed<bigint>(16, writeU128, (cursor) => readU128(take(cursor, 16), 0));

/** Records that are one amount. */
export const packedAmounts: PackedValues<bigint> = { bytes: 16, read: readU128 };

/** A sum of amounts that may exceed 128 bits, 32 bytes. */
export const sum = fixed<bigint>(32, writeU256, (cursor) => readU256(take(cursor, 32), 0));

/** Unsigned integer up to 2^53 - 1, 8 bytes. */
export const integer = fixed<number>(8, writeU64, (cursor) => readU64(take(cursor, 8), 0));

/** Length, then UTF-8. */
export const text: FieldCodec<string> = {
  size: (value) => LENGTH + utf8Length(value),
  write(target, at, value) {
    const length = utf8Length(value);
    writeU32(target, at, length);
    return writeUtf8(target, at + LENGTH, value, length);
  },
  read: (cursor) => {
    const length = asBuffer(take(cursor, LENGTH)).readUInt32BE(0);
    return asBuffer(take(cursor, length)).toString('utf8');
  },
};

function writeFlag(target: Uint8Array, at: number, value: boolean): void {
  target[at] = value ? 1 : 0;
}

/** One byte, 0 or 1. */
export const flag = fixed<boolean>(1, writeFlag, (cursor) => take(cursor, 1)[0] === 1);

/** One byte that says whether the value follows. */
export const optional = <T>(codec: FieldCodec<T>): FieldCodec<T | undefined> => ({
  size: (value) => 1 + (value === undefined ? 0 : codec.size(value)),
  write(target, at, value) {
    writeFlag(target, at, value !== undefined);
    return value === undefined ? at + 1 : codec.write(target, at + 1, value);
  },
  read: (cursor) => (take(cursor, 1)[0] === 1 ? codec.read(cursor) : undefined),
});

/** Number of values, then the values. */
export const list = <T>(codec: FieldCodec<T>): FieldCodec<readonly T[]> => ({
  size(values) {
    let size = 8;
    for (const value of values) size += codec.size(value);
    return size;
  },
  write(target, at, values) {
    writeU64(target, at, values.length);
    let end = at + 8;
    for (const value of values) end = codec.write(target, end, value);
    return end;
  },
  read: (cursor) => Array.from({ length: readU64(take(cursor, 8), 0) }, () => codec.read(cursor)),
});

export interface Layout<T> extends FieldCodec<T> {
  encode(value: T): Uint8Array;
  decode(bytes: Uint8Array): T;
}

/** A layout of the named fields, in the order in which they are written here. */
export function layout<T extends object>(codecs: { readonly [K in keyof T]: FieldCodec<T[K]> }): Layout<T> {
  const names = Object.keys(codecs) as (keyof T & string)[];
  const size = (value: T): number => {
    let length = 0;
    for (const name of names) length += codecs[name].size(value[name]);
    return length;
  };
  const write = (target: Uint8Array, at: number, value: T): number => {
    let end = at;
    for (const name of names) end = codecs[name].write(target, end, value[name]);
    return end;
  };
  const read = (cursor: Cursor): T => {
    const value: Partial<T> = {};
    for (const name of names) value[name] = codecs[name].read(cursor);
    return value as T;
  };
  const encode = (value: T): Uint8Array => {
    const encoded = new Uint8Array(size(value));
    write(encoded, 0, value);
    return encoded;
  };
  return { size, write, read, encode, decode: (encoded) => read({ bytes: encoded, at: 0 }) };
}
