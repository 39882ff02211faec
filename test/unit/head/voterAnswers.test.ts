/** What other voters say counts by their stake. */

import { expect, test } from 'vitest';
import { toHex } from '../../../engine/base/bytes.js';
import { tellEnough, votersAreAhead } from '../../../engine/head/voterAnswers.js';
import type { ActiveSet } from '../../../engine/ledger/activeSet.js';
import type { PeerView } from '../../../engine/network/peerSessions.js';

const keyOf = (index: number): Uint8Array => new Uint8Array(4).fill(index);
const OWN = keyOf(0);

function setOf(stakes: readonly bigint[]): ActiveSet {
  const validators = stakes.map(
    (stake, index) => ({ publicKey: keyOf(index), stake }) as ActiveSet['validators'][number],
  );
  const stakeOf = (key: Uint8Array): bigint => stakes[key[0] as number] ?? 0n;
  return { validators, totalStake: stakes.reduce((sum, stake) => sum + stake, 0n), proposer: validators[0], stakeOf };
}

const answers = (...indexes: number[]): Set<string> => new Set(indexes.map((index) => toHex(keyOf(index))));

test.each([
  { stakes: [10n, 10n, 10n, 10n], of: [], enough: false },
  { stakes: [10n, 10n, 10n, 10n], of: [9], enough: false },
  { stakes: [10n, 10n, 10n, 10n], of: [1], enough: false },
  { stakes: [10n, 10n, 10n, 10n], of: [0, 9, 1], enough: false },
  { stakes: [10n, 10n, 10n, 10n], of: [1, 3], enough: true },
  // A quorum together with this node: the chain could go on.
  { stakes: [51n, 17n, 16n, 16n], of: [3], enough: true },
  { stakes: [17n, 51n, 16n, 16n], of: [2], enough: false },
  { stakes: [17n, 51n, 16n, 16n], of: [1], enough: true },
  { stakes: [90n, 10n], of: [9], enough: true },
])('of stakes $stakes the answers of $of: $enough', ({ stakes, of, enough }) => {
  expect(tellEnough(setOf(stakes), OWN, answers(...of))).toBe(enough);
});

test.each([
  { heights: [[9, 1_000_000]], ahead: false },
  { heights: [[1, 8]], ahead: false },
  {
    heights: [
      [1, 8],
      [2, 9],
    ],
    ahead: true,
  },
  {
    heights: [
      [1, 7],
      [2, 7],
      [3, 9],
    ],
    ahead: false,
  },
] as const)('voters at $heights: ahead $ahead', ({ heights, ahead }) => {
  const head = { set: setOf([10n, 10n, 10n, 10n]), tip: { height: 7 } } as never;
  const peers = heights.map(([index, height]) => ({ publicKey: keyOf(index), height }) as PeerView);
  expect(votersAreAhead(head, OWN, peers)).toBe(ahead);
});
