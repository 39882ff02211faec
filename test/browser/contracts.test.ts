/** Contracts on the page beside a live node: it shows what the API says of a contract made of an example, asks it, and follows what it
 *  tells. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { formatXrge } from '../../engine/base/amounts.js';
import type { JsonValue } from '../../engine/base/json.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { number } from '../support/signedRequests.js';
import { buildOnce } from '../unit/ops/contract/exampleContracts.js';
import { chromiumMissing, holds, openBrowser, openPage, says, textOf, type Watched } from './chromium.js';
import { json, Market, maker, marketAllocations, trader } from './market.js';

const TRANSFERS = 23;
const SUPPLY = '1000000';

type Answer = Readonly<Record<string, unknown>>;
const args = (members: Readonly<Record<string, JsonValue>>) => ({ args: json(members) });

// Without a browser the tests are skipped; the module that looks for one says so.
describe.skipIf(chromiumMissing)('contracts on the page', () => {
  let node: LiveNode;
  let api: CheckedApi;
  let market: Market;
  let browser: Browser;
  let token = '';
  let empty = '';
  const txs: Record<string, string> = {};
  const opened: Watched[] = [];

  const give = (amount: string, signer = maker): Promise<string> =>
    market.call(token, 'transfer', args({ to: trader.address, amount }), signer);

  beforeAll(async () => {
    node = await startNode({ genesis: { allocations: marketAllocations }, flags: ['--heartbeat-ms', '500'] });
    api = new CheckedApi(node.url);
    market = new Market(api, await ChainWatch.open(node.url));
    const [contract, counter] = await Promise.all([
      buildOnce('ops/examples/contracts/token.ts'),
      buildOnce('ops/examples/contracts/counter.wat'),
    ]);
    if (isRefusal(contract)) throw new Error(contract.message);
    if (isRefusal(counter)) throw new Error(counter.message);
    token = await market.deploy(contract.wasm);
    const named = { name: 'Page token', symbol: 'PAGE', decimals: number(2), supply: SUPPLY };
    txs.init = await market.call(token, 'init', args(named));
    for (let at = 1; at <= TRANSFERS; at++) txs.transfer = await give(String(at));
    const left = Number(SUPPLY) - (TRANSFERS * (TRANSFERS + 1)) / 2;
    txs.failed = await market.failingCall(token, 'transfer', args({ to: trader.address, amount: String(left) }));
    empty = await market.deploy(counter.wasm);
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await node?.remove();
  });

  async function open(hash: string, look: Parameters<typeof openPage>[1] = {}): Promise<Page> {
    const watched = await openPage(browser, look);
    opened.push(watched);
    onTestFinished(() => watched.page.close());
    await watched.page.goto(`${node.url}/${hash}`);
    return watched.page;
  }

  /** A card by its title. */
  const card = (page: Page, title: string) =>
    page.locator('.card', { has: page.locator('h2', { hasText: title }) }).first();
  const cardText = async (page: Page, title: string): Promise<string> =>
    (await card(page, title).innerText()).replaceAll(',', '');

  const record = async (): Promise<Answer> =>
    (await api.get<{ contract: Answer }>(`/api/contract/${token}`)).contract as Answer;

  async function ask(page: Page, method: string, text: string, more: Readonly<Record<string, string>> = {}) {
    await page.locator('select#read-method').selectOption(method);
    await page.locator('#read-args').fill(text);
    for (const [name, value] of Object.entries(more)) await page.locator(`#read-${name}`).fill(value);
    await page.locator('#read button').click();
    await page.locator('#read ~ .answer .facts').waitFor();
    return textOf(page, '#read ~ .answer');
  }

  test('the list has both, the newest first, and leads to each', async () => {
    const page = await open('');
    await page.locator('#sections a', { hasText: 'Contracts' }).click();
    await page.locator('h2', { hasText: 'All contracts (2)' }).waitFor();
    expect(await page.locator('#sections [aria-current]').allInnerTexts()).toEqual(['Contracts']);
    const addresses = page.locator('tbody tr td:first-child a');
    expect(await addresses.evaluateAll((links) => links.map(({ title }) => title))).toEqual([empty, token]);
    await addresses.nth(1).click();
    await says(page, token);
    expect(await page.locator('#sections [aria-current]').allInnerTexts()).toEqual(['Contracts']);
  });

  test('one has who made it, its code, its methods, what it keeps and costs', async () => {
    const { contract } = await api.get<{ contract: Answer }>(`/api/contract/${token}`);
    const page = await open(`#/contract/${token}`);
    const about = card(page, 'Contract');
    await about.waitFor();
    expect(await about.locator('a', { hasText: maker.address }).getAttribute('href')).toBe(
      `#/address/${maker.address}`,
    );
    expect(await about.innerText()).toContain(`${contract.storage_records} records`);
    const code = card(page, 'Code');
    await code.locator('.names').waitFor();
    expect((await code.locator('.names li').allInnerTexts()).sort()).toEqual(
      ['allowance', 'approve', 'balanceOf', 'info', 'init', 'transfer', 'transferFrom'].sort(),
    );
    expect(await code.innerText()).toContain(String(contract.code_hash));
    expect(await code.innerText()).toMatch(/pages of 64 KiB/);
    await code.locator('summary').click();
    expect(await code.innerText()).toContain('host_storage_read');
  });

  test('what it told and keeps comes in pages', async () => {
    const page = await open(`#/contract/${token}`);
    const events = card(page, 'Events');
    await events.locator('tbody tr').first().waitFor();
    expect(await events.locator('tbody tr').count()).toBe(20);
    expect(await events.locator('tbody tr').first().innerText()).toMatch(/transfer/);
    await events.locator('button', { hasText: 'Show more' }).click();
    await events.locator('tbody tr').nth(24).waitFor();
    // Each good transfer, the supply, and the one of the pair that succeeded.
    expect(await events.locator('tbody tr').count()).toBe(TRANSFERS + 2);
    expect(await events.locator('button').count()).toBe(0);
    const { storage_records } = await record();
    const kept = card(page, 'Keeps');
    expect(await kept.locator('tbody tr').count()).toBe(Number(storage_records));
    expect(await kept.innerText()).toContain('Page token');
  });

  test('an event shows up by itself', async () => {
    const page = await open(`#/contract/${token}`);
    await holds(page, '.card tbody tr', 20);
    await page.locator('#connection', { hasText: 'Live' }).waitFor();
    const before = await card(page, 'Events').locator('tbody tr').first().innerText();
    expect(before).not.toContain('"4"');
    await give('4', trader);
    await page.waitForFunction((old) => {
      const scope = globalThis as unknown as {
        document: { querySelector(selector: string): { innerText: string } | null };
      };
      const row = scope.document.querySelector('.card tbody tr')?.innerText;
      return row !== undefined && row !== old && row.includes('"4"');
    }, before);
  });

  test('the form asks a method, and shows the answer with gas and cost', async () => {
    const page = await open(`#/contract/${token}`);
    await page.locator('select#read-method').waitFor();
    const options = await page.locator('#read-method option').allInnerTexts();
    expect(options).toHaveLength(7);
    const said = await ask(page, 'info', '');
    expect(said).toContain('would succeed');
    expect(said).toContain('"symbol": "PAGE"');
    const query = await api.post(`/api/contract/${token}/query`, '{"method":"info"}');
    const { gasUsed } = query.json as { gasUsed: number };
    expect(said.replaceAll(',', '')).toContain(`Gas used\n${gasUsed}`);
    expect(said).toContain(`${formatXrge(BigInt(gasUsed) * 1_000n)} XRGE`);
    expect(await ask(page, 'balanceOf', `{"account": "${maker.address}"}`)).toMatch(/Returns\n\d+/);
  });

  test('the form shows what a call would tell, and where and why it would fail', async () => {
    const page = await open(`#/contract/${token}`);
    await page.locator('select#read-method').waitFor();
    const caller = { caller: trader.keyHex };
    const good = await ask(page, 'transfer', `{"to": "${maker.address}", "amount": "1"}`, caller);
    expect(good).toContain('would succeed');
    expect(good).toContain(trader.address);
    const bad = await ask(page, 'transfer', `{"to": "${maker.address}", "amount": "99999999999"}`, caller);
    expect(bad).toContain('would fail');
    expect(bad).toContain('the balance is too small');
    expect(bad).toMatch(/Where\nin .+, at byte \d+ of the module/);
    expect(await ask(page, 'transfer', '{}', { ...caller, amount: '1.5' })).toContain('would fail');
    await page.locator('#read-args').fill('{to}');
    await page.locator('#read button').click();
    await says(page, 'The arguments are no JSON');
  });

  test('a call, a failed call and a deploy are shown with all that they did', async () => {
    const page = await open(`#/tx/${txs.transfer}`);
    await says(page, 'Contract call');
    const summary = await cardText(page, 'Summary');
    expect(summary).toContain(token);
    expect(summary).toContain('Method\ntransfer');
    expect(summary).toContain(trader.address);
    expect(summary).toMatch(/Gas used\n\d+/);
    expect(await cardText(page, 'Events')).toContain('transfer');
    await page.goto(`${node.url}/#/tx/${txs.failed}`);
    await says(page, 'It failed:');
    const result = await cardText(page, 'Result');
    expect(result).toContain('the balance is too small');
    const { txs: list } = await api.get<{ txs: readonly { txId: string; tx: { tx_type: string } }[] }>('/api/txs');
    const deploy = list.find(({ tx }) => tx.tx_type === 'contract_deploy');
    await page.goto(`${node.url}/#/tx/${deploy?.txId}`);
    await says(page, 'Contract deploy');
    expect(await cardText(page, 'Summary')).toMatch(/Code hash\n[0-9a-f]{64}[\s\S]*Size\n/);
    expect(await cardText(page, 'Summary')).not.toContain('wasm');
  });

  test('the search finds one by its address, whatever the case', async () => {
    const page = await open('');
    await page.locator('#query').fill(token.toUpperCase());
    await page.locator('#search button').click();
    await page.waitForURL(`**/#/contract/${token}`);
    await says(page, 'Deployed by');
    const hits = await api.get<{ contracts: readonly Answer[] }>(`/api/search?q=${token.toUpperCase()}`);
    expect(hits.contracts).toEqual([
      { address: token, deployer_address: maker.address, created_height: (await record()).created_height },
    ]);
    expect((await api.get<{ contracts: readonly Answer[] }>(`/api/search?q=${'0'.repeat(40)}`)).contracts).toEqual([]);
    await page.goto(`${node.url}/#/search/${token}`);
    await page.waitForURL(`**/#/contract/${token}`);
    await page.goto(`${node.url}/#/contract/${'0'.repeat(40)}`);
    await says(page, 'No such contract');
  });

  test('nothing complained, and no other host was asked', () => {
    expect(opened.length).toBeGreaterThanOrEqual(8);
    const missing = /\/api\/contract\/0{40}(?:\?|$)/;
    expect(opened.flatMap(({ complaints }) => complaints).filter((text) => !missing.test(text))).toEqual([]);
    const own = [node.url, node.url.replace('http', 'ws')];
    const elsewhere = opened
      .flatMap(({ requested }) => requested)
      .filter((url) => !own.some((one) => url.startsWith(one)));
    expect(elsewhere).toEqual([]);
  });
});
