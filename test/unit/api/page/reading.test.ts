/** Reads of the page behind a load balancer: never older than what the page has seen, unless no node has it. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

interface Told {
  readonly status?: number;
  readonly height?: number;
  readonly body?: unknown;
}

const asked: string[] = [];
const told: Told[] = [];

type Reading = typeof import('../../../../api/page/reading.js');
let page: Reading;

beforeEach(async () => {
  asked.length = 0;
  told.length = 0;
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const { status = 200, height, body = {} } = told.shift() ?? {};
    const headers = height === undefined ? {} : { 'x-block-height': String(height) };
    return new Response(JSON.stringify(body), { status, headers });
  });
  vi.resetModules();
  page = await import('../../../../api/page/reading.js');
});

afterEach(() => vi.unstubAllGlobals());

test('a read names the greatest height of events and answers; what a node says of itself does not', async () => {
  told.push({ height: 7 }, { height: 5 });
  await page.read('/api/block/1');
  await page.read('/api/block/2?full=true');
  page.sawHeight(9);
  page.sawHeight(8);
  page.sawHeight(Number.NaN);
  await page.question('/api/swap/quote', {});
  await page.readAny('/api/stats');
  expect(asked).toEqual([
    '/api/block/1',
    '/api/block/2?full=true&min_height=7',
    '/api/swap/quote?min_height=9',
    '/api/stats',
  ]);
});

test('when no node has the height, an older answer is taken, and the height is forgotten', async () => {
  page.sawHeight(9);
  told.push(
    { status: 503, height: 4, body: { success: false, code: 'height_not_reached', error: 'behind' } },
    { height: 4, body: { old: true } },
  );
  expect(await page.read('/api/pools')).toEqual({ ok: true, value: { old: true } });
  await page.read('/api/pools');
  expect(asked).toEqual(['/api/pools?min_height=9', '/api/pools', '/api/pools?min_height=4']);
});

test('other failures are not asked twice', async () => {
  page.sawHeight(9);
  told.push({ status: 503, body: { success: false, code: 'busy', error: 'busy' } }, { status: 404, body: 'none' });
  expect(await page.read('/api/pools')).toMatchObject({ ok: false, status: 503, code: 'busy', message: 'busy' });
  expect(await page.read('/api/pools')).toMatchObject({ ok: false, status: 404, code: '' });
  expect(asked).toHaveLength(2);
});
