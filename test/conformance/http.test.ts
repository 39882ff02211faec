/** HTTP itself against a real node: paths, methods, media types, sizes, invalid JSON, HEAD, browsers' requests. Every
 *  route of the table is tested, so that a new one is held to the same rules. */

import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { routes } from '../../api/routes/index.js';
import { BUILT_IN_ORIGINS } from '../../api/routing/cors.js';
import { MAX_JSON_DEPTH } from '../../engine/base/limits.js';
import { CheckedApi } from '../support/checkedApi.js';
import { exchange, JSON_HEADERS, type Received } from '../support/httpClient.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';

const alice = signingActor('http: alice');
const bob = actor('http: bob');

let node: LiveNode;
let api: CheckedApi;

beforeAll(async () => {
  const allocations = [{ address: alice.address, amount: '1000' }];
  node = await startNode({ genesis: { allocations, faucet: true }, flags: ['--faucet-enabled'] });
  api = new CheckedApi(node.url);
});

afterAll(() => node?.remove());

/** A path of a route with parameters that exist. */
const pathOf = (template: string): string =>
  template
    .replace(':height', '0')
    .replace(':hash', '0'.repeat(64))
    .replace(':token_symbol', 'XRGE')
    .replace(/:\w+/, alice.address);

const living = routes.filter(({ description }) => !description.deprecated);

const described = living.map(({ description }) => ({
  method: description.method,
  path: pathOf(description.path),
  template: description.path,
  /** 0 for a route without a body. */
  bodyLimit: description.bodyLimit ?? 0,
}));
const reads = described.filter(({ method }) => method === 'GET');
const writes = described.filter(({ method }) => method === 'POST');
const erasing = described.filter(({ method }) => method === 'DELETE');

/** Clients of the bridge read a flag: whatever is JSON is answered with 200 where the body has a form of its own. */
const isFlagged = (path: string): boolean =>
  /^\/api\/bridge\/(?:deposit\/auto-claim|btc\/deposit-address|(?:xrge\/)?withdraw$|withdrawals\/)/.test(path);

const seen = ({ status, json }: Received): unknown => [status, json?.code];

test('the table holds the routes of the specification', () => {
  expect(described.length).toBe(reads.length + writes.length + erasing.length);
  expect(erasing.map(({ template }) => template)).toEqual(
    ['', 'xrge/', 'btc/'].map((part) => `/api/bridge/${part}withdrawals/:txId`),
  );
  const stated = [
    ...['health', 'stats', 'burned', 'burn-address', 'fee', 'blocks', 'blocks/summary', 'txs', 'tx/:', 'tx/:/receipt'],
    ...['balance/:', 'balance/:/:', 'address/:/transactions', 'resolve/:', 'account/:/nonce', 'block/:'],
  ];
  const named = (method: string): string[] =>
    described.filter((route) => route.method === method).map(({ template }) => template.replaceAll(/:\w+/g, ':'));
  expect(named('GET')).toEqual(expect.arrayContaining(stated.map((path) => `/api/${path}`)));
  const posts = ['tx/broadcast', 'v2/transfer', 'faucet', 'v2/faucet'];
  expect(named('POST')).toEqual(expect.arrayContaining(posts.map((path) => `/api/${path}`)));
});

describe('paths and methods', () => {
  test.each([
    '/page',
    '/page/',
    '/index.html',
    '/api',
    '/api/',
    '/api/health/',
    '/api//health',
    '/API/health',
    '/api/healthx',
    '/api/%68ealth',
    '/api/balance/',
    '/api/balance/a/b/c',
    '/api/tx',
    '/api/v2/unknown',
    '/api/../api/health',
  ])('%s leads nowhere', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE'])
      expect(seen(await api.send(path, { method }))).toEqual([404, 'route_not_found']);
  });

  test('a long unknown path is not repeated completely', async () => {
    const { status, json } = await api.send(`/api/${'x'.repeat(5_000)}`);
    expect(status).toBe(404);
    expect(String(json?.error).length).toBeLessThan(200);
  });

  test('a known path answers its own methods only, and names them', async () => {
    let checked = 0;
    for (const { method, path } of described) {
      for (const other of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'].filter((name) => name !== method)) {
        const answer = await api.send(path, { method: other });
        expect(seen(answer), `${other} ${path}`).toEqual([405, 'method_not_allowed']);
        expect(answer.headers.allow).toBe(method === 'GET' ? 'GET, HEAD, OPTIONS' : `${method}, OPTIONS`);
        checked++;
      }
      const options = await api.send(path, { method: 'OPTIONS' });
      expect([options.status, options.headers.allow]).toEqual([
        204,
        method === 'GET' ? 'GET, HEAD, OPTIONS' : `${method}, OPTIONS`,
      ]);
    }
    expect(checked).toBe(described.length * 5);
  });

  test('HEAD is GET without its body', async () => {
    for (const { path } of reads) {
      const get = await api.send(path);
      const head = await api.send(path, { method: 'HEAD' });
      expect([head.status, head.text], path).toEqual([get.status, '']);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
    }
    expect((await api.send('/api/nothing', { method: 'HEAD' })).status).toBe(404);
  });

  test('a query is not part of the path, unknown parameters are ignored', async () => {
    expect((await api.send('/api/health?a=1&b&&=&c=%ff')).status).toBe(200);
    expect((await api.send('/api/blocks?limit=1&limitless=x')).status).toBe(200);
  });
});

describe('bodies', () => {
  const post = (path: string, body: string | Uint8Array, headers: Record<string, string> = JSON_HEADERS) =>
    api.send(path, { method: 'POST', headers, body });

  test('JSON is the only media type; a body without one is read as JSON', async () => {
    const { body } = signedTransfer(alice, bob.address, '1');
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'multipart/form-data'])
      for (const { path } of writes)
        expect(seen(await post(path, body, { 'content-type': type }))).toEqual([415, 'unsupported_media_type']);
    for (const headers of [
      {},
      { 'content-type': 'application/json; charset=utf-8' },
      { 'content-type': 'APPLICATION/JSON' },
    ]) {
      const fresh = signedTransfer(alice, bob.address, '1');
      expect((await post('/api/v2/transfer', fresh.body, headers as Record<string, string>)).status).toBe(200);
    }
  });

  const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  test.each([
    ['nothing', ''],
    ['white space', ' \n\t '],
    ['half an object', '{"payload":'],
    ['text behind the end', '{} {}'],
    ['single quotes', "{'payload':1}"],
    ['a comment', '{} // x'],
    ['a trailing comma', '{"a":1,}'],
    ['NaN', '{"a":NaN}'],
    ['a leading zero', '{"a":01}'],
    ['a lone surrogate escape in a key that is cut', '{"\\ud800'],
    ['a control character', '{"a":"\u0001"}'],
    ['a repeated key', '{"recipientPublicKey":"a","recipientPublicKey":"b","payload":{},"payload":{}}'],
    ['a repeated key that is escaped', '{"a":1,"\\u0061":2}'],
    ['too deep', deep(MAX_JSON_DEPTH + 1)],
    ['far too deep', '['.repeat(200_000)],
    ['a byte order mark', '\ufeff{}'],
    ['an array', '[]'],
    ['a number', '7'],
    ['prototype keys', '{"__proto__":{"payload":{}},"constructor":{"prototype":{}},"toString":1}'],
    [
      'members that only a prototype has',
      `{"__proto__":{"recipientPublicKey":"${bob.keyHex}","payload":{},"tx_type":"transfer"}}`,
    ],
    ['no UTF-8', Buffer.from('7b2261223a22ff22207d', 'hex')],
    ['overlong UTF-8', Buffer.from('7b2261223a22c0af227d', 'hex')],
    ['a zero byte', '{"a":1}\u0000'],
  ])('%s is refused by every route that takes a body', async (_, body) => {
    for (const { path, bodyLimit } of writes) {
      const { status, json, text } = await post(path, body);
      if (status === 200 && isFlagged(path)) {
        expect(json, path).toMatchObject({ success: false });
        expect(JSON.parse(String(body)), path).toBeTypeOf('object');
        continue;
      }
      const expected = Buffer.byteLength(body) > bodyLimit ? [413, 'too_large'] : [400, 'malformed_body'];
      expect([status, json?.code], `${path} ${text.slice(0, 200)}`).toEqual(expected);
      expect(text).not.toMatch(/\bat [\w.]+ \(|node_modules|\.js:/);
    }
  });

  test('the largest body of each route is read, a larger one is 413 with the limit, with or without its length', async () => {
    let checked = 0;
    for (const { path, bodyLimit } of writes) {
      expect(bodyLimit, path).toBeGreaterThan(0);
      expect(seen(await post(path, Buffer.alloc(bodyLimit, ' '))), path).toEqual([400, 'malformed_body']);
      const announced = { ...JSON_HEADERS, 'content-length': String(bodyLimit + 1) };
      const sentence = `the body is larger than ${bodyLimit} bytes`;
      const refused = await refusedUnread(path, announced);
      expect(refused).toMatch(/^HTTP\/1\.1 413 /);
      expect(refused).toContain(JSON.stringify({ success: false, error: sentence, code: 'too_large' }));
      const headers = { ...JSON_HEADERS, 'transfer-encoding': 'chunked' };
      const answer = await api.send(path, { method: 'POST', headers, body: Buffer.alloc(bodyLimit + 1, ' ') });
      expect([...(seen(answer) as unknown[]), answer.json?.error], path).toEqual([413, 'too_large', sentence]);
      checked++;
    }
    expect(checked).toBe(writes.length);
    expect(checked).toBeGreaterThan(20);
  });

  /** The answer to a request whose body is announced and never sent. */
  async function refusedUnread(path: string, headers: Record<string, string>): Promise<string> {
    const socket = net.connect(node.port, '127.0.0.1');
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.write([`POST ${path} HTTP/1.1`, `host: 127.0.0.1:${node.port}`, ...lines, '', ''].join('\r\n'));
    let received = '';
    while (!received.includes('}')) received += String(((await once(socket, 'data')) as [Buffer])[0]);
    socket.destroy();
    return received;
  }

  test('signed bytes of more than 2 MiB are too large for a transaction', async () => {
    const request = signedTransfer(alice, bob.address, '1', { memo: 'x'.repeat(2 * 1024 * 1024) });
    expect(seen(await post('/api/v2/transfer', request.body))).toEqual([413, 'too_large']);
  });
});

describe('browsers', () => {
  const ALLOWED = BUILT_IN_ORIGINS[0] ?? '';
  const OTHER = 'https://elsewhere.example';
  const preflight = (url: string, origin: string, method = 'POST') =>
    exchange(url, '/api/v2/transfer', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type,x-api-key',
      },
    });

  test('an allowed origin may read every answer, failures too; another one gets no permission', async () => {
    expect(BUILT_IN_ORIGINS).toHaveLength(8);
    for (const origin of BUILT_IN_ORIGINS) {
      for (const path of ['/api/health', '/api/nothing', '/api/tx/x']) {
        const { headers } = await api.send(path, { headers: { origin } });
        expect([headers['access-control-allow-origin'], headers.vary]).toEqual([origin, 'Origin']);
      }
    }
    for (const origin of [OTHER, `${ALLOWED}.evil.example`, 'null', ALLOWED.toUpperCase()]) {
      const { status, headers } = await api.send('/api/health', { headers: { origin } });
      expect([status, headers['access-control-allow-origin'], headers.vary]).toEqual([200, undefined, 'Origin']);
    }
    const none = await api.send('/api/health');
    expect(none.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('a preflight is answered with the methods and the headers that were asked for', async () => {
    const { status, headers, text } = await preflight(node.url, ALLOWED);
    expect([status, text]).toEqual([204, '']);
    expect(headers).toMatchObject({
      'access-control-allow-origin': ALLOWED,
      'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS, PATCH',
      'access-control-allow-headers': 'content-type,x-api-key',
      'access-control-max-age': '7200',
    });
    const refused = await preflight(node.url, OTHER);
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([204, undefined]);
  });

  test.each([
    [['--cors-origins', '*'], OTHER, '*'],
    [['--dev'], OTHER, '*'],
    [['--cors-origins', `${OTHER},https://second.example`], 'https://second.example', 'https://second.example'],
    [['--cors-origins', OTHER], ALLOWED, undefined],
  ] as const)('%s', async (flags, origin, expected) => {
    const open = await startNode({ mine: false, flags });
    onTestFinished(open.remove);
    const { headers } = await exchange(open.url, '/api/health', { headers: { origin } });
    expect(headers['access-control-allow-origin']).toBe(expected);
    const answer = await preflight(open.url, origin);
    expect(answer.headers['access-control-allow-origin']).toBe(expected);
  });
});

test('after all of this the node is unchanged', async () => {
  expect(await api.get('/api/health')).toMatchObject({ status: 'ok' });
  expect(node.logs()).not.toMatch(/"level":(?:50|60)/);
  expect(api.failures).toBeGreaterThanOrEqual(240);
  expect(await node.stop()).toEqual({ code: 0, signal: null });
});
