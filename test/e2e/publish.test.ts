/** `rouged publish` against a real nats-server: what the stream has is what the node's log has, byte by byte, whoever is killed meanwhile;
 *  a second publisher is refused. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Log } from '../../engine/base/ports.js';
import { isRefusal } from '../../engine/base/refusal.js';
import type { EventFormat } from '../../engine/store/chainStore.js';
import { JetStreamLog } from '../../ops/publish/jetStreamLog.js';
import { Publisher } from '../../ops/publish/publisher.js';
import { readFrame, Subjects, streamNameOf } from '../../ops/publish/subjects.js';
import { StreamFrame } from '../../proto/wire.js';
import { feed, signTransfers, untilStanding } from '../crash/nodeLoad.js';
import { LIVE_CHAIN_ID, type LiveNode, type LiveProgram, startLive, startNode } from '../support/liveNode.js';
import { NatsServer, natsMissing } from '../support/natsServer.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { StreamClient } from '../support/streamClient.js';
import { signingActor } from '../support/transactions.js';
import { within } from '../support/within.js';

const people = ['one', 'two', 'three'].map((name) => signingActor(`publish: ${name}`));
const STREAM = streamNameOf(LIVE_CHAIN_ID, 'protobuf');
const JSON_STREAM = streamNameOf(LIVE_CHAIN_ID, 'json');
const quiet = (): void => {};
const quietLog: Log = { ...{ trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet, fatal: quiet } };
const seed = testSeed();
const random = new SeededRandom(seed);

let root: string;
let node: LiveNode;
let nats: NatsServer;
const running = new Set<LiveProgram>();

/** What the node's log has now, as it sends it. */
async function logOf(format: EventFormat): Promise<readonly Uint8Array[]> {
  const client = await StreamClient.open(node.url, format, { from: 1 });
  await client.frame(({ type }) => type === 'resumed');
  const { bytes } = client.events;
  client.socket.terminate();
  return bytes;
}

function publish(more: readonly string[] = []): LiveProgram {
  const program = startLive(['publish', '--nats', nats.url, '--node', node.url, '--log-format', 'json', ...more]);
  running.add(program);
  return program;
}

/** Transfers in blocks of their own, so that there is something to carry. */
async function traffic(count: number): Promise<void> {
  const posted = await feed(node.url, signTransfers(people, count, random));
  expect(posted.every(({ answer }) => answer?.status === 200)).toBe(true);
}

/** Resolves when the stream has as many messages as the log has events. */
async function caughtUp(stream = STREAM, format: EventFormat = 'protobuf'): Promise<readonly Uint8Array[]> {
  await untilStanding(node.url);
  const log = await logOf(format);
  await vi.waitFor(async () => expect(await nats.last(stream)).toBeGreaterThanOrEqual(log.length), {
    timeout: 60_000,
    interval: 100,
  });
  return log;
}

async function compare(stream = STREAM, format: EventFormat = 'protobuf'): Promise<number> {
  const log = await caughtUp(stream, format);
  const messages = await nats.messages(stream);
  expect(messages.length).toBe(log.length);
  for (const [index, { sequence, event, data }] of messages.entries()) {
    expect([sequence, event]).toEqual([index + 1, index + 1]);
    expect(Buffer.compare(data, log[index] as Uint8Array), `event ${event}`).toBe(0);
  }
  return messages.length;
}

describe.skipIf(natsMissing)(`the event log in NATS (seed ${seed})`, { timeout: 180_000 }, () => {
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'rouged-publish-'));
    const allocations = people.map(({ address }) => ({ address, amount: '100000' }));
    node = await startNode({ genesis: { allocations }, flags: ['--heartbeat-ms', '3600000'] });
    nats = await NatsServer.start(join(root, 'nats'));
  }, 120_000);

  afterEach(async () => {
    for (const program of running) await program.stop('SIGKILL');
    running.clear();
  });

  afterAll(async () => {
    await nats?.kill('SIGTERM');
    await node?.remove();
    if (root) rmSync(root, { recursive: true, force: true });
  });

  test('has every event from the first on, with subjects to choose from, and goes on live', async () => {
    await traffic(30);
    const program = publish();
    await program.printed(/"msg":"publishing"/);
    await traffic(30);
    const count = await compare();
    expect(count).toBeGreaterThan(60);
    const messages = await nats.messages(STREAM);
    const subjects = new Set(messages.map(({ subject }) => subject));
    expect(subjects).toContain(`rouged.${LIVE_CHAIN_ID}.block`);
    const [first] = people;
    expect(subjects).toContain(`rouged.${LIVE_CHAIN_ID}.tx.transfer.${first?.address}.XRGE`);
    expect(subjects).toContain(`rouged.${LIVE_CHAIN_ID}.balance.${first?.address}.XRGE`);
    expect(await program.stop()).toEqual({ code: 0, signal: null });
  });

  test('loses nothing and has nothing twice when the publisher is killed in the midst of it', async () => {
    for (let round = 0; round < 3; round++) {
      const program = publish();
      await program.printed(/"msg":"publishing"/);
      const sending = traffic(40);
      const kill = random.between(1, 30);
      const from = await nats.last(STREAM);
      await vi.waitFor(async () => expect(await nats.last(STREAM)).toBeGreaterThan(from + kill), {
        timeout: 60_000,
        interval: 5,
      });
      await program.stop('SIGKILL');
      await sending;
    }
    const program = publish();
    await compare();
    await program.stop();
  });

  test('waits while NATS is away, and carries what happened meanwhile from the log', async () => {
    const program = publish();
    await program.printed(/"msg":"publishing"/);
    const sending = traffic(40);
    await nats.kill('SIGKILL');
    await sending;
    await traffic(40);
    await program.printed(/trying again/);
    await nats.again();
    await compare();
    await program.stop();
  });

  test('goes on when the node has been away', async () => {
    const program = publish();
    await program.printed(/"msg":"publishing"/);
    const { dataDir, port } = node;
    await node.stop('SIGKILL');
    await program.printed(/the node .*trying again/);
    node = await startNode({ dataDir, port, flags: ['--heartbeat-ms', '3600000'] });
    await traffic(20);
    await compare();
    await program.stop();
  });

  test('a second publisher is refused, and the first is not disturbed', async () => {
    const stop = new AbortController();
    const said: string[] = [];
    const parts = (name: string) => ({
      ...{ node: node.url, from: 1, name, signal: stop.signal, rivalMs: 1_500 },
      log: { ...quietLog, warn: (_: object, sentence?: string) => said.push(`${name}: ${sentence}`) } as Log,
      stream: {
        ...{ url: nats.url, credentials: undefined, chainId: LIVE_CHAIN_ID, format: 'protobuf' as const },
        ...{ stream: undefined, replicas: 1, maxBytes: 0, maxAgeSeconds: 0 },
      },
    });
    const publishers = [new Publisher(parts('one')), new Publisher(parts('two'))];
    const ends = publishers.map((publisher) => publisher.run());
    const seen = (): string =>
      JSON.stringify({ publishers: publishers.map(({ reading }) => reading), said, node: node.logs().slice(-2_000) });
    let isDecided = false;
    const sending = (async () => {
      while (!isDecided) await traffic(4);
    })();
    // A failure of the traffic would leave the publishers without anything to disagree about.
    const refused = await within('the refusal of one', Promise.race([...ends, sending]), seen).finally(() => {
      isDecided = true;
    });
    await within('the last traffic', sending, seen);
    expect(isRefusal(refused) && [refused.code, refused.message]).toEqual([
      'already_exists',
      expect.stringContaining(`another publisher writes to the stream ${STREAM}`),
    ]);
    await within('the traffic after it', traffic(10), seen);
    await within('the other one', caughtUp(), seen);
    stop.abort();
    const outcomes = await within('the end of both', Promise.all(ends), seen);
    expect(outcomes.filter((end) => end === undefined).length).toBe(1);
    const program = publish();
    await within('the comparison', compare(), seen);
    await within('the end of the program', program.stop(), () => program.logs());
  });

  test('goes into a stream of its own as JSON, beside the other', async () => {
    const program = publish(['--format', 'json']);
    expect(await compare(JSON_STREAM, 'json')).toBeGreaterThan(200);
    const [first] = await nats.messages(JSON_STREAM);
    expect(first?.subject).toBe(`rouged-json.${LIVE_CHAIN_ID}.block`);
    await program.stop();
  });

  test('a stream of another chain of the same name is not gone on with', { timeout: 120_000 }, async () => {
    const allocations = people.map(({ address }) => ({ address, amount: '1000' }));
    const other = await startNode({ genesis: { allocations }, flags: ['--heartbeat-ms', '3600000'] });
    const elsewhere = await NatsServer.start(join(root, 'elsewhere'));
    try {
      await feed(other.url, signTransfers(people, 3, random));
      for (const format of ['protobuf', 'json'] as const) {
        const stream = streamNameOf(LIVE_CHAIN_ID, format);
        const words = ['publish', '--nats', elsewhere.url, '--format', format, '--node'];
        const program = startLive([...words, other.url]);
        running.add(program);
        await vi.waitFor(async () => expect(await elsewhere.last(stream)).toBeGreaterThan(3), { timeout: 60_000 });
        expect((await program.stop()).code).toBe(0);
        const count = await elsewhere.last(stream);
        const mixing = startLive([...words, node.url]);
        running.add(mixing);
        expect((await mixing.ended).code).not.toBe(0);
        expect(mixing.logs()).toMatch(/is another one than the node's: the stream is of another chain of this name/);
        expect(await elsewhere.last(stream)).toBe(count);
      }
      // One that was begun anew, and has fewer events than the stream.
      const anew = await startNode({ genesis: { allocations }, flags: ['--heartbeat-ms', '3600000'] });
      const fewer = startLive(['publish', '--nats', elsewhere.url, '--node', anew.url]);
      running.add(fewer);
      expect((await fewer.ended).code).not.toBe(0);
      expect(fewer.logs()).toMatch(/is another one than the node's/);
      await anew.remove();
    } finally {
      await elsewhere.kill('SIGTERM');
      await other.remove();
    }
  });

  test('a stream whose last event two chains share is told apart by its newest block', async () => {
    await traffic(5);
    await untilStanding(node.url);
    const log = await logOf('protobuf');
    const frames = log.map((bytes) => readFrame.protobuf(bytes));
    const last = frames.findLastIndex(({ type }) => type === 'balance_update');
    const block = frames.slice(0, last).findLastIndex(({ type }) => type === 'new_block');
    const { newBlock } = StreamFrame.decode(log[block] as Uint8Array);
    const other = StreamFrame.encode({ newBlock: { ...newBlock, hash: new Uint8Array(32).fill(7) } }).finish();
    const elsewhere = await NatsServer.start(join(root, 'twins'));
    const subjects = new Subjects(LIVE_CHAIN_ID, 'protobuf');
    const publishTo = async (events: readonly Uint8Array[]): Promise<LiveProgram> => {
      const target = await JetStreamLog.open(
        {
          ...{ url: elsewhere.url, credentials: undefined, chainId: LIVE_CHAIN_ID, format: 'protobuf' },
          ...{ stream: undefined, replicas: 1, maxBytes: 0, maxAgeSeconds: 0 },
        },
        'twin',
      );
      if (isRefusal(target)) throw new Error(target.message);
      for (const [at, bytes] of events.entries()) {
        const { facts, seq } = readFrame.protobuf(bytes);
        await target.append({ seq, subject: subjects.of(facts as never), bytes }, at);
      }
      await target.close();
      const program = startLive(['publish', '--nats', elsewhere.url, '--log-format', 'json', '--node', node.url]);
      running.add(program);
      return program;
    };
    try {
      const own = log.slice(0, last + 1);
      const refused = await publishTo(own.with(block, other));
      expect((await refused.ended).code).not.toBe(0);
      expect(refused.logs()).toMatch(new RegExp(`event ${block + 1} of the stream ${STREAM} is another one`));
      const connection = await connect({ servers: elsewhere.url, reconnect: false });
      await (await jetstreamManager(connection)).streams.delete(STREAM);
      await connection.close();
      const program = await publishTo(own);
      await program.printed(new RegExp(`"next":${last + 2},"msg":"publishing"`));
      await vi.waitFor(async () => expect(await elsewhere.last(STREAM)).toBe(log.length), { timeout: 60_000 });
    } finally {
      await elsewhere.kill('SIGTERM');
    }
  });

  test('waits for a node that is away at its start', async () => {
    const { dataDir, port } = node;
    await node.stop('SIGKILL');
    const program = publish();
    await program.printed(/trying again/);
    const ended = publish();
    await ended.printed(/trying again/);
    expect(await ended.stop()).toEqual({ code: 0, signal: null });
    node = await startNode({ dataDir, port, flags: ['--heartbeat-ms', '3600000'] });
    await program.printed(/"msg":"publishing"/);
    await traffic(5);
    await compare();
    await program.stop();
  });

  test('goes on in a stream whose events have all gone, unless it cannot be seen that they were of this chain', async () => {
    const empty = 'EMPTIED';
    const elsewhere = await NatsServer.start(join(root, 'emptied'));
    const words = ['publish', '--nats', elsewhere.url, '--stream', empty, '--log-format', 'json', '--node'];
    const connection = await connect({ servers: elsewhere.url, reconnect: false });
    const { streams } = await jetstreamManager(connection);
    const run = async (url = node.url): Promise<LiveProgram> => {
      const program = startLive([...words, url]);
      running.add(program);
      return program;
    };
    try {
      const first = await run();
      const before = await logOf('protobuf');
      await vi.waitFor(async () => expect(await elsewhere.last(empty)).toBe(before.length), { timeout: 60_000 });
      await first.stop();
      await streams.purge(empty);
      const second = await run();
      await second.printed(new RegExp(`"next":${before.length + 1},"msg":"publishing"`));
      await traffic(10);
      await untilStanding(node.url);
      const log = await logOf('protobuf');
      await vi.waitFor(async () => expect(await elsewhere.last(empty)).toBe(log.length), { timeout: 60_000 });
      const messages = await elsewhere.messages(empty);
      expect(messages.map(({ event }) => event)).toEqual(
        log.slice(before.length).map((_, at) => before.length + 1 + at),
      );
      for (const { event, data } of messages) expect(Buffer.compare(data, log[event - 1] as Uint8Array)).toBe(0);
      await second.stop();
      await streams.purge(empty);
      const { config } = await streams.info(empty);
      const [title, begin] = config.description?.split('; ') ?? [];
      const sentences: readonly (readonly [string, RegExp])[] = [
        [`${title}`, /does not say which event comes next: remove the stream \(nats stream rm EMPTIED\)/],
        [`${title}; ${begin}`, /cannot be seen that they were of the chain of this node: remove the stream/],
        [`${title}; ${begin}; genesis ${'ab'.repeat(32)}`, /cannot be seen that they were of the chain of this node/],
      ];
      for (const [description, sentence] of sentences) {
        await streams.update(empty, { ...config, description });
        const refused = await run();
        expect((await refused.ended).code).not.toBe(0);
        expect(refused.logs()).toMatch(sentence);
      }
      // A foreign message at the end.
      await streams.update(empty, config);
      await jetstream(connection).publish(`rouged.${LIVE_CHAIN_ID}.block`, 'x');
      const spoiled = await run();
      expect((await spoiled.ended).code).not.toBe(0);
      expect(spoiled.logs()).toMatch(
        /the last message of the stream EMPTIED is no event: another program writes there/,
      );
    } finally {
      await connection.close();
      await elsewhere.kill('SIGTERM');
    }
  });

  test('what cannot be used is said in a sentence', async () => {
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [['publish', '--node', node.url], /needs the servers of NATS/],
      [['publish', '--nats', 'http://127.0.0.1:1', '--node', node.url], /nats:\/\/ or tls:\/\//],
      [
        ['publish', '--nats', nats.url, '--node', node.url, '--format', 'json', '--stream', STREAM],
        /has events of .* as protobuf/,
      ],
      [['publish', '--nats', nats.url, '--node', node.url, '--nats-creds', '/nowhere'], /cannot be read/],
      [
        ['publish', '--nats', nats.url, '--node', node.url, '--nats-creds', join(node.dataDir, 'genesis.json')],
        /no credentials file/,
      ],
      [['publish', '--nats', nats.url, '--node', node.url, '--stream', 'BESIDE'], /has subjects under .* already/],
      [['publish', '--nats', 'nats://u:hidden@127.0.0.1:1'], /must be nats.* not one at nats:\/\/127\.0\.0\.1:1/],
    ];
    for (const [words, sentence] of cases) {
      const program = startLive(words);
      expect((await program.ended).code, words.join(' ')).not.toBe(0);
      expect(program.logs()).toMatch(sentence);
    }
  });
});
