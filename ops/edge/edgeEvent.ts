/** Events as an edge holds them: read once, in every format. */

import { toBinary } from '../../engine/base/bytes.js';
import { accountOfBytes } from '../../engine/crypto/address.js';
import type { EventFormat } from '../../engine/store/chainStore.js';
import type { Interest, StreamEvent } from '../../engine/stream/audience.js';
import { encodings } from '../../engine/stream/eventEncoding.js';
import type { StatsFacts } from '../../engine/stream/eventFacts.js';
import type { BlockEvents, PassingEvent } from '../../engine/stream/hub.js';
import { type Relayed, readRelayFrame } from '../../engine/stream/relayFrame.js';
import { StreamFrame } from '../../proto/wire.js';

export interface EdgeEvent extends Relayed {
  /** As the node has written it for relays. */
  readonly relay: Uint8Array;
}

/** @throws Error for bytes that are no event of a stream for edges. */
export function readEdgeEvent(bytes: Uint8Array): EdgeEvent {
  const event = readRelayFrame(bytes);
  if (!event) throw new Error('a frame without an event');
  return { ...event, relay: bytes };
}

const asStreamEvent = (event: EdgeEvent): StreamEvent => ({
  topic: event.topic,
  accounts: event.accounts,
  tokens: event.tokens,
  ...(event.contract !== undefined && { contract: event.contract }),
  encode: (format) => event[format],
});

/** Whether somebody may want it: as for the events of a block, from what is listened to at all. */
function mayInterest({ topic }: EdgeEvent, interest: Interest): boolean {
  if (interest.all) return true;
  switch (topic) {
    case 'blocks':
      return interest.blocks;
    case 'transactions':
      return interest.transactions || interest.accounts || interest.tokens;
    case 'contracts':
      return interest.contracts;
    default:
      return interest.accounts || interest.tokens;
  }
}

/** Consecutive events, as many as have come together, for the hub. @param events at least one. */
export const eventsTogether = (events: readonly EdgeEvent[]): BlockEvents => ({
  first: events[0]?.sequence ?? 0,
  count: events.length,
  next(index, interest) {
    let at = index;
    while (at < events.length && !mayInterest(events[at] as EdgeEvent, interest)) at++;
    return at;
  },
  event: (index) => asStreamEvent(events[index] as EdgeEvent),
});

/** What statistics say. @returns undefined for another event. */
export function statsOf({ protobuf }: EdgeEvent): StatsFacts | undefined {
  const { stats } = StreamFrame.decode(protobuf);
  if (!stats) return undefined;
  const { blockHeight, peerCount, mempoolSize } = stats;
  return { blockHeight: Number(blockHeight), peerCount: Number(peerCount), mempoolSize: Number(mempoolSize) };
}

/** Whether an event is one of those that are not in the log, whole: statistics, or a transaction that left the mempool. NATS passes on what
 *  anybody sends who may send there. @throws Error for bytes that are no frame of clients. */
export function isPassing({ isPassing, sequence, topic, protobuf }: EdgeEvent): boolean {
  const { stats, transactionDropped } = StreamFrame.decode(protobuf);
  if (!isPassing || !Number.isSafeInteger(sequence)) return false;
  return topic === 'stats' ? !!stats : topic === 'transactions' && !!transactionDropped;
}

/** Height of a block. @returns undefined for another event. */
export function heightOf({ protobuf }: EdgeEvent): number | undefined {
  const { newBlock } = StreamFrame.decode(protobuf);
  return newBlock ? Number(newBlock.height) : undefined;
}

/** A passing event names the latest event before it. One that came late names the latest here. */
function atSequence(event: EdgeEvent, sequence: number, format: EventFormat): Uint8Array {
  if (sequence === event.sequence) return event[format];
  const stats = statsOf(event);
  if (stats) return encodings[format].stats(stats, sequence);
  const { transactionDropped } = StreamFrame.decode(event.protobuf);
  const { txHash, from, code, error } = transactionDropped ?? {};
  const nothing = new Uint8Array();
  return encodings[format].dropped(
    {
      id: toBinary(txHash ?? nothing),
      sender: accountOfBytes(from ?? nothing),
      code: code ?? '',
      message: error ?? '',
    },
    sequence,
  );
}

/** An event that is not in the log, for the hub. */
export const asPassing = (event: EdgeEvent): PassingEvent => ({
  topic: event.topic,
  accounts: event.accounts,
  tokens: event.tokens,
  encode: (sequence, format) => atSequence(event, sequence, format),
});
