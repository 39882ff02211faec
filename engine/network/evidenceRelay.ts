/** Evidence of equivocations on its way through the network: each piece once, to everybody that has not shown it. Whoever passes it on
 *  is never blamed. Bounded: the oldest is forgotten. */

import { sha256Hex } from '../crypto/sha256.js';
import { EVIDENCE } from './limits.js';
import type { LinkId } from './net.js';
import type { Peer } from './peer.js';
import type { Surroundings } from './surroundings.js';

interface Seen {
  readonly evidence: Uint8Array;
  /** This node vouches for it. */
  held: boolean;
  readonly shown: Set<LinkId>;
}

export class EvidenceRelay {
  readonly #seen = new Map<string, Seen>();

  constructor(private readonly around: Surroundings) {}

  #entry(evidence: Uint8Array): { readonly entry: Seen; readonly isNew: boolean } {
    const name = sha256Hex(evidence);
    const known = this.#seen.get(name);
    if (known) return { entry: known, isNew: false };
    if (this.#seen.size >= EVIDENCE.seen) this.#seen.delete(this.#seen.keys().next().value as string);
    const entry: Seen = { evidence, held: false, shown: new Set() };
    this.#seen.set(name, entry);
    return { entry, isNew: true };
  }

  received(peer: Peer, evidence: Uint8Array): void {
    const { entry, isNew } = this.#entry(evidence);
    entry.shown.add(peer.link);
    if (isNew) this.around.emit({ kind: 'evidence', link: peer.link, evidence });
  }

  /** Evidence that this node has found or checked. */
  found(evidence: Uint8Array): void {
    const { entry } = this.#entry(evidence);
    if (entry.held) return;
    entry.held = true;
    for (const peer of this.around.peers) this.#send(peer, entry);
  }

  greet(peer: Peer): void {
    const held = [...this.#seen.values()].filter((entry) => entry.held);
    for (const entry of held.slice(-EVIDENCE.greeted)) this.#send(peer, entry);
  }

  #send(peer: Peer, { evidence, shown }: Seen): void {
    if (shown.has(peer.link)) return;
    shown.add(peer.link);
    this.around.send(peer, { kind: 'evidence', evidence });
  }

  gone(link: LinkId): void {
    for (const { shown } of this.#seen.values()) shown.delete(link);
  }
}
