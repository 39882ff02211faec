/** Votes for heights above the open one: a node that is a little behind keeps them, so that it does not wait for them again.
 *
 *  At most two heights, two rounds, and as many votes for each (voter, height, round, type) as the tally keeps, of the voters of the open
 *  height: the second is evidence, and each may complete a quorum behind a lock. A voter that joins the set later is heard when its height opens, because votes are offered again until there is a certificate. */

import type { Vote, VoteIntent } from '../chain/vote.js';
import { accountOfKey } from '../crypto/address.js';
import { VOTES_OF_VOTER, type VoterSet } from './tally.js';

/** Heights above the open one: a peer is that far ahead when it has the next certificate and this node does not. */
export const EARLY_HEIGHTS = 2;

/** Rounds of such a height: its later rounds are 5 s away from each other. */
const EARLY_ROUNDS = 2;

export class EarlyVotes {
  /** By height, then by voter, round and type. */
  readonly #votes = new Map<number, Map<string, Vote[]>>();

  judge(vote: VoteIntent & Pick<Vote, 'voterKey'>, open: number, set: VoterSet): 'wanted' | 'duplicate' | 'not_ready' {
    if (vote.height > open + EARLY_HEIGHTS || vote.round >= EARLY_ROUNDS || set.stakeOf(vote.voterKey) === 0n)
      return 'not_ready';
    const known = this.#votes.get(vote.height)?.get(keyOf(vote)) ?? [];
    if (known.some(({ blockHash }) => blockHash === vote.blockHash)) return 'duplicate';
    return known.length < VOTES_OF_VOTER ? 'wanted' : 'not_ready';
  }

  /** @returns the first vote, when this is the second, different one of the same voter, round and type. */
  add(vote: Vote, open: number, set: VoterSet): Vote | undefined {
    if (this.judge(vote, open, set) !== 'wanted') return undefined;
    const votes = this.#votes.get(vote.height) ?? new Map<string, Vote[]>();
    this.#votes.set(vote.height, votes);
    const key = keyOf(vote);
    const known = votes.get(key) ?? [];
    votes.set(key, [...known, vote]);
    return known.length === 1 ? known[0] : undefined;
  }

  /** The votes of a height that opens now. Those of lower heights are forgotten. */
  take(height: number): readonly Vote[] {
    const votes = [...(this.#votes.get(height)?.values() ?? [])].flat();
    for (const kept of this.#votes.keys()) if (kept <= height) this.#votes.delete(kept);
    return votes;
  }
}

const keyOf = ({ voterKey, round, type }: VoteIntent & Pick<Vote, 'voterKey'>): string =>
  `${accountOfKey(voterKey)}:${round}:${type}`;
