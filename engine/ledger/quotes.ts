/** What a quote says about a route besides its output. */

import type { Route } from './routing.js';

const IMPACT_SCALE = 100_000_000n;

/** How many percent worse the price of the whole swap is than that of an infinitely small swap without a fee. */
export function priceImpact({ hops, amountOut }: Route): number {
  // What comes out, divided by what would come out at the price before the swap: one fraction over all hops.
  let actual = amountOut;
  let ideal = hops[0]?.amountIn ?? 0n;
  for (const { aToB, pool } of hops) {
    actual *= aToB ? pool.reserveA : pool.reserveB;
    ideal *= aToB ? pool.reserveB : pool.reserveA;
  }
  const share = (2n * actual * IMPACT_SCALE + ideal) / (2n * ideal);
  return Number(IMPACT_SCALE - share) / Number(IMPACT_SCALE / 100n);
}
