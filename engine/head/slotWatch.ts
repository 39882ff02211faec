/** Whose slot is next, as this node sees it: follows the set, and logs changes.
 *
 *  In: the active set after each block. Out: why the next slot is not this node's, or nothing when the slot is this node's. */

import { bytesEqual } from '../base/bytes.js';
import type { Log } from '../base/ports.js';
import { accountOfKey, addressOfKey } from '../crypto/address.js';
import type { ActiveSet } from '../ledger/activeSet.js';
import { stakeOf } from '../ledger/staking.js';
import type { State } from '../state/state.js';

export class SlotWatch {
  #standby: string | undefined;

  /** @param set of the open slot. @param publicKey ML-DSA-65 key of this node. */
  constructor(
    private readonly state: State,
    private readonly set: () => ActiveSet,
    private readonly publicKey: Uint8Array,
    private readonly log: Log,
  ) {}

  /** Why the next slot is not this node's; undefined when the slot is this node's. A key that is staked later, or becomes the
   *  one with the greatest stake, produces from then on. */
  get standby(): string | undefined {
    return this.#standby;
  }

  look(): void {
    const before = this.#standby;
    this.#standby = this.#reason();
    if (this.#standby === before) return;
    if (this.#standby) this.log.warn({ reason: this.#standby }, 'this node does not produce blocks at present');
    else this.log.info({}, 'this node produces the next block');
  }

  #reason(): string | undefined {
    const { state, publicKey } = this;
    const own = addressOfKey(publicKey);
    const set = this.set();
    if (!set.proposer || stakeOf(state, accountOfKey(publicKey)) === 0n)
      return `the key of this node, ${own}, is not staked: it produces blocks once its stake is the greatest`;
    if (bytesEqual(set.proposer.publicKey, publicKey)) return undefined;
    if (set.stakeOf(publicKey) === 0n)
      return `the stake of this node, ${own}, is below the ${set.validators.length} greatest, which are the active set: it neither votes nor produces blocks`;
    return `the next block is that of ${addressOfKey(set.proposer.publicKey)}, whose stake goes before the stake of this node`;
  }
}
