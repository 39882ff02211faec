/** The simulator in the long tests: 200 fixed seeds of 2,000 steps, with one, four and six machines, and every seed that has failed
 *  once. Half of the 200 is in `simOther.test.ts`, for the second core. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Attack } from './attacks.js';
import type { FaultKind } from './plan.js';
import { faultsOf, runMany, runSeeds, seedsFrom, total } from './runs.js';

/** Seeds that failed once, and how they were run. */
interface Kept {
  readonly seed: number;
  readonly steps: number;
  readonly nodes: number;
  /** Drawn from the seed when absent. */
  readonly faults?: readonly FaultKind[];
  /** The same. */
  readonly attacks?: readonly Attack[];
}

const kept = JSON.parse(readFileSync(new URL('seeds.json', import.meta.url), 'utf8')) as readonly Kept[];

test('seeds 1 to 100', { timeout: 480_000 }, async () => {
  const outcomes = await runMany(seedsFrom(1, 100));
  expect(total(outcomes, ({ checked }) => checked.receipts)).toBeGreaterThan(1_500);
  for (const kind of ['crash', 'stop', 'disk', 'full', 'slow', 'clock', 'thread', 'backup', 'net'])
    expect(faultsOf(outcomes).get(kind) ?? 0, kind).toBeGreaterThan(10);
});

test.each(kept)('seed $seed of $nodes machines failed once', { timeout: 120_000 }, async ({ seed, ...options }) => {
  await runSeeds([seed], options);
});
