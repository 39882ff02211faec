/** The door of messages: bytes of a peer become a typed message, or a fault.
 *
 *  In: bytes from an authenticated peer. Out: messages of known kinds within the peer's limits, after its introduction. May be lost: what
 *  exceeds the limit of its kind. Kinds of later versions are counted and passed over. */

import { count, countTraffic } from './counters.js';
import { decodeMessage } from './messageCodec.js';
import type { PeerMessage } from './messages.js';
import type { Peer } from './peer.js';
import type { Surroundings } from './surroundings.js';

/** Answers a handover that is beyond the limit: its client waits for the answer. */
const RETRY_SECONDS = 1;

export class MessageDoor {
  constructor(
    private readonly around: Surroundings,
    private readonly take: (peer: Peer, message: PeerMessage) => void,
  ) {}

  received(peer: Peer, bytes: Uint8Array): void {
    const { counters, now } = this.around;
    peer.heardAt = now;
    const message = decodeMessage(bytes);
    if (message === 'unknown' || message === 'malformed') {
      countTraffic(counters.received, message, bytes.length);
      if (message === 'malformed') this.around.fault(peer, 'malformed');
      return;
    }
    countTraffic(counters.received, message.kind, bytes.length);
    if (!isInOrder(peer, message)) {
      this.around.fault(peer, 'unasked');
      return;
    }
    if (peer.allows(message.kind, now)) {
      this.take(peer, message);
      return;
    }
    count(counters.limited, message.kind);
    this.around.fault(peer, 'flood');
    if (message.kind === 'handover')
      this.around.send(peer, {
        kind: 'handoverAnswer',
        request: message.request,
        outcome: {
          held: false,
          code: 'busy',
          message: 'the node that was asked to take the transaction is busy; try again',
          retryAfterSeconds: RETRY_SECONDS,
        },
      });
  }
}

/** The introduction comes first, and once. A link that is closed at once needs none. */
const isInOrder = ({ introduction }: Peer, { kind }: PeerMessage): boolean =>
  kind === 'goodbye' || kind === 'keyElsewhere' || (kind === 'introduction') === (introduction === undefined);
