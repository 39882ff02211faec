/** Builds HTTP requests from signed ones: assembled from prepared bytes in one buffer, just before sending.
 *
 *  In: slots of the supply. Out: a whole POST, head and body. Three forms: one JSON envelope at its operation's route, an
 *  array of envelopes, and a protobuf `SignedBatch` (proto/wire.proto), encoded by hand because most of it is copied as is. */

import { SIGNATURE_BYTES } from '../../engine/crypto/mldsa.js';
import type { PublicAccount } from './accounts.js';
import { routeOf } from './payloads.js';
import type { Supply } from './supply.js';

export type Door = 'json' | 'binary';

export const BATCH_ROUTE = '/api/v2/batch';

const PAYLOAD = Buffer.from('{"payload":');
const SIGNATURE = Buffer.from(',"signature":"');
const PUBLIC_KEY = Buffer.from('","public_key":"');
const END = Buffer.from('"}');
const FIXED_BYTES = PAYLOAD.length + SIGNATURE.length + PUBLIC_KEY.length + END.length + 2 * SIGNATURE_BYTES;

/** Field number and wire type of protobuf, one byte each. */
const LENGTH_DELIMITED = 2;
const tag = (field: number, wireType = LENGTH_DELIMITED): number => field * 8 + wireType;
const REQUESTS_TAG = tag(1);
const TEXT_TAG = tag(3);
const KEY_AT_TAG = tag(4, 0);
const SIGNATURE_TAG = tag(5);

const varintBytes = (value: number): number => (value < 0x80 ? 1 : 1 + varintBytes(value >>> 7));

/** @returns the offset after it. */
function writeVarint(bytes: Buffer, at: number, value: number): number {
  let rest = value;
  let offset = at;
  while (rest >= 0x80) {
    bytes[offset++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  bytes[offset++] = rest;
  return offset;
}

/** Operation and key of a `Transaction`: its first two fields. */
function binaryPrefix(operation: string, publicKey: Uint8Array): Buffer {
  const bytes = Buffer.alloc(2 + operation.length + 1 + varintBytes(publicKey.length) + publicKey.length);
  bytes[0] = tag(1);
  bytes[1] = operation.length;
  bytes.write(operation, 2, 'latin1');
  bytes[2 + operation.length] = tag(2);
  const at = writeVarint(bytes, 3 + operation.length, publicKey.length);
  bytes.set(publicKey, at);
  return bytes;
}

/** Makes the requests of one sender. */
export class RequestWriter {
  readonly #keys = new Map<number, Buffer>();
  readonly #prefixes = new Map<string, Buffer>();

  /** @param accounts of the run, by index. */
  constructor(
    private readonly supply: Supply,
    private readonly accounts: readonly Pick<PublicAccount, 'publicKey' | 'keyHex'>[],
    private readonly door: Door,
    private readonly batch: number,
    private readonly host: string,
  ) {}

  /** A whole request in the chosen form. @param slots at least one, and at most the batch size. */
  request(slots: readonly number[]): Buffer {
    if (this.door === 'binary') return this.#binary(slots);
    return this.batch === 1 ? this.#single(slots[0] as number) : this.#array(slots);
  }

  #head(path: string, type: string, length: number): Buffer {
    const head = `POST ${path} HTTP/1.1\r\nHost: ${this.host}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
    const bytes = Buffer.allocUnsafe(head.length + length);
    bytes.write(head, 'latin1');
    return bytes;
  }

  #keyHex(slot: number): Buffer {
    const account = this.supply.account(slot);
    let hex = this.#keys.get(account);
    if (!hex) {
      hex = Buffer.from((this.accounts[account] as PublicAccount).keyHex, 'latin1');
      this.#keys.set(account, hex);
    }
    return hex;
  }

  #envelopeBytes(slot: number): number {
    return FIXED_BYTES + 2 * this.#keyHex(slot).length + this.supply.text(slot).length;
  }

  #writeEnvelope(bytes: Buffer, from: number, slot: number): number {
    const { supply } = this;
    const text = supply.text(slot);
    const keyAt = supply.keyAt(slot);
    const hex = this.#keyHex(slot);
    let at = from;
    const put = (part: Uint8Array): void => {
      bytes.set(part, at);
      at += part.length;
    };
    put(PAYLOAD);
    put(text.subarray(0, keyAt));
    put(hex);
    put(text.subarray(keyAt));
    put(SIGNATURE);
    at += bytes.write(supply.signature(slot).toString('hex'), at, 'latin1');
    put(PUBLIC_KEY);
    put(hex);
    put(END);
    return at;
  }

  #single(slot: number): Buffer {
    const length = this.#envelopeBytes(slot);
    const bytes = this.#head(routeOf(this.supply.operation(slot)), 'application/json', length);
    this.#writeEnvelope(bytes, bytes.length - length, slot);
    return bytes;
  }

  #array(slots: readonly number[]): Buffer {
    let length = 1 + slots.length;
    for (const slot of slots) length += this.#envelopeBytes(slot);
    const bytes = this.#head(BATCH_ROUTE, 'application/json', length);
    let at = bytes.length - length;
    for (const [index, slot] of slots.entries()) {
      bytes.write(index === 0 ? '[' : ',', at, 'latin1');
      at = this.#writeEnvelope(bytes, at + 1, slot);
    }
    bytes.write(']', at, 'latin1');
    return bytes;
  }

  #prefix(slot: number): Buffer {
    const account = this.supply.account(slot);
    const operation = this.supply.operation(slot);
    const name = `${operation} ${account}`;
    let prefix = this.#prefixes.get(name);
    if (!prefix) {
      prefix = binaryPrefix(operation, (this.accounts[account] as PublicAccount).publicKey);
      this.#prefixes.set(name, prefix);
    }
    return prefix;
  }

  /** Bytes of one `Transaction` without its own tag and length. */
  #transactionBytes(slot: number): number {
    const text = this.supply.text(slot).length;
    const keyAt = this.supply.keyAt(slot) + 1;
    return (
      this.#prefix(slot).length +
      (1 + varintBytes(text) + text) +
      (1 + varintBytes(keyAt)) +
      (1 + varintBytes(SIGNATURE_BYTES) + SIGNATURE_BYTES)
    );
  }

  #binary(slots: readonly number[]): Buffer {
    const sizes = slots.map((slot) => this.#transactionBytes(slot));
    const length = sizes.reduce((sum, size) => sum + 1 + varintBytes(size) + size, 0);
    const bytes = this.#head(BATCH_ROUTE, 'application/x-protobuf', length);
    let at = bytes.length - length;
    for (const [index, slot] of slots.entries()) {
      bytes[at++] = REQUESTS_TAG;
      at = writeVarint(bytes, at, sizes[index] as number);
      at = this.#writeTransaction(bytes, at, slot);
    }
    return bytes;
  }

  #writeTransaction(bytes: Buffer, from: number, slot: number): number {
    const prefix = this.#prefix(slot);
    const text = this.supply.text(slot);
    bytes.set(prefix, from);
    let at = from + prefix.length;
    bytes[at++] = TEXT_TAG;
    at = writeVarint(bytes, at, text.length);
    bytes.set(text, at);
    at += text.length;
    bytes[at++] = KEY_AT_TAG;
    at = writeVarint(bytes, at, this.supply.keyAt(slot) + 1);
    bytes[at++] = SIGNATURE_TAG;
    at = writeVarint(bytes, at, SIGNATURE_BYTES);
    bytes.set(this.supply.signature(slot), at);
    return at + SIGNATURE_BYTES;
  }
}
