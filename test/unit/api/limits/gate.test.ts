/** The gate in front of the routes, without a socket: what is counted and as what, keys and their tiers, the public
 *  edge. */

import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { Gate, gatedSocket, type LimitOptions, OPERATOR_PATHS } from '../../../../api/limits/gate.js';
import { createCors } from '../../../../api/routing/cors.js';
import { routesFor } from '../../../../api/routing/route.js';
import { createRouter } from '../../../../api/routing/router.js';
import type { Answer, ServerRequest } from '../../../../api/server/port.js';
import { header, json, request, settled } from '../requests.js';

const off: LimitOptions = {
  reads: 0,
  writes: 0,
  validators: 0,
  peers: 0,
  apiKeys: [],
  trustedProxies: [],
  publicEdge: false,
};

const KEYS = ['plain-key-0123456789', 'validator:validator-0123456789', 'peer:peer-key-0123456789'];

const defineRoute = routesFor<object>();
let handled = 0;
const handler = () => {
  handled++;
  return {};
};
const common = { summary: '', chapter: 'Test', response: { 200: Type.Unknown() }, handler };
const routes = [
  defineRoute({ method: 'GET', path: '/api/read', ...common }),
  defineRoute({ method: 'POST', path: '/api/v2/write', body: 'raw', bodyLimit: 100, ...common }),
  defineRoute({ method: 'POST', path: '/api/quote', body: 'raw', bodyLimit: 100, counts: 'read', ...common }),
  defineRoute({ method: 'GET', path: '/', counts: 'page', ...common }),
  defineRoute({ method: 'GET', path: '/file', counts: 'free', ...common }),
  defineRoute({ method: 'GET', path: '/scrape', counts: 'free_here', ...common }),
  defineRoute({ method: 'POST', path: '/api/tx/broadcast', body: 'raw', bodyLimit: 100, ...common }),
  defineRoute({ method: 'POST', path: '/api/tx/submit', deprecated: true, ...common }),
];

function doorOf(options: Partial<LimitOptions>) {
  const gate = new Gate({ ...off, ...options });
  const router = createRouter({ routes, context: {}, cors: createCors(['http://page']), gate, report: () => {} });
  const ask = (method: string, path: string, headers: Readonly<Record<string, string>> = {}, from = '203.0.113.1') =>
    settled(router({ ...request(method, path, headers), remoteAddress: from } as ServerRequest), '{}');
  return { gate, ask, router };
}

const seen = (answer: Answer): unknown => [
  answer.status,
  answer.status < 400 ? undefined : (json(answer) as { code: string }).code,
];
const left = (answer: Answer): string | undefined => header(answer, 'x-ratelimit-remaining');

describe('rate limits', () => {
  test('headers count down, and 429 says when to come back', async () => {
    const { ask } = doorOf({ reads: 2, writes: 1, now: () => 1_000_000 });
    const first = await ask('GET', '/api/read');
    expect([header(first, 'x-ratelimit-limit'), left(first), header(first, 'x-ratelimit-reset')]).toEqual([
      '2',
      '1',
      '60',
    ]);
    expect(left(await ask('GET', '/api/read'))).toBe('0');
    const refused = await ask('GET', '/api/read', { origin: 'http://page' });
    expect(seen(refused)).toEqual([429, 'rate_limited']);
    expect(json(refused)).toMatchObject({
      success: false,
      error: 'too many reads from this address: 2 a minute are allowed; try again in 60 s',
    });
    expect([header(refused, 'retry-after'), left(refused), header(refused, 'x-ratelimit-limit')]).toEqual([
      '60',
      '0',
      '2',
    ]);
    expect(header(refused, 'access-control-allow-origin')).toBe('http://page');
    expect(seen(await ask('GET', '/api/read', {}, '203.0.113.2'))).toEqual([200, undefined]);
  });

  test('reads and writes are counted apart; a route may say what it is', async () => {
    const { ask } = doorOf({ reads: 5, writes: 3 });
    expect(left(await ask('POST', '/api/v2/write'))).toBe('2');
    expect(left(await ask('GET', '/api/read'))).toBe('4');
    expect(left(await ask('HEAD', '/api/read'))).toBe('3');
    expect(left(await ask('POST', '/api/quote'))).toBe('2');
    expect(left(await ask('GET', '/nowhere'))).toBe('1');
    expect(left(await ask('GET', '/api/quote'))).toBe('0');
    expect(left(await ask('DELETE', '/nowhere'))).toBe('1');
    expect(left(await ask('POST', '/api/read'))).toBe('0');
  });

  test('where they are free here, only what comes from this machine without a proxy is not counted', async () => {
    const { ask, gate } = doorOf({ reads: 2, writes: 1, freeHere: true });
    for (let index = 0; index < 5; index++) {
      for (const from of ['127.0.0.1', '127.8.8.8', '::1']) {
        const answer = await ask(index % 2 ? 'POST' : 'GET', index % 2 ? '/api/v2/write' : '/api/read', {}, from);
        expect([answer.status, left(answer)]).toEqual([200, undefined]);
      }
      const page = await ask(
        'GET',
        '/api/read',
        { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' },
        '::1',
      );
      expect([page.status, left(page)]).toEqual([200, undefined]);
    }
    const here = request('POST', '/api/v2/batch');
    expect([gate.charge(here, 1_000).refusal, gate.writeLimit(here)]).toEqual([undefined, undefined]);
    const forwarding = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-host', 'cf-connecting-ip'];
    for (const name of forwarding) {
      const passedOn = { ...request('GET', '/api/read', { [name]: 'a' }), remoteAddress: '127.0.0.1' } as ServerRequest;
      expect(gate.writeLimit(passedOn)?.writes, name).toBe(1);
    }
    expect(left(await ask('GET', '/api/read', { 'x-real-ip': '203.0.113.9' }, '127.0.0.1'))).toBe('1');
    expect(left(await ask('GET', '/api/read', { host: 'node.example' }, '127.0.0.1'))).toBe('0');
    expect(left(await ask('GET', '/api/read', {}, '192.168.0.7'))).toBe('1');
    const known = doorOf({ reads: 2, freeHere: true, trustedProxies: ['10.0.0.1'] });
    expect(left(await known.ask('GET', '/api/read', {}, '127.0.0.1'))).toBe('1');
    const keyed = doorOf({ reads: 2, freeHere: true, apiKeys: KEYS });
    expect(left(await keyed.ask('GET', '/api/read', { 'x-api-key': KEYS[0] ?? '' }, '127.0.0.1'))).toBe('1');
  });

  test('OPTIONS is free, as a preflight and without', async () => {
    const { ask } = doorOf({ reads: 1, writes: 1 });
    const preflight = { origin: 'http://page', 'access-control-request-method': 'POST' };
    for (let index = 0; index < 5; index++) {
      expect(await ask('OPTIONS', '/api/read', preflight)).toMatchObject({ status: 204 });
      const plain = await ask('OPTIONS', '/api/read');
      expect([plain.status, left(plain)]).toEqual([204, undefined]);
    }
    expect(left(await ask('GET', '/api/read'))).toBe('0');
  });

  test('a free route is free for everybody, one that is free here for programs of this machine', async () => {
    const { ask } = doorOf({ reads: 2, apiKeys: KEYS });
    for (let index = 0; index < 5; index++) {
      const file = await ask('GET', '/file', { 'x-api-key': `guess-${index}` });
      expect([file.status, left(file)]).toEqual([200, undefined]);
      const scrape = await ask('GET', '/scrape', {}, index % 2 ? '127.0.0.1' : '::1');
      expect([scrape.status, left(scrape)]).toEqual([200, undefined]);
    }
    expect(left(await ask('GET', '/scrape'))).toBe('1');
    for (const name of ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'])
      expect(left(await ask('GET', '/scrape', { [name]: '203.0.113.1' }, '127.0.0.1')), name).toMatch(/^\d$/);
  });

  test('reads of the page have a limit of their own, twice that of the API, and its writes have none', async () => {
    const { ask, gate } = doorOf({ reads: 2, writes: 1, apiKeys: KEYS, now: () => 1_000_000 });
    const page = { 'x-rouged-page': '1' };
    const counts: unknown[] = [];
    for (let read = 0; read < 3; read++) counts.push(left(await ask('GET', '/api/read', page)));
    counts.push(left(await ask('GET', '/')));
    expect(counts).toEqual(['3', '2', '1', '0']);
    const refused = await ask('POST', '/api/quote', page);
    expect(seen(refused)).toEqual([429, 'rate_limited']);
    expect(json(refused)).toMatchObject({
      error: 'too many reads of the page from this address: 4 a minute are allowed; try again in 60 s',
    });
    expect(left(await ask('GET', '/api/read'))).toBe('1');
    expect(left(await ask('POST', '/api/v2/write', page))).toBe('0');
    // A key that is sent is looked at, and its guess counted where other reads are.
    expect(seen(await ask('GET', '/api/read', { ...page, 'x-api-key': 'guess' }))).toEqual([401, 'api_key_invalid']);
    expect(seen(await ask('GET', '/api/read'))).toEqual([429, 'rate_limited']);
    const socket = gatedSocket({ path: '/ws', accept: () => ({ refused: { status: 503, headers: [] } }) }, gate);
    const other = (target: string) => ({ ...request('GET', target), remoteAddress: '203.0.113.2' }) as ServerRequest;
    socket.accept(other('/ws?page'));
    for (const query of ['', '?pages', '?page=1']) socket.accept(other(`/ws${query}`));
    expect(left(await ask('GET', '/api/read', page, '203.0.113.2'))).toBe('2');
    expect(seen(await ask('GET', '/api/read', {}, '203.0.113.2'))).toEqual([429, 'rate_limited']);
  });

  test('a refused write is answered without its body, and its route is not run', () => {
    const { router } = doorOf({ writes: 1 });
    router(request('POST', '/api/v2/write'));
    const before = handled;
    const outcome = router(request('POST', '/api/v2/write'));
    expect(outcome).toMatchObject({ status: 429 });
    expect(handled).toBe(before);
  });

  test('0 is no limit, and no headers', async () => {
    const { ask } = doorOf({ reads: 0, writes: 1 });
    for (let index = 0; index < 300; index++) {
      const answer = await ask('GET', '/api/read');
      expect([answer.status, left(answer)]).toEqual([200, undefined]);
    }
    expect(left(await ask('POST', '/api/v2/write'))).toBe('0');
  });

  test('X-Forwarded-For counts only from a trusted proxy; hosts of an IPv6 /64 are one', async () => {
    const spoofed = doorOf({ reads: 2 });
    for (let index = 0; index < 2; index++)
      await spoofed.ask('GET', '/api/read', { 'x-forwarded-for': `10.0.0.${index}` });
    expect((await spoofed.ask('GET', '/api/read', { 'x-forwarded-for': '10.0.0.9' })).status).toBe(429);

    const { ask } = doorOf({ reads: 1, trustedProxies: ['127.0.0.0/8'] });
    const through = (forwarded: string) => ask('GET', '/api/read', { 'x-forwarded-for': forwarded }, '127.0.0.1');
    expect((await through('198.51.100.1')).status).toBe(200);
    expect((await through('198.51.100.2')).status).toBe(200);
    expect((await through('9.9.9.9, 198.51.100.2')).status).toBe(429);
    expect((await through('2001:db8::1')).status).toBe(200);
    expect((await through('2001:db8::2:3')).status).toBe(429);
    expect((await through('2001:db8:0:1::1')).status).toBe(200);
    expect((await ask('GET', '/api/read', { 'x-forwarded-for': '7.7.7.7' }, '198.51.100.1')).status).toBe(429);
  });

  test('a WebSocket handshake is a read', () => {
    const { gate } = doorOf({ reads: 1 });
    const events = { open() {}, message() {}, drain() {}, close() {} };
    const route = gatedSocket({ path: '/api/ws', accept: () => ({ events }) }, gate);
    expect(route.accept(request('GET', '/api/ws'))).toEqual({ events });
    expect(route.accept(request('GET', '/api/ws'))).toMatchObject({ refused: { status: 429 } });
  });
});

describe('API keys', () => {
  test('without configured keys the header means nothing', async () => {
    expect((await doorOf({}).ask('POST', '/api/tx/broadcast', { 'x-api-key': 'anything' })).status).toBe(200);
  });

  test('reads and signed writes are open, unsigned writes need a key, a wrong key is named', async () => {
    const { ask } = doorOf({ apiKeys: KEYS });
    expect(seen(await ask('GET', '/api/read'))).toEqual([200, undefined]);
    expect(seen(await ask('POST', '/api/v2/write'))).toEqual([200, undefined]);
    expect(seen(await ask('POST', '/api/quote'))).toEqual([200, undefined]);
    expect(seen(await ask('POST', '/api/tx/submit'))).toEqual([200, undefined]);
    expect(seen(await ask('POST', '/api/tx/broadcast'))).toEqual([401, 'api_key_required']);
    expect(seen(await ask('POST', '/api/peers/register'))).toEqual([401, 'api_key_required']);
    for (const key of ['plain-key-0123456789', 'validator-0123456789', 'peer-key-0123456789'])
      expect(seen(await ask('POST', '/api/tx/broadcast', { 'x-api-key': key }))).toEqual([200, undefined]);
    for (const key of ['plain-key-012345678', 'plain-key-0123456789 ', 'validator:validator-0123456789', 'x']) {
      const answer = await ask('GET', '/api/read', { 'x-api-key': key });
      expect(seen(answer)).toEqual([401, 'api_key_invalid']);
      expect(String(answer.body)).not.toContain(key.length > 1 ? key : 'plain-key');
    }
  });

  test('a key has its own count, and the limit of its tier', async () => {
    const { ask } = doorOf({ apiKeys: KEYS, reads: 2, writes: 1, validators: 5, peers: 3 });
    const limitWith = async (key: string, method = 'GET', path = '/api/read') => {
      const answer = await ask(method, path, { 'x-api-key': key });
      return [header(answer, 'x-ratelimit-limit'), left(answer)];
    };
    expect(await limitWith('plain-key-0123456789')).toEqual(['2', '1']);
    expect(left(await ask('GET', '/api/read'))).toBe('1');
    expect(await limitWith('validator-0123456789')).toEqual(['5', '4']);
    expect(await limitWith('validator-0123456789', 'POST', '/api/v2/write')).toEqual(['5', '3']);
    expect(await limitWith('peer-key-0123456789')).toEqual(['3', '2']);
  });

  test('guessing keys uses up the limit of the address', async () => {
    const { ask } = doorOf({ apiKeys: KEYS, reads: 3 });
    const codes: unknown[] = [];
    for (let guess = 0; guess < 5; guess++)
      codes.push((await ask('GET', '/api/read', { 'x-api-key': `guess-${guess}` })).status);
    expect(codes).toEqual([401, 401, 401, 429, 429]);
  });
});

test('a public edge refuses the paths of operators, whatever the method', async () => {
  const { ask } = doorOf({ publicEdge: true, apiKeys: KEYS });
  expect(OPERATOR_PATHS.size).toBe(8);
  for (const path of OPERATOR_PATHS.keys())
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH'])
      expect(seen(await ask(method, path)), `${method} ${path}`).toEqual([403, 'public_edge']);
  expect((await ask('GET', '/api/read')).status).toBe(200);
  const { ask: askInside } = doorOf({});
  expect((await askInside('POST', '/api/tx/broadcast')).status).toBe(200);
});
