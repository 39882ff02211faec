/** The clocks behind the figures, all for the calling thread.
 *
 *  In: work. Out: milliseconds. Work that returns when it is done is timed by its call; work that hands something over, by
 *  the event loop's next turn; work that waits, by the processor time of this thread. */

import { openSync, readSync } from 'node:fs';
import { PerformanceObserver, performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Linux reports here how long this thread has run on a processor, in nanoseconds, as the first number. */
const SCHEDULER_FILE = '/proc/thread-self/schedstat';

interface ThreadClock {
  readonly name: string;
  /** Milliseconds. */
  readonly now: () => number;
}

const eventLoop: ThreadClock = { name: 'event loop', now: () => performance.eventLoopUtilization().active };

function openThreadClock(): ThreadClock {
  try {
    const file = openSync(SCHEDULER_FILE, 'r');
    const buffer = Buffer.alloc(64);
    const now = (): number => Number.parseInt(buffer.toString('latin1', 0, readSync(file, buffer, 0, 64, 0)), 10) / 1e6;
    return now() > 0 ? { name: 'processor time', now } : eventLoop;
  } catch {
    return eventLoop;
  }
}

/** Milliseconds of processor time of this thread: with garbage collection and page faults, without waiting and without
 *  other programs' turns on the processor. Where the system does not report it, the time in which the event loop was busy.
 *  A reading costs some microseconds, and the system may count in ticks of a few milliseconds: good for a stage of a whole
 *  block, too coarse for less. */
export const threadClock = openThreadClock();

export interface Timed<T> {
  readonly milliseconds: number;
  readonly value: T;
}

/** Milliseconds on both clocks: a point in time, or a duration. */
export interface Reading {
  readonly wall: number;
  readonly thread: number;
}

export const readClocks = (): Reading => ({ wall: performance.now(), thread: threadClock.now() });

export const minus = (a: Reading, b: Reading): Reading => ({ wall: a.wall - b.wall, thread: a.thread - b.thread });

export const since = (start: Reading): Reading => minus(readClocks(), start);

/** Work that waits in between. @returns milliseconds of the thread clock. */
export async function timedThread<T>(work: () => Promise<T>): Promise<Timed<T>> {
  await nextTick();
  const start = threadClock.now();
  const value = await work();
  return { milliseconds: threadClock.now() - start, value };
}

/** Work that is done when it returns, by both clocks. */
export function clocked<T>(work: () => T): { readonly spent: Reading; readonly value: T } {
  const start = readClocks();
  const value = work();
  return { spent: since(start), value };
}

/** Work that is done when it returns. */
export function timed<T>(work: () => T): Timed<T> {
  const start = performance.now();
  const value = work();
  return { milliseconds: performance.now() - start, value };
}

export const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Work that hands something over: the time until the event loop turns again, so that work which the call deferred to
 *  the end of this turn counts too. Starts in a fresh turn. */
export async function timedToNextTick<T>(work: () => T): Promise<Timed<T>> {
  await nextTick();
  const start = performance.now();
  const value = work();
  await nextTick();
  return { milliseconds: performance.now() - start, value };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Collects all garbage, so that garbage from the preparation does not count as part of the next measured work. */
export async function collectGarbage(): Promise<void> {
  await nextTick();
  collect();
  await nextTick();
}

/** While open, adds up this thread's garbage collection pauses. */
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
