/** Orders of pools: by their creation, and of each token by how much of it they hold, which is where a quote looks first. */

import { ShardedMap } from '../../state/shardedMap.js';
import { SortedList } from '../../state/sortedList.js';
import type { Change, State } from '../../state/state.js';
import { type Pool, pools } from '../poolTables.js';
import type { StateIndex } from './stateIndex.js';

/** A pool among those of one of its tokens. */
interface Depth {
  readonly poolId: string;
  /** The pool's other token, in upper case. */
  readonly other: string;
  /** Units of the token in the pool. */
  readonly reserve: bigint;
}

/** The deepest first; equal ones in byte order of their ids. */
const byDepth = (a: Depth, b: Depth): number => {
  if (a.reserve !== b.reserve) return a.reserve > b.reserve ? -1 : 1;
  return a.poolId < b.poolId ? -1 : a.poolId > b.poolId ? 1 : 0;
};

const sides = (poolId: string, { tokenA, tokenB, reserveA, reserveB }: Pool): [token: string, depth: Depth][] => [
  [tokenA, { poolId, other: tokenB, reserve: reserveA }],
  [tokenB, { poolId, other: tokenA, reserve: reserveB }],
];

export class PoolIndex implements StateIndex {
  /** Ids by number, which begin at 1. No pool is ever closed. */
  readonly #ids: string[] = [];
  readonly #byToken = new ShardedMap<SortedList<Depth>>();

  load(state: State): void {
    for (const [poolId, pool] of state.entries(pools)) this.#add(poolId, pool);
  }

  apply(changes: readonly Change[]): void {
    for (const { table, key, before, after } of changes) {
      if (table.id !== pools.id) continue;
      if (before) for (const [token, depth] of sides(key, before as Pool)) this.#byToken.get(token)?.remove(depth);
      if (after) this.#add(key, after as Pool);
    }
  }

  #add(poolId: string, pool: Pool): void {
    this.#ids[pool.number - 1] = poolId;
    for (const [token, depth] of sides(poolId, pool)) {
      const list = this.#byToken.get(token) ?? new SortedList(byDepth);
      this.#byToken.set(token, list);
      list.add(depth);
    }
  }

  get size(): number {
    return this.#ids.length;
  }

  /** Ids of pools in the order of creation. @param first pools before the page. */
  page(first: number, limit: number): readonly string[] {
    return this.#ids.slice(first, first + limit);
  }

  /** Pools that have the token, the deepest first. @param token in upper case. */
  deepest(token: string, limit: number): IterableIterator<Depth> | readonly Depth[] {
    return this.#byToken.get(token)?.from(0, limit) ?? [];
  }

  /** How many pools have the token. */
  countOf(token: string): number {
    return this.#byToken.get(token)?.size ?? 0;
  }
}
