/** A thousand pools around two tokens, as many as can take part in one search for a route.
 *
 *  In: the scene of the bench. Out: the same with the pools, and swaps from XRGE to `OUT` that name no path. Their best route
 *  uses three pools, so both the search and the swap are as long as possible. */

import { QUANTA } from '../../engine/base/amounts.js';
import { InvariantError, invariant, isRefusal } from '../../engine/base/refusal.js';
import { placePools, ROUTE_POOLS } from '../../engine/ledger/deepPools.js';
import { openPool } from '../../engine/ledger/exchange.js';
import { mint } from '../../engine/ledger/funds.js';
import { pairOf } from '../../engine/ledger/poolIds.js';
import { pools } from '../../engine/ledger/poolTables.js';
import { Overlay } from '../../engine/state/state.js';
import type { Wallet } from '../transfers.js';
import type { Order, Scene } from './scene.js';

const POOLS = 1_000;

/** Units of a token in a deep pool, and in one that only has to exist. */
const DEEP = 10n ** 15n;
const SHALLOW = DEEP / 1_000n;

type Opening = readonly [one: string, other: string, units: bigint];

/** The deepest pools of either end lead to tokens that all have pools with each other and with both ends. */
function openings(): readonly Opening[] {
  const near = Array.from({ length: ROUTE_POOLS }, (_, index) => `NEAR${index}`);
  const far = Array.from({ length: ROUTE_POOLS }, (_, index) => `FAR${index}`);
  const crowd: Opening[] = [['XRGE', 'OUT', SHALLOW]];
  for (const token of near) crowd.push(['XRGE', token, DEEP], [token, 'OUT', SHALLOW]);
  for (const token of far) crowd.push([token, 'OUT', DEEP], ['XRGE', token, SHALLOW]);
  for (const one of near) for (const two of far) crowd.push([one, two, 2n * DEEP]);
  while (crowd.length < POOLS) crowd.push(['XRGE', `LESS${crowd.length}`, SHALLOW]);
  return crowd;
}

export function crowd(scene: Scene): void {
  const overlay = new Overlay(scene.state);
  const { account } = scene.people[0] as Wallet;
  const all = openings();
  const symbols = new Set<string>();
  for (const [one, other] of all) symbols.add(one).add(other);
  for (const symbol of symbols) invariant(mint(overlay, account, symbol, DEEP * 1_000n), `too many units of ${symbol}`);
  for (const [one, other, units] of all) {
    const opened = openPool(overlay, scene.context, account, pairOf(one, other), units, units);
    if (isRefusal(opened)) throw new InvariantError(opened.message);
    placePools(overlay, scene.context, [opened]);
  }
  scene.state.prepare(overlay).commit();
  invariant([...scene.state.entries(pools)].length >= POOLS, 'some pools were not opened');
}

/** A swap that names no path. */
export const openSwap = (sender: number): Order => ({
  operation: 'swap',
  sender,
  members: { token_in: 'XRGE', token_out: 'OUT', amount_in: Number(DEEP / QUANTA) / 100, min_amount_out: 1 },
});
