/** A histogram of plain numbers: a hot path writes it, an exporter of metrics reads it.
 *
 *  In: one value at a time, at a few nanoseconds each. Out: counts per bucket, and the sum of the values. It knows no exporter
 *  and no clock. Values are for people who watch the node: nothing that a rule depends on may pass through here. */

import { invariant } from './refusal.js';

export interface HistogramReading {
  /** Upper bounds, inclusive, ascending. */
  readonly bounds: readonly number[];
  /** Values in each bucket, not cumulative. There is one more bucket than bounds: the last counts values above all of them. */
  readonly counts: readonly number[];
  readonly sum: number;
}

/** Seconds of one step of a block or a request: from a cheap admission (50 us) to a whole missed slot and more. */
export const SECONDS: readonly number[] = [
  0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
];

export class Histogram implements HistogramReading {
  readonly counts: number[];
  sum = 0;

  constructor(readonly bounds: readonly number[]) {
    invariant(
      bounds.every((bound, index) => index === 0 || bound > (bounds[index - 1] as number)),
      'the bounds of a histogram ascend',
    );
    this.counts = new Array(bounds.length + 1).fill(0);
  }

  observe(value: number): void {
    let bucket = 0;
    while (bucket < this.bounds.length && value > (this.bounds[bucket] as number)) bucket++;
    this.counts[bucket] = (this.counts[bucket] as number) + 1;
    this.sum += value;
  }
}

/** Adds to a count by name. The names must be few and our own: codes, never text that a client sent. */
export function countBy<Name extends string>(counts: Map<Name, number>, name: Name, more = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + more);
}
