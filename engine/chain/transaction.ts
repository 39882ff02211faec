/** A transaction: exactly what its owner signed, and what every node derives from that.
 *
 *  Signed: the key, the signed bytes, the signature, and the operation's name. Derived by decoding: the id, the sender,
 *  the common members and the operation's fields. No separate "executed" version exists that could differ from the
 *  signed one (specification, Transaction). */

import { asBuffer, concatBytes, toHex, utf8Length, writeUtf8 } from '../base/bytes.js';
import type { AccountId } from '../crypto/address.js';
import { PUBLIC_KEY_BYTES } from '../crypto/mldsa.js';

/** The signed parts as they travel and are stored: the key's hex is cut out of the signed bytes. */
export interface SignedParts {
  readonly operation: string;
  /** ML-DSA-65 public key, 1,952 bytes. */
  readonly publicKey: Uint8Array;
  /** Signed bytes without the key's hex. */
  readonly text: Uint8Array;
  /** 1 + the offset of the cut; 0 when nothing was cut. */
  readonly keyAt: number;
  /** 3,309 bytes. */
  readonly signature: Uint8Array;
}

/** Members that every payload may carry, decoded. */
export interface CommonMembers {
  /** Milliseconds since the epoch, as signed. */
  readonly timestamp: number;
  /** Single-use text, 8 to 128 bytes. */
  readonly nonce: string;
  /** Tip in quanta, paid on top of the table fee. */
  readonly priorityFee: bigint;
  /** When present, the sequential account nonce that the transaction must get. */
  readonly accountNonce?: number;
  /** Whether the payload's `fee`, which nothing else reads, is negative or not a finite number: such a transaction is invalid
   *  from the monetary-integrity height on. */
  readonly unsoundFee?: true;
}

/** A decoded transaction. `Fields` belong to its kind. */
export interface Transaction<Fields = unknown> extends SignedParts, CommonMembers {
  /** SHA-256(key, signed bytes) as a binary string of 32 characters. */
  readonly id: string;
  readonly sender: AccountId;
  readonly fields: Fields;
  /** Length of the signed bytes: what counts against a block's byte limit. */
  readonly signedLength: number;
}

/** Length of the key's hex in the signed bytes. */
const KEY_HEX_BYTES = PUBLIC_KEY_BYTES * 2;

/** Cuts the first lower-case hex of the key out of the signed bytes. @param keyHex of the key, for a caller that has it. */
export function cutKey(
  signedBytes: Uint8Array,
  publicKey: Uint8Array,
  keyHex = toHex(publicKey),
): { text: Uint8Array; keyAt: number } {
  const at = asBuffer(signedBytes).indexOf(keyHex, 0, 'latin1');
  if (at < 0) return { text: signedBytes, keyAt: 0 };
  return {
    text: concatBytes(signedBytes.subarray(0, at), signedBytes.subarray(at + KEY_HEX_BYTES)),
    keyAt: at + 1,
  };
}

const isHexDigit = (code: number): boolean => (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x66);

/** Whether a cut is the one that `cutKey` makes, told without a search; false for some that are. An earlier hex of the key would hold the
 *  character before the cut when the text before it is no longer than the hex. */
export const isFirstCut = ({ text, keyAt }: Pick<SignedParts, 'text' | 'keyAt'>, keyHex: string): boolean =>
  keyAt > 1 && keyAt - 1 <= keyHex.length && !isHexDigit(text[keyAt - 2] as number);

/** Rebuilds the bytes that the owner signed. @param keyHex of the key, for a caller that has it.
 *  @returns undefined when the cut is outside the text: no signer can have made such a transaction. */
export function joinKey(
  text: Uint8Array,
  keyAt: number,
  publicKey: Uint8Array,
  keyHex?: string,
): Uint8Array | undefined {
  if (keyAt === 0) return text;
  const at = keyAt - 1;
  if (at > text.length) return undefined;
  const hex = keyHex ?? toHex(publicKey);
  // Not filled with zeros first: every byte is written.
  const bytes = new Uint8Array(Buffer.allocUnsafeSlow(text.length + hex.length).buffer);
  bytes.set(text.subarray(0, at));
  asBuffer(bytes).write(hex, at, 'latin1');
  bytes.set(text.subarray(at), at + hex.length);
  return bytes;
}

/** The signed text of a decoded transaction, for the API's `signed_payload`. */
export function signedBytesOf(parts: SignedParts): Uint8Array {
  return joinKey(parts.text, parts.keyAt, parts.publicKey) ?? new Uint8Array();
}

export const signedLengthOf = (text: Uint8Array, keyAt: number): number =>
  text.length + (keyAt === 0 ? 0 : KEY_HEX_BYTES);

/** One transaction as an entry of a stored Body: tag, length, StoredTransaction. Entries written one after the other
 *  are a Body, so a block's body is assembled without encoding anything again. Written by hand: the generated code takes twice as long,
 *  and makes memory of its own. */
export function encodeBodyEntry(parts: SignedParts, account: Uint8Array): Uint8Array {
  const entry = new Uint8Array(bodyEntryLength(parts, account));
  writeBodyEntry(entry, 0, parts, account);
  return entry;
}

const storedLength = ({ operation, text, keyAt }: SignedParts, account: Uint8Array): number =>
  fieldLength(utf8Length(operation)) + fieldLength(account.length) + fieldLength(text.length) + numberLength(keyAt);

export function bodyEntryLength(parts: SignedParts, account: Uint8Array): number {
  const length = storedLength(parts, account);
  return 1 + varintLength(length) + length;
}

/** Bytes of an entry behind its text. */
export const lengthAfterText = ({ keyAt }: Pick<SignedParts, 'keyAt'>): number => numberLength(keyAt);

/** @returns where the entry ends. */
export function writeBodyEntry(target: Uint8Array, from: number, parts: SignedParts, account: Uint8Array): number {
  const { operation, text, keyAt } = parts;
  let at = writeVarint(target, writeVarint(target, from, TAG.entry), storedLength(parts, account));
  if (operation !== '') {
    const length = utf8Length(operation);
    at = writeVarint(target, writeVarint(target, at, TAG.operation), length);
    at = writeUtf8(target, at, operation, length);
  }
  at = writeField(target, at, TAG.account, account);
  at = writeField(target, at, TAG.text, text);
  return keyAt === 0 ? at : writeVarint(target, writeVarint(target, at, TAG.keyAt), keyAt);
}

/** Tags of fields in wire.proto: of Body, then of StoredTransaction. */
const TAG = { entry: 0x0a, operation: 0x0a, account: 0x12, text: 0x1a, keyAt: 0x20 } as const;

function varintLength(value: number): number {
  let length = 1;
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) length++;
  return length;
}

const numberLength = (value: number): number => (value === 0 ? 0 : 1 + varintLength(value));
const fieldLength = (length: number): number => (length === 0 ? 0 : numberLength(length) + length);

function writeVarint(target: Uint8Array, from: number, value: number): number {
  let at = from;
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) target[at++] = (rest & 0x7f) | 0x80;
  target[at++] = rest;
  return at;
}

/** A field of the default value is left out, as the generated code does. */
function writeField(target: Uint8Array, at: number, tag: number, bytes: Uint8Array): number {
  if (bytes.length === 0) return at;
  const start = writeVarint(target, writeVarint(target, at, tag), bytes.length);
  target.set(bytes, start);
  return start + bytes.length;
}
