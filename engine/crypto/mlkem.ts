/** ML-KEM-768 (FIPS 203): lengths, the interface of an implementation, the implementation in JavaScript.
 *
 *  Randomness comes in as bytes. Nothing that another node sent makes these functions throw: a key or ciphertext that the
 *  standard's input checks refuse (7.2, 7.3) gives undefined. A ciphertext that was changed gives a secret that nobody else has
 *  (implicit rejection, algorithm 18), so the first sealed frame does not open. */

import { ml_kem768 } from '@noble/post-quantum/ml-kem.js';

export const KEM_KEY_BYTES = 1_184;
export const KEM_CIPHERTEXT_BYTES = 1_088;
export const KEM_SEED_BYTES = 64;
export const KEM_RANDOMNESS_BYTES = 32;
/** Length of a shared secret. */
export const KEM_SECRET_BYTES = 32;

export interface KemKeyPair {
  /** The encapsulation key, which travels. */
  readonly publicKey: Uint8Array;
  readonly secretKey: Uint8Array;
}

export interface Encapsulated {
  readonly ciphertext: Uint8Array;
  readonly secret: Uint8Array;
}

export interface Kem {
  /** FIPS 203, algorithm 16. @param seed 64 bytes. */
  keygen(seed: Uint8Array): KemKeyPair;
  /** FIPS 203, algorithm 17. @param randomness 32 bytes. @returns undefined for bytes that are no encapsulation key. */
  encapsulate(publicKey: Uint8Array, randomness: Uint8Array): Encapsulated | undefined;
  /** FIPS 203, algorithm 18. @returns undefined for a ciphertext of the wrong length. */
  decapsulate(ciphertext: Uint8Array, secretKey: Uint8Array): Uint8Array | undefined;
}

export const nobleKem: Kem = {
  keygen: (seed) => ml_kem768.keygen(seed),
  encapsulate(publicKey, randomness) {
    if (publicKey.length !== KEM_KEY_BYTES) return undefined;
    try {
      const { cipherText, sharedSecret } = ml_kem768.encapsulate(publicKey, randomness);
      return { ciphertext: cipherText, secret: sharedSecret };
    } catch {
      // A coefficient above the modulus (FIPS 203, 7.2).
      return undefined;
    }
  },
  decapsulate: (ciphertext, secretKey) =>
    ciphertext.length === KEM_CIPHERTEXT_BYTES ? ml_kem768.decapsulate(ciphertext, secretKey) : undefined,
};
