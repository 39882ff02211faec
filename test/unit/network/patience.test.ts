/** How long a request may hold up others. */

import { expect, test } from 'vitest';
import { CATCH_UP } from '../../../engine/network/limits.js';
import { Patience } from '../../../engine/network/patience.js';

test('grows each time that a request was taken from its peer, up to a bound, and ends when something has come', () => {
  const patience = new Patience();
  expect(patience.endOf(7)).toBe(7 + CATCH_UP.slowMs);
  patience.lost();
  expect(patience.endOf(0)).toBe(2 * CATCH_UP.slowMs);
  for (let lost = 0; lost < 20; lost++) patience.lost();
  expect(patience.endOf(0)).toBe(CATCH_UP.slowestMs);
  patience.kept();
  expect(patience.endOf(0)).toBe(CATCH_UP.slowMs);
});
