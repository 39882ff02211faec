/** The page and its node: a node that goes away and comes back, a WebSocket that does not open, an unhealthy node,
 *  and the cost of an idle page. */

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { CheckedApi } from '../support/checkedApi.js';
import { exchange } from '../support/httpClient.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { chromiumMissing, heightReaches, openBrowser, openPage, shownHeight, textOf } from './chromium.js';

/** A port on which nothing listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

// Without a browser the tests are skipped; the module that looks for one says so.
describe.skipIf(chromiumMissing)('the page and its node', () => {
  let node: LiveNode;
  let api: CheckedApi;
  let browser: Browser;

  beforeAll(async () => {
    node = await startNode({ flags: ['--heartbeat-ms', '500'] });
    api = new CheckedApi(node.url);
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await node?.remove();
  });

  test('it says when the node is gone, and continues on its own when it is back', async () => {
    // Sockets on a port that the system chose would block a second node from it for a minute.
    const own = await startNode({ port: await freePort(), flags: ['--heartbeat-ms', '500'] });
    onTestFinished(own.remove);
    const { page } = await openPage(browser);
    onTestFinished(() => page.close());
    await page.goto(own.url);
    await page.locator('#connection', { hasText: 'Live' }).waitFor();
    await heightReaches(page, 1);
    await own.stop();
    await page.locator('#connection', { hasText: 'Disconnected' }).waitFor();
    await page.locator('#health', { hasText: /^Stale, \d+ s ago$/ }).waitFor();
    await page.locator('#notice', { hasText: /^No answer from the node since .*, \d+ s ago\. / }).waitFor();
    const height = await shownHeight(page);
    const again = await startNode({ dataDir: own.dataDir, port: own.port, flags: ['--heartbeat-ms', '500'] });
    onTestFinished(again.remove);
    await page.locator('#connection', { hasText: 'Live' }).waitFor();
    await heightReaches(page, height + 2);
    await page.locator('#health', { hasText: 'Healthy' }).waitFor();
    expect(await page.locator('#notice').isVisible()).toBe(false);
  });

  test('a connection that was cut silently does not count as live', async () => {
    const { page } = await openPage(browser);
    onTestFinished(() => page.close());
    let cut = false;
    await page.routeWebSocket('**/api/ws?page', (socket) => {
      if (cut) return;
      const server = socket.connectToServer();
      server.onMessage((text) => {
        if (!cut) socket.send(text);
      });
    });
    await page.goto(node.url);
    await page.locator('#connection', { hasText: 'Live' }).waitFor();
    await heightReaches(page, 1);
    cut = true;
    await page.route('**/api/**', (route) => route.abort());
    await page.locator('#connection', { hasText: 'Disconnected' }).waitFor();
    await page.locator('#health', { hasText: 'Stale' }).waitFor();
  });

  test('a view without an answer is read again: when the node says so, or when the reader asks', async () => {
    const { page } = await openPage(browser);
    onTestFinished(() => page.close());
    let answer: object | undefined;
    await page.route('**/api/block/0?*', (route) => (answer ? route.fulfill(answer) : route.continue()));
    const refused = (status: number, error: string, headers = {}): void => {
      answer = { status, headers, json: { success: false, error, code: 'x' } };
    };
    refused(429, 'too many reads of the page', { 'Retry-After': '2' });
    await page.goto(`${node.url}/#/block/0`);
    await page.locator('.nothing', { hasText: 'Too many requests' }).waitFor();
    await page.locator('.nothing button:disabled', { hasText: /^Trying again in [12] s$/ }).waitFor();
    answer = undefined;
    await page.locator('main .facts', { hasText: 'this is the genesis block' }).waitFor();
    refused(500, 'the node failed');
    await page.reload();
    await page.locator('.nothing', { hasText: 'The node cannot answer now' }).waitFor();
    answer = undefined;
    await page.locator('.nothing button:enabled', { hasText: 'Try again' }).click();
    await page.locator('main .facts', { hasText: 'this is the genesis block' }).waitFor();
  });

  test('a node that asks for fewer requests gets fewer, and the page says until when', async () => {
    const { page, requested } = await openPage(browser);
    onTestFinished(() => page.close());
    await page.route('**/api/stats', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'Retry-After': '600' },
        json: { success: false, error: 'too many reads' },
      }),
    );
    await page.goto(node.url);
    await page.locator('#notice', { hasText: /^Too many reads\. The page reads again at / }).waitFor();
    const asked = requested.filter((url) => url.endsWith('/api/stats')).length;
    const { height } = await api.get<{ height: number }>('/api/health');
    await heightReaches(page, height + 12);
    expect(requested.filter((url) => url.endsWith('/api/stats'))).toHaveLength(asked);
  });

  test('what the page reads is not taken from the limit of other programs', async () => {
    const own = await startNode({ rateLimits: true, flags: ['--heartbeat-ms', '500'] });
    onTestFinished(own.remove);
    const left = async (): Promise<readonly number[]> => {
      const { headers } = await exchange(own.url, '/api/health');
      return [Number(headers['x-ratelimit-limit']), Number(headers['x-ratelimit-remaining'])];
    };
    const [limit = 0, before = 0] = await left();
    expect(before).toBe(limit - 1);
    const { page, requested } = await openPage(browser);
    await page.goto(own.url);
    await page.locator('#connection', { hasText: 'Live' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(requested.filter((url) => url.includes('/api/')).length).toBeGreaterThan(5);
    await page.close();
    expect(await left()).toEqual([limit, before - 1]);
  });

  test('without a WebSocket it polls from time to time, and says so', async () => {
    const { page } = await openPage(browser);
    onTestFinished(() => page.close());
    await page.routeWebSocket('**/api/ws?page', (socket) => void socket.close());
    await page.goto(node.url);
    await page.locator('#connection', { hasText: 'Polling' }).waitFor();
    const { height } = await api.get<{ height: number }>('/api/health');
    await heightReaches(page, height + 1);
  });

  test('an unhealthy node says why', async () => {
    const idle = await openPage(browser);
    onTestFinished(() => idle.page.close());
    const reason = 'the disk is full; make room and wait';
    await idle.page.route('**/api/health', (route) =>
      route.fulfill({ json: { status: 'degraded', chain_id: node.chainId, height: 1, reason } }),
    );
    await idle.page.goto(node.url);
    await idle.page.locator('#notice', { hasText: 'The disk is full; make room and wait.' }).waitFor();
    expect(await textOf(idle.page, '#health')).toBe('degraded');
  });

  test('opened six times in a row it stays within the limits that a node has by default', async () => {
    const own = await startNode({ rateLimits: true, flags: ['--heartbeat-ms', '500'] });
    onTestFinished(own.remove);
    let files = 0;
    for (let load = 0; load < 6; load++) {
      // A page in its own context: its cache is empty.
      const { page, requested, complaints } = await openPage(browser);
      await page.goto(own.url);
      await page.locator('#connection', { hasText: 'Live' }).waitFor();
      await heightReaches(page, 1);
      await page.waitForLoadState('networkidle');
      files += requested.filter((url) => url.startsWith(`${own.url}/page/`)).length;
      expect(complaints, `load ${load}`).toEqual([]);
      await page.close();
    }
    // Enough to use up the limit alone.
    expect(files).toBeGreaterThan(120);
    for (const path of ['/', '/metrics', '/api/health']) expect((await exchange(own.url, path)).status, path).toBe(200);
  });

  test('resting, it reads little: one WebSocket, and far fewer reads than a node allows', async () => {
    const { page, requested } = await openPage(browser);
    onTestFinished(() => page.close());
    const began = performance.now();
    await page.goto(node.url);
    await page.locator('#connection', { hasText: 'Live' }).waitFor();
    const { height } = await api.get<{ height: number }>('/api/health');
    // Blocks come every 500 ms: this is more than ten seconds.
    await heightReaches(page, height + 22);
    const minutes = (performance.now() - began) / 60_000;
    const reads = requested.filter((url) => url.startsWith(`${node.url}/api/`));
    const FIRST_READS = 9;
    expect(requested.filter((url) => url.startsWith('ws'))).toHaveLength(1);
    expect(reads.length, reads.join('\n')).toBeLessThanOrEqual(FIRST_READS + 30 * minutes);
    expect(reads.length).toBeGreaterThanOrEqual(6);
  });
});
