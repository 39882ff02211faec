/** The wait for a clock that is behind the last block: whether to wait, and how it is reported.
 *
 *  In: the tip and the clock, whenever a slot comes up. Out: how long to wait, and the sentence that reports it; the log gets one
 *  line at the beginning and one at the end of a wait. */

import { MAX_CLOCK_LEAD_MS } from '../base/limits.js';
import type { Log } from '../base/ports.js';
import type { Tip } from '../chain/block.js';
import { clockLag } from '../consensus/production.js';

/** Longest wait that a refusal names. */
const RETRY_SECONDS = 60;

/** Longest wait before the clock is read again: it may be corrected at any moment. */
const RETRY_MS = 1_000;

const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1_000);

export class ClockWait {
  #isSaid = false;

  /** @param now the chain's clock, milliseconds. */
  constructor(
    private readonly tip: () => Tip,
    private readonly now: () => number,
    private readonly log: Log,
  ) {}

  /** Why no block can be made at this moment's clock. */
  get problem(): string | undefined {
    const tip = this.tip();
    const lag = clockLag(tip, this.now());
    if (lag === 0) return undefined;
    return `the last block is dated ${new Date(tip.time).toISOString()}, this machine's clock stands ${seconds(lag + MAX_CLOCK_LEAD_MS)} s before that: either it is behind now, or it was ahead when the block was made. The next block waits until the clock gets there: ${seconds(lag)} s, or less if the clock is set forward; check the clock`;
  }

  /** Seconds after which a block can be made; undefined when one can be made now. */
  get retrySeconds(): number | undefined {
    const lag = clockLag(this.tip(), this.now());
    return lag > 0 ? Math.min(seconds(lag), RETRY_SECONDS) : undefined;
  }

  /** @returns milliseconds to wait before the clock is read again; undefined when a block can be made. */
  look(): number | undefined {
    const { problem } = this;
    if (problem !== undefined) {
      if (!this.#isSaid) this.log.warn({ reason: problem }, 'block production waits for the clock');
      this.#isSaid = true;
      return Math.min(clockLag(this.tip(), this.now()), RETRY_MS);
    }
    if (this.#isSaid) this.log.info({ height: this.tip().height }, 'the clock has caught up; block production resumed');
    this.#isSaid = false;
    return undefined;
  }
}
