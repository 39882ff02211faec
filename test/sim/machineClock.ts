/** The clock of one machine: it follows the time of the world until it is set, or runs too fast or too slow.
 *
 *  In: the world's time, jumps and rates. Out: both readings of a node's clock; the monotonic one never goes back. */

import type { Clock } from '../../engine/base/ports.js';
import type { VirtualTime } from '../support/virtualTime.js';

export class MachineClock implements Clock {
  #rate = 1;
  /** The world's time at the last change of the rate, and this clock's monotonic reading then. */
  #since = 0;
  #read = 0;
  /** From the monotonic reading to milliseconds since the epoch. */
  #offset: number;

  constructor(private readonly time: VirtualTime) {
    this.#offset = time.start;
  }

  now(): number {
    return Math.floor(this.monotonic() + this.#offset);
  }

  monotonic(): number {
    return this.#read + (this.time.clock.monotonic() - this.#since) * this.#rate;
  }

  /** How much faster than the world's time it runs. */
  get rate(): number {
    return this.#rate;
  }

  /** Milliseconds by which the wall clock is ahead of the world's time. */
  get error(): number {
    return this.monotonic() + this.#offset - (this.time.start + this.time.clock.monotonic());
  }

  /** Somebody sets the wall clock. */
  jump(milliseconds: number): void {
    this.#offset += milliseconds;
  }

  drift(rate: number): void {
    this.#read = this.monotonic();
    this.#since = this.time.clock.monotonic();
    this.#rate = rate;
  }

  /** Sets rate and wall clock right. */
  correct(): void {
    this.drift(1);
    this.jump(-this.error);
  }
}
