/** Bench of the event stream: a thousand subscribers to `blocks` and `transactions` over real sockets.
 *
 *  In: blocks of transfers, made here outside the measured time. Out: microseconds of the main thread per event of a
 *  block and per frame, events and frames per second, compared with the same in protobuf, and with a naive way that encodes
 *  each event for each subscriber. All use the same sockets in turn. Before that, the cost of encoding one event in each
 *  format. The clients are in their own thread and count frames; they share the machine. */

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { chooseServer } from '../../api/server/choose.js';
import type { ServerSocket, SocketEvents } from '../../api/server/port.js';
import { invariant } from '../../engine/base/refusal.js';
import type { EventFormat } from '../../engine/store/chainStore.js';
import type { Delivery, Listener } from '../../engine/stream/audience.js';
import { type BlockEvents, EventHub } from '../../engine/stream/hub.js';
import { builtFile } from '../../workers/threads/workerFile.js';
import { type BenchOptions, besideFigure, type Figure, figureOf } from '../figures.js';
import { collectGarbage, threadClock } from '../measure.js';
import { publishedBlocks } from './blocks.js';
import type { ClientMessage } from './clients.js';
import { encodingFigures } from './encoding.js';

const ROUNDS = 3;
/** More than ever waits here: the limit for slow readers is not what this bench measures. */
const UNBOUNDED_BYTES = 256 * 1024 * 1024;
const TOPICS = ['blocks', 'transactions'] as const;

interface Size {
  readonly subscribers: number;
  readonly transfers: number;
  readonly rounds: number;
}

/** A subscriber: its socket as a listener of the hub. The rest of the WebSocket endpoint is not measured. */
class Subscriber implements SocketEvents, Listener {
  #socket: ServerSocket | undefined;
  constructor(private readonly opened: (subscriber: Subscriber) => void) {}
  open(socket: ServerSocket): void {
    this.#socket = socket;
    this.opened(this);
  }
  deliver(events: readonly Delivery[]): void {
    this.tell(events, 'text');
  }
  tell(events: readonly Delivery[], kind: 'text' | 'binary'): void {
    this.#socket?.together(() => {
      for (const { bytes } of events) this.send(bytes, kind);
    });
  }
  send(bytes: Uint8Array, kind: 'text' | 'binary'): void {
    invariant(this.#socket?.send(bytes, kind) !== 'dropped', 'a subscriber of the bench is too slow');
  }
  overrun(): void {
    invariant(false, 'the hub let go of a subscriber');
  }
  message(): void {}
  drain(): void {}
  close(): void {
    this.#socket = undefined;
  }
}

/** The same subscriber, as a listener in protobuf. */
const inProtobuf = (subscriber: Subscriber): Listener => ({
  deliver: (events) => subscriber.tell(events, 'binary'),
  overrun: () => subscriber.overrun(),
});

/** Encodes each event for each subscriber. */
function naively(block: BlockEvents, subscribers: readonly Subscriber[]): void {
  for (let index = 0; index < block.count; index++)
    for (const subscriber of subscribers) {
      const event = block.event(index);
      if (event.topic !== undefined) subscriber.send(event.encode('json'), 'text');
    }
}

interface Times {
  /** Milliseconds on this thread. */
  readonly thread: number;
  /** Milliseconds until the clients had everything. */
  readonly wall: number;
}

async function connect(count: number) {
  const subscribers: Subscriber[] = [];
  const server = chooseServer('uws').create(
    {
      http: () => ({ status: 404, headers: [] }),
      sockets: [{ path: '/ws', accept: () => ({ events: new Subscriber((one) => subscribers.push(one)) }) }],
      report: (error) => {
        throw error;
      },
    },
    // All clients come from one address.
    {
      maxBufferedBytes: UNBOUNDED_BYTES,
      maxHeldBytes: 16 * UNBOUNDED_BYTES,
      maxHeldBytesPerClient: 16 * UNBOUNDED_BYTES,
      maxConnectionsPerAddress: 0,
    },
  );
  const { port } = await server.listen({ host: '127.0.0.1', port: 0 });
  const clients = new Worker(builtFile('bench/streaming/clients.js'), { workerData: { port, count, path: '/ws' } });
  await once(clients, 'message');
  invariant(subscribers.length === count, 'not every client is connected');
  return { subscribers, server, clients };
}

type Connected = Awaited<ReturnType<typeof connect>>;

async function measure({ clients }: Connected, frames: number, send: () => Promise<void> | void): Promise<Times> {
  await collectGarbage();
  clients.postMessage({ expect: frames } satisfies ClientMessage);
  const received = once(clients, 'message');
  const start = { thread: threadClock.now(), wall: performance.now() };
  await send();
  await received;
  return { thread: threadClock.now() - start.thread, wall: performance.now() - start.wall };
}

function hubOf(listeners: readonly Listener[], format: EventFormat): EventHub {
  const hub = new EventHub(0, (work) => void setImmediate(work));
  for (const listener of listeners) {
    hub.add(listener, format);
    hub.subscribe(listener, TOPICS);
  }
  return hub;
}

/** Through the hub, until it has handed everything out. */
async function throughHub(hub: EventHub, block: BlockEvents): Promise<void> {
  hub.publish(block);
  while (hub.waitingEvents > 0) await new Promise((resolve) => setImmediate(resolve));
}

async function rounds(connected: Connected, size: Size): Promise<Figure[]> {
  const { subscribers } = connected;
  let sequence = 0;
  const texts = hubOf(subscribers, 'json');
  const frames = hubOf(subscribers.map(inProtobuf), 'protobuf');
  const shared: Times[] = [];
  const binary: Times[] = [];
  const naive: Times[] = [];
  for (let round = 0; round < size.rounds + 1; round++) {
    const block = publishedBlocks(size.transfers, round, sequence + 1);
    sequence += block.count;
    const expected = (1 + size.transfers) * size.subscribers;
    const ours = await measure(connected, expected, () => throughHub(texts, block));
    const compact = await measure(connected, expected, () => throughHub(frames, block));
    const theirs = await measure(connected, expected, () => naively(block, subscribers));
    if (round === 0) continue;
    shared.push(ours);
    binary.push(compact);
    naive.push(theirs);
  }
  const events = 1 + size.transfers;
  const perEvent = (times: readonly Times[]): number[] => times.map(({ thread }) => (thread * 1_000) / events);
  const perFrame = (times: readonly Times[]): number[] =>
    times.map(({ thread }) => (thread * 1_000) / events / size.subscribers);
  const perSecond = (times: readonly Times[]): number[] => times.map(({ wall }) => (events / wall) * 1_000);
  const who = `${size.subscribers} subscribers`;
  return [
    figureOf(`an event to ${who}, encoded once`, perEvent(shared), 'us'),
    besideFigure(`an event to ${who}, in protobuf`, perEvent(binary), perEvent(shared), 'us'),
    besideFigure(`an event to ${who}, encoded for each`, perEvent(naive), perEvent(shared), 'us'),
    figureOf('of it for one frame', perFrame(shared), 'us'),
    figureOf(`events to ${who}, until they have them`, perSecond(shared), '/s'),
    figureOf(
      `frames to ${who}, until they have them`,
      perSecond(shared).map((rate) => rate * size.subscribers),
      '/s',
    ),
  ];
}

export const subscribers = {
  name: 'subscribers',
  about: 'main thread for an event to a thousand subscribers over real sockets, encoded once, beside encoding for each',
  async run({ quick }: BenchOptions): Promise<Figure[]> {
    const size: Size = quick
      ? { subscribers: 50, transfers: 20, rounds: 2 }
      : { subscribers: 1_000, transfers: 25, rounds: ROUNDS };
    const connected = await connect(size.subscribers);
    try {
      return [...(await encodingFigures(size.transfers, size.rounds)), ...(await rounds(connected, size))];
    } finally {
      connected.clients.postMessage({ end: true } satisfies ClientMessage);
      await once(connected.clients, 'exit');
      await connected.server.close(0);
    }
  },
};
