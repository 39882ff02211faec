/** The simulator in the long tests: of 200 fixed seeds of 2,000 steps, with one, four and six machines (one plan in ten is about each scene of
 *  `plan.ts`), a run draws a third; ROUGED_TEST_ALL=1 takes all. Each third does all that is expected. */

import { test } from 'vitest';
import { SeededRandom, testSeed } from '../support/random.js';
import { expectEverything, runMany, seedsFrom } from './runs.js';

const SEEDS = 200;

const thirds = new SeededRandom(testSeed()).cases([0, 1, 2], 1);

/** Three seeds in a row have one, four and six machines: a third has every third of these groups. */
const seedsOf = (third: number): number[] =>
  seedsFrom(1, SEEDS).filter((seed) => Math.floor((seed - 1) / 3) % 3 === third);

test.each(thirds)('third %i of the seeds', { timeout: 900_000 }, async (third) =>
  expectEverything(await runMany(seedsOf(third))),
);
