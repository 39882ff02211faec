/** Replaying events at /api/ws: from any number, while blocks are made, after being too slow, after they are gone. Every
 *  comparison is of whole lists of texts: no gap, no duplicate, no other order, the same bytes. */

import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { WS_CLIENT_FRAMES, WS_REPLAYS } from '../../engine/base/limits.js';
import { accountTopic, type Topic, tokenTopic } from '../../engine/stream/audience.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { type Ear, type SceneOptions, StreamScene } from '../support/streamScene.js';

let scene: StreamScene;
afterEach(async () => {
  await scene.close();
  expect(scene.errors).toEqual([]);
});

const open = async (options?: SceneOptions): Promise<void> => {
  scene = await StreamScene.open(options);
};

type Frame = Readonly<Record<string, unknown>>;

const EVENT = /^\{"type":"(?:new_block|new_transaction|contract_event|balance_update)",/;
const NUMBER = /"seq":(\d+)\}$/;

/** An event's number with the hash of its text: whole lists are compared, and a difference can still be read. */
const marked = (text: string): string => `${NUMBER.exec(text)?.[1]} ${createHash('sha1').update(text).digest('hex')}`;

/** A client that keeps the texts of its frames. */
class Client {
  readonly texts: string[] = [];
  /** Those of events since the last acknowledgement, marked: before it, a new connection gets everything. */
  readonly events: string[] = [];
  ending: { readonly code: number; readonly reason: string } | undefined;
  readonly #waiting = new Set<() => void>();
  readonly socket: WebSocket;

  constructor() {
    this.socket = new WebSocket(`${scene.url.replace('http', 'ws')}/api/ws`);
    const wake = (): void => {
      for (const resolve of this.#waiting) resolve();
      this.#waiting.clear();
    };
    this.socket.on('message', (data) => {
      const text = String(data);
      this.texts.push(text);
      if (text.startsWith('{"type":"subscribed"')) this.events.length = 0;
      if (EVENT.test(text)) this.events.push(marked(text));
      wake();
    });
    this.socket.on('error', () => {});
    this.socket.on('close', (code, reason) => {
      this.ending = { code, reason: String(reason) };
      wake();
    });
  }

  static async open(request?: Frame): Promise<Client> {
    const client = new Client();
    await client.until((texts) => texts.length > 0);
    if (request) client.send(request);
    return client;
  }

  get frames(): Frame[] {
    return this.texts.map((text) => JSON.parse(text) as Frame);
  }

  get numbers(): number[] {
    return this.events.map((event) => Number.parseInt(event, 10));
  }

  send(value: unknown): void {
    this.socket.send(typeof value === 'string' ? value : JSON.stringify(value));
  }

  async until(holds: (texts: readonly string[]) => boolean): Promise<void> {
    while (!holds(this.texts)) {
      if (this.ending) throw new Error(`closed with ${this.ending.code} ${this.ending.reason}`);
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  async frame(fits: (frame: Frame) => boolean): Promise<Frame> {
    let at = 0;
    let found: Frame | undefined;
    await this.until((texts) => {
      for (; at < texts.length && !found; at++) {
        const frame = JSON.parse(texts[at] as string) as Frame;
        if (fits(frame)) found = frame;
      }
      return found !== undefined;
    });
    return found as Frame;
  }

  resumed(): Promise<Frame> {
    return this.frame(({ type }) => type === 'resumed');
  }

  async closed(): Promise<{ readonly code: number; readonly reason: string }> {
    while (!this.ending) await new Promise<void>((resolve) => this.#waiting.add(resolve));
    return this.ending;
  }

  /** Stops reading from the network. */
  pause(): void {
    (this.socket as unknown as { _socket: Socket })._socket.pause();
  }

  resume(): void {
    (this.socket as unknown as { _socket: Socket })._socket.resume();
  }
}

/** What the hub sent, marked. */
const textsOf = ({ heard }: Ear, from = 1, to = Number.POSITIVE_INFINITY): string[] =>
  heard
    .filter(({ sequence, text }) => sequence >= from && sequence <= to && EVENT.test(text))
    .map(({ text }) => marked(text));

/** Topics as clients write them, and as the hub knows them. */
function topicSets(): readonly { readonly names: readonly string[]; readonly topics: readonly Topic[] }[] {
  const [alice, bob] = scene.actors.slice(2);
  if (!alice || !bob) throw new Error('the scene has too few actors');
  return [
    { names: [], topics: [] },
    { names: ['blocks'], topics: ['blocks'] },
    { names: ['blocks', 'transactions'], topics: ['blocks', 'transactions'] },
    { names: ['token:gold'], topics: [tokenTopic('GOLD')] },
    { names: [`account:${alice.address}`], topics: [accountTopic(alice.account)] },
    {
      names: [`account:${bob.keyHex}`, 'token:GOLD', 'stats'],
      topics: [accountTopic(bob.account), tokenTopic('GOLD'), 'stats'],
    },
  ];
}

describe('a client that names a number', () => {
  test('gets the events from it on, is told when the replay ends, and continues live', async () => {
    await open();
    const ear = scene.listen();
    for (const transfers of [3, 0, 70, 1]) await scene.block(transfers);
    const latest = scene.hub.sequence;
    let compared = 0;
    for (const from of [0, 1, 2, 5, latest - 1, latest, latest + 1]) {
      const client = await Client.open({ from });
      expect(await client.resumed()).toEqual({ type: 'resumed', seq: latest });
      const frames = client.frames;
      expect(frames[0]).toMatchObject({ type: 'stats', seq: latest });
      expect(frames[1]).toEqual({ type: 'subscribed', topics: [], seq: latest });
      expect(frames.at(-1)?.type).toBe('resumed');
      expect(client.events).toEqual(textsOf(ear, from, latest));
      compared += client.events.length;
      client.socket.terminate();
    }
    expect(compared).toBeGreaterThan(3 * latest - 10);
    const client = await Client.open({ subscribe: ['blocks'], from: 2 });
    await client.resumed();
    await scene.block(2);
    await client.frame(({ height }) => height === 5);
    expect(client.frames.slice(1).map(({ type, height }) => [type, height])).toEqual([
      ['subscribed', undefined],
      ...[2, 3, 4].map((height) => ['new_block', height]),
      ['resumed', undefined],
      ['new_block', 5],
    ]);
  });

  test('gets the reason when it is wrong', async () => {
    await open();
    await scene.block(1);
    const latest = scene.hub.sequence;
    const client = await Client.open();
    const bad = [latest + 2, -1, 1.5, '1', null, 2 ** 53, [1], {}];
    for (const from of bad) client.send({ subscribe: ['blocks'], from });
    client.send({});
    const last = await client.frame(({ type }) => type === 'subscribed');
    expect(last.topics).toEqual([]);
    const errors = client.frames.filter(({ type }) => type === 'error');
    expect(errors).toHaveLength(bad.length);
    for (const { code } of errors) expect(code).toBe('malformed_parameter');
    expect(errors[0]?.error).toBe(`"from" is ${latest + 2}, but the latest event here is ${latest}`);
  });

  test('gets the same numbers after a restart', async () => {
    await open();
    const ear = scene.listen();
    for (let blocks = 0; blocks < 5; blocks++) await scene.block(4);
    const before = await Client.open({ from: 1 });
    await before.resumed();
    await scene.stop();
    await scene.start();
    expect(scene.hub.sequence).toBe(ear.heard.at(-1)?.sequence);
    const after = await Client.open({ from: 1 });
    await after.resumed();
    expect(after.events).toEqual(before.events);
    expect(after.events).toEqual(textsOf(ear));
    await scene.block(1);
    await after.frame(({ type, height }) => type === 'new_block' && height === 6);
    expect(after.numbers).toEqual(after.numbers.map((_, index) => index + 1));
  });
});

describe('while blocks are made', () => {
  test('clients that come at any moment, with any topics, miss nothing and get nothing twice', {
    timeout: 120_000,
  }, async () => {
    await open();
    const random = new SeededRandom(testSeed());
    const sets = topicSets();
    const ears = sets.map(({ topics }) => scene.listen(topics));
    const clients: { readonly client: Client; readonly set: number; readonly from: number }[] = [];
    let making = true;
    const blocks = (async () => {
      for (let number = 0; number < 120; number++) await scene.block(random.below(30));
      making = false;
    })();
    while (making && clients.length < 80) {
      const set = random.below(sets.length);
      const from = random.between(1, scene.hub.sequence + 1);
      clients.push({ client: await Client.open({ subscribe: sets[set]?.names, from }), set, from });
      await scene.store.includes(new Uint8Array(32));
    }
    await blocks;
    const latest = scene.hub.sequence;
    await Promise.all(clients.map(({ client }) => client.resumed()));
    // A block for all clients: everything before it has arrived when it arrives.
    await scene.block(60);
    while (scene.hub.waitingEvents > 0) await scene.store.includes(new Uint8Array(32));
    let compared = 0;
    let live = 0;
    for (const { client, set, from } of clients) {
      const expected = textsOf(ears[set] as Ear, from);
      await client.until(() => client.events.length >= expected.length);
      expect(client.events).toEqual(expected);
      const { seq } = (await client.resumed()) as { seq: number };
      if (seq < latest) live++;
      compared += expected.length;
    }
    console.log(`${clients.length} clients, ${live} of them live before the end, ${compared} events compared`);
    expect(clients.length).toBeGreaterThan(20);
    expect(live).toBeGreaterThan(5);
    expect(compared).toBeGreaterThan(10_000);
  });
});

describe('a client that reads too slowly', () => {
  test('is told its last event, and gets the others from the log', async () => {
    await open({ settings: { maxBufferedBytes: 256 * 1024 } });
    const ear = scene.listen();
    const client = await Client.open({ subscribe: ['transactions'] });
    await client.frame(({ type }) => type === 'subscribed');
    client.pause();
    for (let blocks = 0; blocks < 200 && scene.door.clients > 0; blocks++) await scene.block(60);
    expect(scene.door.clients).toBe(0);
    client.resume();
    const { code, reason } = await client.closed();
    expect(code).toBe(1013);
    const [, last, next] =
      /^this client reads too slowly; last event (\d+), resume with from (\d+)$/.exec(reason) ?? [];
    expect(client.numbers.at(-1)).toBe(Number(last));
    expect(Number(next)).toBe(Number(last) + 1);
    const again = await Client.open({ subscribe: ['transactions'], from: Number(next) });
    await again.resumed();
    await scene.block(1);
    await again.frame(({ block_height: height }) => height === scene.chain.tip.height);
    const transactions = ear.heard
      .filter(({ text }) => text.startsWith('{"type":"new_transaction"'))
      .map(({ text }) => marked(text));
    expect(transactions.length).toBeGreaterThan(500);
    expect([...client.events, ...again.events]).toEqual(transactions);
  });

  test('during a replay fills no budget, and does not keep others from theirs', async () => {
    await open({ settings: { maxBufferedBytes: 1024 * 1024 } });
    for (let blocks = 0; blocks < 40; blocks++) await scene.block(60);
    const slow = await Promise.all(Array.from({ length: WS_REPLAYS + 2 }, () => Client.open()));
    for (const client of slow) {
      client.send({ from: 1 });
      await client.frame(({ type }) => type === 'subscribed');
      client.pause();
    }
    const quick = await Client.open({ from: 1 });
    await quick.resumed();
    const latest = scene.hub.sequence;
    expect(quick.numbers).toEqual(Array.from({ length: latest }, (_, index) => index + 1));
    expect(scene.door.clients).toBe(slow.length + 1);
    for (const client of slow) client.resume();
    for (const client of slow) {
      await client.resumed();
      expect(client.events).toEqual(quick.events);
    }
  });

  test('may go away in the middle of its replay', async () => {
    await open();
    for (let blocks = 0; blocks < 30; blocks++) await scene.block(60);
    for (let client = 0; client < WS_REPLAYS * 3; client++) {
      const gone = await Client.open({ from: 1 });
      await gone.until(() => gone.events.length > client);
      gone.socket.terminate();
    }
    const left = await Client.open({ from: 1 });
    await left.resumed();
    expect(left.events.length).toBe(scene.hub.sequence);
  });
});

describe('events that are no longer kept', () => {
  /** The log is deleted in parallel with commits: the store answers a request made now only after the deletion has begun. */
  const settled = (): Promise<boolean> => scene.store.includes(new Uint8Array(32));

  test('are named, and the client is live all the same', async () => {
    await open({ keptBlocks: 8 });
    const ear = scene.listen();
    for (let blocks = 0; blocks < 40; blocks++) await scene.block(2);
    await settled();
    const client = await Client.open({ subscribe: ['blocks'], from: 1 });
    const error = (await client.frame(({ type }) => type === 'error')) as { oldest: number; seq: number };
    const oldest = scene.store.oldestEvent;
    expect(error).toEqual({
      type: 'error',
      code: 'events_pruned',
      error: `the log begins at event ${oldest}, event 1 is no longer kept: send "from": ${oldest}, or go on from here`,
      oldest,
      seq: scene.hub.sequence,
    });
    expect(client.frames[1]).toMatchObject({ type: 'subscribed', topics: ['blocks'] });
    await scene.block(1);
    const { tip } = scene.chain;
    await client.frame(({ height }) => height === tip.height);
    expect(client.numbers).toHaveLength(1);
    await settled();
    const first = scene.store.oldestEvent;
    expect(first).toBeGreaterThanOrEqual(oldest);
    const other = await Client.open({ from: first });
    await other.resumed();
    expect(other.events).toEqual(textsOf(ear, first));
    expect(other.events.length).toBeGreaterThan(8);
    const kept = Number((await other.frame(({ type }) => type === 'new_block')).height);
    expect(tip.height - kept).toBeGreaterThanOrEqual(7);
    expect(tip.height - kept).toBeLessThan(14);
    // The same after a restart.
    await scene.stop();
    await scene.start();
    expect(scene.store.oldestEvent).toBeGreaterThanOrEqual(oldest);
  });
});

describe('frames of a client', () => {
  test('that come too fast end the connection, with a reason', async () => {
    await open();
    const client = await Client.open();
    for (let sent = 0; sent <= WS_CLIENT_FRAMES.frames; sent++) client.send({ subscribe: ['blocks'] });
    expect(await client.closed()).toEqual({
      code: 1008,
      reason: `too many frames from this client: at most ${WS_CLIENT_FRAMES.frames} in 10 seconds`,
    });
    expect(client.frames.filter(({ type }) => type === 'subscribed')).toHaveLength(WS_CLIENT_FRAMES.frames);
  });

  test('that are too large together end it as well', async () => {
    await open();
    const client = await Client.open();
    const large = `{"subscribe":["${'x'.repeat(400_000)}"]}`;
    for (let sent = 0; sent * large.length <= WS_CLIENT_FRAMES.bytes; sent++) client.send(large);
    expect((await client.closed()).code).toBe(1008);
  });

  test('may not change the topics in the middle of a replay', async () => {
    await open();
    for (let blocks = 0; blocks < 20; blocks++) await scene.block(60);
    const client = await Client.open({ from: 1 });
    client.send({ subscribe: ['blocks'] });
    expect(await client.frame(({ type }) => type === 'error')).toMatchObject({ code: 'busy' });
    await client.resumed();
    expect(client.events).toHaveLength(scene.hub.sequence);
    client.send({ subscribe: ['blocks'] });
    expect(await client.frame(({ topics }) => Array.isArray(topics) && topics.length === 1)).toBeDefined();
  });
});
