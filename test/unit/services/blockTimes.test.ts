/** Which signed times fit a height: at its edges, at the tip, and where the block is not kept. */

import { expect, test } from 'vitest';
import { isTimely } from '../../../engine/services/replication/blockTimes.js';

const MINUTE = 60_000;
const TIME = 1_800_000_000_000;
const LATER = TIME + 24 * 60 * MINUTE;

test('a time fits from five minutes before the block to six after the next one, and never five ahead of the clock', () => {
  const between = { time: TIME, next: TIME + 10_000 };
  const cases = [
    [TIME - 5 * MINUTE, between, LATER, true],
    [TIME - 5 * MINUTE - 1, between, LATER, false],
    [TIME + 10_000 + 6 * MINUTE, between, LATER, true],
    [TIME + 10_000 + 6 * MINUTE + 1, between, LATER, false],
    // The chain stands still at this block: as long as there is no next one, it is the last.
    [LATER, { time: TIME, next: undefined }, LATER, true],
    [LATER + 5 * MINUTE, { time: TIME, next: undefined }, LATER, true],
    [LATER + 5 * MINUTE + 1, { time: TIME, next: undefined }, LATER, false],
    [TIME + 5 * MINUTE + 1, between, TIME, false],
    [TIME, 'unknown', TIME, true],
    [TIME + 5 * MINUTE + 1, 'unknown', TIME, false],
  ] as const;
  for (const [timestamp, of, now, fits] of cases) expect(isTimely(timestamp, of, now), `${timestamp}`).toBe(fits);
});
