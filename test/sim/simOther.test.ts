/** The second half of the seeds of `sim.test.ts`. */

import { test } from 'vitest';
import { expectEverything, runMany, seedsFrom } from './runs.js';

test('seeds 101 to 200', { timeout: 480_000 }, async () => expectEverything(await runMany(seedsFrom(101, 100))));
