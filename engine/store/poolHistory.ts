/** Queries about what pools did: events, prices, statistics, candles. They run in the store's thread.
 *
 *  In: the number of a pool and of its events, which the main thread takes from the state. Out: JSON in pieces, or sums. An
 *  ordinal is the key of an event and a time that of a candle, so no query scans; sums over a time window are the difference of
 *  two events. */

import { toHex } from '../base/bytes.js';
import { invariant } from '../base/refusal.js';
import type { AccountId } from '../crypto/address.js';
import { candles } from './candleHistory.js';
import { poolEventKey, poolEventOrderKey, publicKeyKey } from './keys.js';
import { refuseNotKept } from './notKept.js';
import { Pieces } from './pieces.js';
import { decodePoolEvent, poolEventKeyAt, type StoredPoolEvent } from './poolRecords.js';
import { type PoolStats, poolEventView, priceView, type SwapSums } from './poolViews.js';
import type { KeyReader, StoreQueries } from './port.js';
import { ALL_POOLS, firstPoolEvent } from './snapshot/poolBeginnings.js';
import { CHUNK_ITEMS } from './walks.js';

/** Numbers `first` to `last` of events, both included; none when `last` is below `first`. */
interface EventRun {
  readonly first: number;
  readonly last: number;
}

/** The part of a run that is here. @throws StoreError STORE_PRUNED for a run that ends below the first event that is. */
async function heldOf(reader: KeyReader, pool: number, { first, last }: EventRun): Promise<EventRun> {
  const beginning = await firstPoolEvent(reader, pool);
  if (first <= last && last < beginning) await refuseNotKept(reader);
  return { first: Math.max(first, beginning), last };
}

async function eventAt(reader: KeyReader, pool: number, ordinal: number): Promise<StoredPoolEvent> {
  const key = poolEventKey(pool, ordinal);
  const value = await reader.get(key);
  invariant(value, `event ${ordinal} of pool ${pool} is missing`);
  return decodePoolEvent(key, value);
}

/** Events of one pool by ordinal, at most `CHUNK_ITEMS`. */
async function eventsOf(
  reader: KeyReader,
  pool: number,
  { first, last }: EventRun,
  reverse: boolean,
): Promise<readonly StoredPoolEvent[]> {
  const range = { gte: poolEventKey(pool, first), lt: poolEventKey(pool, last + 1), reverse, limit: CHUNK_ITEMS };
  const found = await reader.range(range);
  invariant(found.length === last - first + 1, `events of pool ${pool} are missing between ${first} and ${last}`);
  return found.map(({ key, value }) => decodePoolEvent(key, value));
}

/** Runs of at most `CHUNK_ITEMS` numbers, the highest first. */
function* runsBelow({ first, last }: EventRun): Iterable<EventRun> {
  for (let end = last; end >= first; end -= CHUNK_ITEMS)
    yield { first: Math.max(first, end - CHUNK_ITEMS + 1), last: end };
}

/** Public keys in hex of the users of some events; those that earlier pieces needed are in `known`. */
async function loadKeys(
  reader: KeyReader,
  events: readonly StoredPoolEvent[],
  known: Map<AccountId, string | undefined>,
): Promise<void> {
  const users = [...new Set(events.map(({ user }) => user))].filter((user) => !known.has(user));
  const keys = await reader.getMany(users.map(publicKeyKey));
  users.forEach((user, index) => {
    const key = keys[index];
    known.set(user, key && toHex(key));
  });
}

/** Events with the public keys of their users. @param pieces events, newest first. */
async function* withKeys(
  reader: KeyReader,
  pieces: AsyncIterable<readonly StoredPoolEvent[]>,
): AsyncIterable<ReturnType<typeof poolEventView>> {
  const keys = new Map<AccountId, string | undefined>();
  for await (const events of pieces) {
    await loadKeys(reader, events, keys);
    for (const event of events) yield poolEventView(event, keys.get(event.user));
  }
}

/** Items as a JSON list without brackets. They are small: the largest allowed answer takes 5 MB. */
async function* listOf<Item>(items: AsyncIterable<Item>, view: (item: Item) => unknown): AsyncIterable<Uint8Array> {
  const pieces = new Pieces();
  let comma = '';
  for await (const item of items) {
    yield* pieces.add(() => comma + JSON.stringify(view(item)));
    comma = ',';
  }
  yield* pieces.end();
}

const asItIs = <Item>(item: Item): Item => item;

/** Events of one pool by ordinal, newest first. */
const poolEvents = (reader: KeyReader, args: unknown): AsyncIterable<Uint8Array> => {
  const { pool, ...run } = args as EventRun & { readonly pool: number };
  const pieces = async function* (): AsyncIterable<readonly StoredPoolEvent[]> {
    for (const piece of runsBelow(await heldOf(reader, pool, run))) yield eventsOf(reader, pool, piece, true);
  };
  return listOf(withKeys(reader, pieces()), asItIs);
};

/** Events of all pools by their numbers, newest first. */
const allPoolEvents = (reader: KeyReader, args: unknown): AsyncIterable<Uint8Array> => {
  const pieces = async function* (): AsyncIterable<readonly StoredPoolEvent[]> {
    for (const { first, last } of runsBelow(await heldOf(reader, ALL_POOLS, args as EventRun))) {
      const range = { gte: poolEventOrderKey(first), lt: poolEventOrderKey(last + 1), limit: CHUNK_ITEMS };
      const places = await reader.range({ ...range, reverse: true });
      invariant(places.length === last - first + 1, `events of pools are missing between ${first} and ${last}`);
      const keys = places.map(({ value }) => poolEventKeyAt(value));
      const records = await reader.getMany(keys);
      yield keys.map((key, index) => {
        const record = records[index];
        invariant(record, 'the order of pool events names one that is missing');
        return decodePoolEvent(key, record);
      });
    }
  };
  return listOf(withKeys(reader, pieces()), asItIs);
};

/** Prices after the events of one pool, by ordinal, oldest first. */
const poolPrices = (reader: KeyReader, args: unknown): AsyncIterable<Uint8Array> => {
  const { pool, ...run } = args as EventRun & { readonly pool: number };
  const events = async function* (): AsyncIterable<StoredPoolEvent> {
    const { first, last } = await heldOf(reader, pool, run);
    for (let from = first; from <= last; from += CHUNK_ITEMS)
      yield* await eventsOf(reader, pool, { first: from, last: Math.min(last, from + CHUNK_ITEMS - 1) }, false);
  };
  return listOf(events(), priceView);
};

const NO_SWAPS: SwapSums = { swaps: 0, volumeA: 0n, volumeB: 0n };

/** The last event at or before a time: times ascend with ordinals. @returns undefined when the first one is later; in a store that began
 *  with a snapshot, its beginning then. */
async function lastEventUntil(
  reader: KeyReader,
  pool: number,
  events: number,
  time: number,
): Promise<StoredPoolEvent | undefined> {
  let found: StoredPoolEvent | undefined;
  // Before the first one stands what the pool was when the store began with a snapshot.
  const first = await firstPoolEvent(reader, pool);
  let low = Math.max(0, first - 1);
  let high = events - 1;
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const event = await eventAt(reader, pool, middle);
    if (event.time > time) high = middle - 1;
    else {
      found = event;
      low = middle + 1;
    }
  }
  return found ?? (first > 0 ? eventAt(reader, pool, first - 1) : undefined);
}

/** Sums of a pool with `events` events: of all time, and since `since`, a time in milliseconds that is itself excluded. */
async function poolStats(reader: KeyReader, args: unknown): Promise<PoolStats> {
  const { pool, events, since } = args as { readonly pool: number; readonly events: number; readonly since: number };
  // A pool that a successor network carries has none before its first event there.
  if (events === 0) return { total: NO_SWAPS, day: NO_SWAPS };
  const total = await eventAt(reader, pool, events - 1);
  const before = (total.time > since ? await lastEventUntil(reader, pool, events, since) : total) ?? NO_SWAPS;
  const sums = ({ swaps, volumeA, volumeB }: SwapSums): SwapSums => ({ swaps, volumeA, volumeB });
  return {
    total: sums(total),
    day: {
      swaps: total.swaps - before.swaps,
      volumeA: total.volumeA - before.volumeA,
      volumeB: total.volumeB - before.volumeB,
    },
  };
}

export const poolQueries: StoreQueries = { poolEvents, allPoolEvents, poolPrices, poolStats, poolCandles: candles };
