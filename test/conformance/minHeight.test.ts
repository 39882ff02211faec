/** Reads with a least height at real sockets: of every adapter, and of a whole node with each server. */

import http from 'node:http';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCors } from '../../api/routing/cors.js';
import { Heights } from '../../api/routing/heights.js';
import { routesFor } from '../../api/routing/route.js';
import { createRouter } from '../../api/routing/router.js';
import { exchange, JSON_HEADERS } from '../support/httpClient.js';
import { type InlineNode, startInlineNode } from '../support/inlineNode.js';
import { signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';
import { adapters, clients, HOST, start } from './serverContract.js';

const LONG_MS = 600_000;

const defineRoute = routesFor<Heights>((heights) => heights);
const shape = { chapter: 'Test', summary: 'Test', response: { 200: Type.Unknown() } };

/** A server whose reads wait until the test moves the tip. */
async function waitingServer(create: (typeof adapters)[number][1]) {
  const chain = { height: 7, lowest: 0, target: undefined };
  const heights = new Heights(
    () => chain,
    ({ remoteAddress }) => remoteAddress,
    undefined,
    LONG_MS,
  );
  let handled = 0;
  /** Called when a read begins to wait. */
  let waits = (): void => {};
  const route = createRouter({
    routes: [
      defineRoute({
        ...shape,
        method: 'GET',
        path: '/read',
        handler: (_, { request }) => ({ handled: ++handled, query: request.query }),
      }),
      defineRoute({
        ...shape,
        method: 'POST',
        path: '/quote',
        counts: 'read',
        body: 'raw',
        bodyLimit: 9,
        handler: (_, { body }) => ({ handled: ++handled, bytes: body.length }),
      }),
    ],
    context: heights,
    cors: createCors(undefined),
    report: (error) => expect.fail(String(error)),
  });
  const { port, reports } = await start(create, (request) => {
    const outcome = route(request);
    queueMicrotask(() => waits());
    return outcome;
  });
  const waiting = (count: number): Promise<void> =>
    new Promise((resolve) => {
      waits = () => heights.waiting === count && resolve();
      waits();
    });
  const move = (height: number): void => {
    chain.height = height;
    heights.moved();
  };
  return { url: `http://${HOST}:${port}`, port, heights, move, waiting, reports, handled: () => handled };
}

describe.each(adapters)('%s', (_, create) => {
  test('a read waits for its height, on a connection that goes on, with its query and headers kept', async () => {
    const { url, move, waiting, reports, handled } = await waitingServer(create);
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    clients.push(agent);
    const asked = exchange(url, '/read?min_height=9&other=1', { agent });
    await waiting(1);
    move(8);
    expect(handled()).toBe(0);
    move(9);
    const answer = await asked;
    expect([answer.status, answer.headers['x-block-height'], answer.json]).toEqual([
      200,
      '9',
      { handled: 1, query: 'min_height=9&other=1' },
    ]);
    const head = exchange(url, '/read?min_height=10', { agent, method: 'HEAD' });
    await waiting(1);
    move(10);
    expect([(await head).status, (await head).headers['x-block-height'], (await head).text]).toEqual([200, '10', '']);
    expect(reports).toEqual([]);
  });

  test('a read with a body waits after the body', async () => {
    const { url, heights, move, reports } = await waitingServer(create);
    const asked = exchange(url, '/quote?min_height=8', { method: 'POST', headers: JSON_HEADERS, body: '12345' });
    const poll = async (): Promise<void> => {
      while (heights.waiting === 0) await new Promise((resolve) => setImmediate(resolve));
    };
    await poll();
    move(8);
    expect((await asked).json).toEqual({ handled: 1, bytes: 5 });
    expect(reports).toEqual([]);
  });

  test('many wait at a time and are all released; over the share of a client the rest are refused at once', async () => {
    const { url, heights, move, waiting, reports } = await waitingServer(create);
    const asked = Array.from({ length: 80 }, () => exchange(url, '/read?min_height=8'));
    await waiting(64);
    const refused = await Promise.race(asked);
    expect([refused.status, refused.json?.code, refused.headers['x-block-height']]).toEqual([503, 'busy', '7']);
    const full = await exchange(url, '/read?min_height=8');
    expect([full.status, full.json?.code]).toEqual([503, 'busy']);
    move(8);
    const answers = await Promise.all(asked);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(64);
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(16);
    expect([heights.waiting, reports]).toEqual([0, []]);
  });

  test('a client that disconnects waits no longer, and its handler never runs', async () => {
    const { port, url, heights, move, waiting, handled, reports } = await waitingServer(create);
    const requests = Array.from({ length: 3 }, () => {
      const request = http.get({ host: HOST, port, path: '/read?min_height=8', agent: false });
      request.on('error', () => {});
      return request;
    });
    await waiting(3);
    for (const request of requests.slice(1)) request.destroy();
    while (heights.waiting > 1) await new Promise((resolve) => setImmediate(resolve));
    const stays = new Promise<http.IncomingMessage>((resolve) => requests[0]?.once('response', resolve));
    move(8);
    const answer = await stays;
    answer.resume();
    expect([answer.statusCode, handled()]).toEqual([200, 1]);
    expect((await exchange(url, '/read?min_height=8')).json).toMatchObject({ handled: 2 });
    expect(reports).toEqual([]);
  });
});

const alice = signingActor('minHeight: alice');
const bob = actor('minHeight: bob');

describe.each(['auto', 'node'])('a node with --http-server %s', (server) => {
  let node: InlineNode;

  beforeAll(async () => {
    const allocations = [{ address: alice.address, amount: '1000' }];
    // After the first block others come with transactions only.
    node = await startInlineNode({
      genesis: { allocations },
      flags: ['--http-server', server, '--heartbeat-ms', '3600000'],
    });
    // The first block comes by itself.
    expect((await exchange(node.url, '/api/stats?min_height=1')).status).toBe(200);
  });

  afterAll(() => node?.remove());

  const tip = async (): Promise<number> => Number((await exchange(node.url, '/api/stats')).json?.height);
  const send = async (amount: string): Promise<void> => {
    const { body } = signedTransfer(alice, bob.address, amount);
    expect((await exchange(node.url, '/api/v2/transfer', { method: 'POST', headers: JSON_HEADERS, body })).status).toBe(
      200,
    );
  };

  test('a read after a write knows it, once the block is named', async () => {
    const before = await tip();
    const paths = [
      `/api/balance/${bob.address}`,
      `/api/address/${bob.address}/transactions`,
      '/api/validators',
      '/api/blocks',
      '/api/health',
    ];
    const waiting = paths.map((path) => exchange(node.url, `${path}?min_height=${before + 1}`));
    await send('2');
    const answers = await Promise.all(waiting);
    for (const { status, headers, text } of answers) {
      expect(status, text).toBe(200);
      expect(Number(headers['x-block-height'])).toBeGreaterThanOrEqual(before + 1);
    }
    expect(answers[0]?.json).toMatchObject({ balance: 2 });
    expect(answers[1]?.json).toMatchObject({ transactions: [expect.anything()] });
    expect(answers[4]?.json).toMatchObject({ height: before + 1 });
  });

  test('refusals of a read carry the height; what is no read carries none', async () => {
    let height = await tip();
    for (const [path, status] of [
      ['/api/stats', 200],
      ['/api/fee', 200],
      ['/api/txs', 200],
      [`/api/tx/${'0'.repeat(64)}`, 404],
      [`/api/stats?min_height=${Number.MAX_SAFE_INTEGER}`, 503],
    ] as const) {
      const answer = await exchange(node.url, path);
      expect(answer.status, path).toBe(status);
      expect(Number(answer.headers['x-block-height']), path).toBeGreaterThanOrEqual(height);
      height = Number(answer.headers['x-block-height']);
    }
    for (const path of ['/docs', '/api/openapi.json', '/api/none', '/api/stats?min_height=x']) {
      const answer = await exchange(node.url, path);
      expect(answer.headers['x-block-height'], path).toBeUndefined();
    }
    const late = await exchange(node.url, `/api/stats?min_height=${height + 1_000}`);
    const at = Number(late.headers['x-block-height']);
    expect([late.status, late.json, late.headers['retry-after']]).toEqual([
      503,
      {
        success: false,
        code: 'height_not_reached',
        error: `this node is at height ${at}; block ${height + 1_000} is not there yet`,
      },
      '1',
    ]);
    expect(at).toBeGreaterThanOrEqual(height);
  });
});
