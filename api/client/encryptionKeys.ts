/** Keys of ML-KEM-768 (FIPS 203), which others encrypt for, and the two primitives under both formats of encryption.ts: a secret
 *  that only the owner of a key can open, and AES-256-GCM.
 *
 *  The key pair of a wallet follows from its signing key, so a wallet file needs nothing more: the 64 bytes d and z of FIPS 203,
 *  algorithm 16, are HKDF-SHA256(the 4,032 bytes of the ML-DSA-65 secret key, no salt, info `rouged-ml-kem-768-v1`). Whoever has the
 *  wallet file can read all of its mail, the old as well as the new. */

import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { ml_kem768 } from '@noble/post-quantum/ml-kem.js';
import { fromHex, randomBytes, toHex, utf8 } from './bytes.js';
import { RougedError } from './error.js';

const PUBLIC_KEY_BYTES = 1_184;
const SECRET_KEY_BYTES = 2_400;
const SEED_BYTES = 64;
export const KEM_CIPHERTEXT_BYTES = 1_088;
/** Length of a key of AES-256, and of an initialisation vector of GCM. */
export const AES_KEY_BYTES = 32;
export const IV_BYTES = 12;

const SEED_INFO = utf8('rouged-ml-kem-768-v1');
const SALT = new Uint8Array(32);

type Bytes = Uint8Array<ArrayBuffer>;

/** Exactly the bytes of the view, in memory of its own: what WebCrypto takes. */
const owned = (bytes: Uint8Array): Bytes => new Uint8Array(bytes);

/** A key for AES out of a shared secret: HKDF-SHA256 with a salt of 32 zero bytes. @param info what the key is for. */
const aesKeyOf = (secret: Uint8Array, info: string): Uint8Array =>
  hkdf(sha256, secret, SALT, utf8(info), AES_KEY_BYTES);

/** A key pair that others encrypt for. The secret key stays inside. */
export class EncryptionKeys {
  /** 2,368 hex characters. */
  readonly publicKey: string;
  readonly #secretKey: Uint8Array;

  private constructor(publicKey: Uint8Array, secretKey: Uint8Array) {
    this.publicKey = toHex(publicKey);
    this.#secretKey = secretKey;
  }

  /** The pair of a wallet. @param signingSecretKey 4,032 bytes. */
  static ofSigningKey(signingSecretKey: Uint8Array): EncryptionKeys {
    const seed = hkdf(sha256, signingSecretKey, undefined, SEED_INFO, SEED_BYTES);
    const { publicKey, secretKey } = ml_kem768.keygen(seed);
    return new EncryptionKeys(publicKey, secretKey);
  }

  /** A pair that another program has made. @param secretKey 4,800 hex characters.
   *  @throws RougedError `invalid_key` for anything else. */
  static fromSecretKey(secretKey: string): EncryptionKeys {
    const bytes = fromHex(secretKey, SECRET_KEY_BYTES);
    if (!bytes)
      throw new RougedError('invalid_key', `an encryption key must be ${SECRET_KEY_BYTES * 2} hex characters`);
    return new EncryptionKeys(ml_kem768.getPublicKey(bytes), bytes);
  }

  /** The key for AES that a sender has encapsulated; one that nobody knows when it was not for this pair. */
  open(kemCipherText: Uint8Array, info: string): Uint8Array {
    try {
      return aesKeyOf(ml_kem768.decapsulate(kemCipherText, this.#secretKey), info);
    } catch (cause) {
      throw new RougedError('invalid_key', 'the secret encryption key is damaged', { cause });
    }
  }

  /** What may be logged: never the secret key. */
  toJSON(): { readonly publicKey: string } {
    return { publicKey: this.publicKey };
  }
}

/** A fresh key for AES that only the owner of the public key can get out of the ciphertext.
 *  @throws RougedError `invalid_key` for a text that is no key of ML-KEM-768. */
export function encapsulate(publicKey: string, info: string): { kemCipherText: Uint8Array; key: Uint8Array } {
  const bytes = fromHex(publicKey, PUBLIC_KEY_BYTES);
  if (!bytes) throw new RougedError('invalid_key', `an encryption key must be ${PUBLIC_KEY_BYTES * 2} hex characters`);
  try {
    const { cipherText, sharedSecret } = ml_kem768.encapsulate(bytes);
    return { kemCipherText: cipherText, key: aesKeyOf(sharedSecret, info) };
  } catch (cause) {
    throw new RougedError('invalid_key', 'the encryption key is not a key of ML-KEM-768', { cause });
  }
}

const imported = (key: Uint8Array, use: 'encrypt' | 'decrypt') =>
  crypto.subtle.importKey('raw', owned(key), 'AES-GCM', false, [use]);

export interface Encrypted {
  readonly iv: Uint8Array;
  /** With the tag of 16 bytes at its end. */
  readonly content: Uint8Array;
}

/** AES-256-GCM under a random initialisation vector. */
export async function encryptBytes(key: Uint8Array, plain: Uint8Array): Promise<Encrypted> {
  const iv = owned(randomBytes(IV_BYTES));
  const content = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await imported(key, 'encrypt'), owned(plain));
  return { iv, content: new Uint8Array(content) };
}

/** @returns undefined unless the key and every bit of the ciphertext are the ones of the encryption. */
export async function decryptBytes(key: Uint8Array, { iv, content }: Encrypted): Promise<Uint8Array | undefined> {
  const opening = await imported(key, 'decrypt');
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: owned(iv) }, opening, owned(content)));
  } catch {
    return undefined;
  }
}
