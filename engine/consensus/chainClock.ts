/** The clock that headers are dated with: the machine's clock without its leaps.
 *
 *  In: the wall clock, the monotonic clock, the tip's header time. Out: the time that this node takes as now, for headers
 *  and for everything that is compared with a header's time: request windows, expiry, cool-downs, slots.
 *
 *  A wall clock leaps forward for two reasons, which look the same at that moment:
 *  - It is wrong now. A node that dates headers with it cannot date one behind them once the clock is corrected: block
 *    production stops for as long as the leap was.
 *  - It was wrong before, or the machine slept and the clock was corrected afterwards. A node that continues with the old time
 *    is too late: blocks are made and old requests stay valid, but requests dated more than TIMESTAMP_WINDOW_MS ahead of the
 *    headers fit in none of them.
 *  In the second case hesitating costs requests for that time; in the first, following costs blocks for as long as the leap. So
 *  a leap is followed once it has lasted CLOCK_HOLD_MS, and until then the clock runs on at the monotonic pace. A leap that is
 *  taken back by then leaves no trace. A sleep that the operating system itself reports never looks like a leap, because
 *  the monotonic clock counts it (`ops/systemClock.ts`).
 *
 *  A leap backwards is followed at once. A header is never dated further ahead of this machine's clock than its receivers
 *  accept, whichever clock is right: production waits instead (`clockLag`), and the old pace is remembered in case the step
 *  back is taken back.
 *
 *  At its start a process has no monotonic history, so it trusts the wall clock. The only thing it knows is the tip: when
 *  the trusted pace is behind the tip, that pace was wrong, and the wall clock is trusted again. */

import { CLOCK_HOLD_MS, CLOCK_LEEWAY_MS, MAX_CLOCK_LEAD_MS } from '../base/limits.js';
import type { Clock } from '../base/ports.js';

/** A leap forward that is not followed yet. */
export interface HeldLeap {
  /** By how much the wall clock is ahead of the chain's, milliseconds. */
  readonly byMs: number;
  /** When it is followed, milliseconds from now, if it lasts. */
  readonly leftMs: number;
}

/** An offset away from the trusted one, and since when all readings are on that side. */
interface Doubt {
  readonly since: number;
  /** The reading nearest to the trusted offset: all readings are at least that far away. */
  nearest: number;
}

export class ChainClock {
  /** Wall clock minus monotonic clock, as trusted. */
  #trusted: number;
  #doubt: Doubt | undefined;

  /** @param tipTime header time of the tip, milliseconds. */
  constructor(
    private readonly clock: Clock,
    private readonly tipTime: () => number,
  ) {
    this.#trusted = clock.now() - clock.monotonic();
  }

  /** Milliseconds since the epoch, never above the wall clock. */
  now(): number {
    const wall = this.clock.now();
    const monotonic = this.clock.monotonic();
    this.#look(wall - monotonic, monotonic);
    return Math.min(wall, Math.floor(monotonic + this.#trusted + CLOCK_LEEWAY_MS));
  }

  /** Milliseconds by which a developer has moved the clock ahead of the machine's. */
  get shiftMs(): number {
    return this.clock.shiftMs ?? 0;
  }

  /** The leap that is not followed yet; undefined while the wall clock is followed. */
  get held(): HeldLeap | undefined {
    const byMs = this.clock.now() - this.now();
    // Less than a millisecond is the effect of rounding down.
    if (byMs < 1 || !this.#doubt) return undefined;
    return { byMs, leftMs: Math.max(0, this.#doubt.since + CLOCK_HOLD_MS - this.clock.monotonic()) };
  }

  #look(offset: number, monotonic: number): void {
    if (this.#isDisproved(offset, monotonic)) this.#trust(offset);
    const away = offset - this.#trusted;
    if (Math.abs(away) <= CLOCK_LEEWAY_MS) {
      this.#doubt = undefined;
      return;
    }
    const doubt = this.#doubt;
    if (!doubt || doubt.nearest < this.#trusted !== away < 0) this.#doubt = { since: monotonic, nearest: offset };
    else {
      doubt.nearest = away < 0 ? Math.max(doubt.nearest, offset) : Math.min(doubt.nearest, offset);
      if (monotonic - doubt.since >= CLOCK_HOLD_MS) {
        this.#trust(doubt.nearest);
        // A further leap that came meanwhile gets its own hold time.
        this.#look(offset, monotonic);
      }
    }
  }

  /** Whether the tip shows the trusted pace to be behind, while the wall clock is not. */
  #isDisproved(offset: number, monotonic: number): boolean {
    const latest = this.tipTime() - MAX_CLOCK_LEAD_MS - monotonic;
    return this.#trusted < latest && offset >= latest;
  }

  #trust(offset: number): void {
    this.#trusted = offset;
    this.#doubt = undefined;
  }
}
