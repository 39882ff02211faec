/** Chapter Limits of the specification at the public API of a real node, with the default settings. */

import { once } from 'node:events';
import http from 'node:http';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { OPERATOR_PATHS } from '../../api/limits/gate.js';
import { routes } from '../../api/routes/index.js';
import { legacyRoutes } from '../../api/routes/legacy.js';
import { absentParts } from '../../api/routing/absent.js';
import { MAX_BODY_BYTES } from '../../engine/base/limits.js';
import { exchange, JSON_HEADERS, type Received } from '../support/httpClient.js';
import { type LiveNode, type LiveNodeOptions, startNode } from '../support/liveNode.js';
import { signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';

const alice = signingActor('limits: alice');
const bob = actor('limits: bob');
const allocations = [{ address: alice.address, amount: '1000' }];

async function started(options: LiveNodeOptions): Promise<LiveNode> {
  const node = await startNode(options);
  onTestFinished(node.remove);
  return node;
}

const seen = ({ status, json }: Received): unknown => [status, json?.code];

const rate = ({ headers }: Received): unknown => [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']];

describe('with the defaults', () => {
  test('120 reads and 30 writes a minute, each counted in its answer, then 429 with Retry-After', async () => {
    const { url } = await started({ rateLimits: true, genesis: { allocations } });
    for (let left = 119; left >= 0; left--) {
      const answer = await exchange(url, '/api/stats');
      expect([answer.status, ...(rate(answer) as string[])]).toEqual([200, '120', String(left)]);
    }
    const { body } = signedTransfer(alice, bob.address, '1');
    for (let left = 29; left >= 0; left--) {
      const answer = await exchange(url, '/api/v2/transfer', { method: 'POST', headers: JSON_HEADERS, body });
      expect([answer.status === 200 || answer.status === 401, ...(rate(answer) as string[])]).toEqual([
        true,
        '30',
        String(left),
      ]);
    }
    for (const [method, path] of [
      ['GET', '/api/stats'],
      ['HEAD', '/api/stats'],
      ['GET', '/nowhere'],
      ['POST', '/api/v2/transfer'],
      ['DELETE', '/api/health'],
    ] as const) {
      const refused = await exchange(url, path, { method, headers: JSON_HEADERS });
      expect(refused.status).toBe(429);
      const retry = Number(refused.headers['retry-after']);
      expect(retry).toBeGreaterThan(0);
      expect(retry).toBeLessThanOrEqual(60);
      expect(rate(refused)).toEqual([method === 'GET' || method === 'HEAD' ? '120' : '30', '0']);
      if (method !== 'HEAD')
        expect(refused.json).toEqual({
          success: false,
          error: expect.stringMatching(
            /^too many (reads|writes) from this address: \d+ a minute are allowed; try again in \d+ s$/,
          ),
          code: 'rate_limited',
        });
    }
    expect((await exchange(url, '/api/health', { method: 'OPTIONS' })).status).toBe(204);
    const spoofed = await exchange(url, '/api/stats', { headers: { 'x-forwarded-for': '203.0.113.5' } });
    expect(spoofed.status).toBe(429);
    // Health and metrics requests are never refused, and use nothing up.
    const health = await exchange(url, '/api/health');
    expect([health.status, ...(rate(health) as unknown[])]).toEqual([200, undefined, undefined]);

    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/ws`);
    socket.on('error', () => {});
    const [, response] = await once(socket, 'unexpected-response');
    expect(response.statusCode).toBe(429);
  });

  test('files of the page and metrics for this machine are not counted, the page has a limit of its own, reads are counted', async () => {
    const { url } = await started({ rateLimits: true, flags: ['--rate-limit-read-per-minute', '3'] });
    const index = await exchange(url, '/');
    expect([index.status, ...(rate(index) as string[])]).toEqual([200, '6', '5']);
    const files = [...index.text.matchAll(/(?:src|href)="(\/page\/[^"]+)"/g)].map(([, path]) => String(path));
    expect(files.length).toBe(3);
    const free = async (path: string, sending: Parameters<typeof exchange>[2] = {}): Promise<void> => {
      const answer = await exchange(url, path, sending);
      expect([answer.status, ...(rate(answer) as unknown[])], path).toEqual([200, undefined, undefined]);
    };
    let checked = 0;
    for (const path of [...files, '/metrics', ...files, '/metrics']) {
      await free(path);
      await free(path, { method: 'HEAD' });
      checked++;
    }
    expect(checked).toBe(8);
    expect(rate(await exchange(url, '/docs'))).toEqual(['3', '2']);
    // A proxy asks for another client.
    const forwarded = await exchange(url, '/metrics', { headers: { 'x-forwarded-for': '203.0.113.5' } });
    expect([forwarded.status, ...(rate(forwarded) as string[])]).toEqual([403, '3', '1']);
    expect(rate(await exchange(url, '/docs'))).toEqual(['3', '0']);
    const missing = `${files[0]?.split('/').slice(0, 3).join('/')}/nothing.js`;
    for (const path of ['/docs', '/api/stats', missing]) expect((await exchange(url, path)).status, path).toBe(429);
    expect((await exchange(url, '/')).status).toBe(200);
    for (const path of [...files, '/metrics']) await free(path);
    // Another method does not count as a use of the route.
    const posted = await exchange(url, files[0] ?? '', { method: 'POST' });
    expect([posted.status, ...(rate(posted) as string[])]).toEqual([405, '30', '29']);
  });

  test('a write over its limit is refused before its body is sent', async () => {
    const { url } = await started({ rateLimits: true, flags: ['--rate-limit-write-per-minute', '1'] });
    await exchange(url, '/api/v2/transfer', { method: 'POST', headers: JSON_HEADERS, body: '{}' });
    const refused = await exchange(url, '/api/v2/transfer', {
      method: 'POST',
      headers: JSON_HEADERS,
      body: 'not JSON',
    });
    expect(seen(refused)).toEqual([429, 'rate_limited']);
  });
});

test('behind a trusted proxy every client has its own limit, and cannot choose another address', async () => {
  const flags = ['--rate-limit-read-per-minute', '2', '--trusted-proxies', '127.0.0.1,10.0.0.0/8'];
  const { url } = await started({ rateLimits: true, flags });
  const from = async (forwarded: string | string[]) =>
    (await exchange(url, '/api/stats', { headers: { 'x-forwarded-for': forwarded } })).status;
  expect([await from('203.0.113.1'), await from('203.0.113.1'), await from('203.0.113.1')]).toEqual([200, 200, 429]);
  expect([await from('1.2.3.4, 203.0.113.1'), await from('203.0.113.1, 10.1.1.1')]).toEqual([429, 429]);
  // A proxy that appends a line of its own instead of a value: the client's line comes first and is not trusted.
  expect(await from(['1.2.3.4', '203.0.113.1'])).toBe(429);
  expect(await from('203.0.113.2')).toBe(200);
});

test('API keys: a secret of the environment, never in the logs', async () => {
  const key = 'limits-test-key-0123456789';
  const node = await started({
    rateLimits: true,
    flags: ['--log-level', 'trace', '--rate-limit-peer', '7'],
    environment: { QV_API_KEYS: `peer:${key}` },
  });
  const send = (path: string, sent: Record<string, string> = {}) =>
    exchange(node.url, path, { method: 'POST', headers: { ...JSON_HEADERS, ...sent }, body: '{}' });
  expect(seen(await send('/api/tx/broadcast'))).toEqual([401, 'api_key_required']);
  expect(seen(await send('/api/tx/broadcast', { 'x-api-key': `${key}x` }))).toEqual([401, 'api_key_invalid']);
  const known = await send('/api/tx/broadcast', { 'x-api-key': key });
  expect([known.status, ...(rate(known) as string[])]).toEqual([400, '7', '6']);
  expect(seen(await send('/api/v2/transfer'))).toEqual([400, 'malformed_body']);
  expect((await exchange(node.url, '/api/health')).status).toBe(200);
  expect(node.logs()).not.toContain(key);
});

test('a public edge answers 403 on the paths of operators, whatever the method', async () => {
  const { url } = await started({ flags: ['--public-edge'] });
  let checked = 0;
  for (const path of OPERATOR_PATHS.keys())
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await exchange(url, path, { method });
      expect(seen(answer), `${method} ${path}`).toEqual([403, 'public_edge']);
      checked++;
    }
  expect(checked).toBe(40);
  expect((await exchange(url, '/api/health')).status).toBe(200);
});

test('more WebSockets than the node takes are answered 503 with Retry-After', async () => {
  const { url } = await started({ flags: ['--ws-max-clients', '1'] });
  const address = `${url.replace('http', 'ws')}/api/ws`;
  const first = new WebSocket(address);
  onTestFinished(() => first.terminate());
  await once(first, 'open');
  const second = new WebSocket(address);
  second.on('error', () => {});
  const [, response] = await once(second, 'unexpected-response');
  expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5']);
});

describe('older endpoints, page sizes and bodies', () => {
  let node: LiveNode;

  beforeAll(async () => {
    node = await startNode({ genesis: { allocations } });
  });

  afterAll(() => node?.remove());

  test('every older unsigned endpoint answers 410 and names the route that replaced it, if there is one', async () => {
    let checked = 0;
    let replaced = 0;
    const known = routes.map(({ description }) => `${description.method} ${description.path}`);
    for (const { description } of legacyRoutes) {
      const { method, path, deprecated } = description;
      const answer = await exchange(node.url, path.replace(':id', 'some-id'), {
        method,
        headers: { 'content-type': 'text/plain' },
        ...(method === 'POST' && { body: 'anything' }),
      });
      expect(seen(answer), `${method} ${path}`).toEqual([410, 'legacy_endpoint']);
      const text = String(answer.json?.error).replace(`${method} ${path} is gone: `, '');
      const named = [...text.matchAll(/([A-Z]+) (\/api\/[^\s,;]*)/g)];
      for (const [, verb, target] of named) expect(known, text).toContain(`${verb} ${target}`);
      if (named.length === 0) expect(text).toMatch(/this version of the node has no [a-z ]+$/);
      else replaced++;
      expect(deprecated).toBe(true);
      checked++;
    }
    expect(checked).toBe(30);
    expect(replaced).toBeGreaterThan(9);
  });

  test('a missing part of the specification is named in the refusal', async () => {
    let checked = 0;
    for (const [part, paths] of absentParts)
      for (const start of paths)
        for (const path of [start, `${start}/some/thing`]) {
          const built = routes.filter(
            ({ description }) => description.path.startsWith(`${start}/`) && !description.deprecated,
          );
          expect(built, `${part} is built`).toEqual([]);
          const { status, json } = await exchange(node.url, path);
          expect([status, json?.code]).toEqual([404, 'route_not_found']);
          expect(json?.error).toBe(`there is no endpoint at ${path}: this version of the node has no ${part}`);
          checked++;
        }
    expect(checked).toBe(2 * absentParts.flatMap(([, paths]) => paths).length);
    const { json } = await exchange(node.url, '/api/contractors');
    expect(json?.error).toBe('there is no endpoint at /api/contractors');
  });

  test.each([
    [
      'POST',
      ['wallet/create', 'tx/submit', 'token/create', 'pool/create', 'pool/add-liquidity', 'pool/remove-liquidity'],
    ],
    [
      'POST',
      ['swap/execute', 'stake/submit', 'unstake/submit', 'mail/send', 'mail/read', 'mail/move', 'names/register'],
    ],
    ['POST', ['messenger/conversations', 'messenger/messages']],
    [
      'GET',
      ['messenger/conversations', 'messenger/messages', 'mail/inbox', 'mail/sent', 'mail/trash', 'mail/message/7'],
    ],
    ['GET', ['names/lookup']],
    ['DELETE', ['mail/7']],
  ])('%s of the specification: %j', async (method, paths) => {
    for (const path of paths)
      expect(seen(await exchange(node.url, `/api/${path}`, { method })), path).toEqual([410, 'legacy_endpoint']);
  });

  test.each([
    ['/api/blocks', 'limit=1.5'],
    ['/api/blocks', 'page=0'],
    ['/api/blocks', 'from_height=-1'],
    ['/api/blocks', 'from_height=9007199254740993'],
    ['/api/txs', 'offset=-1'],
    ['/api/txs', 'limit=1e3'],
    ['/api/blocks/summary', 'range=8d'],
  ])('%s?%s is malformed', async (path, query) => {
    const answer = await exchange(node.url, `${path}?${query}`);
    expect(seen(answer)).toEqual([400, 'malformed_parameter']);
  });

  test('an oversized header section is refused, and the node continues', async () => {
    const outcome = await exchange(node.url, '/api/health', { headers: { 'x-long': 'x'.repeat(1024 * 1024) } }).then(
      ({ status }) => status,
      () => 'closed',
    );
    expect([431, 'closed']).toContain(outcome);
    expect((await exchange(node.url, '/api/health', { headers: { 'x-long': 'x'.repeat(2_000) } })).status).toBe(200);
  });

  test('a body beyond the largest of any route is 413 by its length alone', async () => {
    const headers = { ...JSON_HEADERS, 'content-length': String(MAX_BODY_BYTES + 1) };
    const [status, code] = await new Promise<readonly [number | undefined, unknown]>((resolve, reject) => {
      const request = http.request(`${node.url}/api/v2/transfer`, { method: 'POST', headers, agent: false });
      request.on('error', reject).on('response', (response) => {
        response.setEncoding('utf8').once('data', (text: string) => {
          resolve([response.statusCode, JSON.parse(text).code]);
          request.destroy();
        });
      });
      request.on('close', () => reject(new Error('closed without an answer')));
      request.flushHeaders();
    });
    expect([status, code]).toEqual([413, 'too_large']);
  });
});
