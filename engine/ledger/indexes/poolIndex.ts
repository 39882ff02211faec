/** Pools in the order of their creation. */

import type { Change, State } from '../../state/state.js';
import { type Pool, pools } from '../poolTables.js';
import type { StateIndex } from './stateIndex.js';

export class PoolIndex implements StateIndex {
  /** Ids by number; numbers begin at 1. No pool is ever closed. */
  readonly #ids: string[] = [];

  load(state: State): void {
    for (const [poolId, { number }] of state.entries(pools)) this.#ids[number - 1] = poolId;
  }

  apply(changes: readonly Change[]): void {
    for (const { table, key, before, after } of changes)
      if (table.id === pools.id && !before && after) this.#ids[(after as Pool).number - 1] = key;
  }

  get size(): number {
    return this.#ids.length;
  }

  /** Ids of pools in the order of creation. @param first pools before the page. */
  page(first: number, limit: number): readonly string[] {
    return this.#ids.slice(first, first + limit);
  }
}
