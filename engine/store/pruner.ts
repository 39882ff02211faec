/** Drops the oldest blocks of a pruned directory, a run of them at a time, beside the commits.
 *
 *  In: each new tip. Out: a directory without what belongs only to blocks below a height: their records, bodies, signatures, receipts,
 *  event numbers and lists of balances by range, and what points to them by their trails. The lasting effects, in order:
 *    1. the mark, from which on no reader looks below it
 *    2. what points to the blocks, a piece at a time
 *    3. the ranges
 *    4. the sweep for what points to blocks without a trail, once, when all of these are dropped
 *    5. disk space
 *  A kill in any gap leaves more than the mark says; the next run begins at the lowest height and does it again. Between two pieces the
 *  store's thread commits blocks. Never dropped: the genesis block, the newest `keepBlocks`, the blocks of the replay horizon, from which
 *  the guard is rebuilt at start. What stays for ever, because it is a summary: the events and candles of pools, numbers of blocks and
 *  transactions by time, totals of votes, and public keys. */

import { u64Bytes } from '../base/bytes.js';
import { REPLAY_HORIZON_MS } from '../base/limits.js';
import type { Log } from '../base/ports.js';
import { invariant } from '../base/refusal.js';
import { BatchWriter, batchCount } from './batch.js';
import type { Kept } from './keeping.js';
import { blockKey, eventsKey, heightKey, metaKey, ordinalKey, receiptsKey, recentKey, setKey } from './keys.js';
import type { Family, KeyRange, StorePort } from './port.js';
import { decodeStoredBlock, type StoredBlock } from './records.js';
import type { Piece, SweepQuery, TrailPlace, TrailQuery } from './trail.js';

/** Blocks of one run at most: a directory that becomes pruned has many to drop. */
const RUN_BLOCKS = 4_096;

/** Blocks that are worth a run. */
const WORTH_BLOCKS = 256;

/** A range that is dropped. */
interface Dropped extends KeyRange {
  readonly family: Family;
  /** Whether it holds much: the disk space of the others comes back with RocksDB's own compactions. */
  readonly isLarge?: true;
}

/** What is kept under heights. */
const BY_HEIGHT: readonly (Pick<Dropped, 'family' | 'isLarge'> & { readonly key: (height: number) => Uint8Array })[] = [
  { family: 'bodies', key: heightKey, isLarge: true },
  { family: 'signatures', key: heightKey, isLarge: true },
  { family: 'balances', key: heightKey, isLarge: true },
  { family: 'default', key: blockKey, isLarge: true },
  { family: 'default', key: receiptsKey, isLarge: true },
  { family: 'default', key: eventsKey },
  { family: 'default', key: setKey },
  // Of a restored snapshot: the blocks of the replay horizon are all above.
  { family: 'default', key: recentKey },
];

export interface PrunerParts {
  readonly port: StorePort;
  readonly kept: Kept;
  readonly keepBlocks: number;
  /** Told before anything below a height is dropped. */
  readonly onMark: (height: number) => Promise<void>;
  readonly log: Log | undefined;
}

export class Pruner {
  #from: number;
  #trailsFrom: number;
  /** Height from which the next ranges begin: the lowest one after a start, because a kill may have left some. */
  #rangesFrom = 1;
  #running: Promise<void> | undefined;
  #isStopped = false;

  constructor(private readonly parts: PrunerParts) {
    this.#from = parts.kept.blocksFrom;
    this.#trailsFrom = parts.kept.trailsFrom;
  }

  /** Lowest height above genesis whose block is here whole. */
  get from(): number {
    return this.#from;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Begins a run when there is enough to drop. @param tip height of the newest block. */
  follow(tip: StoredBlock): void {
    const { keepBlocks, log } = this.parts;
    const worth = Math.min(WORTH_BLOCKS, Math.max(1, keepBlocks >>> 3));
    const height = tip.header.height - keepBlocks + 1;
    if (this.#running || this.#isStopped || height - this.#from < worth) return;
    this.#running = this.#run(tip, height)
      .catch((error: unknown) => {
        // What is left is dropped with the next run. A failing disk stops production on its own.
        log?.warn({ error, height }, 'old blocks could not be dropped; it is tried again');
      })
      .finally(() => {
        this.#running = undefined;
      });
  }

  /** Ends between two pieces. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  /** Resolves when no run is under way. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async #run(tip: StoredBlock, height: number): Promise<void> {
    const before = tip.header.time - REPLAY_HORIZON_MS;
    const target = await this.#lastBefore(Math.min(height, this.#from + RUN_BLOCKS), before);
    if (target <= this.#from) return;
    const { firstOrdinal } = await this.#record(target);
    const started = this.#rangesFrom;
    await this.#mark(target);
    await this.#dropPointers(target);
    if (this.#isStopped) return;
    const ranges = this.#rangesBelow(started, target, firstOrdinal);
    for (const { family, gte, lt } of ranges) await this.parts.port.deleteRange(family, gte, lt);
    this.#rangesFrom = target;
    await this.#sweep(target);
    for (const { isLarge, ...range } of ranges) if (isLarge && !this.#isStopped) await this.parts.port.compact(range);
  }

  async #record(height: number): Promise<StoredBlock> {
    const bytes = await this.parts.port.get(blockKey(height));
    invariant(bytes, `block ${height} is missing`);
    return decodeStoredBlock(bytes);
  }

  /** The highest block up to `height` that is older than the replay horizon; `from` when none above it is. Times ascend. */
  async #lastBefore(height: number, time: number): Promise<number> {
    let low = this.#from;
    let high = height;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((await this.#record(middle)).header.time < time) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  async #mark(height: number): Promise<void> {
    // Readers that begin from now on are sent away first: those that have begun have their own view of the database.
    this.#from = height;
    await this.parts.onMark(height);
    const batch = new BatchWriter();
    batch.put(metaKey('blocks-from'), u64Bytes(height));
    await this.parts.port.commit({ batch: batch.finish() });
  }

  /** Trails below the mark, also those that a killed process has left. */
  async #dropPointers(below: number): Promise<void> {
    let from: TrailPlace | undefined = { height: 0, done: 0 };
    while (from && !this.#isStopped) {
      const order: TrailQuery = { from, below };
      const { batch, next }: Piece<TrailPlace> = await this.parts.port.query('trailPiece', order);
      if (batchCount(batch) > 0) await this.parts.port.commit({ batch });
      from = next;
    }
  }

  #rangesBelow(from: number, to: number, firstOrdinal: number): readonly Dropped[] {
    const byHeight = BY_HEIGHT.map(({ key, ...rest }) => ({ ...rest, gte: key(from), lt: key(to) }));
    return [...byHeight, { family: 'default', gte: ordinalKey(0), lt: ordinalKey(firstOrdinal) }];
  }

  async #sweep(below: number): Promise<void> {
    if (this.#trailsFrom === 0 || below < this.#trailsFrom) return;
    let order: SweepQuery | undefined = { below };
    while (order && !this.#isStopped) {
      const { batch, next }: Piece<Uint8Array> = await this.parts.port.query('sweepPiece', order);
      if (batchCount(batch) > 0) await this.parts.port.commit({ batch });
      order = next && { below, from: next };
    }
    if (this.#isStopped) return;
    const done = new BatchWriter();
    done.delete(metaKey('trails-from'));
    await this.parts.port.commit({ batch: done.finish() });
    this.#trailsFrom = 0;
  }
}
