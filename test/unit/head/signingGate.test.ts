/** From when on a key signs: every answer that peers give, before and after the node has caught up. */

import { expect, test } from 'vitest';
import { SigningGate } from '../../../engine/head/signingGate.js';
import { LogBook } from '../../support/engineNode.js';
import { VirtualTime } from '../../support/virtualTime.js';

/** @param needed voters that must have answered. */
function gate(journaled: number, needed = 0) {
  const time = new VirtualTime(0);
  const seen = { allowed: [] as number[], asks: 0, isBehind: false };
  const log = new LogBook();
  const one = new SigningGate({
    timers: time.process(),
    log,
    journaled,
    isBehind: () => seen.isBehind,
    areEnough: (keys) => keys.size >= needed,
    ask: () => void seen.asks++,
    allow: (above) => void seen.allowed.push(above),
  });
  return { time, seen, log, gate: one };
}

test('alone, it opens at once: at the height of the journal the same bytes leave again', () => {
  const { seen, gate: one } = gate(7);
  expect(one.waiting).toMatch(/signs nothing before a peer has told what this key has signed/);
  one.openAlone();
  expect([seen.allowed, one.waiting]).toEqual([[6], undefined]);
  const fresh = gate(0);
  fresh.gate.openAlone();
  expect(fresh.seen.allowed).toEqual([0]);
});

test.each([
  { journaled: 7, answers: [0], above: 6 },
  { journaled: 7, answers: [7], above: 6 },
  { journaled: 7, answers: [8], above: 8 },
  { journaled: 7, answers: [3, 12, 5], above: 12 },
  { journaled: 0, answers: [0], above: 0 },
])('journal $journaled, peers say $answers: above $above', async ({ journaled, answers, above }) => {
  const { time, seen, gate: one } = gate(journaled);
  one.peerUp();
  expect(seen.asks).toBe(1);
  await time.pass(60_000);
  expect(seen.allowed).toEqual([]);
  for (const height of answers) one.answered(height);
  expect(seen.allowed).toEqual([]);
  await time.pass(60_000);
  expect([seen.allowed, one.waiting]).toEqual([[above], undefined]);
  one.peerUp();
  one.answered(99);
  await time.pass(60_000);
  expect([seen.asks, seen.allowed]).toEqual([1, [above]]);
});

const voter = (index: number): Uint8Array => new Uint8Array(4).fill(index);

test('a stranger is not enough: all are asked again until voters have answered', async () => {
  const { time, seen, gate: one } = gate(7, 2);
  one.peerUp();
  one.answered(0, voter(1));
  await time.pass(30_000);
  expect(seen.allowed).toEqual([]);
  expect(seen.asks).toBeGreaterThan(3);
  one.answered(12, voter(2));
  await time.pass(30_000);
  expect(seen.allowed).toEqual([12]);
});

test('answers from before it had caught up do not count', async () => {
  const { time, seen, gate: one } = gate(7, 1);
  seen.isBehind = true;
  one.answered(0, voter(1));
  await time.pass(5_000);
  seen.isBehind = false;
  const { asks } = seen;
  await time.pass(3_000);
  expect([seen.allowed, seen.asks > asks]).toEqual([[], true]);
  one.answered(150, voter(1));
  await time.pass(30_000);
  expect(seen.allowed).toEqual([150]);
});

test('a node that is behind waits until it has caught up', async () => {
  const { time, seen, gate: one } = gate(7);
  seen.isBehind = true;
  one.answered(3);
  await time.pass(30_000);
  expect(seen.allowed).toEqual([]);
  seen.isBehind = false;
  await time.pass(5_000);
  expect(seen.allowed).toEqual([6]);
});

test('beside an older process with its key it signs nothing any more, and says why', async () => {
  const { time, seen, log, gate: one } = gate(7);
  one.answered(3);
  one.meetTwin(true);
  one.meetTwin(true);
  one.openAlone();
  one.answered(8);
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

test('a vote of its key that the journal does not have closes the heights up to it', async () => {
  const { time, gate: one } = gate(7);
  one.openAlone();
  expect([one.notYet(6), one.notYet(7)]).toEqual(['height 6 may be signed already', undefined]);
  one.meetOwnVote(9);
  expect([one.notYet(9), one.notYet(10)]).toEqual(['height 9 may be signed already', undefined]);
  const closed = gate(7);
  closed.gate.meetOwnVote(12);
  await closed.time.pass(60_000);
  expect(closed.seen.allowed).toEqual([12]);
  await time.pass(60_000);
  expect(one.notYet(10)).toBeUndefined();
});

test('stopped, it allows nothing', async () => {
  const { time, seen, gate: one } = gate(7);
  one.answered(3);
  one.stop();
  await time.pass(60_000);
  expect(seen.allowed).toEqual([]);
});
