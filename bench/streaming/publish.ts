/** Bench of what takes a node's events elsewhere: `rouged publish` into NATS JetStream, `rouged index` into PostgreSQL, an edge behind them.
 *
 *  In: transfers at a constant rate at a node of the built program, first alone, then with a publisher, an indexer and an edge beside it; then
 *  the whole chain from its log once more for publishers and indexers that begin at its first event. Out: processor time, all threads, of a
 *  transfer in the node alone, and beside it that of an event in the publisher and of a transaction in the indexer; and how much later than at
 *  a client of the node an event is at a client of the edge. Needs a nats-server and a PostgreSQL. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { WebSocket } from 'ws';
import { PROTOBUF_SUBPROTOCOL } from '../../api/stream/formats.js';
import { invariant } from '../../engine/base/refusal.js';
import { streamNameOf } from '../../ops/publish/subjects.js';
import { StreamFrame, StreamRequest } from '../../proto/wire.js';
import { type LiveProgram, startLive } from '../../test/support/liveNode.js';
import { NatsServer, natsMissing } from '../../test/support/natsServer.js';
import { PostgresServer, postgresMissing } from '../../test/support/postgres.js';
import { type BenchOptions, besideFigure, type Figure, figureOf, ratioAtMost } from '../figures.js';
import { publicAccounts } from '../load/accounts.js';
import { Child } from '../load/child.js';
import { epochMs, until } from '../load/clock.js';
import { readNode } from '../load/nodeReadings.js';
import { LOAD_CHAIN_ID, type OwnNode, startOwnNode } from '../load/ownNode.js';
import type { SenderRole } from '../load/sender.js';
import { familyMs, processorMs } from '../macro/processorTime.js';

/** The project's promises: shares of a transfer's processor time in the node. */
const PUBLISHER_SHARE = 1 / 4;
const INDEXER_SHARE = 1 / 2;

const ACCOUNTS = 64;
const FEE = '0.1';
const MICROSECONDS = 1_000;
const START_MS = 500;
const LOOK_MS = 20;

interface Size {
  /** Transfers a second: what the promise of the lag names. */
  readonly rate: number;
  readonly rounds: number;
  readonly roundSeconds: number;
  readonly warmUpSeconds: number;
}

const SIZE: Size = { rate: 1_000, rounds: 3, roundSeconds: 6, warmUpSeconds: 5 };
const QUICK_SIZE: Size = { rate: 100, rounds: 1, roundSeconds: 2, warmUpSeconds: 1 };

const FORMATS = ['relay', 'protobuf'] as const;
type Format = (typeof FORMATS)[number];

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Counters at one moment. */
type Counts = Readonly<Record<string, number>>;

const grown = (from: Counts, to: Counts, name: string): number => (to[name] ?? 0) - (from[name] ?? 0);

interface Scene {
  readonly size: Size;
  readonly seed: string;
  readonly node: OwnNode;
  readonly sender: Child<SenderRole>;
  readonly nats: NatsServer;
  readonly postgres: PostgresServer;
}

async function applied({ url, pid }: OwnNode): Promise<number> {
  const reading = await readNode(url, pid);
  invariant(reading, 'the node of the bench does not show its metrics');
  return reading.samples.get('rouged_transactions_total{result="applied"}') ?? 0;
}

/** Sends at the constant rate through all rounds. @returns what `read` says at the beginning of the first and at the end of each. */
async function sendThrough(scene: Scene, read: () => Promise<Counts>): Promise<readonly Counts[]> {
  const { size, sender, seed, node } = scene;
  const { rate, rounds, roundSeconds, warmUpSeconds } = size;
  const seconds = warmUpSeconds + rounds * roundSeconds;
  await sender.call('sign', {
    ...{ count: rate * (seconds + 1), seed, accounts: ACCOUNTS },
    signers: Array.from({ length: ACCOUNTS }, (_, account) => account),
    ...{ mix: 'transfer', chainId: LOAD_CHAIN_ID, threads: 2, timestamp: Date.now(), timestampStep: 1_000 / rate },
  });
  const begin = epochMs() + START_MS;
  const window = { begin: begin + warmUpSeconds * 1_000, end: begin + (seconds + 1) * 1_000 };
  const sending = sender.call('run', {
    ...{ target: { host: '127.0.0.1', port: node.port }, door: 'json', batch: 1, pipeline: 1, connections: 16 },
    ...{ rate, begin, window },
  });
  const readings: Counts[] = [];
  for (let round = 0; round <= rounds; round++) {
    await until(window.begin + round * roundSeconds * 1_000);
    readings.push(await read());
  }
  // What a busy machine does not send in time is left out: the figures count what the node has applied, and say how much that was.
  const { ids } = await sending;
  invariant(ids.length > 0, 'the node has accepted no transfer');
  return readings;
}

/** Microseconds of processor time for each of what was counted, one a round. */
function costs(readings: readonly Counts[], process: string, counted: string): number[] {
  return readings.slice(1).map((to, round) => {
    const from = readings[round] as Counts;
    const count = grown(from, to, counted);
    invariant(count > 0, `nothing was counted as ${counted}`);
    return (grown(from, to, process) * MICROSECONDS) / count;
  });
}

/** A transfer in the node with nothing beside it. */
async function alone(scene: Scene): Promise<number[]> {
  const { node } = scene;
  const readings = await sendThrough(scene, async () => ({
    node: processorMs(node.pid),
    transfers: await applied(node),
  }));
  return costs(readings, 'node', 'transfers');
}

/** When each transaction came to a client. */
class Watcher {
  readonly arrivals = new Map<number, number>();

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      const { newTransaction } = StreamFrame.decode(data);
      if (newTransaction) this.arrivals.set(Number(newTransaction.seq), performance.now());
    });
  }

  static async open(url: string): Promise<Watcher> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/ws`, [PROTOBUF_SUBPROTOCOL]);
    const watcher = new Watcher(socket);
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    socket.send(StreamRequest.encode({ subscribe: ['transactions'] }).finish());
    return watcher;
  }
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;

/** Milliseconds by which events came later to one client than to the other. */
function delays(early: Watcher, late: Watcher): number[] {
  const found: number[] = [];
  for (const [seq, at] of late.arrivals) {
    const first = early.arrivals.get(seq);
    if (first !== undefined) found.push(at - first);
  }
  invariant(found.length > 0, 'no event has come to both clients');
  return found.sort((one, two) => one - two);
}

const roleWords = (kind: 'publish' | 'edge', { node, nats }: Scene): string[] => [
  ...[kind, '--nats', nats.url, '--node', node.url, '--log-format', 'json'],
];

const startPublisher = (scene: Scene, format: Format): LiveProgram =>
  startLive([...roleWords('publish', scene), '--format', format]);

const startIndexer = ({ node }: Scene, database: string): LiveProgram =>
  startLive(['index', '--postgres', database, '--node', node.url, '--log-format', 'json']);

async function startEdge(scene: Scene): Promise<{ readonly program: LiveProgram; readonly url: string }> {
  const program = startLive([...roleWords('edge', scene), '--port', '0']);
  const [, port] = await program.printed(/"port":(\d+).*"msg":"the edge listens"/);
  const url = `http://127.0.0.1:${port}`;
  while ((await fetch(`${url}/api/health?strict=true`).catch(() => undefined))?.status !== 200) await pause(LOOK_MS);
  return { program, url };
}

async function indexed({ postgres }: Scene, database: string): Promise<number> {
  const [row] = await postgres.rows<{ count: string }>(database, 'SELECT count(*) FROM rouged.transactions');
  return Number(row?.count);
}

interface Live {
  readonly publisher: number[];
  readonly indexer: number[];
  readonly postgres: number[];
  readonly p50: number;
  readonly p99: number;
  readonly events: number;
  /** Transactions that the index got in a second. */
  readonly rates: number[];
}

/** Everything beside the node, while it works. */
async function live(scene: Scene): Promise<Live> {
  const { nats, postgres } = scene;
  const database = 'live';
  const publisher = startPublisher(scene, 'relay');
  await publisher.printed(/"msg":"publishing"/);
  const indexer = startIndexer(scene, await postgres.create(database));
  await indexer.printed(/"msg":"indexing"/);
  while ((await indexed(scene, database)) < (await applied(scene.node))) await pause(LOOK_MS);
  const edge = await startEdge(scene);
  const watchers = [await Watcher.open(scene.node.url), await Watcher.open(edge.url)] as const;
  const readings = await sendThrough(scene, async () => ({
    at: epochMs(),
    publisher: processorMs(publisher.pid),
    indexer: processorMs(indexer.pid),
    postgres: familyMs(postgres.pid),
    events: await nats.last(streamNameOf(LOAD_CHAIN_ID, 'relay')),
    transactions: await indexed(scene, database),
  }));
  const [atNode, atEdge] = watchers;
  while (atEdge.arrivals.size < atNode.arrivals.size) await pause(LOOK_MS);
  const late = delays(atNode, atEdge);
  for (const { socket } of watchers) socket.terminate();
  for (const program of [edge.program, indexer, publisher]) await program.stop();
  return {
    publisher: costs(readings, 'publisher', 'events'),
    indexer: costs(readings, 'indexer', 'transactions'),
    postgres: costs(readings, 'postgres', 'transactions'),
    p50: quantile(late, 0.5),
    p99: quantile(late, 0.99),
    events: late.length,
    rates: readings.slice(1).map((to, round) => {
      const from = readings[round] as Counts;
      return (grown(from, to, 'transactions') * 1_000) / grown(from, to, 'at');
    }),
  };
}

/** The whole log into an empty stream. @returns microseconds for an event. */
async function published(scene: Scene, format: Format): Promise<number> {
  const { nats } = scene;
  const stream = streamNameOf(LOAD_CHAIN_ID, format);
  const connection = await connect({ servers: nats.url });
  const { streams } = await jetstreamManager(connection);
  await streams.delete(stream).catch(() => undefined);
  await connection.close();
  const program = startPublisher(scene, format);
  await program.printed(/"msg":"publishing"/);
  const start = processorMs(program.pid);
  // The node is idle but for its heartbeats.
  const end = await endOfNode(scene.node);
  while ((await nats.last(stream)) < end) await pause(LOOK_MS);
  const spent = processorMs(program.pid) - start;
  await program.stop();
  return (spent * MICROSECONDS) / end;
}

async function endOfNode({ url }: OwnNode): Promise<number> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/ws`, [PROTOBUF_SUBPROTOCOL]);
  const end = await new Promise<number>((resolve, reject) => {
    socket.once('message', (data: Buffer) => resolve(Number(StreamFrame.decode(data).stats?.seq)));
    socket.once('error', reject);
  });
  socket.terminate();
  return end;
}

/** The whole chain into an empty database. @returns microseconds for a transaction. */
async function indexedAnew(scene: Scene, database: string): Promise<number> {
  const { node, postgres } = scene;
  const program = startIndexer(scene, await postgres.create(database));
  await program.printed(/"msg":"indexing"/);
  const start = processorMs(program.pid);
  const count = await applied(node);
  while ((await indexed(scene, database)) < count) await pause(LOOK_MS);
  const spent = processorMs(program.pid) - start;
  await program.stop();
  return (spent * MICROSECONDS) / count;
}

async function stored(scene: Scene): Promise<Record<Format | 'indexer', number[]>> {
  const found: Record<Format | 'indexer', number[]> = { relay: [], protobuf: [], indexer: [] };
  for (let round = 0; round < scene.size.rounds; round++) {
    for (const format of FORMATS) found[format].push(await published(scene, format));
    found.indexer.push(await indexedAnew(scene, `stored_${round}`));
  }
  return found;
}

async function figures(scene: Scene): Promise<Figure[]> {
  const node = await alone(scene);
  const beside = await live(scene);
  const fromLog = await stored(scene);
  const publisher = (name: string, values: number[]): Figure =>
    ratioAtMost(besideFigure(`an event in the publisher, ${name}`, values, node, 'us'), PUBLISHER_SHARE);
  const indexer = (name: string, values: number[]): Figure =>
    ratioAtMost(besideFigure(`a transaction in the indexer, ${name}`, values, node, 'us'), INDEXER_SHARE);
  const { rate } = scene.size;
  return [
    figureOf('a transfer in the node, all threads', node, 'us'),
    ...FORMATS.map((format) => publisher(`from the log as ${format}`, fromLog[format])),
    publisher(`as relay at ${rate} transfers/s`, beside.publisher),
    indexer('from the log', fromLog.indexer),
    indexer(`at ${rate} transfers/s`, beside.indexer),
    figureOf(`a transaction in PostgreSQL, at ${rate} transfers/s`, beside.postgres, 'us'),
    figureOf('transactions that arrive meanwhile', beside.rates, '/s'),
    figureOf('an event at a client of an edge, after a client of the node has it, p50', [beside.p50], 'ms'),
    figureOf(`the same, p99 of ${beside.events} events`, [beside.p99], 'ms'),
  ];
}

async function measure(size: Size): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'rouged-bench-publish-'));
  const seed = `publish ${Date.now()}`;
  const sender = new Child<SenderRole>('sender');
  let [node, nats, postgres]: [OwnNode?, NatsServer?, PostgresServer?] = [];
  try {
    nats = await NatsServer.start(join(directory, 'nats'));
    postgres = await PostgresServer.start(join(directory, 'postgres'));
    const accounts = publicAccounts(seed, ACCOUNTS);
    node = await startOwnNode({ accounts, mix: 'transfer', ceiling: FEE, webSockets: 16 });
    return await figures({ size, seed, node, sender, nats, postgres });
  } finally {
    await sender.end();
    await node?.remove();
    await postgres?.kill('SIGINT');
    await nats?.kill('SIGTERM');
    rmSync(directory, { recursive: true, force: true });
  }
}

export const publishBench = {
  name: 'publish',
  about:
    'an event in the publisher and a transaction in the indexer beside a transfer in the node; how late events are at an edge (needs a nats-server and a PostgreSQL)',
  async run({ quick }: BenchOptions): Promise<Figure[]> {
    if (natsMissing || postgresMissing) return [];
    return measure(quick ? QUICK_SIZE : SIZE);
  },
};
