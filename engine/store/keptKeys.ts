/** Public keys that were read recently, so that reads of the same accounts do not ask the store each time.
 *
 *  In: the store's answer for an account. Out: the same answer again. A key never changes once the chain has seen it. That it
 *  has seen none is true only until the next block, so every block forgets those answers. What may be lost: the least recently
 *  used keys. */

import type { AccountId } from '../crypto/address.js';

/** Keys in each of two generations: 3,904 characters per key, so 8 MB in both. */
const KEPT_KEYS = 1_024;

/** Accounts without a key that are remembered within one block. */
const KEPT_UNKNOWN = 16_384;

export class KeptKeys {
  #recent = new Map<AccountId, string>();
  #older = new Map<AccountId, string>();
  readonly #unknown = new Set<AccountId>();

  /** @param kept keys in one generation. */
  constructor(private readonly kept = KEPT_KEYS) {}

  get size(): number {
    return this.#recent.size + this.#older.size;
  }

  /** @returns the key in hex, null when the chain has seen none, undefined when the answer is not kept here. */
  find(account: AccountId): string | null | undefined {
    const recent = this.#recent.get(account);
    if (recent !== undefined) return recent;
    const older = this.#older.get(account);
    if (older === undefined) return this.#unknown.has(account) ? null : undefined;
    this.#older.delete(account);
    this.learn(account, older);
    return older;
  }

  /** @param key in hex; null when the chain has seen none. */
  learn(account: AccountId, key: string | null): void {
    if (key === null) {
      if (this.#unknown.size < KEPT_UNKNOWN) this.#unknown.add(account);
      return;
    }
    if (this.#recent.size >= this.kept) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(account, key);
  }

  /** A block may show keys that were unknown before. */
  nextBlock(): void {
    this.#unknown.clear();
  }
}
