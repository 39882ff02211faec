/** The senders that have signed something valid recently: their requests go before those of strangers.
 *
 *  In: keys whose signature was valid, each with the source it came from; the key that a request claims, and its source; names
 *  under which signatures were wrong. Out: whether a claim is one of these senders. Anybody can write anybody's key into a request,
 *  so trust belongs to key and source together: a client that names a known key from elsewhere is a stranger there. A claim is
 *  compared with the whole key: bytes that only begin or end like a known key are a stranger's. A sender that was silent
 *  for long is forgotten first. */

import { binaryPart, bytesEqual, fromHex, toBinary, toHex, utf8 } from '../base/bytes.js';
import { PUBLIC_KEY_BYTES } from '../crypto/mldsa.js';

/** Wrong signatures in a row after which a sender is a stranger again: a faulty client reaches this, and so does one that became
 *  known with a request that it copied. The next valid signature makes it known again. */
export const FAILURES_FORGIVEN = 16;

/** Senders that are remembered, 2 KB each, and 4 KB more for those that send JSON: as many as the expanded keys of a verifier's standard cache. */
export const KNOWN_SENDERS = 4_096;

/** A sender's name holds the last bytes of its key in hex. They are part of the vector t1, which nobody can choose together with
 *  a matching secret key; the beginning of a key is a random seed that anybody can copy into their own key. */
const NAME_BYTES = 8;

const nameOf = (key: Uint8Array, source: string): string =>
  `${toHex(key.subarray(PUBLIC_KEY_BYTES - NAME_BYTES))} ${source}`;

interface Known {
  /** A copy. */
  readonly key: Uint8Array;
  /** Its hex in small letters, from the first request on that brings it. */
  hex: Uint8Array | undefined;
  /** Wrong signatures since the last valid one. */
  failures: number;
  /** Since it was put in or went to the end. */
  isUsed: boolean;
}

export class KnownSenders {
  /** By the sender's name. */
  readonly #senders = new Map<string, Known>();

  constructor(private readonly capacity = KNOWN_SENDERS) {}

  get size(): number {
    return this.#senders.size;
  }

  /** @param claim the bytes in the place of the key. @returns the sender's name when it is known. */
  recognize(claim: Uint8Array, source: string): string | undefined {
    if (claim.length !== PUBLIC_KEY_BYTES || this.#senders.size === 0) return undefined;
    const name = nameOf(claim, source);
    const known = this.#senders.get(name);
    return known && bytesEqual(known.key, claim) ? name : undefined;
  }

  /** As `recognize`, of the hex of a key in letters of any size. It is read only where it ends like that of a known sender and is written
   *  otherwise. @param claim the characters in the place of the hex. */
  recognizeHex(claim: Uint8Array, source: string): string | undefined {
    if (claim.length !== 2 * PUBLIC_KEY_BYTES || this.#senders.size === 0) return undefined;
    const tail = binaryPart(claim, claim.length - 2 * NAME_BYTES, claim.length);
    const name = `${tail.toLowerCase()} ${source}`;
    const known = this.#senders.get(name);
    if (!known) return undefined;
    known.hex ??= utf8(toHex(known.key));
    if (bytesEqual(known.hex, claim)) return name;
    const key = fromHex(toBinary(claim), PUBLIC_KEY_BYTES);
    return key && bytesEqual(known.key, key) ? name : undefined;
  }

  /** A request that claimed the key of a known sender had a wrong signature. @param name from `recognize`. */
  blame(name: string): void {
    const known = this.#senders.get(name);
    if (known && ++known.failures > FAILURES_FORGIVEN) this.#senders.delete(name);
  }

  /** A known sender has signed something valid. @param name from `recognize`.
   *  @returns false when the key is not the one that is known by the name. */
  refresh(name: string, publicKey: Uint8Array): boolean {
    const known = this.#senders.get(name);
    if (!known || !bytesEqual(known.key, publicKey)) return false;
    known.failures = 0;
    known.isUsed = true;
    return true;
  }

  /** The key has signed something valid, which came from this source. @returns whether the sender was unknown before. */
  remember(publicKey: Uint8Array, source: string): boolean {
    const name = nameOf(publicKey, source);
    const known = this.#senders.get(name);
    if (known) {
      known.failures = 0;
      known.isUsed = true;
      return false;
    }
    if (this.#senders.size >= this.capacity) this.#forgetOne();
    this.#senders.set(name, { key: Uint8Array.from(publicKey), hex: undefined, failures: 0, isUsed: false });
    return true;
  }

  /** A map keeps the order of insertion. Who was used goes to its end once one is to be forgotten, not with each use. */
  #forgetOne(): void {
    for (const [name, known] of this.#senders) {
      this.#senders.delete(name);
      if (!known.isUsed) return;
      known.isUsed = false;
      this.#senders.set(name, known);
    }
  }
}
