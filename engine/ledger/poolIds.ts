/** Ids of pools: the two symbols as they are shown, in byte order, joined by a hyphen. */

import { shownSymbol } from './tokens.js';

const SYMBOL = /^[A-Za-z0-9]{1,10}$/;

/** Two symbols in upper case, in the order of their pool. */
export interface Pair {
  readonly tokenA: string;
  readonly tokenB: string;
}

/** Symbols are ASCII, so string order is byte order. @param one in upper case, as is `other`. */
export const pairOf = (one: string, other: string): Pair =>
  shownSymbol(one) < shownSymbol(other) ? { tokenA: one, tokenB: other } : { tokenA: other, tokenB: one };

export const idOfPair = ({ tokenA, tokenB }: Pair): string => `${shownSymbol(tokenA)}-${shownSymbol(tokenB)}`;

/** @param one a symbol in upper case, as is `other`; either order is accepted. */
export const poolIdOf = (one: string, other: string): string => idOfPair(pairOf(one, other));

/** Reads a pool's id in any case and either order.
 *  @returns the pair, and whether the text names it in the pool's order; undefined when the text names no pair. */
export function readPoolId(text: string): { readonly pair: Pair; readonly inOrder: boolean } | undefined {
  const hyphen = text.indexOf('-');
  const [one, other] = [text.slice(0, hyphen), text.slice(hyphen + 1)];
  if (hyphen < 0 || !SYMBOL.test(one) || !SYMBOL.test(other)) return undefined;
  const pair = pairOf(one.toUpperCase(), other.toUpperCase());
  return pair.tokenA === pair.tokenB ? undefined : { pair, inOrder: pair.tokenA === one.toUpperCase() };
}
