/** Stakes and the unbonding queue: the only functions that change either (specification, Staking).
 *
 *  Quanta move from a balance into a stake, from a stake into the queue, and from the queue back into the balance, in the block
 *  of their release height; nothing is lost or created on the way. All unstakes of one account in one block are one entry, so
 *  an account has at most one entry for each block of the unbonding time. The queue is a list of numbered records with
 *  its two ends in a third table: adding and releasing touch the ends, never the middle. */

import { XRGE } from '../base/amounts.js';
import { invariant } from '../base/refusal.js';
import type { Genesis } from '../chain/genesis.js';
import type { AccountId } from '../crypto/address.js';
import type { StateView, StateWriter } from '../state/state.js';
import { credit } from './funds.js';
import {
  accountUnbonding,
  formerProposers,
  SINGLE,
  type StakeTotals,
  stakeTotals,
  type UnbondingEntry,
  unbondingEntries,
  unbondingEntryKey,
  unbondingQueue,
  type Validator,
  validators,
} from './tables.js';

/** What the whole network has staked. */
export function stakeTotalsOf(view: StateView, genesis: Pick<Genesis, 'validators'>): StakeTotals {
  const changed = view.get(stakeTotals, SINGLE);
  if (changed) return changed;
  let stake = 0n;
  for (const validator of genesis.validators) stake += validator.stake;
  return { stake, active: genesis.validators.length };
}

/** Stake of an account in quanta. */
export const stakeOf = (view: StateView, account: AccountId): bigint => view.get(validators, account)?.stake ?? 0n;

function setStake(
  state: StateWriter,
  genesis: Pick<Genesis, 'validators'>,
  account: AccountId,
  before: Validator,
  stake: bigint,
): void {
  const totals = stakeTotalsOf(state, genesis);
  const becomes = (stake > 0n ? 1 : 0) - (before.stake > 0n ? 1 : 0);
  state.put(stakeTotals, SINGLE, { stake: totals.stake - before.stake + stake, active: totals.active + becomes });
  state.put(validators, account, { ...before, stake });
}

/** Adds to a stake; the caller has debited the amount. It counts in votes from the next block on.
 *  @param publicKey ML-DSA-65 key of the account. */
export function addStake(
  state: StateWriter,
  genesis: Pick<Genesis, 'validators'>,
  account: AccountId,
  publicKey: Uint8Array,
  amount: bigint,
): void {
  const validator = state.get(validators, account) ?? newcomer(state, account, publicKey);
  setStake(state, genesis, account, validator, validator.stake + amount);
}

/** A new validator record for an account, with the blocks that it proposed when it was a validator before. */
function newcomer(state: StateWriter, account: AccountId, publicKey: Uint8Array): Validator {
  const blocksProposed = state.get(formerProposers, account) ?? 0;
  if (blocksProposed > 0) state.delete(formerProposers, account);
  // A copy: the transaction's key is a view into the memory of its whole packet.
  return { stake: 0n, votingStake: 0n, blocksProposed, publicKey: publicKey.slice() };
}

/** Moves an amount from a stake into the queue. The caller has checked that the stake is large enough. */
export function takeStake(
  state: StateWriter,
  genesis: Pick<Genesis, 'validators'>,
  account: AccountId,
  amount: bigint,
  releaseHeight: number,
): void {
  const validator = state.get(validators, account);
  invariant(validator && validator.stake >= amount, 'more is unstaked than is staked');
  setStake(state, genesis, account, validator, validator.stake - amount);
  enqueue(state, account, amount, releaseHeight);
}

function entryAt(view: StateView, number: number): UnbondingEntry {
  const entry = view.get(unbondingEntries, unbondingEntryKey(number));
  invariant(entry, `the unbonding queue has no entry ${number}`);
  return entry;
}

function enqueue(state: StateWriter, account: AccountId, amount: bigint, releaseHeight: number): void {
  const own = state.get(accountUnbonding, account);
  const last = own && entryAt(state, own.last);
  if (own && last?.releaseHeight === releaseHeight) {
    state.put(unbondingEntries, unbondingEntryKey(own.last), { ...last, amount: last.amount + amount });
    state.put(accountUnbonding, account, { ...own, total: own.total + amount });
    return;
  }
  const { first, next: number } = state.get(unbondingQueue, SINGLE) ?? { first: 1, next: 1 };
  state.put(unbondingEntries, unbondingEntryKey(number), { releaseHeight, account, amount, next: 0 });
  state.put(unbondingQueue, SINGLE, { first, next: number + 1 });
  if (own && last) state.put(unbondingEntries, unbondingEntryKey(own.last), { ...last, next: number });
  state.put(accountUnbonding, account, {
    total: (own?.total ?? 0n) + amount,
    first: own?.first ?? number,
    last: number,
  });
}

/** Releases every entry that waits for a height up to this one, in queue order, in time proportional to them. */
export function releaseUnbonding(state: StateWriter, height: number): void {
  const queue = state.get(unbondingQueue, SINGLE);
  if (!queue) return;
  let { first } = queue;
  for (; first < queue.next; first++) {
    const entry = entryAt(state, first);
    if (entry.releaseHeight > height) break;
    state.delete(unbondingEntries, unbondingEntryKey(first));
    credit(state, entry.account, XRGE, entry.amount);
    shorten(state, entry);
  }
  if (first > queue.first) state.put(unbondingQueue, SINGLE, { first, next: queue.next });
}

/** Removes the first entry of the account's list. */
function shorten(state: StateWriter, { account, amount, next }: UnbondingEntry): void {
  const own = state.get(accountUnbonding, account);
  invariant(own, 'an entry of the unbonding queue belongs to nobody');
  if (next > 0) {
    state.put(accountUnbonding, account, { total: own.total - amount, first: next, last: own.last });
    return;
  }
  invariant(own.total === amount, 'the last entry of an account is not the rest of its sum');
  state.delete(accountUnbonding, account);
  retire(state, account);
}

/** Removes a validator without stake when its last entry leaves the queue. Votes for a block have the weight of the stake
 *  before it and are checked against this record one block later. The first release is due then at the earliest, and the
 *  weights of the next votes are set before releases. */
function retire(state: StateWriter, account: AccountId): void {
  const validator = state.get(validators, account);
  if (!validator || validator.stake > 0n) return;
  invariant(validator.votingStake === 0n, 'a validator leaves while its vote weighs something');
  state.delete(validators, account);
  if (validator.blocksProposed > 0) state.put(formerProposers, account, validator.blocksProposed);
}

/** An account's entries in queue order: at most one for each block of the unbonding time. */
export function* unbondingOf(view: StateView, account: AccountId): Generator<UnbondingEntry> {
  let number = view.get(accountUnbonding, account)?.first ?? 0;
  while (number > 0) {
    const entry = entryAt(view, number);
    yield entry;
    number = entry.next;
  }
}
