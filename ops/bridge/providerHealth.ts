/** Asks all providers of foreign chains for their heads now and then, and keeps what that shows for health checks and metrics. */

import type { Log, Timers } from '../../engine/base/ports.js';
import { isRefusal } from '../../engine/base/refusal.js';
import type { ChainsHealth, ForeignChains } from '../../engine/bridge/port.js';
import { Rounds } from '../../engine/head/bridge/rounds.js';

/** A provider that fails is shown within two of them; each costs two small calls at every provider. */
const ROUND_MS = 60_000;

export class ProviderHealthWatch {
  #latest: { readonly health: ChainsHealth; readonly at: number } | undefined;

  constructor(private readonly chains: Pick<ForeignChains, 'health'>) {}

  begin(timers: Timers, log: Log, pauseMs = ROUND_MS): Rounds {
    return new Rounds({ timers, log, pauseMs, what: 'providers', work: () => this.look() });
  }

  async look(): Promise<void> {
    const health = await this.chains.health();
    // The thread may be gone; the next round begins another one.
    if (!isRefusal(health)) this.#latest = { health, at: performance.now() };
  }

  /** @returns undefined before the first look. Times go on since it. */
  get reading(): ChainsHealth | undefined {
    const latest = this.#latest;
    if (!latest) return undefined;
    const passed = performance.now() - latest.at;
    const { disagreement, providers, disagreements } = latest.health;
    return {
      disagreements,
      disagreement: disagreement && { ...disagreement, agoMs: disagreement.agoMs + passed },
      providers: providers.map((provider) =>
        provider.failingMs === undefined ? provider : { ...provider, failingMs: provider.failingMs + passed },
      ),
    };
  }
}
