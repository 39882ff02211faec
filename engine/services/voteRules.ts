/** The operator's rules of community votes. A proposal keeps those that were in force when it was opened. */

import type { AccountId } from '../crypto/address.js';

export interface VoteRules {
  /** Wallet that pays; it is one of `excluded`. */
  readonly treasury: AccountId | undefined;
  /** Accounts without a vote, sorted. */
  readonly excluded: readonly AccountId[];
  /** Sorted. */
  readonly curators: readonly AccountId[];
  /** Most weight of one wallet, in hundredths of a percent of the eligible total. */
  readonly capBps: number;
  /** Turnout to pass, in hundredths of a percent of the eligible total. */
  readonly turnoutBps: number;
  /** Voting window of a proposal that names none. */
  readonly defaultDays: number;
  /** Balance that lets somebody who is not a curator open a proposal. */
  readonly minCreatorXrge: number;
}

/** Rules of a node whose operator has set none (specification, Community votes). */
export const STANDARD_VOTE_RULES: VoteRules = {
  treasury: undefined,
  excluded: [],
  curators: [],
  capBps: 500,
  turnoutBps: 1_000,
  defaultDays: 7,
  minCreatorXrge: 10_000,
};

const sorted = (accounts: readonly AccountId[]): readonly AccountId[] => [...new Set(accounts)].sort();

/** The treasury has no vote. */
export const voteRules = (rules: VoteRules): VoteRules => ({
  ...rules,
  excluded: sorted([...rules.excluded, ...(rules.treasury === undefined ? [] : [rules.treasury])]),
  curators: sorted(rules.curators),
});
