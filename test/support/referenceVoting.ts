/** A second opinion on the votes of one node at one height: slow, short, written from the rules.
 *
 *  After every event all weights are counted again from the whole list of events. Only the round and what was asked for are carried on,
 *  because they depend on the order of things. */

import { toHex } from '../../engine/base/bytes.js';
import type { Vote, VoteIntent } from '../../engine/chain/vote.js';
import type { VotingEvent } from '../../engine/consensus/voting.js';

export interface ReferenceView {
  readonly round: number;
  readonly target: string | undefined;
  readonly prevoted: { readonly round: number; readonly blockHash: string } | undefined;
  readonly decided: string | undefined;
}

/** The keys of these tests differ in their first byte. */
export const shortKey = (key: Uint8Array): string => String(key[0]);

type Stakes = ReadonlyMap<string, bigint>;

export class ReferenceVoting {
  readonly #events: VotingEvent[] = [];
  /** Asked for and not durable yet: nothing else is asked for meanwhile. */
  #asked: readonly VoteIntent[] = [];
  readonly #total: bigint;
  #round: number;
  #turns = 0;
  /** Of the list as it is now. */
  #counted: readonly Vote[] | undefined;
  #decided: string | undefined;

  /** @param stakes by short key. @param own and quorum: the journaled votes of this height. */
  constructor(
    private readonly height: number,
    private readonly stakes: Stakes,
    private readonly key: Uint8Array,
    private readonly own: readonly Vote[],
    private readonly quorum: readonly Vote[],
  ) {
    this.#total = [...stakes.values()].reduce((sum, stake) => sum + stake, 0n);
    this.#round = Math.max(0, ...own.map(({ round }) => round));
  }

  #isQuorum(weight: bigint): boolean {
    return weight * 3n > this.#total * 2n;
  }

  /** Votes in the order of arrival. Of a voter that contradicts itself eight count. */
  #votes(): readonly Vote[] {
    this.#counted ??= this.#count();
    return this.#counted;
  }

  #count(): Vote[] {
    const counted: Vote[] = [...this.own, ...this.quorum];
    for (const event of this.#events) {
      const heard = event.kind === 'vote' ? [event.vote] : event.kind === 'signed' ? event.votes : [];
      for (const vote of heard) {
        const others = counted.filter(
          (one) =>
            one.type === vote.type && one.round === vote.round && shortKey(one.voterKey) === shortKey(vote.voterKey),
        );
        if (vote.height !== this.height || others.some(({ blockHash }) => blockHash === vote.blockHash)) continue;
        if (others.length < 8) counted.push(vote);
      }
    }
    return counted;
  }

  #ownVotes(): Vote[] {
    return [...this.own, ...this.#events.flatMap((event) => (event.kind === 'signed' ? event.votes : []))];
  }

  #weight(votes: readonly Vote[]): bigint {
    const voters = new Set(votes.map(({ voterKey }) => shortKey(voterKey)));
    return [...voters].reduce((sum, voter) => sum + (this.stakes.get(voter) ?? 0n), 0n);
  }

  #quorums(type: string): { round: number; blockHash: string }[] {
    const votes = this.#votes().filter((vote) => vote.type === type);
    const slots = new Map(votes.map(({ round, blockHash }) => [`${round} ${blockHash}`, { round, blockHash }]));
    return [...slots.values()].filter(({ round, blockHash }) =>
      this.#isQuorum(this.#weight(votes.filter((vote) => vote.round === round && vote.blockHash === blockHash))),
    );
  }

  #hashes(kind: 'proposal' | 'ready' | 'invalid'): string[] {
    return this.#events.flatMap((event) => (event.kind === kind ? [event.hash] : []));
  }

  /** Blocks whose content came, after they were known, in its order. */
  #completed(): string[] {
    const known = new Set<string>();
    const complete: string[] = [];
    for (const event of this.#events) {
      if (event.kind === 'proposal') known.add(event.hash);
      if (event.kind === 'complete' && known.has(event.hash)) complete.push(event.hash);
    }
    return complete;
  }

  #prevoted(): { round: number; blockHash: string } | undefined {
    const latest = (list: { round: number; blockHash: string }[]) =>
      list.reduce<{ round: number; blockHash: string } | undefined>(
        (best, one) => (best && best.round >= one.round ? best : one),
        undefined,
      );
    const quorum = latest(this.#quorums('prevote'));
    const lock = latest(this.#ownVotes().filter(({ type }) => type === 'precommit'));
    const chosen = lock && lock.round >= (quorum?.round ?? 0) ? lock : quorum;
    return chosen && { round: chosen.round, blockHash: chosen.blockHash };
  }

  #target(): string | undefined {
    const quorum = this.#prevoted();
    if (quorum) return quorum.blockHash;
    const own = this.#ownVotes().find(({ type, round }) => type === 'prevote' && round === this.#round);
    if (own) return own.blockHash;
    const invalid = new Set(this.#hashes('invalid'));
    const known = [...new Set(this.#hashes('proposal'))].filter((hash) => !invalid.has(hash));
    const isReady = (hash: string) => this.#hashes('ready').includes(hash);
    if (this.#round === 0) {
      const isKnown = (hash: string) => known.includes(hash);
      return this.#hashes('ready').find(isKnown) ?? this.#completed().find(isKnown) ?? known[0];
    }
    const sorted = known.sort();
    return sorted.find(isReady) ?? sorted[this.#turns % sorted.length];
  }

  /** The greatest round that so much stake has reached. */
  #reached(isEnough: (weight: bigint) => boolean): number {
    const votes = this.#votes();
    return Math.max(
      0,
      ...votes
        .map(({ round }) => round)
        .filter((round) => isEnough(this.#weight(votes.filter((vote) => vote.round >= round)))),
    );
  }

  /** @returns the votes that are due. */
  step(event: VotingEvent, maySign: boolean): readonly VoteIntent[] {
    this.#events.push(event);
    this.#counted = undefined;
    if (event.kind === 'signed') this.#asked = [];
    if (this.#decided) return [];
    const isShown = this.#events.some(({ kind }) => kind === 'equivocation');
    const isEquivocated = isShown || new Set(this.#hashes('proposal')).size > 1;
    const isDue = this.#round === 0 ? isEquivocated : this.#reached((weight) => this.#isQuorum(weight)) >= this.#round;
    if (event.kind === 'timeout' && event.round === this.#round && (this.#round > 0 || isEquivocated)) {
      this.#turns++;
      if (isDue) this.#round++;
    }
    this.#round = Math.max(
      this.#round,
      this.#reached((weight) => weight * 3n > this.#total),
    );
    const [decision] = this.#quorums('precommit');
    if (decision) this.#decided = decision.blockHash;
    if (event.kind === 'certificate') this.#decided = toHex(event.certificate.blockHash);
    return this.#decided || !maySign ? [] : this.#due();
  }

  #due(): readonly VoteIntent[] {
    if (this.#asked.length > 0) return [];
    const { height } = this;
    const round = this.#round;
    const has = (kind: string) => this.#ownVotes().some((vote) => vote.type === kind && vote.round === round);
    const due: VoteIntent[] = [];
    const ready = this.#hashes('ready');
    const target = this.#target();
    if (!has('prevote') && target && ready.includes(target))
      due.push({ type: 'prevote', height, round, blockHash: target });
    const prevotes = this.#votes().filter((vote) => vote.type === 'prevote' && vote.round === round);
    const own = due[0] && { ...due[0], voterKey: this.key, signature: new Uint8Array() };
    const counted = own ? [...prevotes, own] : prevotes;
    const agreed = [...new Set(counted.map(({ blockHash }) => blockHash))].find((hash) =>
      this.#isQuorum(this.#weight(counted.filter(({ blockHash }) => blockHash === hash))),
    );
    if (agreed && ready.includes(agreed) && !has('precommit'))
      due.push({ type: 'precommit', height, round, blockHash: agreed });
    this.#asked = due;
    return due;
  }

  view(): ReferenceView {
    return { round: this.#round, target: this.#target(), prevoted: this.#prevoted(), decided: this.#decided };
  }
}
