/** Places for handshakes of accepted links. A stranger can demand one encapsulation and one signature with a message of 3 KB, and
 *  the check of one signature with another; only then is it known who it is. So places are few: in all, for one network of
 *  addresses, and for those without a name (this machine, proxies that name no client). A place that demanded work and proved
 *  nothing stays taken in its network for `PEER_HANDSHAKE_PENALTY_MS`, so a network gets no more work out of the node by ending its
 *  links early.
 *
 *  When all places are taken, the oldest handshake of the network that holds the most makes way, unless the newcomer's holds as
 *  many. */

import { PEER_HANDSHAKE_PENALTY_MS, PEER_HANDSHAKES } from '../base/limits.js';
import type { LinkId } from './net.js';

/** The network of addresses without a name. */
export const NEAR_NETWORK = '';

interface Places {
  /** In the order in which they were taken. */
  readonly links: Set<LinkId>;
  /** When each place of a failed handshake becomes free, in their order. */
  heldUntil: number[];
}

export class HandshakePlaces {
  readonly #networks = new Map<string, Places>();
  readonly #networkOf = new Map<LinkId, string>();

  /** Handshakes under way. */
  get size(): number {
    return this.#networkOf.size;
  }

  /** Networks that are remembered. */
  get networks(): number {
    return this.#networks.size;
  }

  /** @returns the link that has to make way, `admitted`, or `refused`. */
  take(link: LinkId, network: string): LinkId | 'admitted' | 'refused' {
    const places = this.#networks.get(network) ?? { links: new Set(), heldUntil: [] };
    const most = network === NEAR_NETWORK ? PEER_HANDSHAKES.near : PEER_HANDSHAKES.perNetwork;
    if (places.links.size + places.heldUntil.length >= most) return 'refused';
    let outcome: LinkId | 'admitted' = 'admitted';
    if (this.size >= PEER_HANDSHAKES.all) {
      const greatest = this.#greatest();
      if (greatest.links.size <= places.links.size + 1) return 'refused';
      outcome = greatest.links.values().next().value as LinkId;
      this.release(outcome);
    }
    places.links.add(link);
    this.#networks.set(network, places);
    this.#networkOf.set(link, network);
    return outcome;
  }

  /** The handshake is over, and nothing is held against its network. */
  release(link: LinkId): void {
    this.#end(link, undefined);
  }

  /** The handshake has demanded work and has failed. @param now milliseconds. */
  fail(link: LinkId, now: number): void {
    this.#end(link, now + PEER_HANDSHAKE_PENALTY_MS);
  }

  /** Frees the places of failed handshakes whose time is over. */
  expire(now: number): void {
    for (const [network, places] of this.#networks) {
      places.heldUntil = places.heldUntil.filter((until) => until > now);
      this.#forget(network, places);
    }
  }

  #end(link: LinkId, heldUntil: number | undefined): void {
    const network = this.#networkOf.get(link);
    if (network === undefined) return;
    this.#networkOf.delete(link);
    const places = this.#networks.get(network) as Places;
    places.links.delete(link);
    if (heldUntil !== undefined) places.heldUntil.push(heldUntil);
    this.#forget(network, places);
  }

  #forget(network: string, { links, heldUntil }: Places): void {
    if (links.size + heldUntil.length === 0) this.#networks.delete(network);
  }

  #greatest(): Places {
    let greatest: Places | undefined;
    for (const places of this.#networks.values())
      if (!greatest || places.links.size > greatest.links.size) greatest = places;
    return greatest as Places;
  }
}
