/** What strangers write never becomes markup: markup replaces every text that the page can get from the
 *  API, the WebSocket, its own address and the search, and stays text. */

import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { exchange, JSON_HEADERS } from '../support/httpClient.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { SeededRandom, TEST_ALL, testSeed } from '../support/random.js';
import { signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';
import { chromiumMissing, openBrowser, openPage, says } from './chromium.js';
import { markedContract } from './markedContract.js';
import { json, Market, maker, marketAllocations } from './market.js';

/** Dozens of views, each loaded separately, on a machine that does other work as well. */
const MANY_VIEWS_MS = 240_000;

/** At most the 64 characters of a node's name. */
const MARKUP = '<img src=x onerror=hit=1><svg onload=hit=1><script>hit=1//';

const alice = signingActor('foreign: alice');
const bob = actor('foreign: bob');

/** Addresses that must not become links, and one that is a link and nothing else. */
const SCRIPT = 'javascript:hit=1//';
const ELSEWHERE = 'https://elsewhere.invalid/<script>hit=1</script>';

const random = new SeededRandom(testSeed());

/** Part of the views that a run draws. */
const PART = TEST_ALL ? 1 : 0.3;

const drawn = <T>(all: readonly T[]): readonly T[] => random.cases(all, Math.ceil(all.length * PART));

let replaced = 0;

/** Every text in a value replaced, and every name of a member of a free-form object. @param kept members left as they are. */
function poisoned(value: unknown, kept: ReadonlySet<string>, free = false): unknown {
  if (typeof value === 'string') {
    replaced++;
    return MARKUP;
  }
  if (Array.isArray(value)) return value.map((item) => poisoned(item, kept));
  if (typeof value !== 'object' || value === null) return value;
  const FREE = [
    'payload',
    'data',
    'state',
    'contract_args',
    'token_balances_raw',
    'lp_balances_raw',
    'attributes',
    'upgrade_schedule',
  ];
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [
    free ? `${MARKUP}${name}` : name,
    kept.has(name) ? member : poisoned(member, kept, FREE.includes(name)),
  ]);
  return Object.fromEntries(free ? [...members, ['memo', MARKUP]] : members);
}

// Without a browser the tests are skipped; the module that looks for one says so.
describe.skipIf(chromiumMissing)('foreign text', () => {
  let node: LiveNode;
  let browser: Browser;
  let page: Page;
  let requested: readonly string[];
  let complaints: readonly string[];
  let txId: string;
  let height: number;
  let kept: ReadonlySet<string> = new Set();
  /** Views of what strangers have made on the chain. */
  let made: readonly string[] = [];
  /** Views of a contract that says markup in all ways it can, and of calls of it. */
  let contractViews: readonly string[] = [];

  /** A token, a pool, a collection and an NFT with markup wherever the ledger accepts text. */
  async function make(chain: ChainWatch): Promise<void> {
    const market = new Market(new CheckedApi(node.url), chain);
    const token = await market.token('EVIL', MARKUP, '1000000', {
      image: 'https://elsewhere.invalid/picture.png',
      description: MARKUP,
      website: SCRIPT,
      twitter: ELSEWHERE,
      discord: MARKUP,
    });
    const pool = await market.pool('EVIL', 'XRGE', '1000', '1000');
    const swap = await market.swap('XRGE', 'EVIL', '10', { memo: MARKUP });
    const collection = await market.collection('EVIL', MARKUP, {
      description: MARKUP,
      image: 'ipfs://picture',
      publicMint: true,
    });
    const attributes = json({ [MARKUP]: MARKUP, picture: `data:text/html,${MARKUP}` });
    const mint = await market.mint(collection, MARKUP, { metadataUri: SCRIPT, attributes });
    const batch = await market.batchMint(collection, [MARKUP, MARKUP]);
    const contract = await market.deploy(markedContract(MARKUP));
    const call = await market.call(contract, MARKUP, { args: json({ [MARKUP]: MARKUP }) });
    const failed = await market.failingCall(contract, 'once', {});
    contractViews = ['#/contracts', `#/contract/${contract}`, `#/tx/${call}`, `#/tx/${failed}`];
    const id = encodeURIComponent(collection);
    made = [
      ...['#/tokens', '#/token/EVIL', '#/pools', '#/pool/EVIL-XRGE'],
      ...['#/nfts', `#/collection/${id}`, `#/nft/${id}/1`, `#/address/${maker.address}`],
      ...[token, pool, swap, mint, batch].map((id) => `#/tx/${id}`),
    ];
  }

  beforeAll(async () => {
    node = await startNode({
      genesis: {
        allocations: [{ address: alice.address, amount: '1000' }, ...marketAllocations],
        // A chain may hold links from before the rules that refuse them.
        upgrades: { ledger_rules_2: null },
      },
      flags: ['--heartbeat-ms', '500', '--node-name', MARKUP],
    });
    const chain = await ChainWatch.open(node.url);
    const transfer = signedTransfer(alice, bob.address, '1', { memo: MARKUP, [MARKUP]: MARKUP });
    const sent = await exchange(node.url, '/api/v2/transfer', {
      method: 'POST',
      headers: JSON_HEADERS,
      body: transfer.body,
    });
    expect(sent.text).toContain('"success":true');
    txId = transfer.txId;
    height = Number((await chain.included(txId)).block_height);
    await make(chain);
    browser = await openBrowser();
    ({ page, requested, complaints } = await openPage(browser));
  });

  afterAll(async () => {
    await browser?.close();
    await node?.remove();
  });

  /** The markup created no element, and is shown as text. */
  async function inert(where: string): Promise<void> {
    await says(page, MARKUP);
    const elements = "document.querySelectorAll('img, iframe, script:not([src]), [onerror], [onload]').length";
    expect(await page.evaluate(`[${elements}, globalThis.hit ?? 0]`), where).toEqual([0, 0]);
    const targets = await page.locator('a[href]').evaluateAll((links) => links.map((link) => String(link.href)));
    expect(
      targets.filter(
        (target) => !target.startsWith(`${node.url}/`) && !target.startsWith('https://elsewhere.invalid/'),
      ),
      where,
    ).toEqual([]);
  }

  const views = (): readonly string[] => [
    '',
    '#/network',
    `#/block/${height}`,
    `#/tx/${txId}`,
    `#/address/${alice.address}`,
  ];

  test('that the node really holds: its name, a note in a transaction', async () => {
    for (const view of [...views(), ...made, ...contractViews.slice(1)]) {
      await page.goto(`${node.url}/${view}`);
      await page.locator('main .card').first().waitFor();
      await inert(view);
    }
    await page.goto(`${node.url}/#/tx/${txId}`);
    await page.locator('summary').click();
    expect(await page.locator('pre').innerText()).toContain('onerror');
  });

  test('an address elsewhere is a link that carries nothing with it, a script is text', async () => {
    await page.goto(`${node.url}/#/token/EVIL`);
    const link = page.locator('a[href^="https://elsewhere.invalid/"]').first();
    await link.waitFor();
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow external');
    await says(page, SCRIPT);
    expect(await page.locator('.mark-box').first().innerText()).toBe('EVIL');
    expect(requested.filter((url) => url.includes('elsewhere'))).toEqual([]);
  });

  /** Replaces everything that the API and the stream say, and visits drawn views with sets of kept members. */
  async function walk(ways: readonly (readonly string[])[], shown: readonly string[]): Promise<number> {
    await page.route('**/api/**', async (route: Route): Promise<void> => {
      const response = await route.fetch();
      await route.fulfill({ response, json: poisoned(await response.json(), kept) });
    });
    const peer = { url: MARKUP, node_name: MARKUP };
    const seen = { connected_seconds: 1, height: 1, validator: true, score: -3 };
    const details = [{ ...peer, ...seen, id: MARKUP, version: MARKUP, direction: MARKUP }];
    const bans = [{ id: MARKUP, reason: MARKUP, remaining_seconds: 9 }];
    const sides = { votes: [{ vote_type: MARKUP, round: 0, block_hash: MARKUP }], blocks: [{ hash: MARKUP }] };
    await page.route('**/api/evidence', (route) =>
      route.fulfill({
        json: {
          evidence: ['votes', 'blocks'].map((kind) => ({
            kind,
            height: 1,
            id: MARKUP,
            signer_address: MARKUP,
            ...sides,
          })),
        },
      }),
    );
    await page.route('**/api/peers', (route) =>
      route.fulfill({
        json: {
          success: true,
          peers: [MARKUP],
          peer_details: [peer, { ...peer, node_name: null }],
          count: 2,
          details,
          bans,
        },
      }),
    );
    const validator = { publicKey: MARKUP, stake: 1, stake_quanta: MARKUP, status: MARKUP, blocksProposed: 1 };
    await page.route('**/api/validators', (route) =>
      route.fulfill({ json: { success: true, validators: [validator] } }),
    );
    let visited = 0;
    for (const keep of ways) {
      kept = new Set(keep);
      for (const view of drawn(shown)) {
        await page.goto('about:blank');
        await page.goto(`${node.url}/${view}`);
        await page.locator('main .facts, main .scroller').first().waitFor();
        for (const summary of await page.locator('summary').all()) await summary.click();
        await inert(`${view} without ${keep.join()}`);
        visited++;
      }
    }
    await page.unrouteAll({ behavior: 'wait' });
    return visited;
  }

  test('in every text of every answer and event', { timeout: MANY_VIEWS_MS }, async () => {
    await page.routeWebSocket('**/api/ws?page', (socket) => {
      const server = socket.connectToServer();
      server.onMessage((text) => socket.send(JSON.stringify(poisoned(JSON.parse(String(text)), new Set(['type'])))));
    });
    // Once with everything replaced, once with the members kept that decide between branches, so that each branch runs.
    const ways = [[], ['status'], ['status', 'from_pub_key', 'amount_quanta'], ['publicKey', 'direction']];
    expect(await walk(ways, views())).toBeGreaterThanOrEqual(20 * PART);
    expect(replaced).toBeGreaterThan(100);
  });

  test('in every text about tokens, pools and NFTs', { timeout: MANY_VIEWS_MS }, async () => {
    const before = replaced;
    const ways = [[], ['tx_type', 'event_type', 'token_symbol', 'pool_id', 'collection_id', 'attributes']];
    expect(await walk(ways, made)).toBeGreaterThanOrEqual(26 * PART);
    expect(replaced - before).toBeGreaterThan(300);
  });

  test('in every text about contracts', { timeout: MANY_VIEWS_MS }, async () => {
    const before = replaced;
    const ways = [[], ['tx_type', 'contract_addr', 'account', 'state'], ['addr', 'Failed', 'contract_gas_limit']];
    expect(await walk(ways, contractViews)).toBeGreaterThanOrEqual(12 * PART);
    expect(replaced - before).toBeGreaterThan(100);
  });

  test('in what a contract answers to the form', async () => {
    const [, contract = ''] = contractViews;
    await page.goto('about:blank');
    await page.goto(`${node.url}/${contract}`);
    for (const [method, said] of [
      [MARKUP, 'would succeed'],
      ['once', 'would fail'],
    ] as const) {
      await page.locator('select#read-method').selectOption(method);
      await page.locator('#read button').click();
      await says(page, said);
      const answer = await page.locator('#read ~ .answer').innerText();
      expect(answer.split(MARKUP).length - 1, answer).toBeGreaterThanOrEqual(method === MARKUP ? 4 : 2);
      await inert(`${method} asked`);
    }
  });

  test('in the reason of every failure', { timeout: MANY_VIEWS_MS }, async () => {
    let visited = 0;
    // The view depends on whether the thing does not exist or could not be read.
    for (const status of [404, 503]) {
      const failure = { success: false, error: MARKUP, code: MARKUP, reason: MARKUP };
      await page.route(
        /\/api\/(tx|block|balance|account|address|validators|tokens?|pools?|nft|contracts?|peers|votes|evidence)\b/,
        (route) => route.fulfill({ status, json: failure }),
      );
      for (const view of [
        ...drawn([...views().slice(1), `#/find/${txId}`]),
        ...(status === 404 ? drawn([...made.slice(0, 7), ...contractViews]) : []),
      ]) {
        await page.goto('about:blank');
        await page.goto(`${node.url}/${view}`);
        await page.locator('.nothing').waitFor();
        await inert(`${view} with ${status}`);
        visited++;
      }
      await page.unrouteAll({ behavior: 'wait' });
    }
    expect(visited).toBeGreaterThanOrEqual(21 * PART);
  });

  test('in the address of the page and in the search', async () => {
    const text = encodeURIComponent(MARKUP);
    let visited = 0;
    const addresses = [
      `#/tx/${text}`,
      `#/address/${text}`,
      `#/block/${text}`,
      `#/find/${text}`,
      `#/token/${text}`,
      `#/pool/${text}`,
      `#/collection/${text}`,
      `#/nft/${text}/1`,
      `#/nft/x/${text}`,
      `#/contract/${text}`,
      `#/tokens?page=2&cursor=${text}`,
      `#/${text}`,
      `#/${MARKUP}`,
      '#/tx/%',
    ];
    for (const view of drawn(addresses)) {
      await page.goto('about:blank');
      await page.goto(`${node.url}/${view}`);
      await page.locator('.nothing').waitFor();
      await inert(view);
      visited++;
    }
    await page.fill('#query', MARKUP);
    await page.press('#query', 'Enter');
    // A token and a collection have this name.
    await page.locator('main .card', { hasText: 'Tokens (1)' }).waitFor();
    await inert('search');
    await page.fill('#query', `${MARKUP} of no name`);
    await page.press('#query', 'Enter');
    await page.locator('.nothing', { hasText: 'This is no block height' }).waitFor();
    expect(visited).toBeGreaterThanOrEqual(14 * PART);
  });

  test('no policy was violated', () => {
    expect(complaints.filter((text) => /Content Security Policy|exception/i.test(text))).toEqual([]);
  });
});
