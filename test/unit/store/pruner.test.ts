/** A pruned directory: what it drops, what it never drops, what readers hear, and what a kill leaves. */

import { expect, test } from 'vitest';
import { toHex } from '../../../engine/base/bytes.js';
import { REPLAY_HORIZON_MS } from '../../../engine/base/limits.js';
import { accountOfKey } from '../../../engine/crypto/address.js';
import { replayTag } from '../../../engine/ledger/replayGuard.js';
import { batchCount } from '../../../engine/store/batch.js';
import { whyTooFew } from '../../../engine/store/keeping.js';
import { keyNumber, metaKey, storeTables } from '../../../engine/store/keys.js';
import type { Entry, StorePort } from '../../../engine/store/port.js';
import { lastOf } from '../../../engine/store/records.js';
import { RecoveryError } from '../../../engine/store/recovery.js';
import { readWholeBlock } from '../../../engine/store/wholeBlock.js';
import { filterOf } from '../../../engine/stream/audience.js';
import { readEvents } from '../../../engine/stream/eventLog.js';
import { createQueries } from '../../../engine/stream/queries.js';
import { GENESIS_TIME } from '../../support/chain.js';
import { KeptChain, KeptStore, keptActors, LEAST_KEPT, readStream } from '../../support/keptChain.js';
import { MemoryDisks } from '../../support/memoryDisk.js';
import { type MemoryStore, type MemoryStoreOptions, openMemoryStore } from '../../support/memoryStore.js';
import { SeededRandom, testSeed } from '../../support/random.js';
import { allEntries, contentOf, entriesOf, heightOf, heightsIn } from '../../support/storeContent.js';

const PRUNED = { mode: 'pruned', blocks: LEAST_KEPT } as const;
const FULL = { mode: 'full', blocks: 1 } as const;
const SECONDS_10 = 10_000;

const openStore = (disks = new MemoryDisks(), more: MemoryStoreOptions = {}) =>
  openMemoryStore({ disks, queries: createQueries(), ...more });

/** Whether two stores hold the same from a height on. @returns what was compared. */
async function compare(one: StorePort, other: StorePort, from: number): Promise<number> {
  const [left, right] = [await contentOf(one, from), await contentOf(other, from)];
  expect(left.filter((line) => !right.includes(line)).slice(0, 3)).toEqual([]);
  expect(left).toHaveLength(right.length);
  return left.length;
}

test('drops everything that goes with old blocks, and leaves everything else as it is', async () => {
  const source = KeptChain.unsigned().grow(400, 3, SECONDS_10);
  const pruned = await KeptStore.open(source, await openStore(), PRUNED);
  const full = await KeptStore.open(source, await openStore(), FULL);
  await pruned.followPruned();
  await full.follow();
  const { blocksFrom } = pruned.chain;
  expect(blocksFrom).toBeGreaterThan(400 - LEAST_KEPT - 20);
  expect(blocksFrom).toBeLessThanOrEqual(400 - LEAST_KEPT + 1);
  const heights = await heightsIn(pruned.port);
  expect(heights[0]).toBe(blocksFrom);
  expect(heights).toHaveLength(400 - blocksFrom + 1);
  expect(await readWholeBlock(pruned.port, 0)).toEqual(await readWholeBlock(full.port, 0));
  expect(await compare(pruned.port, full.port, blocksFrom)).toBeGreaterThan(1_000);
  expect(await heightsIn(full.port)).toHaveLength(400);
  expect(await full.port.get(metaKey('mode'))).toBeUndefined();
  expect([...pruned.warnings, ...full.warnings]).toEqual([]);
});

test('blocks of the replay horizon stay, however few blocks are asked for, and a start finds every nonce again', async () => {
  const disks = new MemoryDisks();
  // A block time of two seconds: the horizon has 300 blocks, about three times what is asked for.
  const source = KeptChain.unsigned().grow(500, 2, 2_000);
  const kept = await KeptStore.open(source, await openStore(disks), PRUNED);
  await kept.followPruned();
  const { blocksFrom, tip } = kept.chain;
  expect(blocksFrom).toBeGreaterThan(100);
  expect(GENESIS_TIME + blocksFrom * 2_000).toBeLessThan(tip.time - REPLAY_HORIZON_MS);
  await kept.close();
  const again = await KeptStore.open(source, await openStore(disks), PRUNED);
  expect(again.chain.blocksFrom).toBe(blocksFrom);
  expect(again.recovered.tip).toEqual(source.chain.tip);
  let known = 0;
  for (let height = tip.height; GENESIS_TIME + height * 2_000 >= tip.time - REPLAY_HORIZON_MS; height--)
    for (const { transaction } of source.made[height - 1]?.candidate.items ?? []) {
      expect(again.recovered.replay.isUsed(replayTag(transaction), tip.time)).toBe(true);
      known++;
    }
  expect(known).toBe(2 * 301);
});

test('readers hear what was dropped, and from where on everything is there', async () => {
  const source = KeptChain.unsigned().grow(400, 3, SECONDS_10);
  const { chain, follow } = await prunedStore(source);
  await follow();
  await chain.pruned();
  const { blocksFrom } = chain;
  const dropped = { code: 'STORE_PRUNED', lowest: blocksFrom, message: expect.stringContaining(String(blocksFrom)) };
  const account = accountOfKey((keptActors[0] as (typeof keptActors)[number]).publicKey);
  await expect(readStream(chain.block(blocksFrom - 1), '')).rejects.toMatchObject(dropped);
  await expect(readStream(chain.blocks({ first: 1, last: 5 }), '[')).rejects.toMatchObject(dropped);
  await expect(readStream(chain.transactions({ ordinal: 5, limit: 3 }), '[')).rejects.toMatchObject(dropped);
  const history = chain.accountTransactions({ account, ordinal: 5, limit: 3 });
  await expect(readStream(history, '[')).rejects.toMatchObject(dropped);
  await expect(readStream(chain.setChanges({ from: 0, last: 400, limit: 3 }), '[')).rejects.toMatchObject(dropped);
  expect(await chain.heightOf(Buffer.from(source.made[0]?.hash ?? '', 'hex'))).toBeUndefined();
  const id = toHex(asBytes(source.made[0]?.candidate.items[0]?.transaction.id ?? ''));
  expect(await chain.transaction(id)).toBeNull();
  expect(chain.notKept(blocksFrom - 1)).toMatchObject({ code: 'pruned', lowestHeight: blocksFrom });
  expect([chain.notKept(0), chain.notKept(blocksFrom), chain.notKept(9_999)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  // A list that reaches the end of what is kept ends there, and says that there was more.
  const list = (await readStream(chain.transactions({ ordinal: 1_199, limit: 1_200 }), '{"list":[', '}')) as {
    readonly list: readonly unknown[];
    readonly next_cursor: string;
  };
  expect(list.list).toHaveLength(3 * (400 - blocksFrom + 1));
  expect(list.next_cursor).toBe(String(3 * (blocksFrom - 1)));
  // Events of dropped blocks are gone from the log, those of the others are there.
  let events = 0;
  for await (const chunk of chain.replay(chain.oldestEvent, lastOf(chain.events), filterOf([], true), 'json'))
    events += readEvents(chunk).events.length;
  expect(events).toBe(lastOf(chain.events) - chain.oldestEvent + 1);
  expect(events).toBeLessThan(lastOf(chain.events) / 2);
});

async function prunedStore(source: KeptChain) {
  const store = await KeptStore.open(source, await openStore(), PRUNED);
  return { chain: store.chain, follow: () => store.follow() };
}

const asBytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

test('a full directory becomes pruned: its old blocks go, and at last what points to them', async () => {
  const disks = new MemoryDisks();
  const source = KeptChain.unsigned().grow(400 + 20 + LEAST_KEPT + 40, 2, SECONDS_10);
  const full = await KeptStore.open(source, await openStore(disks), FULL);
  await full.follow(400);
  await full.close();
  const kept = await KeptStore.open(source, await openStore(disks), PRUNED);
  await kept.follow(420);
  await kept.chain.pruned();
  const { blocksFrom } = kept.chain;
  expect(blocksFrom).toBeGreaterThan(280);
  expect(await kept.port.get(metaKey('trails-from'))).toBeDefined();
  const bodies = (await entriesOf(kept.port)).filter(({ family }) => family === 'bodies');
  expect(bodies.map(({ entry }) => keyNumber(entry.key))[0]).toBe(blocksFrom);
  // An id of a dropped block is still there: it leads to nothing.
  const isOld = (each: Parameters<typeof heightOf>[0]) => Number(heightOf(each)) < blocksFrom;
  const ids = (await entriesOf(kept.port)).filter((each) => each.entry.key[0] === storeTables.ids && isOld(each));
  expect(ids.length).toBeGreaterThan(500);
  expect(await kept.chain.transaction(toHex((ids[0] as { entry: Entry }).entry.key.subarray(1)))).toBeNull();
  await kept.followPruned();
  expect(await kept.port.get(metaKey('trails-from'))).toBeUndefined();
  expect((await heightsIn(kept.port))[0]).toBe(kept.chain.blocksFrom);
  expect(kept.warnings).toEqual([]);
});

test('a change that the directory cannot follow is refused with what to do', async () => {
  const disks = new MemoryDisks();
  const source = KeptChain.unsigned().grow(300, 1, SECONDS_10);
  const { unbondingBlocks } = source.chain.rules.genesis;
  expect(whyTooFew({ mode: 'pruned', blocks: LEAST_KEPT - 1 }, unbondingBlocks)).toMatch(
    new RegExp(`--keep-blocks ${LEAST_KEPT - 1} is too few.* give ${LEAST_KEPT} or more`),
  );
  expect(whyTooFew(PRUNED, unbondingBlocks)).toBeUndefined();
  const kept = await KeptStore.open(source, await openStore(disks), PRUNED);
  await kept.follow();
  await kept.close();
  const port = await openStore(disks);
  const error = await KeptStore.open(source, port, FULL).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RecoveryError);
  expect(String(error)).toMatch(/has no blocks below \d+, and --mode full needs them; start with --mode pruned/);
  await port.close();
  expect((await KeptStore.open(source, await openStore(disks), PRUNED)).chain.mode).toBe('pruned');
});

test('whatever place a crash comes at, the next run leaves the same', async () => {
  const random = new SeededRandom(testSeed());
  const source = KeptChain.unsigned().grow(300, 2, SECONDS_10);
  const full = await KeptStore.open(source, await openStore(), FULL);
  await full.follow();
  const leftBehind = new Set<boolean>();
  for (let round = 0; round < 12; round++) {
    const disks = new MemoryDisks();
    let left = 900 + random.below(1_500);
    let crashed: () => void = () => {};
    const crash = new Promise<void>((resolve) => {
      crashed = resolve;
    });
    const port: MemoryStore = await openStore(disks, {
      random,
      at: () => {
        if (--left !== 0) return;
        port.crash();
        crashed();
      },
    });
    const killed = await KeptStore.open(source, port, PRUNED);
    // A store that is gone answers nothing any more.
    void killed.follow();
    await crash;
    const after = await KeptStore.open(source, await openStore(disks), PRUNED);
    // Nothing above the mark is missing.
    for (let height = after.chain.blocksFrom; height <= after.chain.tip.height; height++)
      expect(typeof (await readWholeBlock(after.port, height)), `block ${height}`).toBe('object');
    const first = (await heightsIn(after.port))[0] ?? 0;
    leftBehind.add(first < after.chain.blocksFrom);
    await after.followPruned();
    const { blocksFrom } = after.chain;
    expect(blocksFrom).toBeGreaterThan(170);
    expect((await heightsIn(after.port))[0]).toBe(blocksFrom);
    await compare(after.port, full.port, blocksFrom);
    expect(after.warnings).toEqual([]);
  }
  // Some crashes came in the middle of a run.
  expect(leftBehind).toContain(true);
});

test('every block has a trail, also one without transactions', async () => {
  const source = KeptChain.unsigned().grow(3, 0, SECONDS_10);
  const kept = await KeptStore.open(source, await openStore(), PRUNED);
  await kept.follow();
  const table = { gte: Uint8Array.of(storeTables.trails), lt: Uint8Array.of(storeTables.trails + 1) };
  const trails = await kept.port.range({ ...allEntries, ...table });
  expect(trails.map(({ key }) => keyNumber(key))).toEqual([1, 2, 3]);
  expect(trails.map(({ value }) => batchCount(value))).toEqual([1, 1, 1]);
});
