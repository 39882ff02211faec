/** The trail of a block: the keys in the store's own tables that go with it and whose order is not that of heights, so that no range
 *  holds them. Only a pruned directory has trails.
 *
 *  In: the block's packed batch, in the store's thread. Out: a packed batch of deletes under the block's height. To drop blocks, their
 *  trails are applied in pieces, each removed after all of its deletes: what a kill leaves is done again. Blocks that an older mode wrote
 *  have no trail; once all of these are dropped, one sweep through the tables finds what points to them. */

import { readU64 } from '../base/bytes.js';
import { BatchWriter, batchCount, readBatch } from './batch.js';
import { keyNumber, storeTables, trailKey } from './keys.js';
import type { Entry, KeyReader } from './port.js';

/** Tables whose keys are no heights; each value begins with the height of its block. */
const POINTING: readonly number[] = [storeTables.hashes, storeTables.ids, storeTables.history];

/** Deletes of one piece: about 5 ms of the store's thread, so that a block never waits long. */
const PIECE = 2_048;

/** Entries that a sweep reads for one piece. */
const SWEPT = 4_096;

/** Trails that are read together: one of a full block has three megabytes. */
const TRAILS = 8;

/** @param batch of a block. @param key of its trail. @returns a batch that puts the trail. */
export function trailBatch(batch: Uint8Array, key: Uint8Array): Uint8Array {
  const trail = new BatchWriter();
  readBatch(batch, {
    put: (each) => {
      if (POINTING.includes(each[0] as number)) trail.delete(each);
    },
    delete: () => {},
  });
  const value = trail.finish();
  const put = new BatchWriter(value.length + key.length + 16);
  put.put(key, value);
  return put.finish();
}

/** A piece of what has to be deleted, and where the next one begins. */
export interface Piece<At> {
  /** A packed batch of deletes. */
  readonly batch: Uint8Array;
  /** Undefined after the last piece. */
  readonly next: At | undefined;
}

export interface TrailPlace {
  readonly height: number;
  /** Deletes of that trail that are done. */
  readonly done: number;
}

export interface TrailQuery {
  readonly from: TrailPlace;
  /** Trails from this height on stay. */
  readonly below: number;
}

function takeTrail(batch: BatchWriter, { key, value }: Entry, done: number): TrailPlace | undefined {
  const all = batchCount(value);
  const end = Math.min(all, done + PIECE - batch.count);
  let at = 0;
  readBatch(value, {
    put: () => {},
    delete: (each) => {
      if (at >= done && at < end) batch.delete(each);
      at++;
    },
  });
  if (end < all) return { height: keyNumber(key), done: end };
  batch.delete(key);
  return undefined;
}

/** The next deletes of the trails below a height. */
async function trailPiece(reader: KeyReader, args: unknown): Promise<Piece<TrailPlace>> {
  const { from, below } = args as TrailQuery;
  const batch = new BatchWriter();
  const range = { gte: trailKey(from.height), lt: trailKey(below), limit: TRAILS };
  const trails = from.height < below ? await reader.range(range) : [];
  let next: TrailPlace | undefined;
  for (const trail of trails) {
    const height = keyNumber(trail.key);
    next = takeTrail(batch, trail, height === from.height ? from.done : 0) ?? { height: height + 1, done: 0 };
    if (batch.count >= PIECE) break;
  }
  return { batch: batch.finish(), next };
}

export interface SweepQuery {
  /** The key to begin with; absent for the first piece. */
  readonly from?: Uint8Array;
  readonly below: number;
}

/** Deletes of the next entries that point to blocks below a height; the genesis block stays. */
async function sweepPiece(reader: KeyReader, args: unknown): Promise<Piece<Uint8Array>> {
  const { from, below } = args as SweepQuery;
  const gte = from ?? Uint8Array.of(POINTING[0] as number);
  const table = gte[0] as number;
  const batch = new BatchWriter();
  const found = await reader.range({ gte, lt: Uint8Array.of(table + 1), limit: SWEPT });
  for (const { key, value } of found) {
    const height = readU64(value, 0);
    if (height > 0 && height < below) batch.delete(key);
  }
  const last = found.at(-1);
  const following = POINTING[POINTING.indexOf(table) + 1];
  let next: Uint8Array | undefined;
  // The next key in byte order, or the next table.
  if (found.length === SWEPT && last) next = new Uint8Array([...last.key, 0]);
  else if (following !== undefined) next = Uint8Array.of(following);
  return { batch: batch.finish(), next };
}

export const trailQueries = { trailPiece, sweepPiece };
