/** Memory over a while of load: flat for the real node, and seen to grow when it leaks on purpose. `npm run soak` runs
 *  longer. */

import { describe, expect, test } from 'vitest';
import { slopeOf, soak } from './soak.js';

const LOAD = { transfersPerSecond: 10, readsPerSecond: 50 } as const;
const SLOW_MACHINE_MS = 180_000;
/** Two megabytes a second. */
const LEAK_BYTES = 200_000;

describe('the memory of a node under load', { timeout: SLOW_MACHINE_MS }, () => {
  // One after the other: each is a separate load.
  test('stays flat', async () => {
    const report = await soak({ ...LOAD, seconds: 30 });
    console.log(report.line);
    expect(report.isFlat, report.line).toBe(true);
    expect(report.transfers).toBeGreaterThan(20);
    expect(report.reads).toBeGreaterThan(50);
    expect(report.frames).toBeGreaterThan(report.transfers);
  });

  test('is seen to grow when it leaks', async () => {
    const report = await soak({ ...LOAD, seconds: 12, leak: LEAK_BYTES });
    console.log(report.line);
    expect(report.isFlat, report.line).toBe(false);
    expect(report.growth).toBeGreaterThan(2 * report.bound);
  });

  test('is judged by the slope of a line', () => {
    const points = [0, 10, 20, 30].map((x) => [x, 5 + 3 * x] as const);
    expect(slopeOf(points)).toBeCloseTo(3);
    expect(
      slopeOf([
        [0, 7],
        [1, 9],
        [2, 7],
      ]),
    ).toBeCloseTo(0);
    expect(
      slopeOf([
        [4, 1],
        [4, 2],
      ]),
    ).toBe(0);
  });
});
