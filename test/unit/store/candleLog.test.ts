/** Candles kept up with blocks, and statistics, against plain computations over the whole list of events. */

import { beforeAll, describe, expect, test } from 'vitest';
import { readU64, toBinary } from '../../../engine/base/bytes.js';
import { InvariantError } from '../../../engine/base/refusal.js';
import { CandleCheck } from '../../../engine/store/candleCheck.js';
import { CandleLog } from '../../../engine/store/candleLog.js';
import {
  type Candle,
  candleStart,
  decodeCandle,
  encodeCandle,
  intervals,
  keptIntervals,
} from '../../../engine/store/candles.js';
import { keyNumber, storeTables } from '../../../engine/store/keys.js';
import type { Entry } from '../../../engine/store/port.js';
import { MemoryDatabase } from '../../support/memoryReader.js';
import { batchOf, PoolScene, plainCandles } from '../../support/poolScene.js';
import { SeededRandom, testSeed } from '../../support/random.js';

const START = 1_700_000_000_000;
const BLOCKS = 600;
/** Mostly several blocks a minute, now and then hours of silence: days in all. */
const gap = (random: SeededRandom): number => (random.chance(5) ? 14_400_000 : random.chance(40) ? 200_000 : 5_000);

interface Written {
  readonly scene: PoolScene;
  readonly database: MemoryDatabase;
  readonly batches: readonly Uint8Array[];
}

/** @param keptPools of the log. @param restarts percent of blocks before which the log is a new one. */
async function written(random: SeededRandom, keptPools: number, restarts: number): Promise<Written> {
  const scene = new PoolScene(random, 6, START);
  const database = new MemoryDatabase();
  const batches: Uint8Array[] = [];
  let log = new CandleLog(database.many, keptPools);
  for (let block = 0; block < BLOCKS; block++) {
    if (random.chance(restarts)) log = new CandleLog(database.many, keptPools);
    const batch = batchOf(scene.block(gap(random), random.between(1, 8)));
    const candles = await log.take(batch);
    batches.push(batch);
    database.apply(batch);
    database.apply(candles);
  }
  return { scene, database, batches };
}

/** What is stored of one pool in one kept interval. */
const storedCandles = (database: MemoryDatabase, pool: number, interval: number): Map<number, Candle> =>
  new Map(
    database
      .table(storeTables.candles)
      .filter(({ key }) => readU64(key, 1) === pool && key[9] === interval)
      .map(({ key, value }) => [keyNumber(key), decodeCandle(value)]),
  );

let random: SeededRandom;

beforeAll(() => {
  random = new SeededRandom(testSeed());
});

describe('the candles of random blocks are those of a plain computation', () => {
  test.each([
    ['kept in memory throughout', 1_000, 0],
    ['of more pools than are kept in memory', 2, 0],
    ['read again after restarts', 3, 20],
  ])('%s', async (_, keptPools, restarts) => {
    const { scene, database } = await written(random, keptPools, restarts);
    let checked = 0;
    for (let pool = 1; pool <= scene.pools; pool++)
      for (const [interval, width] of keptIntervals.entries()) {
        const stored = storedCandles(database, pool, interval);
        expect(stored).toEqual(plainCandles(scene.eventsOf(pool), width, 0));
        checked += stored.size;
      }
    expect(checked).toBe(database.table(storeTables.candles).length);
    expect(checked).toBeGreaterThan(300);
    if (keptPools === 1_000) expect(database.reads, 'a log that knows its pools reads nothing').toBe(0);
    else expect(database.reads).toBeGreaterThan(100);
  });

  test('when a chain is executed again: each is told once, when no block changes it any more', async () => {
    const { database, batches } = await written(random, 1_000, 0);
    const check = new CandleCheck();
    const told: Entry[] = [];
    for (const batch of batches) told.push(...(await check.take(batch)));
    const closed = told.length;
    told.push(...check.open);
    const plain = (entries: readonly Entry[]): unknown =>
      entries.map(({ key, value }) => [toBinary(key), toBinary(value)]).sort();
    expect(plain(told)).toEqual(plain(database.table(storeTables.candles)));
    expect(closed).toBeGreaterThan(told.length / 2);
  });
});

describe('a log', () => {
  test('refuses a block that leaves out an event', async () => {
    const scene = new PoolScene(random, 1, START);
    const [first, second, third] = [1, 2, 3].map(() => scene.block(1_000, 1));
    const log = new CandleLog(new MemoryDatabase().many);
    await log.take(batchOf(first ?? []));
    await expect(log.take(batchOf(third ?? []))).rejects.toThrow(InvariantError);
    await expect(new CandleLog(new MemoryDatabase().many).take(batchOf(second ?? []))).rejects.toThrow(/is missing/);
  });

  test('of a block without events makes nothing', async () => {
    const log = new CandleLog(new MemoryDatabase().many);
    expect((await log.take(batchOf([]))).length).toBe(4);
  });
});

test('buckets start on the grid of their interval, weeks on Monday', () => {
  const time = Date.UTC(2026, 6, 29, 13, 47, 31, 5);
  const starts = Object.entries(intervals).map(([name, interval]) => [
    name,
    new Date(candleStart(interval, time)).toISOString().slice(0, 16),
  ]);
  expect(Object.fromEntries(starts)).toEqual({
    '1m': '2026-07-29T13:47',
    '5m': '2026-07-29T13:45',
    '15m': '2026-07-29T13:45',
    '30m': '2026-07-29T13:30',
    '1h': '2026-07-29T13:00',
    '4h': '2026-07-29T12:00',
    '1d': '2026-07-29T00:00',
    '1w': '2026-07-27T00:00',
  });
  for (const [name, interval] of Object.entries(intervals)) {
    const start = candleStart(interval, time);
    expect([candleStart(interval, start), candleStart(interval, start + interval.width - 1)], name).toEqual([
      start,
      start,
    ]);
    expect(candleStart(interval, start - 1), name).toBe(start - interval.width);
    expect(new Date(candleStart(intervals['1w'], time)).getUTCDay()).toBe(1);
    expect(interval.width % (keptIntervals[interval.kept] as number), name).toBe(0);
  }
});

test('a candle comes back from its bytes', () => {
  const scene = new PoolScene(random, 4, START);
  for (let block = 0; block < 50; block++) scene.block(90_000, 5);
  const candles = [...plainCandles(scene.eventsOf(1), 60_000, 0).values()];
  expect(candles.map((candle) => decodeCandle(encodeCandle(candle)))).toEqual(candles);
  expect(candles.length).toBeGreaterThan(10);
});
