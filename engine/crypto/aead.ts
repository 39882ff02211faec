/** Authenticated encryption and key derivation: AES-256-GCM (NIST SP 800-38D) and HKDF-SHA-256 (RFC 5869). */

import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

const CIPHER = 'aes-256-gcm';

export const AEAD_KEY_BYTES = 32;
export const AEAD_NONCE_BYTES = 12;
/** Bytes that a sealed text is longer than its plain text. */
export const AEAD_TAG_BYTES = 16;

export interface Aead {
  /** @returns ciphertext and tag. A nonce must never be used twice under one key. */
  seal(key: Uint8Array, nonce: Uint8Array, plain: Uint8Array): Uint8Array;
  /** @returns undefined for bytes that were not sealed under this key and nonce. */
  open(key: Uint8Array, nonce: Uint8Array, sealed: Uint8Array): Uint8Array | undefined;
}

export const aes256Gcm: Aead = {
  seal(key, nonce, plain) {
    const cipher = createCipheriv(CIPHER, key, nonce);
    const sealed = new Uint8Array(plain.length + AEAD_TAG_BYTES);
    sealed.set(cipher.update(plain));
    cipher.final();
    sealed.set(cipher.getAuthTag(), plain.length);
    return sealed;
  },
  open(key, nonce, sealed) {
    const end = sealed.length - AEAD_TAG_BYTES;
    if (end < 0) return undefined;
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: AEAD_TAG_BYTES });
    decipher.setAuthTag(sealed.subarray(end));
    const plain = decipher.update(sealed.subarray(0, end));
    try {
      decipher.final();
    } catch {
      return undefined;
    }
    return new Uint8Array(plain.buffer, plain.byteOffset, plain.length);
  },
};

/** @returns `length` bytes of the key stream that `secret` and `salt` give for `info`. */
export const hkdfSha256 = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, salt, info, length));
