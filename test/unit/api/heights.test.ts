/** Reads with a least height, without a socket: what passes, what waits, what releases it, and every bound of the waits. */

import { Type } from 'typebox';
import { expect, onTestFinished, test } from 'vitest';
import { Places } from '../../../api/limits/places.js';
import { routes } from '../../../api/routes/index.js';
import { pageRoutes } from '../../../api/routes/page.js';
import { createCors } from '../../../api/routing/cors.js';
import { FAR_BLOCKS, Heights, heightWaits, readsChain } from '../../../api/routing/heights.js';
import { routesFor } from '../../../api/routing/route.js';
import { createRouter } from '../../../api/routing/router.js';
import type { Answer } from '../../../api/server/port.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { header, json, request, settled } from './requests.js';

/** Longer than any test: only what is tested ends a wait. */
const LONG_MS = 600_000;

class Scene {
  height = 7;
  lowest = 0;
  target: number | undefined;
  handled = 0;
  readonly heights: Heights;
  readonly #route: ReturnType<typeof createRouter>;

  constructor({ waitMs = LONG_MS, places = new Places(heightWaits) } = {}) {
    this.heights = new Heights(
      () => this,
      ({ remoteAddress }) => remoteAddress,
      places,
      waitMs,
    );
    onTestFinished(() => this.heights.close());
    const defineRoute = routesFor<Scene>(({ heights }) => heights);
    const common = { chapter: 'Test', summary: 'Test', response: { 200: Type.Unknown() } };
    const handler = (scene: Scene): unknown => {
      scene.handled++;
      return { height: scene.height };
    };
    this.#route = createRouter<Scene>({
      routes: [
        defineRoute({
          ...common,
          method: 'GET',
          path: '/read',
          query: Type.Object({ n: Type.Integer({ default: 1 }) }),
          handler,
        }),
        defineRoute({ ...common, method: 'GET', path: '/bare', handler }),
        defineRoute({ ...common, method: 'GET', path: '/file', hasNoHeight: true, handler }),
        defineRoute({
          ...common,
          method: 'POST',
          path: '/quote',
          counts: 'read',
          body: Type.Object({}),
          bodyLimit: 10,
          handler,
        }),
        defineRoute({ ...common, method: 'POST', path: '/write', body: 'raw', bodyLimit: 10, handler }),
      ],
      context: this,
      cors: createCors(['http://page']),
      report: (error) => expect.fail(String(error)),
    }) as ReturnType<typeof createRouter>;
  }

  ask(target: string, { method = 'GET', from = '192.0.2.1', origin = '' } = {}): Promise<Answer> & { abort(): void } {
    let hook = (): void => {};
    const asked = {
      ...request(method, target, { 'content-type': 'application/json', origin }),
      remoteAddress: from,
      onAbort: (given: () => void) => {
        hook = given;
      },
    };
    const answer = settled(this.#route(asked), '{}');
    return Object.assign(answer, { abort: () => hook() });
  }

  move(height: number): void {
    this.height = height;
    this.heights.moved();
  }
}

test('a read says at which height it was answered, and a height that is there is not waited for', async () => {
  const scene = new Scene();
  for (const target of ['/read', '/bare', '/read?min_height=7', '/bare?min_height=0', '/read?n=2&min_height=7']) {
    const answer = await scene.ask(target);
    expect([answer.status, header(answer, 'x-block-height'), json(answer)], target).toEqual([200, '7', { height: 7 }]);
  }
  const quote = await scene.ask('/quote?min_height=7', { method: 'POST' });
  expect([quote.status, header(quote, 'x-block-height')]).toEqual([200, '7']);
  expect(header(await scene.ask('/bare', { origin: 'http://page' }), 'access-control-expose-headers')).toContain(
    'X-Block-Height',
  );
  for (const [method, target] of [
    ['GET', '/file?min_height=99'],
    ['POST', '/write?min_height=99'],
  ] as const) {
    const answer = await scene.ask(target, { method });
    expect([answer.status, header(answer, 'x-block-height')], target).toEqual([200, undefined]);
  }
  expect(scene.heights.waiting).toBe(0);
});

test('a read of a node that does not have all blocks says from which height on it has them', async () => {
  const scene = new Scene();
  expect(header(await scene.ask('/read'), 'x-lowest-block-height')).toBeUndefined();
  scene.lowest = 5;
  for (const target of ['/read', '/bare', '/read?min_height=7'])
    expect(header(await scene.ask(target), 'x-lowest-block-height'), target).toBe('5');
  expect(header(await scene.ask('/file'), 'x-lowest-block-height')).toBeUndefined();
});

test('the tip that is reached releases those who wait for it, and nobody else', async () => {
  const scene = new Scene();
  const eight = [scene.ask('/read?min_height=8'), scene.ask('/quote?min_height=8', { method: 'POST' })];
  const ten = scene.ask('/bare?min_height=10', { method: 'HEAD' });
  await Promise.resolve();
  expect([scene.heights.waiting, scene.handled]).toEqual([3, 0]);
  scene.move(7);
  expect(scene.heights.waiting).toBe(3);
  scene.move(9);
  expect(scene.heights.waiting).toBe(1);
  for (const answer of await Promise.all(eight))
    expect([answer.status, header(answer, 'x-block-height'), json(answer)]).toEqual([200, '9', { height: 9 }]);
  scene.move(12);
  expect(header(await ten, 'x-block-height')).toBe('12');
  expect([scene.heights.waiting, scene.handled]).toEqual([0, 3]);
});

test('who waits in vain gets 503 with the height of the node, and its handler never runs', async () => {
  const scene = new Scene({ waitMs: 1 });
  const answer = await scene.ask('/read?min_height=8');
  expect([answer.status, header(answer, 'retry-after'), header(answer, 'x-block-height')]).toEqual([503, '1', '7']);
  expect(json(answer)).toEqual({
    success: false,
    code: 'height_not_reached',
    error: 'this node is at height 7; block 8 is not there yet',
  });
  scene.target = 5_000;
  expect(json(await scene.ask('/read?min_height=8'))).toMatchObject({
    error: 'this node is at height 7 and fetches blocks up to 5000; block 8 is not there yet',
  });
  expect([scene.handled, scene.heights.waiting]).toEqual([0, 0]);
});

test('a height that no wait can reach is refused at once', async () => {
  const scene = new Scene();
  for (const height of [7 + FAR_BLOCKS + 1, Number.MAX_SAFE_INTEGER]) {
    const answer = await scene.ask(`/bare?min_height=${height}`);
    expect([answer.status, (json(answer) as { code: string }).code]).toEqual([503, 'height_not_reached']);
  }
  const near = scene.ask(`/bare?min_height=${7 + FAR_BLOCKS}`);
  expect(scene.heights.waiting).toBe(1);
  scene.move(7 + FAR_BLOCKS);
  expect((await near).status).toBe(200);
});

test('every strange spelling is refused with a sentence, and none is waited for', async () => {
  const scene = new Scene();
  const strange = [
    '',
    '-1',
    '1.0',
    '0x8',
    ' 8',
    '8 ',
    '+8',
    '1e3',
    '%38%2e',
    'NaN',
    'Infinity',
    '٣',
    '9007199254740992',
    '9'.repeat(400),
    '%ff',
    '8;9',
    'true',
    'null',
    '[8]',
  ];
  for (const text of strange)
    for (const path of ['/read', '/bare']) {
      const answer = await scene.ask(`${path}?min_height=${text.replaceAll(' ', '%20')}`);
      expect([answer.status, (json(answer) as { code: string }).code], text).toEqual([400, 'malformed_parameter']);
      expect((json(answer) as { error: string }).error, text).toContain('min_height');
    }
  for (const twice of ['min_height=1&min_height=1', 'min_height=1&min%5Fheight=1', '%6din_height=99999&min_height=1']) {
    const answer = await scene.ask(`/bare?${twice}`);
    expect([answer.status, (json(answer) as { code: string }).code], twice).toEqual([400, 'malformed_parameter']);
  }
  const encoded = scene.ask('/bare?%6Din%5fheight=%38');
  expect(scene.heights.waiting).toBe(1);
  scene.move(8);
  expect((await encoded).status).toBe(200);
  for (const other of ['MIN_HEIGHT=x', 'min-height=x', 'min_height%00=x', 'xmin_height=99'])
    expect((await scene.ask(`/bare?${other}`)).status, other).toBe(200);
});

test('waits are bounded in all and for each client, and a place is free again after every end', async () => {
  const scene = new Scene({ places: new Places({ places: 5, perClient: 3, nearShare: 0.4 }) });
  const waits = [1, 2, 3].map(() => scene.ask('/bare?min_height=8'));
  const isFull = async (from: string): Promise<void> => {
    const answer = await scene.ask('/bare?min_height=8', { from });
    expect([answer.status, header(answer, 'retry-after'), (json(answer) as { code: string }).code]).toEqual([
      503,
      '1',
      'busy',
    ]);
    expect(header(answer, 'x-block-height')).toBe('7');
  };
  await isFull('192.0.2.1');
  waits.push(scene.ask('/bare?min_height=8', { from: '192.0.2.2' }));
  waits.push(scene.ask('/bare?min_height=8', { from: '192.0.2.2' }));
  await isFull('192.0.2.3');
  expect((await scene.ask('/bare?min_height=7', { from: '192.0.2.3' })).status).toBe(200);
  waits[0]?.abort();
  expect(scene.heights.waiting).toBe(4);
  waits.push(scene.ask('/bare?min_height=8', { from: '192.0.2.3' }));
  expect(scene.heights.waiting).toBe(5);
  scene.move(8);
  const answers = await Promise.all(waits);
  expect(answers.map(({ status }) => status)).toEqual([503, 200, 200, 200, 200, 200]);
  expect([scene.handled, scene.heights.waiting]).toEqual([6, 0]);
  const again = [1, 2, 3].map(() => scene.ask('/bare?min_height=9'));
  scene.move(9);
  for (const answer of await Promise.all(again)) expect(answer.status).toBe(200);
});

test('all places of the node are released by one block', async () => {
  const scene = new Scene();
  const { places, perClient } = heightWaits;
  const waits = Array.from({ length: places }, (_, index) =>
    scene.ask('/bare?min_height=8', { from: `192.0.2.${Math.floor(index / perClient)}` }),
  );
  expect(scene.heights.waiting).toBe(places);
  scene.move(8);
  const answers = await Promise.all(waits);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(places);
});

test('a node that stops lets nobody wait', async () => {
  const scene = new Scene();
  const waiting = scene.ask('/bare?min_height=8');
  scene.heights.close();
  for (const answer of [await waiting, await scene.ask('/bare?min_height=8')])
    expect([answer.status, (json(answer) as { code: string }).code]).toEqual([503, 'stopping']);
  expect((await scene.ask('/bare?min_height=7')).status).toBe(200);
  expect(scene.heights.waiting).toBe(0);
});

test('the places of a client are fewer than all', () => {
  const places = new Places(heightWaits);
  for (let taken = 0; taken < heightWaits.perClient; taken++) expect(isRefusal(places.take('one'))).toBe(false);
  expect(isRefusal(places.take('one'))).toBe(true);
  expect(heightWaits.perClient * 8).toBeLessThanOrEqual(heightWaits.places);
});

test('every route that reads the chain has a height: all that count as reads but files, descriptions, metrics and what is gone', () => {
  const all = [...routes, ...pageRoutes()].map(({ description }) => description);
  const name = ({ method, path }: (typeof all)[number]): string => `${method} ${path}`;
  const reads = all.filter(readsChain);
  expect(reads.length).toBeGreaterThan(50);
  expect(reads.filter(({ method }) => method !== 'GET').map(name)).toEqual(['POST /api/swap/quote']);
  const others = all.filter(
    (route) => route.method === 'GET' && !readsChain(route) && !route.path.startsWith('/page/'),
  );
  // The services beside the chain have a database of their own.
  const besideChain = others.filter(({ path }) => path.startsWith('/api/social/'));
  expect(besideChain.length).toBe(12);
  expect(
    others
      .filter((route) => !route.deprecated && !besideChain.includes(route))
      .map(name)
      .sort(),
  ).toEqual(['GET /', 'GET /api/openapi.json', 'GET /docs', 'GET /metrics']);
});
