/** Waits of the loops of one program, all of which end when it stops. */

import { setTimeout as delay } from 'node:timers/promises';
import { FirstSignal } from '../firstSignal.js';

export class Pauses {
  #awake = new AbortController();

  constructor(readonly stop: AbortSignal) {}

  get isStopped(): boolean {
    return this.stop.aborted;
  }

  /** Waits; `wake` and the stop end it early. */
  async wait(milliseconds: number): Promise<void> {
    if (this.isStopped) return;
    const ending = new FirstSignal([this.stop, this.#awake.signal]);
    try {
      await delay(milliseconds, undefined, { signal: ending.signal });
    } catch {
      // It was ended early.
    } finally {
      ending.release();
    }
  }

  /** Ends the waits that are under way. */
  wake(): void {
    const awake = this.#awake;
    this.#awake = new AbortController();
    awake.abort();
  }
}
