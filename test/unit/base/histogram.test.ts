/** Counts by bucket and by name. */

import { expect, test } from 'vitest';
import { countBy, Histogram } from '../../../engine/base/histogram.js';
import { InvariantError } from '../../../engine/base/refusal.js';

test('a bound belongs to its bucket, and what is above all of them is counted last', () => {
  const histogram = new Histogram([1, 2, 5]);
  for (const value of [0, 1, 1.5, 2, 2.01, 5, 5.01, 1e9]) histogram.observe(value);
  expect(histogram.counts).toEqual([2, 2, 2, 2]);
  expect(histogram.sum).toBeCloseTo(16.52 + 1e9, 5);
});

test('bounds ascend', () => {
  expect(() => new Histogram([1, 1])).toThrow(InvariantError);
  expect(() => new Histogram([2, 1])).toThrow(InvariantError);
});

test('names are counted apart', () => {
  const counts = new Map<string, number>();
  countBy(counts, 'a');
  countBy(counts, 'b', 3);
  countBy(counts, 'a');
  expect([...counts]).toEqual([
    ['a', 2],
    ['b', 3],
  ]);
});
