/** An edge on a real nats-server whose stream others spoil: bursts, foreign and damaged messages, streams that are emptied, removed or made
 *  anew by another chain. Clients get every event in order, or a word, and never the events of another chain as if they followed. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ServerSocket } from '../../api/server/port.js';
import type { StreamClient } from '../../api/stream/client.js';
import { formatOf } from '../../api/stream/formats.js';
import { utf8, utf8Text } from '../../engine/base/bytes.js';
import type { Log } from '../../engine/base/ports.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { encodings } from '../../engine/stream/eventEncoding.js';
import { blockReach, relayFrame, statsReach } from '../../engine/stream/relayFrame.js';
import { Edge } from '../../ops/edge/edge.js';
import { JetStreamLog, SEQ_HEADER } from '../../ops/publish/jetStreamLog.js';
import { passingSubjectOf, streamNameOf } from '../../ops/publish/subjects.js';
import { StreamFrame } from '../../proto/wire.js';
import { NatsServer, natsMissing } from '../support/natsServer.js';
import { SeededRandom, testSeed } from '../support/random.js';

const CHAIN = 'edge-stream-1';
const STREAM = streamNameOf(CHAIN, 'relay');
const SUBJECT = `rouged-relay.${CHAIN}.block`;
const MEMORY_BYTES = 64 * 1024 * 1024;
const seed = testSeed();
const random = new SeededRandom(seed);

let root: string;
let nats: NatsServer;
let connection: NatsConnection;
/** Ends what a test has begun. */
let ends: (() => Promise<unknown>)[] = [];

const until = (check: () => Promise<void> | void): Promise<void> =>
  vi.waitFor(check, { timeout: 20_000, interval: 20 });

/** An event whose frames say of which chain it is. */
function frameOf(seq: number, chain = 'a', bytes = 0): Uint8Array {
  const json = utf8(JSON.stringify({ type: 'new_block', chain, filling: 'x'.repeat(bytes), seq }));
  const hash = Buffer.from(chain.repeat(32));
  return relayFrame(
    blockReach,
    { json, protobuf: StreamFrame.encode({ newBlock: { seq, height: seq, hash } }).finish() },
    seq,
  );
}

const statsOf = (seq: number): Uint8Array =>
  encodings.relay.stats({ blockHeight: seq, peerCount: 0, mempoolSize: 0 }, seq);

/** What writes the stream, as a publisher does. */
class Writer {
  #last = 0;

  constructor(private readonly chain = 'a') {}

  get end(): number {
    return this.#last;
  }

  /** @param sizes bytes of each. */
  async add(sizes: readonly number[]): Promise<void> {
    const options = { ...{ url: nats.url, credentials: undefined, chainId: CHAIN, format: 'relay' as const } };
    const log = await JetStreamLog.open(
      {
        ...{ ...options, stream: undefined, replicas: 1, maxBytes: 0, maxAgeSeconds: 0 },
        beginning: { event: 1, genesisHash: undefined },
      },
      'test',
    );
    if (isRefusal(log)) throw new Error(log.message);
    await Promise.all(
      sizes.map((size) => {
        const seq = ++this.#last;
        return log.append({ seq, subject: SUBJECT, bytes: frameOf(seq, this.chain, size) }, seq - 1);
      }),
    );
    await log.close();
  }
}

interface Frame {
  readonly type: string;
  readonly seq: number;
  readonly chain?: string;
}

/** A client of the edge's door without a network between. */
class Client implements ServerSocket {
  readonly frames: Frame[] = [];
  ending: { readonly code: number; readonly reason: string } | undefined;
  readonly bufferedBytes = 0;
  readonly #client: StreamClient;

  constructor(edge: Edge, from?: number) {
    const { door } = edge;
    if (!door) throw new Error('the edge serves nobody now');
    this.#client = door.client(formatOf(''), '');
    this.#client.open(this);
    if (from !== undefined) this.#client.message(JSON.stringify({ from }));
  }

  send(message: string | Uint8Array): 'sent' {
    this.frames.push(JSON.parse(typeof message === 'string' ? message : utf8Text(message)) as Frame);
    return 'sent';
  }

  together(work: () => void): void {
    work();
  }

  close(code: number, reason: string): void {
    this.ending = { code, reason };
    this.#client.close();
  }

  /** Numbers and chains of the events. */
  get events(): string[] {
    return this.frames.flatMap(({ type, seq, chain }) => (type === 'new_block' ? [`${seq}${chain}`] : []));
  }
}

const numbers = (from: number, to: number, chain = 'a'): string[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => `${from + index}${chain}`);

interface Running {
  readonly edge: Edge;
  readonly warnings: string[];
}

function startEdge(): Running {
  const warnings: string[] = [];
  const quiet = (): void => {};
  const warn: Log['warn'] = (_fields: unknown, sentence?: unknown) => void warnings.push(String(sentence));
  const failed: Log['error'] = (fields: unknown) => {
    throw (fields as { readonly error: unknown }).error;
  };
  const stop = new AbortController();
  const edge = new Edge({
    place: { url: nats.url, credentials: undefined, chainId: CHAIN, stream: undefined },
    maxClients: 100,
    rememberedBytes: MEMORY_BYTES,
    privateDoor: { prove: async () => '' as never, join: quiet, leave: quiet, close: quiet },
    sourceOf: () => '',
    greeting: async () => undefined,
    log: { ...{ trace: quiet, debug: quiet, info: quiet, fatal: quiet }, warn, error: failed },
    signal: stop.signal,
  });
  const run = edge.run();
  ends.push(async () => {
    stop.abort();
    expect(await run).toBe(undefined);
  });
  return { edge, warnings };
}

const serving = (edge: Edge, event: number): Promise<void> =>
  until(() => {
    expect(edge.door).toBeDefined();
    expect(edge.reading.event).toBe(event);
  });

const streams = async () => (await jetstreamManager(connection)).streams;

describe.skipIf(natsMissing)(`an edge and a spoiled stream (seed ${seed})`, { timeout: 90_000 }, () => {
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'rouged-edge-stream-'));
    nats = await NatsServer.start(join(root, 'nats'));
  });

  beforeEach(async () => {
    connection = await connect({ servers: nats.url, reconnect: false });
    await (await streams()).delete(STREAM).catch(() => undefined);
  });

  afterEach(async () => {
    for (const end of ends) await end();
    ends = [];
    await connection.close();
  });

  afterAll(async () => {
    await nats?.kill('SIGTERM');
    if (root) rmSync(root, { recursive: true, force: true });
  });

  test('bursts of events come through at once', async () => {
    const writer = new Writer();
    await writer.add([10]);
    const { edge } = startEdge();
    await serving(edge, 1);
    const client = new Client(edge);
    for (let block = 0; block < 12; block++) {
      const transactions = random.between(20, 120);
      await writer.add([500, ...Array(transactions).fill(17_000), ...Array(2 * transactions).fill(450)]);
    }
    await until(() => expect(client.events.length).toBe(writer.end - 1));
    expect(client.events).toEqual(numbers(2, writer.end));
    // From the stream itself: the memory has not everything.
    const { edge: other } = startEdge();
    await serving(other, writer.end);
    const late = new Client(other, 1);
    await until(() => expect(late.frames.at(-1)?.type).toBe('resumed'));
    expect(late.events).toEqual(numbers(1, writer.end));
  });

  test('what others send beside the stream is left out, and spoils neither statistics nor health', async () => {
    const writer = new Writer();
    await writer.add([10, 10]);
    const { edge } = startEdge();
    await serving(edge, 2);
    const client = new Client(edge);
    const subject = passingSubjectOf(CHAIN);
    const { json, protobuf } = { json: utf8('{}'), protobuf: Uint8Array.of(0xff, 0xff) };
    const foreign = [
      Uint8Array.of(),
      Uint8Array.of(0xff),
      random.bytes(300),
      frameOf(3),
      relayFrame(statsReach, { json, protobuf }, 2, true),
      relayFrame(statsReach, { json, protobuf: StreamFrame.encode({}).finish() }, 2, true),
      relayFrame(blockReach, { json, protobuf: StreamFrame.encode({ stats: { seq: 2 } }).finish() }, 2, true),
      encodings.protobuf.stats({ blockHeight: 1, peerCount: 0, mempoolSize: 0 }, 2),
    ];
    for (const bytes of foreign) connection.publish(subject, bytes);
    // Well formed, of a number that will never come: those behind it are not held up.
    connection.publish(subject, statsOf(2 ** 52));
    connection.publish(subject, statsOf(2));
    await until(() => expect(client.frames.filter(({ type }) => type === 'stats').length).toBe(2));
    expect(edge.reading.nodeEvent).toBe(2);
    await writer.add([10]);
    await until(() => expect(client.events).toEqual(['3a']));
    expect(client.frames.map(({ type }) => type)).toEqual(['stats', 'stats', 'new_block']);
  });

  test.each([
    ['fewer events', 3],
    ['more events', 40],
  ])('a stream of another chain with %s ends the clients, and is not gone on with', async (_, count) => {
    const first = new Writer();
    await first.add(Array(10).fill(10));
    const { edge } = startEdge();
    await serving(edge, 10);
    const client = new Client(edge, 8);
    await until(() => expect(client.events).toEqual(numbers(8, 10)));
    await (await streams()).delete(STREAM);
    const second = new Writer('b');
    await second.add(Array(count).fill(10));
    await until(() => expect(client.ending).toBeDefined());
    expect(client.ending).toEqual({
      code: 1013,
      reason: 'the stream of this edge was made anew, and its events may have other numbers',
    });
    expect(client.events).toEqual(numbers(8, 10));
    await serving(edge, count);
    const after = new Client(edge, 1);
    await second.add([10]);
    await until(() => expect(after.events).toEqual(numbers(1, count + 1, 'b')));
  });

  test('a stream that was made anew with the same events goes on where clients are', async () => {
    const first = new Writer();
    await first.add(Array(10).fill(10));
    const { edge, warnings } = startEdge();
    await serving(edge, 10);
    const client = new Client(edge);
    await (await streams()).delete(STREAM);
    const second = new Writer();
    await second.add(Array(6).fill(10));
    await until(() => expect(warnings.join('\n')).toMatch(/has come to event 6, and clients have 10 already/));
    expect(client.ending).toBe(undefined);
    await second.add(Array(8).fill(10));
    await until(() => expect(client.events).toEqual(numbers(11, 14)));
  });

  test('an emptied stream costs nobody an event that was read, and is gone on with', async () => {
    const writer = new Writer();
    await writer.add(Array(10).fill(10));
    const { edge } = startEdge();
    await serving(edge, 10);
    const client = new Client(edge);
    await (await streams()).purge(STREAM);
    await writer.add([10, 10]);
    await until(() => expect(client.events).toEqual(numbers(11, 12)));
    await (await streams()).purge(STREAM);
    await nats.kill('SIGKILL');
    await until(() => expect(edge.reading.isConnected).toBe(false));
    await nats.again();
    connection = await connect({ servers: nats.url, reconnect: false });
    await until(() => expect(edge.reading.isConnected).toBe(true));
    expect(client.ending).toBe(undefined);
    // One that begins now has no event of before, and says so.
    const { edge: other } = startEdge();
    await until(() => expect(other.reading.isConnected).toBe(true));
    expect(other.bounds).toEqual({ oldest: 13, latest: 12 });
    await writer.add([10]);
    await until(() => expect(client.events).toEqual(numbers(11, 13)));
    await serving(other, 13);
    const late = new Client(other, 5);
    await until(() => expect(late.frames.at(-1)).toMatchObject({ code: 'events_pruned', oldest: 13 }));
  });

  test.each([
    ['bytes', (_seq: number) => random.bytes(100)],
    ['an event of another number', (seq: number) => frameOf(seq + 5)],
    ['no event', (seq: number) => statsOf(seq)],
  ])('a foreign message in the stream, %s, is no event, and clients keep what they have', async (_, bytesOf) => {
    const writer = new Writer();
    await writer.add(Array(5).fill(10));
    const { edge, warnings } = startEdge();
    await serving(edge, 5);
    const client = new Client(edge, 1);
    const header = headers();
    header.set(SEQ_HEADER, '6');
    await jetstream(connection).publish(SUBJECT, bytesOf(6), { headers: header });
    await until(() => expect(warnings.length).toBeGreaterThan(1));
    expect([client.events, client.ending]).toEqual([numbers(1, 5), undefined]);
    // What is in memory still comes, and a stream without it is gone on with.
    expect(new Client(edge, 2).frames.length).toBeGreaterThan(1);
    await (await streams()).delete(STREAM);
    const repaired = new Writer();
    await repaired.add(Array(7).fill(10));
    await until(() => expect(client.events).toEqual(numbers(1, 7)));
  });
});
