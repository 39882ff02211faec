/** The trail of a large block, and the sweep, in pieces that never hold up the store's thread: every delete comes once, a trail goes last. */

import { expect, test } from 'vitest';
import { toHex, u64Bytes } from '../../../engine/base/bytes.js';
import { BatchWriter, batchCount, readBatch } from '../../../engine/store/batch.js';
import { blockKey, hashKey, idKey, storeTables, trailKey } from '../../../engine/store/keys.js';
import { encodeLocation } from '../../../engine/store/records.js';
import { type Piece, type TrailPlace, trailBatch } from '../../../engine/store/trail.js';
import { createQueries } from '../../../engine/stream/queries.js';
import { openMemoryStore } from '../../support/memoryStore.js';

const PIECE = 2_048;
const open = () => openMemoryStore({ queries: createQueries() });

const idOf = (block: number, at: number): Uint8Array => {
  const id = new Uint8Array(32);
  id.set(u64Bytes(block), 0);
  id.set(u64Bytes(at), 8);
  return id;
};

/** A block's batch with some ids, and with records that have no part in a trail. */
function blockBatch(height: number, ids: number): Uint8Array {
  const batch = new BatchWriter();
  batch.put(Uint8Array.of(1, 2, 3), Uint8Array.of(height));
  batch.put(blockKey(height), Uint8Array.of(height));
  batch.put(hashKey(idOf(height, 9_999)), u64Bytes(height));
  for (let at = 0; at < ids; at++) batch.put(idKey(idOf(height, at)), encodeLocation(height, at));
  return batch.finish();
}

const deletesOf = (batch: Uint8Array): string[] => {
  const keys: string[] = [];
  readBatch(batch, { put: () => expect.fail('a piece holds deletes only'), delete: (key) => keys.push(toHex(key)) });
  return keys;
};

test('the trails of three blocks, one of them large, are applied once each, in their order', async () => {
  const store = await open();
  const sizes = [3, 5_000, 40];
  for (const [index, ids] of sizes.entries()) {
    const height = index + 7;
    await store.commit({ batch: blockBatch(height, ids), trail: trailKey(height) });
  }
  const deleted: string[] = [];
  let from: TrailPlace | undefined = { height: 0, done: 0 };
  let pieces = 0;
  while (from) {
    const { batch, next }: Piece<TrailPlace> = await store.query('trailPiece', { from, below: 10 });
    // A trail itself goes beside the deletes.
    expect(batchCount(batch)).toBeLessThanOrEqual(PIECE + 1);
    const keys = deletesOf(batch);
    deleted.push(...keys);
    if (keys.length > 0) await store.commit({ batch });
    pieces++;
    from = next;
  }
  expect(pieces).toBeGreaterThan(3);
  expect(new Set(deleted).size).toBe(deleted.length);
  expect(deleted).toHaveLength(3 + 5_000 + 40 + 3 + 3);
  // What was in the second block's trail goes before the trail.
  const trail = deleted.indexOf(toHex(trailKey(8)));
  expect(deleted.indexOf(toHex(idKey(idOf(8, 4_999))))).toBeLessThan(trail);
  const left = await store.range({ gte: new Uint8Array(), lt: new Uint8Array(), limit: 9_999, keysOnly: true });
  expect(left.map(({ key }) => key[0])).toEqual([1, ...sizes.map(() => storeTables.blocks)]);
});

test('a trail of a batch holds what points to the block, and nothing else', () => {
  const put = trailBatch(blockBatch(5, 2), trailKey(5));
  const found: string[] = [];
  readBatch(put, { put: (key, value) => found.push(toHex(key), ...deletesOf(value)), delete: () => expect.fail() });
  expect(found).toEqual([trailKey(5), hashKey(idOf(5, 9_999)), idKey(idOf(5, 0)), idKey(idOf(5, 1))].map(toHex));
});

test('a sweep finds what points below a height in all tables, page by page, and leaves the genesis block', async () => {
  const store = await open();
  for (let height = 0; height < 6; height++) await store.commit({ batch: blockBatch(height, 2_000) });
  const deleted: string[] = [];
  let from: Uint8Array | undefined;
  let pieces = 0;
  do {
    const order = { below: 4, ...(from && { from }) };
    const { batch, next }: Piece<Uint8Array> = await store.query('sweepPiece', order);
    deleted.push(...deletesOf(batch));
    from = next;
    pieces++;
  } while (from);
  expect(pieces).toBeGreaterThan(4);
  expect(deleted).toHaveLength(3 * 2_001);
  expect(deleted).not.toContain(toHex(hashKey(idOf(0, 9_999))));
  expect(deleted).not.toContain(toHex(idKey(idOf(4, 0))));
});
