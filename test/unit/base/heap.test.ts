/** The heap against a sorted list. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Heap } from '../../../engine/base/heap.js';

/** A number is put in; null takes the smallest out; a text keeps the even ones; a record puts one in its place. */
const operation = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: -9, max: 9 }) },
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constant('retain' as const) },
  { weight: 2, arbitrary: fc.record({ replaceBy: fc.integer({ min: -9, max: 9 }) }) },
);

test('a heap answers as a sorted list does', () => {
  let taken = 0;
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 120 }), (operations) => {
      const heap = new Heap<number>((a, b) => a - b);
      let model: number[] = [];
      for (const step of operations) {
        if (step === null) {
          expect(heap.pop()).toBe(model.shift());
          taken++;
        } else if (step === 'retain') {
          const even = (item: number): boolean => item % 2 === 0;
          heap.retain(even);
          model = model.filter(even);
        } else if (typeof step === 'object') {
          if (model.length === 0) continue;
          heap.replaceTop(step.replaceBy);
          model = [...model.slice(1), step.replaceBy].sort((a, b) => a - b);
        } else {
          heap.push(step);
          model = [...model, step].sort((a, b) => a - b);
        }
        expect(heap.size).toBe(model.length);
        expect(heap.peek()).toBe(model[0]);
      }
      expect(Array.from({ length: heap.size }, () => heap.pop())).toEqual(model);
    }),
    { numRuns: 500 },
  );
  expect(taken).toBeGreaterThan(500);
});
