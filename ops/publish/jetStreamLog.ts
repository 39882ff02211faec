/** The event log of a chain as a stream of NATS JetStream.
 *
 *  Each message names the sequence that it expects to be the stream's last: the server refuses a message that would leave a gap, come twice,
 *  or come from a second publisher, whatever its window of duplicates is. Events have consecutive numbers, so an event's number and its
 *  sequence in the stream differ by the same amount for the whole stream. */

import {
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream';
import { connect, credsAuthenticator, headers, type NatsConnection } from '@nats-io/transport-node';
import { errorText, isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import type { EventFormat } from '../../engine/store/chainStore.js';
import type { LoggedEvent } from './nodeFeed.js';
import { passingSubjectOf, streamNameOf, subjectsOf } from './subjects.js';

/** Number of the event. */
export const SEQ_HEADER = 'Rouged-Seq';
/** Which process has written the message. */
const PUBLISHER_HEADER = 'Rouged-Publisher';

/** Codes of the server. */
export const NO_SUCH_STREAM = 10059;
const NO_SUCH_MESSAGE = 10037;
const WRONG_LAST_SEQUENCE = 10071;
const SUBJECTS_OVERLAP = 10065;

const ACK_MS = 10_000;
const CONNECT_MS = 10_000;
/** A server that has said nothing to two of these is gone. */
const PING_MS = 15_000;
const NANOSECONDS = 1_000_000_000;

export interface StreamOptions {
  readonly url: string;
  readonly credentials: Uint8Array | undefined;
  readonly chainId: string;
  readonly format: EventFormat;
  /** Name of the stream; made from the chain's id when absent. */
  readonly stream: string | undefined;
  /** Copies in a cluster of servers. */
  readonly replicas: number;
  /** The oldest events go beyond these; 0 for no bound. */
  readonly maxBytes: number;
  readonly maxAgeSeconds: number;
}

/** Where a stream ends. */
export interface StreamEnd {
  /** Sequence of its last message; 0 when it never had one. */
  readonly sequence: number;
  /** Number of its last event; undefined when it has none. */
  readonly event: number | undefined;
  /** The last event itself. */
  readonly bytes: Uint8Array | undefined;
  readonly publisher: string | undefined;
}

/** Another message was the last one. */
export class WrongSequence extends Error {}

function configOf({
  chainId,
  format,
  stream,
  replicas,
  maxBytes,
  maxAgeSeconds,
}: StreamOptions): Partial<StreamConfig> & { name: string } {
  return {
    name: stream ?? streamNameOf(chainId, format),
    subjects: [subjectsOf(chainId, format)],
    description: `events of ${chainId} as ${format}`,
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.Old,
    num_replicas: replicas,
    max_bytes: maxBytes === 0 ? -1 : maxBytes,
    max_age: maxAgeSeconds * NANOSECONDS,
    // A hole would be a missing event.
    deny_delete: true,
  };
}

/** @returns why a stream that is there is not that of the options. */
export function otherStream(options: StreamOptions, found: StreamConfig): Refusal | undefined {
  const { name, description, subjects } = configOf(options);
  if (found.description === description && String(found.subjects) === String(subjects)) return undefined;
  return refuse(
    'already_exists',
    `the stream ${name} has ${found.description ?? 'other messages'} under ${found.subjects}, not ${description}; name another one with --stream`,
  );
}

/** A connection that does not come back by itself: whoever needs it begins anew. @param who as the server lists it. */
export const connectTo = (
  { url, credentials }: Pick<StreamOptions, 'url' | 'credentials'>,
  who: string,
): Promise<NatsConnection> =>
  connect({
    servers: url.split(','),
    name: who,
    timeout: CONNECT_MS,
    reconnect: false,
    pingInterval: PING_MS,
    maxPingOut: 2,
    ...(credentials && { authenticator: credsAuthenticator(credentials) }),
  });

/** Makes the stream, or sees that one of that name is of this chain and format. */
async function ensureStream(manager: JetStreamManager, options: StreamOptions): Promise<string | Refusal> {
  const config = configOf(options);
  try {
    const other = otherStream(options, (await manager.streams.info(config.name)).config);
    if (other) return other;
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== NO_SUCH_STREAM) throw error;
    return (await addStream(manager, config)) ?? config.name;
  }
  return config.name;
}

/** Where a stream ends now. */
export async function endOf(manager: JetStreamManager, name: string): Promise<StreamEnd> {
  const { state } = await manager.streams.info(name);
  const sequence = state.last_seq;
  if (sequence === 0 || state.messages === 0)
    return { sequence, event: undefined, bytes: undefined, publisher: undefined };
  try {
    const message = await manager.streams.getMessage(name, { seq: sequence });
    const number = Number(message?.header.get(SEQ_HEADER));
    const event = Number.isSafeInteger(number) && number > 0 ? number : undefined;
    return { sequence, event, bytes: message?.data, publisher: message?.header.get(PUBLISHER_HEADER) };
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === NO_SUCH_MESSAGE)
      return { sequence, event: undefined, bytes: undefined, publisher: undefined };
    throw error;
  }
}

/** The bytes of a message. @returns undefined when the stream does not have it, or not any more. */
export async function messageAt(
  manager: JetStreamManager,
  name: string,
  sequence: number,
): Promise<Uint8Array | undefined> {
  try {
    return (await manager.streams.getMessage(name, { seq: sequence }))?.data;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === NO_SUCH_MESSAGE) return undefined;
    throw error;
  }
}

async function addStream(
  manager: JetStreamManager,
  config: Partial<StreamConfig> & { name: string },
): Promise<Refusal | undefined> {
  try {
    await manager.streams.add(config);
    return undefined;
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== SUBJECTS_OVERLAP) throw error;
    return refuse(
      'already_exists',
      `another stream has subjects under ${config.subjects} already: go on with that one by --stream, or remove it first`,
    );
  }
}

export class JetStreamLog {
  private constructor(
    readonly name: string,
    private readonly connection: NatsConnection,
    private readonly manager: JetStreamManager,
    private readonly client: JetStreamClient,
    private readonly publisher: string,
  ) {}

  /** Connects once. @param publisher name of this process in its messages.
   *  @returns a refusal: `busy` when the server cannot be reached now, another code for what waiting does not mend. */
  static async open(options: StreamOptions, publisher: string): Promise<JetStreamLog | Refusal> {
    let connection: NatsConnection | undefined;
    try {
      connection = await connectTo(options, `rouged publish ${options.chainId}`);
      const manager = await jetstreamManager(connection);
      const name = await ensureStream(manager, options);
      if (!isRefusal(name)) return new JetStreamLog(name, connection, manager, jetstream(connection), publisher);
      await connection.close();
      return name;
    } catch (error) {
      await connection?.close().catch(() => undefined);
      return refuse('busy', `NATS at ${options.url} cannot be used: ${errorText(error)}`);
    }
  }

  /** Settles when the connection is gone. */
  closed(): Promise<unknown> {
    return this.connection.closed();
  }

  end(): Promise<StreamEnd> {
    return endOf(this.manager, this.name);
  }

  /** The event of a message that is there. @returns undefined when the stream no longer has it. */
  eventAt(sequence: number): Promise<Uint8Array | undefined> {
    return messageAt(this.manager, this.name, sequence);
  }

  /** Resolves when the server has stored the event behind the message of sequence `after`.
   *  @throws WrongSequence when that one is not the last. @throws Error when the server does not answer. */
  async append({ seq, subject, bytes }: LoggedEvent, after: number): Promise<void> {
    const header = headers();
    header.set(SEQ_HEADER, String(seq));
    header.set(PUBLISHER_HEADER, this.publisher);
    try {
      await this.client.publish(subject, bytes, {
        headers: header,
        expect: { streamName: this.name, lastSequence: after },
        timeout: ACK_MS,
      });
    } catch (error) {
      if (error instanceof JetStreamApiError && error.code === WRONG_LAST_SEQUENCE) throw new WrongSequence();
      throw error;
    }
  }

  /** Passes on what is not in the log, to whoever listens now. */
  pass(chainId: string, bytes: Uint8Array): void {
    if (!this.connection.isClosed()) this.connection.publish(passingSubjectOf(chainId), bytes);
  }

  async close(): Promise<void> {
    await this.connection.close();
  }
}
