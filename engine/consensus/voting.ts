/** Votes on one height at a time: what this node signs, and when a block is final.
 *
 *  In: the open slot, blocks of it, votes and certificates whose signatures hold, own votes that are durable, timeouts. Out: votes to
 *  sign and to send, blocks to fetch and to execute, the certificate, timers, evidence. Synchronous; the same events in the same
 *  order give the same effects. A node that is not in the set counts like any other and signs nothing.
 *
 *  The rules:
 *  1. One prevote and one precommit for each (height, round). A vote leaves only after `signed`, when the journal holds it. Until then
 *     nothing else is asked for: what is due next depends on it, because a precommit is a lock.
 *  2. Round 0: prevote the first block that is ready. A block whose content is here is executed before one that may be withheld.
 *     Precommit a ready block that a quorum has prevoted in the current round.
 *  3. A quorum of precommits of one round, whichever, decides the height.
 *  4. Round 0 ends 5 s after two signed blocks of the slot are known. A later round ends 5 s after it began, but not before voters with a
 *     quorum of the stake have reached it: nobody can run ahead of the others into rounds where its votes would never meet theirs.
 *     A node also goes to a later round that voters with more than a third of the stake have reached. It never goes back.
 *  5. Rounds above 0: prevote the block of the latest quorum of prevotes, else the lowest hash that is ready; lower ones are executed
 *     meanwhile. An own precommit stands
 *     for the quorum of its round, also after a restart. This is the lock: when a block has been decided in a round, the
 *     voters that precommitted it are more than a third of the honest stake, and no later quorum for another block is possible. */

import { bytesEqual } from '../base/bytes.js';
import { type Certificate, checkCertificate, type VoteType } from '../chain/certificate.js';
import { type BlockHashOf, evidenceOfBlocks, evidenceOfVotes, type SignedHeader } from '../chain/evidence.js';
import type { Vote, VoteIntent } from '../chain/vote.js';
import { DecidedVotes } from './decidedVotes.js';
import { EarlyVotes } from './earlyVotes.js';
import { type Forgotten, forgottenBy } from './forgottenVotes.js';
import { Slot } from './slot.js';
import type { Quorum, VoterSet } from './tally.js';
import { isSameSlot } from './voteJournal.js';
import type { VotingEffect, VotingEvent } from './votingEvents.js';

/** The specification of rounds: no quorum of precommits within this time begins the next one. */
export const ROUND_MS = 5_000;

export type { VotingEffect, VotingEvent };

/** What is worth doing with a vote before its signature is checked, in the words of `POST /api/finality/votes`. */
export type Judgement = 'wanted' | 'duplicate' | 'not_ready' | 'rejected';

export interface VotingOptions {
  /** The node's ML-DSA-65 key; undefined for a node that never signs. */
  readonly publicKey: Uint8Array | undefined;
  /** Own votes that the journal holds. */
  readonly journaled?: readonly Vote[];
  /** The quorum of prevotes that it holds. */
  readonly quorum?: readonly Vote[];
  /** How the network hashes a block: native when absent. */
  readonly blockHash?: BlockHashOf;
}

/** What a health check and a page of votes show of the open height. */
export interface VotingView {
  readonly height: number;
  readonly round: number;
  /** Two signed blocks of the slot are known. */
  readonly equivocated: boolean;
  /** The block to prevote in this round, once it is ready. */
  readonly target: string | undefined;
  /** The latest quorum of prevotes; an own precommit stands for that of its round. */
  readonly prevoted: Quorum | undefined;
  /** The decided block, until the next height opens. */
  readonly decided: string | undefined;
}

export class Voting {
  #slot: Slot | undefined;
  #decided: DecidedVotes | undefined;
  readonly #early = new EarlyVotes();
  #journaled: readonly Vote[];
  readonly #quorum: readonly Vote[];
  readonly #forgotten: Forgotten;
  readonly #blockHash: BlockHashOf | undefined;
  readonly #publicKey: Uint8Array | undefined;
  /** Nothing is signed up to these heights: what the node was told, and what another holder of its key has signed. */
  #allowedAbove = Number.POSITIVE_INFINITY;
  #doubledAt = 0;
  #effects: VotingEffect[] = [];

  constructor({ publicKey, journaled = [], quorum = [], blockHash }: VotingOptions) {
    this.#blockHash = blockHash;
    this.#publicKey = publicKey;
    this.#journaled = journaled;
    this.#quorum = quorum;
    this.#forgotten = forgottenBy(journaled);
  }

  /** The open height; 0 before the first. */
  get height(): number {
    return this.#slot?.height ?? 0;
  }

  get round(): number {
    return this.#slot?.round ?? 0;
  }

  /** @returns undefined before the first height. */
  view(): VotingView | undefined {
    const slot = this.#slot;
    if (!slot) return undefined;
    const { height, round, equivocated } = slot;
    const { round: at, blockHash } = slot.latestQuorum ?? {};
    return {
      ...{ height, round, equivocated, target: this.#target(slot) },
      prevoted: at !== undefined && blockHash !== undefined ? { round: at, blockHash } : undefined,
      decided: this.#isDecided(slot) ? this.#decided?.blockHash : undefined,
    };
  }

  /** Whether an own vote is still to be signed: it was asked for, and neither its height nor the permission to sign has ended. */
  isAsked(votes: readonly VoteIntent[]): boolean {
    return this.#slot?.asked === votes;
  }

  /** Own durable votes for the open height: to be offered again until its certificate is seen. */
  ownVotes(): readonly Vote[] {
    return this.#slot?.own ?? [];
  }

  /** All votes of a height that are kept, for a peer that asks: of the open one, or the precommits of the one decided last. */
  votesOf(height: number): readonly Vote[] {
    if (this.#slot?.height === height) return [...this.#slot.tally.all()];
    return this.#decided?.height === height ? this.#decided.votes() : [];
  }

  /** The certificate of the height decided last, with every precommit of its round that has come since. */
  certificateOf(height: number): Certificate | undefined {
    return this.#decided?.height === height ? this.#decided.certificate() : undefined;
  }

  /** Asked before a signature is checked. */
  judge(vote: VoteIntent & Pick<Vote, 'voterKey'>): Judgement {
    const slot = this.#slot;
    if (this.#decided?.height === vote.height) return this.#decided.judge(vote);
    if (!slot || vote.height < slot.height) return 'rejected';
    if (this.#isOwnKey(vote) && this.#isOwnVote(vote)) return 'duplicate';
    if (this.#isOwnKey(vote) && !this.#isForgotten(vote)) return 'wanted';
    if (vote.height > slot.height) return this.#early.judge(vote, slot.height, slot.set);
    const known = slot.tally.judge(vote);
    if (known === 'new') return 'wanted';
    return known === 'duplicate' ? 'duplicate' : 'rejected';
  }

  step(event: VotingEvent): readonly VotingEffect[] {
    this.#effects = [];
    this.#take(event);
    this.#advance();
    return this.#effects;
  }

  #take(event: VotingEvent): void {
    const { kind } = event;
    if (kind === 'height') this.#open(event.height, event.parentHash, event.set);
    else if (kind === 'proposal') this.#learn(event.hash, event.header);
    else if (kind === 'vote') this.#hear(event.vote);
    else if (kind === 'certificate') this.#accept(event.certificate);
    else if (kind === 'signed') this.#signed(event.votes);
    else if (kind === 'timeout') this.#timeout(event.height, event.round);
    else if (kind === 'allowed') this.#allow(event.above);
    else if (kind === 'complete') this.#slot?.blocks.complete(event.hash);
    else if (kind === 'equivocation') this.#meetEquivocation(event.height, event.parentHash);
    else this.#slot?.blocks.settle(event.hash, kind);
  }

  #open(height: number, parentHash: string, set: VoterSet): void {
    if (this.#slot?.height === height && this.#slot.parentHash === parentHash) return;
    const slot = new Slot(height, parentHash, set);
    this.#slot = slot;
    if (this.#decided && this.#decided.height !== height - 1) this.#decided = undefined;
    for (const vote of this.#journaled) if (vote.height === height) this.#keepOwn(slot, vote);
    slot.round = slot.own.reduce((latest, { round }) => Math.max(latest, round), 0);
    slot.tally.moveTo(slot.round);
    for (const vote of [...slot.own, ...this.#quorum]) if (vote.height === height) this.#count(slot, vote);
    if (slot.own.length > 0) this.#effects.push({ kind: 'send', votes: slot.own });
    for (const vote of this.#early.take(height)) this.#count(slot, vote);
  }

  #keepOwn(slot: Slot, vote: Vote): void {
    if (!slot.ownVote(vote.type, vote.round)) slot.own.push(vote);
  }

  #learn(hash: string, header: SignedHeader): void {
    const slot = this.#slot;
    if (!slot || header.header.height !== slot.height) return;
    slot.firstBlock ??= header;
    slot.firstHash ??= hash;
    if (hash !== slot.firstHash && !slot.equivocated) {
      slot.equivocated = true;
      this.#effects.push({ kind: 'evidence', evidence: evidenceOfBlocks(slot.firstBlock, header, this.#blockHash) });
    }
    for (const dropped of slot.blocks.add(hash, (one) => this.#isUsed(slot, one))) slot.wanted.forget(dropped);
  }

  #meetEquivocation(height: number, parentHash: string): void {
    const slot = this.#slot;
    if (slot?.height === height && slot.parentHash === parentHash) slot.equivocated = true;
  }

  #allow(above: number): void {
    this.#allowedAbove = above;
    if (this.#slot && !this.#maySign(this.#slot)) this.#slot.asked = [];
  }

  #isUsed(slot: Slot, hash: string): boolean {
    if (hash === slot.executed || hash === slot.latestQuorum?.blockHash) return true;
    return (
      [...slot.own, ...slot.asked].some(({ blockHash }) => blockHash === hash) || this.#decided?.blockHash === hash
    );
  }

  #isOwnKey({ voterKey }: Pick<Vote, 'voterKey'>): boolean {
    return this.#publicKey !== undefined && bytesEqual(voterKey, this.#publicKey);
  }

  #isOwnVote({ type, height, round, blockHash }: VoteIntent): boolean {
    const own = this.#slot?.height === height ? this.#slot.own : this.#journaled;
    return own.some(
      (vote) => vote.type === type && vote.height === height && vote.round === round && vote.blockHash === blockHash,
    );
  }

  /** A vote by the own key in a round that the journal forgot before the start: this node may have made it. */
  #isForgotten({ type, height, round }: VoteIntent): boolean {
    if (height !== this.#forgotten.height || round >= this.#forgotten.below) return false;
    return !this.#journaled.some((vote) => vote.type === type && vote.height === height && vote.round === round);
  }

  #hear(vote: Vote): void {
    const slot = this.#slot;
    if (!slot) return;
    if (this.#isOwnKey(vote) && vote.height >= slot.height && !this.#isOwnVote(vote) && !this.#isForgotten(vote)) {
      this.#doubledAt = Math.max(this.#doubledAt, vote.height);
      if (!this.#maySign(slot)) slot.asked = [];
      this.#effects.push({ kind: 'double', vote });
    }
    if (this.#decided?.height === vote.height) this.#decided.add(vote);
    if (vote.height === slot.height) this.#count(slot, vote);
    if (vote.height <= slot.height) return;
    const against = this.#early.add(vote, slot.height, slot.set);
    if (against) this.#effects.push({ kind: 'evidence', evidence: evidenceOfVotes(against, vote) });
  }

  #count(slot: Slot, vote: Vote): void {
    const isKnown = slot.blocks.stateOf(vote.blockHash) !== undefined;
    const { kind, against } = slot.tally.add(vote);
    if (against) this.#effects.push({ kind: 'evidence', evidence: evidenceOfVotes(against, vote) });
    if (kind === 'counted' && !isKnown && slot.wanted.by(vote)) this.#want(slot, vote.blockHash);
  }

  #want(slot: Slot, hash: string): void {
    if (slot.wanted.add(hash)) this.#effects.push({ kind: 'want', hash });
  }

  #accept(certificate: Certificate): void {
    const slot = this.#slot;
    if (!slot || certificate.height !== slot.height || this.#isDecided(slot)) return;
    const { height, set } = slot;
    const expected = { height, blockHash: certificate.blockHash, totalStake: set.totalStake };
    if (!checkCertificate(certificate, expected, (key) => set.stakeOf(key))) this.#decide(slot, certificate);
  }

  #signed(votes: readonly Vote[]): void {
    const slot = this.#slot;
    this.#journaled = [...this.#journaled.filter(({ height }) => height >= this.height), ...votes];
    const due = votes.filter(({ height }) => height === slot?.height || height === this.#decided?.height);
    if (due.length > 0) this.#effects.push({ kind: 'send', votes: due });
    for (const vote of due) {
      if (vote.height === this.#decided?.height) this.#decided.add(vote);
      if (!slot || vote.height !== slot.height) continue;
      slot.asked = slot.asked.filter((intent) => !isSameSlot(intent, vote));
      this.#keepOwn(slot, vote);
      this.#count(slot, vote);
    }
  }

  #timeout(height: number, round: number): void {
    const slot = this.#slot;
    if (slot?.height !== height || slot.round !== round || slot.timed !== round || this.#isDecided(slot)) return;
    slot.turns++;
    if (slot.executed !== undefined) slot.blocks.endTurn(slot.executed);
    slot.timed = -1;
    if (round === 0 || slot.tally.reachedBy(slot.tally.quorum) >= round) this.#enter(slot, round + 1);
  }

  #enter(slot: Slot, round: number): void {
    slot.round = round;
    for (const vote of slot.tally.moveTo(round)) this.#count(slot, vote);
  }

  #isDecided(slot: Slot): boolean {
    return this.#decided?.height === slot.height;
  }

  /** Draws every consequence of what is known now. */
  #advance(): void {
    const slot = this.#slot;
    if (!slot) return;
    if (!this.#isDecided(slot)) this.#catchUp(slot);
    if (this.#decided?.height === slot.height) {
      this.#prepare(slot, this.#decided.blockHash);
      return;
    }
    this.#time(slot);
    const target = this.#target(slot);
    this.#vote(slot, target);
    this.#prepare(slot, this.#spare(slot, target) ?? target);
  }

  #time(slot: Slot): void {
    const { height, round } = slot;
    if (slot.timed === round || (round === 0 && !slot.equivocated)) return;
    slot.timed = round;
    this.#effects.push({ kind: 'timer', afterMs: ROUND_MS, height, round });
  }

  /** Goes to the round that others have reached, and decides. */
  #catchUp(slot: Slot): void {
    const { tally } = slot;
    for (let later = tally.reachedBy(tally.third); later > slot.round; later = tally.reachedBy(tally.third))
      this.#enter(slot, later);
    const quorum = tally.precommitted;
    if (quorum) this.#decide(slot, tally.certificate(quorum));
  }

  #decide(slot: Slot, certificate: Certificate): void {
    this.#decided = new DecidedVotes(certificate, slot.set);
    this.#effects.push({ kind: 'decided', certificate });
  }

  /** The block to prevote in this round, once it is ready. */
  #target(slot: Slot): string | undefined {
    const quorum = slot.latestQuorum?.blockHash;
    if (quorum !== undefined) return quorum;
    const own = slot.ownVote('prevote', slot.round);
    if (own) return own.blockHash;
    const { blocks, round, turns } = slot;
    return round === 0 ? blocks.first() : (blocks.lowestReady() ?? blocks.lowerThanReady(turns));
  }

  /** While nothing is agreed and this round's block needs no more work: a lower one, to be ready for a later round. */
  #spare({ blocks, turns, latestQuorum, equivocated }: Slot, target: string | undefined): string | undefined {
    if (latestQuorum || !equivocated || target === undefined || blocks.stateOf(target) !== 'ready') return undefined;
    return blocks.lowerThanReady(turns);
  }

  #prepare(slot: Slot, target: string | undefined): void {
    if (target === undefined || target === slot.executed) return;
    const state = slot.blocks.stateOf(target);
    if (state === undefined) {
      this.#want(slot, target);
      return;
    }
    const isAgreed = this.#decided?.blockHash === target || slot.latestQuorum?.blockHash === target;
    if (state === 'known' || (state === 'ready' && isAgreed)) {
      slot.executed = target;
      this.#effects.push({ kind: 'execute', hash: target });
    }
  }

  #maySign({ height, set }: Slot): boolean {
    if (height <= this.#allowedAbove || height <= this.#doubledAt || !this.#publicKey) return false;
    return set.stakeOf(this.#publicKey) > 0n;
  }

  /** Asks for the votes that are due, both in one journal write when the own prevote completes the quorum. */
  #vote(slot: Slot, target: string | undefined): void {
    if (slot.asked.length > 0 || !this.#maySign(slot)) return;
    const { height, round } = slot;
    const due: VoteIntent[] = [];
    const ask = (type: VoteType, blockHash: string) => due.push({ type, height, round, blockHash });
    const isReady = (hash: string | undefined): hash is string =>
      hash !== undefined && slot.blocks.stateOf(hash) === 'ready';
    if (!slot.ownVote('prevote', round) && isReady(target)) ask('prevote', target);
    let quorum: readonly Vote[] = [];
    if (!slot.ownVote('precommit', round)) {
      const locked = this.#prevotedByQuorum(slot, due[0]?.blockHash);
      if (isReady(locked)) {
        ask('precommit', locked);
        const prevotes = slot.tally.votesFor('prevote', { round, blockHash: locked });
        quorum = prevotes.filter((vote) => !this.#isOwnKey(vote));
      }
    }
    if (due.length === 0) return;
    slot.asked = due;
    this.#effects.push({ kind: 'sign', votes: due, quorum, prevoted: slot.tally.prevoted });
  }

  /** @param own the block of the own prevote that is asked for in the same write: only then, or when it is durable, it counts. */
  #prevotedByQuorum({ tally, round, set }: Slot, own: string | undefined): string | undefined {
    const quorum = tally.quorumIn('prevote', round);
    if (quorum !== undefined || own === undefined || !this.#publicKey) return quorum;
    const weight = tally.weightOf('prevote', round, own) + set.stakeOf(this.#publicKey);
    return weight >= tally.quorum ? own : undefined;
  }
}
