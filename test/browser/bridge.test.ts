/** The bridge on the page in headless Chromium: what is owed and in circulation, what waits, what has moved; and nothing of it where there is no
 *  bridge. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { exchange, JSON_HEADERS } from '../support/httpClient.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { type Members, number, signed } from '../support/signedRequests.js';
import { type SigningActor, signingActor } from '../support/transactions.js';
import { chromiumMissing, openBrowser, openPage, says } from './chromium.js';

const alice = signingActor('bridge page: alice');
const DESTINATION = `0x${'d1'.repeat(20)}`;

describe.skipIf(chromiumMissing)('the bridge', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  async function start(bridge: object | undefined): Promise<LiveNode> {
    const allocations = [{ address: alice.address, amount: '1000' }];
    const node = await startNode({ genesis: { allocations, ...(bridge && { bridge }) } });
    onTestFinished(() => node.remove());
    return node;
  }

  async function perform(node: LiveNode, kind: string, signer: SigningActor, members: Members): Promise<string> {
    const request = signed(signer, { type: `bridge_${kind}`, ...members });
    const sending = { method: 'POST', headers: JSON_HEADERS, body: request.body };
    const { status, text } = await exchange(node.url, `/api/v2/bridge/${kind}`, sending);
    expect(status, text).toBe(200);
    while ((await exchange(node.url, `/api/tx/${request.txId}`)).status !== 200);
    return request.txId;
  }

  test('shows reserves, withdrawals that wait and what has moved, and follows the chain', async () => {
    const node = await start({});
    const authority = { ...node.keys, keyHex: node.publicKey } as unknown as SigningActor;
    await perform(node, 'mint', authority, {
      ...{ claimKey: `0x${'a'.repeat(64)}`, tokenSymbol: 'qETH', amountUnits: '1234567', recipient: alice.address },
      ...{ blockHash: `0x${'b'.repeat(64)}`, height: number(7), position: number(1) },
    });
    const order = { amount: number(34_567), fee: number('0.1'), tokenSymbol: 'qETH', evmAddress: DESTINATION };
    const id = await perform(node, 'withdraw', alice, order);
    await perform(node, 'fail', authority, { withdrawal: id, error: 'no <b>gas</b>' });
    const { page, complaints } = await openPage(browser);
    onTestFinished(() => page.close());
    await page.goto(`${node.url}/#/bridge`);
    await says(page, 'Withdrawals that wait (1)');
    const text = await page.textContent('#content');
    for (const part of [
      '1,200,000',
      '34,567',
      'no <b>gas</b>',
      'Failed',
      'base → rougechain',
      'rougechain → base',
      'off',
    ])
      expect(text?.toLowerCase(), part).toContain(part.toLowerCase());
    expect(await page.locator('#bridge-link').isVisible()).toBe(true);
    expect(await page.locator('#content b').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('is not there on a network without one', async () => {
    const node = await start(undefined);
    const { page, complaints } = await openPage(browser);
    onTestFinished(() => page.close());
    await page.goto(`${node.url}/#/bridge`);
    await says(page, 'There is no bridge');
    expect(await page.locator('#bridge-link').isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });
});
