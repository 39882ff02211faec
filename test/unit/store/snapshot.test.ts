import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { toHex, utf8Text } from '../../../engine/base/bytes.js';
import { REPLAY_HORIZON_MS } from '../../../engine/base/limits.js';
import { ledgerTables } from '../../../engine/ledger/tables.js';
import { recentKey } from '../../../engine/store/keys.js';
import { lastOf } from '../../../engine/store/records.js';
import { createQueries } from '../../../engine/stream/queries.js';
import { GENESIS_TIME } from '../../support/chain.js';
import { addressIn, call, deploy } from '../../support/contractOrders.js';
import { createPoolOrder, orderItem, swapOrder } from '../../support/exchangeRequests.js';
import { openMemoryStore } from '../../support/memoryStore.js';
import { SeededRandom, testSeed } from '../../support/random.js';
import type { Program } from '../../support/scriptedMachine.js';
import { manifestOf, restoreInto, SNAPSHOT_ACTORS, SnapshotChain } from '../../support/snapshotScene.js';
import { type Actor, createToken, transfer } from '../../support/transactions.js';

const emptyStore = () => openMemoryStore({ queries: createQueries() });

const recordsOf = (chain: SnapshotChain): string[] =>
  ledgerTables
    .flatMap((table) =>
      [...chain.chain.state.entries(table)].map(([key, value]) => `${table.id} ${key} ${toHex(table.encode(value))}`),
    )
    .sort();

describe('a restored snapshot', () => {
  test.each([512, 4_096, undefined])('equals the chain that it was made of, in chunks of %s bytes', async (size) => {
    const random = new SeededRandom(testSeed());
    const original = await SnapshotChain.open();
    await original.randomBlocks(random, 12);
    const { facts, bytes } = await original.snapshot(size);
    expect(facts).toMatchObject({ height: 12, hash: original.chain.tip.hash, chunks: bytes.chunks.length });
    expect(bytes.chunks.length).toBeGreaterThan(size === undefined ? 0 : 5);
    const store = await emptyStore();
    expect(await restoreInto(store, original.rules, bytes)).toBeUndefined();
    const restored = await SnapshotChain.resume(original.rules, store);
    expect(restored.stored.tip).toEqual(original.stored.tip);
    expect(restored.stored.events).toEqual(original.stored.events);
    expect(restored.stored.tipBlock.fees).toBe(original.stored.tipBlock.fees);
    expect(restored.stored.blocksFrom).toBe(13);
    expect(recordsOf(restored)).toEqual(recordsOf(original));
    expect(restored.chain.replay.size).toBe(original.chain.replay.size);
    for (let block = 0; block < 5; block++) {
      const made = await original.block();
      await restored.receive(made);
    }
    expect(restored.chain.root).toBe(original.chain.root);
    expect(restored.stored.tip).toEqual(original.stored.tip);
  });

  test('goes on with the sums and candles of its pools, and shows no event from before', async () => {
    const original = await SnapshotChain.open();
    const [signer] = SNAPSHOT_ACTORS as [Actor];
    const common = () => ({ signer, timestamp: original.chain.tip.time + 400 });
    const swap = () => orderItem(common(), swapOrder('XRGE', 5n * QUANTA, 'GOLD'));
    await original.block([createToken(common(), { symbol: 'GOLD', supply: 1_000_000n })]);
    await original.block([orderItem(common(), createPoolOrder('XRGE', 1_000n * QUANTA, 'GOLD', 500_000n))]);
    await original.block([swap()]);
    const { bytes } = await original.snapshot();
    const store = await emptyStore();
    expect(await restoreInto(store, original.rules, bytes)).toBeUndefined();
    const restored = await SnapshotChain.resume(original.rules, store);
    const run = async (chain: SnapshotChain, from: number) => {
      const text = async (pieces: AsyncIterable<Uint8Array>): Promise<string> => {
        let all = '';
        for await (const piece of pieces) all += utf8Text(piece);
        return all;
      };
      return [
        await text(chain.stored.poolEvents(1, from, 3)),
        await text(chain.stored.allPoolEvents(from, 3)),
        await text(chain.stored.poolPrices(1, from, 3)),
      ];
    };
    const swaps = async (chain: SnapshotChain) => (await chain.stored.poolStats(1, 2, GENESIS_TIME)).total.swaps;
    expect(await swaps(restored)).toBe(1);
    for (let block = 0; block < 2; block++) {
      const made = await original.block([swap()]);
      await restored.receive(made);
    }
    // Ordinals 0 and 1 were before the snapshot.
    expect(await run(restored, 0)).toEqual(await run(original, 2));
    expect((await run(restored, 0)).every((text) => text.length > 100)).toBe(true);
    // Pages that end below what is here are refused, as those of every history are.
    const { stored } = restored;
    for (const page of [stored.poolEvents(1, 0, 1), stored.allPoolEvents(0, 1), stored.poolPrices(1, 1, 1)])
      await expect(page[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'STORE_PRUNED', lowest: 4 });
    for await (const _ of stored.poolEvents(1, 0, -1)) expect.fail('an empty page holds nothing');
    const stats = (chain: SnapshotChain) => chain.stored.poolStats(1, 4, GENESIS_TIME);
    expect((await stats(restored)).total).toEqual((await stats(original)).total);
    expect((await stats(restored)).day.swaps).toBe(2);
    expect((await stats(original)).day.swaps).toBe(3);
  });

  test('goes on with the numbers of events behind those that contracts emitted in its block', async () => {
    const original = await SnapshotChain.open();
    const common = () => ({ signer: SNAPSHOT_ACTORS[0] as Actor, timestamp: original.chain.tip.time + 400 });
    const emit: Program = { shout: [1, 2, 3].map((count) => ['emit', `${count}`, ''] as const) };
    const contract = deploy(common(), emit);
    const shout = () => call(common(), addressIn(contract), 'shout', { gasLimit: 10_000 });
    await original.block([contract]);
    await original.block([transfer(common(), SNAPSHOT_ACTORS[1] as Actor, 1n), shout(), shout()]);
    const { events } = original.stored;
    expect(events.emitters).toEqual([
      { position: 1, through: 3 },
      { position: 2, through: 6 },
    ]);
    const { bytes } = await original.snapshot();
    expect(manifestOf(bytes, original.rules)).toMatchObject({ contractEvents: 6 });
    const store = await emptyStore();
    expect(await restoreInto(store, original.rules, bytes)).toBeUndefined();
    const restored = await SnapshotChain.resume(original.rules, store);
    expect(lastOf(restored.stored.events)).toBe(lastOf(events));
    expect(manifestOf((await restored.snapshot()).bytes, original.rules)).toEqual(manifestOf(bytes, original.rules));
    await restored.receive(await original.block([shout()]));
    expect(restored.stored.events).toEqual(original.stored.events);
    expect(restored.stored.events).toMatchObject({ height: 3, first: lastOf(events) + 1 });
  });

  test('gives up the blocks that came with it when the replay rule asks about none of them', async () => {
    const original = await SnapshotChain.open();
    await original.randomBlocks(new SeededRandom(testSeed()), 4);
    const { bytes } = await original.snapshot();
    const store = await emptyStore();
    expect(await restoreInto(store, original.rules, bytes)).toBeUndefined();
    const brought = () => store.range({ gte: recentKey(0), lt: recentKey(100), limit: 100, keysOnly: true });
    let chain = await SnapshotChain.resume(original.rules, store);
    expect((await brought()).length).toBe(4);
    // Above the first one the rule asks only about block 5, but a snapshot needs block 4 too; above the second one only about block 6.
    const kept: number[] = [];
    for (let block = 0; block < 2; block++) {
      await chain.block([], REPLAY_HORIZON_MS + 1);
      chain = await SnapshotChain.resume(original.rules, store);
      kept.push((await brought()).length);
      expect((await chain.snapshot()).facts.height).toBe(5 + block);
    }
    expect(kept).toEqual([4, 0]);
  });
});
