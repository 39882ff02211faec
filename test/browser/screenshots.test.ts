/** Every view as a picture, wide and narrow, light and dark: for people, in the folder that `ROUGED_SCREENSHOTS` names. Checked
 *  automatically: whatever the view shows, no row is cut off or has to be scrolled sideways. Without a folder a run draws one width
 *  and one pair of colours. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRefusal } from '../../engine/base/refusal.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { number } from '../support/signedRequests.js';
import { signingActor } from '../support/transactions.js';
import { buildOnce } from '../unit/ops/contract/exampleContracts.js';
import { chromiumMissing, openBrowser, openPage } from './chromium.js';
import { markedContract } from './markedContract.js';
import { json, Market, maker, marketAllocations, PICTURE, trader } from './market.js';

/** Dozens of views, each loaded separately, on a machine that does other work as well. */
const MANY_VIEWS_MS = 240_000;
const FOLDER = process.env.ROUGED_SCREENSHOTS;
const poor = signingActor('screenshots: poor');
const CREATED = 10;

/** A node that stands alone has neither peers nor evidence. */
const names = ['Falkenstein', 'A validator with a name of sixty-four characters, which is the most!', null];
const peersAnswer = {
  success: true,
  peers: names.map((_, at) => `https://node-${at}.rouge-chain.example/api`),
  peer_details: names.map((node_name, at) => ({ url: `https://node-${at}.rouge-chain.example/api`, node_name })),
  count: names.length,
  details: names.map((node_name, at) => ({
    ...{ id: String(at).repeat(64), url: null, node_name, version: '0.1.0', direction: at === 0 ? 'out' : 'in' },
    ...{ connected_seconds: 10 ** (at + 2), height: 1_234_567, validator: at < 2, score: -7 * at, queued_bytes: 0 },
  })),
  bans: [{ id: 'b'.repeat(64), reason: 'invalidTransaction', remaining_seconds: 540 }],
  network_height: 1_234_567,
};
const evidenceAnswer = {
  success: true,
  evidence: (['votes', 'blocks'] as const).map((kind) => ({
    ...{ id: 'e'.repeat(64), kind, height: 1_234_560, signer_address: poor.address, signer_pub_key: poor.keyHex },
    ...(kind === 'votes'
      ? { votes: ['a', 'b'].map((hash) => ({ vote_type: 'precommit', round: 0, block_hash: hash.repeat(64) })) }
      : { blocks: ['c', 'd'].map((hash) => ({ hash: hash.repeat(64) })) }),
  })),
  count: 2,
};

// Without a browser the tests are skipped; the module that looks for one says so.
describe.skipIf(chromiumMissing)('every view', () => {
  let node: LiveNode;
  let browser: Browser;
  let views: readonly (readonly [name: string, hash: string])[] = [];

  async function trade(market: Market): Promise<readonly string[]> {
    const look = { image: PICTURE, description: 'Heavy\nand yellow', website: 'https://gold.invalid/a/long/path' };
    await market.token('GOLD', 'Gold certificates of a long name', '123456789012345678901', {
      ...look,
      decimals: number(2),
    });
    await market.token('MINTY', 'Fresh units', '500000', { mintable: true, max_supply: number(2_000_000) });
    await Promise.all(Array.from({ length: CREATED }, (_, at) => market.token(`MORE${at}`, `Token ${at}`, '1000')));
    await market.pool('GOLD', 'XRGE', '50000', '100000');
    await market.pool('GOLD', 'MINTY', '40000', '80000');
    for (let at = 0; at < CREATED; at++) await market.swap('XRGE', 'GOLD', String(100 + 37 * at));
    const swap = await market.swap('XRGE', 'MINTY', '1000', { path: ['XRGE', 'GOLD', 'MINTY'] });
    const add = { type: 'add_liquidity', pool_id: 'GOLD-XRGE', amount_a: number(5_000), amount_b: number(100_000) };
    const added = await market.send('/api/v2/pool/add-liquidity', maker, add);
    const staked = { type: 'stake', amount: number(20_000) };
    await market.send('/api/v2/stake', trader, staked);
    const burn = { type: 'burn', amount: number(7), token: 'GOLD' };
    return [swap, added, await market.send('/api/v2/token/burn', maker, burn)];
  }

  async function paint(market: Market): Promise<readonly [collection: string, sale: string]> {
    const more = { publicMint: true, mintPrice: number(5), royaltyBps: number(500), description: 'Of many colours' };
    const art = await market.collection('ART', 'Pictures of an exhibition', { ...more, image: PICTURE });
    const attributes = json({ image: PICTURE, background: 'green', eyes: 'laser' });
    await market.mint(art, 'The first of them', { attributes });
    await market.mint(art, 'Elsewhere', { metadataUri: 'https://pictures.invalid/second.png' });
    await market.batchMint(art, ['Three', 'Four', 'A name that is much longer than its tile is wide', 'Six']);
    await market.send('/api/v2/nft/mint', trader, { type: 'nft_mint', collectionId: art, name: 'Bought' });
    return [art, await market.nft('transfer', art, 1, { to: trader.address, salePrice: number(70) })];
  }

  /** A contract with what fits badly into a row, a call of it, one that failed. */
  async function program(market: Market): Promise<Readonly<Record<'contract' | 'call' | 'failed', string>>> {
    const built = await buildOnce('ops/examples/contracts/token.ts');
    if (isRefusal(built)) throw new Error(built.message);
    const contract = await market.deploy(built.wasm);
    const named = {
      name: 'A token of a contract with a long name',
      symbol: 'PAGE',
      decimals: number(2),
      supply: '1000000',
    };
    await market.call(contract, 'init', { args: json(named) });
    await market.deploy(markedContract('a-word-of-a-contract-that-does-not-break-'.repeat(2)));
    const given = (amount: string) => ({ args: json({ to: trader.address, amount }) });
    const call = await market.call(contract, 'transfer', given('10'));
    return { contract, call, failed: await market.failingCall(contract, 'transfer', given('999990')) };
  }

  beforeAll(async () => {
    node = await startNode({
      genesis: { allocations: marketAllocations, faucet: true },
      flags: ['--heartbeat-ms', '500', '--faucet-enabled', '--node-name', 'Screens'],
    });
    const market = new Market(new CheckedApi(node.url), await ChainWatch.open(node.url));
    const [swap = '', added = '', burn = ''] = await trade(market);
    const [art, sale] = await paint(market);
    const { contract, call, failed } = await program(market);
    const gift = await market.send('/api/v2/faucet', poor, { type: 'faucet' });
    const { blockHeight } = await new CheckedApi(node.url).get<{ blockHeight: number }>(`/api/tx/${swap}`);
    const id = encodeURIComponent(art);
    views = [
      ['overview', ''],
      ['block', `#/block/${blockHeight}`],
      ...Object.entries({ swap, added, burn, sale, gift, call, failed }).map(
        ([name, tx]) => [`tx-${name}`, `#/tx/${tx}`] as const,
      ),
      ['address-maker', `#/address/${maker.address}`],
      ['address-trader', `#/address/${trader.address}`],
      ['address-poor', `#/address/${poor.address}`],
      ['tokens', '#/tokens'],
      ['token', '#/token/GOLD'],
      ['token-xrge', '#/token/XRGE'],
      ['pools', '#/pools'],
      ['pool', '#/pool/GOLD-XRGE'],
      ['nfts', '#/nfts'],
      ['collection', `#/collection/${id}`],
      ['nft', `#/nft/${id}/1`],
      ['contracts', '#/contracts'],
      ['contract', `#/contract/${contract}`],
      ['search', '#/search/t'],
      ['missing', '#/tx/x'],
      ['network', '#/network'],
      ['bridge', '#/bridge'],
      ['wallet', '#/wallet'],
    ];
    browser = await openBrowser();
    if (FOLDER) mkdirSync(FOLDER, { recursive: true });
  });

  afterAll(async () => {
    await browser?.close();
    await node?.remove();
  });

  /** What is wider than its space: the page, or a table in it. */
  const tooWide = (page: Page): Promise<unknown> =>
    page.evaluate(`[...document.querySelectorAll('html, .scroller, .card, .tile')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.className + ' ' + one.scrollWidth + ' > ' + one.clientWidth + ' ' + (one.querySelector('caption')?.textContent ?? ''))`);

  const random = new SeededRandom(testSeed());
  const colours = ['light', 'dark'] as const;
  const widths = [1_400, 390] as const;
  const shown = (FOLDER ? widths : random.cases(widths, 1)).flatMap((width) =>
    (FOLDER ? colours : random.cases(colours, 1)).map((colour) => [width, colour] as const),
  );

  test.each(shown)('%i pixels wide, %s', { timeout: MANY_VIEWS_MS }, async (width, colorScheme) => {
    const { page, complaints } = await openPage(browser, { width, height: 900, colorScheme });
    await page.route('**/api/health', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), local_network: true } });
    });
    await page.route('**/api/peers', (route) => route.fulfill({ json: peersAnswer }));
    await page.route('**/api/evidence', (route) => route.fulfill({ json: evidenceAnswer }));
    const wide: unknown[] = [];
    for (const [name, hash] of views) {
      await page.goto('about:blank');
      await page.goto(`${node.url}/${hash}`);
      await page.locator('main .facts, main .nothing, main .scroller, main .form').first().waitFor();
      await page.waitForLoadState('networkidle');
      await page.locator('#connection', { hasText: 'Live' }).waitFor();
      if (FOLDER) await page.screenshot({ path: join(FOLDER, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      const found = (await tooWide(page)) as readonly string[];
      if (found.length > 0) wide.push([name, found]);
    }
    expect(wide).toEqual([]);
    expect(views).toHaveLength(27);
    expect(complaints.filter((text) => !/\/api\/tx\/x(?:\?|$)/.test(text))).toEqual([]);
    await page.close();
  });
});
