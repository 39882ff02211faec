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
import { passingSubjectOf, Subjects, streamNameOf, subjectsOf } from './subjects.js';

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
  /** Whoever fills the stream says where it begins, and of which chain it is. */
  readonly beginning?: StreamBeginning;
}

export interface StreamBeginning {
  /** Number of the event of the first message. */
  readonly event: number;
  /** Hash of the chain's first block; undefined when the node does not show it. */
  readonly genesisHash: string | undefined;
}

/** Where a stream ends. */
export interface StreamEnd {
  /** Sequence of its last message; 0 when it never had one. */
  readonly sequence: number;
  /** Number of its last event, which may have gone; undefined when it never had one, or when nobody knows. */
  readonly event: number | undefined;
  /** The last event itself; undefined when it has gone. */
  readonly bytes: Uint8Array | undefined;
  /** Hash of the chain's first block, as far as the stream says it. */
  readonly genesisHash: string | undefined;
  readonly publisher: string | undefined;
}

/** Another message was the last one. */
export class WrongSequence extends Error {}

const titleOf = ({ chainId, format }: StreamOptions): string => `events of ${chainId} as ${format}`;

/** A stream says in its description what its messages no longer say when all of them have gone. */
const descriptionOf = (options: StreamOptions): string => {
  const { event, genesisHash } = options.beginning ?? {};
  return [
    titleOf(options),
    ...(event === undefined ? [] : [`the first message is event ${event}`]),
    ...(genesisHash === undefined ? [] : [`genesis ${genesisHash}`]),
  ].join('; ');
};

function beginningIn(description = ''): Partial<StreamBeginning> {
  const [, event] = /; the first message is event (\d{1,15})(?:;|$)/.exec(description) ?? [];
  const [, genesisHash] = /; genesis ([0-9a-f]{64})$/.exec(description) ?? [];
  return { ...(event !== undefined && { event: Number(event) }), genesisHash };
}

function configOf(options: StreamOptions): Partial<StreamConfig> & { name: string } {
  const { chainId, format, stream, replicas, maxBytes, maxAgeSeconds } = options;
  return {
    name: stream ?? streamNameOf(chainId, format),
    subjects: [subjectsOf(chainId, format)],
    description: descriptionOf(options),
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
  const { name, subjects } = configOf(options);
  const [title] = found.description?.split('; ') ?? [];
  if (title === titleOf(options) && String(found.subjects) === String(subjects)) return undefined;
  return refuse(
    'already_exists',
    `the stream ${name} has ${title ?? 'other messages'} under ${found.subjects}, not ${titleOf(options)}; name another one with --stream`,
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
    const { config: found, state } = await manager.streams.info(config.name);
    const other = otherStream(options, found);
    if (other) return other;
    // One that never had a message begins with what comes now.
    if (state.last_seq === 0 && found.description !== config.description)
      await manager.streams.update(config.name, { ...found, description: descriptionOf(options) });
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== NO_SUCH_STREAM) throw error;
    return (await addStream(manager, config)) ?? config.name;
  }
  return config.name;
}

/** Where a stream ends now. */
export async function endOf(manager: JetStreamManager, name: string): Promise<StreamEnd> {
  const { state, config } = await manager.streams.info(name);
  const sequence = state.last_seq;
  const { event: first, genesisHash } = beginningIn(config.description);
  const gone = { bytes: undefined, publisher: undefined };
  if (sequence === 0) return { ...gone, sequence, event: undefined, genesisHash };
  const emptied = { ...gone, sequence, event: first === undefined ? undefined : first + sequence - 1, genesisHash };
  if (state.messages === 0) return emptied;
  try {
    const message = await manager.streams.getMessage(name, { seq: sequence });
    const number = Number(message?.header.get(SEQ_HEADER));
    const event = Number.isSafeInteger(number) && number > 0 ? number : undefined;
    return { sequence, event, bytes: message?.data, publisher: message?.header.get(PUBLISHER_HEADER), genesisHash };
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === NO_SUCH_MESSAGE) return emptied;
    throw error;
  }
}

/** A message of the stream as an event. */
export interface StoredEvent {
  readonly event: number;
  readonly bytes: Uint8Array;
}

/** The newest event of a subject. @returns undefined when the stream has none. */
async function newestOf(manager: JetStreamManager, name: string, subject: string): Promise<StoredEvent | undefined> {
  try {
    const message = await manager.streams.getMessage(name, { last_by_subj: subject });
    return message === null ? undefined : { event: Number(message.header.get(SEQ_HEADER)), bytes: message.data };
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === NO_SUCH_MESSAGE) return undefined;
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

  /** The newest block of the stream. @returns undefined when it has none, or none any more. */
  newestBlock(chainId: string, format: EventFormat): Promise<StoredEvent | undefined> {
    return newestOf(this.manager, this.name, new Subjects(chainId, format).of({ kind: 'block' }));
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
