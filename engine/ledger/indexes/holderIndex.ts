/** Who holds a token, greatest balance first.
 *
 *  In: changed balances. Out: pages of holders: all holders of a token with few, the greatest of other tokens and of XRGE. */

import { XRGE } from '../../base/amounts.js';
import { ACCOUNT_BYTES, type AccountId } from '../../crypto/address.js';
import { ShardedMap } from '../../state/shardedMap.js';
import type { SortedList } from '../../state/sortedList.js';
import type { State } from '../../state/state.js';
import { type Account, accounts, tokenBalances } from '../tables.js';
import { GreatestHolders, KEPT_HOLDERS, type KeptHolders } from './greatestHolders.js';
import { accountOfHolder, balanceKey, type Holder } from './holder.js';
import { TokenHolders } from './tokenHolders.js';

/** Most changes of a token's balances that wait for a reader. There may be more than kept holders, so that accounts that pay
 *  and are paid all the time are never sorted in while nobody reads. They take 6 MB, and cost the first reader 60 ms. */
export const NOTED_CHANGES = 65_536;

export interface RankedHolder {
  readonly account: AccountId;
  /** Quanta or base units, above zero. */
  readonly balance: bigint;
}

export interface HolderPage {
  readonly holders: readonly RankedHolder[];
  /** Number of all holders of the token. */
  readonly total: number;
  /** How many of them pages can reach: all, or only the greatest when there are many. */
  readonly depth: number;
}

/** Which holders are wanted. */
export interface HolderRange {
  /** Only holders after this one, whether it still exists or not; absent: from the greatest on. */
  readonly behind?: RankedHolder | undefined;
  /** Holders to skip before the first. */
  readonly offset: number;
  readonly limit: number;
}

const NOBODY = new TokenHolders([], KEPT_HOLDERS);

export class HolderIndex {
  readonly #xrge: GreatestHolders;
  #xrgeHolders = 0;
  /** By symbol. */
  readonly #tokens: ShardedMap<TokenHolders>;
  /** Tokens that have changed since the previous block. */
  readonly #changed = new Set<TokenHolders>();
  readonly #xrgeBalance = (key: string): bigint => this.state.get(accounts, key)?.balance ?? 0n;
  readonly #tokenBalance = (key: string): bigint => this.state.get(tokenBalances, key) ?? 0n;

  constructor(
    private readonly state: State,
    private readonly kept: KeptHolders = KEPT_HOLDERS,
    private readonly mostNoted = NOTED_CHANGES,
  ) {
    const count = (): void => {
      this.#xrgeHolders++;
    };
    this.#xrge = new GreatestHolders(holdersOfXrge(state, count), kept);
    this.#tokens = tokensOf(state, kept);
  }

  /** Notes a changed account. */
  noteAccount(key: string, before: Account | undefined, after: Account | undefined): void {
    const from = before?.balance ?? 0n;
    const to = after?.balance ?? 0n;
    if (from === to) return;
    if (from === 0n) this.#xrgeHolders++;
    else if (to === 0n) this.#xrgeHolders--;
    this.#xrge.note(key, from, to);
  }

  /** Notes a changed balance of a token; undefined means no balance. */
  changeToken(key: string, before: bigint | undefined, after: bigint | undefined): void {
    const symbol = key.slice(ACCOUNT_BYTES);
    let holders = this.#tokens.get(symbol);
    if (!holders) {
      holders = new TokenHolders([], this.kept);
      this.#tokens.set(symbol, holders);
    }
    holders.change(key, before, after);
    this.#changed.add(holders);
    if (holders.total === 0) this.#tokens.delete(symbol);
  }

  /** Call when all changes of a block have been noted. */
  endBlock(): void {
    if (this.#xrge.noted > this.mostNoted) this.#xrge.sortIn(this.#xrgeBalance);
    for (const holders of this.#changed) if (holders.noted > this.mostNoted) holders.sortIn(this.#tokenBalance);
    this.#changed.clear();
  }

  /** @param symbol in upper case. */
  page(symbol: string, { behind, offset, limit }: HolderRange): HolderPage {
    const token = this.#tokens.get(symbol) ?? NOBODY;
    const list =
      symbol === XRGE ? this.#sortedXrge() : token.list(this.#tokenBalance, () => holdersOfToken(this.state, symbol));
    const last = behind && { key: balanceKey(behind.account, symbol), balance: behind.balance };
    const rank = Math.min((last ? list.rankBehind(last) : 0) + offset, list.size);
    return {
      holders: Array.from(list.from(rank, limit), (holder) => ({
        account: accountOfHolder(holder),
        balance: holder.balance,
      })),
      total: symbol === XRGE ? this.#xrgeHolders : token.total,
      depth: list.size,
    };
  }

  #sortedXrge(): SortedList<Holder> {
    this.#xrge.sortIn(this.#xrgeBalance);
    if (this.#xrge.isShort) this.#xrge.fill(holdersOfXrge(this.state));
    return this.#xrge.list;
  }
}

/** @param found called for each of them: a scan of all accounts is most of a start's time for the indexes. */
function* holdersOfXrge(state: State, found?: () => void): Generator<Holder, void, undefined> {
  for (const [key, { balance }] of state.entries(accounts)) {
    if (balance === 0n) continue;
    found?.();
    yield { key, balance };
  }
}

function* holdersOfToken(state: State, symbol: string): Generator<Holder, void, undefined> {
  for (const [key, balance] of state.entries(tokenBalances))
    if (key.length === ACCOUNT_BYTES + symbol.length && key.endsWith(symbol)) yield { key, balance };
}

function tokensOf(state: State, kept: KeptHolders): ShardedMap<TokenHolders> {
  const bySymbol = new ShardedMap<Holder[]>();
  for (const [key, balance] of state.entries(tokenBalances)) {
    const symbol = key.slice(ACCOUNT_BYTES);
    const holders = bySymbol.get(symbol);
    if (holders) holders.push({ key, balance });
    else bySymbol.set(symbol, [{ key, balance }]);
  }
  const tokens = new ShardedMap<TokenHolders>();
  for (const [symbol, holders] of bySymbol) tokens.set(symbol, new TokenHolders(holders, kept));
  return tokens;
}
