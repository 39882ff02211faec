/** Routes: the best route of a swap on a given state, through up to three pools. Quotes, and swaps that name no path, use this
 *  same search, so that on the same state the swap gets what was quoted.
 *
 *  In: a state and what goes in. Out: the route that gives most; of equal routes the one with fewer pools, then the one whose
 *  pool ids come first in byte order, pool by pool. However many pools there are, the search covers:
 *  - the pool of the two tokens;
 *  - two pools over a token that has a pool among the deepest of either end (`deepPools.ts`);
 *  - three pools: the first among the deepest of what goes in, the last among the deepest of what comes out, the one between
 *    among the deepest of one of its own two tokens.
 *  The search does not find other routes; a client that knows one names it as `path`. No route leads through a frozen token.
 *
 *  Putting more into a pool never gets less out of it. So of all routes into the last of three pools, only the greatest amount
 *  is taken through it. Routes whose smaller amounts give the same output are recognized by the least amount that gives it. */

import { isActive } from '../chain/upgrades.js';
import type { StateView } from '../state/state.js';
import type { BlockContext } from './blockContext.js';
import { type DeepPool, deepPoolsOf, ROUTE_POOLS } from './deepPools.js';
import { type Hop, hopThrough, inputFor, outputThrough } from './exchange.js';
import { poolIdOf } from './poolIds.js';
import { type Pool, pools } from './poolTables.js';
import { checkFrozen } from './tokens.js';

/** Most pools that one search reads: the direct one; the deepest of both ends; for each of these the pool to the other end;
 *  one between every two of them; and those of the route that it found. */
export const MAX_POOLS_READ = 1 + 2 * ROUTE_POOLS + 2 * ROUTE_POOLS + ROUTE_POOLS * ROUTE_POOLS + 3;

export interface Route {
  /** Symbols in upper case. */
  readonly path: readonly string[];
  readonly hops: readonly Hop[];
  readonly amountOut: bigint;
}

/** A token that one pool connects to what goes in, and how much of it comes out there. */
interface Near {
  readonly poolId: string;
  readonly token: string;
  readonly amount: bigint;
}

/** A route through two pools to a token next to what comes out; the amount is 0 when they give nothing. */
interface Arrival {
  readonly near: Near;
  readonly poolId: string;
  readonly amount: bigint;
}

/** A token that one pool connects to what comes out. */
interface Far {
  readonly poolId: string;
  readonly token: string;
  readonly pool: Pool;
  readonly arrivals: Arrival[];
}

/** The best route considered so far. */
class Best {
  amount = 0n;
  #ids: readonly string[] = [];
  path: readonly string[] = [];

  /** @param ids of the pools, one fewer than the tokens of the path. */
  consider(amount: bigint, path: readonly string[], ids: readonly string[]): void {
    if (amount < this.amount || amount === 0n) return;
    if (amount === this.amount && !isBefore(ids, this.#ids)) return;
    this.amount = amount;
    this.path = path;
    this.#ids = ids;
  }
}

/** Whether route `a` comes before `b`: fewer pools first, then byte order of the ids, pool by pool. */
function isBefore(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return a.length < b.length;
  for (const [index, id] of a.entries()) if (id !== b[index]) return id < (b[index] as string);
  return false;
}

class Search {
  readonly #best = new Best();
  readonly #near = new Map<string, Near>();
  readonly #far = new Map<string, Far>();

  constructor(
    private readonly view: StateView,
    private readonly tokenIn: string,
    private readonly tokenOut: string,
    private readonly amountIn: bigint,
  ) {}

  direct(): void {
    const { tokenIn, tokenOut } = this;
    const poolId = poolIdOf(tokenIn, tokenOut);
    this.#best.consider(this.#through(poolId, tokenIn, this.amountIn), [tokenIn, tokenOut], [poolId]);
  }

  overOthers(): void {
    const { view, tokenIn, tokenOut } = this;
    for (const { poolId, other: token } of this.#deepPools(tokenIn, tokenOut)) {
      const amount = this.#through(poolId, tokenIn, this.amountIn);
      if (amount > 0n) this.#near.set(token, { poolId, token, amount });
    }
    for (const { poolId, other: token } of this.#deepPools(tokenOut, tokenIn))
      this.#far.set(token, { poolId, token, pool: view.get(pools, poolId) as Pool, arrivals: [] });
    this.#overOne();
    this.#reachFar();
    this.#overTwo();
  }

  found(): Route | undefined {
    const { path, amount: amountOut } = this.#best;
    if (amountOut === 0n) return undefined;
    const hops: Hop[] = [];
    let amount = this.amountIn;
    for (let at = 1; at < path.length; at++) {
      const hop = hopThrough(this.view, path[at - 1] as string, path[at] as string, amount) as Hop;
      hops.push(hop);
      amount = hop.amountOut;
    }
    return { path, hops, amountOut };
  }

  /** The deepest pools of a token, without those whose other token is frozen or is `without`. */
  #deepPools(token: string, without: string): readonly DeepPool[] {
    return deepPoolsOf(this.view, token).filter(
      ({ other }) => other !== without && checkFrozen(this.view, other) === undefined,
    );
  }

  #through(poolId: string, from: string, amountIn: bigint): bigint {
    const pool = this.view.get(pools, poolId);
    return pool ? outputThrough(pool, from, amountIn) : 0n;
  }

  #overOne(): void {
    const { tokenIn, tokenOut } = this;
    const consider = (middle: string, first: string, last: string, amountOut: bigint): void =>
      this.#best.consider(amountOut, [tokenIn, middle, tokenOut], [first, last]);
    for (const { token, poolId, amount } of this.#near.values()) {
      const far = this.#far.get(token);
      const last = far?.poolId ?? poolIdOf(token, tokenOut);
      const amountOut = far ? outputThrough(far.pool, token, amount) : this.#through(last, token, amount);
      consider(token, poolId, last, amountOut);
    }
    for (const { token, poolId, pool } of this.#far.values()) {
      if (this.#near.has(token)) continue;
      const first = poolIdOf(tokenIn, token);
      const amount = this.#through(first, tokenIn, this.amountIn);
      if (amount > 0n) consider(token, first, poolId, outputThrough(pool, token, amount));
    }
  }

  /** Follows each pool between a near and a far token once. */
  #reachFar(): void {
    const pass = (near: Near, far: Far, poolId: string): void => {
      far.arrivals.push({ near, poolId, amount: this.#through(poolId, near.token, near.amount) });
    };
    for (const near of this.#near.values())
      for (const { poolId, other } of deepPoolsOf(this.view, near.token)) {
        const far = this.#far.get(other);
        if (far) pass(near, far, poolId);
      }
    for (const far of this.#far.values()) {
      const seen = new Set(far.arrivals.map(({ poolId }) => poolId));
      for (const { poolId, other } of deepPoolsOf(this.view, far.token)) {
        const near = this.#near.get(other);
        if (near && !seen.has(poolId)) pass(near, far, poolId);
      }
    }
  }

  #overTwo(): void {
    const { tokenIn, tokenOut } = this;
    for (const { token, poolId: last, pool, arrivals } of this.#far.values()) {
      let most = 0n;
      for (const { amount } of arrivals) if (amount > most) most = amount;
      const amountOut = most === 0n ? 0n : outputThrough(pool, token, most);
      if (amountOut === 0n || amountOut < this.#best.amount) continue;
      const enough = inputFor(pool, token, amountOut);
      for (const { near, poolId, amount } of arrivals)
        if (amount >= enough)
          this.#best.consider(amountOut, [tokenIn, near.token, token, tokenOut], [near.poolId, poolId, last]);
    }
  }
}

/** The best route from one token to another, as a block of this height finds it.
 *  @param tokenIn in upper case, as is tokenOut; two different ones. @param amountIn above zero.
 *  @returns undefined when no route gives anything. */
export function bestRoute(
  view: StateView,
  { genesis, height }: Pick<BlockContext, 'genesis' | 'height'>,
  tokenIn: string,
  tokenOut: string,
  amountIn: bigint,
): Route | undefined {
  if (checkFrozen(view, tokenIn) || checkFrozen(view, tokenOut)) return undefined;
  const search = new Search(view, tokenIn, tokenOut, amountIn);
  search.direct();
  const { schedule } = genesis;
  if (isActive(schedule, 'best_route', height) && isActive(schedule, 'game_ready_2', height)) search.overOthers();
  return search.found();
}
