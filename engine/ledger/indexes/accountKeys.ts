/** Keys of records that begin with an account, in byte order: what belongs to an account is found without a scan.
 *
 *  In: keys. Out: what stands behind the account in its keys, in order. The strings are those of the state, so that a record
 *  costs no more than its place in the list: eleven bytes. */

import { ACCOUNT_BYTES, type AccountId } from '../../crypto/address.js';
import { SortedList } from '../../state/sortedList.js';

const byBytes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Which of an account's keys are wanted. */
export interface KeyRange {
  /** They stand behind this rest of a key, whether there is such a key or not; absent: from the first on. */
  readonly behind?: string | undefined;
  /** Left out before the first. */
  readonly offset: number;
  readonly limit: number;
}

const ALL: KeyRange = { offset: 0, limit: Number.POSITIVE_INFINITY };

/** Behind every character of a binary string. */
const END = '\u0100';

export class AccountKeys {
  readonly #keys: SortedList<string>;

  /** @param keys in any order. Those of a state that comes from disk are sorted already, which costs next to nothing then. */
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

  /** What stands behind the account in its keys, in order. */
  *of(account: AccountId, { behind = '', offset, limit }: KeyRange = ALL): Generator<string, void, undefined> {
    const rank = Math.min(this.#keys.rankBehind(account + behind) + offset, this.#keys.size);
    for (const key of this.#keys.from(rank, limit)) {
      if (!key.startsWith(account)) return;
      yield key.slice(ACCOUNT_BYTES);
    }
  }
}
