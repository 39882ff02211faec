/** The first entries of an order against a sort of all, and how many entries are held for it. */

import { expect, test } from 'vitest';
import { firstInOrder } from '../../../engine/state/firstInOrder.js';
import { SeededRandom, testSeed } from '../../support/random.js';

const byNumber = (a: number, b: number): number => a - b;

test('are those of a sort, whatever comes in whatever order', () => {
  const random = new SeededRandom(testSeed());
  let entries = 0;
  for (let round = 0; round < 400; round++) {
    const count = random.between(1, 40);
    // Of few different numbers most are equal.
    const values = random.pick([3, 50, 1_000_000]);
    const all = Array.from({ length: random.below(500) }, () => random.below(values));
    const order = random.pick([
      (list: number[]) => list,
      (list: number[]) => list.sort(byNumber),
      (list: number[]) => list.sort(byNumber).reverse(),
    ]);
    expect(firstInOrder(order(all), count, byNumber)).toEqual([...all].sort(byNumber).slice(0, count));
    entries += all.length;
  }
  expect(entries).toBeGreaterThan(10_000);
});

test('take few comparisons of each entry that is not among them', () => {
  const random = new SeededRandom(testSeed());
  let comparisons = 0;
  const counted = (a: number, b: number): number => {
    comparisons++;
    return a - b;
  };
  const all = Array.from({ length: 200_000 }, () => random.below(1e9));
  expect(firstInOrder(all, 100, counted)).toHaveLength(100);
  expect(comparisons).toBeLessThan(1.2 * all.length);
  comparisons = 0;
  // The worst order: each entry is better than all before it.
  expect(
    firstInOrder(
      all.sort((a, b) => b - a),
      100,
      counted,
    ),
  ).toHaveLength(100);
  expect(comparisons).toBeLessThan(12 * all.length);
});
