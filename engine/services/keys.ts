/** Keys of the services' database: one byte for the table, then parts of fixed length, so that a prefix of parts is a range. */

import { joinBytes, toBinary, u64Bytes, utf8 } from '../base/bytes.js';
import { type AccountId, accountBytes } from '../crypto/address.js';
import { sha256 } from '../crypto/sha256.js';
import type { KeyRange } from '../store/port.js';

/** A number takes 8 bytes, bytes go in as they are; texts must be made one of both before. */
export type KeyPart = Uint8Array | number;

/** @param parts of fixed length each. */
export const keyOf = (...parts: readonly KeyPart[]): Uint8Array =>
  joinBytes(parts.map((part) => (typeof part === 'number' ? u64Bytes(part) : part)));

export const accountPart = (account: AccountId): Uint8Array => accountBytes(account);

/** A text of any length as a part: its SHA-256. */
export const textPart = (text: string): Uint8Array => sha256(utf8(text));

/** The first key after all that begin with `prefix`; undefined when there is none. */
function behind(prefix: Uint8Array): Uint8Array | undefined {
  const next = Uint8Array.from(prefix);
  for (let at = next.length - 1; at >= 0; at--) {
    const byte = next[at] as number;
    if (byte === 0xff) continue;
    next[at] = byte + 1;
    return next.subarray(0, at + 1);
  }
  return undefined;
}

/** All keys that begin with `prefix`. A prefix begins with a table's byte, and no table is 0xff. */
export function prefixRange(prefix: Uint8Array): KeyRange {
  const lt = behind(prefix);
  return { gte: prefix, lt: lt ?? Uint8Array.of(0xff) };
}

/** The least key that is greater than `key`. */
export const justBehind = (key: Uint8Array): Uint8Array => joinBytes([key, Uint8Array.of(0)]);

/** Bytes as a text that a Map can have as its key, in the same order. */
export const keyText = toBinary;
