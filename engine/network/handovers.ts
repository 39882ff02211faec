/** Transactions that are handed to the proposer: a client waits for the answer.
 *
 *  In: own transactions with a token; handovers of peers. Out: to the proposer when it is connected, else to the peer that is nearest
 *  to it, then to another when that one is gone or silent; the answer. A peer answers that it holds the transaction; from then on it
 *  answers for it too. May be lost: the newest beyond what may wait, which leaves for nobody. */

import type { HandedOver } from './events.js';
import { HANDOVER_MS, HANDOVER_TRIES, HANDOVERS } from './limits.js';
import type { HandoverOutcome, PeerTransaction } from './messages.js';
import type { LinkId } from './net.js';
import type { Peer } from './peer.js';
import type { Surroundings } from './surroundings.js';

/** Farther away than any proposer. */
const NO_WAY = 1_000_000;

/** Longer ways are circles of peers that each believe another to be nearer. */
const MOST_LINKS = 16;

interface Handover {
  readonly token: number;
  readonly item: PeerTransaction;
  /** Who was asked. All but the last have not answered: any of them may hold it. */
  readonly asked: Set<LinkId>;
}

interface Waiting {
  readonly handover: Handover;
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

  /** The peer with the shortest way to the proposer; undefined when none knows a way. */
  nearest(): Peer | undefined {
    return this.#nearest(NO_WAY - 1);
  }

  /** @param except peers that are passed over. */
  #nearest(most: number, except?: ReadonlySet<LinkId>): Peer | undefined {
    let best: Peer | undefined;
    let distance = most + 1;
    for (const peer of this.around.peers) {
      if (except?.has(peer.link) || this.#distanceOf(peer) >= distance) continue;
      best = peer;
      distance = this.#distanceOf(peer);
    }
    return best;
  }

  handOver(token: number, item: PeerTransaction): void {
    const peer = this.#waiting.size < HANDOVERS ? this.nearest() : undefined;
    if (peer) this.#ask(peer, { token, item, asked: new Set() });
    else this.#end(token, 'unsent');
  }

  #ask(peer: Peer, handover: Handover): void {
    const request = this.around.nextRequest();
    const { item } = handover;
    handover.asked.add(peer.link);
    this.#waiting.set(request, { handover, link: peer.link, at: this.around.now });
    peer.knows.add(item.id);
    this.around.wakeAt(this.around.now + HANDOVER_MS);
    this.around.send(peer, { kind: 'handover', request, item });
  }

  #end(token: number, outcome: HandedOver): void {
    this.around.emit({ kind: 'handedOver', token, outcome });
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
    const { token, asked } = waiting.handover;
    // One that was asked before, and did not answer, may hold what this one refuses.
    this.#end(token, outcome.held || asked.size === 1 ? outcome : 'unclear');
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
      this.#askAnother(request);
    }
  }

  /** Whether the one that was asked holds the transaction is not known. Another one that holds it is enough, even one that knows no way to
   *  the proposer at this moment. */
  #askAnother(request: number): void {
    const handover = this.#waiting.get(request)?.handover;
    this.#waiting.delete(request);
    if (!handover) return;
    const { token, asked } = handover;
    const peer = asked.size < HANDOVER_TRIES ? this.#nearest(NO_WAY, asked) : undefined;
    if (peer) this.#ask(peer, handover);
    else this.#end(token, 'unclear');
  }

  gone(link: LinkId): void {
    for (const [request, waiting] of this.#waiting) if (waiting.link === link) this.#askAnother(request);
  }
}
