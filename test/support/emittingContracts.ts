/** Contracts that emit events, for traffic beside the workload's: its own contracts mostly fail, or do other things.
 *
 *  In: an actor who can pay. Out: transactions that deploy two contracts in the first block, and call them in later ones: calls that
 *  emit nothing, one event, many, those of the other contract too, and calls that fail behind an event. */

import type { PoolItem } from '../../engine/mempool/mempool.js';
import { addressIn, call, deploy } from './contractOrders.js';
import type { SeededRandom } from './random.js';
import type { Program } from './scriptedMachine.js';
import type { Actor } from './transactions.js';

const GAS_LIMIT = 20_000;

const program: Program = {
  quiet: [['log', 'nothing to say']],
  one: [['emit', 'one', '{"amount":"1"}']],
  many: Array.from({ length: 9 }, (_, index) => ['emit', `many ${index}`, 'x'.repeat(index * 40)] as const),
  other: [
    ['emit', 'before', ''],
    ['call', '$args', 'one', '{}', '0'],
    ['call', '$args', 'fall', '{}', '0'],
  ],
  fall: [
    ['emit', 'lost', ''],
    ['trap', 'on purpose'],
  ],
};

export class EmittingContracts {
  readonly #addresses: string[] = [];

  constructor(private readonly signer: Actor) {}

  /** Addresses, once they are deployed. */
  get addresses(): readonly string[] {
    return this.#addresses;
  }

  /** Transactions for the next block. @param timestamp milliseconds. */
  traffic(random: SeededRandom, timestamp: number): PoolItem[] {
    const common = { signer: this.signer, timestamp };
    if (this.#addresses.length === 0) {
      const items = [deploy(common, program), deploy(common, program)];
      this.#addresses.push(...items.map(addressIn));
      return items;
    }
    return Array.from({ length: random.below(5) }, () => {
      const method = random.pick(Object.keys(program));
      return call(common, random.pick(this.#addresses), method, {
        args: random.pick(this.#addresses),
        gasLimit: GAS_LIMIT,
      });
    });
  }
}
