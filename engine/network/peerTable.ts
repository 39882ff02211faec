/** Who is connected, and who may be.
 *
 *  One connection a key. Outbound connections are those this node chose. Inbound slots are kept for different address networks: when they
 *  are full, the worst of the most crowded network leaves, if the newcomer is better. A validator of the current set always has a place
 *  before a peer that is none. */

import { addressNetwork } from './addressNetworks.js';
import { SLOTS } from './limits.js';
import type { LinkId } from './net.js';
import type { Peer } from './peer.js';

export class PeerTable {
  readonly #byLink = new Map<LinkId, Peer>();
  readonly #byId = new Map<string, Peer>();

  /** @param isValidator whether an id is in the current set. */
  constructor(private readonly isValidator: (id: string) => boolean) {}

  get size(): number {
    return this.#byLink.size;
  }

  get(link: LinkId): Peer | undefined {
    return this.#byLink.get(link);
  }

  ofId(id: string): Peer | undefined {
    return this.#byId.get(id);
  }

  all(): Iterable<Peer> {
    return this.#byLink.values();
  }

  *introduced(): Generator<Peer> {
    for (const peer of this.#byLink.values()) if (peer.introduction) yield peer;
  }

  count(direction: 'dial' | 'accept'): number {
    let found = 0;
    for (const { identity } of this.#byLink.values()) if (identity.facts.direction === direction) found++;
    return found;
  }

  /** @returns `full` when there is no place; otherwise who must leave for it, if anybody. The newcomer is not in the table yet. */
  placeFor(newcomer: Peer, now: number): { readonly evicted: Peer | undefined } | 'full' {
    if (newcomer.identity.facts.direction === 'dial') return { evicted: undefined };
    const inbound = [...this.#byLink.values()].filter(({ identity }) => identity.facts.direction === 'accept');
    const network = networkOf(newcomer);
    const neighbours = inbound.filter((peer) => networkOf(peer) === network);
    const isCrowded = network !== '' && neighbours.length >= SLOTS.inboundPerNetwork;
    if (!isCrowded && inbound.length < SLOTS.inbound) return { evicted: undefined };
    const worst = this.#worst(isCrowded ? neighbours : inbound, inbound, now);
    return worst && this.#rank(newcomer, [...inbound, newcomer], now) > this.#rank(worst, inbound, now)
      ? { evicted: worst }
      : 'full';
  }

  #worst(candidates: readonly Peer[], inbound: readonly Peer[], now: number): Peer | undefined {
    let worst: Peer | undefined;
    for (const peer of candidates)
      if (!worst || this.#rank(peer, inbound, now) < this.#rank(worst, inbound, now)) worst = peer;
    return worst;
  }

  /** Validators first, then who has behaved, then who is alone in its network. */
  #rank(peer: Peer, inbound: readonly Peer[], now: number): number {
    const network = networkOf(peer);
    const crowd = inbound.filter((other) => networkOf(other) === network).length;
    return (this.isValidator(peer.id) ? 10_000 : 0) + peer.score.points(now) * 10 - crowd;
  }

  add(peer: Peer): void {
    this.#byLink.set(peer.link, peer);
    this.#byId.set(peer.id, peer);
  }

  remove(link: LinkId): Peer | undefined {
    const peer = this.#byLink.get(link);
    if (!peer) return undefined;
    this.#byLink.delete(link);
    if (this.#byId.get(peer.id) === peer) this.#byId.delete(peer.id);
    return peer;
  }
}

const networkOf = (peer: Peer): string => addressNetwork(peer.identity.facts.address);
