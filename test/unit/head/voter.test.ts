/** What becomes of the effects of the votes: signed in their order, asked again when the signer is busy, given up with their height. */

import { expect, test } from 'vitest';
import { type Refusal, refuse } from '../../../engine/base/refusal.js';
import type { Certificate } from '../../../engine/chain/certificate.js';
import type { Vote, VoteIntent } from '../../../engine/chain/vote.js';
import { Voting, type VotingEvent } from '../../../engine/consensus/voting.js';
import type { Signer } from '../../../engine/head/signer.js';
import { Voter } from '../../../engine/head/voter.js';
import { NodeMeasures } from '../../../engine/measures/nodeMeasures.js';
import { VirtualTime } from '../../support/virtualTime.js';
import { equalSet, HEIGHT, HIGH, headerOf, LOW, PARENT, voteOf, voterKey } from '../../support/votingScene.js';

type Answer = readonly Vote[] | Refusal;

/** A voter with one of `voters` equal stakes, whose signer answers when the test says so. */
class VoterScene {
  readonly time = new VirtualTime(0);
  readonly asked: (readonly VoteIntent[])[] = [];
  readonly sent: Vote[] = [];
  readonly prepared: string[] = [];
  readonly decided: Certificate[] = [];
  readonly failures: unknown[] = [];
  readonly evidence: unknown[] = [];
  #answers: ((answer: Answer | Error) => void)[] = [];
  readonly voter: Voter;

  constructor(voters: number) {
    this.voter = new Voter({
      voting: new Voting({ publicKey: voterKey(0) }),
      signer: { votes: (intents: readonly VoteIntent[]) => this.#ask(intents) } as unknown as Signer,
      timers: this.time.process(),
      measures: new NodeMeasures(this.time.clock),
      prepare: (hash) => void this.prepared.push(hash),
      decide: (certificate) => void this.decided.push(certificate),
      send: (votes) => void this.sent.push(...votes),
      want: () => {},
      evidence: (one) => void this.evidence.push(one),
      double: () => {},
      failed: (error) => void this.failures.push(error),
    });
    this.step({ kind: 'allowed', above: 0 });
    this.open(HEIGHT, voters);
  }

  step(event: VotingEvent): void {
    this.voter.step(event);
  }

  open(height: number, voters = 1, parentHash = PARENT): void {
    this.step({ kind: 'height', height, parentHash, set: equalSet(voters) });
  }

  /** A block of the height that is valid and durable. */
  ready(hash: string, height = HEIGHT): void {
    this.step({ kind: 'proposal', hash, header: headerOf(hash, height) });
    this.step({ kind: 'ready', hash });
  }

  #ask(intents: readonly VoteIntent[]): Promise<Answer> {
    this.asked.push(intents);
    return new Promise((resolve, reject) => {
      this.#answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
    });
  }

  /** Answers the oldest question. */
  async answer(answer: Answer | Error): Promise<void> {
    const next = this.#answers.shift();
    if (!next) throw new Error('nothing was asked');
    next(answer);
    await this.time.pass(0);
  }

  /** Signs what was asked last. */
  sign(): Promise<void> {
    const intents = this.asked.at(-1) ?? [];
    return this.answer(intents.map(({ type, height, round, blockHash }) => voteOf(0, type, round, blockHash, height)));
  }
}

test('votes leave, and count, only when they are signed', async () => {
  const scene = new VoterScene(1);
  scene.ready(LOW);
  expect(scene.prepared).toEqual([LOW]);
  expect(scene.asked).toMatchObject([[{ type: 'prevote' }, { type: 'precommit' }]]);
  expect([scene.sent, scene.decided]).toEqual([[], []]);
  await scene.sign();
  expect(scene.sent.map(({ type }) => type)).toEqual(['prevote', 'precommit']);
  expect(scene.decided).toMatchObject([{ height: HEIGHT, round: 0 }]);
});

test.each(['busy', 'internal'] as const)(
  'a signer that answers %s is asked again, for the same votes',
  async (code) => {
    const scene = new VoterScene(1);
    scene.ready(LOW);
    await scene.answer(refuse(code, 'not now'));
    expect([scene.asked.length, scene.sent, scene.failures]).toEqual([1, [], []]);
    await scene.time.pass(1_000);
    expect(scene.asked).toHaveLength(2);
    expect(scene.asked[1]).toEqual(scene.asked[0]);
    await scene.sign();
    expect(scene.sent).toHaveLength(2);
  },
);

test('a vote that contradicts the journal ends in a failure and is not asked again', async () => {
  const scene = new VoterScene(1);
  scene.ready(LOW);
  await scene.answer(refuse('rule_violation', 'the vote journal holds another prevote'));
  await scene.time.pass(60_000);
  scene.voter.retry();
  expect(scene.failures.map(String)).toEqual(['Error: the vote journal holds another prevote']);
  expect([scene.asked.length, scene.sent]).toEqual([1, []]);
});

test('a journal that cannot be written is a failure; when the disk takes writes again the same votes are asked for', async () => {
  const scene = new VoterScene(1);
  scene.ready(LOW);
  await scene.answer(new Error('the disk is full'));
  expect([scene.failures.map(String), scene.asked.length]).toEqual([['Error: the disk is full'], 1]);
  scene.voter.retry();
  expect(scene.asked[1]).toEqual(scene.asked[0]);
  scene.voter.retry();
  expect(scene.asked).toHaveLength(2);
  await scene.sign();
  expect(scene.sent).toHaveLength(2);
});

test('rounds that begin while a precommit is being signed find its lock', async () => {
  const scene = new VoterScene(4);
  const hear = (voters: readonly number[], round: number, hash: string): void => {
    for (const voter of voters) scene.step({ kind: 'vote', vote: voteOf(voter, 'prevote', round, hash) });
  };
  hear([1, 3], 0, HIGH);
  scene.ready(HIGH);
  scene.ready(LOW);
  hear([2, 3], 1, LOW);
  expect(scene.asked.flat()).toMatchObject([{ type: 'prevote' }, { type: 'precommit', round: 0, blockHash: HIGH }]);
  await scene.sign();
  await scene.sign();
  const prevote = { type: 'prevote', round: 1, blockHash: HIGH };
  expect([scene.asked.length, scene.sent.length, scene.sent.at(-1)]).toMatchObject([2, 3, prevote]);
});

test('a busy signer is not asked for votes that the node may not sign any more', async () => {
  const scene = new VoterScene(4);
  scene.ready(LOW);
  await scene.answer(refuse('busy', 'not now'));
  scene.step({ kind: 'allowed', above: Number.POSITIVE_INFINITY });
  await scene.time.pass(60_000);
  expect([scene.asked.length, scene.sent, scene.failures]).toEqual([1, [], []]);
});

test('what was asked for a height that is over is neither sent nor asked again', async () => {
  const scene = new VoterScene(4);
  scene.ready(LOW);
  expect(scene.asked).toMatchObject([[{ type: 'prevote', height: HEIGHT }]]);
  scene.open(HEIGHT + 1, 4, LOW);
  scene.ready(HIGH, HEIGHT + 1);
  expect(scene.asked).toHaveLength(1);
  await scene.sign();
  expect(scene.sent).toEqual([]);
  expect(scene.asked).toMatchObject([[{ height: HEIGHT }], [{ type: 'prevote', height: HEIGHT + 1 }]]);
  await scene.sign();
  expect(scene.sent.map(({ type, height }) => [type, height])).toEqual([['prevote', HEIGHT + 1]]);
  await scene.time.pass(60_000);
  expect(scene.asked).toHaveLength(2);
});

test('a round begins by its timer; a timer of a height that is over does nothing', async () => {
  const scene = new VoterScene(4);
  scene.ready(LOW);
  await scene.sign();
  scene.step({ kind: 'proposal', hash: HIGH, header: headerOf(HIGH) });
  expect(scene.evidence).toHaveLength(1);
  await scene.time.pass(4_900);
  expect(scene.asked).toHaveLength(1);
  await scene.time.pass(200);
  expect(scene.asked[1]).toMatchObject([{ type: 'prevote', round: 1 }]);
  const over = new VoterScene(4);
  over.ready(LOW);
  await over.sign();
  over.step({ kind: 'proposal', hash: HIGH, header: headerOf(HIGH) });
  over.open(HEIGHT + 1, 4, LOW);
  await over.time.pass(60_000);
  expect(over.asked).toHaveLength(1);
});

test('stopped, it asks for nothing more', async () => {
  const scene = new VoterScene(1);
  scene.ready(LOW);
  scene.voter.stop();
  await scene.answer(refuse('busy', 'not now'));
  await scene.time.pass(1_000);
  await scene.voter.settled();
  expect([scene.asked.length, scene.sent]).toEqual([1, []]);
});
