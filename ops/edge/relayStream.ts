/** A chain's events in NATS JetStream, as an edge reads them.
 *
 *  In: the stream that `rouged publish --format relay` fills. Out: its events by their numbers, each checked: an event's number and its
 *  sequence in the stream differ by the same amount everywhere, and the event itself names its number. What does not fit is a failure:
 *  nothing is skipped. Beside it the events that are not in the log. */

import {
  DeliverPolicy,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { errorText, isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import {
  connectTo,
  endOf,
  messageAt,
  NO_SUCH_STREAM,
  otherStream,
  SEQ_HEADER,
  type StreamOptions,
} from '../publish/jetStreamLog.js';
import { passingSubjectOf, streamNameOf } from '../publish/subjects.js';
import { type EdgeEvent, isPassing, readEdgeEvent } from './edgeEvent.js';

/** Messages that the server may have sent ahead of a reader: some 17 KB for a transaction, so 4 MB. A bound in bytes (`max_bytes`) ends in a
 *  silence of half a minute when bursts are larger: the server answers a request with less room than one message by nothing at all. */
const AHEAD_MESSAGES = 256;

/** How long a request for messages is open. The server says at half of it that it is alive: a reader that misses that twice asks anew. */
const REQUEST_MS = 10_000;

/** The server forgets a reader that has asked for nothing for this long. */
const FORGOTTEN_MS = 60_000;

/** A reader of what is there already hears of it at once. */
const READ_MS = 10_000;

export interface StreamPlace {
  readonly url: string;
  readonly credentials: Uint8Array | undefined;
  readonly chainId: string;
  /** Made from the chain's id when absent. */
  readonly stream: string | undefined;
}

/** Numbers of the events of a stream. */
export interface StreamBounds {
  readonly oldest: number;
  readonly latest: number;
}

/** When the server has made a stream: one of the same name that was made later may be of another chain. */
export interface StreamState extends StreamBounds {
  readonly created: string;
}

const optionsOf = (place: StreamPlace): StreamOptions => ({
  ...place,
  ...{ format: 'relay', replicas: 1, maxBytes: 0, maxAgeSeconds: 0 },
});

/** The event of a message. @param offset of event numbers above sequences. @throws Error when the message is none, or is misplaced. */
export function eventAt(message: Pick<JsMsg, 'seq' | 'data' | 'headers'>, offset: number): EdgeEvent {
  const event = readEdgeEvent(message.data);
  const expected = message.seq + offset;
  const named = Number(message.headers?.get(SEQ_HEADER));
  if (event.isPassing || event.sequence !== expected || named !== expected)
    throw new Error(`the message ${message.seq} of the stream has event ${event.sequence}, not event ${expected}`);
  return event;
}

export class RelayStream {
  private constructor(
    readonly name: string,
    private readonly connection: NatsConnection,
    private readonly manager: JetStreamManager,
    private readonly client: JetStreamClient,
    private readonly chainId: string,
    /** What an event's number is above its sequence. */
    private readonly offset: number,
  ) {}

  /** Connects once. @returns a refusal: `busy` for what may pass, another code for what waiting does not mend. */
  static async open(place: StreamPlace): Promise<RelayStream | Refusal> {
    let connection: NatsConnection | undefined;
    try {
      connection = await connectTo(place, `rouged edge ${place.chainId}`);
      const manager = await jetstreamManager(connection);
      const name = place.stream ?? streamNameOf(place.chainId, 'relay');
      const offset = await RelayStream.#offsetOf(manager, name, place);
      if (!isRefusal(offset))
        return new RelayStream(name, connection, manager, jetstream(connection), place.chainId, offset);
      await connection.close();
      return offset;
    } catch (error) {
      await connection?.close().catch(() => undefined);
      return refuse('busy', `NATS at ${place.url} cannot be used: ${errorText(error)}`);
    }
  }

  static async #offsetOf(manager: JetStreamManager, name: string, place: StreamPlace): Promise<number | Refusal> {
    try {
      const other = otherStream(optionsOf(place), (await manager.streams.info(name)).config);
      if (other) return other;
    } catch (error) {
      if (!(error instanceof JetStreamApiError) || error.code !== NO_SUCH_STREAM) throw error;
      return refuse('busy', `there is no stream ${name}: rouged publish --format relay makes and fills it`);
    }
    const { sequence, event } = await endOf(manager, name);
    return event === undefined ? refuse('busy', `the stream ${name} has no event now`) : event - sequence;
  }

  /** Settles when the connection is gone. */
  closed(): Promise<unknown> {
    return this.connection.closed();
  }

  async bounds(): Promise<StreamState> {
    const { state, created } = await this.manager.streams.info(this.name);
    return { oldest: state.first_seq + this.offset, latest: state.last_seq + this.offset, created };
  }

  /** The message of an event, unread. @returns undefined when the stream does not have it. */
  at(event: number): Promise<Uint8Array | undefined> {
    return messageAt(this.manager, this.name, event - this.offset);
  }

  /** The events from a number on, and then each as it comes, until the connection or the caller ends it. What an event is read ahead of
   *  its reader is bounded: the server keeps the rest. The first may have a greater number, when the asked one is gone.
   *  @throws Error when a message is no event or not at its place. */
  async *follow(from: number): AsyncGenerator<EdgeEvent> {
    const consumer = await this.client.consumers.get(this.name, {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: Math.max(1, from - this.offset),
      inactive_threshold: FORGOTTEN_MS,
    });
    const messages = await consumer.consume({
      max_messages: AHEAD_MESSAGES,
      expires: REQUEST_MS,
      // The client would go on in a stream that was made anew.
      abort_on_missing_resource: true,
    });
    void this.connection.closed().then(() => messages.stop());
    try {
      for await (const message of messages) yield eventAt(message, this.offset);
    } finally {
      messages.stop();
      // The server forgets it anyway.
      await consumer.delete().catch(() => undefined);
    }
  }

  /** Events that are there, up to a number. @throws Error when one of them does not come. */
  async *read(from: number, to: number): AsyncGenerator<EdgeEvent> {
    const events = this.follow(from);
    try {
      for (let next = from; next <= to; next++) {
        const event = await this.#within(events.next());
        if (event.sequence !== next) return;
        yield event;
      }
    } finally {
      // Not awaited: what the server does not answer ends with the connection.
      void events.return(undefined).catch(() => undefined);
    }
  }

  async #within(pending: Promise<IteratorResult<EdgeEvent>>): Promise<EdgeEvent> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), READ_MS);
    });
    try {
      const result = await Promise.race([pending, late]);
      if (!result || result.done) throw new Error('NATS does not answer');
      return result.value;
    } finally {
      clearTimeout(timer);
    }
  }

  /** @param take gets each event that is not in the log, at once. Bytes that are none are left out. */
  listen(take: (event: EdgeEvent) => void): void {
    this.connection.subscribe(passingSubjectOf(this.chainId), {
      callback: (error, message) => {
        const event = error ? undefined : passingIn(message.data);
        if (event) take(event);
      },
    });
  }

  async close(): Promise<void> {
    await this.connection.close();
  }
}

function passingIn(bytes: Uint8Array): EdgeEvent | undefined {
  try {
    const event = readEdgeEvent(bytes);
    return isPassing(event) ? event : undefined;
  } catch {
    return undefined;
  }
}
