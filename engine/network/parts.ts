/** Messages of one link as parts, in both directions.
 *
 *  Out: urgent messages pass between the parts of bulk ones, so a vote waits behind one part of a block. So that urgent ones
 *  cannot hold a block up for ever, a bulk part follows after each `URGENT_RUN_BYTES` of them. What waits is bounded by rank, and
 *  the newest message is refused.
 *  In: parts are put together under a budget. The whole length is known from the first part and counts at once. */

import { hasFewFields, PeerPart, PeerSignal } from '../../proto/wire.js';
import {
  PEER_ASSEMBLY_BYTES,
  PEER_MESSAGE_BYTES,
  PEER_MESSAGES_UNDER_WAY,
  PEER_PART_BYTES,
  PEER_QUEUE_BYTES,
} from '../base/limits.js';
import type { LinkReason } from './reasons.js';
import type { Rank } from './sessionEvents.js';

export type Signal = 'ready' | 'ping' | 'pong';

const SIGNALS: Readonly<Record<Signal, number>> = {
  ready: PeerSignal.READY,
  ping: PeerSignal.PING,
  pong: PeerSignal.PONG,
};
const signalNames: ReadonlyMap<number, Signal> = new Map(
  (Object.keys(SIGNALS) as Signal[]).map((name) => [SIGNALS[name], name]),
);

/** The number of a message in parts: one of each rank is under way. */
const NUMBERS: Readonly<Record<Rank, number>> = { urgent: 1, bulk: 2 };

/** Urgent bytes that leave before a waiting bulk part: bulk messages get a fifth of a busy link. */
const URGENT_RUN_BYTES = 4 * PEER_PART_BYTES;

/** Most fields of a part, with room for later versions. */
const FIELDS = 8;

/** The messages of one rank, in their order. */
class Queue {
  #messages: Uint8Array[] = [];
  /** Index of the first message that has not left whole. */
  #next = 0;
  /** Bytes of it that have left. */
  #sent = 0;
  #bytes = 0;

  constructor(
    private readonly number: number,
    private readonly limit: number,
  ) {}

  get bytes(): number {
    return this.#bytes;
  }

  offer(message: Uint8Array): boolean {
    if (this.#bytes > 0 && this.#bytes + message.length > this.limit) return false;
    this.#messages.push(message);
    this.#bytes += message.length;
    return true;
  }

  /** The next part; only called when something waits. */
  next(): Uint8Array {
    const message = this.#messages[this.#next] as Uint8Array;
    const bytes = message.subarray(this.#sent, this.#sent + PEER_PART_BYTES);
    const isFirst = this.#sent === 0;
    this.#sent += bytes.length;
    this.#bytes -= bytes.length;
    if (this.#sent === message.length) this.#advance();
    if (bytes.length === message.length) return PeerPart.encode({ bytes }).finish();
    const part = isFirst ? { message: this.number, length: message.length, bytes } : { message: this.number, bytes };
    return PeerPart.encode(part).finish();
  }

  #advance(): void {
    this.#sent = 0;
    this.#next++;
    // The array is shortened when half of it has left, so that each message is moved once at most.
    if (this.#next < this.#messages.length / 2) return;
    this.#messages = this.#messages.slice(this.#next);
    this.#next = 0;
  }
}

export class Outgoing {
  readonly #signals: Signal[] = [];
  readonly #queues: Readonly<Record<Rank, Queue>> = {
    urgent: new Queue(NUMBERS.urgent, PEER_QUEUE_BYTES.urgent),
    bulk: new Queue(NUMBERS.bulk, PEER_QUEUE_BYTES.bulk),
  };
  #urgentRun = 0;

  get isEmpty(): boolean {
    return this.#signals.length === 0 && this.waitingBytes === 0;
  }

  /** Bytes of messages that have not left. */
  get waitingBytes(): number {
    return this.#queues.urgent.bytes + this.#queues.bulk.bytes;
  }

  /** @param message not empty, at most `PEER_MESSAGE_BYTES`. @returns false when too much waits: the message is refused. */
  offer(message: Uint8Array, rank: Rank): boolean {
    return this.#queues[rank].offer(message);
  }

  /** Signals go before everything else; one that waits already is enough. */
  signal(signal: Signal): void {
    if (!this.#signals.includes(signal)) this.#signals.push(signal);
  }

  /** The plain bytes of the next frame; undefined when nothing waits. */
  next(): Uint8Array | undefined {
    const signal = this.#signals.shift();
    if (signal) return PeerPart.encode({ signal: SIGNALS[signal] }).finish();
    const { urgent, bulk } = this.#queues;
    const bulkIsDue = bulk.bytes > 0 && (urgent.bytes === 0 || this.#urgentRun >= URGENT_RUN_BYTES);
    if (bulkIsDue) {
      this.#urgentRun = 0;
      return bulk.next();
    }
    if (urgent.bytes === 0) return undefined;
    const part = urgent.next();
    if (bulk.bytes > 0) this.#urgentRun += part.length;
    return part;
  }
}

/** What a frame brought: a whole message, a signal, why the link must end, or nothing whole yet. */
export type Arrived =
  | { readonly kind: 'message'; readonly bytes: Uint8Array }
  | { readonly kind: 'signal'; readonly signal: Signal }
  | { readonly kind: 'fault'; readonly reason: LinkReason }
  | { readonly kind: 'part' };

interface Assembly {
  readonly bytes: Uint8Array;
  received: number;
  /** When its last part came, milliseconds. */
  at: number;
}

const fault = (reason: LinkReason): Arrived => ({ kind: 'fault', reason });

function readPart(plain: Uint8Array): Part | undefined {
  if (!hasFewFields(plain, FIELDS)) return undefined;
  try {
    return PeerPart.decode(plain);
  } catch {
    return undefined;
  }
}

/** The decoder gives Buffers, which behave differently where a copy is expected (`slice`). */
const plainView = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);

type Part = ReturnType<typeof PeerPart.decode>;

export class Incoming {
  readonly #underWay = new Map<number, Assembly>();
  #heldBytes = 0;

  /** Length of all messages that are not whole yet. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** @param plain an opened frame. @param now milliseconds. */
  take(plain: Uint8Array, now: number): Arrived {
    const part = readPart(plain);
    if (!part) return fault('bad_message');
    const { bytes, length, message, signal } = part;
    if (signal !== PeerSignal.NONE) return this.#signal(part);
    if (bytes.length === 0) return fault('bad_message');
    if (message === 0) return length === 0 ? { kind: 'message', bytes: plainView(bytes) } : fault('bad_message');
    const assembly = this.#underWay.get(message);
    if (!assembly) return this.#begin(message, length, bytes, now);
    if (length !== 0 || assembly.received + bytes.length > assembly.bytes.length) return fault('bad_message');
    assembly.bytes.set(bytes, assembly.received);
    assembly.received += bytes.length;
    assembly.at = now;
    if (assembly.received < assembly.bytes.length) return { kind: 'part' };
    this.#underWay.delete(message);
    this.#heldBytes -= assembly.bytes.length;
    return { kind: 'message', bytes: assembly.bytes };
  }

  /** When the last part of the message came that has waited longest; undefined when every message is whole. */
  get waitsSince(): number | undefined {
    let since: number | undefined;
    for (const { at } of this.#underWay.values()) if (since === undefined || at < since) since = at;
    return since;
  }

  #signal({ bytes, length, message, signal }: Part): Arrived {
    const name = signalNames.get(signal);
    const isAlone = bytes.length === 0 && length === 0 && message === 0;
    return name && isAlone ? { kind: 'signal', signal: name } : fault('bad_message');
  }

  #begin(message: number, length: number, first: Uint8Array, now: number): Arrived {
    if (length > PEER_MESSAGE_BYTES) return fault('message_too_large');
    // A message that fits its first part is no message in parts.
    if (length <= first.length) return fault('bad_message');
    if (this.#underWay.size >= PEER_MESSAGES_UNDER_WAY || this.#heldBytes + length > PEER_ASSEMBLY_BYTES)
      return fault('no_room');
    const bytes = new Uint8Array(length);
    bytes.set(first);
    this.#underWay.set(message, { bytes, received: first.length, at: now });
    this.#heldBytes += length;
    return { kind: 'part' };
  }
}
