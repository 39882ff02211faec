/** Whose slot it is: greatest stake, ties to the lowest raw key, in whatever order the set is read. */

import { describe, expect, test } from 'vitest';
import { designatedProposer, totalVotingStake } from '../../../engine/consensus/proposer.js';
import type { Validator } from '../../../engine/ledger/tables.js';

const validator = (stake: bigint, ...publicKey: number[]): Validator => ({
  stake,
  votingStake: stake * 2n,
  blocksProposed: 0,
  publicKey: Uint8Array.from(publicKey),
});

/** Every order in which the validators can be met. */
function* orders<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries())
    for (const rest of orders(items.filter((_, other) => other !== index))) yield [item, ...rest];
}

describe('the designated proposer', () => {
  test.each([
    ['the greatest stake', [validator(5n, 1), validator(7n, 9), validator(6n, 0)], 7n, 9],
    [
      'more stake than a double can tell apart',
      [validator(2n ** 100n, 1), validator(2n ** 100n + 1n, 2)],
      2n ** 100n + 1n,
      2,
    ],
    ['of a tie the lowest raw key', [validator(7n, 0x80, 0), validator(7n, 0x7f, 0xff), validator(7n, 0xff)], 7n, 0x7f],
    ['of a tie the lower last byte', [validator(7n, 3, 2), validator(7n, 3, 1), validator(6n, 0)], 7n, 3],
  ])('is %s, in whatever order the set is read', (_, set, stake, firstByte) => {
    let met = 0;
    const chosen = new Set<Validator | undefined>();
    for (const order of orders(set)) {
      chosen.add(designatedProposer(order));
      met++;
    }
    expect(met).toBe(set.length === 2 ? 2 : 6);
    expect(chosen.size).toBe(1);
    const [best] = chosen;
    expect(best?.stake).toBe(stake);
    expect(best?.publicKey[0]).toBe(firstByte);
  });

  test('takes the lower key also when it is a prefix', () => {
    expect(designatedProposer([validator(7n, 3, 0), validator(7n, 3)])?.publicKey).toEqual(Uint8Array.of(3));
  });

  test('is nobody where nobody has stake', () => {
    expect(designatedProposer([])).toBeUndefined();
    expect(designatedProposer([validator(0n, 1), validator(0n, 2)])).toBeUndefined();
    expect(designatedProposer([validator(0n, 1), validator(1n, 2)])?.stake).toBe(1n);
  });
});

test('votes weigh the stake before the block', () => {
  expect(totalVotingStake([validator(5n, 1), validator(7n, 2)])).toBe(24n);
  expect(totalVotingStake([])).toBe(0n);
});
