/** Who comes and goes, in the log: each peer at debug, the first one and the end of the last one at info. A URL that the operator has
 *  named and that leads to no peer is a warning, once for each reason. */

import type { Log } from '../base/ports.js';
import type { LinkId } from '../network/net.js';
import { type LinkReason, linkReasons } from '../network/reasons.js';
import type { PeerIdentity } from '../network/sessionEvents.js';

/** The node at the URL is there: linked already, or this one. */
const REACHED: ReadonlySet<string> = new Set<LinkReason>(['already_connected', 'self']);

export class PeerLog {
  readonly #up = new Map<LinkId, PeerIdentity>();

  /** Why the dial of a named URL failed last. */
  readonly #failures = new Map<string, string>();
  /** URLs that the operator has named. */
  named: ReadonlySet<string> = new Set();

  constructor(private readonly log: Log) {}

  up(link: LinkId, peer: PeerIdentity): void {
    const { log } = this;
    this.#up.set(link, peer);
    const facts = factsOf(peer);
    if (peer.facts.url !== undefined) this.#failures.delete(peer.facts.url);
    if (this.#up.size === 1) log.info(facts, 'connected to a peer; it is the only one');
    else log.debug({ ...facts, peers: this.#up.size }, 'connected to a peer');
  }

  /** @param link of a peer, or one that never led to one. */
  down(link: LinkId, reason: string): void {
    const peer = this.#up.get(link);
    if (!peer) return;
    const { log } = this;
    this.#up.delete(link);
    const facts = { ...factsOf(peer), reason };
    if (this.#up.size === 0) log.info(facts, 'a peer is gone; no other is left');
    else log.debug({ ...facts, peers: this.#up.size }, 'a peer is gone');
  }

  /** A dialled URL has led to no peer. */
  unreached(url: string, reason: string): void {
    if (!this.named.has(url) || REACHED.has(reason) || this.#failures.get(url) === reason) return;
    this.#failures.set(url, reason);
    this.log.warn(
      { url, reason: (linkReasons as Readonly<Record<string, string>>)[reason] ?? reason },
      'a node of --peers is not reached; it is dialled again',
    );
  }
}

const factsOf = ({ id, facts: { direction, url, address } }: PeerIdentity) => ({
  peer: id,
  direction,
  at: url ?? address,
});
