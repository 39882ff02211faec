/** Orders of the exchange for tests: amounts in quanta or base units in, the members of a payload out.
 *
 *  The same order becomes a decoded transaction for a chain in memory (`orderItem`) and a signed request for a live node
 *  (`signedOrder`). */

import { formatXrge, XRGE } from '../../engine/base/amounts.js';
import type { JsonValue } from '../../engine/base/json.js';
import type { PoolItem } from '../../engine/mempool/mempool.js';
import { type Members, number, type Signed, signed } from './signedRequests.js';
import { item, type Order, type SigningActor } from './transactions.js';

export interface ExchangeOrder {
  readonly operation: 'create_pool' | 'add_liquidity' | 'remove_liquidity' | 'swap';
  readonly members: Readonly<Record<string, JsonValue>>;
}

/** @param units quanta for XRGE, base units for every other symbol. */
const amountOf = (token: string, units: bigint): JsonValue =>
  number(token.toUpperCase() === XRGE ? formatXrge(units) : units);

export const createPoolOrder = (tokenA: string, amountA: bigint, tokenB: string, amountB: bigint): ExchangeOrder => ({
  operation: 'create_pool',
  members: {
    token_a: tokenA,
    token_b: tokenB,
    amount_a: amountOf(tokenA, amountA),
    amount_b: amountOf(tokenB, amountB),
  },
});

/** @param poolId names the tokens of the amounts, in the same order. */
export function addOrder(poolId: string, amountA: bigint, amountB: bigint): ExchangeOrder {
  const [tokenA = '', tokenB = ''] = poolId.split('-');
  const members = { pool_id: poolId, amount_a: amountOf(tokenA, amountA), amount_b: amountOf(tokenB, amountB) };
  return { operation: 'add_liquidity', members };
}

export const removeOrder = (poolId: string, lp: bigint): ExchangeOrder => ({
  operation: 'remove_liquidity',
  members: { pool_id: poolId, lp_amount: number(lp) },
});

export interface SwapTerms {
  readonly least?: bigint;
  /** From the input token to the output token; when absent, the payload names no path. */
  readonly path?: readonly string[];
}

export const swapOrder = (
  tokenIn: string,
  amountIn: bigint,
  tokenOut: string,
  { least, path }: SwapTerms = {},
): ExchangeOrder => ({
  operation: 'swap',
  members: {
    token_in: tokenIn,
    token_out: tokenOut,
    amount_in: amountOf(tokenIn, amountIn),
    ...(least === undefined ? {} : { min_amount_out: amountOf(tokenOut, least) }),
    ...(path === undefined ? {} : { path: [...path] }),
  },
});

/** As a block carries it, with a constant instead of the signature. @throws Error when it does not decode. */
export const orderItem = (common: Omit<Order, 'operation' | 'members'>, order: ExchangeOrder): PoolItem =>
  item({ ...common, ...order });

/** As a wallet posts it. @param members to add to those of the order, or to replace them. */
export const signedOrder = (signer: SigningActor, { operation, members }: ExchangeOrder, more: Members = {}): Signed =>
  signed(signer, { type: operation, ...members, ...more });
