/** Chapter DEX of the specification: the events of pools. Pools as they are now are in `exchange.ts`. */

import { PAGE } from '../../engine/base/limits.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { countOf } from '../../engine/ledger/counters.js';
import { poolEventTypes } from '../../engine/ledger/poolEvent.js';
import type { Node } from '../../engine/node.js';
import { candleStart, type IntervalName, intervals } from '../../engine/store/candles.js';
import { statsView } from '../../engine/store/poolViews.js';
import { defineRoute } from '../context.js';
import { oneOf, wholeNumber } from '../routing/parameters.js';
import { Type } from '../routing/schema.js';
import { Hash, Height, Milliseconds } from '../schemas.js';
import { findPool, poolIdText } from './exchange.js';
import { badCursor, framed, jsonStream, listAnswer, NextCursor, pageCursor, pageLimit, pageOffset } from './parts.js';

const chapter = 'DEX';

const DAY_MS = 86_400_000;

/** Quanta or base units; the exact text of the number beside it. */
const Exact = Type.Optional(Type.String({ pattern: '^\\d+$' }));
const Seconds = Type.Integer({ description: 'Seconds since the epoch' });

/** The members of an amount: XRGE in XRGE or a token in base units, and the exact text in quanta or base units. */
const amountOf = <const Name extends string>(name: Name, description?: string) =>
  ({
    [name]: Type.Number(description === undefined ? {} : { description }),
    [`${name}_quanta`]: Exact,
    [`${name}_units`]: Exact,
  }) as Record<Name, ReturnType<typeof Type.Number>> & Record<`${Name}_quanta` | `${Name}_units`, typeof Exact>;

/** The same for an amount that may be null. */
const amountOrNull = (name: string) => ({
  [name]: Type.Union([Type.Number(), Type.Null()]),
  [`${name}_quanta`]: Exact,
  [`${name}_units`]: Exact,
});

const SymbolOrNull = Type.Union([Type.String(), Type.Null()], { description: 'Null for what is no swap' });

const PoolEventRecord = Type.Object(
  {
    id: Type.String({
      description:
        'Unique: transaction id and -create, -add, -remove or -swap, from the second pool of a swap on with its number there: -swap-2',
    }),
    pool_id: Type.String(),
    event_type: Type.Enum([...poolEventTypes]),
    user_pub_key: Type.String({ description: 'Hex' }),
    user_address: Type.String(),
    actor: Type.String({ description: 'The same as user_pub_key' }),
    timestamp: Seconds,
    timestamp_ms: Milliseconds,
    block_height: Height,
    tx_hash: Hash,
    token_in: SymbolOrNull,
    token_out: SymbolOrNull,
    ...amountOrNull('amount_in'),
    ...amountOrNull('amount_out'),
    ...amountOf('amount_a'),
    ...amountOf('amount_b'),
    ...amountOf('token_a_amount'),
    ...amountOf('token_b_amount'),
    lp_amount: Type.Union([Type.Number(), Type.Null()], { description: 'LP units; null for a swap' }),
    lp_amount_units: Exact,
    ...amountOf('reserve_a_after'),
    ...amountOf('reserve_b_after'),
  },
  { title: 'PoolEvent' },
);

const PriceRecord = Type.Object(
  {
    pool_id: Type.String(),
    timestamp: Seconds,
    timestamp_ms: Milliseconds,
    block_height: Height,
    ...amountOf('reserve_a'),
    ...amountOf('reserve_b'),
    price_a_in_b: Type.Number({ description: 'token_b for one token_a, by the numbers shown' }),
    price_b_in_a: Type.Number(),
  },
  { title: 'PoolPrice' },
);

const StatsRecord = Type.Object(
  {
    pool_id: Type.String(),
    total_swaps: Type.Integer(),
    ...amountOf('total_volume_a'),
    ...amountOf('total_volume_b'),
    swap_count_24h: Type.Integer(),
    ...amountOf('volume_24h_a'),
    ...amountOf('volume_24h_b'),
    trades_24h: Type.Integer({ description: 'The same as swap_count_24h' }),
    ...amountOf('volume_24h', 'The side of XRGE; of token_a where there is none'),
    ...amountOf('tvl', 'Twice the reserve of that side'),
  },
  { title: 'PoolStats' },
);

const CandleRecord = Type.Object(
  {
    timestamp: Type.Integer({ description: 'Start of the bucket, seconds since the epoch' }),
    open: Type.Number({ description: 'token_b for one token_a after the event before the bucket' }),
    high: Type.Number(),
    low: Type.Number(),
    close: Type.Number(),
    ...amountOf('volume_a'),
    ...amountOf('volume_b'),
    swaps: Type.Integer(),
    events: Type.Integer({ description: 'Swaps and changes of liquidity' }),
  },
  { title: 'Candle' },
);

const cursor = pageCursor('^\\d{1,15}$', '0');

interface PageQuery {
  readonly limit: number;
  readonly offset?: number;
  readonly cursor?: string;
}

/** The newest of `count` numbered events, or the newest below the cursor: new events never change a number. */
function newest(count: number, { limit, offset = 0, cursor: below }: PageQuery) {
  const end = below === undefined ? count : Number(below);
  if (end > count) return badCursor();
  const last = end - offset - 1;
  const first = Math.max(0, last - limit + 1);
  return { first, last, next_cursor: last >= 0 && first > 0 ? String(first) : null };
}

/** The same for one pool's events. @param id text of a client. */
function newestOf(node: Node, id: string, query: PageQuery) {
  const found = findPool(node, id);
  if (isRefusal(found)) return found;
  const { number, events: total } = found.pool;
  const page = newest(total, query);
  return isRefusal(page) ? page : { number, total, ...page };
}

const EventsAnswer = Type.Object({
  success: Type.Literal(true),
  events: Type.Array(PoolEventRecord),
  total: Type.Integer(),
  next_cursor: NextCursor,
});

const params = Type.Object({ pool_id: poolIdText });

const poolEvents = defineRoute({
  method: 'GET',
  path: '/api/pool/:pool_id/events',
  chapter,
  summary: 'What happened in a pool, newest first',
  params,
  query: Type.Object({ limit: pageLimit(PAGE.poolEvents), offset: pageOffset, cursor }),
  refusals: ['not_found', 'pruned'],
  response: { 200: EventsAnswer },
  handler: ({ node }, input) => {
    const page = newestOf(node, input.params.pool_id, input.query);
    if (isRefusal(page)) return page;
    const { number, total } = page;
    const items = node.chain.poolEvents(number, page.first, page.last);
    return jsonStream(listAnswer({ success: true }, 'events', items, { total, next_cursor: page.next_cursor }));
  },
});

const allEvents = defineRoute({
  method: 'GET',
  path: '/api/events',
  chapter,
  summary: 'What happened in all pools, newest first',
  query: Type.Object({ limit: pageLimit(PAGE.poolEvents), offset: pageOffset, cursor }),
  refusals: ['pruned'],
  response: { 200: EventsAnswer },
  handler: ({ node }, { query }) => {
    const total = countOf(node.state, 'pool_events');
    const page = newest(total, query);
    if (isRefusal(page)) return page;
    const items = node.chain.allPoolEvents(page.first, page.last);
    return jsonStream(listAnswer({ success: true }, 'events', items, { total, next_cursor: page.next_cursor }));
  },
});

const prices = defineRoute({
  method: 'GET',
  path: '/api/pool/:pool_id/prices',
  chapter,
  summary: 'The newest prices of a pool, one for each event, oldest first',
  params,
  query: Type.Object({ limit: pageLimit(PAGE.poolPrices), cursor }),
  refusals: ['not_found', 'pruned'],
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      prices: Type.Array(PriceRecord),
      total: Type.Integer(),
      next_cursor: NextCursor,
    }),
  },
  handler: ({ node }, input) => {
    const page = newestOf(node, input.params.pool_id, input.query);
    if (isRefusal(page)) return page;
    const { number, total } = page;
    const items = node.chain.poolPrices(number, page.first, page.last);
    return jsonStream(listAnswer({ success: true }, 'prices', items, { total, next_cursor: page.next_cursor }));
  },
});

const stats = defineRoute({
  method: 'GET',
  path: '/api/pool/:pool_id/stats',
  chapter,
  summary: 'Swaps of a pool and what they moved, of all time and of the last 24 hours; also under `stats`',
  params,
  refusals: ['not_found'],
  response: {
    200: Type.Object({ success: Type.Literal(true), ...StatsRecord.properties, stats: StatsRecord }),
  },
  handler: async ({ node }, input) => {
    const found = findPool(node, input.params.pool_id);
    if (isRefusal(found)) return found;
    const { poolId, pool } = found;
    const view = statsView(poolId, pool, await node.chain.poolStats(pool.number, pool.events, node.now - DAY_MS));
    return { success: true as const, ...view, stats: view } as const;
  },
});

/** The last second that a JavaScript date can hold. */
const MAX_SECONDS = 8_640_000_000_000;

const time = (description: string) =>
  Type.Optional(
    wholeNumber({ minimum: 0, maximum: MAX_SECONDS, description: `Seconds since the epoch. ${description}` }),
  );

const intervalNames = Object.keys(intervals) as [IntervalName, ...IntervalName[]];

const candles = defineRoute({
  method: 'GET',
  path: '/api/pool/:pool_id/candles',
  chapter,
  summary: 'The newest candles of a pool within the bounds, oldest first; weeks start on Monday 00:00 UTC',
  params,
  query: Type.Object({
    interval: oneOf(intervalNames, { default: '1h' }),
    from: time('Buckets that start then or later'),
    to: time('Buckets that start then or earlier'),
    before: time('Buckets that start earlier'),
    limit: pageLimit(PAGE.candles),
    cursor,
    fill: Type.Boolean({ default: false, description: 'Whether quiet buckets are filled at the price before them' }),
  }),
  refusals: ['not_found'],
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      pool_id: Type.String(),
      interval: Type.String(),
      candles: Type.Array(CandleRecord),
      next_cursor: NextCursor,
    }),
  },
  handler: ({ node }, input) => {
    const found = findPool(node, input.params.pool_id);
    if (isRefusal(found)) return found;
    const { poolId, pool } = found;
    const { interval, limit, fill, from = 0, to = MAX_SECONDS, before = MAX_SECONDS } = input.query;
    const end = input.query.cursor === undefined ? MAX_SECONDS : Number(input.query.cursor);
    const onGrid = candleStart(intervals[interval], end * 1_000) === end * 1_000;
    if (input.query.cursor !== undefined && !onGrid) return badCursor();
    const latest = Math.max(node.now, node.chain.tip.time);
    const body = node.chain.poolCandles({
      pool: pool.number,
      poolId,
      interval,
      from: Math.max(from * 1_000, candleStart(intervals[interval], pool.createdAt)),
      to: Math.min(to * 1_000, Math.min(before, end) * 1_000 - 1, latest),
      limit,
      fill,
    });
    const head = JSON.stringify({ success: true, pool_id: poolId, interval });
    return jsonStream(framed(`${head.slice(0, -1)},`, body, '}'));
  },
});

export const poolRoutes = [poolEvents, allEvents, prices, stats, candles];
