/** What the API counts about its clients: one count for each answer, under labels that a stranger cannot add to. */

import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { ApiMeasures } from '../../../api/measures.js';
import { createCors } from '../../../api/routing/cors.js';
import { routesFor } from '../../../api/routing/route.js';
import { createRouter } from '../../../api/routing/router.js';
import type { Answer, ServerSocket, SocketEvents } from '../../../api/server/port.js';
import { refuse } from '../../../engine/base/refusal.js';
import { request, settled } from './requests.js';

const defineRoute = routesFor<undefined>();
const response = { 200: Type.Object({}) };
const chapter = 'Test';
const common = { chapter, summary: 'a route', response };

const routes = [
  defineRoute({ ...common, method: 'GET', path: '/fast', handler: () => ({}) }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/item/:id',
    params: Type.Object({ id: Type.String() }),
    handler: async (_, { params }) => (params.id === 'none' ? refuse('not_found', 'there is none') : {}),
  }),
  defineRoute({ ...common, method: 'POST', path: '/body', body: 'raw', bodyLimit: 100, handler: async () => ({}) }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/broken',
    handler: () => {
      throw new Error('a bug');
    },
  }),
  defineRoute({ ...common, method: 'GET', path: '/rejecting', handler: () => Promise.reject(new Error('a bug')) }),
];

function scene() {
  let now = 0;
  const clock = { now: () => 0, monotonic: () => now++ };
  const measures = new ApiMeasures(clock);
  const counted = routes.map((route) => measures.route(route));
  const handle = measures.router(
    createRouter({ routes: counted, context: undefined, cors: createCors([]), report: () => undefined }),
  );
  const ask = (method: string, path: string): Promise<Answer> =>
    settled(handle(request(method, path, { 'content-type': 'application/json' })), '{}');
  const of = (pattern: string) => measures.routes.find((route) => route.pattern === pattern);
  return { measures, ask, of };
}

test('requests are counted by pattern and class of the status, however they are answered', async () => {
  const { measures, ask, of } = scene();
  for (const path of ['/fast', '/item/a', '/item/none', '/item/b', '/broken', '/rejecting']) await ask('GET', path);
  await ask('HEAD', '/fast');
  await ask('POST', '/body');
  expect([...(of('/fast')?.statuses ?? [])]).toEqual([['2xx', 2]]);
  expect([...(of('/item/:id')?.statuses ?? [])]).toEqual([
    ['2xx', 2],
    ['4xx', 1],
  ]);
  expect([...(of('/body')?.statuses ?? [])]).toEqual([['2xx', 1]]);
  expect([...(of('/broken')?.statuses ?? [])]).toEqual([['5xx', 1]]);
  expect([...(of('/rejecting')?.statuses ?? [])]).toEqual([['5xx', 1]]);
  expect(of('/item/:id')?.seconds.counts.reduce((sum, count) => sum + count)).toBe(3);
  expect(of('/item/:id')?.seconds.sum).toBeGreaterThanOrEqual(0.003);
  expect(measures.unrouted.size).toBe(0);
});

test('strangers add nothing but to the count of a status', async () => {
  const { measures, ask } = scene();
  const patterns = measures.routes.map(({ pattern }) => pattern);
  for (let n = 0; n < 50; n++) await ask('GET', `/${n}/x`);
  await ask('BREW', '/fast');
  await ask('OPTIONS', '/fast');
  expect(measures.routes.map(({ pattern }) => pattern)).toEqual(patterns);
  expect(measures.routes.every(({ statuses }) => statuses.size === 0)).toBe(true);
  expect([...measures.unrouted].sort()).toEqual([
    [204, 1],
    [404, 50],
    [405, 1],
  ]);
});

test('WebSockets are counted by how they end', () => {
  const { measures } = scene();
  const heard: string[] = [];
  const events: SocketEvents = {
    open: () => void heard.push('open'),
    message: (message) => void heard.push(`message ${message}`),
    drain: () => void heard.push('drain'),
    close: (code, reason) => void heard.push(`close ${code} ${reason}`),
  };
  let full = false;
  const door = measures.door({
    path: '/ws',
    accept: () => (full ? { refused: { status: 503, headers: [] } } : { events, subprotocol: 'chosen' }),
  });
  const handshake = request('GET', '/ws');
  const ends = [1013, 1006, 4999, 3000];
  for (const code of ends) {
    const decision = door.accept(handshake);
    if (!('events' in decision)) throw new Error('the door is open');
    expect(decision.subprotocol).toBe('chosen');
    decision.events.open({} as ServerSocket);
    expect(measures.openSockets).toBe(1);
    decision.events.message('hello');
    decision.events.drain();
    decision.events.close(code, 'why');
  }
  full = true;
  expect('refused' in door.accept(handshake)).toBe(true);
  expect(heard.slice(0, 4)).toEqual(['open', 'message hello', 'drain', 'close 1013 why']);
  expect(heard.length).toBe(4 * ends.length);
  expect(measures.sockets).toEqual({ opened: 4, refused: 1 });
  expect([...measures.closes]).toEqual([
    [1013, 1],
    [1006, 1],
    [0, 2],
  ]);
  expect(measures.openSockets).toBe(0);
});
