/** Tells peers about this node's head: after each change, but not more often than peers can use it. */

import type { Handovers } from './handovers.js';
import { STATUS_MS } from './limits.js';
import type { PeerStatus } from './messages.js';
import type { Surroundings } from './surroundings.js';

const NO_HASH = '0'.repeat(64);

export class StatusSpeaker {
  #said: PeerStatus | undefined;
  #saidAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly around: Surroundings,
    private readonly handovers: Handovers,
    private readonly producing: boolean,
  ) {}

  own(): PeerStatus {
    const { height, hash } = this.around.head;
    return {
      height,
      hash: hash === '' ? NO_HASH : hash,
      proposerDistance: this.handovers.distance(),
      producing: this.producing,
    };
  }

  /** What has changed is told now, or as soon as the last time is long enough ago. */
  say(): void {
    const { now } = this.around;
    const status = this.own();
    if (this.#said && isSame(this.#said, status)) return;
    if (now < this.#saidAt + STATUS_MS) {
      this.around.wakeAt(this.#saidAt + STATUS_MS);
      return;
    }
    this.#said = status;
    this.#saidAt = now;
    this.around.sendAll(this.around.peers, { kind: 'status', status });
  }

  time(): void {
    this.say();
  }
}

const isSame = (a: PeerStatus, b: PeerStatus): boolean =>
  a.height === b.height &&
  a.hash === b.hash &&
  a.proposerDistance === b.proposerDistance &&
  a.producing === b.producing;
