/** The second half of the seeds of `sim.test.ts`, and 12 of the scene whose heights are decided in a later round than the first: among
 *  others that happens once in 70 runs. */

import { expect, test } from 'vitest';
import { expectEverything, runMany, seedsFrom, total } from './runs.js';

test('seeds 101 to 200', { timeout: 480_000 }, async () => expectEverything(await runMany(seedsFrom(101, 100))));

test('seeds 1 to 12 of late rounds', { timeout: 120_000 }, async () => {
  const outcomes = await runMany(seedsFrom(1, 12), { steps: 2_000, scene: 'rounds', nodesOf: () => 4 });
  expect(total(outcomes, ({ votes }) => votes.later)).toBeGreaterThan(3);
});
