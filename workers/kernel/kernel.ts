/** ML-DSA-65 (FIPS 204) in WebAssembly SIMD with a cache of expanded public keys.
 *
 *  In: signatures, messages, keys. Out: verdicts; keys and signatures. A backend belongs to one thread and has its own memory,
 *  cache included. No signature allocates anything in it. The secrets behind a key or a signature are wiped before the answer. */

import { InvariantError } from '../../engine/base/refusal.js';
import {
  type KeyPair,
  PUBLIC_KEY_BYTES,
  SECRET_KEY_BYTES,
  SEED_BYTES,
  SIGNATURE_BYTES,
  type SignatureBackend,
} from '../../engine/crypto/mldsa.js';
import { instantiateKernel, type KernelExports } from './instance.js';
import { CONTEXT_BYTES, type Lane, Lanes } from './lanes.js';

/** A signature to be verified. */
export interface SignedItem {
  readonly signature: Uint8Array;
  readonly message: Uint8Array;
  readonly publicKey: Uint8Array;
  /** At most 255 bytes; absent: empty. */
  readonly context?: Uint8Array;
}

/** Counters since the start, and gauges of the cache. */
export interface KernelStats {
  readonly hits: number;
  readonly misses: number;
  readonly evictions: number;
  /** Keys in the cache, and how many it holds at most. */
  readonly keys: number;
  readonly capacity: number;
  /** Bytes of the kernel's whole memory. */
  readonly memoryBytes: number;
}

export interface KernelBackend extends SignatureBackend {
  /** ML-DSA.Sign, FIPS 204 algorithm 2. @param randomness 32 bytes; absent: the deterministic variant.
   *  @param context at most 255 bytes. */
  sign(message: Uint8Array, secretKey: Uint8Array, randomness?: Uint8Array, context?: Uint8Array): Uint8Array;
  /** ML-DSA.Verify, FIPS 204 algorithm 3. */
  verify(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array, context?: Uint8Array): boolean;
  /** Verifies two at a time. @returns a verdict for each item, in their order. */
  verifyMany(items: readonly SignedItem[]): boolean[];
  stats(): KernelStats;
}

export interface KernelOptions {
  /** Bytes for expanded public keys, 38,920 per key. With room for fewer than two, nothing is kept: 0 switches the cache off. */
  readonly cacheBytes: number;
}

const EMPTY = new Uint8Array(0);

class Verifier {
  constructor(
    readonly kernel: KernelExports,
    readonly lanes: Lanes,
  ) {}

  /** Checks lengths, hints and the norm of z, which costs little, before a key is expanded. */
  #enter(lane: Lane, { signature, publicKey, context = EMPTY }: SignedItem): boolean {
    const { bytes, signatures, keys } = this.lanes;
    if (signature.length !== SIGNATURE_BYTES || publicKey.length !== PUBLIC_KEY_BYTES) return false;
    if (context.length > CONTEXT_BYTES) return false;
    bytes.set(signature, signatures[lane]);
    if (!this.kernel.checkSignature(lane)) return false;
    bytes.set(publicKey, keys[lane]);
    return true;
  }

  /** Finishes one lane that was entered. */
  #finish(lane: Lane, { message, context = EMPTY }: SignedItem): boolean {
    this.kernel.prepareMessage(lane, context.length);
    if (this.lanes.holds(message, context))
      return this.kernel.verifyOne(lane, this.lanes.write(lane, message, context)) !== 0;
    this.lanes.writePieces(lane, message, context);
    return this.kernel.verifyMu(lane) !== 0;
  }

  /** Finishes both lanes. @returns bit 0 for the first, bit 1 for the second. */
  #finishPair(first: SignedItem, second: SignedItem): number {
    const { context = EMPTY } = first;
    const { context: secondContext = EMPTY } = second;
    this.kernel.prepareMessage(0, context.length);
    const length = this.lanes.write(0, first.message, context);
    this.kernel.prepareMessage(1, secondContext.length);
    return this.kernel.verifyPair(length, this.lanes.write(1, second.message, secondContext));
  }

  one(item: SignedItem): boolean {
    return this.#enter(0, item) && this.#finish(0, item);
  }

  many(items: readonly SignedItem[]): boolean[] {
    const verdicts = new Array<boolean>(items.length).fill(false);
    let waiting: { readonly at: number; readonly item: SignedItem } | undefined;
    for (const [at, item] of items.entries()) {
      const lane = waiting ? 1 : 0;
      if (!this.#enter(lane, item)) continue;
      if (!this.lanes.holds(item.message, item.context ?? EMPTY)) verdicts[at] = this.#finish(lane, item);
      else if (waiting) {
        const bits = this.#finishPair(waiting.item, item);
        verdicts[waiting.at] = (bits & 1) !== 0;
        verdicts[at] = (bits & 2) !== 0;
        waiting = undefined;
      } else waiting = { at, item };
    }
    if (waiting) verdicts[waiting.at] = this.#finish(0, waiting.item);
    return verdicts;
  }
}

class Signer {
  constructor(
    readonly kernel: KernelExports,
    readonly lanes: Lanes,
  ) {}

  keygen(seed: Uint8Array): KeyPair {
    if (seed.length !== SEED_BYTES) throw new InvariantError(`a seed has ${SEED_BYTES} bytes, not ${seed.length}`);
    const { bytes, keys } = this.lanes;
    const { SECRET_SEEDS, SECRET_KEY } = this.kernel;
    try {
      bytes.set(seed, SECRET_SEEDS.value);
      this.kernel.keygen();
      return {
        publicKey: bytes.slice(keys[0], keys[0] + PUBLIC_KEY_BYTES),
        secretKey: bytes.slice(SECRET_KEY.value, SECRET_KEY.value + SECRET_KEY_BYTES),
      };
    } finally {
      this.kernel.wipe();
    }
  }

  sign(
    message: Uint8Array,
    secretKey: Uint8Array,
    randomness: Uint8Array | undefined,
    context: Uint8Array,
  ): Uint8Array {
    if (secretKey.length !== SECRET_KEY_BYTES)
      throw new InvariantError(`a secret key has ${SECRET_KEY_BYTES} bytes, not ${secretKey.length}`);
    if (randomness && randomness.length !== SEED_BYTES)
      throw new InvariantError(`the randomness of a signature has ${SEED_BYTES} bytes, not ${randomness.length}`);
    if (context.length > CONTEXT_BYTES)
      throw new InvariantError(`a context has at most ${CONTEXT_BYTES} bytes, not ${context.length}`);
    const { kernel, lanes } = this;
    const place = kernel.SECRET_SEEDS.value + SEED_BYTES;
    try {
      lanes.bytes.set(secretKey, kernel.SECRET_KEY.value);
      if (randomness) lanes.bytes.set(randomness, place);
      else lanes.bytes.fill(0, place, place + SEED_BYTES);
      kernel.prepareSigning(context.length);
      if (lanes.holds(message, context)) kernel.hashMessage(lanes.write(0, message, context));
      else lanes.writePieces(0, message, context);
      if (!kernel.sign()) throw new InvariantError('this secret key signs nothing: it was not made by ML-DSA.KeyGen');
      return lanes.bytes.slice(lanes.signatures[0], lanes.signatures[0] + SIGNATURE_BYTES);
    } finally {
      kernel.wipe();
    }
  }
}

/** The backend over an instance that the caller can inspect. */
export function backendOf(kernel: KernelExports): KernelBackend {
  const lanes = new Lanes(kernel);
  const verifier = new Verifier(kernel, lanes);
  const signer = new Signer(kernel, lanes);
  return {
    name: 'kernel',
    keygen: (seed) => signer.keygen(seed),
    sign: (message, secretKey, randomness, context = EMPTY) => signer.sign(message, secretKey, randomness, context),
    verify: (signature, message, publicKey, context = EMPTY) =>
      verifier.one({ signature, message, publicKey, context }),
    verifyMany: (items) => verifier.many(items),
    stats: () => ({
      hits: kernel.cacheHits(),
      misses: kernel.cacheMisses(),
      evictions: kernel.cacheEvictions(),
      keys: kernel.cacheUsed(),
      capacity: kernel.cacheSlots(),
      memoryBytes: kernel.memory.buffer.byteLength,
    }),
  };
}

/** @throws InvariantError for a capacity above what a WebAssembly memory can have; Error when the kernel was not built, when this
 *  Node has no SIMD, or when there is not enough memory. */
export const createKernelBackend = ({ cacheBytes }: KernelOptions): KernelBackend =>
  backendOf(instantiateKernel(cacheBytes));
