/** Three honest voters of four, each with its machine and its journal, against a proposer that contradicts itself: what the rules of
 *  one machine must give all of them together. */

import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../../engine/base/refusal.js';
import type { VoteType } from '../../../engine/chain/certificate.js';
import type { Vote } from '../../../engine/chain/vote.js';
import { VoteJournal } from '../../../engine/consensus/voteJournal.js';
import { Voting, type VotingEffect, type VotingEvent } from '../../../engine/consensus/voting.js';
import { equalSet, HEIGHT, HIGH, headerOf, LOW, PARENT, voteOf, voterKey } from '../../support/votingScene.js';

const byProposer = (type: VoteType, round: number, hash: string): Vote => voteOf(3, type, round, hash);
const textOf = ({ type, round, blockHash }: Vote): string => `${type} ${round} ${blockHash.slice(0, 2)}`;

class Voter {
  readonly #journal: VoteJournal;
  readonly #voting: Voting;
  readonly #bodies = new Set<string>();
  #executing: string | undefined;
  #asked: Extract<VotingEffect, { kind: 'sign' }>[] = [];
  #timers: VotingEvent[] = [];
  readonly sent: Vote[] = [];
  decided: string | undefined;
  /** Its evidence of two blocks. */
  hasEvidence = false;
  /** Signatures wait until the test lets them go. */
  isSlow = false;

  constructor(readonly number: number) {
    this.#journal = new VoteJournal('scene-1', voterKey(number));
    this.#voting = new Voting({ publicKey: voterKey(number) });
    this.step({ kind: 'allowed', above: HEIGHT - 1 });
    this.step({ kind: 'height', height: HEIGHT, parentHash: PARENT, set: equalSet(4) });
  }

  get texts(): readonly string[] {
    return this.sent.map(textOf);
  }

  get round(): number {
    return this.#voting.round;
  }

  step(event: VotingEvent): void {
    for (const effect of this.#voting.step(event)) this.#perform(effect);
    if (!this.isSlow) this.sign();
  }

  #perform(effect: VotingEffect): void {
    if (effect.kind === 'sign') this.#asked.push(effect);
    else if (effect.kind === 'send') this.sent.push(...effect.votes);
    else if (effect.kind === 'timer') this.#timers.push({ ...effect, kind: 'timeout' });
    else if (effect.kind === 'decided') this.decided = Buffer.from(effect.certificate.blockHash).toString('hex');
    else if (effect.kind === 'evidence') this.hasEvidence ||= effect.evidence.kind === 'blocks';
    else if (effect.kind === 'execute') {
      this.#executing = effect.hash;
      if (this.#bodies.has(effect.hash)) this.step({ kind: 'ready', hash: effect.hash });
    }
  }

  sign(): void {
    for (let asked = this.#asked.shift(); asked; asked = this.#asked.shift()) {
      const claim = this.#journal.claim(asked.votes, asked.prevoted);
      if (isRefusal(claim)) throw new Error(claim.message);
      const votes = claim.sign.map(({ type, round, blockHash }) => voteOf(this.number, type, round, blockHash));
      this.#journal.record(votes, asked.quorum);
      this.step({ kind: 'signed', votes: [...claim.repeat, ...votes] });
    }
  }

  /** Learns a block. */
  header(hash: string): void {
    this.step({ kind: 'proposal', hash, header: headerOf(hash) });
  }

  block(hash: string): void {
    this.#bodies.add(hash);
    this.header(hash);
    this.step({ kind: 'complete', hash });
    if (this.#executing === hash) this.step({ kind: 'ready', hash });
  }

  hear(...votes: readonly Vote[]): void {
    for (const vote of votes) this.step({ kind: 'vote', vote });
  }

  endRound(): void {
    for (const timer of this.#timers.splice(0)) this.step(timer);
  }
}

const three = (): readonly [Voter, Voter, Voter] => [new Voter(0), new Voter(1), new Voter(2)];

/** All votes arrive and all timers end, this often. */
function meet(voters: readonly Voter[], turns: number): void {
  for (let turn = 0; turn < turns; turn++) {
    for (const from of voters) for (const to of voters) if (to !== from) to.hear(...from.sent);
    for (const voter of voters) voter.endRound();
  }
}

test('a voter whose signature takes longer than a round helps to decide one block, not two', () => {
  const [x, y, z] = three();
  y.block(HIGH);
  z.block(LOW);
  z.block(HIGH);
  z.endRound();
  expect([y.texts, z.texts]).toEqual([['prevote 0 99'], ['prevote 0 11', 'prevote 1 11']]);
  x.isSlow = true;
  x.hear(...y.sent, byProposer('prevote', 0, HIGH));
  x.block(HIGH);
  x.block(LOW);
  x.hear(...z.sent, byProposer('prevote', 1, LOW));
  expect([x.round, x.texts]).toEqual([1, []]);
  x.isSlow = false;
  x.sign();
  expect(x.texts).toEqual(['prevote 0 99', 'precommit 0 99', 'prevote 1 99']);
  y.hear(byProposer('prevote', 0, HIGH), ...x.sent, byProposer('precommit', 0, HIGH));
  z.hear(byProposer('prevote', 1, LOW), ...x.sent, byProposer('precommit', 1, LOW));
  expect([y.decided, z.decided]).toEqual([HIGH, undefined]);
});

describe('a second block whose header one voter is shown, and whose content nobody gets,', () => {
  test('does not keep that voter from its vote', () => {
    const [x, y, z] = three();
    x.header(LOW);
    for (const voter of [x, y, z]) voter.block(HIGH);
    expect([x, y, z].map(({ texts }) => texts)).toEqual([['prevote 0 99'], ['prevote 0 99'], ['prevote 0 99']]);
    meet([x, y, z], 2);
    expect([x, y, z].map(({ decided }) => decided)).toEqual([HIGH, HIGH, HIGH]);
  });

  test('sends it alone into the next round, where the others follow when they are shown its evidence', () => {
    const [x, y, z] = three();
    x.header(LOW);
    for (const voter of [x, y, z]) voter.block(HIGH);
    // The votes of the others are late.
    x.endRound();
    meet([x, y, z], 20);
    expect([x.hasEvidence, x.round, y.round, y.decided, z.decided]).toEqual([true, 1, 0, undefined, undefined]);
    for (const voter of [y, z]) voter.step({ kind: 'equivocation', height: HEIGHT, parentHash: PARENT });
    meet([x, y, z], 4);
    expect([x, y, z].map(({ decided }) => decided)).toEqual([HIGH, HIGH, HIGH]);
  });
});
