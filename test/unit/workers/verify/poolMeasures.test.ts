/** How long the queue before the verification threads may be, from what an item costs them. */

import { expect, test } from 'vitest';
import { VERIFY_QUEUE_ITEMS, VERIFY_QUEUE_MS } from '../../../../engine/base/limits.js';
import { PoolMeasures } from '../../../../workers/verify/poolMeasures.js';

test('as much as the threads work off in half a second, within two bounds', () => {
  const measures = new PoolMeasures();
  const allowed = (microseconds: number, lanes: number): number => {
    measures.microsecondsPerItem = microseconds;
    return measures.queueAllowance(lanes);
  };
  expect(VERIFY_QUEUE_MS).toBe(500);
  expect([allowed(100, 1), allowed(100, 2), allowed(250, 3)]).toEqual([5_000, 10_000, 6_000]);
  expect([allowed(2_000, 1), allowed(100_000, 4)]).toEqual([VERIFY_QUEUE_ITEMS.least, VERIFY_QUEUE_ITEMS.least]);
  expect([allowed(0, 1), allowed(10, 8)]).toEqual([VERIFY_QUEUE_ITEMS.most, VERIFY_QUEUE_ITEMS.most]);
});
