/** The history of pools, over raw HTTP and through the published client against a live node (specification, Pool, DEX): events,
 *  prices, statistics and candles of real transactions, page by page, refused, and after a restart. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { loadPublishedClient } from '../support/publishedClient.js';
import { type Members, number, type Signed, signed } from '../support/signedRequests.js';
import { type SigningActor, signingActor } from '../support/transactions.js';

const alice = signingActor('pools: alice');
const bob = signingActor('pools: bob');
const SLOW_MACHINE_MS = 240_000;
const QUANTA = 1_000_000_000n;

let node: LiveNode;
let api: CheckedApi;
let watch: ChainWatch;

const open = async (dataDir?: string): Promise<void> => {
  const allocations = [alice, bob].flatMap(({ address }) => [
    { address, amount: '100000' },
    { address, amount: '100000000', token: 'GOLD' },
    { address, amount: '100000000', token: 'IRON' },
  ]);
  node = await startNode({ genesis: { allocations }, ...(dataDir === undefined ? {} : { dataDir }) });
  api = new CheckedApi(node.url);
  watch = await ChainWatch.open(node.url);
};

const paths = {
  create_pool: '/api/v2/pool/create',
  add_liquidity: '/api/v2/pool/add-liquidity',
  remove_liquidity: '/api/v2/pool/remove-liquidity',
  swap: '/api/v2/swap/execute',
} as const;
type Operation = keyof typeof paths;

/** Sends an operation and waits for its block. @returns the id of the transaction. */
async function done(signer: SigningActor, type: Operation, members: Members): Promise<string> {
  const { body, txId } = signed(signer, { type, ...members });
  const { status, text } = await api.post(paths[type], body);
  expect(status, text).toBe(200);
  await watch.included(txId);
  return txId;
}

const swapOf = (signer: SigningActor, from: string, to: string, amount: string, more: Members = {}): Signed =>
  signed(signer, {
    type: 'swap',
    token_in: from,
    token_out: to,
    amount_in: number(amount),
    min_amount_out: number(0),
    ...more,
  });

/** Ids of the transactions that changed GOLD-XRGE, in order, with the suffix of the event's id. */
const gold: string[] = [];
/** The same of all pools. */
const all: string[] = [];

beforeAll(async () => {
  await open();
  const note = (id: string, ending: string, inGold = true): void => {
    all.push(`${id}-${ending}`);
    if (inGold) gold.push(`${id}-${ending}`);
  };
  const opening = { token_a: 'XRGE', token_b: 'GOLD', amount_a: number(500), amount_b: number(1_000_000) };
  note(await done(alice, 'create_pool', opening), 'create');
  const second = { token_a: 'IRON', token_b: 'XRGE', amount_a: number(2_000_000), amount_b: number('250.5') };
  note(await done(bob, 'create_pool', second), 'create', false);
  const more = { pool_id: 'gold-xrge', amount_a: number(10_000), amount_b: number(500) };
  note(await done(bob, 'add_liquidity', more), 'add');
  const direct = { token_in: 'GOLD', token_out: 'XRGE', amount_in: number(5_000), min_amount_out: number(1) };
  note(await done(bob, 'swap', direct), 'swap');
  const back = { token_in: 'XRGE', token_out: 'GOLD', amount_in: number('2.000000001'), min_amount_out: number(0) };
  note(await done(alice, 'swap', back), 'swap');
  const along = { ...direct, token_out: 'IRON', path: ['GOLD', 'XRGE', 'IRON'] };
  const hops = await done(alice, 'swap', along);
  note(hops, 'swap');
  note(hops, 'swap-2', false);
  note(await done(alice, 'remove_liquidity', { pool_id: 'GOLD-XRGE', lp_amount: number(1_000_000) }), 'remove');
}, SLOW_MACHINE_MS);

afterAll(async () => {
  await watch?.close();
  await node?.remove();
});

type Item = Readonly<Record<string, unknown>>;

interface Page {
  readonly total: number;
  readonly next_cursor: string | null;
  readonly [list: string]: unknown;
}

const page = (path: string): Promise<Page> => api.get<Page>(path);
const itemsOf = (answer: Page, list: string): readonly Item[] => answer[list] as readonly Item[];
const idsOf = (answer: Page): readonly unknown[] => itemsOf(answer, 'events').map(({ id }) => id);

/** All items of a list, read page by page. */
async function turned(path: string, list: string, limit: number): Promise<readonly (readonly Item[])[]> {
  const pages: (readonly Item[])[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const separator = path.includes('?') ? '&' : '?';
    const answer: Page = await page(`${path}${separator}limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    pages.push(itemsOf(answer, list));
    cursor = answer.next_cursor;
  }
  return pages;
}

describe('events', () => {
  test('of a pool and of all pools come newest first, by whatever spelling of the id', async () => {
    for (const id of ['GOLD-XRGE', 'xrge-gold', 'Xrge-Gold', 'gold-xrge']) {
      const answer = await page(`/api/pool/${id}/events`);
      expect([idsOf(answer), answer.total, answer.next_cursor]).toEqual([gold.toReversed(), gold.length, null]);
    }
    const answer = await page('/api/events');
    expect([idsOf(answer), answer.total, answer.next_cursor]).toEqual([all.toReversed(), all.length, null]);
  });

  test('show what moved, who moved it and the reserves afterwards', async () => {
    const events = itemsOf(await page('/api/pool/GOLD-XRGE/events'), 'events').toReversed();
    const [opened, added, swapped, back] = events;
    expect(opened).toMatchObject({
      ...{ pool_id: 'GOLD-XRGE', event_type: 'create_pool', user_pub_key: alice.keyHex, user_address: alice.address },
      ...{ token_in: null, token_out: null, amount_in: null, amount_out: null },
      ...{ amount_a: 1_000_000, amount_a_units: '1000000', amount_b: 500, amount_b_quanta: String(500n * QUANTA) },
      ...{ reserve_a_after: 1_000_000, reserve_b_after: 500, reserve_b_after_quanta: String(500n * QUANTA) },
    });
    expect(added).toMatchObject({
      event_type: 'add_liquidity',
      user_pub_key: bob.keyHex,
      reserve_a_after: expect.closeTo(1_010_000, -1),
    });
    const [reserveA, reserveB] = [added?.reserve_a_after_units, added?.reserve_b_after_quanta].map((text) =>
      BigInt(String(text)),
    );
    if (reserveA === undefined || reserveB === undefined) throw new Error('no liquidity was added');
    const out = (5_000n * 997n * reserveB) / (reserveA * 1_000n + 5_000n * 997n);
    expect(swapped).toMatchObject({
      ...{ event_type: 'Swap', token_in: 'GOLD', token_out: 'XRGE', amount_in: 5_000, amount_in_units: '5000' },
      ...{ amount_out_quanta: String(out), amount_out: Number(out) / 1e9, lp_amount: null },
      ...{ reserve_a_after_units: String(reserveA + 5_000n), reserve_b_after_quanta: String(reserveB - out) },
    });
    expect(back).toMatchObject({
      token_in: 'XRGE',
      token_out: 'GOLD',
      amount_in: 2.000000001,
      amount_in_quanta: '2000000001',
    });
    for (const { tx_hash, timestamp, timestamp_ms, block_height, id } of events) {
      const placed = await api.get(`/api/tx/${tx_hash}`);
      expect([placed.blockHeight, placed.blockTime]).toEqual([block_height, timestamp_ms]);
      expect(timestamp).toBe(Math.floor(Number(timestamp_ms) / 1_000));
      expect(id).toMatch(new RegExp(`^${tx_hash}-`));
    }
    const { reserve_a_units, reserve_b_quanta, events: count } = await api.get('/api/pool/GOLD-XRGE');
    expect([events.at(-1)?.reserve_a_after_units, events.at(-1)?.reserve_b_after_quanta, events.length]).toEqual([
      reserve_a_units,
      reserve_b_quanta,
      count,
    ]);
  });

  test.each(['/api/pool/GOLD-XRGE/events', '/api/events'])(
    '%s turns its pages by offset and by cursor',
    async (path) => {
      const ids = path === '/api/events' ? all.toReversed() : gold.toReversed();
      expect((await turned(path, 'events', 2)).map((items) => items.map(({ id }) => id))).toEqual(
        Array.from({ length: Math.ceil(ids.length / 2) }, (_, at) => ids.slice(2 * at, 2 * at + 2)),
      );
      expect(idsOf(await page(`${path}?limit=2&offset=3`))).toEqual(ids.slice(3, 5));
      expect(idsOf(await page(`${path}?limit=2&offset=1&cursor=4`))).toEqual(ids.slice(ids.length - 3, ids.length - 1));
      expect(idsOf(await page(`${path}?offset=1000`))).toEqual([]);
      expect(idsOf(await page(`${path}?limit=99999`))).toEqual(ids);
      expect(await page(`${path}?cursor=0`)).toMatchObject({ events: [], next_cursor: null });
    },
  );

  test('continue after a cursor whatever is added meanwhile', async () => {
    const first = await page('/api/pool/GOLD-XRGE/events?limit=2');
    const swap = swapOf(bob, 'GOLD', 'XRGE', '77');
    expect((await api.post(paths.swap, swap.body)).status).toBe(200);
    await watch.included(swap.txId);
    const second = await page(`/api/pool/GOLD-XRGE/events?limit=2&cursor=${first.next_cursor}`);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(gold.toReversed().slice(0, 4));
    gold.push(`${swap.txId}-swap`);
    all.push(`${swap.txId}-swap`);
  });

  test('do not exist for a swap that failed in its block', async () => {
    const { amount_out } = (
      await api.post('/api/swap/quote', JSON.stringify({ token_in: 'GOLD', token_out: 'XRGE', amount_in: 100_000 }))
    ).json as { readonly amount_out: number };
    const least = { min_amount_out: number(amount_out) };
    // Each would succeed alone. Only the first one does: the other is refused at once, or fails in a block.
    const rivals = [alice, bob].map((signer) => swapOf(signer, 'GOLD', 'XRGE', '100000', least));
    const answers = await Promise.all(rivals.map(({ body }) => api.post(paths.swap, body)));
    const taken = rivals.filter((_, index) => answers[index]?.status === 200);
    for (const { txId } of taken) await watch.included(txId);
    const { events } = await page('/api/pool/GOLD-XRGE/events?limit=2');
    const [newest, before] = events as readonly Item[];
    expect(rivals.map(({ txId }) => `${txId}-swap`)).toContain(newest?.id);
    expect(before?.id).toBe(gold.at(-1));
    gold.push(String(newest?.id));
    all.push(String(newest?.id));
  });
});

describe('prices', () => {
  test('are one for each event, oldest first, by the numbers as they are shown', async () => {
    const events = itemsOf(await page('/api/pool/GOLD-XRGE/events'), 'events').toReversed();
    const { prices, total, next_cursor } = await page('/api/pool/GOLD-XRGE/prices');
    expect([total, next_cursor]).toEqual([gold.length, null]);
    expect(
      (prices as readonly Item[]).map(({ reserve_a, reserve_b, timestamp_ms, block_height }) => [
        reserve_a,
        reserve_b,
        timestamp_ms,
        block_height,
      ]),
    ).toEqual(
      events.map(({ reserve_a_after, reserve_b_after, timestamp_ms, block_height }) => [
        reserve_a_after,
        reserve_b_after,
        timestamp_ms,
        block_height,
      ]),
    );
    expect((prices as readonly Item[])[0]).toMatchObject({
      pool_id: 'GOLD-XRGE',
      price_a_in_b: 0.0005,
      price_b_in_a: 2_000,
    });
    const { price_a_in_b, price_b_in_a } = await api.get('/api/pool/GOLD-XRGE');
    expect((prices as readonly Item[]).at(-1)).toMatchObject({ price_a_in_b, price_b_in_a });
    const pages = await turned('/api/pool/GOLD-XRGE/prices', 'prices', 3);
    expect(pages.toReversed().flat()).toEqual(prices);
    expect(pages.length).toBe(Math.ceil(gold.length / 3));
  });
});

describe('statistics', () => {
  test('are the sums over the swaps, at the top and under stats', async () => {
    const events = itemsOf(await page('/api/pool/GOLD-XRGE/events'), 'events');
    const swaps = events.filter(({ event_type }) => event_type === 'Swap');
    const { success, stats, ...top } = await api.get('/api/pool/GOLD-XRGE/stats');
    const sum = (member: string): string =>
      String(swaps.reduce((total, swap) => total + BigInt(String(swap[member])), 0n));
    expect([success, top]).toEqual([true, stats]);
    expect(top).toMatchObject({
      ...{ pool_id: 'GOLD-XRGE', total_swaps: swaps.length, swap_count_24h: swaps.length },
      ...{ total_volume_a_units: sum('amount_a_units'), volume_24h_a_units: sum('amount_a_units') },
      ...{ total_volume_b_quanta: sum('amount_b_quanta'), volume_24h_b_quanta: sum('amount_b_quanta') },
    });
    expect(swaps.length).toBe(5);
  });
});

interface CandleShape {
  readonly timestamp: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly swaps: number;
  readonly events: number;
  readonly volume_a_units: string;
}

const intervals = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'];

describe('candles', () => {
  test('of every interval hold all events and end at the price of now', async () => {
    const { price_a_in_b } = await api.get('/api/pool/GOLD-XRGE');
    const stats = await api.get('/api/pool/GOLD-XRGE/stats');
    const { prices } = await page('/api/pool/GOLD-XRGE/prices');
    const told = (prices as readonly Item[]).map((price) => Number(price.price_a_in_b));
    for (const interval of intervals) {
      const answer = await page(`/api/pool/GOLD-XRGE/candles?interval=${interval}`);
      const candles = answer.candles as readonly CandleShape[];
      expect([answer.pool_id, answer.interval, answer.next_cursor]).toEqual(['GOLD-XRGE', interval, null]);
      const sum = (of: (candle: CandleShape) => number): number =>
        candles.reduce((total, candle) => total + of(candle), 0);
      expect([sum(({ events }) => events), sum(({ swaps }) => swaps)], interval).toEqual([
        gold.length,
        stats.total_swaps,
      ]);
      expect(
        sum(({ volume_a_units }) => Number(volume_a_units)),
        interval,
      ).toBe(stats.total_volume_a);
      expect([candles[0]?.open, candles.at(-1)?.close], interval).toEqual([0.0005, price_a_in_b]);
      expect(Math.max(...candles.map(({ high }) => high)), interval).toBe(Math.max(...told));
      expect(Math.min(...candles.map(({ low }) => low)), interval).toBe(Math.min(...told));
    }
    expect((await page('/api/pool/GOLD-XRGE/candles')).interval).toBe('1h');
  });

  test('are filled when they are asked to be, and bounded', async () => {
    const path = '/api/pool/IRON-XRGE/candles?interval=1m';
    const [first] = (await page(path)).candles as readonly CandleShape[];
    const start = first?.timestamp ?? 0;
    const filled = (await page(`${path}&fill=true`)).candles as readonly CandleShape[];
    expect(filled.map(({ timestamp }) => timestamp)).toEqual(filled.map((_, index) => start + 60 * index));
    expect((await page(`${path}&before=${start}`)).candles).toEqual([]);
    expect((await page(`${path}&to=${start - 1}`)).candles).toEqual([]);
    expect((await page(`${path}&from=${start}&to=${start}`)).candles).toEqual([first]);
    expect((await page(`${path}&from=${start + 1}&to=${start + 59}&fill=true`)).candles).toEqual([]);
    const whole = await turned(`${path}&fill=true`, 'candles', 1);
    expect(whole.toReversed().flat().slice(0, filled.length)).toEqual(filled);
  });
});

describe('refused', () => {
  const lists = ['events', 'prices', 'stats', 'candles'];

  test.each(lists)('%s of a pool that does not exist, and of ids that name none', async (list) => {
    for (const id of ['GOLD-IRON', 'NONE-XRGE']) {
      const { status, json } = await api.send(`/api/pool/${id}/${list}`);
      expect([status, json?.code, json?.error]).toEqual([404, 'not_found', `pool not found: ${id}`]);
    }
    for (const id of ['GOLD', 'GOLD-', '-', 'GOLD-GOLD', 'A-B-C', 'TOOLONGSYMBOL-XRGE'])
      expect((await api.send(`/api/pool/${id}/${list}`)).status, id).toBe(400);
  });

  test.each([
    ['/api/pool/GOLD-XRGE/events?cursor=1000', 'cursor'],
    ['/api/pool/GOLD-XRGE/events?cursor=x', 'cursor'],
    ['/api/pool/GOLD-XRGE/events?cursor=-1', 'cursor'],
    ['/api/pool/GOLD-XRGE/events?limit=x', 'limit'],
    ['/api/pool/GOLD-XRGE/events?offset=-1', 'offset'],
    ['/api/events?cursor=1000000', 'cursor'],
    ['/api/pool/GOLD-XRGE/prices?cursor=99', 'cursor'],
    ['/api/pool/GOLD-XRGE/candles?cursor=61', 'cursor'],
    ['/api/pool/GOLD-XRGE/candles?interval=1w&cursor=604800', 'cursor'],
    ['/api/pool/GOLD-XRGE/candles?interval=2m', 'interval'],
    ['/api/pool/GOLD-XRGE/candles?interval=', 'interval'],
    ['/api/pool/GOLD-XRGE/candles?interval=1H', 'interval'],
    ['/api/pool/GOLD-XRGE/candles?from=x', 'from'],
    ['/api/pool/GOLD-XRGE/candles?to=-1', 'to'],
    ['/api/pool/GOLD-XRGE/candles?before=1.5', 'before'],
    ['/api/pool/GOLD-XRGE/candles?fill=yes', 'fill'],
  ])('%s', async (path, parameter) => {
    const { status, json } = await api.send(path);
    expect([status, json?.code]).toEqual([400, 'malformed_parameter']);
    expect(json?.error).toMatch(new RegExp(`^${parameter} must be `));
  });
});

interface Exchange {
  getPoolEvents(id: string): Promise<readonly Item[]>;
  getPriceHistory(id: string): Promise<readonly Item[]>;
  getPoolStats(id: string): Promise<Item>;
}

test('the published client reads the same', async () => {
  const { RougeChain } = await loadPublishedClient();
  const { dex } = new RougeChain(`${node.url}/api`) as unknown as { readonly dex: Exchange };
  expect(await dex.getPoolEvents('gold-xrge')).toEqual((await page('/api/pool/GOLD-XRGE/events')).events);
  expect(await dex.getPriceHistory('GOLD-XRGE')).toEqual((await page('/api/pool/GOLD-XRGE/prices')).prices);
  expect(await dex.getPoolStats('XRGE-GOLD')).toEqual(await api.get('/api/pool/GOLD-XRGE/stats'));
  await expect(dex.getPoolStats('GOLD-IRON')).rejects.toThrow(/failed: 404 /);
});

test('a restarted node answers the same, and continues from there', { timeout: SLOW_MACHINE_MS }, async () => {
  const asked = [
    '/api/events',
    '/api/pool/GOLD-XRGE/events',
    '/api/pool/IRON-XRGE/prices',
    '/api/pool/GOLD-XRGE/stats',
    ...intervals.map((interval) => `/api/pool/GOLD-XRGE/candles?interval=${interval}`),
  ];
  const answers = (): Promise<unknown[]> => Promise.all(asked.map((path) => api.get(path)));
  const before = await answers();
  await watch.close();
  await node.stop();
  await open(node.dataDir);
  expect(await answers()).toEqual(before);
  const id = await done(bob, 'swap', {
    token_in: 'GOLD',
    token_out: 'XRGE',
    amount_in: number(999),
    min_amount_out: number(0),
  });
  const events = await page('/api/pool/GOLD-XRGE/events');
  expect([idsOf(events)[0], events.total]).toEqual([`${id}-swap`, gold.length + 1]);
  const candles = (await page('/api/pool/GOLD-XRGE/candles?interval=1w')).candles as readonly CandleShape[];
  expect(candles.reduce((total, candle) => total + candle.events, 0)).toBe(gold.length + 1);
});
