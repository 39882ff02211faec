/** Keys of records that begin with an account, in byte order: what belongs to an account is found without a scan.
 *
 *  In: keys. Out: what stands behind the account in its keys, in order. The strings are those of the state, so that a record
 *  costs no more than its place in the list: eleven bytes. */

import { ACCOUNT_BYTES, type AccountId } from '../../crypto/address.js';
import { SortedList } from '../../state/sortedList.js';

const byBytes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

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

  /** What stands behind the account in its keys: at most `limit` of them, without the first `offset`. */
  *of(account: AccountId, offset = 0, limit = Number.POSITIVE_INFINITY): Generator<string, void, undefined> {
    yield* this.#rest(account, this.#keys.from(this.#keys.rankOf(account) + offset, limit));
  }

  /** The same, beginning behind this rest of a key, whether there is such a key or not. */
  *behind(account: AccountId, rest: string, limit: number): Generator<string, void, undefined> {
    yield* this.#rest(account, this.#keys.after(account + rest, limit));
  }

  *#rest(account: AccountId, keys: Iterable<string>): Generator<string, void, undefined> {
    for (const key of keys) {
      if (!key.startsWith(account)) return;
      yield key.slice(ACCOUNT_BYTES);
    }
  }
}
