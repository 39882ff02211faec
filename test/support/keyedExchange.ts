/** Stand-ins for ML-KEM-768 and AES-256-GCM in simulations: the real lengths, made and checked in a few microseconds. They protect
 *  nothing. They have the properties that links need in a test: two ends that saw the same bytes have one secret, others do not,
 *  and a frame opens only as it was sealed, under its key and nonce. */

import { createHash } from 'node:crypto';
import { bytesEqual } from '../../engine/base/bytes.js';
import { AEAD_TAG_BYTES, type Aead } from '../../engine/crypto/aead.js';
import { KEM_CIPHERTEXT_BYTES, KEM_KEY_BYTES, KEM_SECRET_BYTES, type Kem } from '../../engine/crypto/mlkem.js';
import { sha256Of } from '../../engine/crypto/sha256.js';

function expand(outputLength: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('shake128', { outputLength });
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}

/** Anyone who knows the encapsulation key can open a ciphertext. */
export const keyedKem: Kem = {
  keygen(seed) {
    const publicKey = expand(KEM_KEY_BYTES, seed);
    return { publicKey, secretKey: publicKey };
  },
  encapsulate(publicKey, randomness) {
    if (publicKey.length !== KEM_KEY_BYTES) return undefined;
    const ciphertext = expand(KEM_CIPHERTEXT_BYTES, randomness);
    return { ciphertext, secret: expand(KEM_SECRET_BYTES, publicKey, ciphertext) };
  },
  decapsulate: (ciphertext, secretKey) =>
    ciphertext.length === KEM_CIPHERTEXT_BYTES ? expand(KEM_SECRET_BYTES, secretKey, ciphertext) : undefined,
};

const tagOf = (key: Uint8Array, nonce: Uint8Array, plain: Uint8Array): Uint8Array =>
  sha256Of(key, nonce, plain).subarray(0, AEAD_TAG_BYTES);

/** The text stays plain; its tag is right for one key and one nonce. */
export const keyedAead: Aead = {
  seal(key, nonce, plain) {
    const sealed = new Uint8Array(plain.length + AEAD_TAG_BYTES);
    sealed.set(plain);
    sealed.set(tagOf(key, nonce, plain), plain.length);
    return sealed;
  },
  open(key, nonce, sealed) {
    const end = sealed.length - AEAD_TAG_BYTES;
    if (end < 0) return undefined;
    const plain = sealed.slice(0, end);
    return bytesEqual(tagOf(key, nonce, plain), sealed.subarray(end)) ? plain : undefined;
  },
};
