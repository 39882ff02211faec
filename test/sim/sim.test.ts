/** The simulator in the long tests: of 200 fixed seeds of 2,000 steps, with one, four and six machines (one plan in ten is about each scene of
 *  `plan.ts`), a run draws the first or the second hundred; ROUGED_TEST_ALL=1 takes both. Each hundred does all that is expected. */

import { test } from 'vitest';
import { SeededRandom, testSeed } from '../support/random.js';
import { expectEverything, runMany, seedsFrom } from './runs.js';

const hundreds = new SeededRandom(testSeed()).cases([1, 101], 1);

test.each(hundreds)('a hundred seeds, from %i on', { timeout: 480_000 }, async (first) =>
  expectEverything(await runMany(seedsFrom(first, 100))),
);
