/** The simulator in the long tests: 200 fixed seeds of 2,000 steps. Half of them is in `simOther.test.ts`, for the second core. */

import { expect, test } from 'vitest';
import { faultsOf, runSeeds, seedsFrom, total } from './runs.js';

test('seeds 1 to 100', { timeout: 480_000 }, async () => {
  const outcomes = await runSeeds(seedsFrom(1, 100), { steps: 2_000 });
  expect(total(outcomes, ({ checked }) => checked.receipts)).toBeGreaterThan(3_000);
  for (const kind of ['crash', 'stop', 'disk', 'full', 'slow', 'clock', 'thread'])
    expect(faultsOf(outcomes).get(kind), kind).toBeGreaterThan(10);
});
