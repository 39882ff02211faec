/** Queries about what pools did, over a database in memory: each page against the whole list of events. */

import { beforeAll, describe, expect, test } from 'vitest';
import { unitsNumber, xrgeNumber } from '../../../engine/base/amounts.js';
import { binaryToHex, toHex, utf8Text } from '../../../engine/base/bytes.js';
import { addressOf } from '../../../engine/crypto/address.js';
import { BatchWriter } from '../../../engine/store/batch.js';
import type { CandleQuery } from '../../../engine/store/candleHistory.js';
import { CandleLog } from '../../../engine/store/candleLog.js';
import { type Candle, candleStart, flatCandle, type IntervalName, intervals } from '../../../engine/store/candles.js';
import { publicKeyKey } from '../../../engine/store/keys.js';
import { poolQueries } from '../../../engine/store/poolHistory.js';
import type { StoredPoolEvent } from '../../../engine/store/poolRecords.js';
import { candleView, type PoolStats, pairOfPool, priceAInB, priceBInA } from '../../../engine/store/poolViews.js';
import type { StoreQuery } from '../../../engine/store/port.js';
import { MemoryDatabase } from '../../support/memoryReader.js';
import { batchOf, PoolScene, plainCandles } from '../../support/poolScene.js';
import { SeededRandom, testSeed } from '../../support/random.js';
import { pattern } from '../../vectors/independent.js';

const START = Date.UTC(2026, 0, 1, 11, 3);
const DAY = 86_400_000;
const POOLS = 4;

let random: SeededRandom;
let scene: PoolScene;
let database: MemoryDatabase;
let log: CandleLog;
/** The one user whose key the chain knows. */
let known: StoredPoolEvent;

async function write(gapMs: number, events: number): Promise<void> {
  const batch = batchOf(scene.block(gapMs, events));
  database.apply(batch);
  database.apply(await log.take(batch));
}

beforeAll(async () => {
  random = new SeededRandom(testSeed());
  scene = new PoolScene(random, POOLS, START);
  database = new MemoryDatabase();
  log = new CandleLog(database.many);
  for (let block = 0; block < 500; block++) {
    const gap = random.chance(3) ? 20 * 3_600_000 : random.chance(50) ? 240_000 : 4_000;
    await write(gap, random.between(1, 5));
  }
  known = scene.eventsOf(1).at(-2) as StoredPoolEvent;
  const keys = new BatchWriter();
  keys.put(publicKeyKey(known.user), pattern(1_952));
  database.apply(keys.finish());
});

interface Json {
  readonly [member: string]: unknown;
}

async function textOf(name: string, args: unknown): Promise<string> {
  let text = '';
  const query = poolQueries[name] as StoreQuery;
  for await (const piece of query(database.reader, args) as AsyncIterable<Uint8Array>) text += utf8Text(piece);
  return text;
}

const list = async (name: string, args: unknown): Promise<readonly Json[]> =>
  JSON.parse(`[${await textOf(name, args)}]`);

const idOf = ({ type, transactionId, place }: StoredPoolEvent): string => {
  const ending = { create_pool: 'create', Swap: 'swap', add_liquidity: 'add', remove_liquidity: 'remove' }[type];
  return `${binaryToHex(transactionId)}-${ending}${['', '-2', '-3'][place]}`;
};

describe('events', () => {
  test('of a pool come newest first, between any two ordinals', async () => {
    const events = scene.eventsOf(1);
    expect(events.length).toBeGreaterThan(150);
    for (const [first, last] of [
      [0, events.length - 1],
      [events.length - 1, events.length - 1],
      [3, 66],
      [3, 67],
      [3, 131],
      [0, 0],
      [0, -1],
    ] as const) {
      const found = await list('poolEvents', { pool: 1, first, last });
      expect(found.map(({ id }) => id)).toEqual(
        events
          .slice(first, last + 1)
          .reverse()
          .map(idOf),
      );
    }
  });

  test('of all pools come newest first', async () => {
    const events = scene.events;
    for (const [first, last] of [
      [0, events.length - 1],
      [100, 163],
      [5, 5],
      [0, -1],
    ] as const) {
      const found = await list('allPoolEvents', { first, last });
      expect(found.map(({ id }) => id)).toEqual(
        events
          .slice(first, last + 1)
          .reverse()
          .map(idOf),
      );
    }
  });

  test('that are missing are not passed over', async () => {
    const { length } = scene.eventsOf(1);
    await expect(list('poolEvents', { pool: 1, first: 0, last: length })).rejects.toThrow(/are missing/);
  });

  test('show everything, each amount in its own unit and exact beside it', async () => {
    const [shown] = await list('poolEvents', { pool: 1, first: known.ordinal, last: known.ordinal });
    expect(shown).toMatchObject({ user_pub_key: toHex(pattern(1_952)), user_address: addressOf(known.user) });
    const swap = scene.eventsOf(1).find(({ type, aToB }) => type === 'Swap' && !aToB) as StoredPoolEvent;
    const [view] = await list('poolEvents', { pool: 1, first: swap.ordinal, last: swap.ordinal });
    const address = addressOf(swap.user);
    expect(view).toEqual({
      id: idOf(swap),
      pool_id: 'GOLD-XRGE',
      event_type: 'Swap',
      user_pub_key: address,
      user_address: address,
      actor: address,
      timestamp: Math.floor(swap.time / 1_000),
      timestamp_ms: swap.time,
      block_height: swap.height,
      tx_hash: binaryToHex(swap.transactionId),
      token_in: 'XRGE',
      token_out: 'GOLD',
      amount_in: xrgeNumber(swap.amountB),
      amount_in_quanta: String(swap.amountB),
      amount_out: unitsNumber(swap.amountA),
      amount_out_units: String(swap.amountA),
      amount_a: unitsNumber(swap.amountA),
      amount_a_units: String(swap.amountA),
      amount_b: xrgeNumber(swap.amountB),
      amount_b_quanta: String(swap.amountB),
      token_a_amount: unitsNumber(swap.amountA),
      token_a_amount_units: String(swap.amountA),
      token_b_amount: xrgeNumber(swap.amountB),
      token_b_amount_quanta: String(swap.amountB),
      lp_amount: null,
      reserve_a_after: unitsNumber(swap.reserveA),
      reserve_a_after_units: String(swap.reserveA),
      reserve_b_after: xrgeNumber(swap.reserveB),
      reserve_b_after_quanta: String(swap.reserveB),
    });
    const [opened] = await list('poolEvents', { pool: 1, first: 0, last: 0 });
    expect(opened).toMatchObject({
      event_type: 'create_pool',
      ...{ token_in: null, token_out: null, amount_in: null, amount_out: null },
      lp_amount_units: String(scene.eventsOf(1)[0]?.lp),
    });
  });
});

describe('prices', () => {
  test('come oldest first, one for each event', async () => {
    const events = scene.eventsOf(2);
    for (const [first, last] of [
      [0, events.length - 1],
      [7, 70],
      [7, 71],
      [2, 2],
      [0, -1],
    ] as const) {
      const found = await list('poolPrices', { pool: 2, first, last });
      expect(found.map(({ timestamp_ms, reserve_a_units }) => [timestamp_ms, reserve_a_units])).toEqual(
        events.slice(first, last + 1).map(({ time, reserveA }) => [time, String(reserveA)]),
      );
    }
  });

  test('are by the numbers as they are shown, for reserves of any size', () => {
    const gold = pairOfPool('GOLD-XRGE');
    expect([priceAInB(gold, { a: 4n, b: 2_000_000_000n }), priceBInA(gold, { a: 4n, b: 2_000_000_000n })]).toEqual([
      0.5, 2,
    ]);
    const iron = pairOfPool('GOLD-IRON');
    expect([priceAInB(iron, { a: 3n, b: 1n }), priceBInA(iron, { a: 3n, b: 1n })]).toEqual([1 / 3, 3]);
    const eth = pairOfPool('XRGE-qETH');
    expect(priceAInB(eth, { a: 5_000_000_000n, b: 12n })).toBe(2.4);
    const [small, large] = [2n, (1n << 128n) - 1n];
    expect(priceAInB(iron, { a: small, b: large })).toBe(2 ** 127);
    expect(priceAInB(iron, { a: large, b: small })).toBe(2 ** -127);
  });
});

const statsOf = (args: unknown): Promise<PoolStats> =>
  poolQueries.poolStats?.(database.reader, args) as Promise<PoolStats>;

describe('statistics', () => {
  test('of a window are those of the swaps in it', async () => {
    let quiet = 0;
    for (let run = 0; run < 200; run++) {
      const pool = random.between(1, POOLS);
      const all = scene.eventsOf(pool);
      const events = random.between(1, all.length);
      const some = random.pick(all).time;
      const since = random.pick([some, some - 1, some + 1, START - 1, scene.time, random.between(START, scene.time)]);
      const swaps = all.slice(0, events).filter(({ type }) => type === 'Swap');
      const inside = swaps.filter(({ time }) => time > since);
      const { total, day } = await statsOf({ pool, events, since });
      const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((one, other) => one + other, 0n);
      expect(total).toEqual(
        (({ swaps: count, volumeA, volumeB }) => ({ swaps: count, volumeA, volumeB }))(
          all[events - 1] as StoredPoolEvent,
        ),
      );
      expect(day.swaps).toBe(inside.length);
      // Before the first event the sums are those that it began with, which the scene lets differ from zero.
      if (since < (all[0] as StoredPoolEvent).time) continue;
      expect([day.volumeA, day.volumeB]).toEqual([
        sum(inside.map(({ amountA }) => amountA)),
        sum(inside.map(({ amountB }) => amountB)),
      ]);
      if (inside.length === 0) quiet++;
    }
    expect(quiet).toBeGreaterThan(10);
  });
});

/** The same page from the whole list of candles. */
function plainPage({ pool, poolId, interval: name, from, to, limit, fill }: CandleQuery) {
  const interval = intervals[name];
  const all = plainCandles(scene.eventsOf(pool), interval.width, interval.origin);
  const inside: [number, Candle][] = [];
  const firstStart = [...all.keys()][0] as number;
  let price = all.get(firstStart)?.open as Candle['open'];
  for (let start = firstStart; start <= to; start += interval.width) {
    const candle = all.get(start);
    if (start >= from && (candle || fill)) inside.push([start, candle ?? flatCandle(price)]);
    price = candle?.close ?? price;
  }
  const page = inside.slice(-limit);
  return {
    candles: page.map(([start, candle]) => candleView(pairOfPool(poolId), start, candle)),
    next_cursor: inside.length > page.length ? String((page[0]?.[0] as number) / 1_000) : null,
  };
}

const page = async (
  query: CandleQuery,
): Promise<{ readonly candles: readonly Json[]; readonly next_cursor: string | null }> =>
  JSON.parse(`{${await textOf('poolCandles', query)}}`);

const queryFor = (interval: IntervalName, pool: number, more: Partial<CandleQuery>): CandleQuery => {
  const opened = (scene.eventsOf(pool)[0] as StoredPoolEvent).time;
  const bounds = { from: 0, to: scene.time, limit: 1_000, fill: false, ...more };
  const from = Math.max(bounds.from, candleStart(intervals[interval], opened));
  return { pool, poolId: scene.poolIdOf(pool), interval, ...bounds, from };
};

describe('candles', () => {
  test.each(Object.keys(intervals) as IntervalName[])(
    'of %s within any bounds are those of a plain computation',
    async (interval) => {
      let shown = 0;
      for (let run = 0; run < 40; run++) {
        const [one, other] = [random.between(START - DAY, scene.time), random.between(START - DAY, scene.time + DAY)];
        const bounds = random.chance(50) ? { from: Math.min(one, other), to: Math.max(one, other) } : {};
        const query = queryFor(interval, random.between(1, POOLS), {
          ...bounds,
          limit: random.pick([1, 2, 7, 100, 1_000]),
          fill: random.chance(50),
        });
        const found = await page(query);
        expect(found).toEqual(plainPage(query));
        shown += found.candles.length;
      }
      expect(shown).toBeGreaterThan(5);
    },
  );

  test.each([true, false])('turned over page by page are all of them (filled: %s)', async (fill) => {
    const query = queryFor('15m', 1, { fill, limit: 9 });
    const whole: Json[] = [];
    let pages = 0;
    for (let to = query.to; ; pages++) {
      const { candles, next_cursor } = await page({ ...query, to });
      whole.unshift(...candles);
      if (next_cursor === null) break;
      to = Number(next_cursor) * 1_000 - 1;
    }
    expect(whole).toEqual(plainPage({ ...query, limit: 1_000_000 }).candles);
    expect(pages).toBeGreaterThan(2);
  });

  test('before the first and behind the last are none, unless they are filled', async () => {
    const last = candleStart(intervals['1h'], scene.time);
    expect(await page(queryFor('1h', 1, { to: START - 2 * DAY }))).toEqual({ candles: [], next_cursor: null });
    expect(await page(queryFor('1h', 1, { from: last + 1, to: last + DAY }))).toEqual({
      candles: [],
      next_cursor: null,
    });
    const { candles } = await page(queryFor('1h', 1, { from: last + 1, to: last + DAY, fill: true }));
    expect(candles.length).toBe(24);
    expect(new Set(candles.flatMap(({ open, close }) => [open, close])).size).toBe(1);
    expect(candles[0]).toMatchObject({ swaps: 0, events: 0, volume_a_units: '0' });
  });
});

test('candles are put together from more stored ones than are read in one go', async () => {
  scene = new PoolScene(random, 1, START);
  database = new MemoryDatabase();
  log = new CandleLog(database.many);
  for (let block = 0; block < 1_800; block++) await write(120_000, 1);
  expect(plainCandles(scene.eventsOf(1), 60_000, 0).size).toBeGreaterThan(1_100);
  for (const limit of [1, 30, 1_000])
    for (const fill of [true, false]) {
      const query = queryFor('30m', 1, { fill, limit });
      expect(await page(query)).toEqual(plainPage(query));
    }
});
