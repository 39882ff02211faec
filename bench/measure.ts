/** Measuring: what a figure is, and the clocks behind it.
 *
 *  In: work. Out: milliseconds of the calling thread. A claim is a ratio of two ways inside one run, as the median of
 *  several rounds in which both ways took turns; an absolute figure belongs to the machine it was taken on. */

import { PerformanceObserver, performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { invariant } from '../engine/base/refusal.js';

/** `us` and `ms` are time of the main thread unless the name says otherwise. */
export type Unit = 'us' | 'ms' | 'count' | 'MB';

export interface Figure {
  readonly name: string;
  /** Median over the rounds. */
  readonly value: number;
  readonly unit: Unit;
  /** Time of the naive way divided by this one's, round by round; the median. */
  readonly ratio?: number;
  /** Smallest and largest ratio of a round; without a ratio, of the value. */
  readonly low?: number;
  readonly high?: number;
  /** What the project promises, and whether this run kept it. */
  readonly promise?: Promised;
}

export interface Promised {
  readonly of: 'value' | 'ratio';
  readonly atMost?: number;
  readonly atLeast?: number;
  readonly kept: boolean;
}

export interface BenchOptions {
  /** Fewer rounds over smaller sets: shows that a bench runs, its figures mean nothing. */
  readonly quick: boolean;
}

export interface BenchDefinition {
  readonly name: string;
  readonly about: string;
  run(options: BenchOptions): Promise<readonly Figure[]>;
}

export function median(values: readonly number[]): number {
  invariant(values.length > 0, 'the median of nothing');
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

export const range = (values: readonly number[]): { low: number; high: number } => ({
  low: Math.min(...values),
  high: Math.max(...values),
});

/** The figure of values taken in several rounds. */
export const figureOf = (name: string, values: readonly number[], unit: Unit): Figure => ({
  name,
  value: median(values),
  unit,
  ...range(values),
});

/** The figure of one way beside the naive way of the same rounds. */
export function comparedFigure(name: string, values: readonly number[], naive: readonly number[], unit: Unit): Figure {
  invariant(values.length === naive.length, 'both ways run in every round');
  const ratios = values.map((value, round) => (naive[round] as number) / value);
  return { name, value: median(values), unit, ratio: median(ratios), ...range(ratios) };
}

export const atMost = (figure: Figure, limit: number): Figure => ({
  ...figure,
  promise: { of: 'value', atMost: limit, kept: figure.value <= limit },
});

export function ratioAtLeast(figure: Figure, limit: number): Figure {
  invariant(figure.ratio !== undefined, 'only a compared figure has a ratio');
  return { ...figure, promise: { of: 'ratio', atLeast: limit, kept: figure.ratio >= limit } };
}

export interface Timed<T> {
  readonly milliseconds: number;
  readonly value: T;
}

/** Work that is done when it returns. */
export function timed<T>(work: () => T): Timed<T> {
  const start = performance.now();
  const value = work();
  return { milliseconds: performance.now() - start, value };
}

export const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Work that hands something over: the time until the event loop turns again, so that whatever the call has put off to
 *  the end of this turn counts too. Starts in a fresh turn. */
export async function timedToNextTick<T>(work: () => T): Promise<Timed<T>> {
  await nextTick();
  const start = performance.now();
  const value = work();
  await nextTick();
  return { milliseconds: performance.now() - start, value };
}

/** Milliseconds in which the event loop of this thread was busy while `work` ran, with everything it waited for left out. */
export async function timedActive<T>(work: () => Promise<T>): Promise<Timed<T>> {
  await nextTick();
  const before = performance.eventLoopUtilization();
  const value = await work();
  await nextTick();
  return { milliseconds: performance.eventLoopUtilization(before).active, value };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Collects all garbage, so that what a preparation left behind is not billed to the work that is measured next. */
export async function collectGarbage(): Promise<void> {
  await nextTick();
  collect();
  await nextTick();
}

/** Adds up the pauses of garbage collection of this thread while it is open. */
export class GarbageClock {
  #milliseconds = 0;
  readonly #observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) this.#milliseconds += duration;
  });

  constructor() {
    this.#observer.observe({ entryTypes: ['gc'] });
  }

  /** @returns milliseconds since the last reading. */
  async read(): Promise<number> {
    await nextTick();
    const milliseconds = this.#milliseconds;
    this.#milliseconds = 0;
    return milliseconds;
  }

  close(): void {
    this.#observer.disconnect();
  }
}
