/** Signed requests that wait to be sent, in memory that signing threads write and the sending thread reads.
 *
 *  In: payloads with their signatures, each in its own slot. Out: the parts of a request by slot. A slot is about 3.8 KB, while the
 *  request's JSON would be 15 KB: the key, which the JSON contains twice in hex, is kept once for each account. */

import { createHash } from 'node:crypto';
import { invariant } from '../../engine/base/refusal.js';
import { SIGNATURE_BYTES } from '../../engine/crypto/mldsa.js';
import { type Operation, operations, type Payload } from './payloads.js';

/** Maximum bytes of a payload without its key: that of a mint with its link, attributes and the longest chain id of 64 has about 450, a
 *  transfer 330. */
const TEXT_BYTES = 512;
const HEAD_BYTES = 24;
const SLOT_BYTES = HEAD_BYTES + SIGNATURE_BYTES + TEXT_BYTES + 3;

/** A multiple of 8, because the identity in the head is read as a double. */
const STRIDE = SLOT_BYTES - (SLOT_BYTES % 8);

/** Digits of a transaction's identity that make its short form: 52 bits, exact in a double. With a million transactions
 *  two collide once in ten thousand runs. */
const SHORT_ID_DIGITS = 13;

/** The short form of an identity in hex, by which a run recognizes its transactions. */
export const shortId = (id: string): number => Number.parseInt(id.slice(0, SHORT_ID_DIGITS), 16);

export const supplyBytes = (count: number): number => count * STRIDE;

export class Supply {
  readonly #bytes: Buffer;
  readonly #view: DataView;

  /** @param memory shared by the threads; of `supplyBytes(count)`. */
  constructor(
    readonly memory: SharedArrayBuffer,
    readonly count: number,
  ) {
    this.#bytes = Buffer.from(memory);
    this.#view = new DataView(memory);
  }

  static of(count: number): Supply {
    return new Supply(new SharedArrayBuffer(supplyBytes(count)), count);
  }

  /** @param account index of the signer. */
  write(slot: number, account: number, publicKey: Uint8Array, signedBytes: Uint8Array, payload: Payload): void {
    const at = slot * STRIDE;
    const { head, tail, operation } = payload;
    const length = head.length + tail.length;
    invariant(length <= TEXT_BYTES, 'a payload of the load run is longer than its slot');
    const id = createHash('sha256').update(publicKey).update(signedBytes).digest('hex');
    this.#view.setUint32(at, account);
    this.#view.setUint16(at + 4, length);
    this.#view.setUint16(at + 6, head.length);
    this.#view.setFloat64(at + 8, shortId(id));
    this.#view.setUint8(at + 16, operations.indexOf(operation));
    this.#bytes.write(head + tail, at + HEAD_BYTES + SIGNATURE_BYTES, length, 'latin1');
  }

  writeSignature(slot: number, signature: Uint8Array): void {
    this.#bytes.set(signature, slot * STRIDE + HEAD_BYTES);
  }

  account(slot: number): number {
    return this.#view.getUint32(slot * STRIDE);
  }

  operation(slot: number): Operation {
    return operations[this.#view.getUint8(slot * STRIDE + 16)] as Operation;
  }

  /** Short form of the identity that the transaction will have. */
  id(slot: number): number {
    return this.#view.getFloat64(slot * STRIDE + 8);
  }

  signature(slot: number): Buffer {
    const at = slot * STRIDE + HEAD_BYTES;
    return this.#bytes.subarray(at, at + SIGNATURE_BYTES);
  }

  /** The signed bytes without the key's hex. */
  text(slot: number): Buffer {
    const at = slot * STRIDE;
    const from = at + HEAD_BYTES + SIGNATURE_BYTES;
    return this.#bytes.subarray(from, from + this.#view.getUint16(at + 4));
  }

  /** Position of the key's hex in the text. */
  keyAt(slot: number): number {
    return this.#view.getUint16(slot * STRIDE + 6);
  }
}
