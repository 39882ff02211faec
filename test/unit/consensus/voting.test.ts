/** What a node votes for, and when, rule by rule. */

import { describe, expect, test } from 'vitest';
import { toHex } from '../../../engine/base/bytes.js';
import { JOURNAL_ROUNDS, VoteJournal } from '../../../engine/consensus/voteJournal.js';
import { ROUND_MS, type VotingEffect } from '../../../engine/consensus/voting.js';
import {
  asked,
  certificateBy,
  equalSet,
  HEIGHT,
  HIGH,
  headerOf,
  kinds,
  LOW,
  MIDDLE,
  PARENT,
  VotingScene,
  voteOf,
  voterKey,
} from '../../support/votingScene.js';

const decidedBy = (effects: readonly VotingEffect[]) =>
  effects.flatMap((effect) => (effect.kind === 'decided' ? [effect.certificate] : []));
const sent = (effects: readonly VotingEffect[]) =>
  effects.flatMap((effect) =>
    effect.kind === 'send' ? effect.votes.map(({ type, round }) => `${type} ${round}`) : [],
  );

describe('round 0', () => {
  test('executes the first block, prevotes it when it is ready, and precommits it after a quorum of prevotes', () => {
    const scene = new VotingScene();
    expect(scene.propose(HIGH)).toEqual([{ kind: 'execute', hash: HIGH }]);
    expect(asked(scene.step({ kind: 'ready', hash: HIGH }))).toEqual(['prevote 0 99']);
    expect(sent(scene.sign())).toEqual(['prevote 0']);
    expect(asked(scene.hear([1], 'prevote', 0, HIGH))).toEqual([]);
    expect(asked(scene.hear([2], 'prevote', 0, HIGH))).toEqual(['precommit 0 99']);
    expect(sent(scene.sign())).toEqual(['precommit 0']);
    expect(decidedBy(scene.hear([1], 'precommit', 0, HIGH))).toEqual([]);
    const [certificate] = decidedBy(scene.hear([2], 'precommit', 0, HIGH));
    expect(certificate).toEqual(certificateBy([0, 1, 2], 0, HIGH));
  });

  test('signs both votes in one write when its own prevote completes the quorum, with the prevotes of the others', () => {
    const scene = new VotingScene();
    scene.hear([1, 2], 'prevote', 0, HIGH);
    const effects = scene.ready(HIGH);
    const signs = effects.flatMap((effect) => (effect.kind === 'sign' ? [effect] : []));
    expect(signs).toHaveLength(1);
    expect(asked(effects)).toEqual(['prevote 0 99', 'precommit 0 99']);
    expect(signs[0]?.quorum).toEqual([1, 2].map((voter) => voteOf(voter, 'prevote', 0, HIGH)));
    expect(kinds(scene.sign())).toEqual(['send']);
  });

  test('asks for no other vote while one is on its way to the journal: what it holds then is the lock', () => {
    const scene = new VotingScene();
    scene.hear([1, 3], 'prevote', 0, HIGH);
    expect(asked(scene.ready(HIGH))).toEqual(['prevote 0 99', 'precommit 0 99']);
    scene.ready(LOW);
    // Others with more than a third are in round 1, for another block, before the signatures are durable.
    expect(asked(scene.hear([2, 3], 'prevote', 1, LOW))).toEqual([]);
    expect(scene.voting.view()).toMatchObject({ round: 1 });
    const effects = scene.sign();
    expect(sent(effects)).toEqual(['prevote 0', 'precommit 0']);
    expect(asked(effects)).toEqual(['prevote 1 99']);
  });

  test('own votes of rounds that the journal has forgotten are not those of another holder of its key', () => {
    const journal = new VoteJournal('scene-1', voterKey(0));
    for (let round = 0; round < 20; round++) journal.record([voteOf(0, 'prevote', round, HIGH)], []);
    const { voting } = new VotingScene({ durable: journal.encode([], []) });
    for (const [round, double] of [
      [0, false],
      [3, false],
      [4, false],
      [20, true],
    ] as const) {
      const effects = voting.step({ kind: 'vote', vote: voteOf(0, 'prevote', round, HIGH) });
      expect(kinds(effects).includes('double'), `round ${round}`).toBe(double);
    }
  });

  test('a lone validator decides with its own votes', () => {
    const scene = new VotingScene({ voters: 1 });
    expect(asked(scene.ready(HIGH))).toEqual(['prevote 0 99', 'precommit 0 99']);
    expect(kinds(scene.sign())).toEqual(['send', 'decided']);
  });

  test('an own prevote that is asked for but not durable completes no quorum', () => {
    const scene = new VotingScene();
    scene.ready(HIGH);
    expect(asked(scene.hear([1, 2], 'prevote', 0, HIGH))).toEqual([]);
    expect(asked(scene.sign())).toEqual(['precommit 0 99']);
  });

  test('a block whose content is here goes before one that is known by its header alone', () => {
    const scene = new VotingScene();
    expect(scene.propose(LOW)).toEqual([{ kind: 'execute', hash: LOW }]);
    expect(scene.complete(HIGH)).toContainEqual({ kind: 'execute', hash: HIGH });
    // The content that comes later takes no turn from it.
    expect(kinds(scene.complete(LOW))).toEqual([]);
    expect(asked(scene.step({ kind: 'ready', hash: HIGH }))).toEqual(['prevote 0 99']);
  });

  test('nothing is asked for twice', () => {
    const scene = new VotingScene();
    scene.ready(HIGH);
    expect(asked([...scene.ready(HIGH), ...scene.hear([1], 'prevote', 0, HIGH), ...scene.ready(LOW)])).toEqual([]);
  });

  test('a quorum of prevotes for a block that is not ready is no precommit until it is', () => {
    const scene = new VotingScene();
    scene.propose(HIGH);
    expect(asked(scene.hear([1, 2, 3], 'prevote', 0, HIGH))).toEqual([]);
    expect(asked(scene.step({ kind: 'ready', hash: HIGH }))).toEqual(['prevote 0 99', 'precommit 0 99']);
  });

  test('an invalid block gets no vote, and the next one has its turn', () => {
    const scene = new VotingScene();
    scene.propose(HIGH);
    expect(scene.step({ kind: 'invalid', hash: HIGH })).toEqual([]);
    expect(kinds(scene.propose(LOW))).toEqual(['evidence', 'timer', 'execute']);
    expect(asked(scene.step({ kind: 'ready', hash: LOW }))).toEqual(['prevote 0 11']);
  });

  test('a block that votes name is asked for once, and executed when a quorum prevoted it', () => {
    const scene = new VotingScene();
    scene.ready(HIGH);
    scene.sign();
    expect(scene.hear([1, 2], 'prevote', 0, LOW)).toEqual([{ kind: 'want', hash: LOW }]);
    expect(scene.hear([3], 'prevote', 0, LOW)).toEqual([]);
    expect(kinds(scene.propose(LOW))).toEqual(['evidence', 'timer', 'execute']);
    // The own prevote of this round is for another block; the precommit follows the quorum.
    expect(asked(scene.step({ kind: 'ready', hash: LOW }))).toEqual(['precommit 0 11']);
  });
});

describe('counting', () => {
  test('a vote counts once, a stranger never, and a second block of one voter is evidence', () => {
    const scene = new VotingScene();
    scene.ready(HIGH);
    scene.sign();
    expect(asked(scene.hear([1, 1, 1, 9], 'prevote', 0, HIGH))).toEqual([]);
    const [evidence] = scene.hear([1], 'prevote', 0, LOW);
    expect(evidence).toEqual({
      kind: 'evidence',
      evidence: { kind: 'votes', first: voteOf(1, 'prevote', 0, LOW), second: voteOf(1, 'prevote', 0, HIGH) },
    });
    expect(kinds(scene.hear([1], 'prevote', 0, LOW))).toEqual([]);
    expect(asked(scene.hear([2], 'prevote', 0, HIGH))).toEqual(['precommit 0 99']);
  });

  test('votes of other rounds and types make no quorum together', () => {
    const scene = new VotingScene();
    scene.ready(HIGH);
    scene.sign();
    const effects = [
      ...scene.hear([1], 'prevote', 0, HIGH),
      ...scene.hear([2], 'prevote', 1, HIGH),
      ...scene.hear([3], 'precommit', 0, HIGH),
    ];
    expect(asked(effects)).toEqual([]);
    expect(decidedBy([...scene.hear([1], 'precommit', 0, HIGH), ...scene.hear([2], 'precommit', 1, HIGH)])).toEqual([]);
  });

  test('two blocks of one slot are evidence once', () => {
    const scene = new VotingScene();
    scene.propose(HIGH);
    expect(kinds(scene.propose(LOW))).toContain('evidence');
    expect(kinds(scene.propose(MIDDLE))).not.toContain('evidence');
    expect(scene.voting.view()?.equivocated).toBe(true);
  });

  test('a vote is judged before its signature is checked', () => {
    const scene = new VotingScene();
    scene.hear([1], 'prevote', 0, HIGH);
    const judged = [
      voteOf(1, 'prevote', 0, HIGH),
      voteOf(1, 'prevote', 0, LOW),
      voteOf(9, 'prevote', 0, HIGH),
      voteOf(2, 'prevote', 0, HIGH, HEIGHT - 1),
      voteOf(2, 'prevote', 0, HIGH, HEIGHT + 2),
      voteOf(2, 'prevote', 0, HIGH, HEIGHT + 3),
      voteOf(2, 'prevote', 3_000, HIGH),
    ].map((vote) => scene.voting.judge(vote));
    expect(judged).toEqual(['duplicate', 'wanted', 'rejected', 'rejected', 'wanted', 'not_ready', 'wanted']);
  });

  test('votes for the next height are kept until it opens', () => {
    const scene = new VotingScene();
    for (const voter of [1, 2]) scene.step({ kind: 'vote', vote: voteOf(voter, 'prevote', 0, LOW, HEIGHT + 1) });
    const second = scene.step({ kind: 'vote', vote: voteOf(1, 'prevote', 0, HIGH, HEIGHT + 1) });
    expect(kinds(second)).toEqual(['evidence']);
    const opened = scene.step({ kind: 'height', height: HEIGHT + 1, parentHash: HIGH, set: equalSet(4) });
    expect(opened.filter(({ kind }) => kind === 'want')).toEqual([LOW, HIGH].map((hash) => ({ kind: 'want', hash })));
    scene.step({ kind: 'proposal', hash: LOW, header: headerOf(LOW, HEIGHT + 1) });
    expect(asked(scene.step({ kind: 'ready', hash: LOW }))).toEqual(['prevote 0 11', 'precommit 0 11']);
  });

  test('a second vote that came early completes the quorum behind a lock of others', () => {
    const scene = new VotingScene();
    const next = HEIGHT + 1;
    scene.step({ kind: 'vote', vote: voteOf(3, 'prevote', 0, LOW, next) });
    for (const voter of [1, 2, 3]) scene.step({ kind: 'vote', vote: voteOf(voter, 'prevote', 0, HIGH, next) });
    scene.step({ kind: 'height', height: next, parentHash: HIGH, set: equalSet(4) });
    expect(scene.voting.view()?.prevoted).toEqual({ round: 0, blockHash: HIGH });
  });

  test('of a voter that contradicts itself as often as blocks are followed, each vote counts, also before its block is known', () => {
    const scene = new VotingScene();
    for (const hash of ['21', '22', '23', '24', '25']) scene.hear([3], 'prevote', 0, hash.repeat(32));
    scene.hear([1, 2, 3], 'prevote', 0, HIGH);
    expect(scene.voting.view()?.prevoted).toEqual({ round: 0, blockHash: HIGH });
  });
});

describe('while votes are being signed', () => {
  test('nothing else is asked for, and a precommit among them is the lock of the rounds that began meanwhile', () => {
    const scene = new VotingScene();
    scene.hear([1, 3], 'prevote', 0, HIGH);
    expect(asked(scene.ready(HIGH))).toEqual(['prevote 0 99', 'precommit 0 99']);
    scene.ready(LOW);
    expect(asked(scene.hear([2, 3], 'prevote', 1, LOW))).toEqual([]);
    expect(scene.voting.round).toBe(1);
    expect(asked(scene.sign())).toEqual(['prevote 1 99']);
  });

  test('a later quorum of prevotes frees from that lock', () => {
    const scene = new VotingScene();
    scene.hear([1, 3], 'prevote', 0, HIGH);
    scene.ready(HIGH);
    scene.ready(LOW);
    scene.hear([1, 2, 3], 'prevote', 1, LOW);
    expect(asked(scene.sign())).toEqual(['prevote 1 11', 'precommit 1 11']);
    expect(sent(scene.sign())).toEqual(['prevote 1', 'precommit 1']);
  });

  test('they are given up when the node may not sign any more', () => {
    for (const event of [
      { kind: 'allowed', above: Number.POSITIVE_INFINITY },
      { kind: 'vote', vote: voteOf(0, 'prevote', 0, LOW) },
    ] as const) {
      const scene = new VotingScene();
      const [sign] = scene.ready(HIGH).flatMap((effect) => (effect.kind === 'sign' ? [effect.votes] : []));
      expect(sign && scene.voting.isAsked(sign)).toBe(true);
      scene.step(event);
      expect(sign && scene.voting.isAsked(sign)).toBe(false);
    }
  });
});

/** Both blocks are known and ready; the own prevote of round 0 is for the higher one. */
function contested(): VotingScene {
  const scene = new VotingScene();
  scene.ready(HIGH);
  scene.sign();
  scene.ready(LOW);
  return scene;
}

describe('later rounds', () => {
  test('begin only when two blocks are known, 5 s after that', () => {
    const scene = new VotingScene();
    scene.ready(HIGH);
    scene.sign();
    expect([scene.timeout(0), scene.voting.round]).toEqual([[], 0]);
    expect(scene.propose(LOW)).toContainEqual({ kind: 'timer', afterMs: ROUND_MS, height: HEIGHT, round: 0 });
    expect(ROUND_MS).toBe(5_000);
    const effects = scene.timeout(0);
    expect(effects).toContainEqual({ kind: 'timer', afterMs: ROUND_MS, height: HEIGHT, round: 1 });
    expect([scene.timeout(0), scene.voting.round]).toEqual([[], 1]);
  });

  test('begin also when the evidence of two blocks is shown: the second one may be known to nobody else', () => {
    const scene = new VotingScene();
    scene.ready(HIGH);
    scene.sign();
    const shown = (height: number, parentHash: string) => scene.step({ kind: 'equivocation', height, parentHash });
    expect([...shown(HEIGHT + 1, PARENT), ...shown(HEIGHT, LOW)]).toEqual([]);
    expect(shown(HEIGHT, PARENT)).toEqual([{ kind: 'timer', afterMs: ROUND_MS, height: HEIGHT, round: 0 }]);
    expect(asked(scene.timeout(0))).toEqual(['prevote 1 99']);
  });

  test('prevote the lowest hash when there was no quorum of prevotes', () => {
    expect(asked(contested().timeout(0))).toEqual(['prevote 1 11']);
  });

  test('prevote the block of the latest quorum of prevotes', () => {
    const scene = new VotingScene();
    scene.propose(HIGH);
    scene.ready(LOW);
    scene.sign();
    scene.hear([1, 2, 3], 'prevote', 0, HIGH);
    scene.timeout(0);
    expect(asked(scene.step({ kind: 'ready', hash: HIGH }))).toEqual(['prevote 1 99']);
  });

  test('prevote the own precommit again, unless a later quorum is for another block', () => {
    const scene = contested();
    scene.hear([1, 2], 'prevote', 0, HIGH);
    scene.sign();
    expect(asked(scene.timeout(0))).toEqual(['prevote 1 99']);
    scene.sign();
    expect(asked(scene.hear([1, 2, 3], 'prevote', 1, LOW))).toEqual(['precommit 1 11']);
    scene.sign();
    expect(asked(scene.timeout(1))).toEqual(['prevote 2 11']);
  });

  test('an earlier quorum does not move a voter from its precommit', () => {
    const scene = contested();
    scene.timeout(0);
    scene.sign();
    scene.hear([1, 2], 'prevote', 1, LOW);
    scene.sign();
    scene.hear([1, 2, 3], 'prevote', 0, HIGH);
    expect(asked(scene.timeout(1))).toEqual(['prevote 2 11']);
  });

  test('a round that more than a third has reached is entered; fewer move nobody', () => {
    const scene = contested();
    expect([asked(scene.hear([1], 'prevote', 4, LOW)), scene.voting.round]).toEqual([[], 0]);
    expect([asked(scene.hear([2], 'prevote', 6, LOW)), scene.voting.round]).toEqual([['prevote 4 11'], 4]);
  });

  test('a round does not end before a quorum of voters is in it, then at the next turn', () => {
    const scene = contested();
    scene.timeout(0);
    scene.sign();
    expect(kinds(scene.timeout(1))).toEqual(['timer']);
    expect(scene.voting.round).toBe(1);
    scene.hear([1], 'prevote', 1, HIGH);
    scene.hear([2], 'prevote', 1, MIDDLE);
    scene.timeout(1);
    expect(scene.voting.round).toBe(2);
  });

  test('a precommit is never given for a round that is over', () => {
    const scene = contested();
    scene.timeout(0);
    expect(asked(scene.hear([1, 2, 3], 'prevote', 0, HIGH))).toEqual([]);
  });

  test('a lower block is executed meanwhile, each turn another one', () => {
    const scene = new VotingScene();
    scene.ready(HIGH);
    scene.sign();
    expect(scene.propose(LOW)).toContainEqual({ kind: 'execute', hash: LOW });
    scene.propose(MIDDLE);
    expect(scene.timeout(0)).toContainEqual({ kind: 'execute', hash: MIDDLE });
    scene.sign();
    expect(scene.timeout(1)).toContainEqual({ kind: 'execute', hash: LOW });
  });

  test('a quorum of precommits of an earlier round decides at any time', () => {
    const scene = contested();
    scene.timeout(0);
    const effects = scene.hear([1, 2, 3], 'precommit', 0, HIGH);
    expect(decidedBy(effects)).toEqual([certificateBy([1, 2, 3], 0, HIGH)]);
    expect(effects).toContainEqual({ kind: 'execute', hash: HIGH });
  });
});

describe('a certificate', () => {
  test('decides, and its block is asked for and executed', () => {
    const scene = new VotingScene();
    const certificate = certificateBy([1, 2, 3], 40, LOW);
    expect(scene.step({ kind: 'certificate', certificate })).toEqual([
      { kind: 'decided', certificate },
      { kind: 'want', hash: LOW },
    ]);
    expect(scene.propose(LOW)).toEqual([{ kind: 'execute', hash: LOW }]);
    expect(asked(scene.step({ kind: 'ready', hash: LOW }))).toEqual([]);
    expect(scene.step({ kind: 'certificate', certificate })).toEqual([]);
  });

  test.each([
    ['too little stake', certificateBy([1, 2], 0, LOW)],
    ['a stranger', certificateBy([1, 2, 9], 0, LOW)],
    ['another height', certificateBy([1, 2, 3], 0, LOW, HEIGHT + 1)],
  ])('with %s decides nothing', (_, certificate) => {
    expect(new VotingScene().step({ kind: 'certificate', certificate })).toEqual([]);
  });

  test('takes in the precommits that come after the quorum', () => {
    const scene = new VotingScene({ isFollower: true });
    scene.hear([1, 2, 3], 'precommit', 0, LOW);
    scene.step({ kind: 'height', height: HEIGHT + 1, parentHash: LOW, set: equalSet(4) });
    expect(scene.voting.judge(voteOf(0, 'precommit', 0, LOW))).toBe('wanted');
    scene.hear([0], 'precommit', 0, LOW);
    scene.hear([0], 'precommit', 0, HIGH);
    scene.hear([0], 'precommit', 1, LOW);
    expect(scene.voting.certificateOf(HEIGHT)).toEqual(certificateBy([0, 1, 2, 3], 0, LOW));
    expect(scene.voting.votesOf(HEIGHT)).toHaveLength(4);
  });
});

describe('after a start', () => {
  test('nothing is signed before the node may, and then only above the height that it is told', () => {
    const scene = new VotingScene({ allowed: false });
    expect(asked([...scene.ready(HIGH), ...scene.hear([1, 2, 3], 'prevote', 0, HIGH)])).toEqual([]);
    expect(asked(scene.step({ kind: 'allowed', above: HEIGHT }))).toEqual([]);
    expect(asked(scene.step({ kind: 'allowed', above: HEIGHT - 1 }))).toEqual(['prevote 0 99', 'precommit 0 99']);
  });

  test('it decides without being allowed to sign', () => {
    const scene = new VotingScene({ allowed: false });
    expect(decidedBy(scene.hear([1, 2, 3], 'precommit', 0, HIGH))).toHaveLength(1);
  });

  test('own votes of the journal are sent again, count, and hold the lock', () => {
    const before = contested();
    before.hear([1, 2], 'prevote', 0, HIGH);
    before.sign();
    const scene = new VotingScene({ durable: before.durable });
    expect(sent(scene.opened)).toEqual(['prevote 0', 'precommit 0']);
    expect(scene.opened).toContainEqual({ kind: 'want', hash: HIGH });
    scene.ready(LOW);
    scene.ready(HIGH);
    // The prevotes of the others are there too: whoever asks is shown why this voter insists.
    expect(scene.voting.votesOf(HEIGHT).map((vote) => [vote.type, vote.voterKey[0]])).toEqual(
      expect.arrayContaining([
        ['prevote', 2],
        ['prevote', 3],
      ]),
    );
    expect(asked(scene.timeout(0))).toEqual(['prevote 1 99']);
  });

  test('it goes on in the round in which it has voted last', () => {
    const before = contested();
    before.timeout(0);
    before.sign();
    const scene = new VotingScene({ durable: before.durable });
    expect(scene.voting.round).toBe(1);
    expect(asked([...scene.ready(HIGH), ...scene.ready(LOW)])).toEqual([]);
  });

  test('a vote by its own key that it did not make stops it at that height', () => {
    const scene = new VotingScene();
    const vote = voteOf(0, 'prevote', 0, LOW);
    expect(scene.voting.judge(vote)).toBe('wanted');
    expect(scene.step({ kind: 'vote', vote })).toContainEqual({ kind: 'double', vote });
    expect(asked(scene.ready(HIGH))).toEqual([]);
  });

  test('its own votes of rounds that the journal has forgotten are no sign of another signer', () => {
    const before = contested();
    before.hear([1, 2], 'prevote', 0, HIGH);
    before.sign();
    for (let round = 0; round < JOURNAL_ROUNDS; round++) {
      before.timeout(round);
      before.hear([1, 2], 'prevote', round + 1, MIDDLE);
      before.sign();
    }
    const scene = new VotingScene({ durable: before.durable });
    expect(scene.voting.round).toBe(JOURNAL_ROUNDS);
    expect(before.voting.ownVotes()).toHaveLength(JOURNAL_ROUNDS + 2);
    expect(scene.voting.ownVotes()).toHaveLength(JOURNAL_ROUNDS + 1);
    for (const vote of before.voting.ownVotes()) {
      scene.voting.judge(vote);
      expect(kinds(scene.step({ kind: 'vote', vote }))).not.toContain('double');
    }
    expect(scene.voting.judge(voteOf(0, 'prevote', 0, HIGH))).toBe('duplicate');
    scene.ready(HIGH);
    scene.hear([1, 2], 'prevote', JOURNAL_ROUNDS, MIDDLE);
    expect(asked(scene.timeout(JOURNAL_ROUNDS))).toEqual([`prevote ${JOURNAL_ROUNDS + 1} 99`]);
    // What the journal still knows is compared as ever: the lock, and the latest rounds.
    for (const vote of [voteOf(0, 'precommit', 0, LOW), voteOf(0, 'prevote', 1, LOW), voteOf(0, 'prevote', 3, LOW)])
      expect(kinds(new VotingScene({ durable: before.durable }).step({ kind: 'vote', vote }))).toContain('double');
  });

  test('its own votes come back without effect', () => {
    const scene = new VotingScene();
    scene.ready(HIGH);
    scene.sign();
    const vote = voteOf(0, 'prevote', 0, HIGH);
    expect([scene.voting.judge(vote), scene.step({ kind: 'vote', vote })]).toEqual(['duplicate', []]);
  });

  test('a follower decides and signs nothing', () => {
    const scene = new VotingScene({ isFollower: true });
    expect(asked([...scene.ready(HIGH), ...scene.hear([1, 2, 3], 'prevote', 0, HIGH)])).toEqual([]);
    expect(toHex(decidedBy(scene.hear([0, 1, 2], 'precommit', 0, HIGH))[0]?.blockHash ?? new Uint8Array())).toBe(HIGH);
  });
});

describe('memory', () => {
  test('a voter that names many blocks makes the node ask for eight', () => {
    const scene = new VotingScene();
    let wanted = 0;
    for (let round = 0; round < 3; round++)
      for (let block = 0; block < 20; block++) {
        const hash = (round * 20 + block).toString(16).padStart(2, '0').repeat(32);
        for (const type of ['prevote', 'precommit'] as const)
          wanted += kinds(scene.hear([1], type, round, hash)).filter((kind) => kind === 'want').length;
      }
    expect(wanted).toBeLessThanOrEqual(8);
    expect(scene.voting.votesOf(HEIGHT).length).toBeLessThanOrEqual(3 * 2 * 8);
  });

  test('of many blocks the lowest are kept', () => {
    const scene = new VotingScene();
    scene.ready(HIGH);
    scene.sign();
    for (let block = 0x98; block > 0x60; block--) scene.propose(block.toString(16).repeat(32));
    scene.ready(LOW);
    expect(asked(scene.timeout(0))).toEqual(['prevote 1 11']);
  });

  test('invalid blocks take no place, and are not executed again', () => {
    const scene = new VotingScene();
    const invalid = Array.from({ length: 20 }, (_, block) => (0x10 + block).toString(16).repeat(32));
    for (const hash of invalid) {
      scene.propose(hash);
      scene.step({ kind: 'invalid', hash });
    }
    expect(kinds(scene.propose(invalid[0] as string))).not.toContain('execute');
    expect(scene.propose(HIGH)).toContainEqual({ kind: 'execute', hash: HIGH });
    expect(asked(scene.step({ kind: 'ready', hash: HIGH }))).toEqual(['prevote 0 99']);
  });

  test('a block that had its turn in vain makes room for another, which has a turn too', () => {
    const scene = new VotingScene();
    const withheld = Array.from({ length: 8 }, (_, block) => (0x10 + block).toString(16).repeat(32));
    for (const hash of withheld) scene.propose(hash);
    scene.propose(HIGH);
    const turns = (from: number): unknown[] => {
      const effects = Array.from({ length: 8 }, (_, turn) => scene.timeout(from === 0 && turn === 0 ? 0 : 1));
      return effects.flat().flatMap((effect) => (effect.kind === 'execute' ? [effect.hash] : []));
    };
    expect(turns(0)).not.toContain(HIGH);
    scene.propose(HIGH);
    expect(turns(1)).toContain(HIGH);
    expect(asked(scene.step({ kind: 'ready', hash: HIGH }))).toEqual(['prevote 1 99']);
  });

  test('rounds far ahead leave one vote a voter and type', () => {
    const scene = new VotingScene();
    for (let round = 10; round < 500; round++) scene.hear([1], 'prevote', round, HIGH);
    expect([scene.voting.votesOf(HEIGHT), scene.voting.round]).toEqual([[], 0]);
    scene.hear([2], 'prevote', 450, HIGH);
    expect(scene.voting.round).toBe(450);
  });
});

test('the open slot can be opened anew on another parent, and again without effect', () => {
  const scene = new VotingScene();
  const again = { kind: 'height', height: HEIGHT, parentHash: PARENT, set: equalSet(4) } as const;
  scene.hear([1], 'prevote', 0, HIGH);
  scene.step(again);
  expect(scene.voting.votesOf(HEIGHT)).toHaveLength(1);
  scene.step({ ...again, parentHash: LOW });
  expect(scene.voting.votesOf(HEIGHT)).toEqual([]);
  expect(voterKey(0)).toHaveLength(1_952);
});
