/** Whose slot is next, as this node sees it: follows the state, and logs changes.
 *
 *  In: the state after each block. Out: why the next slot is not this node's, or nothing when the slot is this node's. */

import { bytesEqual } from '../base/bytes.js';
import type { Log } from '../base/ports.js';
import { designatedProposer } from '../consensus/proposer.js';
import { accountOfKey, addressOfKey } from '../crypto/address.js';
import { validators } from '../ledger/tables.js';
import type { State } from '../state/state.js';

export class SlotWatch {
  #standby: string | undefined;

  /** @param publicKey ML-DSA-65 key of this node. */
  constructor(
    private readonly state: State,
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
    const own = state.get(validators, accountOfKey(publicKey));
    const designated = designatedProposer([...state.entries(validators)].map(([, validator]) => validator));
    if (!designated || !own?.stake)
      return `the key of this node, ${addressOfKey(publicKey)}, is not staked: it produces blocks once its stake is the greatest`;
    if (bytesEqual(designated.publicKey, publicKey)) return undefined;
    return `the next block is that of ${addressOfKey(designated.publicKey)}, whose stake goes before the stake of this node`;
  }
}
