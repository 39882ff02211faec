/** When a view asks again. In: the feed, which knows of every block. Out: a call, at once after a block with transactions
 *  when the last one is long enough ago, else as soon as it is. A chain at rest is asked nothing. */

import type { Feed } from './feed.js';
import type { Failure } from './reading.js';

export class Refresher {
  #begun = false;
  #seen: number | undefined;
  #dueAt = 0;
  #busy = false;

  /** @param run reads again; what it returns is why that failed. */
  constructor(
    private readonly feed: Feed,
    private readonly everyMs: number,
    private readonly run: () => Promise<Failure | undefined>,
  ) {}

  /** The first picture stands: from here on it is kept up to date. */
  begin(): void {
    this.#begun = true;
    this.#seen = this.feed.activity;
    this.#dueAt = Date.now() + this.everyMs;
  }

  /** Something of the feed changed. */
  update(): void {
    const { activity } = this.feed;
    if (!this.#begun || this.#busy) return;
    // A page that was opened here knows the number of transactions a moment later.
    this.#seen ??= activity;
    if (activity === this.#seen || Date.now() < this.#dueAt) return;
    this.#busy = true;
    void this.run().then((failure) => {
      this.#busy = false;
      this.#dueAt = Date.now() + Math.max(this.everyMs, failure?.retryMs ?? 0);
      if (!failure) this.#seen = activity;
    });
  }
}
