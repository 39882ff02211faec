/** The durable candles of pools, updated with each block: runs in the store's thread, and where a chain is verified.
 *
 *  In: packed batches of blocks in their order, with the events of pools in them. Out: for each a packed batch of the
 *  candles that its events change, one for each kept interval, to be written together with it. What may be lost: nothing;
 *  the open candles are kept in memory only so that they are not read again for every block. After a failed write
 *  they are ahead of the disk, and the log must not be used any more. */

import { invariant } from '../base/refusal.js';
import { BatchWriter, readBatch } from './batch.js';
import {
  type Candle,
  candleStart,
  decodeCandle,
  encodeCandle,
  flatCandle,
  keptIntervals,
  type Price,
  withEvent,
} from './candles.js';
import { candleKey, poolEventKey, storeTables } from './keys.js';
import { decodePoolEvent, type StoredPoolEvent } from './poolRecords.js';

/** Pools whose open candles stay in memory: the busiest of a chain, in about 2 MB. Any other pool costs four reads per block. */
const KEPT_POOLS = 1_024;

interface OpenCandle {
  readonly start: number;
  candle: Candle;
}

/** State of a pool's candles after its last event so far. */
interface PoolCourse {
  /** Ordinal of its next event. */
  next: number;
  price: Price;
  /** One for each kept interval: the last one, or none. */
  readonly open: (OpenCandle | undefined)[];
}

/** Reads values of the database as they are written, in the order of the keys. */
export type WrittenReader = (keys: readonly Uint8Array[]) => Promise<readonly (Uint8Array | undefined)[]>;

/** The events in a block's batch, by pool, in their order. */
function eventsIn(batch: Uint8Array): ReadonlyMap<number, readonly StoredPoolEvent[]> {
  const byPool = new Map<number, StoredPoolEvent[]>();
  readBatch(batch, {
    put: (key, value) => {
      if (key[0] !== storeTables.poolEvents) return;
      const event = decodePoolEvent(key, value);
      const events = byPool.get(event.pool);
      if (events) events.push(event);
      else byPool.set(event.pool, [event]);
    },
    delete: () => {},
  });
  return byPool;
}

const startIn = (interval: number, time: number): number =>
  candleStart({ width: keptIntervals[interval] as number, origin: 0 }, time);

const priceAfter = ({ reserveA, reserveB }: StoredPoolEvent): Price => ({ a: reserveA, b: reserveB });

export class CandleLog {
  /** The most recently used pool is last. */
  readonly #courses = new Map<number, PoolCourse>();

  constructor(
    private readonly read: WrittenReader,
    private readonly keptPools = KEPT_POOLS,
  ) {}

  /** @param batch of the next block. @returns the packed puts of the candles that it changes. */
  async take(batch: Uint8Array): Promise<Uint8Array> {
    const events = eventsIn(batch);
    const courses = await this.#coursesOf([...events.values()].map(([first]) => first as StoredPoolEvent));
    const writer = new BatchWriter();
    for (const [pool, ofPool] of events) {
      const course = courses.get(pool) as PoolCourse;
      this.#advance(course, ofPool, writer);
      this.#keep(pool, course);
    }
    return writer.finish();
  }

  #advance(course: PoolCourse, events: readonly StoredPoolEvent[], writer: BatchWriter): void {
    const changed = new Map<OpenCandle, Uint8Array>();
    for (const event of events) {
      invariant(event.ordinal === course.next, `pool ${event.pool} has no event ${course.next}`);
      keptIntervals.forEach((_, interval) => {
        const start = startIn(interval, event.time);
        let open = course.open[interval];
        if (open?.start !== start) {
          open = { start, candle: flatCandle(course.price) };
          course.open[interval] = open;
        }
        open.candle = withEvent(open.candle, event);
        changed.set(open, candleKey(event.pool, interval, start));
      });
      course.price = priceAfter(event);
      course.next++;
    }
    for (const [{ candle }, key] of changed) writer.put(key, encodeCandle(candle));
  }

  /** State of these events' pools before the events. */
  async #coursesOf(first: readonly StoredPoolEvent[]): Promise<ReadonlyMap<number, PoolCourse>> {
    const courses = new Map<number, PoolCourse>();
    const unknown: StoredPoolEvent[] = [];
    for (const event of first) {
      const course = this.#courses.get(event.pool);
      if (course) courses.set(event.pool, course);
      else if (event.ordinal === 0) courses.set(event.pool, { next: 0, price: priceAfter(event), open: [] });
      else unknown.push(event);
    }
    const keys = unknown.flatMap(({ pool, ordinal, time }) => [
      poolEventKey(pool, ordinal - 1),
      ...keptIntervals.map((_, interval) => candleKey(pool, interval, startIn(interval, time))),
    ]);
    const values = unknown.length === 0 ? [] : await this.read(keys);
    unknown.forEach(({ pool, ordinal, time }, index) => {
      const at = index * (1 + keptIntervals.length);
      const [last, key] = [values[at], keys[at]];
      invariant(last && key, `event ${ordinal - 1} of pool ${pool} is missing`);
      courses.set(pool, {
        next: ordinal,
        price: priceAfter(decodePoolEvent(key, last)),
        open: keptIntervals.map((_, interval) => {
          const value = values[at + 1 + interval];
          return value && { start: startIn(interval, time), candle: decodeCandle(value) };
        }),
      });
    });
    return courses;
  }

  #keep(pool: number, course: PoolCourse): void {
    this.#courses.delete(pool);
    this.#courses.set(pool, course);
    if (this.#courses.size <= this.keptPools) return;
    for (const oldest of this.#courses.keys()) {
      this.#courses.delete(oldest);
      break;
    }
  }
}
