/** The keys that have signed something valid lately: whose requests go before those of strangers.
 *
 *  In: keys whose signature has held; the key that raw bytes claim. Out: whether it is one of them. A claim is compared with
 *  the whole key: bytes that only begin or end like a known key are a stranger's. The one that was used least recently
 *  goes first. */

import { asBuffer, bytesEqual, toHex, utf8 } from '../base/bytes.js';
import { PUBLIC_KEY_BYTES } from '../crypto/mldsa.js';

/** Keys that are remembered, 3.9 KB each: as many as the expanded keys of a verifier's standard cache. */
export const KNOWN_SENDERS = 4_096;

/** A key's name here are the last hex characters of it. They are the vector t1, which nobody can choose together with a
 *  secret key that fits; the beginning of a key is a random seed that anybody can copy into a key of his own. */
const NAME_CHARACTERS = 16;
const KEY_CHARACTERS = 2 * PUBLIC_KEY_BYTES;

export class KnownSenders {
  /** Keys in lower-case hex as bytes, by their name; in the order of their last use. */
  readonly #keys = new Map<string, Uint8Array>();

  constructor(private readonly capacity = KNOWN_SENDERS) {}

  get size(): number {
    return this.#keys.size;
  }

  /** @param claim what stands in the place of the key: hex characters as bytes.
   *  @returns the key's name when it is known. */
  recognize(claim: Uint8Array): string | undefined {
    if (claim.length !== KEY_CHARACTERS || this.#keys.size === 0) return undefined;
    const name = asBuffer(claim).toString('latin1', KEY_CHARACTERS - NAME_CHARACTERS);
    const key = this.#keys.get(name);
    return key && bytesEqual(key, claim) ? name : undefined;
  }

  /** The key has signed something valid. */
  remember(publicKey: Uint8Array): void {
    const name = toHex(publicKey.subarray(PUBLIC_KEY_BYTES - NAME_CHARACTERS / 2));
    const known = this.#keys.get(name);
    // A map keeps the order of insertion: what is used moves to its end.
    if (known) this.#keys.delete(name);
    this.#keys.set(name, known ?? utf8(toHex(publicKey)));
    if (this.#keys.size <= this.capacity) return;
    const [oldest] = this.#keys.keys();
    this.#keys.delete(oldest as string);
  }
}
