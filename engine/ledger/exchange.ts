/** The exchange: constant-product pools in exact integers (specification, DEX).
 *
 *  In: a state and a signer's request. Out: what happened in the pool, or a refusal; the caller undoes the writes that
 *  precede a refusal. Every division rounds in favour of the pool, so reserveA x reserveB / lpSupply^2 never falls. Therefore
 *  lpSupply^2 stays at or below reserveA x reserveB: LP units fit 128 bits because reserves do. */

import { U128_MAX } from '../base/bytes.js';
import { invariant, type Refusal, refuse } from '../base/refusal.js';
import type { AccountId } from '../crypto/address.js';
import type { StateView, StateWriter } from '../state/state.js';
import type { BlockContext } from './blockContext.js';
import { countOf, countOne } from './counters.js';
import { credit, debit, insufficientFunds, lpBalanceOf, setLpBalance } from './funds.js';
import type { PoolEvent, PoolEventType } from './poolEvent.js';
import { idOfPair, type Pair, poolIdOf } from './poolIds.js';
import { type Pool, pools } from './poolTables.js';
import { checkFrozen, tokenExists, tokenNotFound } from './tokens.js';

/** Parts per 1,000 of a swap's input that are traded; the other 3 stay in the pool, for its providers. */
const KEPT = 997n;
const WHOLE = 1_000n;

/** LP units of every pool that belong to nobody, so that a pool can never be emptied and its first provider cannot make one
 *  unit too expensive for everybody else. */
export const LOCKED_LP = 1_000n;

/** Most tokens in the path of a swap: three pools. */
export const MAX_PATH = 4;

/** The greatest integer whose square is not above n. */
export function integerSquareRoot(n: bigint): bigint {
  if (n < 2n) return n;
  // The first guess is above the root: a power of two with half of the bits, rounded up.
  let root = 1n << BigInt((n.toString(16).length * 4 + 1) >> 1);
  for (;;) {
    const next = (root + n / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** What a swap gives: floor(in x 997 x Rout / (Rin x 1000 + in x 997)). */
export const outputOf = (amountIn: bigint, reserveIn: bigint, reserveOut: bigint): bigint =>
  (amountIn * KEPT * reserveOut) / (reserveIn * WHOLE + amountIn * KEPT);

const ceilDivide = (numerator: bigint, denominator: bigint): bigint => (numerator + denominator - 1n) / denominator;

export const poolNotFound = (poolId: string): Refusal => refuse('not_found', `pool not found: ${poolId}`);

/** Numbers and writes the change of one pool. @param change what is different afterwards. */
function writePool(
  state: StateWriter,
  poolId: string,
  pool: Pool,
  change: Partial<Pool>,
  event: { readonly type: PoolEventType; readonly aToB: boolean; amountA: bigint; amountB: bigint; lp: bigint },
): PoolEvent {
  const next: Pool = { ...pool, ...change, events: pool.events + 1 };
  invariant(next.reserveA > 0n && next.reserveB > 0n && next.lpSupply >= LOCKED_LP, 'a pool has been emptied');
  invariant(next.reserveA <= U128_MAX && next.reserveB <= U128_MAX, 'a reserve left its range');
  state.put(pools, poolId, next);
  return {
    ...event,
    poolId,
    pool: pool.number,
    ordinal: pool.events,
    sequence: countOne(state, 'pool_events'),
    reserveA: next.reserveA,
    reserveB: next.reserveB,
    lpSupply: next.lpSupply,
    swaps: next.swaps,
    volumeA: next.volumeA,
    volumeB: next.volumeB,
  };
}

/** Takes both sides of a provider's payment. @returns a refusal when the provider lacks one of them or it is frozen. */
function takeBoth(
  state: StateWriter,
  from: AccountId,
  { tokenA, tokenB }: Pair,
  amountA: bigint,
  amountB: bigint,
): Refusal | undefined {
  const frozen = checkFrozen(state, tokenA) ?? checkFrozen(state, tokenB);
  if (frozen) return frozen;
  if (!debit(state, from, tokenA, amountA)) return insufficientFunds(state, from, tokenA, amountA);
  if (!debit(state, from, tokenB, amountB)) return insufficientFunds(state, from, tokenB, amountB);
  return undefined;
}

/** Why two tokens cannot have a new pool; undefined when they can. */
export function checkNewPair(view: StateView, pair: Pair): Refusal | undefined {
  for (const token of [pair.tokenA, pair.tokenB]) if (!tokenExists(view, token)) return tokenNotFound(token);
  const poolId = idOfPair(pair);
  return view.get(pools, poolId) ? refuse('already_exists', `Pool ${poolId} already exists`) : undefined;
}

/** Opens a pool. @param amountA of the pair's first token, above zero, as is amountB. */
export function openPool(
  state: StateWriter,
  block: Pick<BlockContext, 'time' | 'height'>,
  creator: AccountId,
  pair: Pair,
  amountA: bigint,
  amountB: bigint,
): PoolEvent | Refusal {
  const { tokenA, tokenB } = pair;
  const unfit = checkNewPair(state, pair);
  if (unfit) return unfit;
  const lpSupply = integerSquareRoot(amountA * amountB);
  if (lpSupply <= LOCKED_LP)
    return refuse(
      'rule_violation',
      `initial liquidity is too small: the square root of both amounts' product must be above ${LOCKED_LP} base units, it is ${lpSupply}`,
    );
  const refusal = takeBoth(state, creator, pair, amountA, amountB);
  if (refusal) return refusal;
  const poolId = idOfPair(pair);
  const lp = lpSupply - LOCKED_LP;
  setLpBalance(state, creator, poolId, lp);
  const opened: Pool = {
    number: countOne(state, 'pools') + 1,
    tokenA,
    tokenB,
    reserveA: amountA,
    reserveB: amountB,
    lpSupply,
    creator,
    createdAt: block.time,
    createdHeight: block.height,
    events: 0,
    swaps: 0,
    volumeA: 0n,
    volumeB: 0n,
  };
  return writePool(state, poolId, opened, {}, { type: 'create_pool', aToB: false, amountA, amountB, lp });
}

/** The part of an offer that fits a pool's price, and the LP units for it. */
export function fitting({ reserveA, reserveB, lpSupply }: Pool, offerA: bigint, offerB: bigint) {
  const byA = (offerA * lpSupply) / reserveA;
  const byB = (offerB * lpSupply) / reserveB;
  const lp = byA < byB ? byA : byB;
  return { lp, amountA: ceilDivide(lp * reserveA, lpSupply), amountB: ceilDivide(lp * reserveB, lpSupply) };
}

/** Adds to both sides as much of the offer as fits the pool's price; the rest stays with its owner.
 *  @param offerA most that is taken of the first token, above zero, as is offerB. */
export function addLiquidity(
  state: StateWriter,
  provider: AccountId,
  poolId: string,
  offerA: bigint,
  offerB: bigint,
): PoolEvent | Refusal {
  const pool = state.get(pools, poolId);
  if (!pool) return poolNotFound(poolId);
  const { reserveA, reserveB, lpSupply } = pool;
  const { lp, amountA, amountB } = fitting(pool, offerA, offerB);
  if (lp === 0n) return refuse('rule_violation', 'liquidity amounts are too small: they would give no LP unit');
  const refusal = takeBoth(state, provider, pool, amountA, amountB);
  if (refusal) return refusal;
  setLpBalance(state, provider, poolId, lpBalanceOf(state, provider, poolId) + lp);
  const change = { reserveA: reserveA + amountA, reserveB: reserveB + amountB, lpSupply: lpSupply + lp };
  return writePool(state, poolId, pool, change, { type: 'add_liquidity', aToB: false, amountA, amountB, lp });
}

/** Redeems LP units for their share of both reserves. @param lp above zero. */
export function removeLiquidity(
  state: StateWriter,
  provider: AccountId,
  poolId: string,
  lp: bigint,
): PoolEvent | Refusal {
  const pool = state.get(pools, poolId);
  if (!pool) return poolNotFound(poolId);
  const frozen = checkFrozen(state, pool.tokenA) ?? checkFrozen(state, pool.tokenB);
  if (frozen) return frozen;
  const held = lpBalanceOf(state, provider, poolId);
  if (held < lp) return refuse('insufficient_balance', `insufficient LP tokens: have ${held}, want to remove ${lp}`);
  const { reserveA, reserveB, lpSupply } = pool;
  const amountA = (lp * reserveA) / lpSupply;
  const amountB = (lp * reserveB) / lpSupply;
  if (amountA === 0n || amountB === 0n)
    return refuse('rule_violation', 'lp_amount is too small: it would give nothing of one of the tokens');
  setLpBalance(state, provider, poolId, held - lp);
  credit(state, provider, pool.tokenA, amountA);
  credit(state, provider, pool.tokenB, amountB);
  const change = { reserveA: reserveA - amountA, reserveB: reserveB - amountB, lpSupply: lpSupply - lp };
  return writePool(state, poolId, pool, change, { type: 'remove_liquidity', aToB: false, amountA, amountB, lp });
}

/** One pool on a swap's path, and what comes out of it. */
export interface Hop {
  readonly poolId: string;
  readonly pool: Pool;
  readonly aToB: boolean;
  readonly amountIn: bigint;
  readonly amountOut: bigint;
}

/** Reserves of a pool in the direction of a swap. */
const sidesFrom = ({ tokenA, reserveA, reserveB }: Pool, from: string): readonly [rIn: bigint, rOut: bigint] =>
  tokenA === from ? [reserveA, reserveB] : [reserveB, reserveA];

/** What a pool gives for an amount of one of its tokens. */
export const outputThrough = (pool: Pool, from: string, amountIn: bigint): bigint =>
  outputOf(amountIn, ...sidesFrom(pool, from));

/** The least amount of one of its tokens for which a pool gives `amountOut` of the other.
 *  @param amountOut below the pool's reserve, as every output is. */
export function inputFor(pool: Pool, from: string, amountOut: bigint): bigint {
  const [reserveIn, reserveOut] = sidesFrom(pool, from);
  return ceilDivide(amountOut * reserveIn * WHOLE, (reserveOut - amountOut) * KEPT);
}

/** What one pool gives for an amount; undefined when there is no such pool or it would give nothing. */
export function hopThrough(view: StateView, from: string, to: string, amountIn: bigint): Hop | undefined {
  const poolId = poolIdOf(from, to);
  const pool = view.get(pools, poolId);
  if (!pool) return undefined;
  const amountOut = outputThrough(pool, from, amountIn);
  return amountOut === 0n ? undefined : { poolId, pool, aToB: pool.tokenA === from, amountIn, amountOut };
}

function applyHop(state: StateWriter, { poolId, pool, aToB, amountIn, amountOut }: Hop): PoolEvent {
  const [amountA, amountB] = aToB ? [amountIn, amountOut] : [amountOut, amountIn];
  const change = {
    reserveA: aToB ? pool.reserveA + amountA : pool.reserveA - amountA,
    reserveB: aToB ? pool.reserveB - amountB : pool.reserveB + amountB,
    swaps: pool.swaps + 1,
    volumeA: pool.volumeA + amountA,
    volumeB: pool.volumeB + amountB,
  };
  return writePool(state, poolId, pool, change, { type: 'Swap', aToB, amountA, amountB, lp: 0n });
}

/** What a swap did. */
export interface Swapped {
  readonly path: readonly string[];
  /** One for each pool, in the order of the path. */
  readonly events: readonly PoolEvent[];
  readonly amountOut: bigint;
}

/** Swaps along a path; each pool's output goes into the next pool.
 *  @param path two to four different tokens in upper case. @param amountIn of the first, above zero. */
export function swapAlong(
  state: StateWriter,
  trader: AccountId,
  path: readonly string[],
  amountIn: bigint,
  least: bigint,
): Swapped | Refusal {
  for (const token of path) {
    const frozen = checkFrozen(state, token);
    if (frozen) return frozen;
  }
  const [first, last] = [path[0] as string, path[path.length - 1] as string];
  if (!debit(state, trader, first, amountIn)) return insufficientFunds(state, trader, first, amountIn);
  const events: PoolEvent[] = [];
  let amount = amountIn;
  for (let at = 1; at < path.length; at++) {
    const [from, to] = [path[at - 1] as string, path[at] as string];
    const hop = hopThrough(state, from, to, amount);
    if (!hop) {
      const poolId = poolIdOf(from, to);
      return state.get(pools, poolId)
        ? refuse('rule_violation', `amount_in is too small: pool ${poolId} would give nothing for it`)
        : poolNotFound(poolId);
    }
    events.push(applyHop(state, hop));
    amount = hop.amountOut;
  }
  if (amount < least) return refuse('rule_violation', 'slippage exceeded');
  credit(state, trader, last, amount);
  return { path, events, amountOut: amount };
}

/** Number of pools ever opened; no pool is ever closed. */
export const poolCount = (view: StateView): number => countOf(view, 'pools');
