/** A Byzantine validator: an honest node behind a mask that changes what it says to each of its peers.
 *
 *  In: the attacks of the plan. Out: hooks for its machine. The mask is between the sessions and the network of peers, where
 *  messages are whole and links are authenticated, and it signs with the node's own key whatever it likes. The node behind it follows
 *  the chain, so that the lies are about real blocks. `heal` takes the mask off. */

import { isRefusal } from '../../engine/base/refusal.js';
import type { VerifierPort } from '../../engine/intake/verifier.js';
import type { Net } from '../../engine/network/net.js';
import type { SessionEvent } from '../../engine/network/sessionEvents.js';
import { type PeerEffect, SessionLinks } from '../../engine/network/sessionLinks.js';
import type { Node } from '../../engine/node.js';
import type { Attack, ByzantineParts, Liar } from './attacks.js';
import type { MachineHooks } from './machine.js';
import { Mask } from './mask.js';

export class Byzantine implements Liar {
  readonly counts = new Map<Attack, number>();
  #isHealed = false;
  #verifier: VerifierPort | undefined;

  constructor(readonly parts: ByzantineParts) {}

  get isMasked(): boolean {
    return !this.#isHealed;
  }

  get node(): Node | undefined {
    return this.parts.node();
  }

  /** From now on the node speaks for itself. */
  heal(): void {
    this.#isHealed = true;
  }

  attacks(attack: Attack): boolean {
    return this.isMasked && this.parts.attacks.has(attack);
  }

  did(attack: Attack): void {
    this.counts.set(attack, (this.counts.get(attack) ?? 0) + 1);
  }

  async sign(message: Uint8Array): Promise<Uint8Array | undefined> {
    const signature = await this.#verifier?.sign(message);
    return signature && !isRefusal(signature) ? signature : undefined;
  }

  readonly hooks: MachineHooks = {
    net: (net) => this.#masked(net),
    verifier: (verifier) => {
      this.#verifier = verifier;
      return verifier;
    },
  };

  #masked(net: Net): Net {
    return {
      start: (listener) => {
        if (!(listener instanceof SessionLinks)) throw new Error('a mask is worn over the links of a node');
        wear(listener, new Mask(this, net));
        net.start(listener);
      },
      dial: (url) => net.dial(url),
      send: (link, frame) => net.send(link, frame),
      buffered: (link) => net.buffered(link),
      close: (link, reason) => net.close(link, reason),
      stop: () => net.stop(),
    };
  }
}

/** Puts a mask between links and their node. */
function wear(links: SessionLinks, mask: Mask): void {
  const step = links.step.bind(links);
  const { handle } = links;
  mask.pass = step;
  Object.defineProperties(links, {
    step: { value: (event: SessionEvent) => (event.kind === 'send' ? mask.says(event) : step(event)) },
    handle: {
      value: (effect: PeerEffect) => {
        const heard = mask.hears(effect);
        if (heard) handle(heard);
      },
    },
  });
}
