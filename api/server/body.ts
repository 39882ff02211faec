/** Bodies on their way in: bytes of one request collected into one array, within two limits.
 *
 *  In: chunks whose memory belongs to the server. Out: one array that nobody else holds, or the reason why not.
 *  One body has the limit its handler gave; all unfinished bodies together have a budget, so that many slow senders
 *  cannot take the memory that the mempool and the state need. */

import type { Body } from './port.js';

/** First allocation for a body of unknown length: a signed transfer with key and signature in hex is 10.7 KB. */
const FIRST_BYTES = 16 * 1024;

/** Largest first allocation on the word of a Content-Length header, which costs its sender nothing. */
const TRUSTED_BYTES = 256 * 1024;

/** Bytes held by unfinished bodies of one server. */
export class BodyBudget {
  #held = 0;
  constructor(private readonly limit: number) {}

  get heldBytes(): number {
    return this.#held;
  }

  take(bytes: number): boolean {
    if (this.#held + bytes > this.limit) return false;
    this.#held += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#held -= bytes;
  }
}

export class BodyCollector {
  #bytes: Uint8Array | undefined;
  #length = 0;
  #failure: 'too_large' | 'no_room' | undefined;

  /** @param declaredLength the Content-Length header; '' when absent (a chunked body). */
  constructor(
    private readonly limit: number,
    private readonly budget: BodyBudget,
    private readonly declaredLength: string,
  ) {
    if (Number(declaredLength) > limit) this.#failure = 'too_large';
  }

  /** Set as soon as the body cannot become acceptable any more; nothing is held from then on. */
  get failure(): 'too_large' | 'no_room' | undefined {
    return this.#failure;
  }

  /** Copies `chunk`. */
  add(chunk: Uint8Array): void {
    if (this.#failure || chunk.length === 0) return;
    const length = this.#length + chunk.length;
    if (length > this.limit) this.#failure = 'too_large';
    else if (!this.#reserve(length)) this.#failure = 'no_room';
    if (this.#failure) this.release();
    this.#bytes?.set(chunk, this.#length);
    this.#length = length;
  }

  /** Ends collecting and gives the budget back. */
  take(): Body {
    if (this.#failure) return this.#failure;
    const bytes = this.#bytes?.subarray(0, this.#length) ?? new Uint8Array(0);
    this.release();
    return bytes;
  }

  /** Drops what was collected: the client went away. */
  release(): void {
    if (this.#bytes) this.budget.give(this.#bytes.length);
    this.#bytes = undefined;
  }

  /** Makes room for `length` bytes in all. @returns false when the budget does not allow it. */
  #reserve(length: number): boolean {
    const held = this.#bytes;
    if (held && held.length >= length) return true;
    const capacity = this.#capacityFor(length);
    if (!this.budget.take(capacity - (held?.length ?? 0))) return false;
    this.#bytes = new Uint8Array(capacity);
    if (held) this.#bytes.set(held.subarray(0, this.#length));
    return true;
  }

  #capacityFor(length: number): number {
    if (this.#bytes) return Math.min(this.limit, Math.max(length, this.#bytes.length * 2));
    const declared = Math.min(Number(this.declaredLength) || FIRST_BYTES, TRUSTED_BYTES);
    return Math.min(this.limit, Math.max(length, declared));
  }
}
