/** The queue of the services: bounded, and no source keeps the others out; compared with a plain model in random order. */

import { expect, test } from 'vitest';
import { FairQueue } from '../../../engine/services/fairQueue.js';
import { SeededRandom, testSeed } from '../../support/random.js';

test('a crowd from one source loses its own newest, and the others are served by turns', () => {
  const queue = new FairQueue<string>({ requests: 4, bytes: 1_000 });
  for (const item of ['a1', 'a2', 'a3', 'a4']) expect(queue.add(item, 'a', 1)).toEqual([]);
  expect(queue.add('a5', 'a', 1)).toEqual(['a5']);
  expect(queue.add('b1', 'b', 1)).toEqual(['a4']);
  expect(queue.add('b2', 'b', 1)).toEqual(['a3']);
  // Two each: the one that comes loses.
  expect(queue.add('b3', 'b', 1)).toEqual(['b3']);
  expect(queue.add('c1', 'c', 1)).toEqual(['a2']);
  expect([1, 2, 3, 4, 5].map(() => queue.shift())).toEqual(['a1', 'b1', 'c1', 'b2', undefined]);
  expect(queue.length).toBe(0);
});

test('bytes count too: one large item makes room for several', () => {
  const queue = new FairQueue<string>({ requests: 100, bytes: 100 });
  queue.add('small', 'a', 10);
  queue.add('large', 'b', 90);
  expect(queue.add('other', 'c', 20)).toEqual(['large']);
  expect(queue.add('too large', 'a', 101)).toEqual(['too large']);
  expect([queue.shift(), queue.shift(), queue.shift()]).toEqual(['small', 'other', undefined]);
});

test('nothing is lost twice or served after it was lost, each source keeps its order, and the bounds hold', () => {
  const random = new SeededRandom(testSeed());
  const bounds = { requests: 24, bytes: 2_400 };
  const queue = new FairQueue<number>(bounds);
  const held = new Map<number, { readonly source: string; readonly bytes: number }>();
  let lostItems = 0;
  let served = 0;
  for (let item = 0; item < 4_000; item++) {
    if (random.chance(40)) {
      const next = queue.shift();
      if (next === undefined) expect(held.size).toBe(0);
      else {
        served++;
        const { source } = held.get(next) as { readonly source: string };
        // The oldest of its source.
        const oldest = [...held].find(([, { source: of }]) => of === source);
        expect(oldest?.[0]).toBe(next);
        held.delete(next);
      }
      continue;
    }
    const source = random.chance(70) ? 'greedy' : `modest ${random.below(4)}`;
    const bytes = 1 + random.below(100);
    held.set(item, { source, bytes });
    for (const gone of queue.add(item, source, bytes)) {
      lostItems++;
      expect(held.delete(gone)).toBe(true);
    }
    expect(queue.length).toBe(held.size);
    expect(held.size).toBeLessThanOrEqual(bounds.requests);
    expect([...held.values()].reduce((sum, each) => sum + each.bytes, 0)).toBeLessThanOrEqual(bounds.bytes);
  }
  expect(lostItems).toBeGreaterThan(200);
  expect(served).toBeGreaterThan(200);
});
