/** The stream of events over connections that end, against a WebSocket replacement and a clock that is set: no gap,
 *  no duplicates, and nothing unbounded. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EventStream, type EventStreamOptions } from '../../../../api/client/events.js';
import type { NodeEvent } from '../../../../api/client/generated/answers.js';

type Listener = (event: { readonly data?: unknown }) => void;

/** A node of one chain of events: each connection gets what it asks for, as far as the chain has come. */
class FakeNode {
  /** Requests of the connections, in their order. */
  readonly requests: { readonly subscribe: readonly string[]; readonly from?: number }[] = [];
  readonly sockets: FakeSocket[] = [];
  latest = 0;
  oldest = 1;
  isDown = false;
  /** Whether it accepts connections and then sends nothing. */
  isMute = false;
  /** Whether none of its events is of the topics that are asked for. */
  isQuiet = false;

  readonly WebSocket: new (
    url: string,
  ) => FakeSocket;

  constructor() {
    const node = this;
    this.WebSocket = class extends FakeSocket {
      constructor(url: string) {
        super(node, url);
      }
    };
  }

  get open(): readonly FakeSocket[] {
    return this.sockets.filter(({ isSubscribed }) => isSubscribed);
  }

  /** Adds the given number of blocks. */
  make(count: number): void {
    for (let made = 0; made < count; made++) {
      this.latest++;
      for (const socket of this.open) socket.tell(block(this.latest));
    }
  }
}

class FakeSocket {
  readonly #listeners = new Map<string, Listener[]>();
  readonly #opening: ReturnType<typeof setTimeout>;
  isSubscribed = false;
  isClosed = false;

  constructor(
    private readonly node: FakeNode,
    readonly url: string,
  ) {
    node.sockets.push(this);
    this.#opening = setTimeout(() => {
      if (node.isMute) return;
      if (node.isDown) this.end();
      else this.#emit('open', {});
    }, 1);
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
  }

  #emit(type: string, event: { readonly data?: unknown }): void {
    for (const listener of this.#listeners.get(type) ?? []) listener(event);
  }

  tell(frame: object): void {
    this.#emit('message', { data: JSON.stringify(frame) });
  }

  send(text: string): void {
    const request = JSON.parse(text) as FakeNode['requests'][number];
    this.node.requests.push(request);
    // Before the acknowledgement a connection gets events for which it has not asked.
    this.tell(block(this.node.latest));
    this.tell({ type: 'subscribed', topics: request.subscribe, seq: this.node.latest });
    const { from } = request;
    if (from !== undefined && from < this.node.oldest) {
      this.tell({ type: 'error', error: 'the log is shorter', code: 'events_pruned', oldest: this.node.oldest });
      return;
    }
    const first = this.node.isQuiet ? undefined : from;
    for (let seq = first ?? Number.POSITIVE_INFINITY; seq <= this.node.latest; seq++) this.tell(block(seq));
    if (from !== undefined) this.tell({ type: 'resumed', seq: this.node.latest });
    this.isSubscribed = true;
  }

  /** The connection ends, as a node that stops ends it. */
  end(): void {
    this.isSubscribed = false;
    this.#emit('error', {});
    this.#emit('close', {});
  }

  close(): void {
    clearTimeout(this.#opening);
    this.isSubscribed = false;
    this.isClosed = true;
  }
}

const block = (seq: number) => ({
  type: 'new_block',
  height: seq,
  hash: '',
  tx_count: 0,
  timestamp: 0,
  proposer: '',
  state_root: null,
  seq,
});

let node: FakeNode;
beforeEach(() => {
  vi.useFakeTimers();
  node = new FakeNode();
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const streamOf = (options: EventStreamOptions = {}): EventStream =>
  new EventStream('http://node.test', options, node.WebSocket);

/** Opens a stream while the clock runs. */
async function opened(options?: EventStreamOptions): Promise<EventStream> {
  const stream = streamOf(options);
  const opening = stream.open();
  // Heard of below; a promise that rejects meanwhile would end the test.
  opening.catch(() => {});
  await vi.advanceTimersByTimeAsync(5);
  await opening;
  return stream;
}

/** Reads numbers into a list until the stream ends. */
function follow(stream: EventStream) {
  const seen: number[] = [];
  const end = (async () => {
    for await (const event of stream) seen.push(event.seq);
  })().then(
    () => 'ended',
    (error: unknown) => error,
  );
  return { seen, end };
}

const upTo = (last: number, first = 1): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

test('a connection that ends is reopened after the last event, again and again', async () => {
  const stream = await opened({ topics: ['blocks'] });
  const { seen, end } = follow(stream);
  for (let round = 1; round <= 5; round++) {
    node.make(3);
    for (const socket of node.open) socket.end();
    node.make(2);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(seen).toEqual(upTo(25));
  expect(stream.last).toBe(25);
  expect(node.requests.map(({ from }) => from)).toEqual([undefined, 4, 9, 14, 19, 24]);
  expect(node.sockets[0]?.url).toBe('ws://node.test/api/ws');
  stream.close();
  expect(await end).toBe('ended');
});

test('without a number it begins with the acknowledgement, and resumes from there before the first event', async () => {
  node.make(10);
  const stream = await opened({ topics: ['blocks'] });
  const { seen, end } = follow(stream);
  for (const socket of node.open) socket.end();
  node.make(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(seen).toEqual([11, 12]);
  expect(node.requests.map(({ from }) => from)).toEqual([undefined, 11]);
  stream.close();
  await end;
});

test('what a replay had nothing of is not asked for again', async () => {
  node.isQuiet = true;
  node.make(10);
  const stream = await opened({ topics: ['account:a'], from: 1 });
  const { seen, end } = follow(stream);
  for (const socket of node.open) socket.end();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(seen).toEqual([]);
  expect(node.requests.map(({ from }) => from)).toEqual([1, 11]);
  stream.close();
  await end;
});

test('an event that comes twice is delivered once', async () => {
  const stream = await opened({ topics: ['blocks'] });
  const { seen, end } = follow(stream);
  for (const seq of [1, 1, 2, 1, 2, 3]) for (const socket of node.open) socket.tell(block(seq));
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toEqual([1, 2, 3]);
  stream.close();
  await end;
});

test('with a number it begins there', async () => {
  node.make(10);
  const stream = await opened({ topics: ['blocks'], from: 4 });
  const { seen, end } = follow(stream);
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toEqual(upTo(10, 4));
  stream.close();
  await end;
});

test('a log that is too short ends the stream with an error, not with a gap', async () => {
  const stream = await opened({ topics: ['blocks'] });
  const { seen, end } = follow(stream);
  node.make(3);
  for (const socket of node.open) socket.end();
  node.make(50);
  node.oldest = 40;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(seen).toEqual([1, 2, 3]);
  expect(await end).toMatchObject({ name: 'RougedError', code: 'events_pruned', details: { oldest: 40 } });
});

test('a reader that is too slow costs a connection, and misses nothing', async () => {
  const stream = await opened({ topics: ['blocks'] });
  node.make(25_000);
  expect(node.open).toHaveLength(0);
  const { seen, end } = follow(stream);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(seen).toEqual(upTo(25_000));
  expect(node.requests.map(({ from }) => from)).toEqual([undefined, 10_001, 20_001]);
  stream.close();
  await end;
});

test('a connection that is silent for a minute is closed', async () => {
  const stream = await opened({ topics: ['blocks'] });
  const { end } = follow(stream);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(node.sockets).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(node.sockets).toHaveLength(2);
  expect(node.sockets[0]?.isClosed).toBe(true);
  stream.close();
  await end;
});

test('so is one that never begins', async () => {
  node.isMute = true;
  const stream = streamOf();
  const opening = stream.open();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(node.sockets).toHaveLength(1);
  node.isMute = false;
  await vi.advanceTimersByTimeAsync(5_000);
  await opening;
  expect(node.sockets).toHaveLength(2);
  stream.close();
});

test('statistics keep a connection alive, and reach those who want them', async () => {
  const stats = { type: 'stats', block_height: 1, peer_count: 0, mempool_size: 0, seq: 0 };
  const told: NodeEvent[][] = [];
  for (const topics of [['blocks'], ['stats'], []]) {
    const stream = await opened({ topics });
    const seen: NodeEvent[] = [];
    told.push(seen);
    const end = (async () => {
      for await (const event of stream) seen.push(event);
    })();
    for (const socket of node.open) socket.tell(stats);
    await vi.advanceTimersByTimeAsync(1);
    expect(stream.last).toBeUndefined();
    stream.close();
    await end;
  }
  expect(told).toEqual([[], [stats], [stats]]);
  expect(node.requests.map(({ subscribe }) => subscribe)).toEqual([['blocks', 'stats'], ['stats'], []]);
});

test('amounts of events are bigint', async () => {
  const stream = await opened({ topics: ['transactions'] });
  const iterator = stream[Symbol.asyncIterator]();
  for (const socket of node.open)
    socket.tell({
      type: 'balance_update',
      account: 'a',
      token: 'XRGE',
      new_balance: 1.5,
      new_balance_quanta: '1500000000',
      block_height: 1,
      seq: 1,
    });
  expect((await iterator.next()).value).toMatchObject({ new_balance_quanta: 1_500_000_000n });
  await iterator.return?.(undefined);
});

test('a node that is never there is an error, one that was there is waited for', async () => {
  node.isDown = true;
  const stream = streamOf();
  const opening = stream.open().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await opening).toMatchObject({ code: 'unreachable' });
  expect(node.sockets).toHaveLength(5);

  node.isDown = false;
  const other = await opened({ topics: ['blocks'] });
  const { seen, end } = follow(other);
  node.isDown = true;
  for (const socket of node.open) socket.end();
  await vi.advanceTimersByTimeAsync(300_000);
  node.isDown = false;
  node.make(2);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(seen).toEqual([1, 2]);
  other.close();
  await end;
});

test('a refused topic is an error with the node’s words', async () => {
  const stream = streamOf({ topics: ['weather'] });
  const opening = stream.open().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(0);
  node.sockets[0]?.tell({ type: 'error', error: 'unknown topic "weather"', code: 'malformed_parameter' });
  expect(await opening).toMatchObject({ code: 'malformed_parameter', message: 'unknown topic "weather"' });
});

test('what no node sends is an error', async () => {
  const stream = await opened();
  const { end } = follow(stream);
  for (const listener of node.open) listener.tell([1, 2]);
  expect(await end).toMatchObject({ code: 'malformed_answer' });
});

test('the signal ends it with its reason, leaving a loop ends it, and it is read once', async () => {
  const ending = new AbortController();
  const stream = await opened({ signal: ending.signal });
  const { end } = follow(stream);
  ending.abort(new Error('enough'));
  expect(await end).toMatchObject({ message: 'enough' });

  const other = await opened({ topics: ['blocks'] });
  node.make(3);
  for await (const event of other) if (event.seq === 2) break;
  expect([other.last, node.open.length]).toEqual([2, 0]);
  await expect(other[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(opened({ signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before');
});

test.each([-1, 1.5])('%s is no number of an event', (from) => {
  expect(() => streamOf({ from })).toThrow(expect.objectContaining({ code: 'invalid_input' }));
});
