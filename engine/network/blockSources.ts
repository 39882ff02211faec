/** Which peer is asked for blocks of the chain and for their headers, and who is left alone.
 *
 *  In: who served and who did not. Out: the most reliable peer for a height, and the height that those say who may be asked. Who says that
 *  it is ahead and serves nothing is asked again later and later, under its key, so a new connection changes nothing. */

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

  /** The most reliable one that has the height. @param except who is passed over. */
  best(height: number, except: ReadonlySet<LinkId>): Peer | undefined {
    const { now } = this.around;
    let best: Peer | undefined;
    for (const peer of this.around.peers) {
      if (peer.height < height || except.has(peer.link) || !this.#mayServe(peer, height)) continue;
      if (now < peer.restsUntil) this.around.wakeAt(peer.restsUntil);
      else if (!best || peer.score.points(now) > best.score.points(now)) best = peer;
    }
    return best;
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
      if (this.#withheld.size > CATCH_UP.withheld) this.#withheld.delete(oldest);
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
