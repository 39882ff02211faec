/** Measuring: the clocks behind a figure, all of the calling thread.
 *
 *  In: work. Out: milliseconds. Work that returns when it is done is timed by its call; work that hands something over,
 *  by the event loop's next turn; work that waits, by how long the event loop was busy. */

import { PerformanceObserver, performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

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
