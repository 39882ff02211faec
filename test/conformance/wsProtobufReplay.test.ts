/** Replaying events at /api/ws in protobuf: the bytes of the log are those of the live stream, beside JSON connections that
 *  get the same as always. */

import { afterEach, describe, expect, test } from 'vitest';
import { accountTopic, type Topic, tokenTopic } from '../../engine/stream/audience.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { StreamClient, type StreamRequest } from '../support/streamClient.js';
import { factsOfText } from '../support/streamFrames.js';
import { type Ear, type SceneOptions, StreamScene } from '../support/streamScene.js';

let scene: StreamScene;
afterEach(async () => {
  await scene.close();
  expect(scene.errors).toEqual([]);
});

/** Each has thousands of events to compare. */
const MAX_CLIENTS = 60;

const start = async (options?: SceneOptions): Promise<void> => {
  scene = await StreamScene.open(options);
};

const open = (request?: StreamRequest, format: 'json' | 'protobuf' = 'protobuf'): Promise<StreamClient> =>
  StreamClient.open(scene.url, format, request);

/** What the hub sent from a number on. */
const heardFrom = ({ heard }: Ear, from = 1) => heard.filter(({ sequence }) => sequence >= from);
const hexOf = (list: readonly Uint8Array[]): string[] => list.map((bytes) => Buffer.from(bytes).toString('hex'));
const bytesOf = (ear: Ear, from = 1): string[] => hexOf(heardFrom(ear, from).map(({ bytes }) => bytes));

/** Topics as clients write them, and as the hub knows them. */
function topicSets(): readonly { readonly names: readonly string[]; readonly topics: readonly Topic[] }[] {
  const [alice, bob] = scene.actors.slice(2);
  if (!alice || !bob) throw new Error('the scene has too few actors');
  return [
    { names: [], topics: [] },
    { names: ['blocks', 'transactions'], topics: ['blocks', 'transactions'] },
    { names: [`account:${alice.address}`], topics: [accountTopic(alice.account)] },
    { names: [`account:${bob.keyHex}`, 'token:gold'], topics: [accountTopic(bob.account), tokenTopic('GOLD')] },
  ];
}

describe('a client that names a number', () => {
  test('is sent the bytes of the live stream from it on, also after a restart', async () => {
    await start();
    const ear = scene.listen([], 'protobuf');
    const texts = scene.listen();
    for (const transfers of [3, 0, 70, 1]) await scene.block(transfers);
    const latest = scene.hub.sequence;
    for (const from of [0, 1, 5, latest, latest + 1]) {
      const client = await open({ from });
      expect(await client.resumed()).toEqual({ type: 'resumed', seq: latest });
      expect(client.facts.slice(0, 2)).toMatchObject([
        { type: 'stats', seq: latest },
        { type: 'subscribed', topics: [], seq: latest },
      ]);
      expect(hexOf(client.events.bytes)).toEqual(bytesOf(ear, from));
      expect(client.events.facts).toEqual(heardFrom(texts, from).map(({ text }) => factsOfText(text)));
      client.socket.terminate();
    }
    await scene.stop();
    await scene.start();
    const client = await open({ from: 1 });
    await client.resumed();
    expect(hexOf(client.events.bytes)).toEqual(bytesOf(ear));
    expect(client.events.bytes.length).toBeGreaterThan(74);
    await scene.block(1);
    await client.frame(({ height }) => height === scene.chain.tip.height);
  });

  test('in the future, or in the middle of a replay, gets the reason', async () => {
    await start();
    for (let blocks = 0; blocks < 20; blocks++) await scene.block(60);
    const latest = scene.hub.sequence;
    const client = await open();
    expect(await client.request({ from: latest + 2 })).toEqual({
      type: 'error',
      code: 'malformed_parameter',
      error: `"from" is ${latest + 2}, but the latest event here is ${latest}`,
    });
    client.send({ from: 1 });
    client.send({ subscribe: ['blocks'] });
    expect(await client.frame(({ code }) => code === 'busy')).toBeDefined();
    await client.resumed();
    expect(client.events.bytes).toHaveLength(latest);
  });

  test('that is no longer kept gets the oldest one', async () => {
    await start({ keptBlocks: 8 });
    for (let blocks = 0; blocks < 40; blocks++) await scene.block(2);
    await scene.store.includes(new Uint8Array(32));
    const [json, protobuf] = [await open({ from: 1 }, 'json'), await open({ from: 1 })];
    const error = await protobuf.frame(({ type }) => type === 'error');
    expect(error).toEqual(await json.frame(({ type }) => type === 'error'));
    expect(error).toMatchObject({ code: 'events_pruned', oldest: scene.store.oldestEvent, seq: scene.hub.sequence });
  });
});

test('clients of both formats that come at any moment while blocks are made miss nothing and get nothing twice', {
  timeout: 120_000,
}, async () => {
  await start();
  const random = new SeededRandom(testSeed());
  const sets = topicSets();
  const ears = sets.map(({ topics }) => scene.listen(topics, 'protobuf'));
  const texts = sets.map(({ topics }) => scene.listen(topics));
  const clients: { client: StreamClient; format: 'json' | 'protobuf'; set: number; from: number }[] = [];
  let making = true;
  const blocks = (async () => {
    for (let number = 0; number < 40; number++) await scene.block(random.below(30));
    making = false;
  })();
  while (making && clients.length < MAX_CLIENTS) {
    const set = random.below(sets.length);
    const from = random.between(1, scene.hub.sequence + 1);
    const format = random.chance(70) ? 'protobuf' : 'json';
    clients.push({ client: await open({ subscribe: sets[set]?.names ?? [], from }, format), format, set, from });
  }
  await blocks;
  await Promise.all(clients.map(({ client }) => client.resumed()));
  await scene.block(60);
  while (scene.hub.waitingEvents > 0) await scene.store.includes(new Uint8Array(32));
  let compared = 0;
  for (const { client, format, set, from } of clients) {
    const expected = bytesOf((format === 'protobuf' ? ears : texts)[set] as Ear, from);
    // Statistics are not in the log.
    while (client.events.bytes.length < expected.length) {
      const seen = client.facts.length;
      await client.frame(() => true, seen);
    }
    expect(hexOf(client.events.bytes)).toEqual(expected);
    compared += expected.length;
  }
  console.log(`${clients.length} clients, ${compared} events compared`);
  expect(new Set(clients.map(({ format }) => format)).size).toBe(2);
  expect(clients.length).toBeGreaterThan(10);
  expect(compared).toBeGreaterThan(3_000);
});

test('a client that reads too slowly is closed with the reason of JSON, and has the rest from the log', {
  timeout: 60_000,
}, async () => {
  await start({ settings: { maxBufferedBytes: 256 * 1024 } });
  const ear = scene.listen(['transactions'], 'protobuf');
  const quick = await open({ subscribe: ['blocks'] }, 'json');
  const client = await open();
  await client.request({ subscribe: ['transactions'] });
  client.pause();
  for (let blocks = 0; blocks < 1_000 && scene.door.clients > 1; blocks++) await scene.block(200);
  expect(scene.door.clients).toBe(1);
  client.resume();
  const { code, reason } = await client.closed();
  expect(code).toBe(1013);
  const [, last, next] = /^this client reads too slowly; last event (\d+), resume with from (\d+)$/.exec(reason) ?? [];
  expect(client.events.facts.at(-1)?.seq).toBe(Number(last));
  expect(Number(next)).toBe(Number(last) + 1);
  const again = await open({ subscribe: ['transactions'], from: Number(next) });
  await again.resumed();
  const both = hexOf([...client.events.bytes, ...again.events.bytes]);
  expect(both).toEqual(bytesOf(ear));
  expect(both.length).toBeGreaterThan(1_000);
  await quick.frame(({ height }) => height === scene.chain.tip.height);
  expect(quick.ending).toBeUndefined();
});
