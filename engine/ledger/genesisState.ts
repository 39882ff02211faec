/** The state that a genesis file describes: allocations, validators, the first base fee; for a successor network also the state that
 *  it carries on. */

import { XRGE } from '../base/amounts.js';
import { invariant, type Refusal, refuse } from '../base/refusal.js';
import type { CarriedState } from '../chain/carriedState.js';
import type { Genesis } from '../chain/genesis.js';
import { isActive } from '../chain/upgrades.js';
import type { Protocol } from '../protocol/protocol.js';
import { Overlay, State } from '../state/state.js';
import { closeVoting } from './activeSet.js';
import { mint, supplyOf } from './funds.js';
import { beginAgain, loadCarried, restake } from './successor.js';
import { ledgerTables, SINGLE, supplies, totals, validators } from './tables.js';

/** The state before the first block: the caller makes all of its records durable.
 *  @param secret as of `State`.
 *  @returns a refusal when a carried state is not proven, or the file's stakes cannot be paid out of it. */
export function genesisState(genesis: Genesis, protocol: Protocol, secret?: Uint8Array): State | Refusal {
  const { carried } = genesis;
  const state = new State(ledgerTables, protocol.stateTree, undefined, secret);
  const unproven = carried && loadCarried(state, genesis, carried, protocol);
  if (unproven) return unproven;
  const overlay = new Overlay(state);
  const problem = carried ? carryOn(overlay, state, genesis, carried) : applyGenesis(overlay, genesis);
  if (problem) return problem;
  state.prepare(overlay).commit();
  return state;
}

function carryOn(overlay: Overlay, state: State, genesis: Genesis, carried: CarriedState): Refusal | undefined {
  beginAgain(overlay, state, genesis, carried.header.height);
  for (const { account, token, amount } of genesis.allocations)
    if (!mint(overlay, account, token, amount))
      return refuse('rule_violation', `an allocation brings the supply of ${token} beyond 128 bits`);
  const problem = restake(overlay, genesis);
  closeVoting(overlay, { genesis, height: 0 });
  return problem;
}

export function applyGenesis(state: Overlay, genesis: Genesis): undefined {
  for (const { account, token, amount } of genesis.allocations)
    invariant(mint(state, account, token, amount), 'a genesis allocation leaves 128 bits');
  for (const { account, publicKey, stake } of genesis.validators) {
    const supply = supplyOf(state, XRGE);
    state.put(supplies, XRGE, { ...supply, minted: supply.minted + stake });
    const votingStake = isActive(genesis.schedule, 'active_set', 1) ? 0n : stake;
    state.put(validators, account, { stake, votingStake, blocksProposed: 0, publicKey });
  }
  state.put(totals, SINGLE, { baseFee: genesis.fees.start, feesCollected: 0n, feesBurned: 0n, feesInLastBlock: 0n });
  closeVoting(state, { genesis, height: 0 });
}
