/** Waits of the loops of one program, all of which end when it stops. */

import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { FirstSignal } from '../firstSignal.js';

/** As many wait as there are loops and requests: each lets go of what it listens to. */
function signalOfMany(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

export class Pauses {
  #awake = signalOfMany();

  constructor(readonly stop: AbortSignal) {
    setMaxListeners(0, stop);
  }

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
    this.#awake = signalOfMany();
    awake.abort();
  }
}
