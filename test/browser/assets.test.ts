/** Tokens, pools and NFTs on the page beside a live node: it shows what the API says about assets made by signed requests,
 *  follows new blocks, and contacts no other host. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { formatXrge } from '../../engine/base/amounts.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { number } from '../support/signedRequests.js';
import { chromiumMissing, openBrowser, openPage, says, textOf, type Watched } from './chromium.js';
import { json, Market, maker, marketAllocations, PICTURE, trader } from './market.js';

/** Tokens enough for a second page of the list. */
const MORE_TOKENS = 18;
const SWAPS = 24;
/** More digits than a double has. */
const HUGE_SUPPLY = '123456789012345678901';

type Answer = Readonly<Record<string, unknown>>;

// Without a browser the tests are skipped; the module that looks for one says so.
describe.skipIf(chromiumMissing)('tokens, pools and NFTs on the page', () => {
  let node: LiveNode;
  let api: CheckedApi;
  let market: Market;
  let browser: Browser;
  let art: string;
  const txs: Record<string, string> = {};
  const opened: Watched[] = [];

  async function makeTokens(): Promise<void> {
    const look = {
      image: PICTURE,
      description: 'Heavy\nand yellow',
      website: 'https://gold.invalid/',
      decimals: number(2),
    };
    txs.create = await market.token('GOLD', 'Gold certificates', '1000000', look);
    const image = 'https://pictures.invalid/minty.png';
    await market.token('MINTY', 'Fresh units', '500000', { mintable: true, max_supply: number(2_000_000), image });
    const minted = { type: 'mint_tokens', token_symbol: 'MINTY', amount: number(250_000) };
    txs.mint = await market.send('/api/v2/token/mint', maker, minted);
    const given = { type: 'transfer', to: trader.address, amount: number(30_000), token: 'GOLD' };
    await market.send('/api/v2/transfer', maker, given);
    const names = Array.from({ length: MORE_TOKENS }, (_, at) => `MORE${at}`);
    await Promise.all(names.map((name) => market.token(name, `Token ${name}`, '1000')));
    await market.token('HUGE', 'More than a number holds', HUGE_SUPPLY, {}, trader);
    const frozen = { type: 'token_freeze', token_symbol: 'MORE0', frozen: true };
    await market.send('/api/v2/token/freeze', maker, frozen);
  }

  async function makePools(): Promise<void> {
    txs.pool = await market.pool('GOLD', 'XRGE', '50000', '100000');
    await market.pool('GOLD', 'MINTY', '40000', '80000');
    for (let at = 0; at < SWAPS; at++)
      txs.swap = await (at % 3 === 0
        ? market.swap('GOLD', 'XRGE', String(50 + 11 * at))
        : market.swap('XRGE', 'GOLD', String(100 + 37 * at)));
    txs.hops = await market.swap('XRGE', 'MINTY', '1000', { path: ['XRGE', 'GOLD', 'MINTY'] });
    const amounts = { amount_a: number(1_000), amount_b: number(5_000) };
    const added = { type: 'add_liquidity', pool_id: 'GOLD-XRGE', ...amounts };
    txs.add = await market.send('/api/v2/pool/add-liquidity', maker, added);
  }

  async function makeNfts(): Promise<void> {
    art = await market.collection('ART', 'Pictures of nothing', {
      ...{ description: 'Twelve of them', image: PICTURE, maxSupply: number(120), royaltyBps: number(500) },
      ...{ publicMint: true, mintPrice: number(5), tokenGateSymbol: 'GOLD', tokenGateAmount: number(100) },
    });
    await market.collection('PLAIN', 'No limit');
    const colour = json({ trait_type: 'Colour', value: 'red' });
    txs.nft = await market.mint(art, 'The first one', { metadataUri: 'ipfs://first', attributes: [colour] });
    for (let at = 0; at < 3; at++)
      await market.batchMint(
        art,
        Array.from({ length: 10 }, (_, one) => `Picture ${10 * at + one + 2}`),
      );
    txs.sale = await market.nft('transfer', art, 2, { to: trader.address, salePrice: number(100) });
    await market.nft('lock', art, 3, { locked: true });
  }

  beforeAll(async () => {
    node = await startNode({ genesis: { allocations: marketAllocations }, flags: ['--heartbeat-ms', '500'] });
    api = new CheckedApi(node.url);
    market = new Market(api, await ChainWatch.open(node.url));
    await makeTokens();
    await Promise.all([makePools(), makeNfts()]);
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

  /** The text of a card, by its title, without the marks between thousands. */
  const cardText = async (page: Page, title: string): Promise<string> => {
    const found = page.locator('.card', { has: page.locator('h2', { hasText: title }) }).first();
    return (await found.innerText()).replaceAll(',', '');
  };

  const collectionView = (): string => `#/collection/${encodeURIComponent(art)}`;
  const nftView = (id: number): string => `#/nft/${encodeURIComponent(art)}/${id}`;

  test('the list of tokens has all of them, in pages, with the current position', async () => {
    const { total } = await api.get<{ total: number }>('/api/tokens?limit=1');
    expect(total).toBeGreaterThan(MORE_TOKENS);
    const page = await open('');
    await page.locator('#sections a', { hasText: 'Tokens' }).click();
    await page.locator('h2', { hasText: `All tokens (${total})` }).waitFor();
    expect(await page.locator('#sections [aria-current]').allInnerTexts()).toEqual(['Tokens']);
    const symbols = new Set<string>();
    for (let shown = 0; shown < total; shown += 20) {
      const end = Math.min(total, shown + 20);
      await page.locator('.pager', { hasText: `${shown + 1}–${end} of ${total}` }).waitFor();
      for (const symbol of await page.locator('.asset-name a').allInnerTexts()) symbols.add(symbol);
      if (end < total) await page.locator('.pager a', { hasText: 'Next' }).click();
    }
    expect(symbols.size).toBe(total);
    for (const symbol of ['XRGE', 'GOLD', 'MINTY', 'MORE17', 'qETH']) expect(symbols).toContain(symbol);
    await page.locator('.pager a', { hasText: 'Previous' }).click();
    await page.locator('.pager', { hasText: `1–20 of ${total}` }).waitFor();
    const gold = page.locator('tr', { has: page.locator('a', { hasText: /^GOLD$/ }) });
    expect(await gold.locator('img.mark-box').getAttribute('src')).toBe(PICTURE);
    const minty = page.locator('tr', { has: page.locator('a', { hasText: /^MINTY$/ }) });
    expect(await minty.locator('span.mark-box').innerText()).toBe('MIN');
    expect(await minty.locator('.badge:visible').allInnerTexts()).toEqual(['mintable']);
  });

  test('a token has its supply, its holders and its transactions', async () => {
    const page = await open('#/token/gold');
    await page.locator('h2', { hasText: /^Holders \(\d+\)/ }).waitFor();
    expect(await textOf(page, 'h1')).toBe('GOLD Gold certificates');
    await page.locator('.facts > div', { hasText: 'In pools' }).waitFor();
    const supply = await cardText(page, 'Supply');
    expect(supply).toContain('Total\n1000000 = 10000 with 2 decimals');
    const { in_pools_units } = await api.get('/api/token/GOLD/holders');
    expect(supply).toContain(`In pools\n${in_pools_units}`);
    const about = await cardText(page, 'About');
    expect(about).toContain('Heavy\nand yellow');
    expect(await page.locator('a[href="https://gold.invalid/"]').getAttribute('target')).toBe('_blank');
    const { holders } = await api.get<{ holders: readonly { percentage: number; balance: number }[] }>(
      '/api/token/GOLD/holders?limit=20',
    );
    const rows = await page.locator('.card:has(h2:has-text("Holders")) tbody tr').allInnerTexts();
    expect(rows).toHaveLength(holders.length);
    expect(rows[0]?.replaceAll(',', '')).toContain(String(holders[0]?.balance));
    const { total_count } = await api.get<{ total_count: number }>('/api/token/GOLD/transactions?limit=1');
    await page.locator('h2', { hasText: `Transactions (${total_count})` }).waitFor();
    const links = page.locator('.card:has(h2:has-text("Transactions")) td a[href^="#/tx/"]');
    expect(await links.count()).toBe(20);
    await page.locator('button', { hasText: 'Show more' }).click();
    await expect.poll(() => links.count()).toBe(Math.min(40, total_count));
    expect(await page.evaluate('document.activeElement.closest("tr").rowIndex')).toBe(21);
    const ids = await links.evaluateAll((all) => all.map((link) => link.getAttribute('title')));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('a mintable token says how much of its cap exists', async () => {
    const page = await open('#/token/MINTY');
    await page.locator('h2', { hasText: 'Supply' }).waitFor();
    const supply = await cardText(page, 'Supply');
    expect(supply).toContain('Total\n750000');
    expect(supply).toContain('Minted later\n250000');
    expect(supply).toContain('Cap\n2000000 · 37.5 % of it exists');
    expect(await cardText(page, 'About')).toContain('https://pictures.invalid/minty.png');
    expect(await page.locator('.mark-box').innerText()).toBe('MINT');
    expect(await page.locator('img').count()).toBe(0);
    // The policy would have blocked and reported a picture from elsewhere.
    expect(opened.at(-1)?.complaints).toEqual([]);
  });

  test('an amount is exact where a number is not', async () => {
    const page = await open('#/token/HUGE');
    await page.locator('h2', { hasText: 'Holders (1)' }).waitFor();
    expect(await cardText(page, 'Supply')).toContain(`Total\n${HUGE_SUPPLY}`);
    expect(await cardText(page, 'Holders')).toContain(HUGE_SUPPLY);
  });

  test('the list of pools has reserves and prices, and leads to each', async () => {
    const page = await open('#/pools');
    const row = page.locator('tr', { has: page.locator('a', { hasText: 'GOLD / XRGE' }) });
    await row.waitFor();
    const pool = await api.get('/api/pool/GOLD-XRGE');
    const text = (await row.innerText()).replaceAll(',', '');
    expect(text).toContain(`${pool.reserve_a_units} GOLD`);
    expect(text).toContain(`${formatXrge(BigInt(String(pool.reserve_b_quanta)))} XRGE`);
    expect(text).toContain(`${Number(Number(pool.price_a_in_b).toPrecision(6))} XRGE`);
    await row.locator('a').click();
    await page.locator('h1', { hasText: 'GOLD / XRGE' }).waitFor();
  });

  test('a pool has its price as a chart that mouse and keyboard can read', async () => {
    const page = await open('#/pool/xrge-gold');
    const chart = page.locator('svg.candles');
    await chart.locator('rect.candle').first().waitFor();
    const { candles } = await api.get<{ candles: readonly Answer[] }>(
      '/api/pool/GOLD-XRGE/candles?interval=1m&limit=61',
    );
    const last = candles.at(-1) as Readonly<Record<'open' | 'close', number>>;
    const shown = (value: number): string => String(Number(value.toPrecision(6)));
    expect(await textOf(page, 'figcaption')).toContain(`One GOLD is ${shown(last.close)} XRGE`);
    await chart.focus();
    await page.keyboard.press('Home');
    expect(await textOf(page, 'figcaption')).toContain(`open ${shown(Number(candles[0]?.open))}`);
    expect(await chart.getAttribute('aria-valuetext')).toBe(await textOf(page, 'figcaption'));
    expect(await chart.getAttribute('aria-valuenow')).toBe('0');
    await page.keyboard.press('Escape');
    expect(await textOf(page, 'figcaption')).toContain('One GOLD is');
    const box = await chart.boundingBox();
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) - 80, (box?.y ?? 0) + 100);
    await page.locator('figcaption', { hasText: 'XRGE' }).waitFor();
    expect(await chart.locator('.cross').getAttribute('class')).toBe('cross');
    await page.mouse.move(0, 0);
    await page.locator('button.choice', { hasText: 'GOLD in XRGE' }).click();
    await page.locator('figcaption', { hasText: `One XRGE is ${shown(1 / last.close)} GOLD` }).waitFor();
    for (const [name, said] of Object.entries({ '1 w': 'week', '1 y': 'year' })) {
      await page.locator('.choices button', { hasText: name }).click();
      await page.locator('figcaption', { hasText: `the last ${said}` }).waitFor();
      expect(await page.locator('[aria-pressed=true]').allInnerTexts()).toEqual([name]);
    }
  });

  test('a pool without a candle and one with a single price are drawn as well', async () => {
    const page = await open('');
    const answers = [[], [{ timestamp: 60, open: 2, high: 2, low: 2, close: 2, volume_a: 0, volume_b: 0, swaps: 0 }]];
    let candles: readonly unknown[] = [];
    await page.route('**/candles?*', (route) => route.fulfill({ json: { success: true, candles } }));
    const texts = ['This pool has no price yet.', 'One GOLD is 2 XRGE; the price did not move in the last hour.'];
    for (const [at, text] of texts.entries()) {
      candles = answers[at] ?? [];
      await page.goto('about:blank');
      await page.goto(`${node.url}/#/pool/GOLD-XRGE`);
      await says(page, text);
    }
    expect(await page.locator('rect.candle.flat').count()).toBe(60);
  });

  test('the events of a pool come by pages, and statistics are those of the API', async () => {
    const page = await open('#/pool/GOLD-XRGE');
    const { total } = await api.get<{ total: number }>('/api/pool/GOLD-XRGE/events?limit=1');
    await page.locator('h2', { hasText: `Events (${total})` }).waitFor();
    const events = page.locator('.card:has(h2:has-text("Events")) tbody tr');
    expect(await events.count()).toBe(20);
    await page.locator('button', { hasText: 'Show more' }).click();
    await expect.poll(() => events.count()).toBe(Math.min(40, total));
    const stats = await api.get('/api/pool/GOLD-XRGE/stats');
    await page.locator('h2', { hasText: 'Last 24 hours' }).waitFor();
    const day = await cardText(page, 'Last 24 hours');
    expect(day).toContain(`Swaps\n${stats.swap_count_24h}`);
    expect(day).toContain(String(stats.volume_24h_a_units));
    expect(Number(stats.swap_count_24h)).toBeGreaterThanOrEqual(SWAPS);
  });

  test('a quote is that of the API, and says why there is none', async () => {
    const page = await open('#/pool/GOLD-XRGE');
    await page.locator('#quote').waitFor();
    await page.fill('#quote-amount', '1,250');
    await page.press('#quote-amount', 'Enter');
    const body = JSON.stringify({ token_in: 'GOLD', token_out: 'XRGE', amount_in: '1250' });
    const { json: quote } = await api.post('/api/swap/quote', body);
    await page.locator('.answer', { hasText: 'Gives' }).waitFor();
    const answer = (await textOf(page, '.answer')).replaceAll(',', '');
    expect(answer).toContain(`${formatXrge(BigInt(String(quote?.amount_out_quanta)))} XRGE`);
    expect(answer).toContain('GOLD → XRGE');
    await page.fill('#quote-amount', 'much');
    await page.press('#quote-amount', 'Enter');
    await page.locator('.answer', { hasText: 'Type an amount' }).waitFor();
    await page.fill('#quote-amount', '0.5');
    await page.press('#quote-amount', 'Enter');
    await page.locator('.answer', { hasText: 'whole number of base units' }).waitFor();
  });

  test('a swap shows up on its own, and a resting chain is not polled', async () => {
    const watched = await openPage(browser);
    opened.push(watched);
    onTestFinished(() => watched.page.close());
    const { page, requested } = watched;
    await page.goto(`${node.url}/#/pool/GOLD-XRGE`);
    const before = await api.get<{ events: number }>('/api/pool/GOLD-XRGE');
    await page.locator('h2', { hasText: `Events (${before.events})` }).waitFor();
    await page.locator('#connection', { hasText: 'Live' }).waitFor();
    const reads = (): number => requested.filter((url) => url.includes('/api/pool/GOLD-XRGE')).length;
    const first = reads();
    expect(first).toBe(4);
    await market.swap('XRGE', 'GOLD', '321');
    await page.locator('h2', { hasText: `Events (${before.events + 1})` }).waitFor();
    await page.locator('.moved', { hasText: '321 XRGE' }).waitFor();
    await expect.poll(reads).toBe(first + 4);
  });

  test('a collection has its rules and its NFTs by pages', async () => {
    const page = await open('#/nfts');
    await page.locator('h2', { hasText: 'All collections (2)' }).waitFor();
    await page.locator('a', { hasText: 'Pictures of nothing' }).click();
    await page.locator('h2', { hasText: 'NFTs (31)' }).waitFor();
    const rules = await cardText(page, 'Rules');
    for (const text of ['31 / 120', 'open to everybody', '5 XRGE', '5 % of the price of a sale', 'GOLD'])
      expect(rules).toContain(text);
    expect(await cardText(page, 'About')).toContain(art);
    const row = page.locator('.tile', { has: page.locator('a', { hasText: 'Picture 3' }) }).first();
    expect(await row.locator('.badge').innerText()).toBe('locked');
    await page.locator('.pager a', { hasText: 'Next' }).click();
    await page.locator('.pager', { hasText: '25–31 of 31' }).waitFor();
    await page.locator('a', { hasText: 'Picture 31' }).click();
    await page.locator('h1', { hasText: 'Picture 31 #31' }).waitFor();
  });

  test('an NFT has its owner, its attributes and its lock', async () => {
    const page = await open(nftView(1));
    await page.locator('h1', { hasText: 'The first one' }).waitFor();
    const facts = await textOf(page, '.card .facts');
    for (const text of [maker.address, 'can be transferred', 'ipfs://first', 'Pictures of nothing'])
      expect(facts).toContain(text);
    expect(await cardText(page, 'Attributes')).toContain('Colour\nred');
    await page.goto(`${node.url}/${nftView(3)}`);
    await page.locator('.badge', { hasText: 'locked' }).waitFor();
  });

  test('an account has its tokens, its shares and its NFTs', async () => {
    const page = await open(`#/address/${maker.address}`);
    await page.locator('h2', { hasText: 'NFTs (30)' }).waitFor();
    const balance = await api.get<Readonly<Record<'token_balances_raw' | 'lp_balances', Record<string, number>>>>(
      `/api/balance/${maker.address}`,
    );
    const tokens = await cardText(page, 'Tokens');
    for (const symbol of ['GOLD', 'MINTY', 'MORE3'])
      expect(tokens).toContain(`${symbol}\t${balance.token_balances_raw[symbol]}`);
    const shares = await cardText(page, 'Shares in pools');
    expect(shares).toContain(`GOLD-XRGE\t${balance.lp_balances['GOLD-XRGE']}`);
    await page.locator('button', { hasText: 'Show more' }).click();
    await page.locator('a', { hasText: 'Picture 31' }).waitFor();
  });

  test('transactions say what they did', async () => {
    const page = await open('');
    const { receipt } = await api.get<{ receipt: { logs: readonly { data: Answer }[] } }>(`/api/tx/${txs.hops}`);
    const expected: Readonly<Record<string, readonly string[]>> = {
      hops: ['Gave\n1,000 XRGE', `Got\n`, 'XRGE → GOLD → MINTY'],
      pool: ['GOLD-XRGE', 'First token\n50,000 GOLD', 'Second token\n100,000 XRGE'],
      add: ['Of at most\n5,000 XRGE', 'LP units'],
      create: ['Total supply\n1,000,000 GOLD', 'Decimals\n2'],
      mint: ['250,000 MINTY'],
      nft: ['The first one', 'NFT\n#1', 'Colour red'],
      sale: ['Sale price\n100 XRGE', 'Royalty\n5 XRGE', trader.address],
    };
    for (const [name, texts] of Object.entries(expected)) {
      await page.goto('about:blank');
      await page.goto(`${node.url}/#/tx/${txs[name]}`);
      await page.locator('main .facts').first().waitFor();
      const facts = await textOf(page, 'main .facts');
      for (const text of texts) expect(facts, name).toContain(text);
      if (name === 'hops')
        expect(facts.replaceAll(',', '')).toContain(`Got\n${receipt.logs[0]?.data.amount_out_units} MINTY`);
    }
  });

  test('the search finds tokens, pools, collections and NFTs', async () => {
    const page = await open('');
    const wanted: Readonly<Record<string, string>> = {
      gold: 'GOLD Gold certificates',
      'xrge/gold': 'GOLD / XRGE',
      [art]: 'Pictures of nothing ART',
      [`${art}#3`]: 'Picture 3 #3',
    };
    for (const [text, title] of Object.entries(wanted)) {
      await page.fill('#query', text);
      await page.press('#query', 'Enter');
      await page.locator('h1', { hasText: title }).waitFor();
    }
    await page.fill('#query', 'NOSUCH');
    await page.press('#query', 'Enter');
    await page.locator('h1', { hasText: 'Nothing found' }).waitFor();
  });

  test.each([320, 390, 768, 1_440])('%i pixels wide, nothing has to be scrolled sideways', async (width) => {
    const places = ['#/tokens', '#/token/GOLD', '#/pools', '#/pool/GOLD-XRGE', '#/nfts'];
    const views = [...places, collectionView(), nftView(1), `#/address/${maker.address}`, `#/tx/${txs.hops}`];
    const page = await open('', { width, colorScheme: width % 20 === 0 ? 'dark' : 'light' });
    for (const view of views) {
      await page.goto(`${node.url}/${view}`);
      await page.locator('main .facts, main .scroller').first().waitFor();
      const [content, room] = (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as number[];
      expect(content, `${view} at ${width}`).toBeLessThanOrEqual(room ?? 0);
      const wide = await page
        .locator('.scroller')
        .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
      if (width >= 390) expect(wide, `tables of ${view} at ${width}`).toBe(0);
    }
    expect(views).toHaveLength(9);
  });

  test('no other host was contacted, and nothing was reported', () => {
    const requested = opened.flatMap((watched) => watched.requested);
    const own = [`${node.url}/`, `${node.url.replace('http', 'ws')}/`, 'data:'];
    expect(requested.filter((url) => !own.some((origin) => url.startsWith(origin)))).toEqual([]);
    expect(requested.length).toBeGreaterThan(300);
    const complaints = opened.flatMap((watched) => watched.complaints);
    const misses = /status of 40[04] .*\/api\/(?:token\/NOSUCH\/|swap\/quote)/;
    expect(complaints.filter((text) => !misses.test(text))).toEqual([]);
    expect(opened.length).toBeGreaterThanOrEqual(15);
  });
});
