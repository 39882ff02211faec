/** More of the simulator in the long tests, for the second core: of the seeds that have failed or caught a broken rule once, those that a run
 *  draws (ROUGED_TEST_ALL=1: all of them), and 12 of the scene whose heights are decided in a later round than the first: among
 *  others that happens once in 70 runs. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SeededRandom, testSeed } from '../support/random.js';
import type { Attack } from './attacks.js';
import type { FaultKind, Scene } from './plan.js';
import { runMany, runSeeds, seedsFrom, total } from './runs.js';

/** Seeds that failed or caught a broken rule once, and how they were run. */
interface Kept {
  readonly seed: number;
  readonly steps: number;
  readonly nodes: number;
  /** Drawn from the seed when absent. */
  readonly faults?: readonly FaultKind[];
  /** The same. */
  readonly attacks?: readonly Attack[];
  /** The same. */
  readonly scene?: Scene;
}

/** Kept seeds of a run. */
const DRAWN = 15;

const kept = JSON.parse(readFileSync(new URL('seeds.json', import.meta.url), 'utf8')) as readonly Kept[];

test.each(new SeededRandom(testSeed()).cases(kept, DRAWN))(
  'seed $seed of $nodes machines is kept',
  { timeout: 900_000 },
  async ({ seed, ...options }) => {
    await runSeeds([seed], options);
  },
);

test('seeds 1 to 12 of late rounds', { timeout: 900_000 }, async () => {
  const outcomes = await runMany(seedsFrom(1, 12), { steps: 2_000, scene: 'rounds', nodesOf: () => 4 });
  expect(total(outcomes, ({ votes }) => votes.later)).toBeGreaterThan(3);
});
