/** How a successor network begins: with exactly the state of another chain after one of its blocks.
 *
 *  In: a genesis file with the member `state`. Out: those records, proven by the state root of the block's header, by its proposer's
 *  signature, and by precommits of a quorum of the set that the records themselves name; then what begins again. Balances, tokens, NFTs,
 *  pools, allowances and stakes are as they were. What numbers a history that the new chain does not have begins at zero:
 *  account nonces, entries of histories, events of pools and what their swaps
 *  moved. Heights of the unbonding queue count from the new chain's start.
 *
 *  When the file names validators, only they have stake: each as much as the file says, out of its own stake and balance. What
 *  anybody else has staked goes into the unbonding queue, so nobody loses it and a validator that is gone stops nothing. */

import { XRGE } from '../base/amounts.js';
import { fromHex, toHex } from '../base/bytes.js';
import { type Refusal, refuse } from '../base/refusal.js';
import { proposerKey } from '../chain/block.js';
import { type CarriedState, unpackRecords } from '../chain/carriedState.js';
import { certificateChecks, checkCertificate } from '../chain/certificate.js';
import type { Genesis } from '../chain/genesis.js';
import { isActive } from '../chain/upgrades.js';
import { type AccountId, addressOf } from '../crypto/address.js';
import { nobleBackend } from '../crypto/mldsa.js';
import type { Protocol } from '../protocol/protocol.js';
import type { Overlay, State } from '../state/state.js';
import { tipSetOf } from './activeSet.js';
import { forgetHashes } from './blockHashes.js';
import { counters } from './counters.js';
import { balanceOf, debit } from './funds.js';
import { pools } from './poolTables.js';
import { nextSet, votingSet } from './setTables.js';
import { addStake, stakeOf, takeStake } from './staking.js';
import { subjectActivity } from './subjects.js';
import {
  accounts,
  SINGLE,
  stakeTotals,
  unbondingEntries,
  unbondingEntryKey,
  unbondingQueue,
  validators,
} from './tables.js';

const wrong = (message: string): Refusal => refuse('rule_violation', `the carried state: ${message}`);

/** Loads the carried records into an empty state and proves them. @returns why they are not proven. */
export function loadCarried(
  state: State,
  genesis: Genesis,
  carried: CarriedState,
  protocol: Protocol,
): Refusal | undefined {
  try {
    for (const { key, value } of unpackRecords(carried.records)) state.loadRecord(key, value);
  } catch (error) {
    return wrong(`a record cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  state.finishLoad();
  const { header } = carried;
  const root = toHex(state.root());
  if (root !== header.state_root)
    return wrong(`its records have root ${root}, the header of block ${header.height} says ${header.state_root}`);
  return checkSignatures(genesis, carried, protocol, state);
}

/** The block's signature and its certificate. The set that votes for it is under the root that it signs. */
function checkSignatures(
  genesis: Genesis,
  { header, headerBytes, proposerSignature, certificate }: CarriedState,
  protocol: Protocol,
  state: State,
): Refusal | undefined {
  const { height, chain_id: chainId } = header;
  const key = proposerKey(header);
  if (!key || !nobleBackend.verify(proposerSignature, headerBytes, key))
    return wrong(`the proposer's signature of block ${height} does not hold`);
  if (!certificate)
    return protocol.requiresCertificate(genesis, height + 1) ? wrong(`block ${height} has no certificate`) : undefined;
  const blockHash = fromHex(protocol.blockHash(headerBytes, toHex(proposerSignature))) ?? new Uint8Array();
  const { totalStake, stakeOf: weightOf } = tipSetOf(state, genesis);
  const problem = checkCertificate(certificate, { height, blockHash, totalStake }, weightOf);
  if (problem) return wrong(problem.message);
  const message = protocol.voteBytes(chainId, 'precommit', height, certificate.round, blockHash);
  for (const check of certificateChecks(certificate, message))
    if (!nobleBackend.verify(check.signature, check.message, check.publicKey))
      return wrong('a precommit of its certificate does not hold');
  return undefined;
}

/** What a chain without the blocks before it must count anew. @param height of the carried block. */
export function beginAgain(overlay: Overlay, state: State, genesis: Genesis, height: number): void {
  for (const [key, { balance }] of state.entries(accounts))
    if (balance === 0n) overlay.delete(accounts, key);
    else overlay.put(accounts, key, { balance, nonce: 0, activity: 0 });
  for (const [key] of state.entries(subjectActivity)) overlay.delete(subjectActivity, key);
  overlay.delete(counters, 'pool_events');
  for (const [key, pool] of state.entries(pools))
    overlay.put(pools, key, { ...pool, events: 0, swaps: 0, volumeA: 0n, volumeB: 0n });
  for (const [key, entry] of state.entries(unbondingEntries))
    overlay.put(unbondingEntries, key, { ...entry, releaseHeight: Math.max(1, entry.releaseHeight - height) });
  for (const table of [nextSet, votingSet]) overlay.delete(table, SINGLE);
  forgetHashes(overlay);
  const isStored = isActive(genesis.schedule, 'active_set', 1);
  let stake = 0n;
  let active = 0;
  for (const [key, validator] of state.entries(validators)) {
    overlay.put(validators, key, { ...validator, votingStake: isStored ? 0n : validator.stake });
    stake += validator.stake;
    if (validator.stake > 0n) active++;
  }
  overlay.put(stakeTotals, SINGLE, { stake, active });
}

/** Height at which stakes that the file takes away are paid out: not before an entry that waits already, because the queue is in the
 *  order of its heights. */
function releaseHeightOf(overlay: Overlay, genesis: Genesis): number {
  const { next = 1 } = overlay.get(unbondingQueue, SINGLE) ?? {};
  const last = overlay.get(unbondingEntries, unbondingEntryKey(next - 1));
  return Math.max(genesis.unbondingBlocks, last?.releaseHeight ?? 0);
}

/** Gives the stakes that the file names, and releases all others. */
export function restake(overlay: Overlay, genesis: Genesis): Refusal | undefined {
  if (genesis.validators.length === 0) return undefined;
  const wanted = new Map<AccountId, bigint>(genesis.validators.map(({ account, stake }) => [account, stake]));
  const release = releaseHeightOf(overlay, genesis);
  for (const [key, { stake }] of [...overlay.inOrder(validators)]) {
    const account = key as AccountId;
    const excess = stake - (wanted.get(account) ?? 0n);
    if (excess > 0n) takeStake(overlay, genesis, account, excess, release);
  }
  for (const { account, publicKey, stake } of genesis.validators) {
    const missing = stake - stakeOf(overlay, account);
    if (missing === 0n) continue;
    if (!debit(overlay, account, XRGE, missing))
      return wrong(
        `${addressOf(account)} has ${stakeOf(overlay, account)} quanta staked and ${balanceOf(overlay, account, XRGE)} in its balance, too little for a stake of ${stake}; give it more with an allocation, or name a smaller stake`,
      );
    addStake(overlay, genesis, account, publicKey, missing);
  }
  return undefined;
}
