/** GET /api/ws with the subprotocol rouged.v1.protobuf against a real node: the same answers, events and numbers as in JSON,
 *  connection beside connection. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { fromHex } from '../../engine/base/bytes.js';
import { WS_CLIENT_FRAMES, WS_TOPICS } from '../../engine/base/limits.js';
import { accountOfBytes, addressOf, addressOfKey } from '../../engine/crypto/address.js';
import { CheckedApi } from '../support/checkedApi.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { signedFaucet, signedTransfer } from '../support/signedRequests.js';
import { StreamClient, type StreamRequest } from '../support/streamClient.js';
import type { Facts } from '../support/streamFrames.js';
import { requestFrame } from '../support/streamFrames.js';
import { actor, signingActor } from '../support/transactions.js';

const alice = signingActor('ws: alice');
const eve = signingActor('ws: eve');
const bob = actor('ws: bob');

let node: LiveNode;
let api: CheckedApi;
const opened: StreamClient[] = [];

async function open(format: 'json' | 'protobuf', request?: StreamRequest): Promise<StreamClient> {
  const client = await StreamClient.open(node.url, format, request);
  opened.push(client);
  return client;
}

/** One connection of each format, with the same topics. */
const openBoth = async (request?: StreamRequest): Promise<readonly [json: StreamClient, protobuf: StreamClient]> => [
  await open('json', request),
  await open('protobuf', request),
];

beforeAll(async () => {
  const allocations = [
    { address: alice.address, amount: '1000' },
    { address: alice.address, amount: '100', token: 'GOLD' },
  ];
  const flags = ['--faucet-enabled', '--heartbeat-ms', '3600000'];
  node = await startNode({ genesis: { allocations, faucet: true }, flags });
  api = new CheckedApi(node.url);
  // The first block comes at once; after it the node is silent until something happens.
  const watch = await open('json');
  await watch.frame(({ height, block_height: tip }) => Number(height ?? tip) >= 1);
});

afterAll(async () => {
  for (const { socket } of opened) socket.terminate();
  await node?.remove();
});

async function transferred(to: string, amount: string, token?: string): Promise<string> {
  const request = signedTransfer(alice, to, amount, token === undefined ? {} : { token });
  expect((await api.post('/api/v2/transfer', request.body)).status).toBe(200);
  return request.txId;
}

describe('the handshake', () => {
  /** The first frame for a client with this offer. */
  const first = async (offer: string | undefined) => {
    const headers = offer === undefined ? {} : { 'Sec-WebSocket-Protocol': offer };
    const socket = new WebSocket(`${node.url.replace('http', 'ws')}/api/ws`, { headers });
    socket.on('error', () => {});
    const answer = new Promise<string | undefined>((resolve) => {
      socket.once('upgrade', ({ headers: given }) => resolve(given['sec-websocket-protocol']));
    });
    const greeting = await new Promise<readonly [Buffer, boolean]>((resolve, reject) => {
      socket.once('message', (data: Buffer, isBinary) => resolve([data, isBinary]));
      socket.once('close', (code) => reject(new Error(`closed with ${code}`)));
    });
    socket.terminate();
    return { subprotocol: await answer, isBinary: greeting[1], text: String(greeting[0]) };
  };

  test('chooses JSON without a subprotocol for clients that offer none that it knows', async () => {
    for (const offer of [undefined, 'json', 'rouged.v2.protobuf, ROUGED.V1.PROTOBUF', 'rouged.v1.protobuf.x', ',;"']) {
      const { subprotocol, isBinary, text } = await first(offer);
      expect([subprotocol, isBinary], offer).toEqual([undefined, false]);
      expect(JSON.parse(text)).toMatchObject({ type: 'stats' });
    }
  });

  test('chooses protobuf for clients that offer it, also among others, and for clients that check the answer', async () => {
    const [json, protobuf] = await openBoth();
    expect([json.socket.protocol, protobuf.socket.protocol]).toEqual(['', 'rouged.v1.protobuf']);
    expect(protobuf.facts[0]).toEqual(json.facts[0]);
    expect(protobuf.facts[0]?.type).toBe('stats');
  });

  test('is not refused for an offer among others', async () => {
    const socket = new WebSocket(`${node.url.replace('http', 'ws')}/api/ws`, ['soap', 'rouged.v1.protobuf', 'json']);
    const [data, isBinary] = await new Promise<readonly [Buffer, boolean]>((resolve) => {
      socket.once('message', (first: Buffer, binary) => resolve([first, binary]));
    });
    expect([socket.protocol, isBinary]).toEqual(['rouged.v1.protobuf', true]);
    expect(data.length).toBeLessThan(20);
    socket.terminate();
  });
});

describe('a request', () => {
  test('is answered as in JSON, good or bad', async () => {
    const [json, protobuf] = await openBoth();
    const account = (index: number): string => `account:${actor(`ws: ${index}`).keyHex}`;
    const many = Array.from({ length: WS_TOPICS }, (_, index) => account(index));
    const latest = Number(json.facts[0]?.seq);
    const requests: readonly StreamRequest[] = [
      {},
      { subscribe: ['blocks', 'stats', `account:${bob.address}`, 'token:gold'] },
      { subscribe: [`account:${bob.keyHex}`], unsubscribe: ['stats', 'nothing'] },
      { subscribe: ['transactions', 'inbox:abc'] },
      { subscribe: [''] },
      { subscribe: ['grüße'] },
      { unsubscribe: ['blocks', `account:${bob.address}`, 'token:GOLD'] },
      { subscribe: many },
      { subscribe: [account(WS_TOPICS)] },
      { subscribe: [account(WS_TOPICS)], unsubscribe: [account(0)] },
      { from: latest + 1_000 },
      { unsubscribe: [...many, account(WS_TOPICS)] },
    ];
    const types: unknown[] = [];
    for (const request of requests) {
      const [expected, answer] = [await json.request(request), await protobuf.request(request)];
      expect(answer, JSON.stringify(request).slice(0, 200)).toEqual(expected);
      types.push(answer.type);
    }
    expect(types.filter((type) => type === 'error')).toHaveLength(2);
  });

  test('in a frame of the other format is answered by an error in the format of its connection', async () => {
    const [json, protobuf] = await openBoth();
    expect(await protobuf.request('{"subscribe":["blocks"]}')).toEqual({
      type: 'error',
      code: 'malformed_body',
      error: 'this connection speaks rouged.v1.protobuf: send a StreamRequest in a binary frame',
    });
    expect(await json.request(requestFrame({ subscribe: ['blocks'] }))).toEqual({
      type: 'error',
      code: 'malformed_body',
      error: 'send JSON in a text frame',
    });
    for (const client of [json, protobuf]) expect((await client.request({})).topics).toEqual([]);
  });

  test('that is not a StreamRequest, or asks for too much, is refused and changes nothing', async () => {
    const client = await open('protobuf');
    await client.request({ subscribe: ['blocks'] });
    const bad: readonly (readonly [string, string])[] = [
      // Truncated, invalid UTF-8, a group that never ends, JSON, an unknown field, known fields of other types.
      ['0a05626c', 'malformed_body'],
      ['0a02c328', 'malformed_body'],
      ['0b', 'malformed_body'],
      [Buffer.from('{"subscribe":["stats"]}').toString('hex'), 'malformed_body'],
      ['0a0573746174732001', 'malformed_body'],
      ['0801', 'malformed_body'],
      ['1a0101', 'malformed_body'],
      ['ff'.repeat(40), 'malformed_body'],
      // 2^53, and the largest number that fits.
      ['188080808080808010', 'malformed_parameter'],
      ['18ffffffffffffffffff01', 'malformed_parameter'],
    ];
    for (const [hex, code] of bad)
      expect(await client.request(Buffer.from(hex, 'hex')), hex).toMatchObject({ type: 'error', code });
    expect(await client.request(new Uint8Array())).toMatchObject({ type: 'subscribed', topics: ['blocks'] });
  });

  test('too often ends the connection with the reason of JSON', async () => {
    const clients = await openBoth();
    for (const client of clients) {
      for (let sent = 0; sent <= WS_CLIENT_FRAMES.frames; sent++) client.send({ subscribe: ['stats'] });
      expect(await client.closed()).toEqual({
        code: 1008,
        reason: `too many frames from this client: at most ${WS_CLIENT_FRAMES.frames} in 10 seconds`,
      });
    }
  });
});

describe('events', () => {
  const topics: readonly (readonly string[])[] = [
    [],
    ['blocks', 'stats'],
    ['transactions', 'stats'],
    [`account:${bob.address}`, 'stats'],
    ['token:GOLD', `account:${eve.keyHex}`, 'stats'],
  ];

  test('say the same in both formats, to whatever topics', async () => {
    const pairs: (readonly [StreamClient, StreamClient])[] = [];
    for (const subscribe of topics) {
      const pair = await openBoth();
      for (const client of pair) expect((await client.request({ subscribe })).topics).toEqual(subscribe);
      pairs.push(pair);
    }
    const watch = pairs[0]?.[0] as StreamClient;
    const first = await transferred(bob.keyHex, '1.5');
    await watch.included(first);
    await watch.included(await transferred(bob.address, '3', 'GOLD'));
    const mint = signedFaucet(eve);
    expect((await api.post('/api/v2/faucet', mint.body)).status).toBe(200);
    await watch.included(mint.txId);
    let compared = 0;
    for (const pair of pairs) {
      // Everything that a connection was sent comes before the answer to a later request.
      for (const client of pair) await client.request({ subscribe: [] });
      const [json = [], protobuf = []] = pair.map(({ facts }) => {
        const start = facts.findIndex(({ type }) => type === 'subscribed') + 1;
        const length = facts.slice(start).findIndex(({ type }) => type === 'subscribed');
        return facts.slice(start, start + length);
      });
      // The chain goes on between the two answers, with blocks that say that those before them are final.
      const both = Math.min(json.length, protobuf.length);
      expect(protobuf.slice(0, both)).toEqual(json.slice(0, both));
      expect(both).toBeGreaterThanOrEqual(3);
      compared += both;
    }
    expect(compared).toBeGreaterThan(40);
    const all = pairs[0]?.[1].facts ?? [];
    expect(all.find(({ tx_hash: id }) => id === first)).toMatchObject({
      tx_type: 'transfer',
      amount: 1.5,
      amount_quanta: '1500000000',
      token: 'XRGE',
      status: 'success',
    });
    expect(new Set(all.map(({ type }) => type))).toEqual(
      new Set(['stats', 'subscribed', 'new_block', 'new_transaction', 'balance_update']),
    );
  });

  test('omit only what can be derived from their content', async () => {
    const client = await open('protobuf');
    const id = await transferred(bob.keyHex, '0.125');
    await client.included(id);
    const told = client.facts.find(({ tx_hash: heard }) => heard === id);
    const address = (hex: unknown): string => addressOf(accountOfBytes(fromHex(String(hex)) ?? new Uint8Array()));
    expect([address(told?.from), address(told?.to)]).toEqual([alice.address, bob.address]);
    expect(await api.get(`/api/resolve/${address(told?.from)}`)).toMatchObject({ publicKey: alice.keyHex });
    expect(await api.get(`/api/resolve/${address(told?.to)}`)).toMatchObject({ publicKey: bob.keyHex });
    const { tx } = await api.get<{ tx: { from_pub_key: string; payload: object } }>(`/api/tx/${id}`);
    expect(tx).toMatchObject({ from_pub_key: alice.keyHex, payload: { to_pub_key_hex: bob.keyHex } });
    const block = client.facts.find(({ type, height }) => type === 'new_block' && height === told?.block_height);
    const answer = await api.get(`/api/block/${told?.block_height}`);
    expect(JSON.stringify(answer)).toContain(`"${node.publicKey}"`);
    expect(address(block?.proposer)).toBe(addressOfKey(fromHex(node.publicKey) ?? new Uint8Array()));
  });

  test('take a small part of the bytes', async () => {
    const [json, protobuf] = await openBoth({ subscribe: ['transactions'] });
    const id = await transferred(bob.address, '1');
    const sizes = await Promise.all(
      [json, protobuf].map(async (client) => {
        await client.frame(({ tx_hash: heard }) => heard === id);
        return client.bytes[client.facts.findIndex(({ tx_hash: heard }) => heard === id)]?.length ?? 0;
      }),
    );
    expect(sizes[0]).toBeGreaterThan(4_000);
    expect(sizes[1]).toBeLessThan(200);
  });

  test('are replayed byte for byte to a client that was away, and then continue live', async () => {
    const stays = await open('protobuf');
    const leaves = await open('protobuf');
    const before = await transferred(bob.keyHex, '0.25');
    await Promise.all([stays.included(before), leaves.included(before)]);
    await leaves.close();
    const last = Number(leaves.events.facts.at(-1)?.seq);
    await stays.included(await transferred(bob.address, '0.5'));
    await stays.included(await transferred(bob.address, '2', 'GOLD'));
    const back = await open('protobuf', { from: last + 1 });
    await back.resumed();
    const after = await transferred(bob.keyHex, '0.75');
    await Promise.all([stays.included(after), back.included(after)]);
    // A later block may have come to one of them and not yet to another.
    const end = Number(stays.events.facts.findLast(({ tx_hash: heard }) => heard === after)?.seq);
    const isAsked = ({ seq }: Facts): boolean => Number(seq) > last && Number(seq) <= end;
    const factsOf = ({ events }: StreamClient) => events.facts.filter(isAsked);
    const bytesOf = ({ events }: StreamClient) =>
      events.bytes.filter((_, index) => isAsked(events.facts[index] as Facts));
    expect(bytesOf(back)).toEqual(bytesOf(stays));
    expect(bytesOf(back).length).toBeGreaterThan(9);
    const again = await open('json', { from: last + 1 });
    await again.resumed();
    expect(factsOf(again)).toEqual(factsOf(back));
  });
});
