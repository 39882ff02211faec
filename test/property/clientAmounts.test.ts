/** The client's amounts against the engine's, and round trips: any base units, any decimals, any text. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAmount, formatXrge, parseAmount, parseXrge } from '../../api/client/amounts.js';
import { RougedError } from '../../api/client/error.js';
import { formatUnits, parseUnits } from '../../engine/base/amounts.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { seededRuns } from './seed.js';

const MOST = (1n << 128n) - 1n;
const units = fc.oneof(
  fc.bigInt({ min: 0n, max: MOST }),
  fc.bigInt({ min: 0n, max: 10n ** 12n }),
  fc.constantFrom(0n, 1n, MOST),
);
const decimals = fc.integer({ min: 0, max: 18 });

test('what is written is read back, and is the shortest text', () => {
  let checked = 0;
  fc.assert(
    fc.property(units, decimals, (amount, places) => {
      const text = formatAmount(amount, places);
      expect(text).toBe(formatUnits(amount, places));
      expect(text).toMatch(/^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/);
      expect(parseAmount(text, places)).toBe(amount);
      expect(parseXrge(formatXrge(amount))).toBe(amount);
      checked++;
    }),
    seededRuns('client amounts, there and back', 5_000),
  );
  expect(checked).toBe(5_000);
});

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 45 });
const text = fc.oneof(
  fc.tuple(digits, fc.constantFrom('', '.'), digits).map((parts) => parts.join('')),
  fc.string({ unit: fc.constantFrom(...'0123.,-+eE _x'), maxLength: 12 }),
  fc.string(),
);

/** The engine's reading of plain decimals; exponents and signs are valid in JSON numbers, but not in the client's texts. */
function engineReads(given: string, places: number): bigint | undefined {
  if (!/^\d+(?:\.\d+)?$/.test(given)) return undefined;
  const read = parseUnits(given, places);
  return isRefusal(read) ? undefined : read;
}

test('a text is read as the engine reads it, or refused with a code', () => {
  const seen = { read: 0, refused: 0 };
  fc.assert(
    fc.property(text, decimals, (given, places) => {
      const expected = engineReads(given, places);
      if (expected !== undefined) {
        expect(parseAmount(given, places)).toBe(expected);
        seen.read++;
        return;
      }
      expect(() => parseAmount(given, places)).toThrow(RougedError);
      seen.refused++;
    }),
    seededRuns('client amounts, any text', 10_000),
  );
  expect(seen.read + seen.refused).toBe(10_000);
  expect(seen.read).toBeGreaterThan(300);
  expect(seen.refused).toBeGreaterThan(300);
});

test('the greatest amount is accepted, one more is refused', () => {
  for (const places of [0, 9, 18]) {
    expect(parseAmount(formatAmount(MOST, places), places)).toBe(MOST);
    expect(() => parseAmount(formatAmount(MOST + 1n, places), places)).toThrow('more than any amount of the chain');
  }
});

test.each([-1, 1.5, 61, Number.NaN])('%s is no number of decimals', (places) => {
  expect(() => parseAmount('1', places)).toThrow(RougedError);
  expect(() => formatAmount(1n, places)).toThrow(RougedError);
});
