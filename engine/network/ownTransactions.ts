/** Transactions that this node answers for: it took them from a client, or from a peer that handed them over.
 *
 *  In: their ids, new heads, the moment. Out: their ids, after each change of the head and again while it stays, to the proposer of the
 *  next block, or to the peer that is nearest to it. Whoever lacks one asks for it: it was restarted, had no room, or has become the
 *  proposer since. It ends when the transaction waits here no longer: it is in a block, or was refused, or expired. Nothing is lost:
 *  what has no room in one offer is in the next. */

import { IDS_PER_MESSAGE, OFFER_MS, TRANSACTIONS_WANTED } from './limits.js';
import type { Peer } from './peer.js';
import type { Surroundings } from './surroundings.js';

export class OwnTransactions {
  /** Those that were offered longest ago are first. */
  readonly #ids = new Set<string>();
  #offerAt = Number.POSITIVE_INFINITY;

  /** @param nearest the peer with the shortest way to the proposer. */
  constructor(
    private readonly around: Surroundings,
    private readonly nearest: () => Peer | undefined,
  ) {}

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  add(id: string): void {
    this.#ids.add(id);
    if (this.#offerAt === Number.POSITIVE_INFINITY) this.#waitForNext();
  }

  time(): void {
    if (this.around.now >= this.#offerAt) this.offer();
    else this.around.wakeAt(this.#offerAt);
  }

  offer(): void {
    const ids = this.#next();
    this.#waitForNext();
    const { head, ownId } = this.around;
    const peer = head.proposer === ownId ? undefined : this.nearest();
    if (!peer) return;
    for (let at = 0; at < ids.length; at += IDS_PER_MESSAGE)
      this.around.send(peer, { kind: 'inventory', ids: ids.slice(at, at + IDS_PER_MESSAGE) });
  }

  /** As many as a peer asks for at a time. */
  #next(): string[] {
    const next: string[] = [];
    for (const id of this.#ids) {
      if (next.length >= TRANSACTIONS_WANTED.perPeer) break;
      if (this.around.waiting.has(id)) next.push(id);
      else this.#ids.delete(id);
    }
    for (const id of next) {
      this.#ids.delete(id);
      this.#ids.add(id);
    }
    return next;
  }

  #waitForNext(): void {
    this.#offerAt = this.#ids.size > 0 ? this.around.now + OFFER_MS : Number.POSITIVE_INFINITY;
    this.around.wakeAt(this.#offerAt);
  }
}
