/** ML-DSA-65 (FIPS 204) in WebAssembly SIMD with a cache of expanded public keys.
 *
 *  In: signatures, messages, keys. Out: verdicts; keys and signatures. One instance belongs to one thread. Every input is
 *  copied once, into the kernel's memory, where nothing is allocated for a signature. */

import { InvariantError } from '../../engine/base/refusal.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES, type SignatureBackend } from '../../engine/crypto/mldsa.js';
import { instantiateKernel, type KernelExports } from './instance.js';

/** A signature to be verified. */
export interface SignedItem {
  readonly signature: Uint8Array;
  readonly message: Uint8Array;
  readonly publicKey: Uint8Array;
  /** Up to 255 bytes; absent: empty. */
  readonly context?: Uint8Array;
}

/** Counted since the start, and what the cache holds now. */
export interface KernelStats {
  readonly hits: number;
  readonly misses: number;
  readonly evictions: number;
  /** Keys in the cache, and how many fit. */
  readonly keys: number;
  readonly capacity: number;
  /** Bytes of the kernel's whole memory. */
  readonly memoryBytes: number;
}

export interface KernelBackend extends SignatureBackend {
  /** As `SignatureBackend`, with a context. */
  verify(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array, context?: Uint8Array): boolean;
  /** Verifies two at a time. @returns verdicts in the order of the items. */
  verifyMany(items: readonly SignedItem[]): boolean[];
  stats(): KernelStats;
}

export interface KernelOptions {
  /** For expanded public keys, about 38.9 KB each; 0 switches the cache off. */
  readonly cacheBytes: number;
}

const EMPTY = new Uint8Array(0);
/** tr, then two bytes before the context. */
const BEFORE_CONTEXT = 66;
const BLOCK = 136;

class Verifier {
  readonly #kernel: KernelExports;
  readonly #bytes: Uint8Array;
  readonly #messageBytes: number;
  readonly #signatures: readonly [number, number];
  readonly #keys: readonly [number, number];
  readonly #messages: readonly [number, number];

  constructor(kernel: KernelExports) {
    this.#kernel = kernel;
    // The memory has its final size: nothing grows it after `open`.
    this.#bytes = new Uint8Array(kernel.memory.buffer);
    this.#messageBytes = kernel.MESSAGE_BYTES.value;
    const lanes = (offset: WebAssembly.Global): [number, number] => [
      kernel.laneAt(0) + (offset.value),
      kernel.laneAt(1) + (offset.value),
    ];
    this.#signatures = lanes(kernel.LANE_SIGNATURE);
    this.#keys = lanes(kernel.LANE_KEY);
    this.#messages = lanes(kernel.LANE_MESSAGE);
  }

  /** Lengths and what needs no key: the cheap checks, before anything is expanded. */
  #enter(lane: 0 | 1, signature: Uint8Array, publicKey: Uint8Array, context: Uint8Array): boolean {
    if (publicKey.length !== PUBLIC_KEY_BYTES || signature.length !== SIGNATURE_BYTES || context.length > 255)
      return false;
    this.#bytes.set(signature, this.#signatures[lane]);
    if (!this.#kernel.checkSignature(lane)) return false;
    this.#bytes.set(publicKey, this.#keys[lane]);
    return true;
  }

  /** Expands or finds the key and writes the message. @returns bytes to hash; 0 when the message is too long to lie in
   *  the lane at once. */
  #write(lane: 0 | 1, message: Uint8Array, context: Uint8Array): number {
    const start = this.#messages[lane] + BEFORE_CONTEXT;
    this.#kernel.prepareMessage(lane, context.length);
    if (context.length > 0) this.#bytes.set(context, start);
    const length = BEFORE_CONTEXT + context.length + message.length;
    if (length > this.#messageBytes) return 0;
    this.#bytes.set(message, start + context.length);
    return length;
  }

  /** Hashes a message that is longer than the lane, piece by piece. @param used bytes that stand in the lane before it. */
  #writePieces(lane: 0 | 1, message: Uint8Array, used: number): void {
    const start = this.#messages[lane];
    this.#kernel.beginPieces();
    let filled = used;
    let done = 0;
    while (filled + message.length - done > this.#messageBytes) {
      const piece = message.subarray(done, done + this.#messageBytes - filled);
      this.#bytes.set(piece, start + filled);
      this.#kernel.absorbPiece(lane, this.#messageBytes / BLOCK);
      done += piece.length;
      filled = 0;
    }
    this.#bytes.set(message.subarray(done), start + filled);
    this.#kernel.endPieces(lane, filled + message.length - done);
  }

  #finish(lane: 0 | 1, { message, context = EMPTY }: Pick<SignedItem, 'message' | 'context'>): boolean {
    const length = this.#write(lane, message, context);
    if (length > 0) return this.#kernel.verifyOne(lane, length) !== 0;
    this.#writePieces(lane, message, BEFORE_CONTEXT + context.length);
    return this.#kernel.verifyMu(lane) !== 0;
  }

  verify(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array, context = EMPTY): boolean {
    return this.#enter(0, signature, publicKey, context) && this.#finish(0, { message, context });
  }

  verifyMany(items: readonly SignedItem[]): boolean[] {
    const verdicts = new Array<boolean>(items.length).fill(false);
    let waiting = -1;
    for (let at = 0; at < items.length; at++) {
      const item = items[at] as SignedItem;
      const lane = waiting < 0 ? 0 : 1;
      if (!this.#enter(lane, item.signature, item.publicKey, item.context ?? EMPTY)) continue;
      if (BEFORE_CONTEXT + 255 + item.message.length > this.#messageBytes) verdicts[at] = this.#finish(lane, item);
      else if (lane === 0) waiting = at;
      else {
        const first = items[waiting] as SignedItem;
        const length = this.#write(0, first.message, first.context ?? EMPTY);
        const bits = this.#kernel.verifyPair(length, this.#write(1, item.message, item.context ?? EMPTY));
        verdicts[waiting] = (bits & 1) !== 0;
        verdicts[at] = (bits & 2) !== 0;
        waiting = -1;
      }
    }
    if (waiting >= 0) verdicts[waiting] = this.#finish(0, items[waiting] as SignedItem);
    return verdicts;
  }
}
