/** How many deposit addresses of Bitcoin accounts get that no block knows. Anybody can make up such accounts, so a flood of them would empty the pool and
 *  fill the watch. Accounts that have coins or have signed something cost their owner a fee: they are not counted.
 *
 *  In: the addresses that are left. Out: whether one of them may go to a newcomer. */

import type { Clock } from '../../base/ports.js';
import { type Refusal, refuse } from '../../base/refusal.js';

const WINDOW_MS = 3_600_000;
/** So many in a window, or half of the pool at its beginning where that is more: the pool never ends while a relayer tops it up by as many. Each address costs
 *  both providers a question in every round of the watch. */
const LEAST = 100;

export class Newcomers {
  /** Of the monotonic clock. */
  #end = Number.NEGATIVE_INFINITY;
  #places = 0;

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  /** @param left addresses of the pool. */
  take(left: number): Refusal | undefined {
    const now = this.clock.monotonic();
    if (now >= this.#end) {
      this.#end = now + WINDOW_MS;
      this.#places = Math.max(LEAST, Math.floor(left / 2));
    }
    if (this.#places > 0) {
      this.#places--;
      return undefined;
    }
    const seconds = Math.ceil((this.#end - now) / 1_000);
    return refuse(
      'rate_limited',
      `as many new accounts have got a deposit address as may in an hour: try again in ${seconds} s, or first let the account get XRGE or sign a transaction`,
      seconds,
    );
  }
}
