/** Who holds a token, greatest balance first.
 *
 *  In: changed balances. Out: pages of holders: of a token all of them, sorted as they change; of XRGE the greatest. */

import { XRGE } from '../../base/amounts.js';
import { ACCOUNT_BYTES, type AccountId } from '../../crypto/address.js';
import { SortedList } from '../../state/sortedList.js';
import type { State } from '../../state/state.js';
import { type Account, accounts, tokenBalances } from '../tables.js';
import { GreatestHolders, KEPT_HOLDERS, type KeptHolders } from './greatestHolders.js';
import { accountOfHolder, balanceKey, byBalance, type Holder } from './holder.js';

/** Changes of XRGE balances that wait for a reader, at most. More than there are kept holders, so that accounts that pay and
 *  are paid all the time are never sorted in while nobody reads. They take 6 MB, and 60 ms of the first reader. */
export const NOTED_CHANGES = 65_536;

export interface RankedHolder {
  readonly account: AccountId;
  /** Quanta or base units, above zero. */
  readonly balance: bigint;
}

export interface HolderPage {
  readonly holders: readonly RankedHolder[];
  /** All holders of the token. */
  readonly total: number;
  /** How many of them pages can reach: all, but for XRGE only the greatest. */
  readonly depth: number;
}

/** Which holders are wanted. */
export interface HolderRange {
  /** They stand behind this one, whether it is still there or not; absent: from the greatest on. */
  readonly behind?: RankedHolder | undefined;
  /** Left out before the first. */
  readonly offset: number;
  readonly limit: number;
}

const NOBODY = new SortedList(byBalance);

export class HolderIndex {
  readonly #xrge: GreatestHolders;
  #xrgeHolders = 0;
  /** By symbol. */
  readonly #lists: Map<string, SortedList<Holder>>;
  readonly #xrgeBalance = (key: string): bigint => this.state.get(accounts, key)?.balance ?? 0n;

  constructor(
    private readonly state: State,
    kept: KeptHolders = KEPT_HOLDERS,
    private readonly mostNoted = NOTED_CHANGES,
  ) {
    for (const [, { balance }] of state.entries(accounts)) if (balance > 0n) this.#xrgeHolders++;
    this.#xrge = new GreatestHolders(holdersOfXrge(state), kept);
    this.#lists = listsOf(state);
  }

  /** An account is not what it was. */
  noteAccount(key: string, before: Account | undefined, after: Account | undefined): void {
    const from = before?.balance ?? 0n;
    const to = after?.balance ?? 0n;
    if (from === to) return;
    if (from === 0n) this.#xrgeHolders++;
    else if (to === 0n) this.#xrgeHolders--;
    this.#xrge.note(key, from, to);
  }

  /** A balance of a token is not what it was; undefined stands for none. */
  changeToken(key: string, before: bigint | undefined, after: bigint | undefined): void {
    const symbol = key.slice(ACCOUNT_BYTES);
    let list = this.#lists.get(symbol);
    if (!list) {
      list = new SortedList(byBalance);
      this.#lists.set(symbol, list);
    }
    const taken = before === undefined ? undefined : list.take({ key, balance: before });
    if (after !== undefined) list.add({ key: taken?.key ?? key, balance: after });
    else if (list.size === 0) this.#lists.delete(symbol);
  }

  /** The block's changes are all there. */
  endBlock(): void {
    if (this.#xrge.noted > this.mostNoted) this.#xrge.sortIn(this.#xrgeBalance);
  }

  /** @param symbol in upper case. */
  page(symbol: string, { behind, offset, limit }: HolderRange): HolderPage {
    const list = symbol === XRGE ? this.#sortedXrge() : (this.#lists.get(symbol) ?? NOBODY);
    const last = behind && { key: balanceKey(behind.account, symbol), balance: behind.balance };
    const rank = Math.min((last ? list.rankBehind(last) : 0) + offset, list.size);
    return {
      holders: Array.from(list.from(rank, limit), (holder) => ({
        account: accountOfHolder(holder),
        balance: holder.balance,
      })),
      total: symbol === XRGE ? this.#xrgeHolders : list.size,
      depth: list.size,
    };
  }

  #sortedXrge(): SortedList<Holder> {
    this.#xrge.sortIn(this.#xrgeBalance);
    if (this.#xrge.isShort) this.#xrge.fill(holdersOfXrge(this.state));
    return this.#xrge.list;
  }
}

function* holdersOfXrge(state: State): Generator<Holder, void, undefined> {
  for (const [key, { balance }] of state.entries(accounts)) if (balance > 0n) yield { key, balance };
}

function listsOf(state: State): Map<string, SortedList<Holder>> {
  const bySymbol = new Map<string, Holder[]>();
  for (const [key, balance] of state.entries(tokenBalances)) {
    const symbol = key.slice(ACCOUNT_BYTES);
    const holders = bySymbol.get(symbol);
    if (holders) holders.push({ key, balance });
    else bySymbol.set(symbol, [{ key, balance }]);
  }
  const lists = new Map<string, SortedList<Holder>>();
  for (const [symbol, holders] of bySymbol) lists.set(symbol, SortedList.of(holders.sort(byBalance), byBalance));
  return lists;
}
