/** Counts the votes of one height, round by round.
 *
 *  In: votes whose signatures hold. Out: the weight behind each block, quorums, and certificates. A voter counts once for a block in
 *  a round. The votes of a voter that contradicts itself each count for their own block, as they would in a certificate: otherwise
 *  two honest nodes that saw them in different orders could never agree on a quorum.
 *
 *  Memory is bounded by the set: round 0, the latest rounds and the next two are kept whole. Of rounds further ahead each voter
 *  has its latest vote of each type, which is enough to see that this node has fallen behind. */

import { fromHex } from '../base/bytes.js';
import { type Certificate, makeCertificate, quorumOf, type VoteType } from '../chain/certificate.js';
import type { Vote } from '../chain/vote.js';
import { type AccountId, accountOfKey } from '../crypto/address.js';

/** Who votes at a height, with how much stake. */
export interface VoterSet {
  /** Quanta. */
  readonly totalStake: bigint;
  /** Stake of a key in quanta, 0 for a key that is no voter. */
  stakeOf(publicKey: Uint8Array): bigint;
}

/** Rounds before the current one that are kept whole. At 5 s each, a precommit may be a minute late and still be counted; 100 voters fill
 *  them with 10 MB. A certificate of an older round decides all the same. */
export const ROUNDS_KEPT = 12;

/** Rounds after the current one that are kept whole: a node whose timer is late has them when it gets there. */
export const ROUNDS_AHEAD = 2;

/** Different votes of one voter in one (round, type) that are kept: as many as blocks of a slot, and as many as peers pass on. Each may
 *  complete the quorum behind somebody's lock, whether its block is known here already or not. */
export const VOTES_OF_VOTER = 8;

export interface Added {
  /** `old`: of a round that is no longer counted; `extra`: one of too many contradicting votes of its voter. */
  readonly kind: 'counted' | 'duplicate' | 'stranger' | 'old' | 'extra';
  /** The first vote of this voter, when this is the second, different one. */
  readonly against?: Vote;
}

/** Votes of one round and type. */
class Ballots {
  /** Of each voter, in the order of arrival. */
  readonly #votes = new Map<AccountId, Vote[]>();
  readonly #weights = new Map<string, bigint>();

  add(voter: AccountId, stake: bigint, vote: Vote): Added {
    const votes = this.#votes.get(voter) ?? [];
    if (votes.some(({ blockHash }) => blockHash === vote.blockHash)) return { kind: 'duplicate' };
    if (votes.length >= VOTES_OF_VOTER) return { kind: 'extra' };
    votes.push(vote);
    this.#votes.set(voter, votes);
    this.#weights.set(vote.blockHash, this.weightOf(vote.blockHash) + stake);
    const [first] = votes;
    return { kind: 'counted', ...(votes.length === 2 && first && { against: first }) };
  }

  has(voter: AccountId, blockHash: string): boolean {
    return this.#votes.get(voter)?.some((vote) => vote.blockHash === blockHash) ?? false;
  }

  weightOf(blockHash: string): bigint {
    return this.#weights.get(blockHash) ?? 0n;
  }

  /** The block with at least this weight behind it. */
  heaviest(least: bigint): string | undefined {
    for (const [blockHash, weight] of this.#weights) if (weight >= least) return blockHash;
    return undefined;
  }

  *all(): Iterable<Vote> {
    for (const votes of this.#votes.values()) yield* votes;
  }
}

type RoundVotes = Readonly<Record<VoteType, Ballots>>;

/** A block and the round in which a quorum voted for it. */
export interface Quorum {
  readonly round: number;
  readonly blockHash: string;
}

export class Tally {
  readonly quorum: bigint;
  /** More than a third of the stake: one of its voters at least is honest. */
  readonly third: bigint;
  readonly #rounds = new Map<number, RoundVotes>();
  /** Latest vote of each voter and type beyond the rounds that are kept whole. */
  readonly #ahead: Readonly<Record<VoteType, Map<AccountId, Vote>>> = { prevote: new Map(), precommit: new Map() };
  /** Greatest round of each voter's votes, and its stake. */
  readonly #latest = new Map<AccountId, { readonly round: number; readonly stake: bigint }>();
  #prevoted: Quorum | undefined;
  #precommitted: Quorum | undefined;
  #round = 0;

  constructor(
    private readonly height: number,
    private readonly set: VoterSet,
  ) {
    this.quorum = quorumOf(set.totalStake);
    this.third = set.totalStake / 3n + 1n;
  }

  /** The latest round in which a quorum has prevoted a block. It stays known when the votes of that round are forgotten. */
  get prevoted(): Quorum | undefined {
    return this.#prevoted;
  }

  /** A round in which a quorum has precommitted a block. */
  get precommitted(): Quorum | undefined {
    return this.#precommitted;
  }

  #isKept(round: number): boolean {
    if (round === 0) return true;
    return round >= this.#round - ROUNDS_KEPT && round <= this.#round + ROUNDS_AHEAD;
  }

  /** Whether a vote is new here, before its signature is checked. */
  judge(vote: Pick<Vote, 'type' | 'round' | 'blockHash' | 'voterKey'>): 'new' | 'duplicate' | 'stranger' | 'old' {
    if (this.set.stakeOf(vote.voterKey) === 0n) return 'stranger';
    const voter = accountOfKey(vote.voterKey);
    if (this.#isKept(vote.round)) {
      const ballots = this.#rounds.get(vote.round)?.[vote.type];
      return ballots?.has(voter, vote.blockHash) ? 'duplicate' : 'new';
    }
    if (vote.round < this.#round) return 'old';
    const waiting = this.#ahead[vote.type].get(voter);
    return waiting && waiting.round >= vote.round ? 'duplicate' : 'new';
  }

  add(vote: Vote): Added {
    const stake = this.set.stakeOf(vote.voterKey);
    if (stake === 0n) return { kind: 'stranger' };
    const voter = accountOfKey(vote.voterKey);
    if (!this.#isKept(vote.round)) return this.#addAhead(voter, stake, vote);
    const added = this.#votesOf(vote.round)[vote.type].add(voter, stake, vote);
    if (added.kind === 'counted') this.#counted(voter, stake, vote);
    return added;
  }

  #addAhead(voter: AccountId, stake: bigint, vote: Vote): Added {
    if (vote.round < this.#round) return { kind: 'old' };
    const ahead = this.#ahead[vote.type];
    if ((ahead.get(voter)?.round ?? -1) >= vote.round) return { kind: 'duplicate' };
    ahead.set(voter, vote);
    this.#noteRound(voter, stake, vote.round);
    return { kind: 'counted' };
  }

  #noteRound(voter: AccountId, stake: bigint, round: number): void {
    const before = this.#latest.get(voter);
    if (!before || round > before.round) this.#latest.set(voter, { round, stake });
  }

  #counted(voter: AccountId, stake: bigint, { type, round, blockHash }: Vote): void {
    this.#noteRound(voter, stake, round);
    if (this.weightOf(type, round, blockHash) < this.quorum) return;
    if (type === 'precommit') this.#precommitted ??= { round, blockHash };
    else if (!this.#prevoted || round > this.#prevoted.round) this.#prevoted = { round, blockHash };
  }

  #votesOf(round: number): RoundVotes {
    const known = this.#rounds.get(round);
    if (known) return known;
    const votes = { prevote: new Ballots(), precommit: new Ballots() };
    this.#rounds.set(round, votes);
    return votes;
  }

  weightOf(type: VoteType, round: number, blockHash: string): bigint {
    return this.#rounds.get(round)?.[type].weightOf(blockHash) ?? 0n;
  }

  quorumIn(type: VoteType, round: number): string | undefined {
    return this.#rounds.get(round)?.[type].heaviest(this.quorum);
  }

  /** The greatest round that voters with at least this weight have reached. */
  reachedBy(least: bigint): number {
    const reached = [...this.#latest.values()].sort((a, b) => b.round - a.round);
    let weight = 0n;
    for (const { round, stake } of reached) {
      weight += stake;
      if (weight >= least) return round;
    }
    return 0;
  }

  /** Makes a round the current one: forgets the oldest, and counts what came too early before.
   *  @returns votes that are counted only now. */
  moveTo(round: number): readonly Vote[] {
    this.#round = round;
    for (const kept of this.#rounds.keys()) if (!this.#isKept(kept)) this.#rounds.delete(kept);
    const due: Vote[] = [];
    for (const ahead of Object.values(this.#ahead))
      for (const [voter, vote] of ahead)
        if (vote.round <= round + ROUNDS_AHEAD) {
          ahead.delete(voter);
          if (this.#isKept(vote.round)) due.push(vote);
        }
    return due;
  }

  /** Everything counted, for a peer that asks. */
  *all(): Iterable<Vote> {
    for (const { prevote, precommit } of this.#rounds.values()) {
      yield* prevote.all();
      yield* precommit.all();
    }
  }

  votesFor(type: VoteType, { round, blockHash }: Quorum): readonly Vote[] {
    return [...(this.#rounds.get(round)?.[type].all() ?? [])].filter((vote) => vote.blockHash === blockHash);
  }

  /** All precommits for a block in a round. */
  certificate(quorum: Quorum): Certificate {
    const { round, blockHash } = quorum;
    const votes = this.votesFor('precommit', quorum);
    return makeCertificate(
      this.height,
      round,
      fromHex(blockHash) ?? new Uint8Array(),
      votes.map(({ voterKey, signature }) => ({ voterKey, signature })),
    );
  }
}
