/** `rouged/client` in a browser, as built and without a bundler: the page's modules are the files of the client and the
 *  packages it imports, without anything of Node. */

import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as ClientModule from '../../api/client/index.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { chromiumMissing, openBrowser, openPage } from './chromium.js';

/** Where packages and the client are on the page's server. */
const IMPORTS = {
  'rouged/client': '/dist/api/client/index.js',
  '@noble/hashes/': '/node_modules/@noble/hashes/',
  '@noble/curves/': '/node_modules/@noble/curves/',
  '@noble/ciphers/': '/node_modules/@noble/ciphers/',
  '@noble/post-quantum/': '/node_modules/@noble/post-quantum/',
  '@scure/base': '/node_modules/@scure/base/index.js',
};
const PAGE = `<!doctype html><link rel="icon" href="data:,"><script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>
<script type="module">import * as client from 'rouged/client'; globalThis.rougedClient = client;</script>`;

let files: Server;
let node: LiveNode;
let browser: Browser;

beforeAll(async () => {
  if (chromiumMissing) return;
  files = createServer(({ url = '/' }, response) => {
    const path = join('.', normalize(new URL(url, 'http://page').pathname));
    if (path === './' || path === '.') return response.setHeader('content-type', 'text/html').end(PAGE);
    if (!/^(?:dist\/api\/client|node_modules\/@(?:noble|scure))\//.test(path) || !existsSync(path))
      return response.writeHead(404).end();
    return response.setHeader('content-type', 'text/javascript').end(readFileSync(path));
  });
  await new Promise<void>((resolve) => {
    files.listen(0, '127.0.0.1', resolve);
  });
  node = await startNode({ genesis: { faucet: true }, flags: ['--faucet-enabled', '--dev', '--heartbeat-ms', '1000'] });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  files?.close();
  await node?.remove();
});

test.skipIf(chromiumMissing)('an account pays another one, and gets the event', async () => {
  const { page, complaints, requested } = await openPage(browser);
  await page.goto(`http://127.0.0.1:${(files.address() as AddressInfo).port}/`);
  const told = await page.evaluate(async (url) => {
    const { rougedClient } = globalThis as unknown as { readonly rougedClient: typeof ClientModule };
    const { Account, RougedClient, RougedError, formatXrge, parseXrge } = rougedClient;
    const client = new RougedClient(url);
    const [alice, bob] = [Account.create(), Account.create()];
    await client.waitForInclusion((await client.faucet(alice)).txId);
    const stream = client.events({ topics: [`account:${bob.address}`] });
    await stream.open();
    const { txId } = await client.transfer(alice, { to: bob.address, amount: parseXrge('1.000000001') });
    const { blockHeight, finalizedHeight } = await client.waitForFinality(txId);
    const heard: string[] = [];
    for await (const event of stream) {
      heard.push(event.type);
      if (event.type === 'balance_update') break;
    }
    const code = await client.getTx('x').catch((error: unknown) => error instanceof RougedError && error.code);
    const { balance_quanta } = await client.getBalance(bob.address);
    return { bob: bob.address, isFinal: finalizedHeight >= blockHeight, heard, code, held: formatXrge(balance_quanta) };
  }, node.url);
  expect(told).toMatchObject({
    isFinal: true,
    heard: ['new_transaction', 'balance_update'],
    code: 'malformed_parameter',
    held: '1.000000001',
  });
  const balance = await (await fetch(`${node.url}/api/balance/${told.bob}`)).json();
  expect(balance).toMatchObject({ balance_quanta: '1000000001' });
  // The failed reads are intended: a transaction that does not exist yet, and an invalid one.
  const ownFaults = complaints.filter((line) => !/\b40[04]\b/.test(line));
  expect(ownFaults).toEqual([]);
  expect(requested.filter((url) => /dist\/api\/client\//.test(url)).length).toBeGreaterThan(8);
  expect(requested.filter((url) => /\/(?:engine|proto|workers|ws)\//.test(url))).toEqual([]);
});
