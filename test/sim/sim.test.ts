/** The simulator in the long tests: 200 fixed seeds of 2,000 steps, with one, four and six machines (one plan in ten is about each scene of
 *  `plan.ts`), and every seed that has failed or caught a broken rule once. Half of the 200 is in `simOther.test.ts`, for the second core. */

import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import type { Attack } from './attacks.js';
import type { FaultKind, Scene } from './plan.js';
import { expectEverything, runMany, runSeeds, seedsFrom } from './runs.js';

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

const kept = JSON.parse(readFileSync(new URL('seeds.json', import.meta.url), 'utf8')) as readonly Kept[];

test('seeds 1 to 100', { timeout: 480_000 }, async () => expectEverything(await runMany(seedsFrom(1, 100))));

test.each(kept)('seed $seed of $nodes machines is kept', { timeout: 120_000 }, async ({ seed, ...options }) => {
  await runSeeds([seed], options);
});
