/** Quotes: the best way of a swap on a state, through up to three pools.
 *
 *  Looked at are the direct pool, and the ways over the `QUOTE_POOLS` deepest pools of either token: at most
 *  1 + 2 x QUOTE_POOLS + QUOTE_POOLS^2 ways, however many pools there are. A swap with the quoted path on the same state
 *  gives exactly what was quoted: both go through `hopThrough`. */

import type { StateView } from '../state/state.js';
import { type Hop, hopThrough } from './exchange.js';
import { checkFrozen } from './tokens.js';

/** Pools of each of the two tokens that a quote looks at, by how much of the token they hold: 289 ways, for which pools are
 *  read 593 times at most. Where all of them exist, that takes 165 us of main thread with reserves of 40 bits, 250 us with
 *  reserves of 120. */
export const QUOTE_POOLS = 16;

/** Where the pools of a token stand in order. */
export interface PoolOrder {
  deepest(token: string, limit: number): Iterable<{ readonly other: string }>;
}

export interface Quote {
  /** Symbols in upper case. */
  readonly path: readonly string[];
  readonly hops: readonly Hop[];
  readonly amountOut: bigint;
}

const idsOf = ({ hops }: Quote): readonly string[] => hops.map(({ poolId }) => poolId);

/** Byte order of the ids, pool by pool. */
function isBefore(a: readonly string[], b: readonly string[]): boolean {
  for (const [index, id] of a.entries()) if (id !== b[index]) return id < (b[index] as string);
  return false;
}

/** More for the same, then fewer hops, then byte order of pool ids. */
function isBetter(quote: Quote, best: Quote | undefined): boolean {
  if (!best || quote.amountOut !== best.amountOut) return !best || quote.amountOut > best.amountOut;
  if (quote.hops.length !== best.hops.length) return quote.hops.length < best.hops.length;
  return isBefore(idsOf(quote), idsOf(best));
}

/** The tokens on the other side of the deepest pools of a token. */
const neighbours = (order: PoolOrder, token: string, without: string): string[] =>
  [...order.deepest(token, QUOTE_POOLS)].map(({ other }) => other).filter((other) => other !== without);

/** @param tokenIn in upper case, as is tokenOut; two different ones. @param amountIn above zero.
 *  @param manyPools whether swaps through more than one pool are active.
 *  @returns undefined when no way gives anything. */
export function bestQuote(
  view: StateView,
  order: PoolOrder,
  tokenIn: string,
  tokenOut: string,
  amountIn: bigint,
  manyPools: boolean,
): Quote | undefined {
  let best: Quote | undefined;
  const consider = (path: readonly string[], hops: readonly (Hop | undefined)[]): void => {
    const last = hops[hops.length - 1];
    if (!last) return;
    const quote = { path, hops: hops as readonly Hop[], amountOut: last.amountOut };
    if (isBetter(quote, best)) best = quote;
  };
  if (checkFrozen(view, tokenIn) || checkFrozen(view, tokenOut)) return undefined;
  consider([tokenIn, tokenOut], [hopThrough(view, tokenIn, tokenOut, amountIn)]);
  if (!manyPools) return best;
  const moves = (token: string): boolean => checkFrozen(view, token) === undefined;
  const near = neighbours(order, tokenIn, tokenOut).filter(moves);
  const far = neighbours(order, tokenOut, tokenIn).filter(moves);
  for (const middle of new Set([...near, ...far])) {
    const first = hopThrough(view, tokenIn, middle, amountIn);
    if (!first) continue;
    consider([tokenIn, middle, tokenOut], [first, hopThrough(view, middle, tokenOut, first.amountOut)]);
  }
  for (const one of near) {
    const first = hopThrough(view, tokenIn, one, amountIn);
    if (!first) continue;
    for (const two of far) {
      const second = one === two ? undefined : hopThrough(view, one, two, first.amountOut);
      if (!second) continue;
      consider([tokenIn, one, two, tokenOut], [first, second, hopThrough(view, two, tokenOut, second.amountOut)]);
    }
  }
  return best;
}

const IMPACT_SCALE = 100_000_000n;

/** By how many percent the price of the whole swap is worse than that of an infinitely small one without a fee. */
export function priceImpact({ hops, amountOut }: Quote): number {
  // What comes out over what would come out at the price before it: both as one fraction over all hops.
  let actual = amountOut;
  let ideal = hops[0]?.amountIn ?? 0n;
  for (const { aToB, pool } of hops) {
    actual *= aToB ? pool.reserveA : pool.reserveB;
    ideal *= aToB ? pool.reserveB : pool.reserveA;
  }
  const share = (2n * actual * IMPACT_SCALE + ideal) / (2n * ideal);
  return Number(IMPACT_SCALE - share) / Number(IMPACT_SCALE / 100n);
}
