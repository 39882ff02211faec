/** From a request to its answer, without a socket: finding the route, checking the body, writing what the handler
 *  gave. */

import { Type } from 'typebox';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { Content, streamed } from '../../../api/routing/answer.js';
import { createCors } from '../../../api/routing/cors.js';
import { oneOf, wholeNumber } from '../../../api/routing/parameters.js';
import { PathTable } from '../../../api/routing/pathTable.js';
import { type Route, routesFor } from '../../../api/routing/route.js';
import { createRouter } from '../../../api/routing/router.js';
import { type Body, BodyWanted } from '../../../api/server/port.js';
import { InvariantError, refuse } from '../../../engine/base/refusal.js';
import { header, json, request, settled } from './requests.js';

interface Context {
  readonly height: number;
}

const defineRoute = routesFor<Context>();
const chapter = 'Test';
const Anything = { 200: Type.Unknown() };

const height = defineRoute({
  method: 'GET',
  path: '/api/height',
  summary: 'The height',
  chapter,
  query: Type.Object({
    limit: wholeNumber({ minimum: 1, maximum: 1_000, default: 200 }),
    order: Type.Optional(oneOf(['up', 'down'])),
  }),
  response: {
    200: Type.Object({ height: Type.Integer(), limit: Type.Integer(), order: Type.Optional(Type.String()) }),
  },
  handler: (context, { query }) => {
    expectTypeOf(query).toEqualTypeOf<{ limit: number; order?: 'up' | 'down' }>();
    return { height: context.height, ...query };
  },
});

const token = defineRoute({
  method: 'GET',
  path: '/api/balance/:key/:symbol',
  summary: 'One token',
  chapter,
  params: Type.Object({ key: Type.String(), symbol: Type.String({ maxLength: 4 }) }),
  response: { 200: Type.Object({ params: Type.Object({ key: Type.String(), symbol: Type.String() }) }) },
  handler: (_, { params }) => ({ params }),
});

const faucet = defineRoute({
  method: 'POST',
  path: '/api/faucet',
  summary: 'Typed body',
  chapter,
  bodyLimit: 500,
  body: Type.Object({ key: Type.String(), amount: Type.Optional(Type.Number()) }),
  response: { 200: Type.Object({ key: Type.String() }) },
  handler: async (_, { body }) => {
    expectTypeOf(body).toEqualTypeOf<{ key: string; amount?: number }>();
    return { key: body.key };
  },
});

const raw = defineRoute({
  method: 'POST',
  path: '/api/raw',
  summary: 'Bytes',
  chapter,
  body: 'raw',
  bodyLimit: 100,
  contentTypes: ['application/json', 'application/x-protobuf'],
  response: { 200: Type.Object({ bytes: Type.Integer() }) },
  handler: (_, { body }) => ({ bytes: body.length }),
});

function routerOf(routes: readonly Route<Context>[]) {
  const reports: [string, string][] = [];
  const report = (error: unknown, where: string) => reports.push([String(error), where]);
  const route = createRouter({ routes, context: { height: 7 }, cors: createCors(['http://page']), report });
  const ask = (method: string, target: string, headers: Readonly<Record<string, string>> = {}, body?: Body | string) =>
    settled(route(request(method, target, headers)), body);
  return { ask, reports, route };
}

const { ask, route } = routerOf([height, token, faucet, raw]);

describe('finding a route', () => {
  test('answers a fixed path and one with parameters', async () => {
    expect(json(await ask('GET', '/api/height'))).toEqual({ height: 7, limit: 200 });
    expect(json(await ask('GET', '/api/balance/rouge1abc/XRGE'))).toEqual({
      params: { key: 'rouge1abc', symbol: 'XRGE' },
    });
  });

  test('decodes parameters after matching, and refuses bad encoding', async () => {
    expect(json(await ask('GET', '/api/balance/a%2Fb/%C3%A9'))).toEqual({ params: { key: 'a/b', symbol: 'é' } });
    for (const bad of ['%', '%zz', '%ff', '%C3']) {
      const answer = await ask('GET', `/api/balance/${bad}/X`);
      expect(answer.status).toBe(400);
      expect(json(answer)).toMatchObject({ code: 'malformed_parameter', error: 'key is not well percent-encoded' });
    }
  });

  test.each([
    '/',
    '/api',
    '/api/height/',
    '/api/balance',
    '/api/balance/x',
    '/api/balance//X',
    '/api/balance/x/',
    '/API/height',
  ])('%s is an unknown path', async (path) => {
    const answer = await ask('GET', path);
    expect(answer.status).toBe(404);
    expect(json(answer)).toEqual({ success: false, error: `there is no endpoint at ${path}`, code: 'route_not_found' });
  });

  test('repeats only the beginning of a long unknown path', async () => {
    const answer = await ask('GET', `/${'a'.repeat(10_000)}`);
    expect(String(answer.body).length).toBeLessThan(300);
  });

  test('names the methods of a known path', async () => {
    const answer = await ask('DELETE', '/api/height');
    expect(answer.status).toBe(405);
    expect(header(answer, 'allow')).toBe('GET, HEAD, OPTIONS');
    expect(json(answer)).toMatchObject({ code: 'method_not_allowed', error: 'this endpoint answers GET only' });
    expect(header(await ask('GET', '/api/faucet'), 'allow')).toBe('POST, OPTIONS');
    expect((await ask('HEAD', '/api/faucet')).status).toBe(405);
    expect((await ask('get', '/api/height')).status).toBe(405);
  });

  test('runs the GET route for HEAD, and answers OPTIONS by itself', async () => {
    expect(json(await ask('HEAD', '/api/height'))).toEqual({ height: 7, limit: 200 });
    const options = await ask('OPTIONS', '/api/height');
    expect(options).toMatchObject({ status: 204 });
    expect(options.body).toBeUndefined();
    expect(header(options, 'allow')).toBe('GET, HEAD, OPTIONS');
    expect((await ask('OPTIONS', '/nothing')).status).toBe(404);
  });

  test('prefers fixed segments, and comes back from a dead end', () => {
    const table = new PathTable<string>();
    for (const path of ['/a/:x/c', '/a/b/d', '/a/b', '/:any', '/a/:x/:y']) table.at(path, () => path);
    expect(table.find('/a/b')).toEqual({ entry: '/a/b', values: [] });
    expect(table.find('/a/b/d')).toEqual({ entry: '/a/b/d', values: [] });
    expect(table.find('/a/b/c')).toEqual({ entry: '/a/:x/c', values: ['b'] });
    expect(table.find('/a/q/r')).toEqual({ entry: '/a/:x/:y', values: ['q', 'r'] });
    expect(table.find(`/${'k'.repeat(4_000)}`)).toEqual({ entry: '/:any', values: ['k'.repeat(4_000)] });
    expect(table.find('/a/b/d/e')).toBeUndefined();
    expect(table.at('/a/:other/c', () => 'new')).toBe('/a/:x/c');
  });

  test('a table with two routes for one method and path, or a parameter without schema, is a bug', () => {
    expect(() => routerOf([height, height])).toThrow(InvariantError);
    expect(() =>
      defineRoute({ method: 'GET', path: '/a/:b', summary: '', chapter, response: Anything, handler: () => 1 }),
    ).toThrow('its parameters need a schema each');
  });

  test('keeps what a description of the API needs', () => {
    expect(height.description).toMatchObject({ method: 'GET', path: '/api/height', summary: 'The height', chapter });
    expect(height.description.query?.properties).toHaveProperty('limit');
    expect(height.description).not.toHaveProperty('handler');
  });
});

describe('bodies', () => {
  const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

  test('are asked for within the limit of the route', () => {
    const outcome = route(request('POST', '/api/faucet', JSON_TYPE));
    expect(outcome).toBeInstanceOf(BodyWanted);
    expect((outcome as BodyWanted).limit).toBe(500);
  });

  test('are checked by their schema; the answer names the member', async () => {
    expect(json(await ask('POST', '/api/faucet', JSON_TYPE, '{"key":"k","more":1}'))).toEqual({ key: 'k' });
    const cases: [body: string, error: string][] = [
      ['', 'the request has no body; send a JSON object'],
      ['{}', 'key is missing'],
      ['{"key":1}', 'key must be string'],
      ['{"key":"k","amount":"1"}', 'amount must be number'],
      ['[]', 'the body must be object'],
      ['{"key":', 'not valid JSON: expected a value at position 7'],
      ['{"key":"a","key":"b"}', 'not valid JSON: key "key" is repeated'],
      [`{"key":${'['.repeat(40)}`, 'not valid JSON: nested deeper than 32 levels'],
    ];
    for (const [body, error] of cases) {
      const answer = await ask('POST', '/api/faucet', JSON_TYPE, body);
      expect(answer.status).toBe(400);
      expect(json(answer)).toEqual({ success: false, error, code: 'malformed_body' });
    }
    const broken = await ask('POST', '/api/faucet', JSON_TYPE, new Uint8Array([0x22, 0xff, 0x22]));
    expect(json(broken)).toMatchObject({ error: 'the body is not well-formed UTF-8' });
  });

  test('prototype keys are keys like any other', async () => {
    let seen: unknown;
    const spy = defineRoute({
      method: 'POST',
      path: '/spy',
      summary: '',
      chapter,
      body: Type.Object({}),
      bodyLimit: 100,
      response: Anything,
      handler: (_, { body }) => {
        seen = body;
        return {};
      },
    });
    await routerOf([spy]).ask('POST', '/spy', {}, '{"__proto__":{"admin":true},"constructor":1}');
    expect(Object.keys(seen as object)).toEqual(['__proto__', 'constructor']);
    expect((seen as { admin?: unknown }).admin).toBeUndefined();
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });

  test('over the limit, or without room, are refused', async () => {
    const large = await ask('POST', '/api/faucet', JSON_TYPE, 'too_large');
    expect(large.status).toBe(413);
    expect(json(large)).toEqual({ success: false, error: 'the body is larger than 500 bytes', code: 'too_large' });
    const busy = await ask('POST', '/api/faucet', JSON_TYPE, 'no_room');
    expect([busy.status, header(busy, 'retry-after')]).toEqual([503, '1']);
  });

  test('of another media type are refused before they are received', async () => {
    for (const type of [
      'text/plain',
      'application/x-protobuf',
      'application/jsonx',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await ask('POST', '/api/faucet', { 'content-type': type });
      expect(answer.status).toBe(415);
      expect(json(answer)).toMatchObject({
        error: 'send the body as application/json',
        code: 'unsupported_media_type',
      });
    }
    for (const type of ['', 'application/json', 'Application/JSON ;charset=UTF-8', 'application/x-protobuf'])
      expect(json(await ask('POST', '/api/raw', { 'content-type': type }, 'abc'))).toEqual({ bytes: 3 });
  });
});

describe('answers', () => {
  const answering = (handler: () => unknown) =>
    routerOf([
      defineRoute({
        method: 'GET',
        path: '/',
        summary: '',
        chapter,
        response: Anything,
        handler: handler as () => Content,
      }),
    ]);

  test('a value is JSON', async () => {
    const answer = await answering(() => ({ ok: 'grüße' })).ask('GET', '/');
    expect(answer).toMatchObject({ status: 200, body: '{"ok":"grüße"}' });
    expect(header(answer, 'content-type')).toBe('application/json; charset=utf-8');
  });

  test('a refusal has the status of its code, and Retry-After when a new try can succeed', async () => {
    const refused = await answering(() => refuse('nonce_used', 'this nonce was used')).ask('GET', '/');
    expect(refused.status).toBe(401);
    expect(json(refused)).toEqual({ success: false, error: 'this nonce was used', code: 'nonce_used' });
    expect(header(refused, 'retry-after')).toBeUndefined();
    const later = await answering(async () => refuse('faucet_cooldown', 'wait', 59.2)).ask('GET', '/');
    expect([later.status, header(later, 'retry-after')]).toEqual([429, '60']);
  });

  test('content keeps its type, status and headers', async () => {
    const page = new Content('text/html', '<p>', 404, [['X-Page', '1']]);
    const answer = await answering(() => page).ask('GET', '/');
    expect(answer).toMatchObject({ status: 404, body: '<p>' });
    expect([header(answer, 'content-type'), header(answer, 'x-page')]).toEqual(['text/html', '1']);
    const body = (async function* () {})();
    expect(await answering(() => streamed('application/json', body)).ask('GET', '/')).toMatchObject({ body });
  });

  test('an exception, now or later, is a 500 that tells nothing; its error is reported', async () => {
    const throwing = (): never => {
      throw new Error('secret detail');
    };
    for (const handler of [throwing, async () => throwing(), () => 1n]) {
      const { ask: askBroken, reports } = answering(handler);
      const answer = await askBroken('GET', '/', { origin: 'http://page' });
      expect(answer.status).toBe(500);
      expect(answer.body).toBe('{"success":false,"error":"internal error","code":"internal"}');
      expect(header(answer, 'access-control-allow-origin')).toBe('http://page');
      expect(reports).toHaveLength(1);
      expect(reports[0]?.[1]).toBe('GET /');
    }
    const broken = defineRoute({
      method: 'POST',
      path: '/',
      summary: '',
      chapter,
      body: 'raw',
      bodyLimit: 100,
      response: Anything,
      handler: throwing,
    });
    const { ask: askBroken, reports } = routerOf([broken]);
    expect((await askBroken('POST', '/', {}, 'x')).status).toBe(500);
    expect(reports).toEqual([['Error: secret detail', 'POST /']]);
  });
});
