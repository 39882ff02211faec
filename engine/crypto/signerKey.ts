/** A public key with the forms of it that every request of its signer needs: its hex, its account.
 *
 *  In: keys. Out: their forms, made once for a signer that has signed something valid lately. A found key has been compared as a whole:
 *  whoever writes a key that ends like another one gets forms of its own. Anybody can invent keys, so only those that have signed
 *  something valid are kept, and what is kept has a bound. */

import { bytesEqual, toHex } from '../base/bytes.js';
import { invariant } from '../base/refusal.js';
import { type AccountId, accountOfKey } from './address.js';
import { PUBLIC_KEY_BYTES } from './mldsa.js';

export class SignerKey {
  #account: AccountId | undefined;

  /** @param bytes of the key, of any length. @param hex of them in small letters. */
  constructor(
    readonly bytes: Uint8Array,
    readonly hex = toHex(bytes),
  ) {}

  get account(): AccountId {
    this.#account ??= accountOfKey(this.bytes);
    return this.#account;
  }
}

/** In two generations as many as the expanded keys of one of two threads (`VERIFY_CACHE_BYTES`): 6 KB each. */
const KEPT_KEYS = 1_024;

/** Hex of the last bytes that name a key: 28 bits, which V8 keeps as a small number. They are part of the vector t1, which nobody can
 *  choose together with a matching secret key. */
const NAME_DIGITS = 7;

const END = PUBLIC_KEY_BYTES;
const nameOf = (key: Uint8Array): number =>
  (((key[END - 4] as number) & 0x0f) << 24) |
  ((key[END - 3] as number) << 16) |
  ((key[END - 2] as number) << 8) |
  (key[END - 1] as number);

export class SignerKeys {
  #recent = new Map<number, SignerKey>();
  #older = new Map<number, SignerKey>();

  /** @param generation most keys in each of two generations: the older one is dropped when the recent one is full. */
  constructor(private readonly generation = KEPT_KEYS) {}

  get size(): number {
    return this.#recent.size + this.#older.size;
  }

  /** The forms of a key: those that are kept, or new ones, which are not kept. */
  of(bytes: Uint8Array): SignerKey {
    if (bytes.length !== PUBLIC_KEY_BYTES) return new SignerKey(bytes);
    const kept = this.#find(nameOf(bytes));
    return kept && bytesEqual(kept.bytes, bytes) ? kept : new SignerKey(bytes);
  }

  /** A key that is kept. @param hex of a whole key; in capital letters it is not found. */
  ofHex(hex: string): SignerKey | undefined {
    const kept = this.#find(Number.parseInt(hex.slice(-NAME_DIGITS), 16));
    return kept?.hex === hex ? kept : undefined;
  }

  /** The key has signed something valid. @returns its forms, which are kept now. */
  keep(key: SignerKey): SignerKey {
    const { bytes, hex } = key;
    invariant(bytes.length === PUBLIC_KEY_BYTES, 'a key that signs has the length of one');
    const name = nameOf(bytes);
    const recent = this.#recent.get(name);
    if (recent && bytesEqual(recent.bytes, bytes)) return recent;
    const older = this.#older.get(name);
    // A copy: the bytes are a view into memory that is used again.
    const kept = older && bytesEqual(older.bytes, bytes) ? older : new SignerKey(Uint8Array.from(bytes), hex);
    if (this.#recent.size >= this.generation) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(name, kept);
    return kept;
  }

  #find(name: number): SignerKey | undefined {
    return this.#recent.get(name) ?? this.#older.get(name);
  }
}
