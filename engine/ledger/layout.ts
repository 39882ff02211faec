/** Layouts: how the decoded fields of an operation travel from a verification worker to the main thread.
 *
 *  A worker decodes the payload once; the main thread reads fixed binary fields instead of parsing JSON. A layout is
 *  written as an object of field codecs and gives the type, the encoder and the decoder. */

import {
  asBuffer,
  concatBytes,
  fromBinary,
  joinBytes,
  readU64,
  readU128,
  readU256,
  toBinary,
  u64Bytes,
  utf8,
  writeU128,
  writeU256,
} from '../base/bytes.js';
import { ACCOUNT_BYTES, type AccountId, accountBytes } from '../crypto/address.js';
import type { PackedValues } from '../state/table.js';

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

export interface FieldCodec<T> {
  write(value: T): Uint8Array;
  read(cursor: Cursor): T;
}

const lengthPrefixed = (bytes: Uint8Array): Uint8Array => {
  const length = new Uint8Array(4);
  asBuffer(length).writeUInt32BE(bytes.length, 0);
  return concatBytes(length, bytes);
};

function take(cursor: Cursor, length: number): Uint8Array {
  const bytes = cursor.bytes.subarray(cursor.at, cursor.at + length);
  cursor.at += length;
  return bytes;
}

/** 32 bytes. */
export const account: FieldCodec<AccountId> = {
  write: accountBytes,
  read: (cursor) => toBinary(take(cursor, ACCOUNT_BYTES)) as AccountId,
};

/** A binary string of one length. */
export const fixedBytes = (length: number): FieldCodec<string> => ({
  write: fromBinary,
  read: (cursor) => toBinary(take(cursor, length)),
});

/** Length, then bytes. */
export const bytes: FieldCodec<Uint8Array> = {
  write: lengthPrefixed,
  read: (cursor) => take(cursor, asBuffer(take(cursor, 4)).readUInt32BE(0)).slice(),
};

/** Quanta or base units, 16 bytes. */
export const amount: FieldCodec<bigint> = {
  write: (value) => {
    const bytes = new Uint8Array(16);
    writeU128(bytes, 0, value);
    return bytes;
  },
  read: (cursor) => readU128(take(cursor, 16), 0),
};

/** Records that are one amount. */
export const packedAmounts: PackedValues<bigint> = { bytes: 16, read: readU128 };

/** A sum of amounts that may exceed 128 bits, 32 bytes. */
export const sum: FieldCodec<bigint> = {
  write: (value) => {
    const bytes = new Uint8Array(32);
    writeU256(bytes, 0, value);
    return bytes;
  },
  read: (cursor) => readU256(take(cursor, 32), 0),
};

/** Unsigned integer up to 2^53 - 1, 8 bytes. */
export const integer: FieldCodec<number> = {
  write: u64Bytes,
  read: (cursor) => readU64(take(cursor, 8), 0),
};

/** Length, then UTF-8. */
export const text: FieldCodec<string> = {
  write: (value) => lengthPrefixed(utf8(value)),
  read: (cursor) => {
    const length = asBuffer(take(cursor, 4)).readUInt32BE(0);
    return asBuffer(take(cursor, length)).toString('utf8');
  },
};

/** One byte, 0 or 1. */
export const flag: FieldCodec<boolean> = {
  write: (value) => Uint8Array.of(value ? 1 : 0),
  read: (cursor) => take(cursor, 1)[0] === 1,
};

/** One byte that says whether the value follows. */
export const optional = <T>(codec: FieldCodec<T>): FieldCodec<T | undefined> => ({
  write: (value) => (value === undefined ? Uint8Array.of(0) : concatBytes(Uint8Array.of(1), codec.write(value))),
  read: (cursor) => (take(cursor, 1)[0] === 1 ? codec.read(cursor) : undefined),
});

/** Number of values, then the values. */
export const list = <T>(codec: FieldCodec<T>): FieldCodec<readonly T[]> => ({
  write: (values) => joinBytes([u64Bytes(values.length), ...values.map((value) => codec.write(value))]),
  read: (cursor) => Array.from({ length: readU64(take(cursor, 8), 0) }, () => codec.read(cursor)),
});

export interface Layout<T> extends FieldCodec<T> {
  encode(value: T): Uint8Array;
  decode(bytes: Uint8Array): T;
}

/** A layout of the named fields, in the order in which they are written here. */
export function layout<T extends object>(codecs: { readonly [K in keyof T]: FieldCodec<T[K]> }): Layout<T> {
  const names = Object.keys(codecs) as (keyof T & string)[];
  const write = (value: T): Uint8Array => concatBytes(...names.map((name) => codecs[name].write(value[name])));
  const read = (cursor: Cursor): T => {
    const value: Partial<T> = {};
    for (const name of names) value[name] = codecs[name].read(cursor);
    return value as T;
  };
  return { write, read, encode: write, decode: (bytes) => read({ bytes, at: 0 }) };
}
