/** Who holds a token, greatest balance first.
 *
 *  In: changed balances. Out: pages of holders.
 *
 *  Every transaction changes two or three XRGE balances, and almost all of them are of accounts that no page of holders will
 *  ever show: of XRGE only the greatest holders are kept. */

import { XRGE } from '../../base/amounts.js';
import { ACCOUNT_BYTES, type AccountId } from '../../crypto/address.js';
import type { State } from '../../state/state.js';
import { type Account, accounts, tokenBalances } from '../tables.js';
import { accountOfHolder, balanceKey, type Holder } from './holder.js';
import { type KeptHolders, Ranking } from './ranking.js';

/** Holders of XRGE. 10,000 are ten of the longest pages: whoever wants more of them wants a snapshot of the state. 40,000 are
 *  2 MB. Between one filling and the next, 15,000 accounts must fall below the floor, each by a change that somebody pays a
 *  fee for. Filling walks over all accounts: 0.3 s for a million of them, 20 us for each of those changes. */
export const KEPT_HOLDERS: KeptHolders = { least: 10_000, filled: 25_000, most: 40_000 };

/** Changes of balances that wait for a reader. */
export interface NotedChanges {
  readonly xrge: number;
  readonly tokens: number;
}

/** Of XRGE more than there are kept holders, so that accounts that pay and are paid all the time are never sorted in while
 *  nobody reads: 6 MB, and 60 ms for the first reader. Of tokens few: a change of a token with a million holders takes 10 us
 *  to sort in, and a block makes up for no more of other blocks than these. */
export const NOTED_CHANGES: NotedChanges = { xrge: 65_536, tokens: 4_096 };

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

const NOBODY = new Ranking([]);

export class HolderIndex {
  readonly #xrge: Ranking;
  #xrgeHolders = 0;
  /** By symbol. */
  readonly #rankings: Map<string, Ranking>;
  /** Those that have noted something, longest first, and how much all of them have. */
  readonly #waiting = new Set<Ranking>();
  #notedOfTokens = 0;
  readonly #xrgeBalance = (key: string): bigint => this.state.get(accounts, key)?.balance ?? 0n;
  readonly #tokenBalance = (key: string): bigint => this.state.get(tokenBalances, key) ?? 0n;

  constructor(
    private readonly state: State,
    kept: KeptHolders = KEPT_HOLDERS,
    private readonly mostNoted: NotedChanges = NOTED_CHANGES,
  ) {
    for (const [, { balance }] of state.entries(accounts)) if (balance > 0n) this.#xrgeHolders++;
    this.#xrge = new Ranking(holdersOfXrge(state), kept);
    this.#rankings = rankingsOf(state);
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

  /** A balance of a token is not what it was. */
  noteToken(key: string, before: bigint | undefined, after: bigint | undefined): void {
    const symbol = key.slice(ACCOUNT_BYTES);
    let ranking = this.#rankings.get(symbol);
    if (!ranking) {
      ranking = new Ranking([]);
      this.#rankings.set(symbol, ranking);
    }
    if (!ranking.note(key, before ?? 0n, after ?? 0n)) return;
    this.#notedOfTokens++;
    this.#waiting.add(ranking);
  }

  /** The block's changes are all noted. */
  endBlock(): void {
    if (this.#xrge.noted > this.mostNoted.xrge) this.#xrge.sortIn(this.#xrgeBalance);
    for (const ranking of this.#waiting) {
      if (this.#notedOfTokens <= this.mostNoted.tokens) return;
      this.#sortIn(ranking);
    }
  }

  /** @param symbol in upper case. */
  page(symbol: string, { behind, offset, limit }: HolderRange): HolderPage {
    const { list } = symbol === XRGE ? this.#sortedXrge() : this.#sorted(symbol);
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

  #sortedXrge(): Ranking {
    this.#xrge.sortIn(this.#xrgeBalance);
    if (this.#xrge.isShort) this.#xrge.fill(holdersOfXrge(this.state));
    return this.#xrge;
  }

  #sorted(symbol: string): Ranking {
    const ranking = this.#rankings.get(symbol) ?? NOBODY;
    this.#sortIn(ranking);
    return ranking;
  }

  #sortIn(ranking: Ranking): void {
    this.#notedOfTokens -= ranking.noted;
    this.#waiting.delete(ranking);
    ranking.sortIn(this.#tokenBalance);
  }
}

function* holdersOfXrge(state: State): Generator<Holder, void, undefined> {
  for (const [key, { balance }] of state.entries(accounts)) if (balance > 0n) yield { key, balance };
}

function rankingsOf(state: State): Map<string, Ranking> {
  const bySymbol = new Map<string, Holder[]>();
  for (const [key, balance] of state.entries(tokenBalances)) {
    const symbol = key.slice(ACCOUNT_BYTES);
    const holders = bySymbol.get(symbol);
    if (holders) holders.push({ key, balance });
    else bySymbol.set(symbol, [{ key, balance }]);
  }
  const rankings = new Map<string, Ranking>();
  for (const [symbol, holders] of bySymbol) {
    rankings.set(symbol, new Ranking(holders));
    bySymbol.delete(symbol);
  }
  return rankings;
}
