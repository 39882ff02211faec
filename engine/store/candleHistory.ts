/** The candles of a pool, read again: a query that runs in the store's thread.
 *
 *  In: a pool, an interval, bounds of time. Out: the newest candles within, oldest first. Intervals that are not kept are
 *  built from a kept one; quiet buckets are left out, or filled at the price of the event before. The stored candles are read
 *  from the newest down, in pages, until there are enough. */

import { utf8 } from '../base/bytes.js';
import {
  type Candle,
  candleStart,
  decodeCandle,
  flatCandle,
  type Interval,
  type IntervalName,
  intervals,
  joined,
  keptIntervals,
} from './candles.js';
import { candleKey, keyNumber } from './keys.js';
import { candleView, pairOfPool } from './poolViews.js';
import type { Entry, KeyReader } from './port.js';

/** Stored candles read at a time: 4 ms of reading, between which a block may be stored. */
const PAGE = 1_024;

export interface CandleQuery {
  /** Number of the pool. */
  readonly pool: number;
  readonly poolId: string;
  readonly interval: IntervalName;
  /** Milliseconds: buckets that start from here on, up to and with `to`. */
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  /** Whether quiet buckets are filled. `from` is then a bucket at or after that of the pool's first event. */
  readonly fill: boolean;
}

interface Bucket {
  readonly start: number;
  readonly candle: Candle;
}

/** Stored candles of a kept interval that start before `end`, down to `start`, newest first. */
async function* storedBelow(
  reader: KeyReader,
  pool: number,
  kept: number,
  start: number,
  end: number,
  page: number,
): AsyncIterable<Entry> {
  const gte = candleKey(pool, kept, Math.max(0, start));
  for (let below = Math.max(0, end); ; ) {
    const found = await reader.range({ gte, lt: candleKey(pool, kept, below), reverse: true, limit: page });
    yield* found;
    const last = found.at(-1);
    if (!last || found.length < page) return;
    below = keyNumber(last.key);
  }
}

/** Buckets with events that start from `first` to `last`, newest first. */
async function* bucketsDown(
  reader: KeyReader,
  { pool, limit }: CandleQuery,
  interval: Interval,
  first: number,
  last: number,
): AsyncIterable<Bucket> {
  const { width, kept } = interval;
  let open: Bucket | undefined;
  const page = Math.min(PAGE, (limit + 1) * (width / keptIntervals[kept]));
  for await (const { key, value } of storedBelow(reader, pool, kept, first, last + width, page)) {
    const start = candleStart(interval, keyNumber(key));
    const candle = decodeCandle(value);
    if (open && open.start !== start) {
      yield open;
      open = undefined;
    }
    open = { start, candle: open ? joined(candle, open.candle) : candle };
  }
  if (open) yield open;
}

/** The newest buckets with events; quiet ones are left out. */
async function quietLeftOut(
  reader: KeyReader,
  query: CandleQuery,
  interval: Interval,
  first: number,
  last: number,
): Promise<{ readonly buckets: readonly Bucket[]; readonly more: boolean }> {
  const buckets: Bucket[] = [];
  for await (const bucket of bucketsDown(reader, query, interval, first, last)) {
    if (buckets.length === query.limit) return { buckets: buckets.reverse(), more: true };
    buckets.push(bucket);
  }
  return { buckets: buckets.reverse(), more: false };
}

/** The newest buckets without gaps; quiet ones are filled. */
async function quietFilled(
  reader: KeyReader,
  query: CandleQuery,
  interval: Interval,
  first: number,
  last: number,
): Promise<{ readonly buckets: readonly Bucket[]; readonly more: boolean }> {
  const { pool, limit } = query;
  const { width, kept } = interval;
  const begin = Math.max(first, last - (limit - 1) * width);
  const found: Bucket[] = [];
  for await (const bucket of bucketsDown(reader, query, interval, begin, last)) found.push(bucket);
  let quiet: Candle | undefined;
  for await (const { value } of storedBelow(reader, pool, kept, 0, begin, 1)) {
    quiet = flatCandle(decodeCandle(value).close);
    break;
  }
  const buckets: Bucket[] = [];
  for (let start = begin; start <= last; start += width) {
    const bucket = found.at(-1)?.start === start ? found.pop() : undefined;
    if (bucket) quiet = flatCandle(bucket.candle.close);
    const candle = bucket?.candle ?? quiet;
    if (candle) buckets.push({ start, candle });
  }
  return { buckets, more: begin > first };
}

/** One piece of JSON: the members `candles` and `next_cursor`, the start in seconds before which the next page ends. */
export async function* candles(reader: KeyReader, args: unknown): AsyncIterable<Uint8Array> {
  const query = args as CandleQuery;
  const interval = intervals[query.interval];
  const { width } = interval;
  // The first bucket that starts at `from` or after it.
  const first = candleStart(interval, query.from + width - 1);
  const last = candleStart(interval, query.to);
  const read = query.fill ? quietFilled : quietLeftOut;
  const { buckets, more } = last < first ? NOTHING : await read(reader, query, interval, first, last);
  const pair = pairOfPool(query.poolId);
  const items = buckets.map(({ start, candle }) => candleView(pair, start, candle));
  const cursor = more ? String(items[0]?.timestamp) : null;
  yield utf8(`"candles":${JSON.stringify(items)},"next_cursor":${JSON.stringify(cursor)}`);
}

const NOTHING = { buckets: [], more: false };
