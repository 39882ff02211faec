/** The network bench reads times from the growth of a node's histogram. */

import { expect, test } from 'vitest';
import { quantileMs } from '../../../bench/peers/network.js';
import { Histogram, SECONDS } from '../../../engine/base/histogram.js';

/** The growth of a histogram as a page of metrics shows it: counts up to each bound. */
function grownBy(values: readonly number[]) {
  const histogram = new Histogram(SECONDS);
  for (const value of values) histogram.observe(value);
  const samples = new Map<string, number>([['t_count', values.length]]);
  let count = 0;
  for (const [index, bound] of SECONDS.entries()) {
    count += histogram.counts[index] as number;
    samples.set(`t_bucket{le="${bound}"}`, count);
  }
  return { grown: (name: string): number => samples.get(name) ?? 0 };
}

test('a quantile is on a straight line within its bucket', () => {
  const span = grownBy([...new Array(50).fill(0.03), ...new Array(50).fill(0.07)]);
  expect(quantileMs(span, 't', 0.5)).toBeCloseTo(50);
  expect(quantileMs(span, 't', 0.25)).toBeCloseTo(37.5);
  expect(quantileMs(span, 't', 1)).toBeCloseTo(100);
  expect(quantileMs(span, 't', 0.75)).toBeCloseTo(75);
});

test('empty buckets are passed over, and values above all bounds count as the last one', () => {
  const span = grownBy([0.0001, 2, 60]);
  expect(quantileMs(span, 't', 2 / 3)).toBeCloseTo(2_500);
  expect(quantileMs(span, 't', 1)).toBeCloseTo(10_000);
});

test('a histogram that has not grown has no quantile', () => {
  expect(() => quantileMs(grownBy([]), 't', 0.99)).toThrow('t has not grown');
});
