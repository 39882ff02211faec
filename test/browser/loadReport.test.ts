/** The report of a load run in a browser: it loads nothing, runs no script, and fits a phone and a wide screen. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderReport } from '../../bench/load/report.js';
import type { LoadResult } from '../../bench/load/result.js';
import { loadSample, poisoned } from '../support/loadSample.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { chromiumMissing, openBrowser, openPage } from './chromium.js';

const seed = testSeed();
const result = loadSample(new SeededRandom(seed), 40);

/** Pixels by which the page is wider than the screen. */
const TOO_WIDE = 'document.documentElement.scrollWidth - innerWidth';

const CHARTS = `[...document.querySelectorAll('svg.plot')].map((chart) => {
  const { width, height } = chart.getBoundingClientRect();
  const { left, right } = chart.closest('.card').getBoundingClientRect();
  const texts = [...chart.querySelectorAll('text')].map((text) => text.getBoundingClientRect()).filter((box) => box.width > 0);
  return { width, height, outside: texts.filter((box) => box.left < left || box.right > right).length, texts: texts.length };
})`;

interface Chart {
  readonly width: number;
  readonly height: number;
  readonly outside: number;
  readonly texts: number;
}

const INTRUDERS = "document.querySelectorAll('img, script, iframe, [onerror]').length + (globalThis.hit ?? 0)";

// Without a browser the tests are skipped; the module that looks for one says so.
describe.skipIf(chromiumMissing)(`report of a load run in a browser, seed ${seed}`, () => {
  let browser: Browser;
  let directory: string;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'rouged-report-'));
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    rmSync(directory, { recursive: true, force: true });
  });

  function stored(name: string, drawn: LoadResult): string {
    const path = join(directory, `${name}.html`);
    writeFileSync(path, renderReport(drawn));
    return pathToFileURL(path).href;
  }

  test.each([
    [360, 'light'],
    [360, 'dark'],
    [820, 'light'],
    [1_280, 'dark'],
    [1_920, 'light'],
  ] as const)(
    '%i pixels wide, %s: all charts are on the page, their texts in their cards',
    async (width, colorScheme) => {
      const url = stored('sample', result);
      const { page, requested, complaints } = await openPage(browser, { width, colorScheme });
      await page.goto(url);
      expect(await page.evaluate(TOO_WIDE)).toBeLessThanOrEqual(0);
      const charts = (await page.evaluate(CHARTS)) as readonly Chart[];
      expect(charts).toHaveLength(11);
      for (const chart of charts) {
        expect(chart.width).toBeGreaterThan(200);
        expect(chart.height).toBeGreaterThan(80);
        expect(chart.texts).toBeGreaterThan(3);
        expect(chart.outside).toBe(0);
      }
      for (const summary of await page.locator('summary').all()) await summary.click();
      expect(await page.evaluate(TOO_WIDE)).toBeLessThanOrEqual(0);
      expect(JSON.parse(await page.locator('.raw pre').innerText())).toEqual(result);
      expect(requested).toEqual([url]);
      expect(complaints).toEqual([]);
      await page.close();
    },
  );

  test('markup in every text stays text, on a telephone too', async () => {
    const { result: hostile, replaced } = poisoned(result);
    expect(replaced).toBeGreaterThan(25);
    const url = stored('hostile', hostile);
    const { page, requested, complaints } = await openPage(browser, { width: 360 });
    await page.goto(url);
    for (const summary of await page.locator('summary').all()) await summary.click();
    expect(await page.evaluate(INTRUDERS)).toBe(0);
    const charts = (await page.evaluate(CHARTS)) as readonly Chart[];
    expect(charts.map(({ outside }) => outside)).toEqual(charts.map(() => 0));
    expect(charts.length).toBeGreaterThan(8);
    expect(await page.locator('h1').innerText()).toContain(hostile.limit.because);
    expect(JSON.parse(await page.locator('.raw pre').innerText())).toEqual(hostile);
    expect(await page.evaluate(TOO_WIDE)).toBeLessThanOrEqual(0);
    expect(requested).toEqual([url]);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
