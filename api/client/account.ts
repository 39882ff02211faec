/** Accounts whose keys are here: ML-DSA-65 (FIPS 204). The secret key stays inside and signs. */

import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js';
import { addressOfKey, fromHex, randomBytes, toHex } from './bytes.js';
import { EncryptionKeys } from './encryptionKeys.js';
import { RougedError } from './error.js';

const SEED_BYTES = 32;
const PUBLIC_KEY_BYTES = 1_952;
const SECRET_KEY_BYTES = 4_032;

/** Keys as programs of this chain write them, in hex: the wallet file of `rouged wallet` (`public_key_hex`,
 *  `secret_key_hex`), the accounts of a local network (`seed`, `public_key`, `secret_key`), and a wallet of
 *  `@rougechain/sdk` (`publicKey`, `privateKey`). A seed is enough; otherwise both keys are needed. */
export interface AccountKeys {
  readonly seed?: string;
  readonly public_key_hex?: string;
  readonly secret_key_hex?: string;
  readonly public_key?: string;
  readonly secret_key?: string;
  readonly publicKey?: string;
  readonly privateKey?: string;
}

/** The wallet file of `rouged wallet`. */
export interface ExportedKeys {
  readonly algorithm: 'ML-DSA-65';
  readonly public_key_hex: string;
  readonly secret_key_hex: string;
}

/** The message never repeats what was given: it could be the secret. */
function keyBytes(text: unknown, bytes: number, name: string): Uint8Array {
  const found = fromHex(text, bytes);
  if (!found) throw new RougedError('invalid_key', `${name} must be ${bytes * 2} hex characters`);
  return found;
}

/** @throws RougedError `invalid_key` for an invalid secret key: its coefficients can be out of range. */
function publicKeyOf(secretKey: Uint8Array): Uint8Array {
  try {
    return ml_dsa65.getPublicKey(secretKey);
  } catch {
    throw new RougedError('invalid_key', 'the secret key is not a key of ML-DSA-65');
  }
}

export class Account {
  /** 3,904 hex characters. */
  readonly publicKey: string;
  /** `rouge1...`: names the same account as the key, in 64 characters. */
  readonly address: string;
  readonly #publicKey: Uint8Array;
  readonly #secretKey: Uint8Array;
  #encryptionKeys: EncryptionKeys | undefined;

  private constructor(publicKey: Uint8Array, secretKey: Uint8Array) {
    this.#publicKey = publicKey;
    this.#secretKey = secretKey;
    this.publicKey = toHex(publicKey);
    this.address = addressOfKey(publicKey);
  }

  /** A new account from the system's random numbers. Store `exportKeys()`: there is no other copy of the keys. */
  static create(): Account {
    return Account.#fromSeedBytes(randomBytes(SEED_BYTES));
  }

  /** The account of a seed of 64 hex characters (FIPS 204, algorithm 6). The same seed is always the same account. */
  static fromSeed(seed: string): Account {
    return Account.#fromSeedBytes(keyBytes(seed, SEED_BYTES, 'a seed'));
  }

  /** The account of existing keys: a wallet file, an account of a local network, a wallet of the SDK.
   *  @throws RougedError `invalid_key` when a key is missing or broken, or the two do not belong together. */
  static fromKeys(keys: AccountKeys): Account {
    const publicText = keys.public_key_hex ?? keys.public_key ?? keys.publicKey;
    const account =
      keys.seed === undefined
        ? Account.#fromSecretKey(
            keyBytes(keys.secret_key_hex ?? keys.secret_key ?? keys.privateKey, SECRET_KEY_BYTES, 'the secret key'),
          )
        : Account.fromSeed(keys.seed);
    if (publicText === undefined && keys.seed !== undefined) return account;
    if (toHex(keyBytes(publicText, PUBLIC_KEY_BYTES, 'the public key')) !== account.publicKey)
      throw new RougedError('invalid_key', 'the public key and the secret key do not belong together');
    return account;
  }

  static #fromSeedBytes(seed: Uint8Array): Account {
    const { publicKey, secretKey } = ml_dsa65.keygen(seed);
    return new Account(publicKey, secretKey);
  }

  static #fromSecretKey(secretKey: Uint8Array): Account {
    return new Account(publicKeyOf(secretKey), secretKey);
  }

  /** @returns the ML-DSA-65 signature of a message, 3,309 bytes, randomised as FIPS 204 recommends. */
  sign(message: Uint8Array): Uint8Array {
    return ml_dsa65.sign(message, this.#secretKey);
  }

  /** The keys that others encrypt for: they follow from the secret key, so nothing more has to be stored. */
  encryptionKeys(): EncryptionKeys {
    this.#encryptionKeys ??= EncryptionKeys.ofSigningKey(this.#secretKey);
    return this.#encryptionKeys;
  }

  /** The public key as bytes. */
  publicKeyBytes(): Uint8Array {
    return this.#publicKey.slice();
  }

  /** The keys, including the secret one: what `rouged wallet --file` and `Account.fromKeys` read. For the SDK:
   *  `Wallet.fromKeys(keys.public_key_hex, keys.secret_key_hex)`. */
  exportKeys(): ExportedKeys {
    return { algorithm: 'ML-DSA-65', public_key_hex: this.publicKey, secret_key_hex: toHex(this.#secretKey) };
  }

  /** What may be logged: never the secret key. */
  toJSON(): { readonly address: string; readonly publicKey: string } {
    return { address: this.address, publicKey: this.publicKey };
  }
}
