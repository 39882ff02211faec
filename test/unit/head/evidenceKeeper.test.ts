/** Evidence of equivocations: little of one key is taken, so that a key that contradicts itself all day costs the network little. */

import { expect, test } from 'vitest';
import { type Evidence, encodeEvidence, evidenceOfVotes } from '../../../engine/chain/evidence.js';
import { EvidenceKeeper } from '../../../engine/head/evidenceKeeper.js';
import { LOW, MIDDLE, voteOf, voterKey } from '../../support/votingScene.js';

const CULPRIT = 3;
const culprit = voterKey(CULPRIT);

function keeper(tip = { height: 5 }) {
  const writes: Uint8Array[] = [];
  const kept = new EvidenceKeeper({
    store: { journalWrite: async (bytes: Uint8Array) => void writes.push(bytes) } as never,
    height: () => tip.height,
    votes: (key) => Buffer.compare(key, culprit) === 0,
    clock: { monotonic: () => 0 },
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
  });
  return { kept, tip };
}

const double = (height: number, { voter = CULPRIT, round = 0 } = {}): Evidence =>
  evidenceOfVotes(voteOf(voter, 'prevote', round, LOW, height), voteOf(voter, 'prevote', round, MIDDLE, height));

test('evidence of a validator near the tip is taken, once for a height and sort', () => {
  const { kept } = keeper();
  expect(kept.add(double(5))).toBe(true);
  expect(kept.add(double(5))).toBe(false);
  expect(kept.add(double(5, { round: 7 }))).toBe(false);
  expect(kept.add(double(6))).toBe(true);
  expect(kept.list.map(encodeEvidence)).toEqual([double(6), double(5)].map(encodeEvidence));
});

test('evidence of another key, of a height long ago, or of one that nobody votes on yet is not', () => {
  const { kept } = keeper({ height: 5_000 });
  expect(kept.add(double(5_000, { voter: 1 }))).toBe(false);
  expect(kept.add(double(4_000))).toBe(false);
  expect(kept.add(double(5_004))).toBe(false);
  expect(kept.list).toEqual([]);
  expect(kept.add(double(4_001))).toBe(true);
  expect(kept.add(double(5_003))).toBe(true);
});

test('of one key few pieces are taken, in whatever order they come, and none comes back', () => {
  const { kept, tip } = keeper({ height: 999 });
  const pieces = Array.from({ length: 999 }, (_, at) => double(at + 1));
  const take = (): number => pieces.filter((piece) => kept.add(piece)).length;
  expect(take()).toBe(16);
  expect(take()).toBe(0);
  tip.height = 1_500;
  expect(take()).toBe(0);
  expect(kept.add(double(1_400))).toBe(true);
});
