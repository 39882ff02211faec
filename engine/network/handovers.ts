/** Transactions that are handed to the proposer: a client waits for the answer.
 *
 *  In: own transactions with a token; handovers of peers. Out: to the proposer when it is connected, else to the peer that is nearest
 *  to it; the answer, or that it may have arrived when the peer is gone or silent. A peer answers that it holds the transaction; from then on it hands it
 *  over itself. May be lost: the newest beyond what may wait; its client gets 503. */

import { HANDOVER_MS, HANDOVERS } from './limits.js';
import type { HandoverOutcome, PeerTransaction } from './messages.js';
import type { LinkId } from './net.js';
import type { Peer } from './peer.js';
import type { Surroundings } from './surroundings.js';

/** Farther away than any proposer. */
const NO_WAY = 1_000_000;

/** Longer ways are circles of peers that each believe another to be nearer. */
const MOST_LINKS = 16;

interface Waiting {
  readonly token: number;
  readonly link: LinkId;
  readonly at: number;
}

export class Handovers {
  readonly #waiting = new Map<number, Waiting>();

  constructor(private readonly around: Surroundings) {}

  /** Links between this node and the proposer of the next block: 0 when it is this node. */
  distance(): number | undefined {
    const { head, ownId } = this.around;
    if (head.proposer === undefined) return undefined;
    if (head.proposer === ownId) return 0;
    const nearest = this.nearest();
    return nearest ? this.#distanceOf(nearest) + 1 : undefined;
  }

  /** A peer knows its own distance at its own head, which may be one block older than ours. */
  #distanceOf(peer: Peer): number {
    if (peer.id === this.around.head.proposer) return 0;
    const distance = peer.status?.proposerDistance;
    // A way that leads through this node is none: distances grow by one with each link.
    return distance === undefined || distance >= MOST_LINKS ? NO_WAY : Math.max(1, distance);
  }

  nearest(): Peer | undefined {
    let best: Peer | undefined;
    for (const peer of this.around.peers)
      if (this.#distanceOf(peer) < (best ? this.#distanceOf(best) : NO_WAY)) best = peer;
    return best;
  }

  handOver(token: number, item: PeerTransaction): void {
    const peer = this.#waiting.size < HANDOVERS ? this.nearest() : undefined;
    if (!peer) {
      this.around.emit({ kind: 'handedOver', token, outcome: undefined });
      return;
    }
    const request = this.around.nextRequest();
    this.#waiting.set(request, { token, link: peer.link, at: this.around.now });
    peer.knows.add(item.id);
    this.around.wakeAt(this.around.now + HANDOVER_MS);
    this.around.send(peer, { kind: 'handover', request, item });
  }

  received(peer: Peer, request: number, item: PeerTransaction): void {
    peer.knows.add(item.id);
    this.around.emit({ kind: 'handover', link: peer.link, request, item });
  }

  checked(link: LinkId, request: number, outcome: HandoverOutcome): void {
    const peer = this.around.peer(link);
    if (peer) this.around.send(peer, { kind: 'handoverAnswer', request, outcome });
  }

  answered(peer: Peer, request: number, outcome: HandoverOutcome): void {
    const waiting = this.#waiting.get(request);
    if (waiting?.link !== peer.link) return;
    this.#waiting.delete(request);
    this.around.emit({ kind: 'handedOver', token: waiting.token, outcome });
  }

  time(): void {
    const { now, counters } = this.around;
    for (const [request, { link, at }] of this.#waiting) {
      if (now < at + HANDOVER_MS) {
        this.around.wakeAt(at + HANDOVER_MS);
        return;
      }
      counters.timedOut.handovers++;
      const peer = this.around.peer(link);
      if (peer) this.around.fault(peer, 'timeout');
      this.#giveUp(request);
    }
  }

  #giveUp(request: number): void {
    const waiting = this.#waiting.get(request);
    this.#waiting.delete(request);
    if (waiting) this.around.emit({ kind: 'handedOver', token: waiting.token, outcome: 'unanswered' });
  }

  gone(link: LinkId): void {
    for (const [request, waiting] of this.#waiting) if (waiting.link === link) this.#giveUp(request);
  }
}
