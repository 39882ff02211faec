/** Pictures of NFTs: those on chain are shown; those of other hosts only when the reader asks for them, without telling
 *  the host where they are read; anything else stays text. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { chromiumMissing, openBrowser, openPage, says, type Watched } from './chromium.js';
import { json, Market, maker, marketAllocations, PICTURE } from './market.js';

const MARKUP = '<img src=x onerror=hit=1>';
const ELSEWHERE = 'https://pictures.invalid/second.png';

/** What must never become a picture. */
const HOSTILE = [
  'javascript:hit=1',
  'data:text/html;base64,PGltZyBzcmM9eCBvbmVycm9yPWhpdD0xPg==',
  'data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImhpdD0xIi8+',
  'http://pictures.invalid/plain.png',
  `${PICTURE}" onerror="hit=1`,
];

// Without a browser the tests are skipped; the module that looks for one says so.
describe.skipIf(chromiumMissing)('the gallery', () => {
  let node: LiveNode;
  let browser: Browser;
  let art: string;

  beforeAll(async () => {
    // A chain from before the rules of links: the page must not trust what it holds.
    const genesis = { allocations: marketAllocations, upgrades: { ledger_rules_2: null } };
    node = await startNode({ genesis, flags: ['--heartbeat-ms', '500'] });
    const market = new Market(new CheckedApi(node.url), await ChainWatch.open(node.url));
    art = await market.collection('ART', MARKUP);
    await market.mint(art, 'On the chain', { attributes: json({ image: PICTURE }) });
    await market.mint(art, 'Elsewhere', { metadataUri: ELSEWHERE });
    for (const image of HOSTILE) await market.mint(art, MARKUP, { attributes: json({ image }), metadataUri: image });
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await node?.remove();
  });

  async function open(hash: string): Promise<Watched> {
    const watched = await openPage(browser);
    onTestFinished(() => watched.page.close());
    await watched.page.goto(`${node.url}/${hash}`);
    return watched;
  }

  const shown = (page: Page): Promise<readonly (string | null)[]> =>
    page.locator('img.picture').evaluateAll((all) => all.map((one) => one.getAttribute('src')));

  const foreign = (requested: readonly string[]): readonly string[] =>
    requested.filter((url) => !url.startsWith(node.url) && !url.startsWith('ws') && !url.startsWith('data:'));

  const places = (): readonly string[] => [`#/collection/${encodeURIComponent(art)}`, `#/address/${maker.address}`];

  test('contacts no other host until its reader wants it, and then sends no referrer', async () => {
    for (const place of places()) {
      const { page, requested } = await open(place);
      await page
        .locator('.tile')
        .nth(HOSTILE.length + 1)
        .waitFor();
      expect(await shown(page)).toEqual([PICTURE]);
      await page.locator('.ask', { hasText: 'pictures.invalid, which would see your address' }).waitFor();
      expect(foreign(requested)).toEqual([]);
      let referer: string | undefined = 'nothing was asked';
      await page.route('https://pictures.invalid/**', (route) => {
        referer = route.request().headers().referer;
        return route.fulfill({ contentType: 'image/png', body: Buffer.from(PICTURE.split(',')[1] ?? '', 'base64') });
      });
      await page.locator('.ask button').click();
      await page.locator(`img.picture[src="${ELSEWHERE}"]`).waitFor();
      const widths = () =>
        page
          .locator('img.picture')
          .evaluateAll((all) => all.map((one) => (one as { naturalWidth?: number }).naturalWidth ?? 0));
      await expect.poll(async () => (await widths()).every((width) => width > 0)).toBe(true);
      expect(await shown(page)).toEqual([PICTURE, ELSEWHERE]);
      expect(foreign(requested)).toEqual([ELSEWHERE]);
      expect(referer).toBeUndefined();
      expect(await page.locator('.ask').count()).toBe(0);
    }
  });

  test('a picture that does not load is replaced by letters', async () => {
    const { page } = await open(places()[0] ?? '');
    await page.route('https://pictures.invalid/**', (route) => route.abort());
    await page.locator('.ask button').click();
    await expect.poll(() => page.locator('img.picture').count()).toBe(1);
    expect(await page.locator('.picture.letters').allInnerTexts()).toEqual(HOSTILE.map(() => 'ART').concat('ART'));
  });

  test('anything that is not a picture is text, and does nothing', async () => {
    for (const place of [...places(), ...HOSTILE.map((_, at) => `#/nft/${encodeURIComponent(art)}/${at + 3}`)]) {
      const { page, requested, complaints } = await open(place);
      await page.locator('.tile, .facts').first().waitFor();
      await says(page, MARKUP);
      const elements =
        "document.querySelectorAll('iframe, object, embed, [onerror], [onload], script:not([src])').length";
      expect(await page.evaluate(`[${elements}, globalThis.hit ?? 0]`), place).toEqual([0, 0]);
      for (const src of await shown(page)) expect(src).toBe(PICTURE);
      expect(foreign(requested)).toEqual([]);
      expect(complaints).toEqual([]);
    }
  });

  test('one NFT shows its picture large', async () => {
    const { page } = await open(`#/nft/${encodeURIComponent(art)}/1`);
    await page.locator('.large-picture img').waitFor();
    expect(await shown(page)).toEqual([PICTURE]);
  });
});
