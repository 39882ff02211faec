/** Modes together with snapshots of the state: who makes them, what a restored directory becomes in each mode, what an audit says of each,
 *  and what a crash leaves. */

import { beforeAll, describe, expect, test } from 'vitest';
import { ChainAudit } from '../../engine/audit/chainAudit.js';
import { fromHex } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import type { SignedParts } from '../../engine/chain/transaction.js';
import type { BlockVerifier } from '../../engine/intake/verifier.js';
import { BatchWriter } from '../../engine/store/batch.js';
import type { Keeping } from '../../engine/store/keeping.js';
import { blockKey, heightKey, metaKey, recentKey, storeTables } from '../../engine/store/keys.js';
import type { StorePort } from '../../engine/store/port.js';
import { readWholeBlock } from '../../engine/store/wholeBlock.js';
import { createQueries } from '../../engine/stream/queries.js';
import { KeptChain, KeptStore, LEAST_KEPT, readStream } from '../support/keptChain.js';
import { MemoryDisks } from '../support/memoryDisk.js';
import { type MemoryStore, type MemoryStoreOptions, openMemoryStore } from '../support/memoryStore.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { restoreInto, type SnapshotBytes, snapshotOf } from '../support/snapshotScene.js';
import { allEntries, blocksContentOf, heightsIn } from '../support/storeContent.js';
import { itemOfParts } from '../support/transactions.js';

/** The replay horizon has 60 blocks. */
const STEP_MS = 10_000;
const BLOCKS = 280;
/** Crashes come up to this height: the blocks above are enough for one more run. */
const KILLED = BLOCKS - 30;
/** Of the places where a crash can come, every seventh is tried. */
const STRIDE = 7;
/** Height of the snapshot that is restored. */
const SNAPSHOT = 120;

const FULL: Keeping = { mode: 'full', blocks: 1 };
const ARCHIVE: Keeping = { mode: 'archive', blocks: 1 };
const PRUNED: Keeping = { mode: 'pruned', blocks: LEAST_KEPT };

let source: KeptChain;
/** A full directory that has followed the chain to its end. */
let whole: KeptStore;
/** Of the block `SNAPSHOT`. */
let bytes: SnapshotBytes;

const openStore = (disks = new MemoryDisks(), more: MemoryStoreOptions = {}): Promise<MemoryStore> =>
  openMemoryStore({ disks, queries: createQueries(), ...more });

const openIn = async (disks: MemoryDisks, keeping: Keeping): Promise<KeptStore> =>
  KeptStore.open(source, await openStore(disks), keeping);

/** A machine whose directory was restored from a snapshot. */
async function restoredDisks(snapshot: SnapshotBytes = bytes): Promise<MemoryDisks> {
  const disks = new MemoryDisks();
  const store = await openStore(disks);
  expect(await restoreInto(store, source.chain.rules, snapshot)).toBeUndefined();
  await store.close();
  return disks;
}

/** Believes every signature: they are checked where real processes run `verify-db`. */
const trusting: BlockVerifier = {
  checkSignatures: async (checks) => checks.map(() => true),
  verifyTransactions: async (parts) =>
    parts
      .map((one) => itemOfParts(one as SignedParts))
      .map((item) => (isRefusal(item) ? item : { ...item, expected: {} })),
};

const audit = (port: StorePort) => new ChainAudit(port, source.chain.rules, trusting).run();

/** @returns how many entries were compared. */
async function expectSameBlocks(port: StorePort, from: number): Promise<number> {
  const [found, expected] = [await blocksContentOf(port, from), await blocksContentOf(whole.port, from)];
  expect(found.filter((line) => !expected.includes(line)).slice(0, 3)).toEqual([]);
  expect(found).toHaveLength(expected.length);
  return found.length;
}

beforeAll(async () => {
  source = KeptChain.signed().grow(BLOCKS, 1, STEP_MS);
  whole = await openIn(new MemoryDisks(), FULL);
  await whole.follow(SNAPSHOT);
  ({ bytes } = await snapshotOf(whole.port, source.chain.rules, 1_024));
  await whole.follow();
}, 120_000);

describe('snapshots', () => {
  test('of the same block are the same bytes in every mode', async () => {
    const made: SnapshotBytes[] = [];
    for (const keeping of [FULL, PRUNED, ARCHIVE]) {
      const kept = await openIn(new MemoryDisks(), keeping);
      await kept.followPruned();
      expect(kept.chain.blocksFrom > SNAPSHOT).toBe(keeping === PRUNED);
      made.push((await snapshotOf(kept.port, source.chain.rules, 1_024)).bytes);
    }
    const [first, ...others] = made;
    expect(first?.chunks.length).toBeGreaterThan(2);
    expect(first?.recent.length).toBeGreaterThan(0);
    for (const other of others) expect(other).toEqual(first);
  });

  test('are made by a pruned node while it drops blocks, and each one restores', async () => {
    const kept = await openIn(new MemoryDisks(), PRUNED);
    await kept.follow(100);
    let whileDropping = 0;
    let height = 100;
    for (let to = height + 12; to <= BLOCKS; to += 12) {
      const under = snapshotOf(kept.port, source.chain.rules);
      const from = kept.chain.blocksFrom;
      await kept.follow(to);
      const { facts, bytes: made } = await under;
      expect(facts.height).toBe(height);
      if (kept.chain.blocksFrom > from) whileDropping++;
      const restored = await openIn(await restoredDisks(made), FULL);
      expect(restored.recovered.tip.hash).toBe(source.made[height - 1]?.hash);
      expect((await audit(restored.port)).findings).toEqual([]);
      height = to;
    }
    expect(whileDropping).toBeGreaterThan(3);
    expect(kept.warnings).toEqual([]);
  });
});

describe('a restored directory', () => {
  const lowest = SNAPSHOT + 1;

  test('is sound before it has a block of its own, and holds the genesis block', async () => {
    const { chain, port } = await openIn(await restoredDisks(), FULL);
    expect([chain.tip.height, chain.blocksFrom, chain.mode]).toEqual([SNAPSHOT, lowest, 'full']);
    expect(await audit(port)).toMatchObject({ height: SNAPSHOT, blocksFrom: lowest, transactions: 0, findings: [] });
    expect(await readStream(chain.block(0), '')).toEqual(await readStream(whole.chain.block(0), ''));
    expect(
      await chain.heightOf(
        fromHex(source.chain.rules.protocol.genesisBlock(source.chain.rules.genesis).hash) as Uint8Array,
      ),
    ).toBe(0);
    expect(chain.notKept(SNAPSHOT)).toMatchObject({ code: 'pruned', lowestHeight: lowest });
    expect([chain.notKept(0), chain.notKept(lowest)]).toEqual([undefined, undefined]);
    const refused = { code: 'STORE_PRUNED', lowest };
    await expect(readStream(chain.block(SNAPSHOT), '')).rejects.toMatchObject(refused);
    await expect(readStream(chain.transactions({ ordinal: 5, limit: 3 }), '[')).rejects.toMatchObject(refused);
    await expect(readStream(chain.setChanges({ from: 0, last: 9, limit: 3 }), '[')).rejects.toMatchObject(refused);
  });

  test('keeps every block from then on in the mode full', async () => {
    const disks = await restoredDisks();
    const kept = await openIn(disks, FULL);
    await kept.follow();
    expect(kept.chain.blocksFrom).toBe(lowest);
    expect(await expectSameBlocks(kept.port, lowest)).toBeGreaterThan(1_000);
    expect(await audit(kept.port)).toMatchObject({ blocksFrom: lowest, transactions: BLOCKS - SNAPSHOT, findings: [] });
    await kept.close();
    const again = await openIn(disks, FULL);
    expect(again.recovered.tip).toEqual(source.chain.tip);
    expect(again.recovered.replay.size).toBe(source.chain.replay.size);
    expect(again.recovered.kept).toEqual({
      mode: 'full',
      blocksFrom: lowest,
      trailsFrom: 0,
      snapshotTrust: 'trusted-block',
    });
  });

  test.each([SNAPSHOT, 160])(
    'drops its old blocks in the mode pruned, also when it was full up to block %i',
    async (full) => {
      const disks = await restoredDisks();
      const before = await openIn(disks, FULL);
      await before.follow(full);
      await before.close();
      const kept = await openIn(disks, PRUNED);
      await kept.followPruned();
      const { blocksFrom } = kept.chain;
      expect(blocksFrom).toBeGreaterThan(160);
      expect(kept.warnings).toEqual([]);
      // Nothing of the snapshot's blocks is left, nor of those that had no trail.
      expect((await heightsIn(kept.port))[0]).toBe(blocksFrom);
      expect(await kept.port.get(metaKey('trails-from'))).toBeUndefined();
      expect(await expectSameBlocks(kept.port, blocksFrom)).toBeGreaterThan(500);
      expect(await audit(kept.port)).toMatchObject({ blocksFrom, findings: [] });
      const { bytes: second } = await snapshotOf(kept.port, source.chain.rules, 1_024);
      expect(second).toEqual((await snapshotOf(whole.port, source.chain.rules, 1_024)).bytes);
      await kept.close();
      await expect(openIn(disks, FULL)).rejects.toThrow(
        new RegExp(`has no blocks below ${blocksFrom}, and --mode full needs them; start with --mode pruned`),
      );
      const store = await openStore(await restoredDisks(second));
      expect((await audit(store)).findings).toEqual([]);
    },
  );

  test('cannot become an archive, and says what can', async () => {
    const disks = await restoredDisks();
    await expect(openIn(disks, ARCHIVE)).rejects.toThrow(
      `has no blocks below ${lowest}, and --mode archive needs them; start with --mode full, or with an empty --data-dir`,
    );
  });

  test('has the same blocks whatever place a crash comes at while it becomes pruned', async () => {
    const random = new SeededRandom(testSeed());
    let places = 0;
    const dry = await openStore(await restoredDisks(), { at: () => void places++ });
    const all = await KeptStore.open(source, dry, PRUNED);
    await all.follow(KILLED);
    await all.chain.pruned();
    expect(places).toBeGreaterThan(500);
    let below = 0;
    // No block is old enough to be dropped in the first half.
    for (let place = (places >>> 1) + random.below(STRIDE); place < places; place += STRIDE) {
      const disks = await restoredDisks();
      let ahead = place;
      let crashed: () => void = () => {};
      const crash = new Promise<void>((resolve) => {
        crashed = resolve;
      });
      const port: MemoryStore = await openStore(disks, {
        random,
        at: () => {
          if (--ahead !== 0) return;
          port.crash();
          crashed();
        },
      });
      // A store that is gone answers nothing any more.
      void KeptStore.open(source, port, PRUNED).then((killed) => killed.follow(KILLED));
      await crash;
      const after = await openIn(disks, PRUNED);
      for (let height = after.chain.blocksFrom; height <= after.chain.tip.height; height++)
        expect(typeof (await readWholeBlock(after.port, height)), `block ${height}`).toBe('object');
      expect((await audit(after.port)).findings, `after a crash at ${after.chain.tip.height}`).toEqual([]);
      const left = (await heightsIn(after.port))[0] ?? 0;
      if (after.chain.blocksFrom > lowest && left < after.chain.blocksFrom) below++;
      await after.followPruned();
      expect((await heightsIn(after.port))[0]).toBe(after.chain.blocksFrom);
      await expectSameBlocks(after.port, after.chain.blocksFrom);
      expect(after.warnings).toEqual([]);
    }
    expect(below).toBeGreaterThan(5);
  }, 120_000);
});

describe('an audit', () => {
  const flipped = (value: Uint8Array, at: number): Uint8Array =>
    value.map((byte, index) => (index === at ? byte ^ 1 : byte));

  async function put(port: StorePort, key: Uint8Array, value: Uint8Array | undefined): Promise<void> {
    const batch = new BatchWriter();
    if (value) batch.put(key, value);
    else batch.delete(key);
    await port.commit({ batch: batch.finish() });
  }

  const own = SNAPSHOT + 4;
  const tableOf = async (port: StorePort, table: number) =>
    (await port.range({ ...allEntries, gte: Uint8Array.of(table), lt: Uint8Array.of(table + 1) }))[0]
      ?.key as Uint8Array;

  test.each<[string, (port: StorePort) => Uint8Array | Promise<Uint8Array>, 'gone' | number, RegExp]>([
    [
      'a block that came with the snapshot, changed',
      () => recentKey(SNAPSHOT - 3),
      200,
      /came with the snapshot: recent block 117/,
    ],
    ['the newest of them, gone', () => recentKey(SNAPSHOT), 'gone', /came with the snapshot: recent block 120/],
    ['the oldest of them, gone', (port) => tableOf(port, storeTables.recent), 'gone', /recent blocks end at block/],
    ["the record of the snapshot's block", () => blockKey(SNAPSHOT), 200, /^block 120: its record/],
    ['the record of a block of its own', () => blockKey(own), 200, new RegExp(`^block ${own}: `)],
    ['the genesis block', () => blockKey(0), 'gone', /^the genesis block/],
    ['a record of the state', (port) => tableOf(port, 1), 3, /the stored state has root|cannot be read/],
    ['the certificate of the newest block', () => metaKey('certificate'), 3, /certificate of/],
    ['a place of a transaction', (port) => tableOf(port, storeTables.ids), 'gone', /record of ids/],
  ])('finds %s', async (_, keyOf, damage, expected) => {
    const kept = await openIn(await restoredDisks(), FULL);
    await kept.follow(SNAPSHOT + 10);
    expect((await audit(kept.port)).findings).toEqual([]);
    const key = await keyOf(kept.port);
    const value = await kept.port.get(key);
    expect(value).toBeDefined();
    await put(kept.port, key, damage === 'gone' ? undefined : flipped(value as Uint8Array, damage));
    const { findings } = await audit(kept.port);
    expect(findings.length).toBeGreaterThan(0);
    expect(findings[0]).toMatch(expected);
  });

  test('finds nothing of the mode pruned in a directory that is full again before anything was dropped', async () => {
    const disks = new MemoryDisks();
    const first = await openIn(disks, PRUNED);
    await first.follow(50);
    await first.close();
    const trails = { ...allEntries, gte: Uint8Array.of(storeTables.trails), lt: Uint8Array.of(storeTables.trails + 1) };
    const full = await openIn(disks, FULL);
    expect(full.recovered.kept).toEqual({ mode: 'full', blocksFrom: 1, trailsFrom: 0 });
    expect(await full.port.range(trails)).toEqual([]);
    await full.follow(60);
    expect(await audit(full.port)).toMatchObject({ height: 60, findings: [] });
    await full.close();
    const again = await openIn(disks, PRUNED);
    await again.follow(70);
    expect(await again.port.range(trails)).toHaveLength(10);
    expect((await audit(again.port)).findings).toEqual([]);
    expect(await again.port.getFrom('bodies', heightKey(1))).toBeDefined();
  });
});
