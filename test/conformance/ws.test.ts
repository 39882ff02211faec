/** GET /api/ws against a real node (specification, Events; reference: WebSocket): greeting, topics, limits, and events that
 *  tell of durable blocks, in order. */

import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { WS_TOPICS } from '../../engine/base/limits.js';
import { addressOfKey } from '../../engine/crypto/address.js';
import { ChainWatch, type Frame } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { signedFaucet, signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';

const alice = signingActor('ws: alice');
const eve = signingActor('ws: eve');
const bob = actor('ws: bob');
const carol = actor('ws: carol');

const CLIENTS = 12;

let node: LiveNode;
let api: CheckedApi;
/** Without subscriptions: gets everything. */
let all: ChainWatch;
const opened: ChainWatch[] = [];

/** The acknowledgement of these topics. */
const subscribed = (topics: readonly string[]) => ({ type: 'subscribed', topics, seq: expect.any(Number) });

async function open(topics?: readonly string[]): Promise<ChainWatch> {
  const watch = await ChainWatch.open(node.url);
  opened.push(watch);
  if (topics) expect(await watch.request({ subscribe: topics })).toEqual(subscribed(topics));
  return watch;
}

beforeAll(async () => {
  const allocations = [
    { address: alice.address, amount: '1000' },
    { address: alice.address, amount: '100', token: 'GOLD' },
  ];
  const flags = ['--ws-max-clients', String(CLIENTS), '--faucet-enabled', '--heartbeat-ms', '3600000'];
  node = await startNode({ genesis: { allocations, faucet: true }, flags });
  api = new CheckedApi(node.url);
  all = await ChainWatch.open(node.url);
  // The first block comes at once; after it the node is silent until something happens.
  await all.height(1);
});

afterAll(async () => {
  for (const watch of [...opened, all]) watch?.socket.terminate();
  await node?.remove();
});

/** Sends a transfer and resolves when everything about its block has been received. */
async function transferred(to: string, amount: string, token?: string): Promise<string> {
  const request = signedTransfer(alice, to, amount, token === undefined ? {} : { token });
  expect((await api.post('/api/v2/transfer', request.body)).status).toBe(200);
  const heard = await all.included(request.txId);
  await all.first(({ type }) => type === 'stats', all.frames.indexOf(heard));
  return request.txId;
}

/** Everything sent to a socket about a block arrives before the answer to a later request. */
async function settled(watch: ChainWatch): Promise<readonly Frame[]> {
  const [from, { type }] = [watch.frames.length, await watch.request({ subscribe: [] })];
  expect(type).toBe('subscribed');
  return watch.frames.slice(0, watch.frames.length).filter((frame, at) => at < from || frame.type !== 'subscribed');
}

/** Events after the first subscription: until then a connection gets everything. */
const eventsOf = (frames: readonly Frame[]): readonly Frame[] =>
  frames
    .slice(
      1 +
        Math.max(
          0,
          frames.findIndex(({ type }) => type === 'subscribed'),
        ),
    )
    .filter(({ type }) => type !== 'subscribed' && type !== 'error');

describe('a connection', () => {
  test('is greeted with the statistics of the node', async () => {
    const watch = await open();
    const { network_height: height, mempool_size: size } = await api.get('/api/stats');
    expect(watch.frames[0]).toEqual({
      type: 'stats',
      block_height: height,
      peer_count: 0,
      mempool_size: size,
      seq: expect.any(Number),
    });
    await watch.close();
  });

  test('gets its subscriptions acknowledged after every request', async () => {
    const watch = await open();
    const topics = ['blocks', 'transactions', 'stats', `account:${bob.keyHex}`, 'token:GOLD'];
    expect(await watch.request({ subscribe: topics })).toEqual(subscribed(topics));
    expect(await watch.request({ subscribe: ['blocks', 'blocks'] })).toEqual(subscribed(topics));
    // Key and address name one account, and a symbol is the same in any case: no further topics.
    await watch.request({ subscribe: [`account:${bob.address}`, 'token:gold'] });
    expect((await watch.request({ unsubscribe: ['nothing', 'stats'] })).topics).toHaveLength(4);
    expect(await watch.request({ subscribe: ['stats'], unsubscribe: ['blocks', 'transactions'] })).toMatchObject({
      topics: [expect.stringContaining('account:'), expect.stringMatching(/token:gold/i), 'stats'],
    });
    expect(await watch.request({ unsubscribe: [`account:${bob.keyHex}`, 'token:Gold', 'stats'] })).toEqual(
      subscribed([]),
    );
    expect(await watch.request({})).toEqual(subscribed([]));
    await watch.close();
  });

  test('gets the reason when a request is wrong, and keeps its subscriptions', async () => {
    const watch = await open(['blocks']);
    const malformed = { type: 'error', code: 'malformed_body', error: expect.any(String) };
    const bad: readonly (readonly [unknown, object])[] = [
      ['{"subscribe":', malformed],
      ['', malformed],
      ['[]', malformed],
      ['null', malformed],
      ['"blocks"', malformed],
      [{ subscribe: 'blocks' }, malformed],
      [{ subscribe: [1] }, malformed],
      [{ subscribe: ['stats'], unsubscribe: {} }, malformed],
      [{ subscribe: ['stats'], topics: [] }, malformed],
      ['{"constructor":1}', malformed],
      ['{"__proto__":["stats"]}', malformed],
      [Buffer.from('{"subscribe":["stats"]}'), { ...malformed, error: 'send JSON in a text frame' }],
    ];
    for (const [index, [message, expected]] of bad.entries())
      expect(await watch.request(message), `request ${index}`).toEqual(expected);
    expect(await watch.request({})).toEqual(subscribed(['blocks']));
    await watch.close();
  });

  test('gets the known topics of a request, and the names of the unknown ones', async () => {
    const watch = await open(['blocks']);
    const unknown = [
      '',
      'block',
      'BLOCKS',
      'account:',
      'account:bob',
      `account:${bob.keyHex}00`,
      'token:',
      'token:A-B',
    ];
    unknown.push('inbox:abc', 'token:TOOLONGNAME', 'x'.repeat(10_000), 'contract:', 'contract:0a1B');
    unknown.push(`contract:${'0'.repeat(39)}g`, `contract:${'0'.repeat(42)}`, `contract:${bob.address}`);
    expect(await watch.request({ subscribe: [...unknown, 'stats', 'block'] })).toEqual({
      ...subscribed(['blocks', 'stats']),
      unknown: unknown.map((topic) => topic.slice(0, 80)),
    });
    // An address is the same in any case: one topic, under the name that was used last.
    const contract = `contract:${'aB'.repeat(20)}`;
    await watch.request({ subscribe: ['contracts', contract.toLowerCase()] });
    expect(await watch.request({ subscribe: [contract] })).toEqual(
      subscribed(['blocks', 'stats', 'contracts', contract]),
    );
    expect(await watch.request({ unsubscribe: [contract.toLowerCase()] })).toEqual(
      subscribed(['blocks', 'stats', 'contracts']),
    );
    await watch.close();
  });

  test(`takes ${WS_TOPICS} topics, accounts by their keys too, and not one more`, async () => {
    const watch = await open();
    const topics = Array.from({ length: WS_TOPICS }, (_, index) => `account:${actor(`ws: ${index}`).keyHex}`);
    const text = JSON.stringify({ subscribe: topics });
    expect(text.length).toBeGreaterThan(250_000);
    expect(await watch.request(text)).toEqual(subscribed(topics));
    const more = await watch.request({ subscribe: ['blocks'] });
    expect(more).toMatchObject({ type: 'error', code: 'malformed_parameter', error: expect.stringContaining('64') });
    // One topic may be removed in the request that adds another.
    const [first = ''] = topics;
    expect(await watch.request({ subscribe: ['blocks'], unsubscribe: [first] })).toEqual(
      subscribed([...topics.slice(1), 'blocks']),
    );
    const tooMany = Array.from({ length: WS_TOPICS + 1 }, (_, index) => `account:${actor(`ws: ${index}`).address}`);
    const other = await open();
    expect(await other.request({ subscribe: tooMany })).toMatchObject({ type: 'error' });
    expect(await other.request({})).toEqual(subscribed([]));
    await Promise.all([watch.close(), other.close()]);
  });

  test('is closed after an oversized frame, and the node continues', async () => {
    const watch = await open();
    watch.socket.send('x'.repeat(600 * 1024));
    expect((await watch.closed()).code).not.toBe(1000);
    expect(await api.get('/api/health')).toMatchObject({ status: 'ok' });
  });

  test('may be ended in the middle of a frame', async () => {
    const watch = await open();
    watch.socket.send('{"subscribe":["blocks"]', { fin: false });
    watch.socket.terminate();
    await watch.closed();
    expect(await api.get('/api/health')).toMatchObject({ status: 'ok' });
  });
});

describe('events', () => {
  test('of a block come in order, numbered, and only when everything about it can be read', async () => {
    const from = all.frames.length;
    const reads: Promise<void>[] = [];
    const read = async (frame: Frame): Promise<void> => {
      if (frame.type === 'new_transaction') {
        const found = await api.get<{ blockHeight: number }>(`/api/tx/${String(frame.tx_hash)}`);
        expect(found.blockHeight).toBe(frame.block_height);
      } else if (frame.type === 'new_block') {
        const { block } = await api.get<{ block: { hash: string } }>(`/api/block/${String(frame.height)}`);
        expect(block.hash).toBe(frame.hash);
      } else if (frame.type === 'balance_update') {
        const { balance } = await api.get(`/api/balance/${String(frame.account)}/${String(frame.token)}`);
        expect(balance).toBe(frame.new_balance);
      }
    };
    const hear = (data: unknown): void => void reads.push(read(JSON.parse(String(data)) as Frame));
    all.socket.on('message', hear);
    await transferred(bob.keyHex, '1.5');
    await transferred(carol.address, '3', 'GOLD');
    all.socket.off('message', hear);
    await Promise.all(reads);
    const frames = all.frames.slice(from);
    const durable = all.frames.filter(({ type }) => type !== 'stats').map(({ seq }) => Number(seq));
    // The greeting has the number of the event before the first one received.
    const before = Number(all.frames[0]?.seq);
    expect(durable).toEqual(durable.map((_, index) => before + 1 + index));
    // Statistics have the number of the event before them.
    for (const [index, { type, seq }] of all.frames.entries())
      if (type === 'stats' && index > 0) expect(seq).toBe(all.frames[index - 1]?.seq);
    expect(frames.map(({ type }) => type).filter((type) => type === 'new_transaction')).toHaveLength(2);
    const full = frames.findIndex(({ type, tx_count: count }) => type === 'new_block' && count === 1);
    const order = ['new_block', 'new_transaction', 'balance_update', 'balance_update', 'stats'];
    expect(frames.slice(full, full + order.length).map(({ type }) => type)).toEqual(order);
    expect(reads.length).toBeGreaterThanOrEqual(2 * order.length);
  });

  test('have the members that clients read', async () => {
    const from = all.frames.length;
    const txId = await transferred(bob.keyHex, '0.25');
    const frames = all.frames.slice(from);
    const { block } = await api.get<{ block: Readonly<Record<string, unknown>> }>(
      `/api/block/${String(frames.find(({ type }) => type === 'new_transaction')?.block_height)}`,
    );
    expect(frames.find(({ tx_count: count }) => count === 1)).toEqual({
      type: 'new_block',
      height: block.height,
      hash: block.hash,
      tx_count: 1,
      timestamp: block.time,
      proposer: node.publicKey,
      state_root: block.stateRoot,
      seq: expect.any(Number),
    });
    expect(frames.find(({ type }) => type === 'new_transaction')).toEqual({
      type: 'new_transaction',
      tx_hash: txId,
      tx_type: 'transfer',
      from: alice.keyHex,
      to: bob.keyHex,
      amount: 0.25,
      amount_quanta: '250000000',
      token: 'XRGE',
      status: 'success',
      block_height: block.height,
      timestamp: block.time,
      seq: expect.any(Number),
    });
    const balance = await api.get(`/api/balance/${bob.address}`);
    expect(frames.find(({ type, account }) => type === 'balance_update' && account === bob.address)).toEqual({
      type: 'balance_update',
      account: bob.address,
      token: 'XRGE',
      new_balance: balance.balance,
      new_balance_quanta: balance.balance_quanta,
      block_height: block.height,
      seq: expect.any(Number),
    });
  });

  test('reach their subscribers, and no other client', async () => {
    const topics = [
      ['blocks'],
      ['transactions'],
      ['stats'],
      [`account:${bob.keyHex}`],
      [`account:${bob.address}`],
      ['token:gold'],
      [`account:${alice.address}`, 'transactions'],
    ];
    const watches = await Promise.all(topics.map(open));
    const first = await transferred(bob.address, '1');
    const second = await transferred(carol.keyHex, '2', 'GOLD');
    const heard: (readonly Frame[])[] = [];
    for (const watch of watches) heard.push(eventsOf(await settled(watch)));
    const [blocks = [], transactions = [], stats = [], byKey = [], byAddress = [], gold = [], both = []] = heard;
    expect(new Set(blocks.map(({ type }) => type))).toEqual(new Set(['new_block']));
    expect(blocks.length).toBeGreaterThanOrEqual(2);
    expect(transactions.map(({ tx_hash: hash }) => hash)).toEqual([first, second]);
    expect(new Set(stats.map(({ type }) => type))).toEqual(new Set(['stats']));
    for (const account of [byKey, byAddress]) {
      expect(account.map(({ type }) => type)).toEqual(['new_transaction', 'balance_update']);
      expect(account[0]?.tx_hash).toBe(first);
      expect(account[1]).toMatchObject({ account: bob.address, token: 'XRGE' });
    }
    expect(gold.map(({ type, token, account }) => [type, token, account])).toEqual(
      expect.arrayContaining([
        ['new_transaction', 'GOLD', undefined],
        ['balance_update', 'GOLD', alice.address],
        ['balance_update', 'GOLD', carol.address],
      ]),
    );
    expect(gold).toHaveLength(3);
    expect(gold[0]?.tx_hash).toBe(second);
    // Once each, although two topics fit: two transactions, her XRGE twice and her gold once.
    expect(both.map(({ type }) => type).sort()).toEqual([
      ...Array<string>(3).fill('balance_update'),
      ...Array<string>(2).fill('new_transaction'),
    ]);
    for (const frames of heard) {
      const numbers = frames.map(({ seq }) => Number(seq));
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
      expect(new Set(numbers).size).toBe(numbers.length);
    }
    // A client that leaves its last topic gets nothing; neither does one that named only unknown topics.
    const again = watches[0] as ChainWatch;
    await again.request({ unsubscribe: ['blocks'] });
    const lost = await open();
    expect(await lost.request({ subscribe: ['token'] })).toEqual({ ...subscribed([]), unknown: ['token'] });
    const silent = [again, lost].map((watch) => watch.frames.length);
    await transferred(bob.address, '1');
    for (const [index, watch] of [again, lost].entries()) {
      expect(await watch.request({})).toEqual(subscribed([]));
      expect(watch.frames.slice(silent[index]).map(({ type }) => type)).toEqual(['subscribed']);
    }
    await Promise.all([...watches, lost].map((watch) => watch.close()));
  });

  test('come for the faucet as well', async () => {
    const watch = await open([`account:${eve.keyHex}`]);
    const request = signedFaucet(eve);
    expect((await api.post('/api/v2/faucet', request.body)).status).toBe(200);
    expect(await watch.included(request.txId)).toMatchObject({
      tx_type: 'faucet',
      from: eve.keyHex,
      to: null,
      amount: 10_000,
    });
    // Until its topics are acknowledged a connection hears of everybody.
    const own = addressOfKey(eve.publicKey);
    const update = await watch.first(({ type, account }) => type === 'balance_update' && account === own);
    expect(update).toMatchObject({ new_balance: 10_000 });
    await watch.close();
  });
});

describe('clients', () => {
  const clients = async (): Promise<unknown> => (await api.get('/api/stats')).ws_clients;

  test('are counted, and refused with 503 above the limit', async () => {
    expect(await clients()).toBe(1);
    const watches = await Promise.all(Array.from({ length: CLIENTS - 1 }, () => open()));
    expect(await clients()).toBe(CLIENTS);
    const socket = new WebSocket(`${node.url.replace('http', 'ws')}/api/ws`);
    socket.on('error', () => {});
    const [, response] = await once(socket, 'unexpected-response');
    expect([response.statusCode, response.headers['content-type']]).toEqual([503, 'application/json; charset=utf-8']);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    let body = '';
    for await (const chunk of response) body += String(chunk);
    expect(JSON.parse(body)).toEqual({
      success: false,
      error: `all ${CLIENTS} WebSocket connections are taken`,
      code: 'busy',
    });
    await watches[0]?.close();
    const next = await open();
    await Promise.all([...watches.slice(1), next].map((watch) => watch.close()));
    expect(await clients()).toBe(1);
  });

  test('an ordinary request to the path is no handshake', async () => {
    expect((await api.send('/api/ws')).status).toBe(404);
    expect((await api.send('/api/ws', { method: 'POST' })).status).toBe(404);
  });

  test('are informed when the node stops', async () => {
    const watch = await open();
    const exit = await node.stop();
    expect(await watch.closed()).toEqual({ code: 1001, reason: 'the node is stopping' });
    expect(exit).toEqual({ code: 0, signal: null });
  });
});
