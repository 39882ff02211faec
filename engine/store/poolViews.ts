/** How events, prices, statistics and candles of pools look in answers (specification, Pool).
 *
 *  In: records. Out: JSON values. A price is a number for display: B for one A as both are shown, XRGE in XRGE and tokens in
 *  base units, computed from the exact reserves that are shown beside it. */

import { amountView, formatUnits, unitsNumber, XRGE, XRGE_DECIMALS } from '../base/amounts.js';
import { binaryToHex } from '../base/bytes.js';
import { invariant } from '../base/refusal.js';
import { addressOf } from '../crypto/address.js';
import type { PoolEventType } from '../ledger/poolEvent.js';
import { type Pair, readPoolId } from '../ledger/poolIds.js';
import type { Pool } from '../ledger/poolTables.js';
import { shownSymbol } from '../ledger/tokens.js';
import type { Candle, Price } from './candles.js';
import type { StoredPoolEvent } from './poolRecords.js';

/** The tokens of an existing pool. */
export function pairOfPool(poolId: string): Pair {
  const named = readPoolId(poolId);
  invariant(named, `${poolId} names no pool`);
  return named.pair;
}

/** Digits of a quotient before it becomes a double, which has 17. */
const QUOTIENT_DIGITS = 20;

/** The double nearest to a quotient of integers of any size. @param denominator above zero. */
function quotient(numerator: bigint, denominator: bigint): number {
  const shift = Math.max(0, QUOTIENT_DIGITS + String(denominator).length - String(numerator).length);
  return Number(formatUnits((numerator * 10n ** BigInt(shift)) / denominator, shift));
}

const unitOf = (token: string): bigint => (token === XRGE ? 10n ** BigInt(XRGE_DECIMALS) : 1n);

/** B for one A, as both are shown. */
export const priceAInB = ({ tokenA, tokenB }: Pair, { a, b }: Price): number =>
  quotient(b * unitOf(tokenA), a * unitOf(tokenB));

/** A for one B, as both are shown. */
export const priceBInA = ({ tokenA, tokenB }: Pair, { a, b }: Price): number =>
  quotient(a * unitOf(tokenB), b * unitOf(tokenA));

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1_000);

/** Suffix of an event's id after the id of its transaction. A swap through several pools has an event in each: from the second
 *  on they are numbered. */
const endings: Readonly<Record<PoolEventType, string>> = {
  create_pool: 'create',
  add_liquidity: 'add',
  remove_liquidity: 'remove',
  Swap: 'swap',
};

function swapView({ type, aToB, amountA, amountB }: StoredPoolEvent, { tokenA, tokenB }: Pair) {
  if (type !== 'Swap') return { token_in: null, token_out: null, amount_in: null, amount_out: null };
  const [tokenIn, tokenOut] = aToB ? [tokenA, tokenB] : [tokenB, tokenA];
  return {
    token_in: shownSymbol(tokenIn),
    token_out: shownSymbol(tokenOut),
    ...amountView(tokenIn, aToB ? amountA : amountB, 'amount_in'),
    ...amountView(tokenOut, aToB ? amountB : amountA, 'amount_out'),
  };
}

const eventId = (txHash: string, { type, place }: StoredPoolEvent): string =>
  `${txHash}-${endings[type]}${place === 0 ? '' : `-${place + 1}`}`;

/** @param publicKey of the user in hex; undefined where the chain does not know it. */
export function poolEventView(event: StoredPoolEvent, publicKey: string | undefined) {
  const pair = pairOfPool(event.poolId);
  const txHash = binaryToHex(event.transactionId);
  const address = addressOf(event.user);
  return {
    id: eventId(txHash, event),
    pool_id: event.poolId,
    event_type: event.type,
    user_pub_key: publicKey ?? address,
    user_address: address,
    actor: publicKey ?? address,
    timestamp: seconds(event.time),
    timestamp_ms: event.time,
    block_height: event.height,
    tx_hash: txHash,
    ...swapView(event, pair),
    ...amountView(pair.tokenA, event.amountA, 'amount_a'),
    ...amountView(pair.tokenB, event.amountB, 'amount_b'),
    ...amountView(pair.tokenA, event.amountA, 'token_a_amount'),
    ...amountView(pair.tokenB, event.amountB, 'token_b_amount'),
    ...(event.type === 'Swap'
      ? { lp_amount: null }
      : { lp_amount: unitsNumber(event.lp), lp_amount_units: String(event.lp) }),
    ...amountView(pair.tokenA, event.reserveA, 'reserve_a_after'),
    ...amountView(pair.tokenB, event.reserveB, 'reserve_b_after'),
  };
}

/** The price after an event. */
export function priceView({ poolId, time, height, reserveA, reserveB }: StoredPoolEvent) {
  const pair = pairOfPool(poolId);
  const price = { a: reserveA, b: reserveB };
  return {
    pool_id: poolId,
    timestamp: seconds(time),
    timestamp_ms: time,
    block_height: height,
    ...amountView(pair.tokenA, reserveA, 'reserve_a'),
    ...amountView(pair.tokenB, reserveB, 'reserve_b'),
    price_a_in_b: priceAInB(pair, price),
    price_b_in_a: priceBInA(pair, price),
  };
}

/** Number of swaps and their volume on each side, in quanta or base units. */
export interface SwapSums {
  readonly swaps: number;
  readonly volumeA: bigint;
  readonly volumeB: bigint;
}

/** Sums of all time, and of the last day. */
export interface PoolStats {
  readonly total: SwapSums;
  readonly day: SwapSums;
}

/** @param pool as it is now. Where one figure covers both sides, it is that of XRGE, or of token_a in a pool without XRGE. */
export function statsView(poolId: string, pool: Pick<Pool, 'reserveA' | 'reserveB'>, { total, day }: PoolStats) {
  const { tokenA, tokenB } = pairOfPool(poolId);
  const [unit, volume, reserve] =
    tokenB === XRGE ? [tokenB, day.volumeB, pool.reserveB] : [tokenA, day.volumeA, pool.reserveA];
  return {
    pool_id: poolId,
    total_swaps: total.swaps,
    ...amountView(tokenA, total.volumeA, 'total_volume_a'),
    ...amountView(tokenB, total.volumeB, 'total_volume_b'),
    swap_count_24h: day.swaps,
    ...amountView(tokenA, day.volumeA, 'volume_24h_a'),
    ...amountView(tokenB, day.volumeB, 'volume_24h_b'),
    trades_24h: day.swaps,
    ...amountView(unit, volume, 'volume_24h'),
    ...amountView(unit, 2n * reserve, 'tvl'),
  };
}

/** @param start milliseconds since the epoch. */
export const candleView = (pair: Pair, start: number, candle: Candle) => ({
  timestamp: seconds(start),
  open: priceAInB(pair, candle.open),
  high: priceAInB(pair, candle.high),
  low: priceAInB(pair, candle.low),
  close: priceAInB(pair, candle.close),
  ...amountView(pair.tokenA, candle.volumeA, 'volume_a'),
  ...amountView(pair.tokenB, candle.volumeB, 'volume_b'),
  swaps: candle.swaps,
  events: candle.events,
});
