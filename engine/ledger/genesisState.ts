/** The state that a genesis file describes: allocations, validators, the first base fee. */

import { XRGE } from '../base/amounts.js';
import { invariant } from '../base/refusal.js';
import type { Genesis } from '../chain/genesis.js';
import { isActive } from '../chain/upgrades.js';
import type { Overlay } from '../state/state.js';
import { closeVoting } from './activeSet.js';
import { mint, supplyOf } from './funds.js';
import { SINGLE, supplies, totals, validators } from './tables.js';

export function applyGenesis(state: Overlay, genesis: Genesis): void {
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
