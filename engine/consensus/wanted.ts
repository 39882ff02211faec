/** Blocks that votes name and that are not known: each is asked for once, and a voter that names many is not believed. */

import type { Vote } from '../chain/vote.js';
import { type AccountId, accountOfKey } from '../crypto/address.js';

/** Unknown blocks that one voter can make this node ask for, at one height: an honest one names as many as there are blocks. */
const WANTED_OF_VOTER = 8;

export class Wanted {
  readonly #hashes = new Set<string>();
  readonly #named = new Map<AccountId, number>();

  /** Whether the voter may name another block. */
  by({ blockHash, voterKey }: Vote): boolean {
    if (this.#hashes.has(blockHash)) return false;
    const voter = accountOfKey(voterKey);
    const named = this.#named.get(voter) ?? 0;
    this.#named.set(voter, named + 1);
    return named < WANTED_OF_VOTER;
  }

  /** @returns false when it was asked for before. */
  add(hash: string): boolean {
    if (this.#hashes.has(hash)) return false;
    this.#hashes.add(hash);
    return true;
  }

  /** The block is not known any more: it may be asked for again. */
  forget(hash: string): void {
    this.#hashes.delete(hash);
  }
}
