/** A protobuf Transaction as wallets write it, read in one pass: each field once, in the order of their numbers, nothing else.
 *
 *  In: bytes as they came. Out: what the generated code makes of them, or undefined for all other bytes, the wrong ones among them: the
 *  generated code reads them then, and nothing else decides what is refused. */

import { binaryPart } from '../base/bytes.js';
import type { SignedParts } from '../chain/transaction.js';

/** Tags of the fields in wire.proto. */
const TAG = { operation: 0x0a, publicKey: 0x12, text: 0x1a, keyAt: 0x20, signature: 0x2a } as const;

/** Longest name of an operation that is read here. */
const OPERATION_BYTES = 64;

/** Bytes of a number that is read here: 28 bits, which no shift makes negative. */
const NUMBER_BYTES = 4;

/** Reads forward; what it cannot read ends it. */
class Cursor {
  #at = 0;
  isLost = false;

  constructor(readonly bytes: Uint8Array) {}

  get isAtEnd(): boolean {
    return this.#at === this.bytes.length;
  }

  /** Whether a tag comes next, which is passed over then. */
  takes(tag: number): boolean {
    if (this.bytes[this.#at] !== tag) return false;
    this.#at++;
    return true;
  }

  number(): number {
    let value = 0;
    for (let index = 0; index < NUMBER_BYTES; index++) {
      const byte = this.bytes[this.#at++];
      if (byte === undefined) break;
      value |= (byte & 0x7f) << (7 * index);
      if (byte < 0x80) return value;
    }
    this.isLost = true;
    return 0;
  }

  /** @returns a view. */
  field(): Uint8Array {
    const length = this.number();
    const from = this.#at;
    this.#at += length;
    if (this.#at > this.bytes.length) this.isLost = true;
    return this.bytes.subarray(from, this.#at);
  }
}

const isAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80);

export function readPlainTransaction(bytes: Uint8Array): SignedParts | undefined {
  const cursor = new Cursor(bytes);
  const name = cursor.takes(TAG.operation) ? cursor.field() : undefined;
  if (name && (name.length > OPERATION_BYTES || !isAscii(name))) return undefined;
  if (!cursor.takes(TAG.publicKey)) return undefined;
  const publicKey = cursor.field();
  if (!cursor.takes(TAG.text)) return undefined;
  const text = cursor.field();
  const keyAt = cursor.takes(TAG.keyAt) ? cursor.number() : 0;
  if (!cursor.takes(TAG.signature)) return undefined;
  const signature = cursor.field();
  if (cursor.isLost || !cursor.isAtEnd) return undefined;
  return { operation: name ? binaryPart(name, 0, name.length) : '', publicKey, text, keyAt, signature };
}
