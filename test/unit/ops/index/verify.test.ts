/** Samples of a comparison: the same for a seed, both ends among them, all where there are no more. */

import { expect, test } from 'vitest';
import { sampleOf } from '../../../../ops/index/verify.js';

test('samples are distinct, ascending, with both ends, and the seed alone decides', () => {
  for (const [last, count] of [
    [1_000, 20],
    [50, 50],
    [99, 2],
  ] as const) {
    const sample = sampleOf(7, last, count);
    expect(sample).toEqual([...new Set(sample)].sort((one, two) => one - two));
    expect([sample.length, sample[0], sample.at(-1)]).toEqual([count, 0, last]);
    expect(sampleOf(7, last, count)).toEqual(sample);
  }
  expect(sampleOf(8, 1_000, 20)).not.toEqual(sampleOf(7, 1_000, 20));
  expect(sampleOf(7, 4, 100)).toEqual([0, 1, 2, 3, 4]);
});
