/** Work of the bridge that nobody asks for: one round after the other, with a pause between them.
 *
 *  A round that fails is logged, and the next one comes all the same. Nothing is lost by a round that is missed: what was to be done is found
 *  again in the state and on the foreign chains. */

import type { Log, Timers } from '../../base/ports.js';

export interface RoundParts {
  readonly timers: Timers;
  readonly log: Log;
  /** Between the end of a round and the next one. */
  readonly pauseMs: number;
  /** For the log. */
  readonly what: string;
  work(): Promise<void>;
}

export class Rounds {
  #cancel: (() => void) | undefined;
  #running: Promise<void> | undefined;
  #stopped = false;

  constructor(private readonly parts: RoundParts) {
    this.#after();
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  /** Resolves when nothing runs any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel?.();
    await this.#running;
  }

  #after(): void {
    if (this.#stopped) return;
    this.#cancel = this.parts.timers.after(this.parts.pauseMs, () => {
      this.#running = this.#round();
    });
  }

  async #round(): Promise<void> {
    const { work, log, what } = this.parts;
    try {
      await work();
    } catch (error) {
      log.error({ error, what }, 'work of the bridge has failed');
    }
    this.#after();
  }
}

/** Which names to leave alone for a while: each failure doubles the time. */
export class Patience {
  readonly #until = new Map<string, { readonly at: number; readonly pauseMs: number }>();

  /** @param firstMs after the first failure. @param mostMs between two tries. @param most names; the oldest is forgotten. */
  constructor(
    private readonly firstMs: number,
    private readonly mostMs: number,
    private readonly most = 10_000,
  ) {}

  isDue(name: string, now: number): boolean {
    return (this.#until.get(name)?.at ?? 0) <= now;
  }

  /** @param mostMs until the next try, where that is less than usual. */
  failed(name: string, now: number, mostMs = this.mostMs): void {
    const before = this.#until.get(name);
    const pauseMs = Math.min(mostMs, before ? 2 * before.pauseMs : this.firstMs);
    this.#until.delete(name);
    this.#until.set(name, { at: now + pauseMs, pauseMs });
    const [oldest] = this.#until.keys();
    if (this.#until.size > this.most && oldest !== undefined) this.#until.delete(oldest);
  }

  done(name: string): void {
    this.#until.delete(name);
  }
}
