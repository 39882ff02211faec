/** Time that passes only when a test says so: clocks and timers for whole nodes in one thread.
 *
 *  In: timers of many processes. Out: their calls in the order of their times, ties in the order of setting. After each
 *  call, everything that it triggers completes before the clock moves. Nothing here reads the real clock, so two runs
 *  are the same. */

import type { Clock, Timers } from '../../engine/base/ports.js';

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly call: () => void;
  /** Whether its call is still wanted. */
  isWanted: boolean;
}

/** Resolves when all remaining work waits for a timer. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const isBefore = (one: Timer, other: Timer): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

/** Timers by their times: a binary heap. A cancelled timer stays in it until it comes up. */
class TimerHeap {
  readonly #all: Timer[] = [];

  add(timer: Timer): void {
    const all = this.#all;
    let at = all.push(timer) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = all[above] as Timer;
      if (!isBefore(timer, parent)) break;
      all[at] = parent;
      at = above;
    }
    all[at] = timer;
  }

  /** The first timer that is wanted. */
  first(): Timer | undefined {
    for (let first = this.#all[0]; first; first = this.#all[0]) {
      if (first.isWanted) return first;
      this.take();
    }
    return undefined;
  }

  take(): void {
    const all = this.#all;
    const last = all.pop();
    if (!last || all.length === 0) return;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const right = left + 1;
      let below = left;
      if (right < all.length && isBefore(all[right] as Timer, all[left] as Timer)) below = right;
      const child = all[below];
      if (!child || !isBefore(child, last)) break;
      all[at] = child;
      at = below;
    }
    all[at] = last;
  }
}

export class VirtualTime {
  /** Milliseconds since the beginning. */
  #elapsed = 0;
  /** Milliseconds in which everything slept. */
  #slept = 0;
  #orders = 0;
  readonly #timers = new TimerHeap();

  /** @param start milliseconds since the epoch, at the beginning. */
  constructor(readonly start: number) {}

  get elapsed(): number {
    return this.#elapsed;
  }

  /** A clock that follows this time. */
  readonly clock: Clock = {
    now: () => Math.floor(this.start + this.clock.monotonic()),
    monotonic: () => this.#elapsed + this.#slept,
  };

  /** Everything sleeps: clocks count the time, timers do not. */
  sleep(milliseconds: number): void {
    this.#slept += milliseconds;
  }

  /** Timers of one process. @param rate how fast its machine's clock runs. */
  process(rate: () => number = () => 1): ProcessTimers {
    return new ProcessTimers(this, rate);
  }

  set(milliseconds: number, call: () => void): () => void {
    const timer: Timer = { at: this.#elapsed + Math.max(0, milliseconds), order: this.#orders++, call, isWanted: true };
    this.#timers.add(timer);
    return () => {
      timer.isWanted = false;
    };
  }

  /** Delivers the next event and completes everything that it triggers.
   *  @returns false when none is due by `end`; then the clock has not moved. */
  async step(end = Number.POSITIVE_INFINITY): Promise<boolean> {
    const next = this.#timers.first();
    if (!next || next.at > end) return false;
    this.#timers.take();
    this.#elapsed = next.at;
    next.isWanted = false;
    next.call();
    await settled();
    return true;
  }

  /** Lets time pass, timer by timer. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.#elapsed + milliseconds;
    await settled();
    while (await this.step(end));
    this.#elapsed = end;
  }

  /** Lets time pass until a promise settles. @throws Error when it takes longer than `limit` milliseconds, or when nothing
   *  is left to wait for. */
  async until<T>(work: Promise<T>, limit = 3_600_000): Promise<T> {
    const end = this.#elapsed + limit;
    let isDone = false;
    const ended = (): void => {
      isDone = true;
    };
    work.then(ended, ended);
    await settled();
    while (!isDone)
      if (!(await this.step(end))) throw new Error(`nothing more happens within ${limit} ms of simulated time`);
    return work;
  }
}

/** What one process waits for; `end` is the end of the process. */
export class ProcessTimers implements Timers {
  /** Cancels what waits. */
  readonly #waiting = new Set<() => void>();
  #isOver = false;

  constructor(
    private readonly time: VirtualTime,
    private readonly rate: () => number,
  ) {}

  after(milliseconds: number, call: () => void): () => void {
    if (this.#isOver) return () => {};
    const cancel = this.time.set(milliseconds / this.rate(), () => {
      this.#waiting.delete(cancel);
      call();
    });
    this.#waiting.add(cancel);
    return () => {
      this.#waiting.delete(cancel);
      cancel();
    };
  }

  end(): void {
    this.#isOver = true;
    for (const cancel of this.#waiting) cancel();
    this.#waiting.clear();
  }
}
