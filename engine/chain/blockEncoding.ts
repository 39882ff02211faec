/** A block's bytes, written once into memory of exactly their length.
 *
 *  In: a block. Out: the bytes of the message Block of proto/wire.proto, in memory that the caller chooses. A full block
 *  has about 100 MB. The generated codec grows its memory while it writes and copies all of it again at the end, which
 *  costs twenty times as much. Small parts go through the generated codec: encoded fields of a message may simply follow
 *  one another. A test compares the two. */

import { WireBlock } from '../../proto/wire.js';
import { invariant } from '../base/refusal.js';
import { type Certificate, certificateToWire } from './certificate.js';
import type { SignedParts } from './transaction.js';

/** Field number and wire type 2 (length, then bytes) or 0 (number) in one byte. */
export const bytesTag = (field: number): number => (field << 3) | 2;
export const numberTag = (field: number): number => field << 3;

const TRANSACTIONS = bytesTag(4);
const OPERATION = bytesTag(1);
const PUBLIC_KEY = bytesTag(2);
const TEXT = bytesTag(3);
const KEY_AT = numberTag(4);
const SIGNATURE = bytesTag(5);

/** Bytes of an unsigned number in groups of seven bits, the lowest first. */
function numberLength(value: number): number {
  let length = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) length++;
  return length;
}

export const bytesFieldLength = (length: number): number => 1 + numberLength(length) + length;

/** An empty field is left out (proto3). */
const optionalLength = (length: number): number => (length === 0 ? 0 : bytesFieldLength(length));

/** Bytes of a transaction's message. */
const transactionLength = ({ operation, publicKey, text, keyAt, signature }: SignedParts): number =>
  optionalLength(Buffer.byteLength(operation)) +
  optionalLength(publicKey.length) +
  optionalLength(text.length) +
  (keyAt === 0 ? 0 : 1 + numberLength(keyAt)) +
  optionalLength(signature.length);

/** Writes fields one after the other. `bytes`, `binary`, `text` and `number` leave out empty fields. */
export class FieldWriter {
  constructor(
    private readonly target: Buffer,
    public at = 0,
  ) {}

  number(tag: number, value: number): void {
    if (value !== 0) this.head(tag, value);
  }

  /** Tag and number; for a field of bytes their length, and the bytes follow. */
  head(tag: number, value: number): void {
    this.target[this.at++] = tag;
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.target[this.at++] = (rest % 0x80) | 0x80;
    this.target[this.at++] = rest;
  }

  raw(bytes: Uint8Array): void {
    this.target.set(bytes, this.at);
    this.at += bytes.length;
  }

  bytes(tag: number, bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.head(tag, bytes.length);
    this.raw(bytes);
  }

  /** @param text one byte per character. */
  binary(tag: number, text: string): void {
    if (text === '') return;
    this.head(tag, text.length);
    this.at += this.target.write(text, this.at, 'latin1');
  }

  text(tag: number, text: string): void {
    if (text === '') return;
    this.head(tag, Buffer.byteLength(text));
    this.at += this.target.write(text, this.at, 'utf8');
  }
}

/** The parts of a block that its bytes hold. */
export interface BlockParts {
  /** The bytes that the proposer signed. */
  readonly headerBytes: Uint8Array;
  readonly proposerSignature: Uint8Array;
  /** Certificate of the parent, from height 2 on. */
  readonly certificate: Certificate | undefined;
  readonly transactions: readonly SignedParts[];
}

export class BlockEncoding {
  readonly length: number;
  readonly #head: Uint8Array;
  readonly #lengths: readonly number[];

  constructor(private readonly block: BlockParts) {
    const { headerBytes, proposerSignature, certificate, transactions } = block;
    this.#head = WireBlock.encode({
      header: headerBytes,
      proposerSignature,
      parentCertificate: certificate ? certificateToWire(certificate) : null,
    }).finish();
    this.#lengths = transactions.map(transactionLength);
    let length = this.#head.length;
    for (const one of this.#lengths) length += bytesFieldLength(one);
    this.length = length;
  }

  write(writer: FieldWriter): void {
    const end = writer.at + this.length;
    writer.raw(this.#head);
    for (const [index, transaction] of this.block.transactions.entries()) {
      writer.head(TRANSACTIONS, this.#lengths[index] as number);
      writer.text(OPERATION, transaction.operation);
      writer.bytes(PUBLIC_KEY, transaction.publicKey);
      writer.bytes(TEXT, transaction.text);
      writer.number(KEY_AT, transaction.keyAt);
      writer.bytes(SIGNATURE, transaction.signature);
    }
    invariant(writer.at === end, 'a block has other bytes than were counted');
  }
}
