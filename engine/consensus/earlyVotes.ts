/** Votes for heights above the open one: a node that is a little behind keeps them, so that it does not wait for them again.
 *
 *  At most two heights, two rounds, and one vote for each (voter, height, round, type), of the voters of the open height. A voter that joins the
 *  set later is heard when its height opens, because votes are offered again until there is a certificate. */

import type { Vote, VoteIntent } from '../chain/vote.js';
import { accountOfKey } from '../crypto/address.js';
import type { VoterSet } from './tally.js';

/** Heights above the open one: a peer is that far ahead when it has the next certificate and this node does not. */
export const EARLY_HEIGHTS = 2;

/** Rounds of such a height: its later rounds are 5 s away from each other. */
const EARLY_ROUNDS = 2;

export class EarlyVotes {
  /** By height, then by voter, round and type. */
  readonly #votes = new Map<number, Map<string, Vote>>();

  judge(vote: VoteIntent & Pick<Vote, 'voterKey'>, open: number, set: VoterSet): 'wanted' | 'duplicate' | 'not_ready' {
    if (vote.height > open + EARLY_HEIGHTS || vote.round >= EARLY_ROUNDS || set.stakeOf(vote.voterKey) === 0n)
      return 'not_ready';
    const known = this.#votes.get(vote.height)?.get(keyOf(vote));
    return known?.blockHash === vote.blockHash ? 'duplicate' : 'wanted';
  }

  /** @returns the first vote, when this is a different one of the same voter, round and type. */
  add(vote: Vote, open: number, set: VoterSet): Vote | undefined {
    if (this.judge(vote, open, set) !== 'wanted') return undefined;
    const votes = this.#votes.get(vote.height) ?? new Map<string, Vote>();
    this.#votes.set(vote.height, votes);
    const key = keyOf(vote);
    const first = votes.get(key);
    if (!first) votes.set(key, vote);
    return first;
  }

  /** The votes of a height that opens now. Those of lower heights are forgotten. */
  take(height: number): readonly Vote[] {
    const votes = [...(this.#votes.get(height)?.values() ?? [])];
    for (const kept of this.#votes.keys()) if (kept <= height) this.#votes.delete(kept);
    return votes;
  }
}

const keyOf = ({ voterKey, round, type }: VoteIntent & Pick<Vote, 'voterKey'>): string =>
  `${accountOfKey(voterKey)}:${round}:${type}`;
