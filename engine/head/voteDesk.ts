/** Votes of other implementations, which come over HTTP: POST /api/finality/votes; and what this node knows of a height's votes.
 *
 *  In: votes as JSON. Out: what became of each, in their order. A signature is checked only for a vote that is worth it, and within a
 *  budget of its sender and of all senders. Accepted votes count and travel on as those of peers do. */

import { decodeUtf8 } from '../base/bytes.js';
import { isJsonObject, JsonNumber, parseJson } from '../base/json.js';
import { VOTE_JSON } from '../base/limits.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import { type Vote, voteFromJson } from '../chain/vote.js';
import type { Judgement, Voting } from '../consensus/voting.js';
import { TokenBucket } from '../network/tokenBucket.js';

export interface VoteDeskParts {
  readonly voting: Voting;
  /** Members of the active set. */
  readonly validators: () => number;
  /** Whether the signatures hold; undefined when they could not be checked now. */
  readonly check: (votes: readonly Vote[]) => Promise<readonly boolean[] | undefined>;
  /** Their signatures hold: they count, and travel on. */
  readonly accept: (votes: readonly Vote[]) => void;
  /** Why no vote can be taken yet; undefined when votes can. */
  readonly held: () => Refusal | undefined;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
}

export type VoteOutcome = 'accepted' | 'duplicate' | 'not_ready' | 'rejected';

/** Verifications a second, for all senders and for one of them, and what either may do at once. Both grow with the set: of each validator
 *  two votes a height are to be heard. */
const BUDGET = { all: { perSecond: 200, burst: 512 }, source: { perSecond: 20, burst: 128 } } as const;
const PER_VALIDATOR = { all: { perSecond: 10, burst: 16 }, source: { perSecond: 5, burst: 4 } } as const;

/** Above the open height: the sender may be a block ahead. */
const HEIGHTS_AHEAD = 1;

/** Senders that are remembered; the oldest is forgotten. */
const SOURCES = 1_024;

const OUTCOME: Readonly<Record<Exclude<Judgement, 'wanted'>, VoteOutcome>> = {
  duplicate: 'duplicate',
  not_ready: 'not_ready',
  rejected: 'rejected',
};

interface Buckets {
  readonly validators: number;
  readonly all: TokenBucket;
  readonly bySource: Map<string, TokenBucket>;
}

const noVote = (why: string): Refusal => refuse('malformed_body', `this is no vote: ${why}`);

/** Votes come from anybody and are read on the main thread: nothing is read beyond what a vote can be.
 *  @returns a refusal for bytes that are no vote. */
export function readVote(bytes: Uint8Array): Vote | Refusal {
  if (bytes.length > VOTE_JSON.characters) return noVote(`it has more than ${VOTE_JSON.characters} bytes`);
  const text = decodeUtf8(bytes);
  if (text === undefined) return noVote('it is not UTF-8 text');
  const value = parseJson(text, VOTE_JSON);
  if (isRefusal(value)) return noVote(value.message);
  if (!isJsonObject(value)) return noVote('it is not an object');
  const members = [...value].map(([name, one]) => [name, one instanceof JsonNumber ? Number(one.text) : one]);
  return voteFromJson(Object.fromEntries(members));
}

export class VoteDesk {
  #buckets: Buckets | undefined;

  constructor(private readonly parts: VoteDeskParts) {}

  /** Votes of a height that are kept: of the open one, or precommits of the one decided last. */
  votesOf(height: number): readonly Vote[] {
    return this.parts.voting.votesOf(height);
  }

  /** Round of the open height. */
  get round(): number {
    return this.parts.voting.round;
  }

  /** @param source network of the sender's address. */
  async take(items: readonly Uint8Array[], source: string): Promise<VoteOutcome[] | Refusal> {
    const { voting, held, check, accept } = this.parts;
    const not = held();
    if (not) return not;
    const read = items.map(readVote);
    const judged = read.map((vote) => (isRefusal(vote) || this.#isFar(vote) ? 'rejected' : voting.judge(vote)));
    const wanted = read.filter((vote, index): vote is Vote => !isRefusal(vote) && judged[index] === 'wanted');
    if (!this.#spend(wanted.length, source))
      return refuse('rate_limited', 'vote verification budget exhausted: try again in a second', 1);
    const verdicts = wanted.length === 0 ? [] : await check(wanted);
    if (!verdicts) return refuse('busy', 'the votes could not be checked now; send them again', 1);
    const holds = new Map(wanted.map((vote, index) => [vote, verdicts[index] === true]));
    const accepted = wanted.filter((vote) => holds.get(vote));
    if (accepted.length > 0) accept(accepted);
    return judged.map((judgement, index) => {
      if (judgement !== 'wanted') return OUTCOME[judgement];
      return holds.get(read[index] as Vote) ? 'accepted' : 'rejected';
    });
  }

  /** Nobody can vote there yet. */
  #isFar({ height }: Vote): boolean {
    return height > this.parts.voting.height + HEIGHTS_AHEAD;
  }

  #spend(votes: number, source: string): boolean {
    if (votes === 0) return true;
    const now = this.parts.monotonic();
    const { all, bySource } = this.#current(now);
    let own = bySource.get(source);
    if (!own) {
      if (bySource.size >= SOURCES) bySource.delete(bySource.keys().next().value as string);
      own = this.#bucket('source', now);
      bySource.set(source, own);
    }
    return own.take(votes, now) && all.take(votes, now);
  }

  /** New buckets when the set has another size. */
  #current(now: number): Buckets {
    const validators = this.parts.validators();
    if (this.#buckets?.validators === validators) return this.#buckets;
    const all = this.#bucket('all', now);
    this.#buckets = { validators, all, bySource: new Map() };
    return this.#buckets;
  }

  #bucket(whose: keyof typeof BUDGET, now: number): TokenBucket {
    const [base, each] = [BUDGET[whose], PER_VALIDATOR[whose]];
    const validators = this.parts.validators();
    return new TokenBucket(base.burst + each.burst * validators, base.perSecond + each.perSecond * validators, now);
  }
}
