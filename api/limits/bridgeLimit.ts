/** The limit on what costs the providers of foreign chains something: claims, deposit addresses, and guesses of the secrets.
 *
 *  It is counted beside the limit on writes, by the network of the client's address, and before anything else is looked at. */

import { performance } from 'node:perf_hooks';
import { type Refusal, refuse } from '../../engine/base/refusal.js';
import { RequestCounter } from './requestCounter.js';

export class BridgeLimit {
  readonly #counter: RequestCounter | undefined;

  /** @param perMinute requests of one client; 0 for no limit. @param now milliseconds of a clock that never goes back. */
  constructor(
    perMinute: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#counter = perMinute > 0 ? new RequestCounter(perMinute) : undefined;
  }

  /** Counts a request. @param client the network of its address. */
  take(client: string): Refusal | undefined {
    const verdict = this.#counter?.take(client, this.now());
    if (!verdict || verdict.allowed) return undefined;
    const { limit, retrySeconds } = verdict;
    return refuse(
      'rate_limited',
      `too many requests to the bridge from this address: ${limit} a minute are allowed; try again in ${retrySeconds} s`,
      retrySeconds,
    );
  }
}
