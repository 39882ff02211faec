/** Headless Chromium for the tests of the page: the system's own, driven by playwright-core.
 *
 *  In: an address. Out: a page that records its requests and its errors. Where no Chromium is
 *  installed the tests say so and are skipped, except under CI, where they must run. */

import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** `ROUGED_CHROMIUM` names another one. */
const chromiumPath: string | undefined = [process.env.ROUGED_CHROMIUM ?? '', ...PLACES].find(
  (path) => path !== '' && existsSync(path),
);

export const chromiumMissing = chromiumPath === undefined;

if (chromiumMissing)
  console.warn(`no Chromium at ROUGED_CHROMIUM or ${PLACES.join(', ')}: the tests of the page are skipped`);

/** No traffic of the browser itself may leave the machine; containers have neither a sandbox nor a graphics card. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** With a separate profile, which is removed when it closes. */
export function openBrowser(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error('there is no Chromium');
  return chromium.launch({ executablePath: chromiumPath, headless: true, args: FLAGS });
}

export interface Watched {
  readonly page: Page;
  /** URLs of all requests, including WebSockets. */
  readonly requested: readonly string[];
  /** Exceptions, violations of the content security policy, error lines of the console; a failed answer
   *  comes with its URL. */
  readonly complaints: readonly string[];
}

export interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
}

export async function openPage(
  browser: Browser,
  { width = 1_280, height = 900, ...look }: Look = {},
): Promise<Watched> {
  const page = await browser.newPage({ viewport: { width, height }, ...look });
  const requested: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  page.on('websocket', (socket) => requested.push(socket.url()));
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('console', (line) => {
    if (line.type() === 'error') complaints.push(`${line.text()} ${line.location().url}`);
  });
  return { page, requested, complaints };
}

/** The text of an element as it is shown. */
export const textOf = async (page: Page, selector: string): Promise<string> =>
  (await page.locator(selector).first().innerText()).trim();

/** The browser globals that the functions below use: they run there, not here. */
declare const document: {
  readonly body: { readonly textContent: string };
  getElementById(id: string): { readonly textContent: string } | null;
  querySelectorAll(selector: string): ArrayLike<unknown>;
};

/** The height that the overview shows. */
export const shownHeight = async (page: Page): Promise<number> =>
  Number((await textOf(page, '#height')).replaceAll(',', ''));

/** Waits until the overview shows a block of at least this height. */
export const heightReaches = (page: Page, least: number): Promise<unknown> =>
  page.waitForFunction(
    (wanted) => Number(document.getElementById('height')?.textContent.replaceAll(',', '')) >= wanted,
    least,
  );

/** Waits until at least the given number of elements exists. */
export const holds = (page: Page, selector: string, least: number): Promise<unknown> =>
  page.waitForFunction(([wanted, count]) => document.querySelectorAll(wanted).length >= count, [
    selector,
    least,
  ] as const);

/** Waits until the page's text contains this text. */
export const says = (page: Page, text: string): Promise<unknown> =>
  page.waitForFunction((wanted) => document.body.textContent.includes(wanted), text);
