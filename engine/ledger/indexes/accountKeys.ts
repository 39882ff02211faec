/** Keys of records that begin with an account, in byte order: an account's records are found without a scan.
 *
 *  In: keys. Out: what follows the account in its keys, in order. The strings are shared with the state, so a record costs
 *  only its place in the list: eleven bytes. */

import { ACCOUNT_BYTES, type AccountId } from '../../crypto/address.js';
import { SortedList } from '../../state/sortedList.js';

const byBytes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Which of an account's keys are wanted. */
export interface KeyRange {
  /** Only keys after this one (without its account), whether it exists or not; absent: from the first on. */
  readonly behind?: string | undefined;
  /** Keys to skip before the first. */
  readonly offset: number;
  readonly limit: number;
}

const ALL: KeyRange = { offset: 0, limit: Number.POSITIVE_INFINITY };

/** Sorts after every character of a binary string. */
const END = '\u0100';

export class AccountKeys {
  readonly #keys: SortedList<string>;

  /** @param keys in any order. Keys of a state loaded from disk are sorted already, and sorting them costs almost nothing. */
  constructor(keys: Iterable<string>) {
    this.#keys = SortedList.of([...keys].sort(byBytes), byBytes);
  }

  get size(): number {
    return this.#keys.size;
  }

  add(key: string): void {
    this.#keys.add(key);
  }

  remove(key: string): void {
    this.#keys.remove(key);
  }

  /** How many keys begin with the account. */
  countOf(account: AccountId): number {
    return this.#keys.rankOf(account + END) - this.#keys.rankOf(account);
  }

  /** What follows the account in its keys, in order. */
  *of(account: AccountId, { behind = '', offset, limit }: KeyRange = ALL): Generator<string, void, undefined> {
    const rank = Math.min(this.#keys.rankBehind(account + behind) + offset, this.#keys.size);
    for (const key of this.#keys.from(rank, limit)) {
      if (!key.startsWith(account)) return;
      yield key.slice(ACCOUNT_BYTES);
    }
  }
}
