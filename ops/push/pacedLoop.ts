/** Repeats requests to a provider, one at a time, at its pace.
 *
 *  In: work that says when its next request is due. Out: the request, then the next one. After a failure there is a pause that doubles
 *  up to five minutes, with jitter so that many nodes do not come back together; the provider may ask for a longer one. A piece of work
 *  that throws is a fault of this program: it is logged, and the loop goes on after a pause. */

import type { Clock, Log, Random, Timers } from '../../engine/base/ports.js';
import type { RequestFailure } from './measures.js';
import type { FailedRequest } from './providerDoor.js';

/** First pause; the provider's own client begins with the same. */
export const FIRST_PAUSE_MS = 1_000;
/** A provider that has been down for an hour is asked twelve times an hour. */
export const MAX_PAUSE_MS = 300_000;

export interface PacedWork {
  /** When the next request is due, on the monotonic clock; undefined when nothing waits. */
  due(): number | undefined;
  /** Makes one request. @returns its failure, if it failed. */
  step(): Promise<FailedRequest | undefined>;
}

export interface PaceParts {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly log: Log;
}

/** The failure of the latest request. */
export interface Failing {
  /** When the first of them failed that had no success in between, on the monotonic clock. */
  readonly since: number;
  readonly failure: RequestFailure;
}

export class PacedLoop {
  #running: Promise<void> | undefined;
  #closed = false;
  #cancelWake: (() => void) | undefined;
  #pausedUntil = 0;
  #failures = 0;
  #failing: Failing | undefined;

  constructor(
    private readonly parts: PaceParts,
    private readonly work: PacedWork,
  ) {}

  get failing(): Failing | undefined {
    return this.#failing;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Something may be due. */
  wake(): void {
    if (this.#closed || this.#running) return;
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
      this.#arm();
    });
  }

  /** Milliseconds until the next request; undefined when there is none. */
  #wait(): number | undefined {
    const due = this.#closed ? undefined : this.work.due();
    return due === undefined ? undefined : Math.max(due, this.#pausedUntil) - this.parts.clock.monotonic();
  }

  async #run(): Promise<void> {
    for (let wait = this.#wait(); wait !== undefined && wait <= 0; wait = this.#wait()) await this.#step();
  }

  async #step(): Promise<void> {
    try {
      this.#note(await this.work.step());
    } catch (error) {
      this.parts.log.error({ error }, 'push delivery failed on a request');
      this.#note({ failure: 'bad_answer' });
    }
  }

  #note(failed: FailedRequest | undefined): void {
    if (this.#closed) return;
    const now = this.parts.clock.monotonic();
    if (!failed) {
      this.#failures = 0;
      this.#failing = undefined;
      return;
    }
    const { failure, retryAfterMs = 0 } = failed;
    this.#failing = { since: this.#failing?.since ?? now, failure };
    this.#pausedUntil = now + Math.max(retryAfterMs, this.#pause());
  }

  /** Between half of the pause and all of it. */
  #pause(): number {
    const full = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(this.#failures++, 20));
    const [byte = 0] = this.parts.random.bytes(1);
    return (full / 2) * (1 + byte / 255);
  }

  #arm(): void {
    this.#cancelWake?.();
    this.#cancelWake = undefined;
    const wait = this.#wait();
    if (wait !== undefined) this.#cancelWake = this.parts.timers.after(Math.max(0, Math.ceil(wait)), () => this.wake());
  }

  /** Begins no further request. Resolves when the one under way has ended, which its owner aborts. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelWake?.();
    await this.#running;
  }
}
