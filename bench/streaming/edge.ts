/** Bench of an edge beside the node whose events it serves.
 *
 *  In: blocks of transfers, as a node announces them and as an edge gets them from NATS. Out: the thread's time for a delivery to one of
 *  50,000 subscribers with topics of every kind, at the node's hub and at the edge's (which reads each message first), in turns, and the memory of a
 *  subscriber; then processor time of a whole edge process for a frame to one of 500 real clients, beside a door with the same clients in
 *  this process. The second part needs a nats-server. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { chooseServer } from '../../api/server/choose.js';
import { freePort } from '../../api/server/freePort.js';
import type { ServerSocket } from '../../api/server/port.js';
import { openDoor, type StreamDoor } from '../../api/stream/door.js';
import { formatOf, PROTOBUF_SUBPROTOCOL } from '../../api/stream/formats.js';
import { invariant, isRefusal } from '../../engine/base/refusal.js';
import { encodings } from '../../engine/stream/eventEncoding.js';
import { type BlockEvents, EventHub } from '../../engine/stream/hub.js';
import { eventsTogether, readEdgeEvent } from '../../ops/edge/edgeEvent.js';
import { JetStreamLog } from '../../ops/publish/jetStreamLog.js';
import { NatsServer, natsMissing } from '../../test/support/natsServer.js';
import { builtFile } from '../../workers/threads/workerFile.js';
import { type BenchOptions, besideFigure, type Figure, figureOf } from '../figures.js';
import { processorMs } from '../macro/processorTime.js';
import { collectGarbage, nextTick, threadClock } from '../measure.js';
import { wallets } from '../transfers.js';
import { publishedBlocks } from './blocks.js';
import type { ClientMessage } from './clients.js';

const CHAIN = 'bench-1';
const UNBOUNDED_BYTES = 256 * 1024 * 1024;
const MICROSECONDS = 1_000;

interface Size {
  readonly subscribers: number;
  readonly clients: number;
  readonly transfers: number;
  readonly rounds: number;
}

/** Takes everything, as a socket does whose client reads. */
const fastSocket: ServerSocket = {
  bufferedBytes: 0,
  send: () => 'sent',
  together: (work) => work(),
  close() {},
};

interface Crowd {
  readonly hub: EventHub;
  readonly door: StreamDoor;
  deliveries: number;
}

const noKeys = { prove: async () => invariant(false, 'nobody proves a key'), join() {}, leave() {}, close() {} };

function crowdOf(first: number): Crowd {
  const report = (error: unknown): never => {
    throw error;
  };
  const hub = new EventHub(first - 1, (work) => void setImmediate(work), report);
  const door = openDoor({
    ...{ hub, report, mailboxes: noKeys as never, maxClients: Number.POSITIVE_INFINITY },
    log: { latest: () => hub.sequence, oldest: () => first, read: () => invariant(false, 'nothing is read') as never },
    sourceOf: () => '',
    statsEvent: (seq, format) => encodings[format].stats({ blockHeight: 1, peerCount: 0, mempoolSize: 0 }, seq),
    delivered: (events) => {
      crowd.deliveries += events;
    },
  });
  const crowd: Crowd = { hub, door, deliveries: 0 };
  return crowd;
}

/** Of a hundred subscribers most follow their own account; every second one takes protobuf. */
function topicsOf(index: number, accounts: readonly string[]): readonly string[] {
  const kind = index % 100;
  if (kind < 2) return ['transactions'];
  if (kind < 10) return ['blocks'];
  if (kind < 12) return ['token:XRGE'];
  if (kind < 20) return ['stats', 'contracts'];
  return [`account:${accounts[index % accounts.length]}`];
}

function joinAll({ door }: Crowd, count: number, accounts: readonly string[]): void {
  for (let index = 0; index < count; index++) {
    const format = formatOf(index % 2 === 0 ? '' : PROTOBUF_SUBPROTOCOL);
    const client = door.client(format, '');
    client.open(fastSocket);
    if (format.events === 'json') client.message(JSON.stringify({ subscribe: topicsOf(index, accounts) }));
    else client.message(requestOf(topicsOf(index, accounts)));
  }
}

/** The field `subscribe` of a StreamRequest. */
const requestOf = (topics: readonly string[]): Uint8Array =>
  Buffer.concat(
    topics.map((topic) => {
      const text = Buffer.from(topic);
      return Buffer.concat([Buffer.of(0x0a, text.length), text]);
    }),
  );

/** @returns microseconds of this thread for a delivery. */
async function handedOut(crowd: Crowd, publish: () => void): Promise<number> {
  const { hub, deliveries } = crowd;
  await collectGarbage();
  const start = threadClock.now();
  publish();
  while (hub.waitingEvents > 0) await nextTick();
  return ((threadClock.now() - start) * MICROSECONDS) / (crowd.deliveries - deliveries);
}

const framesOf = (block: BlockEvents): Uint8Array[] =>
  Array.from({ length: block.count }, (_, index) => block.event(index).encode('relay'));

async function crowds({ subscribers, transfers, rounds }: Size): Promise<Figure[]> {
  const accounts = wallets(transfers).map(({ address }) => address);
  const [node, edge] = [crowdOf(1), crowdOf(1)];
  await collectGarbage();
  const before = process.memoryUsage().heapUsed;
  joinAll(edge, subscribers, accounts);
  await collectGarbage();
  const bytes = (process.memoryUsage().heapUsed - before) / subscribers;
  joinAll(node, subscribers, accounts);
  const atNode: number[] = [];
  const atEdge: number[] = [];
  let sequence = 0;
  for (let round = 0; round <= rounds; round++) {
    const block = publishedBlocks(transfers, round, sequence + 1);
    sequence += block.count;
    const frames = framesOf(block);
    const ofNode = await handedOut(node, () => node.hub.publish(block));
    const ofEdge = await handedOut(edge, () => edge.hub.publish(eventsTogether(frames.map(readEdgeEvent))));
    if (round === 0) continue;
    atNode.push(ofNode);
    atEdge.push(ofEdge);
  }
  const who = `one of ${subscribers} subscribers`;
  return [
    figureOf(`a delivery to ${who}, at the node`, atNode, 'us'),
    besideFigure(`a delivery to ${who}, at an edge`, atEdge, atNode, 'us'),
    figureOf('heap for a subscriber', [bytes], 'B'),
  ];
}

async function clientsAt(port: number, count: number): Promise<Worker> {
  const clients = new Worker(builtFile('bench/streaming/clients.js'), { workerData: { port, count, path: '/api/ws' } });
  await once(clients, 'message');
  return clients;
}

/** Resolves when the clients have so many frames more. */
async function received(clients: Worker, frames: number, send: () => Promise<void> | void): Promise<void> {
  clients.postMessage({ expect: frames } satisfies ClientMessage);
  const all = once(clients, 'message');
  await send();
  await all;
}

async function endClients(clients: Worker): Promise<void> {
  clients.postMessage({ end: true } satisfies ClientMessage);
  await once(clients, 'exit');
}

/** A door with real sockets in this process. @returns microseconds of this process for a frame, one a round. */
async function doorAlone({ clients: count, transfers, rounds }: Size): Promise<number[]> {
  const crowd = crowdOf(1);
  const server = chooseServer('auto').create(
    {
      http: () => ({ status: 404, headers: [] }),
      sockets: [crowd.door.route],
      report: (error) => {
        throw error;
      },
    },
    {
      ...{ maxBufferedBytes: UNBOUNDED_BYTES, maxHeldBytes: 16 * UNBOUNDED_BYTES },
      ...{ maxHeldBytesPerClient: 16 * UNBOUNDED_BYTES, maxConnectionsPerAddress: 0 },
    },
  );
  const { port } = await server.listen({ host: '127.0.0.1', port: 0 });
  const clients = await clientsAt(port, count);
  const times: number[] = [];
  let sequence = 0;
  for (let round = 0; round <= rounds; round++) {
    const block = publishedBlocks(transfers, round, sequence + 1);
    sequence += block.count;
    await collectGarbage();
    const start = threadClock.now();
    await received(clients, block.count * count, () => crowd.hub.publish(block));
    if (round > 0) times.push(((threadClock.now() - start) * MICROSECONDS) / (block.count * count));
  }
  await endClients(clients);
  await server.close(0);
  return times;
}

async function untilServing(port: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health?strict=true`).catch(() => undefined);
    if (answer?.status === 200) return;
    await nextTick();
  }
}

/** Appends frames of events, which go on behind the last one. */
class Appender {
  #sequence = 0;

  constructor(private readonly log: JetStreamLog) {}

  get next(): number {
    return this.#sequence + 1;
  }

  async append(frames: readonly Uint8Array[]): Promise<void> {
    const after = this.#sequence;
    this.#sequence += frames.length;
    const subject = `rouged-relay.${CHAIN}.block`;
    await Promise.all(
      frames.map((bytes, index) => this.log.append({ seq: after + index + 1, subject, bytes }, after + index)),
    );
  }
}

/** @returns microseconds of the process's processor time for a frame, one a round. */
async function frameTimes(child: ChildProcess, port: number, stream: Appender, size: Size): Promise<number[]> {
  const { clients: count, transfers, rounds } = size;
  await untilServing(port);
  const clients = await clientsAt(port, count);
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const frames = framesOf(publishedBlocks(transfers, round + 1, stream.next));
    const start = processorMs(child.pid);
    await received(clients, frames.length * count, () => stream.append(frames));
    if (round > 0) times.push(((processorMs(child.pid) - start) * MICROSECONDS) / (frames.length * count));
  }
  await endClients(clients);
  return times;
}

/** An edge process behind a nats-server, with no node. */
async function edgeProcess(size: Size, directory: string): Promise<number[]> {
  const nats = await NatsServer.start(join(directory, 'nats'));
  let log: JetStreamLog | undefined;
  let child: ChildProcess | undefined;
  try {
    const place = {
      url: nats.url,
      credentials: undefined,
      chainId: CHAIN,
      format: 'relay',
      stream: undefined,
    } as const;
    const opened = await JetStreamLog.open({ ...place, replicas: 1, maxBytes: 0, maxAgeSeconds: 0 }, 'bench');
    invariant(!isRefusal(opened), 'the server of the bench takes no stream');
    log = opened;
    const stream = new Appender(log);
    await stream.append(framesOf(publishedBlocks(2, 0, 1)));
    const port = await freePort('127.0.0.1');
    invariant(port !== undefined, 'loopback has no free port');
    const at = ['--nats', nats.url, '--node', 'http://127.0.0.1:1', '--chain-id', CHAIN, '--port', String(port)];
    const program = fileURLToPath(builtFile('ops/cli/main.js'));
    child = spawn(process.execPath, [program, 'edge', ...at, '--rate-limit-read-per-minute', '0'], { stdio: 'ignore' });
    return await frameTimes(child, port, stream, size);
  } finally {
    child?.kill('SIGKILL');
    await log?.close();
    await nats.kill('SIGTERM');
  }
}

async function processes(size: Size): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'rouged-bench-edge-'));
  try {
    const [alone, edge] = [await doorAlone(size), await edgeProcess(size, directory)];
    return [
      figureOf(`a frame to one of ${size.clients} clients, at a door in this process`, alone, 'us'),
      besideFigure(`a frame to one of ${size.clients} clients, all threads of an edge process`, edge, alone, 'us'),
    ];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

export const edgeBench = {
  name: 'edge',
  about:
    'an edge beside the node: thread and memory for 50,000 subscribers, a process with 500 real clients (needs a nats-server)',
  async run({ quick }: BenchOptions): Promise<Figure[]> {
    const size: Size = quick
      ? { subscribers: 10_000, clients: 20, transfers: 40, rounds: 2 }
      : { subscribers: 50_000, clients: 500, transfers: 100, rounds: 3 };
    return [...(await crowds(size)), ...(natsMissing ? [] : await processes(size))];
  },
};
