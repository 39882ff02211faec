/** ML-DSA-65 (FIPS 204), external interface with an empty context: lengths, the backend interface, the reference backend.
 *
 *  Backends return `false` for everything that is not a valid signature of exactly that message under exactly that key,
 *  wrong lengths included. They throw only on a bug in the caller. */

import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js';

export const PUBLIC_KEY_BYTES = 1_952;
export const SECRET_KEY_BYTES = 4_032;
export const SIGNATURE_BYTES = 3_309;
export const SEED_BYTES = 32;

export interface KeyPair {
  readonly publicKey: Uint8Array;
  readonly secretKey: Uint8Array;
}

export interface SignatureBackend {
  readonly name: string;
  /** ML-DSA.KeyGen_internal, FIPS 204 algorithm 6. @param seed 32 bytes. */
  keygen(seed: Uint8Array): KeyPair;
  /** ML-DSA.Sign, FIPS 204 algorithm 2. @param randomness 32 bytes; absent: the deterministic variant (all zero). */
  sign(message: Uint8Array, secretKey: Uint8Array, randomness?: Uint8Array): Uint8Array;
  /** ML-DSA.Verify, FIPS 204 algorithm 3. */
  verify(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean;
}

/** A signature to be verified together with others. */
export interface SignatureItem {
  readonly signature: Uint8Array;
  readonly message: Uint8Array;
  readonly publicKey: Uint8Array;
  /** Whether the key has signed something valid before, so that it is worth caching. */
  readonly known: boolean;
}

/** Counts of a backend's key cache since its start, and what it holds now. */
export interface KeyCacheCounts {
  readonly hits: number;
  readonly misses: number;
  readonly evictions: number;
  readonly keys: number;
}

/** A backend that takes many signatures at a time and may cache keys. */
export interface PacketBackend extends SignatureBackend {
  /** @returns the results that `verify` would give, in the order of the items. */
  verifyMany(items: readonly SignatureItem[]): readonly boolean[];
  keyCache(): KeyCacheCounts;
}

/** The reference implementation in JavaScript. */
export const nobleBackend: SignatureBackend = {
  name: 'noble',
  keygen: (seed) => ml_dsa65.keygen(seed),
  sign: (message, secretKey, randomness) => ml_dsa65.sign(message, secretKey, { extraEntropy: randomness ?? false }),
  verify(signature, message, publicKey) {
    if (publicKey.length !== PUBLIC_KEY_BYTES || signature.length !== SIGNATURE_BYTES) return false;
    return ml_dsa65.verify(signature, message, publicKey);
  },
};
