/** Keeps the services' work that nobody asks for going: a sweep every second, the next at once while there is more.
 *
 *  In: a timer. Out: sweeps, one at a time, and a rewriting of the files when enough was erased. What may be lost: nothing; what was
 *  not done is found again by the next sweep, also after a restart. */

import type { Log, Timers } from '../base/ports.js';
import { isRefusal, type Refusal } from '../base/refusal.js';
import type { Moment } from './surroundings.js';
import type { SweepResult } from './sweep.js';

/** Self-destruction is promised in seconds. One read of an empty range costs the thread some 50 microseconds. */
const SWEEP_MS = 1_000;

/** Between two turns while there is more: requests that have come meanwhile go first. */
const MORE_MS = 10;

/** After a failure: the disk is full, or the thread is gone. */
const FAILED_MS = 10_000;

export interface SweptServices {
  /** @returns undefined while the services have not begun. */
  sweep(moment: Moment): Promise<SweepResult | Refusal | undefined>;
  /** Takes erased bytes off the disk. */
  rewrite(): Promise<Refusal | undefined>;
}

export interface SweeperPorts {
  readonly services: SweptServices;
  readonly timers: Timers;
  readonly log: Log;
  moment(): Moment;
}

export class Sweeper {
  #cancel: (() => void) | undefined;
  #stopped = false;
  #rewriting: Promise<void> | undefined;

  constructor(private readonly ports: SweeperPorts) {
    this.#after(SWEEP_MS);
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
  }

  #after(milliseconds: number): void {
    if (!this.#stopped) this.#cancel = this.ports.timers.after(milliseconds, () => void this.#sweep());
  }

  async #sweep(): Promise<void> {
    const { services, log, moment } = this.ports;
    try {
      const result = await services.sweep(moment());
      if (result === undefined) this.#after(SWEEP_MS);
      else if (isRefusal(result)) this.#after(FAILED_MS);
      else {
        if (result.rewrite) this.#rewrite();
        this.#after(result.hasMore ? MORE_MS : SWEEP_MS);
      }
    } catch (error) {
      log.error({ error }, 'what is due in the services could not be done');
      this.#after(FAILED_MS);
    }
  }

  /** Sweeps go on meanwhile: it can take minutes. */
  #rewrite(): void {
    const { services, log } = this.ports;
    this.#rewriting ??= services
      .rewrite()
      .then(
        (refusal) => {
          if (!refusal) log.info({}, 'what was erased in the services is off the disk');
        },
        (error: unknown) => {
          if (!this.#stopped) log.error({ error }, 'what was erased in the services is still on the disk');
        },
      )
      .then(() => {
        this.#rewriting = undefined;
      });
  }
}
