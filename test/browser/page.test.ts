/** The page at `/` in headless Chromium beside a live node: it shows what the API says, and contacts no other
 *  host. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { routes } from '../../api/routes/index.js';
import { formatXrge } from '../../engine/base/amounts.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { exchange } from '../support/httpClient.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { signedFaucet, signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';
import {
  chromiumMissing,
  heightReaches,
  holds,
  openBrowser,
  openPage,
  shownHeight,
  textOf,
  type Watched,
} from './chromium.js';

const alice = signingActor('page: alice');
const bob = actor('page: bob');
const carol = signingActor('page: carol');
const NOTE = 'HEAVYTOKEN';

/** Chromium reports every failed answer: to a search for something unknown or malformed, and to the list of
 *  validators where the node has none. */
const expectedMiss = (complaint: string): boolean =>
  /status of 40[04] .*\/api\/(?:block\/999999999|block\/hash\/a{64}|tx\/(?:[0-9a-f]{64}|x|y)|(?:\w+|nft\/owner)\/rouge1qqqq)(?:[/?]|$)/.test(
    complaint,
  ) ||
  (complaint.endsWith('/api/validators') && !routes.some(({ description }) => description.path === '/api/validators'));

const underCi = process.env.CI === 'true';

test.runIf(underCi)('under CI there is a Chromium', () => {
  expect(chromiumMissing).toBe(false);
});

// Without a browser the tests are skipped; the module that looks for one says so.
describe.skipIf(chromiumMissing)('the page', () => {
  let node: LiveNode;
  let api: CheckedApi;
  let chain: ChainWatch;
  let browser: Browser;
  const opened: Watched[] = [];

  beforeAll(async () => {
    const allocations = [
      { address: alice.address, amount: '1000000' },
      { address: alice.address, amount: '12345678901234567890', token: NOTE },
    ];
    node = await startNode({
      genesis: { allocations, faucet: true },
      flags: ['--faucet-enabled', '--heartbeat-ms', '500', '--node-name', 'Page test'],
    });
    api = new CheckedApi(node.url);
    chain = await ChainWatch.open(node.url);
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await node?.remove();
  });

  async function open(hash = '', look: Parameters<typeof openPage>[1] = {}): Promise<Page> {
    const watched = await openPage(browser, look);
    opened.push(watched);
    onTestFinished(() => watched.page.close());
    await watched.page.goto(`${node.url}/${hash}`);
    return watched.page;
  }

  /** A transfer that a block holds. */
  async function transfer(amount: string, more: Parameters<typeof signedTransfer>[3] = {}) {
    const { body, txId } = signedTransfer(alice, bob.address, amount, more);
    expect((await api.post('/api/v2/transfer', body)).status).toBe(200);
    const { block_height } = await chain.included(txId);
    return { txId, height: Number(block_height) };
  }

  async function search(page: Page, text: string): Promise<void> {
    await page.fill('#query', text);
    await page.press('#query', 'Enter');
  }

  test('is served with a strict policy, and sent again only when it changed', async () => {
    const first = await exchange(node.url, '/');
    expect(first.status).toBe(200);
    expect(first.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    });
    const policy = String(first.headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self' ws:",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
      ]),
    );
    // Only pictures may come from elsewhere, when the reader asks for them.
    expect(policy).toContain("img-src 'self' data: https:");
    expect(policy.filter((rule) => !rule.startsWith('img-src ')).join()).not.toMatch(/unsafe|\*|https?:/);
    const again = await exchange(node.url, '/', { headers: { 'if-none-match': String(first.headers.etag) } });
    expect([again.status, again.text]).toEqual([304, '']);
    const files = [...first.text.matchAll(/(?:src|href)="(\/page\/[^"]+)"/g)].map(([, path]) => String(path));
    expect(files.map((path) => path.split('/').at(-1)).sort()).toEqual(['icon.svg', 'main.js', 'page.css']);
    for (const path of files) {
      const { status, headers } = await exchange(node.url, path);
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
      expect(headers['content-security-policy']).toBe(first.headers['content-security-policy']);
    }
    const head = await exchange(node.url, '/', { method: 'HEAD' });
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', first.headers.etag]);
    expect((await exchange(node.url, '/', { method: 'POST' })).status).toBe(405);
    expect((await exchange(node.url, '/page/0000000000000000/main.js')).status).toBe(404);
  });

  test('shows the node, and its height grows as blocks come', async () => {
    const page = await open();
    await page.locator('#connection', { hasText: 'Live' }).waitFor();
    await page.locator('#health', { hasText: 'Healthy' }).waitFor();
    await heightReaches(page, 1);
    const before = await shownHeight(page);
    await heightReaches(page, before + 2);
    expect([await textOf(page, '#node-name'), await textOf(page, '#chain-id')]).toEqual(['Page test', node.chainId]);
    const { base_fee_quanta, node_id } = await api.get<Record<string, string>>('/api/stats');
    expect(await textOf(page, '#base-fee')).toBe(formatXrge(BigInt(String(base_fee_quanta))));
    expect(await textOf(page, '.foot')).toContain(node_id);
    const cards = await page.locator('.card h2').allInnerTexts();
    for (const name of [
      'Latest blocks',
      'Latest transactions',
      'Verify pool',
      'Fees',
      'Network',
      'Validators',
      'Upgrades',
    ])
      expect(
        cards.some((title) => title.startsWith(name)),
        name,
      ).toBe(true);
    for (const chart of await page.locator('svg.chart').all())
      expect(await chart.getAttribute('aria-label')).toMatch(/\S/);
    await holds(page, 'svg.chart rect.bar', 3);
  });

  test('a transfer appears in an open page, with its amount', async () => {
    const page = await open();
    await page.locator('#connection', { hasText: 'Live' }).waitFor();
    const { txId, height } = await transfer('12345.678901234');
    const row = page.locator('tr', { has: page.locator(`a[href="#/tx/${txId}"]`) });
    await row.waitFor();
    expect(await row.innerText()).toContain('12,345.678901234 XRGE');
    await heightReaches(page, height);
    await holds(page, 'svg.chart rect.bar:not(.quiet)', 1);
    await page.locator('#total', { hasText: /^[1-9]/ }).waitFor();
    const pool = await textOf(page, '.card:has-text("Verify pool") .facts');
    expect(pool).toMatch(/Workers\s+1/);
  });

  test('a faucet that names nobody is shown as paid to its signer', async () => {
    const { body, txId } = signedFaucet(carol);
    expect((await api.post('/api/v2/faucet', body)).status).toBe(200);
    const { block_height } = await chain.included(txId);
    const page = await open();
    const row = page.locator('tr', { has: page.locator(`a[href="#/tx/${txId}"]`) });
    await row.waitFor();
    expect(await row.locator(`a[href="#/address/${carol.address}"]`).count()).toBe(2);
    expect(await row.innerText()).not.toContain('–');
    await page.goto(`${node.url}/#/block/${block_height}`);
    await row.waitFor();
    expect(await row.locator(`a[href="#/address/${carol.address}"]`).count()).toBe(2);
    await page.goto(`${node.url}/#/tx/${txId}`);
    const summary = page.locator('main dl.facts').first();
    await summary.locator('div', { hasText: /^To/ }).locator(`a[href="#/address/${carol.address}"]`).waitFor();
  });

  test('the search finds a block, a transaction, an account, each by what was typed', async () => {
    const { txId, height } = await transfer('3.5');
    const { hash } = (await api.get<{ block: { hash: string } }>(`/api/block/${height}`)).block;
    const page = await open();
    const found: readonly (readonly [text: string, hash: string])[] = [
      [String(height), `#/block/${height}`],
      [` #${height} `, `#/block/${height}`],
      [hash, `#/block/${height}`],
      [txId, `#/tx/${txId}`],
      [`0x${txId.toUpperCase()}`, `#/tx/${txId}`],
      [bob.address, `#/address/${bob.address}`],
      [bob.keyHex, `#/address/${bob.keyHex}`],
    ];
    for (const [text, target] of found) {
      await page.goto(`${node.url}/#/`);
      await search(page, text);
      await page.waitForURL(`${node.url}/${target}`);
      await page.locator('main .facts').first().waitFor();
    }
    expect(found).toHaveLength(7);
  });

  test('missing and unreadable things get a friendly message', async () => {
    const page = await open();
    const answers: readonly (readonly [text: string, said: RegExp])[] = [
      ['999999999', /No block 999,999,999/],
      ['a'.repeat(64), /No transaction and no block of this chain has this hash/],
      ['a'.repeat(63), /This has 63 hex characters/],
      ['rouge1qqqq', /name an account by its rouge1 address/i],
      ['hello world', /This is no block height/],
      ['   ', /Type a block height/],
    ];
    for (const [text, said] of answers) {
      await search(page, text);
      await page.locator('.nothing', { hasText: said }).waitFor();
    }
    await page.goto(`${node.url}/#/nowhere/at/all`);
    await page.locator('.nothing', { hasText: 'There is no such page' }).waitFor();
    expect(answers).toHaveLength(6);
  });

  test('the view of a block says what the API says, and leads to its neighbours', async () => {
    const { height } = await transfer('1');
    const { block } = await api.get<{ block: Record<string, string | number> }>(`/api/block/${height}`);
    const page = await open(`#/block/${height}`);
    await page.locator('main .facts').first().waitFor();
    const facts = await textOf(page, 'main .facts');
    for (const text of [block.hash, block.prevHash, block.txHash, block.stateRoot, block.parentCommit, node.address])
      expect(facts).toContain(String(text));
    expect(facts).toContain(`${formatXrge(BigInt(String(block.totalFees_quanta)))} XRGE`);
    expect(await page.locator('main time').first().getAttribute('datetime')).toBe(
      new Date(Number(block.time)).toISOString(),
    );
    await page.locator('a[rel=prev]').click();
    await page.waitForURL(`${node.url}/#/block/${height - 1}`);
    await page.locator('h1', { hasText: String(height - 1) }).waitFor();
    await page.locator('a[rel=next][href]').click();
    await page.waitForURL(`${node.url}/#/block/${height}`);
  });

  test('a large block and a long history come by pages', async () => {
    const sent = Array.from({ length: 45 }, (_, at) => signedTransfer(alice, bob.address, `0.00${at + 1}`));
    for (const answer of await Promise.all(sent.map(({ body }) => api.post('/api/v2/transfer', body))))
      expect(answer.status).toBe(200);
    const heights = await Promise.all(sent.map(async ({ txId }) => Number((await chain.included(txId)).block_height)));
    const { total } = await api.get<{ total: number }>(`/api/address/${bob.address}/transactions?limit=1`);
    const page = await open(`#/address/${bob.address}`);
    const ids = new Set<string>();
    for (let shown = 0; shown < total; shown += 20) {
      const end = Math.min(total, shown + 20);
      await page.locator('.pager', { hasText: `${shown + 1}–${end} of ${total}` }).waitFor();
      for (const link of await page.locator('td a[href^="#/tx/"]').all())
        ids.add(String(await link.getAttribute('title')));
      if (end < total) await page.locator('.pager a', { hasText: 'Next' }).click();
    }
    expect(ids.size).toBe(total);
    for (const { txId } of sent) expect(ids.has(txId)).toBe(true);

    const fullest = heights.sort(
      (a, b) => heights.filter((x) => x === b).length - heights.filter((x) => x === a).length,
    )[0];
    const { block } = await api.get<{ block: { txCount: number } }>(`/api/block/${fullest}`);
    await page.goto(`${node.url}/#/block/${fullest}`);
    await page.locator('h2', { hasText: `Transactions (${block.txCount})` }).waitFor();
    expect(await page.locator('td a[href^="#/tx/"]').count()).toBe(Math.min(20, block.txCount));
  });

  test('the view of a transaction has its receipt and what was signed', async () => {
    const { txId, height } = await transfer('7.000000001', { memo: 'a note' });
    const { receipt, tx } = await api.get<{ receipt: { fee_paid_quanta: string }; tx: { nonce: number } }>(
      `/api/tx/${txId}`,
    );
    const page = await open(`#/tx/${txId}`);
    await page.locator('main .facts').first().waitFor();
    const facts = await textOf(page, 'main .facts');
    for (const text of [txId, alice.address, bob.address, '7.000000001 XRGE', `${height}, position`])
      expect(facts).toContain(text);
    expect(facts).toContain(`${formatXrge(BigInt(receipt.fee_paid_quanta))} XRGE`);
    expect(facts).toMatch(new RegExp(`Nonce\\s+${tx.nonce}\\b`));
    expect(await textOf(page, '.card:has-text("Receipt")')).toMatch(/success[\s\S]*transfer/);
    await page.locator('summary').click();
    expect(await textOf(page, 'pre')).toContain('"memo": "a note"');
  });

  test('a transaction that waits is shown as soon as a block holds it', async () => {
    const { body, txId } = signedTransfer(alice, bob.address, '2');
    const page = await open();
    let held = true;
    await page.route(`**/api/tx/${txId}*`, (route) =>
      held
        ? route.fulfill({
            status: 404,
            json: { success: false, error: 'this transaction is pending: it is in no block yet', code: 'not_found' },
          })
        : route.continue(),
    );
    await search(page, txId);
    await page.locator('.nothing', { hasText: 'Waiting for a block' }).waitFor();
    expect((await api.post('/api/v2/transfer', body)).status).toBe(200);
    await chain.included(txId);
    held = false;
    await page.locator('h1', { hasText: 'Transfer' }).waitFor();
  });

  test('the view of an account has exact balances, tokens and the nonce', async () => {
    await transfer('1', { token: NOTE });
    const balance = await api.get<{ balance_quanta: string; token_balances_raw: Record<string, string> }>(
      `/api/balance/${alice.address}`,
    );
    const nonce = await api.get<{ nonce: number }>(`/api/account/${alice.address}/nonce`);
    const page = await open(`#/address/${alice.keyHex}`);
    await page.locator('main .facts').first().waitFor();
    expect(await textOf(page, 'h1')).toBe(alice.address);
    const facts = await textOf(page, 'main .facts');
    const plain = facts.replaceAll(',', '');
    expect(plain).toContain(`${formatXrge(BigInt(balance.balance_quanta))} XRGE`);
    const tokens = await textOf(page, '.card:has(h2:has-text("Tokens"))');
    expect(tokens.replaceAll(',', '')).toContain(`${NOTE}\t${balance.token_balances_raw[NOTE]}`);
    expect(balance.token_balances_raw[NOTE]).toBe('12345678901234567889');
    expect(facts).toMatch(new RegExp(`Nonce\\s+${nonce.nonce}\\b`));
    await page.goto(`${node.url}/#/address/${actor('page: nobody').address}`);
    await page.locator('.empty', { hasText: 'Nothing has happened on this account yet' }).waitFor();
  });

  test('a copy button copies the whole text', async () => {
    const { height } = await transfer('1');
    const page = await open(`#/block/${height}`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const { block } = await api.get<{ block: { hash: string } }>(`/api/block/${height}`);
    await page.locator('button[aria-label="Copy block hash"]').click();
    await page.locator('button[aria-label="Copied"]').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(block.hash);
  });

  test.each([320, 390, 768, 1_440])('%i pixels wide, nothing has to be scrolled sideways', async (width) => {
    const { txId, height } = await transfer('123456.123456789');
    const views = ['', `#/block/${height}`, `#/tx/${txId}`, `#/address/${alice.address}`, '#/tx/x', '#/find/y'];
    const page = await open('', { width, colorScheme: width % 20 === 0 ? 'dark' : 'light' });
    for (const view of views) {
      await page.goto(`${node.url}/${view}`);
      await page.locator('main .facts, main .nothing').first().waitFor();
      const [content, room] = (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as number[];
      expect(content, `${view || 'the overview'} at ${width}`).toBeLessThanOrEqual(room ?? 0);
    }
    expect(views).toHaveLength(6);
  });

  test.each([320, 390])('%i pixels wide, a validator has all that a wide page says of it', async (width) => {
    const page = await open('', { width });
    await page.locator('.second', { hasText: 'active' }).waitFor();
    await page.locator('.second', { hasText: /^\d[\d,]* blocks?$/ }).waitFor();
    const table = page.locator('.scroller', { has: page.locator('caption', { hasText: 'Validators' }) });
    const [content, room] = await Promise.all(
      ['scrollWidth', 'clientWidth'].map((name) =>
        table.evaluate((one, which) => Number(Reflect.get(one, which)), name),
      ),
    );
    expect(content).toBeLessThanOrEqual(room ?? 0);
  });

  test('the cards soon count this page among the listeners, and know a rate', async () => {
    const page = await open();
    // The node counts this page's own socket from its handshake on; a rate is known from the second statistics.
    await page.locator('.facts > div', { hasText: /^Listeners[1-9]/ }).waitFor();
    await page.locator('.facts > div', { hasText: /^Verified per second\d/ }).waitFor();
  });

  test('it can be used with the keyboard alone', async () => {
    const page = await open();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.id')).toBe('skip');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    await page.keyboard.press('/');
    await page.keyboard.type('0');
    await page.keyboard.press('Enter');
    await page.locator('h1', { hasText: /^0$/ }).waitFor();
    expect(await textOf(page, 'main .facts')).toContain('this is the genesis block');
  });

  test('no other host was contacted, and nothing was reported', () => {
    const requested = opened.flatMap((watched) => watched.requested);
    const own = [`${node.url}/`, `${node.url.replace('http', 'ws')}/`];
    expect(requested.filter((url) => !own.some((origin) => url.startsWith(origin)))).toEqual([]);
    expect(requested.length).toBeGreaterThan(200);
    expect(opened.flatMap(({ complaints }) => complaints).filter((text) => !expectedMiss(text))).toEqual([]);
    expect(opened.length).toBeGreaterThanOrEqual(14);
  });
});
