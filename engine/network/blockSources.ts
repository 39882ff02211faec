/** Which peer is asked for blocks of the chain and for their headers, and who is left alone.
 *
 *  In: who served and who did not, and how long it took. Out: the peer for a height, and the height that those say who may be asked. Peers
 *  share the time that requests take: the next is asked of the one that has held this node up least. So who is fast serves most, and who
 *  is slow, on purpose or not, holds up no more than its share. Who says that it is ahead and serves nothing is asked again later and
 *  later. Both are remembered under its key, so a new connection changes nothing. */

import { CATCH_UP, SCORE } from './limits.js';
import type { LinkId } from './net.js';
import type { Peer } from './peer.js';
import type { Surroundings } from './surroundings.js';

interface Withheld {
  readonly times: number;
  readonly until: number;
}

/** What came of a request that its peer has ended. */
interface Served {
  readonly next: number;
  readonly served: number;
  readonly hasRoom: boolean;
}

export class BlockSources {
  /** Peers that had a block by their own word and did not serve it, by id; the latest last. */
  readonly #withheld = new Map<string, Withheld>();

  /** Milliseconds that requests of a peer have taken, by id; the latest last. */
  readonly #spent = new Map<string, number>();

  constructor(private readonly around: Surroundings) {}

  /** The greatest height that a peer claims which has not failed to serve it, and has the blocks that are missing. */
  target(): number {
    const { head, now } = this.around;
    let target = 0;
    for (const peer of this.around.peers)
      if (this.#mayServe(peer, head.height + 1) && peer.score.points(now) > SCORE.unreliable)
        target = Math.max(target, peer.height);
    return target;
  }

  /** The lowest block that peers have which are ahead, when none of them has the next one, and they are half of all at least: no single
   *  one can make it up. Undefined otherwise. */
  lowestMissed(): number | undefined {
    const next = this.around.head.height + 1;
    const peers = [...this.around.peers];
    const ahead = peers.filter(({ height }) => height >= next);
    const lowest = Math.min(...ahead.map(({ lowestHeight }) => lowestHeight));
    return ahead.length > 0 && 2 * ahead.length >= peers.length && lowest > next ? lowest : undefined;
  }

  /** Whether a peer has the block, as far as is known, and is not left alone now. */
  #mayServe(peer: Peer, height: number): boolean {
    return peer.lowestHeight <= height && !this.#rests(peer);
  }

  /** Whether a peer that served nothing is left alone for a while. */
  #rests({ id }: Peer): boolean {
    const until = this.#withheld.get(id)?.until;
    if (until === undefined || this.around.now >= until) return false;
    this.around.wakeAt(until);
    return true;
  }

  /** Of those that have the height, a reliable one that has taken the least time. @param except who is passed over. */
  best(height: number, except: ReadonlySet<LinkId>): Peer | undefined {
    const { now, peers } = this.around;
    const able = [...peers].filter((peer) => peer.height >= height && this.#mayServe(peer, height));
    this.#meet(able);
    let best: Peer | undefined;
    for (const peer of able) {
      if (except.has(peer.link)) continue;
      if (now < peer.restsUntil) this.around.wakeAt(peer.restsUntil);
      else if (!best || this.#isBefore(peer, best)) best = peer;
    }
    return best;
  }

  /** A peer that is new begins with the most that one of the others has taken: a new key is no way to be asked first. Only who could be
   *  asked counts: a peer says itself what it has. */
  #meet(able: readonly Peer[]): void {
    const known = able.flatMap(({ id }) => this.#spent.get(id) ?? []);
    const most = Math.max(0, ...known);
    for (const { id } of able) if (!this.#spent.has(id)) this.#keep(id, most);
  }

  #isBefore(one: Peer, other: Peer): boolean {
    const { now } = this.around;
    const isReliable = one.score.points(now) > SCORE.unreliable;
    if (isReliable !== other.score.points(now) > SCORE.unreliable) return isReliable;
    return this.#spentOn(one) < this.#spentOn(other);
  }

  #spentOn({ id }: Pick<Peer, 'id'>): number {
    return this.#spent.get(id) ?? 0;
  }

  #keep(id: string, spent: number): void {
    this.#spent.delete(id);
    this.#spent.set(id, spent);
    for (const oldest of this.#spent.keys()) if (this.#spent.size > CATCH_UP.remembered) this.#spent.delete(oldest);
  }

  /** A request to a peer has ended, in whatever way. @param began when it was asked. */
  took(id: string, began: number): void {
    this.#keep(id, this.#spentOn({ id }) + this.around.now - began);
  }

  /** What a peer served is the next block of the chain. */
  served(link: LinkId): void {
    const peer = this.around.peer(link);
    if (peer) this.#withheld.delete(peer.id);
  }

  withholds(peer: Peer): void {
    const times = (this.#withheld.get(peer.id)?.times ?? 0) + 1;
    const restMs = Math.min(CATCH_UP.silentMs * 2 ** (times - 1), CATCH_UP.restMs);
    this.#withheld.delete(peer.id);
    this.#withheld.set(peer.id, { times, until: this.around.now + restMs });
    for (const oldest of this.#withheld.keys())
      if (this.#withheld.size > CATCH_UP.remembered) this.#withheld.delete(oldest);
    this.around.fault(peer, 'withheld');
  }

  /** A peer has ended a request. @param next the height that did not come. @param hasRoom whether there was room for more of what was
   *  asked: others are asked first then. @param lowestHeight of its blocks: who does not have old ones is asked for later ones only. */
  ended(peer: Peer, { next, served, hasRoom }: Served, refused: boolean, lowestHeight: number): void {
    if (lowestHeight > next) {
      peer.lowestHeight = lowestHeight;
      return;
    }
    if (hasRoom) peer.restsUntil = this.around.now + CATCH_UP.pauseMs;
    if (served === 0) {
      if (refused) this.around.fault(peer, 'timeout');
      else this.withholds(peer);
    }
  }
}
