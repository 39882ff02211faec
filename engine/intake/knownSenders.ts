/** The keys that have signed something valid lately: whose requests go before those of strangers.
 *
 *  In: keys whose signature has held; the key that a request claims. Out: whether it is one of them. A claim is compared with
 *  the whole key: bytes that only begin or end like a known key are a stranger's. The one that was used least recently
 *  goes first. */

import { bytesEqual, toHex } from '../base/bytes.js';
import { PUBLIC_KEY_BYTES } from '../crypto/mldsa.js';

/** Keys that are remembered, 2 KB each: as many as the expanded keys of a verifier's standard cache. */
export const KNOWN_SENDERS = 4_096;

/** A key's name here are its last bytes in hex. They are the vector t1, which nobody can choose together with a
 *  secret key that fits; the beginning of a key is a random seed that anybody can copy into a key of his own. */
const NAME_BYTES = 8;

const nameOf = (key: Uint8Array): string => toHex(key.subarray(PUBLIC_KEY_BYTES - NAME_BYTES));

export class KnownSenders {
  /** Copies of the keys by their name, in the order of their last use. */
  readonly #keys = new Map<string, Uint8Array>();

  constructor(private readonly capacity = KNOWN_SENDERS) {}

  get size(): number {
    return this.#keys.size;
  }

  /** @param claim what stands in the place of the key. @returns the key's name when it is known. */
  recognize(claim: Uint8Array): string | undefined {
    if (claim.length !== PUBLIC_KEY_BYTES || this.#keys.size === 0) return undefined;
    const name = nameOf(claim);
    const key = this.#keys.get(name);
    return key && bytesEqual(key, claim) ? name : undefined;
  }

  /** The key has signed something valid. @returns whether it was unknown before. */
  remember(publicKey: Uint8Array): boolean {
    const name = nameOf(publicKey);
    const known = this.#keys.get(name);
    // A map keeps the order of insertion: what is used moves to its end.
    if (known) this.#keys.delete(name);
    this.#keys.set(name, known ?? Uint8Array.from(publicKey));
    if (this.#keys.size > this.capacity) {
      const [oldest] = this.#keys.keys();
      this.#keys.delete(oldest as string);
    }
    return known === undefined;
  }
}
