/** Wallets that may be shown in lists, in the order of their first registrations. */

import type { AccountId } from '../../crypto/address.js';
import { SortedList } from '../../state/sortedList.js';
import type { Change, State } from '../../state/state.js';
import { type Wallet, wallets } from '../directoryTables.js';
import type { StateIndex } from './stateIndex.js';

export interface WalletPlace {
  readonly number: number;
  readonly account: AccountId;
}

export class WalletIndex implements StateIndex {
  readonly #places = new SortedList<WalletPlace>((a, b) => a.number - b.number);

  load(state: State): void {
    for (const [key, wallet] of state.entries(wallets)) this.#note(key, wallet);
  }

  apply(changes: readonly Change[]): void {
    for (const { table, key, after } of changes) if (table.id === wallets.id) this.#note(key, after as Wallet);
  }

  #note(key: string, { number, discoverable }: Wallet): void {
    const place = { number, account: key as AccountId };
    if (discoverable) this.#places.add(place);
    else this.#places.remove(place);
  }

  get size(): number {
    return this.#places.size;
  }

  /** Oldest first. @param number of the wallet behind which to begin; 0 for the first. */
  behind(number: number, offset: number, limit: number): readonly WalletPlace[] {
    const rank = number === 0 ? 0 : this.#places.rankBehind({ number, account: '' as AccountId });
    return [...this.#places.from(rank + offset, limit)];
  }
}
