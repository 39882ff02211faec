/** Ticks of axes: round numbers that increase and cover what is drawn, for every range. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decades, ticks } from '../../../bench/load/report/ticks.js';
import { testSeed } from '../../support/random.js';

const seed = testSeed();
const RUNS = 2_000;

/** Powers of ten of all sizes, with a mantissa. */
const size = fc
  .tuple(fc.double({ min: 1, max: 9.999, noNaN: true }), fc.integer({ min: -250, max: 250 }))
  .map(([mantissa, exponent]) => mantissa * 10 ** exponent);

const ordinary = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const end = fc.oneof(size, ordinary, fc.constant(0));
const range = fc.tuple(end, end).map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);

function increase(values: readonly number[]): void {
  expect(values.length).toBeGreaterThanOrEqual(2);
  values.slice(1).forEach((value, at) => {
    expect(value).toBeGreaterThan(values[at] as number);
  });
}

/** The significant digits of the step between two ticks that come from it as text, not by subtraction. */
const isRound = (step: number): boolean => /^[125]e/.test(step.toExponential());

describe(`ticks, seed ${seed}`, () => {
  test('increase, cover the range and are few', () => {
    let checked = 0;
    fc.assert(
      fc.property(range, fc.integer({ min: 1, max: 12 }), ([low, high], most) => {
        const made = ticks(low, high, { most });
        increase(made);
        expect(made[0]).toBeLessThanOrEqual(low);
        expect(made.at(-1)).toBeGreaterThanOrEqual(high);
        expect(made.length).toBeLessThanOrEqual(most + 3);
        checked++;
      }),
      { seed, numRuns: RUNS },
    );
    expect(checked).toBe(RUNS);
  });

  test('are 1, 2 or 5 times a power of ten from zero on', () => {
    fc.assert(
      fc.property(size, (high) => {
        const made = ticks(0, high);
        const step = made[1] as number;
        expect(made[0]).toBe(0);
        expect(isRound(step), `${step}`).toBe(true);
        // Written with few digits, though 3 * 0.1 is not 0.3.
        for (const tick of made) expect(tick.toExponential()).toMatch(/^\d(\.\d)?e/);
      }),
      { seed, numRuns: RUNS },
    );
  });

  test('of what is counted are whole', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 0, max: 50 }), (low, length) => {
        const made = ticks(low, low + length, { whole: true });
        increase(made);
        expect(made.every(Number.isInteger)).toBe(true);
      }),
      { seed, numRuns: RUNS },
    );
  });

  test('widen a range without a length', () => {
    expect(ticks(0, 0)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    increase(ticks(7, 7));
    increase(ticks(1e300, 1e300));
  });

  test('known ranges', () => {
    expect(ticks(0, 3_512, { most: 4 })).toEqual([0, 1_000, 2_000, 3_000, 4_000]);
    expect(ticks(0, 0.3, { most: 3 })).toEqual([0, 0.1, 0.2, 0.3]);
    expect(ticks(1, 60, { most: 6, whole: true })).toEqual([0, 10, 20, 30, 40, 50, 60]);
    expect(ticks(-3, 4, { most: 4 })).toEqual([-4, -2, 0, 2, 4]);
  });

  test('decades cover a positive range', () => {
    fc.assert(
      fc.property(size, size, (one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const made = decades(low, high);
        increase(made);
        expect(made[0]).toBeLessThanOrEqual(low);
        expect(made.at(-1)).toBeGreaterThanOrEqual(high);
        expect(made.length).toBeLessThanOrEqual(6);
        for (const tick of made) expect(tick.toExponential()).toMatch(/^1e/);
      }),
      { seed, numRuns: 500 },
    );
    expect(decades(5, 5)).toEqual([1, 10]);
    expect(decades(10, 10)).toEqual([10, 100]);
    expect(decades(11.8, 5_281)).toEqual([10, 100, 1_000, 10_000]);
    expect(decades(0.02, 3e6, 4)).toEqual([0.01, 10, 1e4, 1e7]);
  });
});
