/** The second half of the seeds of `sim.test.ts`. */

import { expect, test } from 'vitest';
import { runMany, seedsFrom, total } from './runs.js';

test('seeds 101 to 200', { timeout: 480_000 }, async () => {
  const outcomes = await runMany(seedsFrom(101, 100));
  expect(total(outcomes, ({ checked }) => checked.receipts)).toBeGreaterThan(1_500);
});
