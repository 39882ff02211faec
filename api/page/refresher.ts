/** When a view reads again. In: the feed, which knows every block. Out: a call after a block with transactions: at once
 *  when the last call is long enough ago, otherwise as soon as it is. An idle chain causes no reads, unless the view watches something
 *  else. */

import type { Feed } from './feed.js';
import type { Failure } from './reading.js';

export class Refresher {
  #begun = false;
  #seen: number | undefined;
  #dueAt = 0;
  #busy = false;

  /** @param run reads again; it returns the failure, if any. @param watched what changes when there is something new. */
  constructor(
    private readonly feed: Feed,
    private readonly everyMs: number,
    private readonly run: () => Promise<Failure | undefined>,
    private readonly watched: (feed: Feed) => number | undefined = ({ activity }) => activity,
  ) {}

  /** The view is drawn: from here on it is kept up to date. */
  begin(): void {
    this.#begun = true;
    this.#seen = this.watched(this.feed);
    this.#dueAt = Date.now() + this.everyMs;
  }

  /** Called when the feed has changed. */
  update(): void {
    const activity = this.watched(this.feed);
    if (!this.#begun || this.#busy) return;
    // When the page was opened at this view, the number of transactions is known only a moment later.
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
