/** For each token, the pools that hold the most of it: the search for a route looks there.
 *
 *  In: what a transaction did to pools. Out: a record for each token, under the state root like every other record, so that all
 *  nodes search alike: inside a block, after a restart, after an import. Records are kept from the height of `best_route` on;
 *  the first block at that height places the pools that exist already.
 *
 *  A token's first `ROUTE_POOLS` pools are all in its record. After that a pool replaces the shallowest one when a transaction
 *  changes it and it is deeper. A pool that lost depth keeps its place until then: finding a better one at that moment would
 *  mean looking at all pools. */

import { isActive } from '../chain/upgrades.js';
import type { StateView, StateWriter } from '../state/state.js';
import { defineTable, type Table } from '../state/table.js';
import type { BlockContext } from './blockContext.js';
import { layout, list, text } from './layout.js';
import type { PoolEvent } from './poolEvent.js';
import { type Pool, pools } from './poolTables.js';

/** Pools of a token that a search looks at. With 8 for either token it reads at most 100 pools, which takes 25 us of main
 *  thread with reserves of 40 bits and 42 us with 110 bits. Together with a swap through three pools (45 us) that stays about
 *  at the limit of 80 us for any kind of transaction. With 16 the search would take 165 to 250 us. */
export const ROUTE_POOLS = 8;

/** A pool among the deepest of a token. */
export interface DeepPool {
  readonly poolId: string;
  /** The pool's other token, in upper case. */
  readonly other: string;
}

const membersLayout = layout<{ readonly members: readonly DeepPool[] }>({
  members: list(layout<DeepPool>({ poolId: text, other: text })),
});

/** Key: symbol in upper case. The order of a token's pools has no meaning. */
export const deepPools: Table<readonly DeepPool[]> = defineTable({
  id: 0x18,
  name: 'deep_pools',
  encode: (members) => membersLayout.encode({ members }),
  decode: (bytes) => membersLayout.decode(bytes).members,
});

const NONE: readonly DeepPool[] = [];

/** @param token in upper case. */
export const deepPoolsOf = (view: StateView, token: string): readonly DeepPool[] => view.get(deepPools, token) ?? NONE;

/** Units of the token in one of its pools. */
function depthOf(view: StateView, token: string, poolId: string): bigint {
  const pool = view.get(pools, poolId) as Pool;
  return pool.tokenA === token ? pool.reserveA : pool.reserveB;
}

/** Puts a pool among the deepest of one of its tokens, if it belongs there. */
function place(state: StateWriter, token: string, candidate: DeepPool, depth: bigint): void {
  const members = deepPoolsOf(state, token);
  if (members.some(({ poolId }) => poolId === candidate.poolId)) return;
  if (members.length < ROUTE_POOLS) {
    state.put(deepPools, token, [...members, candidate]);
    return;
  }
  // Of equally shallow pools, the last in byte order of the ids is replaced.
  let [leaver, least] = [members[0] as DeepPool, depthOf(state, token, (members[0] as DeepPool).poolId)];
  for (const member of members.slice(1)) {
    const its = depthOf(state, token, member.poolId);
    if (its < least || (its === least && member.poolId > leaver.poolId)) [leaver, least] = [member, its];
  }
  if (depth > least)
    state.put(
      deepPools,
      token,
      members.map((member) => (member === leaver ? candidate : member)),
    );
}

/** Puts every pool that a transaction changed among the deepest of its tokens, if it belongs there. */
export function placePools(
  state: StateWriter,
  { genesis, height }: Pick<BlockContext, 'genesis' | 'height'>,
  events: readonly Pick<PoolEvent, 'poolId' | 'reserveA' | 'reserveB'>[],
): void {
  if (!isActive(genesis.schedule, 'best_route', height)) return;
  for (const { poolId, reserveA, reserveB } of events) {
    const { tokenA, tokenB } = state.get(pools, poolId) as Pool;
    place(state, tokenA, { poolId, other: tokenB }, reserveA);
    place(state, tokenB, { poolId, other: tokenA }, reserveB);
  }
}

/** Whether this block is the first in which routes are searched. */
export const routesBegin = ({ genesis, height }: Pick<BlockContext, 'genesis' | 'height'>): boolean =>
  genesis.schedule.heights.best_route === height;

/** Lets the pools of the blocks before take their places, in the order of their creation. */
export function placeOldPools(
  state: StateWriter,
  block: Pick<BlockContext, 'genesis' | 'height'>,
  old: Iterable<readonly [poolId: string, pool: Pool]>,
): void {
  const events = [...old]
    .sort(([, a], [, b]) => a.number - b.number)
    .map(([poolId, { reserveA, reserveB }]) => ({ poolId, reserveA, reserveB }));
  placePools(state, block, events);
}
