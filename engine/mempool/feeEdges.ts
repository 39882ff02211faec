/** Up to which base fee each sender's pending transactions are known to be payable, so that a rise of the base fee rechecks only
 *  the senders that it may affect.
 *
 *  In: senders with a bound. Out: the senders whose bound is passed. Cost: one place in a heap per new bound. */

import { Heap } from '../base/heap.js';
import type { AccountId } from '../crypto/address.js';

interface Edge {
  readonly account: AccountId;
  /** Quanta. */
  readonly upTo: bigint;
}

export class FeeEdges {
  readonly #bounds = new Map<AccountId, bigint>();
  /** Replaced bounds stay in it until they reach the top. */
  readonly #lowest = new Heap<Edge>((a, b) => (a.upTo < b.upTo ? -1 : a.upTo > b.upTo ? 1 : 0));

  set(account: AccountId, upTo: bigint): void {
    if (this.#bounds.get(account) === upTo) return;
    this.#bounds.set(account, upTo);
    this.#lowest.push({ account, upTo });
    if (this.#lowest.size > 2 * this.#bounds.size + 64) this.#lowest.retain((edge) => this.#holds(edge));
  }

  delete(account: AccountId): void {
    this.#bounds.delete(account);
  }

  /** Takes out the accounts whose bound is below a base fee, in quanta. */
  *passed(baseFee: bigint): Generator<AccountId> {
    for (let edge = this.#lowest.peek(); edge && edge.upTo < baseFee; edge = this.#lowest.peek()) {
      this.#lowest.pop();
      if (!this.#holds(edge)) continue;
      this.#bounds.delete(edge.account);
      yield edge.account;
    }
  }

  #holds({ account, upTo }: Edge): boolean {
    return this.#bounds.get(account) === upTo;
  }
}
