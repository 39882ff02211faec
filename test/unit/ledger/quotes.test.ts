/** What a quote says of a route beside its output. */

import { expect, test } from 'vitest';
import { priceImpact } from '../../../engine/ledger/quotes.js';
import { bestRoute } from '../../../engine/ledger/routing.js';
import { block, type Opening, stateWith } from './poolGraph.js';

test('the price impact of a swap counts its fee, and over several pools what they do together', () => {
  const impact = (openings: readonly Opening[], tokenIn: string, tokenOut: string, amountIn: bigint) => {
    const route = bestRoute(stateWith(openings), block, tokenIn, tokenOut, amountIn);
    return route && [route.amountOut, priceImpact(route)];
  };
  expect(impact([['A', 1_000_000n, 'B', 2_000_000n]], 'A', 'B', 1_000n)).toEqual([1_992n, 0.4]);
  expect(impact([['A', 1_000_000n, 'B', 1_000_000n]], 'A', 'B', 1_000_000n)).toEqual([499_248n, 50.0752]);
  expect(impact([['A', 1_000_000n, 'B', 1_000_000n]], 'B', 'A', 1_000_000n)).toEqual([499_248n, 50.0752]);
  const deep = 10n ** 30n;
  expect(impact([['A', deep, 'B', deep]], 'A', 'B', 10n ** 15n)?.[1]).toBe(0.3);
  const two: Opening[] = [
    ['A', deep, 'B', deep],
    ['B', deep, 'C', 3n * deep],
  ];
  expect(impact(two, 'A', 'C', 10n ** 15n)?.[1]).toBeCloseTo(100 * (1 - 0.997 ** 2), 5);
  expect(impact([['A', 2_000_000n, 'B', 5n]], 'A', 'B', deep)?.[1]).toBe(100);
});
