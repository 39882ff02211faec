/** How long a peer may take for what others could serve.
 *
 *  In: when a request began, and whether something has become whole. Out: whether it is given to somebody else. A peer that sends a little
 *  now and then is never silent, and holds up everything that comes after its request. Each time that a request was taken from its peer,
 *  the next ones may take twice as long: a network whose peers are all slow still gets through. */

import { CATCH_UP } from './limits.js';

export class Patience {
  #ms: number = CATCH_UP.slowMs;

  /** When a request that began then is slow. */
  endOf(began: number): number {
    return began + this.#ms;
  }

  /** A request was taken from its peer. */
  lost(): void {
    this.#ms = Math.min(2 * this.#ms, CATCH_UP.slowestMs);
  }

  /** What was asked for has come. */
  kept(): void {
    this.#ms = CATCH_UP.slowMs;
  }
}
