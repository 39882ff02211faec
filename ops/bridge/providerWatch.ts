/** How the providers of foreign chains have answered: for health checks and metrics. */

import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import type { ChainsHealth, ProviderHealth } from '../../engine/bridge/port.js';

/** A sentence of a provider, as far as it is kept. */
const MOST_SENTENCE = 300;

interface Seen {
  readonly chain: 'evm' | 'btc';
  answered: number;
  failed: number;
  /** Monotonic milliseconds; undefined while it answers. */
  failingSince: number | undefined;
  failure: string | undefined;
  head: number | undefined;
}

/** Whether two providers said different things, by how the engine says it. */
const CONTRADICTION = /providers contradict each other|provider disagreement/;

export class ProviderWatch {
  readonly #seen = new Map<string, Seen>();
  #disagreements = 0;
  #disagreement: { readonly sentence: string; readonly at: number } | undefined;

  /** A provider that does not know a transaction has answered. */
  saw(chain: 'evm' | 'btc', provider: string, answer: unknown): void {
    const seen = this.#of(chain, provider);
    if (isRefusal(answer) && answer.code === 'busy') {
      seen.failed++;
      seen.failingSince ??= performance.now();
      seen.failure = answer.message.slice(0, MOST_SENTENCE);
    } else {
      seen.answered++;
      seen.failingSince = undefined;
      seen.failure = undefined;
    }
  }

  /** @param head the newest block of a provider whose answer `saw` has counted, or why it is unknown. */
  sawHead(chain: 'evm' | 'btc', provider: string, head: number | Refusal): void {
    this.#of(chain, provider).head = isRefusal(head) ? undefined : head;
  }

  /** What a verification has come to. */
  concluded(result: unknown): void {
    if (!isRefusal(result) || !CONTRADICTION.test(result.message)) return;
    this.#disagreements++;
    this.#disagreement = { sentence: result.message.slice(0, MOST_SENTENCE), at: performance.now() };
  }

  read(): ChainsHealth {
    const now = performance.now();
    const first = { evm: 0, btc: 0 };
    for (const { chain, head } of this.#seen.values()) first[chain] = Math.max(first[chain], head ?? 0);
    const providers = [...this.#seen].map(([provider, seen]): ProviderHealth => {
      const { chain, answered, failed, failingSince, failure, head } = seen;
      return {
        ...{ chain, provider, answered, failed, failure },
        failingMs: failingSince === undefined ? undefined : now - failingSince,
        behind: head === undefined ? undefined : first[chain] - head,
      };
    });
    const last = this.#disagreement;
    return {
      providers,
      disagreements: this.#disagreements,
      disagreement: last && { sentence: last.sentence, agoMs: now - last.at },
    };
  }

  #of(chain: 'evm' | 'btc', provider: string): Seen {
    const known = this.#seen.get(provider);
    if (known) return known;
    const seen: Seen = {
      ...{ chain, answered: 0, failed: 0 },
      ...{ failingSince: undefined, failure: undefined, head: undefined },
    };
    this.#seen.set(provider, seen);
    return seen;
  }
}
