/** The wallet of a local network: it exists only on such a network, it signs in the browser, and no key leaves it. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openWallet, signedBody } from '../../api/page/signing.js';
import { toHex } from '../../engine/base/bytes.js';
import { nobleBackend } from '../../engine/crypto/mldsa.js';
import { sha256 } from '../../engine/crypto/sha256.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { actor, signingActor } from '../support/transactions.js';
import { chromiumMissing, openBrowser, openPage, type Watched } from './chromium.js';

const NAME = 'wallet: alice';
const alice = signingActor(NAME);
/** The seed of `signingActor`'s key. */
const SEED = toHex(sha256(new TextEncoder().encode(NAME)));
const bob = actor('wallet: bob');

test('a seed and a secret key open the same account, and what is signed is the text that is sent', () => {
  const wallet = openWallet(` 0x${SEED.toUpperCase()} `);
  expect([wallet?.publicKey, wallet?.address]).toEqual([alice.keyHex, alice.address]);
  expect(openWallet(toHex(alice.secretKey))?.publicKey).toBe(alice.keyHex);
  for (const bad of ['', '0', SEED.slice(1), `${SEED}0`, 'g'.repeat(64), toHex(alice.secretKey).slice(2)])
    expect(openWallet(bad), bad.slice(0, 70)).toBeUndefined();
  if (!wallet) return expect.fail('no wallet');
  const amount = { digits: '12345678.123456789' };
  const body = signedBody(wallet, { type: 'transfer', to: bob.address, amount, token: 'XRGE' }, 1_700_000_000_000.4);
  const text = /^\{"payload":(\{.*\}),"public_key"/.exec(body)?.[1] ?? '';
  expect(text).toMatch(
    /^\{"amount":12345678\.123456789,"from":"[0-9a-f]{3904}","nonce":"[0-9a-f]{32}","timestamp":1700000000000,"to":"rouge1[0-9a-z]+","token":"XRGE","type":"transfer"\}$/,
  );
  const { signature, public_key } = JSON.parse(body) as { signature: string; public_key: string };
  expect(public_key).toBe(alice.keyHex);
  const bytes = new TextEncoder().encode(text);
  expect(nobleBackend.verify(Buffer.from(signature, 'hex'), bytes, alice.publicKey)).toBe(true);
});

// Without a browser the tests are skipped; the module that looks for one says so.
describe.skipIf(chromiumMissing)('the wallet', () => {
  let node: LiveNode;
  let api: CheckedApi;
  let watch: ChainWatch;
  let browser: Browser;

  beforeAll(async () => {
    node = await startNode({
      genesis: { allocations: [{ address: alice.address, amount: '1000' }], faucet: true },
      flags: ['--heartbeat-ms', '500', '--faucet-enabled'],
    });
    api = new CheckedApi(node.url);
    watch = await ChainWatch.open(node.url);
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await node?.remove();
  });

  /** @param local what the node says about its network; nothing when absent. */
  async function open(hash: string, local?: boolean): Promise<Watched & { readonly sent: readonly string[] }> {
    const watched = await openPage(browser);
    const { page } = watched;
    onTestFinished(() => page.close());
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    await page.route('**/api/health', async (route) => {
      const response = await route.fetch();
      const { local_network: _, ...health } = (await response.json()) as Readonly<Record<string, unknown>>;
      await route.fulfill({ response, json: local === undefined ? health : { ...health, local_network: local } });
    });
    await page.goto(`${node.url}/${hash}`);
    return { ...watched, sent };
  }

  const txIn = async (page: Page, place: string): Promise<string> => {
    const link = page.locator(`${place} .answer a[href^="#/tx/"]`);
    await link.waitFor();
    return String(await link.getAttribute('title'));
  };

  const balanceOf = async (address: string): Promise<bigint> =>
    BigInt((await api.get<{ balance_quanta: string }>(`/api/balance/${address}`)).balance_quanta);

  test.each([undefined, false])('is not there when the node says %s of a local network', async (local) => {
    const { page } = await open('#/wallet', local);
    await page.locator('.nothing', { hasText: 'There is no wallet here' }).waitFor();
    await page.locator('#health', { hasText: 'Healthy' }).waitFor();
    expect(await page.locator('#wallet-link').isVisible()).toBe(false);
    expect(await page.locator('form#transfer, #wallet-faucet').count()).toBe(0);
  });

  test('sends what it has signed, and no part of the key', async () => {
    const { page, sent, complaints } = await open('', true);
    await page.locator('#wallet-link').click();
    await page.fill('#wallet-key', SEED);
    await page.locator('.facts', { hasText: '1,000 XRGE' }).waitFor();
    await page.fill('#wallet-to', bob.address);
    await page.fill('#wallet-amount', '12.000000001');
    await page.press('#wallet-amount', 'Enter');
    const { status } = await watch.included(await txIn(page, '.card:has(form#transfer)'));
    expect(status).toBe('success');
    expect(await balanceOf(bob.address)).toBe(12_000_000_001n);
    // The first 32 bytes of a secret key are in the public one too.
    const secrets = [SEED, toHex(alice.secretKey).slice(64, 128)];
    expect(sent.some((text) => secrets.some((secret) => text.includes(secret)))).toBe(false);
    expect(sent.some((text) => text.includes(alice.keyHex))).toBe(true);
    expect(sent.filter((text) => text.includes('/api/v2/transfer'))).toHaveLength(1);
    expect(complaints).toEqual([]);
    // No other view contains the key, and neither does the wallet when it is opened again.
    await page.goto(`${node.url}/#/tokens`);
    await page.locator('h1', { hasText: 'Tokens' }).waitFor();
    await page.goBack();
    expect(await page.inputValue('#wallet-key')).toBe('');
    expect(
      await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])'),
    ).not.toContain(SEED);
  });

  test('makes a key, and the faucet fills it', async () => {
    const { page } = await open('#/wallet', true);
    await page.locator('#wallet-new').click();
    const link = page.locator('.facts a[href^="#/address/"]');
    await link.waitFor();
    const address = String(await link.getAttribute('title'));
    expect(await page.inputValue('#wallet-key')).toMatch(/^[0-9a-f]{64}$/);
    await page.locator('#wallet-faucet').click();
    expect((await watch.included(await txIn(page, '.card:has(#wallet-faucet)'))).status).toBe('success');
    expect(await balanceOf(address)).toBe(10_000n * 10n ** 9n);
  });

  test('reports its own errors and refusals of the node', async () => {
    const { page, sent } = await open('#/wallet', true);
    const answer = page.locator('.card:has(form#transfer) .answer');
    const asked = async (key: string, to: string, amount: string, token: string): Promise<void> => {
      await page.fill('#wallet-key', key);
      await page.fill('#wallet-to', to);
      await page.fill('#wallet-amount', amount);
      await page.fill('#wallet-token', token);
      await page.locator('form#transfer button').click();
    };
    const wrong: readonly (readonly [string, string, string, string, RegExp])[] = [
      ['', bob.address, '1', 'XRGE', /Type the secret of an account/],
      ['12', bob.address, '1', 'XRGE', /Type the secret of an account/],
      [SEED, 'bob', '1', 'XRGE', /address of the recipient/],
      [SEED, bob.address, '1e5', 'XRGE', /Type an amount/],
      [SEED, bob.address, '1', '<b>', /1 to 10 letters and digits/],
    ];
    for (const [key, to, amount, token, said] of wrong) {
      await asked(key, to, amount, token);
      await answer.filter({ hasText: said }).waitFor();
    }
    expect(sent.filter((text) => text.includes('/api/v2/'))).toEqual([]);
    await page.fill('#wallet-key', SEED);
    await page.locator('.facts', { hasText: alice.address.slice(0, 8) }).waitFor();
    await asked(SEED, bob.address, '5000', 'XRGE');
    await answer.filter({ hasText: /Insufficient balance: have/ }).waitFor();
    expect(wrong).toHaveLength(5);
  });
});
