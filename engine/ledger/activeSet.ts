/** The active set: the validators that propose, vote and share in the fees of one height.
 *
 *  In: the stakes after the block before. Out: its members, greatest stake first, ties to the lowest raw key. From the upgrade
 *  `active_set` on they are the `max_validators` greatest stakes, and two records under the state root hold them: the set of the next
 *  block, and the set that votes for the latest block, whose stakes may have changed since. So a restart finds both, one proof shows a
 *  whole set, and a block without a change of stakes costs nothing. Before the upgrade every staker is a member; then a set is
 *  made from all validators at each call.
 *
 *  No rule of these networks jails a validator, and a record has no member that could say so: every stake is eligible. */

import { invariant } from '../base/refusal.js';
import type { Genesis } from '../chain/genesis.js';
import { isActive } from '../chain/upgrades.js';
import { type AccountId, accountOfKey } from '../crypto/address.js';
import type { Overlay, StateView, StateWriter } from '../state/state.js';
import type { BlockContext } from './blockContext.js';
import { nextSet, type StoredSet, votingSet } from './setTables.js';
import { byStake, SINGLE, type Validator, validators } from './tables.js';

export interface ActiveValidator {
  readonly account: AccountId;
  /** ML-DSA-65 public key. */
  readonly publicKey: Uint8Array;
  /** Quanta. */
  readonly stake: bigint;
}

export interface ActiveSet {
  /** Greatest stake first, ties to the lowest raw key. */
  readonly validators: readonly ActiveValidator[];
  /** Quanta of all members together. */
  readonly totalStake: bigint;
  /** The only one that may propose; undefined when nobody has stake. */
  readonly proposer: ActiveValidator | undefined;
  /** Stake in quanta of a member's key, 0 for any other key. */
  stakeOf(publicKey: Uint8Array): bigint;
}

type Rules = Pick<Genesis, 'schedule' | 'maxValidators'>;

/** @param members in the order of the set. */
function setOf(members: readonly ActiveValidator[]): ActiveSet {
  const stakes = new Map(members.map(({ account, stake }) => [account, stake]));
  return {
    validators: members,
    totalStake: members.reduce((sum, { stake }) => sum + stake, 0n),
    proposer: members[0],
    stakeOf: (publicKey) => stakes.get(accountOfKey(publicKey)) ?? 0n,
  };
}

/** A stored set is made into an active one once: it changes only with its record. */
const made = new WeakMap<StoredSet, ActiveSet>();

function storedSetOf(view: StateView, stored: StoredSet): ActiveSet {
  const known = made.get(stored);
  if (known) return known;
  const set = setOf(
    stored.members.map(({ account, stake }) => {
      const validator = view.get(validators, account);
      invariant(validator, 'a member of the active set has no validator record');
      return { account, publicKey: validator.publicKey, stake };
    }),
  );
  made.set(stored, set);
  return set;
}

function inOrder(view: StateView): Iterable<readonly [key: string, validator: Validator]> {
  invariant(view.inOrder, 'the active set is asked of a view without an order');
  return view.inOrder(validators);
}

/** The greatest stakes of a view, in time proportional to the members. */
function greatest(view: StateView, most: number): ActiveValidator[] {
  const members: ActiveValidator[] = [];
  for (const [key, { stake, publicKey }] of inOrder(view)) {
    if (stake <= 0n || members.length === most) break;
    members.push({ account: key as AccountId, publicKey, stake });
  }
  return members;
}

const hasStoredSets = ({ schedule }: Rules): boolean => schedule.heights.active_set !== null;

/** The set of the block after the state: its proposer, its voters, and who shares in its fees. */
export function activeSetOf(view: StateView, genesis: Rules): ActiveSet {
  const stored = hasStoredSets(genesis) ? view.get(nextSet, SINGLE) : undefined;
  return stored ? storedSetOf(view, stored) : setOf(greatest(view, Number.POSITIVE_INFINITY));
}

/** The set whose votes make the latest block of the state final, with the stakes before that block. Nobody votes on the genesis
 *  block: there it is the set of the first block, or empty. */
export function tipSetOf(view: StateView, genesis: Rules): ActiveSet {
  const stored = hasStoredSets(genesis) ? view.get(votingSet, SINGLE) : undefined;
  if (stored) return storedSetOf(view, stored);
  const voters: ActiveValidator[] = [];
  for (const [key, { votingStake, publicKey }] of inOrder(view))
    if (votingStake > 0n) voters.push({ account: key as AccountId, publicKey, stake: votingStake });
  return setOf(voters.sort(byStake));
}

/** Opens a block: sets who votes for it, with the stakes before it. */
export function openVoting(state: StateWriter, { genesis, height }: Pick<BlockContext, 'genesis' | 'height'>): void {
  const { active_set: from } = genesis.schedule.heights;
  const isStored = isActive(genesis.schedule, 'active_set', height);
  if (!isStored || from === height)
    for (const [account, validator] of [...inOrder(state)]) {
      const votingStake = isStored ? 0n : validator.stake;
      if (validator.votingStake !== votingStake) state.put(validators, account, { ...validator, votingStake });
    }
  if (!isStored) return;
  const next = state.get(nextSet, SINGLE);
  invariant(next, 'the state before a block of the upgrade active_set holds no active set');
  // The same object as long as no stake changes: the state then sees that nothing does.
  state.put(votingSet, SINGLE, next);
}

/** Closes a block of this height, or the genesis state with height 0: sets who proposes and votes next, if that changed. */
export function closeVoting(state: Overlay, { genesis, height }: Pick<BlockContext, 'genesis' | 'height'>): void {
  if (!isActive(genesis.schedule, 'active_set', height + 1)) return;
  const before = state.get(nextSet, SINGLE);
  if (before && !stakesChanged(state)) return;
  const members = greatest(state, genesis.maxValidators).map(({ account, stake }) => ({ account, stake }));
  if (!before || !isSame(before.members, members)) state.put(nextSet, SINGLE, { members });
}

/** Every block writes a validator's record, because it counts what each proposed. */
function stakesChanged(state: Overlay): boolean {
  for (const [account, after] of state.written(validators))
    if ((after?.stake ?? 0n) !== (state.base.get(validators, account)?.stake ?? 0n)) return true;
  return false;
}

const isSame = (before: StoredSet['members'], after: StoredSet['members']): boolean =>
  before.length === after.length &&
  before.every(({ account, stake }, index) => account === after[index]?.account && stake === after[index].stake);
