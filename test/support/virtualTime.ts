/** Time that passes only when a test says so: a clock and timers for whole nodes in one thread.
 *
 *  In: timers of many processes. Out: their calls in the order of their times, ties in the order of setting. After each
 *  call, everything that it triggers completes before the clock moves. Nothing here reads the real clock, so two runs
 *  are the same. */

import type { Clock, Timers } from '../../engine/base/ports.js';

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly call: () => void;
}

/** Resolves when all remaining work waits for a timer. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export class VirtualTime {
  /** Milliseconds since the beginning. */
  #elapsed = 0;
  #orders = 0;
  readonly #timers = new Set<Timer>();

  /** @param start milliseconds since the epoch, at the beginning. */
  constructor(readonly start: number) {}

  get elapsed(): number {
    return this.#elapsed;
  }

  /** A clock that follows this time. */
  readonly clock: Clock = {
    now: () => Math.floor(this.start + this.#elapsed),
    monotonic: () => this.#elapsed,
  };

  /** Timers of one process. */
  process(): ProcessTimers {
    return new ProcessTimers(this);
  }

  set(milliseconds: number, call: () => void): () => void {
    const timer = { at: this.#elapsed + Math.max(0, milliseconds), order: this.#orders++, call };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Lets time pass, timer by timer. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.#elapsed + milliseconds;
    await settled();
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#timers.delete(next);
      this.#elapsed = next.at;
      next.call();
      await settled();
    }
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
    while (!isDone) {
      const next = this.#next(end);
      if (!next) throw new Error(`nothing more happens within ${limit} ms of simulated time`);
      await this.pass(next.at - this.#elapsed);
    }
    return work;
  }

  #next(end: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.at > end) continue;
      if (!next || timer.at < next.at || (timer.at === next.at && timer.order < next.order)) next = timer;
    }
    return next;
  }
}

/** What one process waits for; `end` is the end of the process. */
export class ProcessTimers implements Timers {
  #isOver = false;

  constructor(private readonly time: VirtualTime) {}

  after(milliseconds: number, call: () => void): () => void {
    return this.time.set(milliseconds, () => {
      if (!this.#isOver) call();
    });
  }

  end(): void {
    this.#isOver = true;
  }
}
