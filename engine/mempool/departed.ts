/** Transactions that left the mempool without a block, and why: a client that asks for one later gets the reason.
 *
 *  In: ids with the refusal that they left with. Out: the refusal of an id. Bounded: the oldest is forgotten. One that is sent again
 *  and taken is no longer departed. */

import type { Refusal } from '../base/refusal.js';

/** A full mempool that expires at once. An entry takes some 200 bytes, because refusals of one sort share their text. */
const REMEMBERED = 40_000;

export class Departed {
  readonly #reasons = new Map<string, Refusal>();

  /** @param id a binary string of 32 bytes. */
  add(id: string, reason: Refusal): void {
    this.#reasons.delete(id);
    if (this.#reasons.size >= REMEMBERED) this.#reasons.delete(this.#reasons.keys().next().value as string);
    this.#reasons.set(id, reason);
  }

  get(id: string): Refusal | undefined {
    return this.#reasons.get(id);
  }

  forget(id: string): void {
    if (this.#reasons.size > 0) this.#reasons.delete(id);
  }
}
