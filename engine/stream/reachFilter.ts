/** A filter of the log, applied to what an event says of its own audience: whoever has no chain chooses events so, as `eventLog.ts` does
 *  from a block's transactions. */

import type { EventFilter } from '../store/chainStore.js';
import type { Reach } from './relayFrame.js';

export class ReachFilter {
  readonly #accounts: ReadonlySet<string>;
  readonly #tokens: ReadonlySet<string>;
  readonly #contracts: ReadonlySet<string>;

  constructor(private readonly filter: EventFilter) {
    this.#accounts = new Set(filter.accounts);
    this.#tokens = new Set(filter.tokens);
    this.#contracts = new Set(filter.contracts);
  }

  /** Whether it selects an event at all: statistics are not in the log. */
  get isEmpty(): boolean {
    const { all, blocks, transactions, contractEvents } = this.filter;
    const named = this.#accounts.size + this.#tokens.size + this.#contracts.size;
    return !(all || blocks || transactions || contractEvents) && named === 0;
  }

  selects({ topic, accounts, tokens, contract }: Reach): boolean {
    const { all, blocks, transactions, contractEvents } = this.filter;
    if (all) return true;
    if (topic === 'blocks') return blocks;
    if (topic === 'transactions' && transactions) return true;
    if (topic === 'contracts' && contractEvents) return true;
    if (contract !== undefined && this.#contracts.has(contract)) return true;
    if (this.#accounts.size > 0 && accounts.some((account) => this.#accounts.has(account))) return true;
    return this.#tokens.size > 0 && tokens.some((token) => this.#tokens.has(token));
  }
}
