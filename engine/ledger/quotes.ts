/** What a quote says of a route beside its output. */

import type { Route } from './routing.js';

const IMPACT_SCALE = 100_000_000n;

/** By how many percent the price of the whole swap is worse than that of an infinitely small one without a fee. */
export function priceImpact({ hops, amountOut }: Route): number {
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
