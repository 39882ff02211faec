import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { startNode } from '../support/liveNode.js';
import { number } from '../support/signedRequests.js';
import { openBrowser, openPage } from './chromium.js';
import { json, Market, maker, marketAllocations, PICTURE, trader } from './market.js';

test('look', async () => {
  const node = await startNode({
    genesis: { allocations: marketAllocations, faucet: true },
    flags: ['--heartbeat-ms', '500', '--node-name', 'Look'],
  });
  const api = new CheckedApi(node.url);
  const m = new Market(api, await ChainWatch.open(node.url));
  await m.token('GOLD', 'Gold certificates', '1000000', {
    image: PICTURE,
    description: 'Backed by nothing but this test.\nSecond line.',
    website: 'https://gold.example/',
    decimals: number(2),
  });
  await m.token('MINTY', 'Fresh units', '500000', {
    mintable: true,
    max_supply: number(2000000),
    image: 'https://pictures.example/minty.png',
  });
  await m.token('SILVER', 'Silver', '99000000000', {});
  await m.send('/api/v2/token/mint', maker, { type: 'mint_tokens', token_symbol: 'MINTY', amount: number(250000) });
  await m.send('/api/v2/transfer', maker, {
    type: 'transfer',
    to: trader.address,
    amount: number(30000),
    token: 'GOLD',
  });
  await m.send('/api/v2/token/burn', maker, { type: 'burn', token: 'GOLD', amount: number(1000) }).catch(() => {});
  await m.pool('GOLD', 'XRGE', '50000', '100000');
  await m.pool('GOLD', 'SILVER', '40000', '8000000');
  const swaps: string[] = [];
  for (let i = 0; i < 24; i++)
    swaps.push(
      i % 3 ? await m.swap('XRGE', 'GOLD', String(100 + 37 * i)) : await m.swap('GOLD', 'XRGE', String(50 + 11 * i)),
    );
  const multi = await m.swap('XRGE', 'SILVER', '1000', { path: ['XRGE', 'GOLD', 'SILVER'] });
  const add = await m.send('/api/v2/pool/add-liquidity', maker, {
    type: 'add_liquidity',
    pool_id: 'GOLD-XRGE',
    amount_a: number(1000),
    amount_b: number(5000),
  });
  const col = await m.collection('ART', 'Pictures of nothing', {
    description: 'Twelve of them',
    maxSupply: number(120),
    royaltyBps: number(500),
    image: PICTURE,
    publicMint: true,
    mintPrice: number(5),
    tokenGateSymbol: 'GOLD',
    tokenGateAmount: number(100),
    discountPct: number(50),
  });
  await m.collection('ODD', 'No picture, no limit');
  const mint = await m.mint(col, 'The first one', {
    metadataUri: 'ipfs://bafy/1.json',
    attributes: [json({ trait_type: 'Colour', value: 'red' }), json({ trait_type: 'Size', value: number(3) })],
  });
  for (let i = 0; i < 3; i++)
    await m.batchMint(
      col,
      Array.from({ length: 10 }, (_, at) => `Picture ${i * 10 + at + 2}`),
    );
  const sale = await m.nft('transfer', col, 2, { to: trader.address, salePrice: number(100) });
  await m.nft('lock', col, 3, { locked: true });
  const browser = await openBrowser();
  const views: Record<string, string> = {
    overview: '',
    tokens: '#/tokens',
    token: '#/token/GOLD',
    minty: '#/token/minty',
    pools: '#/pools',
    pool: '#/pool/GOLD-XRGE',
    nfts: '#/nfts',
    collection: `#/collection/${encodeURIComponent(col)}`,
    nft: `#/nft/${encodeURIComponent(col)}/1`,
    maker: `#/address/${maker.address}`,
    swap: `#/tx/${multi}`,
    add: `#/tx/${add}`,
    mint: `#/tx/${mint}`,
    sale: `#/tx/${sale}`,
  };
  const only = process.env.LOOK?.split(',');
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
    [320, 'dark'],
  ] as const) {
    const { page, complaints } = await openPage(browser, { width, colorScheme });
    for (const [name, hash] of Object.entries(views)) {
      if (only && !only.includes(name)) continue;
      if (colorScheme === 'dark' && !['pool', 'token', 'collection', 'nfts'].includes(name)) continue;
      if (process.env.RICH && name === 'pool')
        await page.route('**/candles?*', (route) => {
          const now = Math.floor(Date.now() / 60_000) * 60;
          let close = 2;
          const candles = Array.from({ length: 56 }, (_, at) => {
            const open = close;
            close *= 1 + Math.sin(at * 1.7) * 0.03 + Math.cos(at) * 0.01;
            return {
              timestamp: now - (58 - at) * 60,
              open,
              close,
              high: Math.max(open, close) * 1.01,
              low: Math.min(open, close) * 0.985,
              volume_a: 10,
              volume_b: 100 + 90 * Math.sin(at),
              swaps: 3,
              events: 3,
            };
          }).filter((_, at) => at % 7 !== 3);
          return route.fulfill({ json: { success: true, candles } });
        });
      await page.goto(`${node.url}/${hash}`);
      await page.waitForLoadState('networkidle').catch(() => {});
      await page.waitForTimeout(300);
      if (name === 'pool') {
        await page.fill('#quote-amount', '250');
        await page.press('#quote-amount', 'Enter');
        await page.waitForTimeout(300);
        await page.focus('.candles');
        await page.keyboard.press('ArrowLeft');
        await page.keyboard.press('ArrowLeft');
      }
      const wide = await page.evaluate('[document.documentElement.scrollWidth, innerWidth]');
      console.log(width, colorScheme, name, JSON.stringify(wide));
      await page.screenshot({ path: `/tmp/page-look/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
    console.log(complaints.join('\n'));
    await page.close();
  }
  writeFileSync('/tmp/page-look/done', '1');
  await browser.close();
  await node.remove();
}, 300_000);
