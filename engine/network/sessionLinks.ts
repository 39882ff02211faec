/** Sessions over a network: the events of a `Net` go in, frames and closes go out, everything else goes to the application.
 *
 *  Events are taken one at a time in their order, also those that the application adds while it handles an effect, so frames
 *  leave in the order in which they were sealed. A frame that the network does not take ends its link, since no later frame
 *  could be opened. When the application throws, what is left is still performed, for the same reason; then its error goes on. */

import { PEER_WINDOW_BYTES } from '../base/peerLimits.js';
import type { LinkFacts, LinkId, Net, NetListener } from './net.js';
import type { SessionEffect, SessionEvent, Sessions } from './sessions.js';

/** What remains for the application. */
export type PeerEffect = Exclude<SessionEffect, { readonly kind: 'send' | 'close' | 'more' }>;

export class SessionLinks implements NetListener {
  readonly #events: SessionEvent[] = [];
  /** Links for which more waits than the network has room for. */
  readonly #wanting = new Set<LinkId>();
  #isRunning = false;

  constructor(
    readonly sessions: Sessions,
    private readonly net: Net,
    /** Takes what is not for the network. */
    readonly handle: (effect: PeerEffect) => void,
  ) {}

  /** Listens, and takes the network's links from now on. */
  start(): void {
    this.net.start(this);
  }

  dial(url: string): LinkId {
    return this.net.dial(url);
  }

  step(event: SessionEvent): void {
    this.#events.push(event);
    if (this.#isRunning) return;
    this.#isRunning = true;
    const failures: unknown[] = [];
    for (let next = this.#events.shift(); next; next = this.#events.shift())
      for (const effect of this.sessions.step(next))
        try {
          this.#perform(effect);
        } catch (error) {
          failures.push(error);
        }
    this.#isRunning = false;
    if (failures.length > 0) throw failures[0];
  }

  opened(link: LinkId, facts: LinkFacts): void {
    this.step({ kind: 'opened', link, facts });
  }

  frame(link: LinkId, bytes: Uint8Array): void {
    this.step({ kind: 'frame', link, bytes });
  }

  drained(link: LinkId): void {
    if (this.#wanting.has(link)) this.#more(link);
  }

  closed(link: LinkId, reason: string): void {
    this.#wanting.delete(link);
    this.step({ kind: 'closed', link, reason });
  }

  #perform(effect: SessionEffect): void {
    switch (effect.kind) {
      case 'send':
        if (!this.net.send(effect.link, effect.frame))
          this.step({ kind: 'close', link: effect.link, reason: 'frame_lost' });
        break;
      case 'close':
        this.#wanting.delete(effect.link);
        this.net.close(effect.link, effect.reason);
        break;
      case 'more':
        this.#more(effect.link);
        break;
      default:
        this.handle(effect);
    }
  }

  #more(link: LinkId): void {
    const bytes = PEER_WINDOW_BYTES - this.net.buffered(link);
    if (bytes <= 0) this.#wanting.add(link);
    else {
      this.#wanting.delete(link);
      this.step({ kind: 'room', link, bytes });
    }
  }
}
