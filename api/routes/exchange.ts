/** Chapter DEX of the specification: pools as they are now, and quotes. The events of pools are in `pools.ts`. */

import { amountView, parseUnits, unitsNumber, XRGE, XRGE_DECIMALS } from '../../engine/base/amounts.js';
import { PAGE } from '../../engine/base/limits.js';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { addressOf } from '../../engine/crypto/address.js';
import { ROUTE_POOLS } from '../../engine/ledger/deepPools.js';
import { poolNotFound } from '../../engine/ledger/exchange.js';
import { idOfPair, readPoolId } from '../../engine/ledger/poolIds.js';
import { type Pool, pools } from '../../engine/ledger/poolTables.js';
import { priceImpact } from '../../engine/ledger/quotes.js';
import { bestRoute } from '../../engine/ledger/routing.js';
import { shownSymbol, tokenExists, tokenNotFound } from '../../engine/ledger/tokens.js';
import { priceAInB, priceBInA } from '../../engine/store/poolViews.js';
import { defineRoute } from '../context.js';
import { Type } from '../routing/schema.js';
import { Height, Milliseconds, TokenSymbol } from '../schemas.js';
import { inGroups, type Listing, listed, listLimit } from './lists.js';
import { badCursor, jsonStream, NextCursor, pageCursor, pagedAnswer, pageOffset } from './parts.js';
import { atHeight, type Listed, listAt, pastRefusals, readAt, type Source } from './past.js';

const chapter = 'DEX';

/** Share of a swap's input that the pool keeps for its providers. */
const FEE_RATE = 0.003;

/** Quanta or base units; the exact text of the number beside it. */
const Exact = Type.Optional(Type.String({ pattern: '^\\d+$' }));

export const PoolRecord = Type.Object(
  {
    pool_id: Type.String(),
    token_a: Type.String(),
    token_b: Type.String(),
    token_a_symbol: Type.String({ description: 'The same as token_a' }),
    token_b_symbol: Type.String(),
    reserve_a: Type.Number({ description: 'XRGE in XRGE, a token in base units' }),
    reserve_a_quanta: Exact,
    reserve_a_units: Exact,
    reserve_b: Type.Number(),
    reserve_b_quanta: Exact,
    reserve_b_units: Exact,
    total_lp_supply: Type.Number({ description: 'LP units; 1,000 of them belong to nobody' }),
    total_lp_supply_units: Type.String({ pattern: '^\\d+$' }),
    total_lp: Type.Number({ description: 'The same as total_lp_supply' }),
    total_lp_units: Type.String({ pattern: '^\\d+$' }),
    fee_rate: Type.Literal(FEE_RATE),
    price_a_in_b: Type.Number({ description: 'token_b for one token_a, by the numbers shown' }),
    price_b_in_a: Type.Number(),
    creator_pub_key: Type.Union([Type.String(), Type.Null()]),
    creator_address: Type.String(),
    created_at: Milliseconds,
    created_height: Height,
    total_swaps: Type.Integer(),
    events: Type.Integer({ description: 'Events so far' }),
  },
  { title: 'Pool' },
);

/** @param creatorKey in hex, null when the chain has not seen it. */
function poolView(pool: Pool, creatorKey: string | null) {
  const { tokenA, tokenB, reserveA, reserveB } = pool;
  const price = { a: reserveA, b: reserveB };
  return {
    pool_id: idOfPair(pool),
    token_a: shownSymbol(tokenA),
    token_b: shownSymbol(tokenB),
    token_a_symbol: shownSymbol(tokenA),
    token_b_symbol: shownSymbol(tokenB),
    ...amountView(tokenA, reserveA, 'reserve_a'),
    ...amountView(tokenB, reserveB, 'reserve_b'),
    total_lp_supply: unitsNumber(pool.lpSupply),
    total_lp_supply_units: String(pool.lpSupply),
    total_lp: unitsNumber(pool.lpSupply),
    total_lp_units: String(pool.lpSupply),
    fee_rate: FEE_RATE,
    price_a_in_b: priceAInB(pool, price),
    price_b_in_a: priceBInA(pool, price),
    creator_pub_key: creatorKey,
    creator_address: addressOf(pool.creator),
    created_at: pool.createdAt,
    created_height: pool.createdHeight,
    total_swaps: pool.swaps,
    events: pool.events,
  } as const;
}

/** A pool by its id, in any letter case and either order of the tokens. */
export function findPool(
  { state }: Pick<Source, 'state'>,
  id: string,
): { readonly poolId: string; readonly pool: Pool } | Refusal {
  const named = readPoolId(id);
  if (!named) return refuse('malformed_parameter', 'a pool id is two token symbols joined by a hyphen');
  const poolId = idOfPair(named.pair);
  const pool = state.get(pools, poolId);
  return pool ? { poolId, pool } : poolNotFound(poolId);
}

/** Pools whose creators' keys are looked up together. */
const GROUP_POOLS = 16;

async function poolViews(node: Listed, some: readonly Pool[]) {
  const keys = await node.chain.publicKeys(some.map(({ creator }) => creator));
  return some.map((pool, index) => poolView(pool, keys[index] ?? null));
}

/** Pools by their numbers; pools are never closed. */
const poolListing = (node: Listed): Listing<Pool, number, unknown> => ({
  behind: (number = 0, offset, limit) =>
    node.indexes.pools.page(number + offset, limit).map((id) => node.state.get(pools, id) as Pool),
  placeOf: ({ number }) => number,
  cursorOf: String,
  views: inGroups(GROUP_POOLS, (some) => poolViews(node, some)),
  textOf: (view) => JSON.stringify(view),
  most: PAGE.pools.max,
});

const allPools = defineRoute({
  method: 'GET',
  path: '/api/pools',
  chapter,
  summary: 'Pools in the order of their creation',
  query: Type.Object({
    limit: listLimit(PAGE.pools),
    offset: pageOffset,
    cursor: pageCursor('^\\d{1,15}$', '0'),
    ...atHeight,
  }),
  refusals: pastRefusals,
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      pools: Type.Array(PoolRecord),
      total: Type.Integer(),
      next_cursor: NextCursor,
    }),
  },
  handler: ({ node }, { query }) =>
    listAt(node, query.height, (source) => {
      const { size } = source.indexes.pools;
      const place = query.cursor === undefined ? undefined : Number(query.cursor);
      if (place !== undefined && place > size) return badCursor();
      const pieces = listed(poolListing(source), { ...query, place });
      return jsonStream(pagedAnswer({ success: true }, 'pools', pieces, { total: size }));
    }),
});

export const poolIdText = Type.String({
  description: 'The two symbols joined by a hyphen, in either order and any case',
  examples: ['GOLD-XRGE'],
});

const onePool = defineRoute({
  method: 'GET',
  path: '/api/pool/:pool_id',
  chapter,
  summary: 'One pool; its members stand in the answer and under `pool`',
  params: Type.Object({ pool_id: poolIdText }),
  query: Type.Object(atHeight),
  refusals: pastRefusals,
  response: {
    200: Type.Object({ success: Type.Literal(true), ...PoolRecord.properties, pool: PoolRecord }),
  },
  handler: async ({ node }, { params, query }) => {
    const found = await readAt(node, query.height, (source) => findPool(source, params.pool_id));
    if (isRefusal(found)) return found;
    const view = poolView(found.pool, await node.chain.publicKey(found.pool.creator));
    return { success: true as const, ...view, pool: view } as const;
  },
});

/** An amount given as a number or, for more digits than a number holds, as decimal text. */
const readAmount = (value: number | string, token: string): bigint | Refusal => {
  const amount = parseUnits(String(value), token === XRGE ? XRGE_DECIMALS : 0, 'amount_in');
  return amount === 0n ? refuse('invalid_amount', 'amount_in must be greater than zero') : amount;
};

const quote = defineRoute({
  method: 'POST',
  path: '/api/swap/quote',
  chapter,
  summary: `What a swap without a path would give now: the best route through up to three pools, among the ${ROUTE_POOLS} deepest of each token`,
  counts: 'read',
  body: Type.Object({
    token_in: TokenSymbol,
    token_out: { ...TokenSymbol, examples: [XRGE] },
    amount_in: Type.Union([Type.Number({ examples: [1] }), Type.String()], {
      description: 'XRGE in decimals or base units of token_in; as text where a number would not hold it',
      examples: [100],
    }),
    pool_id: Type.Optional(Type.String({ description: 'Not looked at: the best way is found' })),
  }),
  // Two symbols, an amount of some forty digits, the id of a pool.
  bodyLimit: 1024,
  refusals: ['invalid_amount', 'rule_violation', 'not_found'],
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      token_in: Type.String(),
      token_out: Type.String(),
      amount_out: Type.Number({ description: 'XRGE in XRGE, a token in base units' }),
      amount_out_quanta: Exact,
      amount_out_units: Exact,
      price_impact: Type.Number({ description: 'Percent, the fee among it' }),
      path: Type.Array(Type.String(), {
        description: 'Token symbols: the way of a swap that names no `path`, on this state',
      }),
      pools: Type.Array(Type.String(), { description: 'Pool ids' }),
    }),
  },
  handler: ({ node }, { body }) => {
    const [tokenIn, tokenOut] = [body.token_in.toUpperCase(), body.token_out.toUpperCase()];
    if (tokenIn === tokenOut) return refuse('rule_violation', 'cannot swap a token for itself');
    const amountIn = readAmount(body.amount_in, tokenIn);
    if (isRefusal(amountIn)) return amountIn;
    for (const token of [tokenIn, tokenOut]) if (!tokenExists(node.state, token)) return tokenNotFound(token);
    const best = bestRoute(node.state, node.nextBlock(), tokenIn, tokenOut, amountIn);
    if (!best) return refuse('rule_violation', 'No route found for swap');
    return {
      success: true as const,
      token_in: shownSymbol(tokenIn),
      token_out: shownSymbol(tokenOut),
      ...amountView(tokenOut, best.amountOut, 'amount_out'),
      price_impact: priceImpact(best),
      path: best.path.map(shownSymbol),
      pools: best.hops.map(({ poolId }) => poolId),
    } as const;
  },
});

export const exchangeRoutes = [allPools, onePool, quote];
