/** Events of pools and their candles in a real database: with their block whole or not at all, through shared syncs,
 *  restarts and failed commits. */

import { describe, expect, test } from 'vitest';
import { readU64, toBinary } from '../../../../engine/base/bytes.js';
import { BatchWriter } from '../../../../engine/store/batch.js';
import { type Candle, decodeCandle, keptIntervals } from '../../../../engine/store/candles.js';
import { keyNumber, poolEventKey, storeTables } from '../../../../engine/store/keys.js';
import type { StoredPoolEvent } from '../../../../engine/store/poolRecords.js';
import type { PoolStats } from '../../../../engine/store/poolViews.js';
import type { StorePort } from '../../../../engine/store/port.js';
import { openStore } from '../../../../workers/store/openStore.js';
import { bundledFile } from '../../../../workers/threads/workerFile.js';
import { batchOf, PoolScene, plainCandles } from '../../../support/poolScene.js';
import { SeededRandom, testSeed } from '../../../support/random.js';
import { openedStore, temporaryDirectory } from './storeDirectory.js';

const START = 1_700_000_000_000;
const QUERIES = bundledFile('engine/store/history.js');

const commit = (store: StorePort, events: readonly StoredPoolEvent[]): Promise<void> =>
  store.commit({ batch: batchOf(events), hasPoolEvents: true });

const tableOf = (store: StorePort, table: number) =>
  store.range({ gte: Uint8Array.of(table), lt: Uint8Array.of(table + 1), limit: 65_536 });

/** Holds everything that the store has of pools against the events of the scene. */
async function check(store: StorePort, scene: PoolScene): Promise<void> {
  const events = await tableOf(store, storeTables.poolEvents);
  expect(events.length).toBe(scene.events.length);
  expect((await tableOf(store, storeTables.poolEventOrder)).length).toBe(scene.events.length);
  const found = await tableOf(store, storeTables.candles);
  let expected = 0;
  for (let pool = 1; pool <= scene.pools; pool++)
    for (const [interval, width] of keptIntervals.entries()) {
      const candles: readonly (readonly [number, Candle])[] = found
        .filter(({ key }) => readU64(key, 1) === pool && key[9] === interval)
        .map(({ key, value }) => [keyNumber(key), decodeCandle(value)]);
      const plain = plainCandles(scene.eventsOf(pool), width, 0);
      expect(new Map(candles)).toEqual(plain);
      expected += plain.size;
    }
  expect(found.length).toBe(expected);
  expect(expected).toBeGreaterThan(10);
}

describe('events of pools', () => {
  test('and their candles are those of all blocks, also of blocks that share a sync, after a restart', async () => {
    const random = new SeededRandom(testSeed());
    const scene = new PoolScene(random, 5, START);
    const directory = temporaryDirectory();
    for (let run = 0; run < 4; run++) {
      const store = await openStore({ directory, queries: QUERIES });
      // The next block continues from the candles of a block that waits for its sync.
      for (let group = 0; group < 6; group++)
        await Promise.all(Array.from({ length: 10 }, () => commit(store, scene.block(40_000, random.between(1, 4)))));
      await check(store, scene);
      await store.close();
    }
    expect(scene.events.length).toBeGreaterThan(240);
    const store = await openedStore({ directory, queries: QUERIES });
    const events = scene.eventsOf(1);
    const since = (events[Math.floor(events.length / 2)] as StoredPoolEvent).time;
    const { total, day } = await store.query<PoolStats>('poolStats', { pool: 1, events: events.length, since });
    const swaps = events.filter(({ type }) => type === 'Swap');
    expect([total.swaps, day.swaps]).toEqual([swaps.length, swaps.filter(({ time }) => time > since).length]);
    let text = '';
    for await (const piece of store.stream('poolEvents', { pool: 1, first: 0, last: events.length - 1 }))
      text += Buffer.from(piece).toString();
    expect(JSON.parse(`[${text}]`)).toHaveLength(events.length);
  });

  test('of more pools than are kept in memory go on from blocks that are written and not yet durable', async () => {
    const random = new SeededRandom(testSeed());
    const scene = new PoolScene(random, 1_100, START, 100);
    const store = await openedStore();
    // The first commit is on its way while the others come in, and these share a sync then.
    const batches = [1, 1_099, 300, 300].map((events) => batchOf(scene.block(1_000, events)));
    await Promise.all(batches.map((batch) => store.commit({ batch, hasPoolEvents: true })));
    expect(scene.pools).toBe(1_100);
    await check(store, scene);
  });

  test('of a commit that failed leave no trace in later candles', async () => {
    const scene = new PoolScene(new SeededRandom(testSeed()), 2, START);
    const store = await openedStore();
    for (let block = 0; block < 20; block++) await commit(store, scene.block(120_000, 2));
    const events = scene.block(10, 3);
    const damaged = batchOf(events).slice(0, -1);
    await expect(store.commit({ batch: damaged, hasPoolEvents: true })).rejects.toMatchObject({
      code: 'STORE_FAILED',
    });
    await store.reopen();
    const [first] = events;
    expect(await store.get(poolEventKey(first?.pool ?? 0, first?.ordinal ?? 0))).toBeUndefined();
    await commit(store, events);
    await commit(store, scene.block(10, 3));
    await check(store, scene);
  });

  test('of a commit that failed although it was written are there, and the next ones go on from them', async () => {
    const scene = new PoolScene(new SeededRandom(testSeed()), 2, START);
    process.env.ROUGED_FAULT_POINT = 'commit-batch:5,commit-sync:8';
    const opening = openedStore();
    delete process.env.ROUGED_FAULT_POINT;
    const store = await opening;
    let failed = 0;
    for (let block = 0; block < 20; block++)
      await commit(store, scene.block(120_000, 2)).catch(async (error: { readonly code: string }) => {
        expect(error.code).toBe('STORE_FAILED');
        failed++;
        await store.reopen();
      });
    expect(failed).toBe(2);
    await check(store, scene);
  });

  test('cost a block without any nothing', async () => {
    const store = await openedStore();
    const batch = new BatchWriter();
    batch.put('k', 'v');
    await store.commit({ batch: batch.finish() });
    const all = await store.range({ gte: new Uint8Array(), lt: new Uint8Array(), limit: 10 });
    expect(all.map(({ key }) => toBinary(key))).toEqual(['k']);
  });
});
