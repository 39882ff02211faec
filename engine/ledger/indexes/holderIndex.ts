/** Who holds a token, greatest balance first.
 *
 *  In: changed balances. Out: pages of holders: of a token with few holders all of them, of others and of XRGE the greatest. */

import { XRGE } from '../../base/amounts.js';
import { ACCOUNT_BYTES, type AccountId } from '../../crypto/address.js';
import { ShardedMap } from '../../state/shardedMap.js';
import type { SortedList } from '../../state/sortedList.js';
import type { State } from '../../state/state.js';
import { type Account, accounts, tokenBalances } from '../tables.js';
import { GreatestHolders, KEPT_HOLDERS, type KeptHolders } from './greatestHolders.js';
import { accountOfHolder, balanceKey, type Holder } from './holder.js';
import { TokenHolders } from './tokenHolders.js';

/** Changes of a token's balances that wait for a reader, at most. More than there are kept holders, so that accounts that pay and
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
  /** How many of them pages can reach: all, or of many only the greatest. */
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

const NOBODY = new TokenHolders([], KEPT_HOLDERS);

export class HolderIndex {
  readonly #xrge: GreatestHolders;
  #xrgeHolders = 0;
  /** By symbol. */
  readonly #tokens: ShardedMap<TokenHolders>;
  /** Tokens in which something has changed since the block before. */
  readonly #changed = new Set<TokenHolders>();
  readonly #xrgeBalance = (key: string): bigint => this.state.get(accounts, key)?.balance ?? 0n;
  readonly #tokenBalance = (key: string): bigint => this.state.get(tokenBalances, key) ?? 0n;

  constructor(
    private readonly state: State,
    private readonly kept: KeptHolders = KEPT_HOLDERS,
    private readonly mostNoted = NOTED_CHANGES,
  ) {
    for (const [, { balance }] of state.entries(accounts)) if (balance > 0n) this.#xrgeHolders++;
    this.#xrge = new GreatestHolders(holdersOfXrge(state), kept);
    this.#tokens = tokensOf(state, kept);
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
    let holders = this.#tokens.get(symbol);
    if (!holders) {
      holders = new TokenHolders([], this.kept);
      this.#tokens.set(symbol, holders);
    }
    holders.change(key, before, after);
    this.#changed.add(holders);
    if (holders.total === 0) this.#tokens.delete(symbol);
  }

  /** The block's changes are all there. */
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

function* holdersOfXrge(state: State): Generator<Holder, void, undefined> {
  for (const [key, { balance }] of state.entries(accounts)) if (balance > 0n) yield { key, balance };
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
