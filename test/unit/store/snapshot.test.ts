import { describe, expect, test } from 'vitest';
import { toHex } from '../../../engine/base/bytes.js';
import { ledgerTables } from '../../../engine/ledger/tables.js';
import { createQueries } from '../../../engine/stream/queries.js';
import { openMemoryStore } from '../../support/memoryStore.js';
import { SeededRandom, testSeed } from '../../support/random.js';
import { restoreInto, SnapshotChain } from '../../support/snapshotScene.js';

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
});
