/** All tokens in the order in which they are listed, and the amounts of each that no account holds.
 *
 *  In: changed tokens, supplies and pools. Out: the token at a place (built-in tokens first, then tokens that only the genesis
 *  file allocated, by symbol, then created tokens in the order of creation); the tokens of which some units were burned; what
 *  the pools hold of a token. */

import { ShardedMap } from '../../state/shardedMap.js';
import { SortedList } from '../../state/sortedList.js';
import type { State } from '../../state/state.js';
import { type Pool, pools } from '../poolTables.js';
import { type Supply, supplies } from '../tables.js';
import { builtInToken, builtInTokens } from '../tokens.js';
import { type Token, tokens } from '../tokenTables.js';

const bySymbol = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export class TokenList {
  /** Symbols by number; numbers begin at 1. No token is ever removed. */
  readonly #created: string[] = [];
  readonly #givenOut = new SortedList(bySymbol);
  readonly #burned = new SortedList(bySymbol);
  /** By symbol. */
  readonly #inPools = new ShardedMap<bigint>();

  constructor(private readonly state: State) {
    for (const [symbol, token] of state.entries(tokens)) this.noteToken(symbol, token);
    for (const [symbol, supply] of state.entries(supplies)) this.noteSupply(symbol, supply);
    for (const [, pool] of state.entries(pools)) this.notePool(undefined, pool);
  }

  noteToken(symbol: string, { number }: Token): void {
    this.#created[number - 1] = symbol;
  }

  noteSupply(symbol: string, { burned }: Supply): void {
    if (burned > 0n) this.#burned.add(symbol);
    if (!builtInToken(symbol) && !this.state.get(tokens, symbol)) this.#givenOut.add(symbol);
  }

  notePool(before: Pool | undefined, after: Pool | undefined): void {
    if (before) this.#pooled(before, -1n);
    if (after) this.#pooled(after, 1n);
  }

  #pooled({ tokenA, tokenB, reserveA, reserveB }: Pool, sign: bigint): void {
    for (const [symbol, reserve] of [
      [tokenA, reserveA],
      [tokenB, reserveB],
    ] as const)
      this.#inPools.set(symbol, this.inPools(symbol) + sign * reserve);
  }

  get size(): number {
    return builtInTokens.length + this.#givenOut.size + this.#created.length;
  }

  /** Symbols in upper case. @param place from 0. */
  page(place: number, limit: number): string[] {
    const found: string[] = [];
    for (let at = place; at < this.size && found.length < limit; at++) found.push(this.#at(at));
    return found;
  }

  #at(place: number): string {
    const builtIn = builtInTokens[place];
    if (builtIn) return builtIn.symbol;
    const given = place - builtInTokens.length;
    return this.#givenOut.at(given) ?? (this.#created[given - this.#givenOut.size] as string);
  }

  /** @param symbol in upper case. @returns undefined for a token that is not listed. */
  placeOf(symbol: string): number | undefined {
    if (builtInToken(symbol)) return builtInTokens.findIndex((token) => token.symbol === symbol);
    const number = this.state.get(tokens, symbol)?.number;
    if (number !== undefined) return builtInTokens.length + this.#givenOut.size + number - 1;
    return this.#givenOut.has(symbol) ? builtInTokens.length + this.#givenOut.rankOf(symbol) : undefined;
  }

  /** Symbols of the tokens of which some units were burned, in byte order. */
  burned(): readonly string[] {
    return [...this.#burned.from(0, this.#burned.size)];
  }

  /** What all pools hold of a token, in quanta or base units. @param symbol in upper case. */
  inPools(symbol: string): bigint {
    return this.#inPools.get(symbol) ?? 0n;
  }
}
