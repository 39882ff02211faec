/** From when on a key signs: every answer that peers give, before and after the node has caught up. */

import { describe, expect, test } from 'vitest';
import { quorumOf } from '../../../engine/chain/certificate.js';
import { accountOfKey } from '../../../engine/crypto/address.js';
import { type KeyAnswer, SigningGate, stakeToHear } from '../../../engine/head/signingGate.js';
import type { ActiveSet } from '../../../engine/ledger/activeSet.js';
import { LogBook } from '../../support/engineNode.js';
import { VirtualTime } from '../../support/virtualTime.js';
import { voterKey } from '../../support/votingScene.js';

/** Voter 0 is this node. */
function setOf(stakes: readonly number[]): ActiveSet {
  const validators = stakes.flatMap((stake, voter) =>
    stake > 0 ? [{ account: accountOfKey(voterKey(voter)), publicKey: voterKey(voter), stake: BigInt(stake) }] : [],
  );
  return {
    validators,
    totalStake: validators.reduce((sum, { stake }) => sum + stake, 0n),
    proposer: validators[0],
    stakeOf: (key) => validators.find(({ publicKey }) => publicKey[0] === key[0])?.stake ?? 0n,
  };
}

function gate(journaled: number, stakes: readonly number[] = [1, 1, 1, 1]) {
  const time = new VirtualTime(0);
  const seen = { allowed: [] as number[], asks: [] as boolean[], isBehind: false, height: 200, stakes };
  const log = new LogBook();
  const one = new SigningGate({
    timers: time.process(),
    log,
    publicKey: voterKey(0),
    journaled,
    set: () => setOf(seen.stakes),
    height: () => seen.height,
    isBehind: () => seen.isBehind,
    ask: (wanted) => void seen.asks.push(wanted),
    allow: (above) => void seen.allowed.push(above),
  });
  const answer = (voter: number, changes: Partial<KeyAnswer> = {}): void =>
    one.answered({ from: voterKey(voter), isNamed: false, reaches: seen.height, seen: 0, ...changes });
  return { time, seen, log, gate: one, answer };
}

test('alone, it opens at once: at the height of the journal the same bytes leave again', () => {
  const { seen, gate: one } = gate(7);
  expect(one.waiting).toMatch(/signs nothing before validators with enough stake have told what this key has signed/);
  one.openAlone();
  expect([seen.allowed, one.waiting]).toEqual([[6], undefined]);
  const fresh = gate(0);
  fresh.gate.openAlone();
  expect(fresh.seen.allowed).toEqual([0]);
});

test.each([
  { journaled: 7, answers: [0, 0], above: 6 },
  { journaled: 7, answers: [7, 0], above: 6 },
  { journaled: 7, answers: [8, 0], above: 8 },
  { journaled: 7, answers: [3, 12, 5], above: 12 },
  { journaled: 0, answers: [0, 0], above: 0 },
])('journal $journaled, validators show $answers: above $above', async ({ journaled, answers, above }) => {
  const { time, seen, gate: one, answer } = gate(journaled);
  one.peerUp();
  one.peerUp();
  expect(seen.asks).toEqual([true]);
  await time.pass(60_000);
  expect(seen.allowed).toEqual([]);
  const asked = seen.asks.length;
  expect(asked).toBeGreaterThan(5);
  expect(asked).toBeLessThan(30);
  for (const [index, height] of answers.entries()) answer(index + 1, { seen: height });
  expect(seen.allowed).toEqual([]);
  await time.pass(60_000);
  expect([seen.allowed, one.waiting]).toEqual([[above], undefined]);
  expect(seen.asks.at(-1)).toBe(false);
  const asks = seen.asks.length;
  one.peerUp();
  answer(3, { seen: 99 });
  await time.pass(60_000);
  expect([seen.asks.length, seen.allowed]).toEqual([asks, [above]]);
});

describe('how much stake must answer', () => {
  const asked = (stakes: readonly number[]): string[] => {
    const [own = 0, ...others] = stakes;
    const total = stakes.reduce((sum, stake) => sum + stake, 0);
    const needed = stakeToHear(BigInt(total), BigInt(own));
    return [...Array(1 << others.length).keys()]
      .map((bits) => others.filter((_, index) => bits & (1 << index)))
      .filter((some) => some.reduce((sum, stake) => sum + stake, 0) >= needed)
      .map((some) => some.join('+'));
  };

  test.each([
    { stakes: [1, 1], fewest: 1 },
    { stakes: [1, 1, 1], fewest: 1 },
    { stakes: [1, 1, 1, 1], fewest: 2 },
    { stakes: [1, 1, 1, 1, 1, 1, 1], fewest: 3 },
    { stakes: [5, 1, 1, 1, 1], fewest: 2 },
    { stakes: [1_000_000, 1], fewest: 1 },
    { stakes: [1, 1_000_000], fewest: 1 },
  ])('$stakes: $fewest others at least', ({ stakes, fewest }) => {
    expect(Math.min(...asked(stakes).map((some) => some.split('+').length))).toBe(fewest);
  });

  test('everybody else together is always enough, and so is who makes a quorum with this key', () => {
    let checked = 0;
    for (let total = 2; total <= 60; total++)
      for (let own = 0; own < total; own++) {
        const [all, mine] = [BigInt(total), BigInt(own)];
        const needed = stakeToHear(all, mine);
        const others = all - mine;
        expect(needed).toBeLessThanOrEqual(others);
        expect(needed * 3n).toBeGreaterThan(others);
        const makesQuorum = quorumOf(all) - mine;
        if (makesQuorum * 3n > others) expect(needed).toBeLessThanOrEqual(makesQuorum);
        // Less than a third of its own: nobody can decide without one of those who answer.
        if (own * 3 < total) expect(others - needed + mine).toBeLessThan(quorumOf(all));
        checked++;
      }
    expect(checked).toBe(1829);
  });
});

test('a stranger, a follower and one validator of four open nothing, whatever they say', async () => {
  const { time, seen, gate: one, answer } = gate(100);
  one.peerUp();
  for (const key of [7, 8, 9]) answer(key, { isNamed: true });
  answer(0);
  answer(1);
  await time.pass(60_000);
  expect(seen.allowed).toEqual([]);
  expect(one.notYet(101)).toBe(one.waiting);
  answer(2);
  await time.pass(1_000);
  expect(seen.allowed).toEqual([99]);
});

test('what a stranger shows with a signature counts at once', async () => {
  const { time, seen, answer } = gate(100);
  answer(9, { seen: 151 });
  answer(1);
  answer(2);
  await time.pass(60_000);
  expect(seen.allowed).toEqual([151]);
});

test('an answer counts when this node has the blocks of its peer, and is asked for again then', async () => {
  const { time, seen, answer } = gate(100);
  seen.height = 100;
  answer(1, { reaches: 150 });
  answer(2, { reaches: 150 });
  await time.pass(60_000);
  expect(seen.allowed).toEqual([]);
  seen.height = 150;
  seen.asks.length = 0;
  await time.pass(1_000);
  expect([seen.allowed, seen.asks]).toEqual([[], [true]]);
  answer(1, { seen: 151 });
  answer(2);
  await time.pass(60_000);
  expect(seen.allowed).toEqual([151]);
});

test('a validator that makes up a height is not waited for', async () => {
  const { time, seen, answer } = gate(7);
  answer(1, { reaches: 1_000_000 });
  answer(2);
  await time.pass(60_000);
  expect(seen.allowed).toEqual([]);
  answer(3);
  await time.pass(60_000);
  expect(seen.allowed).toEqual([6]);
});

test('answers from before it had caught up do not count, whatever height their peers had', async () => {
  const { time, seen, answer } = gate(7);
  seen.isBehind = true;
  answer(1, { reaches: 3 });
  answer(2, { reaches: 3 });
  await time.pass(5_000);
  seen.isBehind = false;
  seen.asks.length = 0;
  await time.pass(3_000);
  expect([seen.allowed, seen.asks]).toEqual([[], [true]]);
  answer(1, { seen: 150 });
  answer(2);
  await time.pass(2_000);
  expect(seen.allowed).toEqual([150]);
});

test('the set counts that votes after the node has caught up', async () => {
  const { time, seen, answer } = gate(7, [1, 1]);
  seen.isBehind = true;
  await time.pass(30_000);
  seen.stakes = [1, 0, 1, 1];
  seen.isBehind = false;
  await time.pass(2_000);
  answer(1);
  await time.pass(30_000);
  expect(seen.allowed).toEqual([]);
  answer(2);
  await time.pass(5_000);
  expect(seen.allowed).toEqual([6]);
});

test('a key that votes alone asks a node that its operator has named, and waits for its blocks', async () => {
  const { time, seen, gate: one, answer } = gate(7, [1]);
  seen.height = 7;
  expect(one.waiting).toMatch(/start without it if no other node has this chain/);
  answer(8);
  answer(9, { isNamed: true, reaches: 9 });
  await time.pass(60_000);
  expect(seen.allowed).toEqual([]);
  seen.height = 9;
  await time.pass(2_000);
  answer(9, { isNamed: true });
  // The blocks show that others have staked since.
  seen.stakes = [1, 1, 1];
  await time.pass(60_000);
  expect(seen.allowed).toEqual([]);
  answer(1);
  await time.pass(60_000);
  expect(seen.allowed).toEqual([6]);
});

test('beside an older process with its key it signs nothing any more, and says why', async () => {
  const { time, seen, log, gate: one, answer } = gate(7);
  answer(1);
  one.meetTwin(true);
  one.meetTwin(true);
  one.openAlone();
  answer(2, { seen: 8 });
  await time.pass(60_000);
  expect(seen.allowed).toEqual([Number.POSITIVE_INFINITY]);
  expect(one.waiting).toMatch(/another process runs with the key of this node since before this one/);
  expect(one.notYet(1_000)).toBe(one.waiting);
  expect(log.lines.filter(({ level }) => level === 'error')).toHaveLength(1);
});

test('beside a younger process with its key it goes on, and says so', () => {
  const { seen, log, gate: one } = gate(7);
  one.openAlone();
  one.meetTwin(false);
  expect([seen.allowed, one.problem]).toEqual([[6], undefined]);
  expect(log.lines.map(({ message }) => message).join()).toMatch(/it was started later and stops signing/);
});

describe('a process that peers have met elsewhere', () => {
  test('began later: this one goes on, and speaks of it until nobody does any more', async () => {
    const { time, seen, log, gate: one } = gate(7);
    one.openAlone();
    for (let minute = 0; minute < 9; minute++) {
      one.hearOfTwin(voterKey(7), true);
      await time.pass(60_000);
    }
    expect(one.twin).toMatch(/it was started later and stops signing/);
    expect(log.lines.filter(({ level }) => level === 'error')).toHaveLength(1);
    await time.pass(10 * 60_000);
    expect([one.twin, one.problem, seen.allowed]).toEqual([undefined, undefined, [6]]);
  });

  test.each([true, false])(
    'began earlier: this one stops for good when a third of the stake has met it; it signs already: %s',
    async (signs) => {
      const { time, seen, gate: one } = gate(7);
      if (signs) one.openAlone();
      for (const stranger of [0, 7, 8, 9]) one.hearOfTwin(voterKey(stranger), false);
      expect(one.twin === undefined).toBe(signs);
      one.hearOfTwin(voterKey(1), false);
      one.hearOfTwin(voterKey(1), false);
      expect(one.problem).toBeUndefined();
      expect(one.twin).toMatch(/^a peer says that another process with the key of this node is connected to it/);
      one.hearOfTwin(voterKey(2), false);
      expect(one.problem).toMatch(/another process runs with the key of this node since before this one/);
      expect(one.twin).toBe(one.problem);
      await time.pass(60 * 60_000);
      expect(seen.allowed.at(-1)).toBe(Number.POSITIVE_INFINITY);
      expect(one.twin).toBe(one.problem);
    },
  );

  test('is not believed by who has a link with this one since', () => {
    const { gate: one, answer } = gate(7);
    one.hearOfTwin(voterKey(1), false);
    answer(1);
    one.hearOfTwin(voterKey(2), false);
    expect(one.problem).toBeUndefined();
    one.hearOfTwin(voterKey(3), false);
    expect(one.problem).toBeDefined();
  });
});

test('a vote of its key that the journal does not have closes the heights up to it, and opens nothing', async () => {
  const { time, gate: one } = gate(7);
  one.openAlone();
  expect([one.notYet(6), one.notYet(7)]).toEqual(['height 6 may be signed already', undefined]);
  one.meetOwnVote(9);
  expect([one.notYet(9), one.notYet(10)]).toEqual(['height 9 may be signed already', undefined]);
  const closed = gate(7);
  closed.gate.meetOwnVote(12);
  await closed.time.pass(60_000);
  expect(closed.seen.allowed).toEqual([]);
  for (const voter of [1, 2]) closed.answer(voter);
  await closed.time.pass(60_000);
  expect(closed.seen.allowed).toEqual([12]);
  await time.pass(60_000);
  expect(one.notYet(10)).toBeUndefined();
});

test('stopped, it allows nothing', async () => {
  const { time, seen, gate: one, answer } = gate(7);
  answer(1);
  answer(2);
  one.stop();
  await time.pass(60_000);
  expect(seen.allowed).toEqual([]);
});
