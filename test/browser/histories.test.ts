/** Money in the page's histories: who gave and who got what, as on the chain; finality; and finding things by
 *  their names. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { number, signed } from '../support/signedRequests.js';
import { signingActor } from '../support/transactions.js';
import { chromiumMissing, openBrowser, openPage, textOf } from './chromium.js';
import { Market, maker, marketAllocations, trader } from './market.js';

const poor = signingActor('histories: poor');

interface Moved {
  readonly reason: string;
  readonly amount_units?: string;
}

// Without a browser the tests are skipped; the module that looks for one says so.
describe.skipIf(chromiumMissing)('histories on the page', () => {
  let node: LiveNode;
  let api: CheckedApi;
  let watch: ChainWatch;
  let market: Market;
  let browser: Browser;
  let art: string;
  const txs: Record<string, string> = {};

  beforeAll(async () => {
    node = await startNode({
      genesis: { allocations: marketAllocations, faucet: true },
      flags: ['--heartbeat-ms', '500', '--faucet-enabled'],
    });
    api = new CheckedApi(node.url);
    watch = await ChainWatch.open(node.url);
    market = new Market(api, watch);
    txs.gift = await market.send('/api/v2/faucet', poor, { type: 'faucet' });
    await market.token('GOLD', 'Royal certificates', '1000000');
    await market.token('GOLDEN', 'Another one', '1000000');
    await market.token('MINTY', 'Fresh units', '500000');
    txs.pool = await market.pool('GOLD', 'XRGE', '50000', '100000');
    await market.pool('GOLD', 'MINTY', '40000', '80000');
    txs.swap = await market.swap('XRGE', 'MINTY', '1000', { path: ['XRGE', 'GOLD', 'MINTY'] });
    art = await market.collection('ART', 'Pictures of an exhibition', {
      ...{ publicMint: true, mintPrice: number(5), royaltyBps: number(1_000), royaltyRecipient: poor.address },
    });
    txs.mint = await market.send('/api/v2/nft/mint', trader, { type: 'nft_mint', collectionId: art, name: 'one' });
    await market.send('/api/v2/nft/mint', trader, { type: 'nft_mint', collectionId: art, name: 'two' });
    const sale = { collectionId: art, tokenId: number(1), to: maker.address, salePrice: number(70) };
    txs.sale = await market.send('/api/v2/nft/transfer', trader, { type: 'nft_transfer', ...sale });
    txs.burn = await market.send('/api/v2/token/burn', maker, { type: 'burn', token: 'GOLD', amount: number(7) });
    txs.failed = await failure();
    browser = await openBrowser();
  });

  /** In one body they arrive before one block: each is good on its own, but an NFT can be burned only once. */
  async function failure(): Promise<string> {
    const burn = { type: 'nft_burn', collectionId: art, tokenId: number(2) };
    const [first, second] = [signed(trader, burn), signed(trader, burn)];
    const { status, json } = await api.post('/api/v2/batch', `[${first.body},${second.body}]`);
    const taken = expect.objectContaining({ success: true });
    expect([status, json?.results]).toEqual([200, [taken, taken]]);
    expect((await watch.included(second.txId)).status).toBe('failed');
    return second.txId;
  }

  afterAll(async () => {
    await browser?.close();
    await node?.remove();
  });

  async function open(hash: string): Promise<Page> {
    const { page } = await openPage(browser);
    onTestFinished(() => page.close());
    await page.goto(`${node.url}/${hash}`);
    return page;
  }

  /** The entry of a transaction in an account's history. */
  async function row(page: Page, tx: string | undefined): Promise<string> {
    const found = page.locator('tr', { has: page.locator(`a[href="#/tx/${tx}"]`) });
    await found.waitFor();
    return (await found.innerText()).replaceAll(/\s+/g, ' ').replaceAll(',', '');
  }

  test('a gift is in, an NFT shows what was paid, and to whom', async () => {
    const page = await open(`#/address/${poor.address}`);
    expect(await row(page, txs.gift)).toMatch(/Faucet in .*\+10000 XRGE/);
    const royalty = await row(page, txs.sale);
    expect(royalty).toMatch(/NFT transfer in .*\+7 XRGE/);
    expect(royalty).not.toContain('fee');
    await page.goto(`${node.url}/#/address/${maker.address}`);
    expect(await row(page, txs.mint)).toMatch(/NFT mint in .*\+5 XRGE/);
    expect(await row(page, txs.sale)).toMatch(/NFT transfer in .*\+ART #1 sold for 70 XRGE royalty 7 XRGE by rouge1/);
    expect(await row(page, txs.burn)).toMatch(/Burn out .*−7 GOLD fee [\d.]+ XRGE/);
    expect(await row(page, txs.pool)).toMatch(/−50000 GOLD −100000 XRGE \+\d+ LP GOLD-XRGE fee 10 XRGE/);
  });

  test('a swap has both sides and its path, a sale its royalty', async () => {
    const { movements } = await api.get<{ movements: readonly Moved[] }>(`/api/tx/${txs.swap}`);
    const got = movements[1]?.amount_units;
    const page = await open(`#/address/${trader.address}`);
    expect(await row(page, txs.swap)).toMatch(new RegExp(`−1000 XRGE \\+${got} MINTY XRGE → GOLD → MINTY fee 1 XRGE`));
    expect(await row(page, txs.swap)).toContain('GOLD-XRGE GOLD-MINTY');
    expect(await row(page, txs.mint)).toMatch(/\+ART #1 −5 XRGE fee/);
    expect(await row(page, txs.sale)).toMatch(/−ART #1 sold for 70 XRGE −7 XRGE fee/);
    await page.goto(`${node.url}/#/`);
    expect(await row(page, txs.swap)).toMatch(new RegExp(`1000 XRGE → ${got} MINTY`));
    await page.goto(`${node.url}/#/token/MINTY`);
    expect(await row(page, txs.swap)).toMatch(new RegExp(` ${got} `));
    await page.goto(`${node.url}/#/tx/${txs.swap}`);
    const moved = await textOf(page, '.card:has(h2:text-is("What moved")) tbody');
    expect(moved.replaceAll(/\s+/g, ' ')).toMatch(
      /Swap 1,000 XRGE rouge1\S+ pool GOLD-XRGE Swap [\d,]+ MINTY pool GOLD-MINTY rouge1\S+ Fee 1 XRGE rouge1\S+ fees/,
    );
  });

  test('a failed transaction only shows its fee', async () => {
    const page = await open(`#/address/${trader.address}`);
    expect(await row(page, txs.failed)).toMatch(/failed .*NFT burn out .*fee [\d.]+ XRGE/);
    expect(await row(page, txs.failed)).not.toMatch(/[+−]/);
  });

  test('a block and a transaction say when they are final', async () => {
    const { blockHeight } = await api.get<{ blockHeight: number }>(`/api/tx/${txs.swap}`);
    const page = await open(`#/block/${blockHeight}`);
    await page.locator('.facts .finality', { hasText: /^final$/ }).waitFor();
    await page.goto(`${node.url}/#/tx/${txs.swap}`);
    await page.locator('.headline .finality', { hasText: /^final$/ }).waitFor();
    // The page does not call the block final before the node does.
    let finalized = blockHeight - 1;
    await page.route('**/api/stats', async (route) => {
      const response = await route.fetch();
      const stats = (await response.json()) as object;
      await route.fulfill({ response, json: { ...stats, finalized_height: finalized } });
    });
    await page.reload();
    await page.locator('.headline .finality', { hasText: 'not final yet' }).waitFor();
    finalized = blockHeight;
    await page.locator('.headline .finality', { hasText: /^final$/ }).waitFor();
    await page.goto(`${node.url}/#/`);
    await page.locator('.sign[title="not final yet"]').first().waitFor();
  });

  test('holders of XRGE: what is staked is beside them, and the page says so', async () => {
    const page = await open('#/token/XRGE');
    await page.locator('.note', { hasText: 'what is staked or unbonding, or lies in pools, is not in them' }).waitFor();
    const { staked_quanta } = await api.get<{ staked_quanta: string }>('/api/token/XRGE/holders?limit=1');
    const staked = page.locator('.facts > div', { hasText: /^Staked/ });
    expect((await staked.innerText()).replaceAll(',', '')).toContain(`${BigInt(staked_quanta) / 10n ** 9n} XRGE`);
    await page.goto(`${node.url}/#/token/GOLD`);
    await page.locator('.note', { hasText: 'Balances of accounts: what lies in pools is not in them.' }).waitFor();
  });

  test('the search finds tokens, collections and pools by their names', async () => {
    const page = await open('');
    const search = async (text: string): Promise<void> => {
      await page.fill('#query', text);
      await page.press('#query', 'Enter');
    };
    const found: readonly (readonly [text: string, hrefs: readonly string[]])[] = [
      ['gold', ['#/token/GOLD', '#/token/GOLDEN', '#/pool/GOLD-MINTY', '#/pool/GOLD-XRGE']],
      ['certificates', ['#/token/GOLD', '#/pool/GOLD-MINTY', '#/pool/GOLD-XRGE']],
      ['EXHIBITION', [`#/collection/${encodeURIComponent(art)}`]],
    ];
    for (const [text, hrefs] of found) {
      await search(text);
      await page.locator('h1', { hasText: text }).waitFor();
      const links = await page.locator('main td a').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
      expect([...links].sort(), text).toEqual([...hrefs].sort());
    }
    await search('minty');
    await page.waitForURL(`${node.url}/#/token/MINTY`);
    await search('no such thing');
    await page.locator('.nothing', { hasText: 'the name of no token, pool or collection' }).waitFor();
    expect(found).toHaveLength(3);
  });
});
