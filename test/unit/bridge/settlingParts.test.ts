/** Payouts of several withdrawals in one transaction: each is settled by its own part, in whatever order they are noted. */

import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../../engine/base/refusal.js';
import { settlingLogs } from '../../../engine/bridge/evm/payouts.js';
import { settlingParts } from '../../../engine/bridge/settlingParts.js';

const parts = (...amounts: readonly bigint[]) => amounts.map((amount, position) => ({ position, amount }));
const chosen = (amounts: readonly bigint[], owed: bigint, allowance = 0n): readonly number[] =>
  settlingParts(parts(...amounts), owed, allowance).map(({ position }) => position);

test.each([
  ['the exact one', [9n, 5n, 7n], 7n, 0n, [2]],
  ['the exact one before one within the allowance', [9n, 5n, 7n], 9n, 4n, [0]],
  ['the closest below, within the allowance', [9n, 4n, 3n], 5n, 2n, [1]],
  ['the least above', [9n, 3n, 7n], 5n, 1n, [2]],
  ['all, where none suffices', [3n, 4n], 7n, 0n, [0, 1]],
  ['nothing of nothing', [], 7n, 0n, []],
] as const)('%s', (_, amounts, owed, allowance, expected) => {
  expect(chosen(amounts, owed, allowance)).toEqual(expected);
});

describe('logs of one transaction', () => {
  const WEI = 10n ** 9n;

  /** Settles withdrawals one after the other. @returns the logs of each, or why there are none. */
  function settled(
    coin: 'XRGE' | 'USDC',
    withdrawals: readonly { readonly units: bigint; readonly release?: number }[],
    transfers: readonly bigint[],
  ): readonly unknown[] {
    const used = new Set<number>();
    return withdrawals.map(({ units, release }) => {
      const logs = settlingLogs({ coin, units }, { release, transfers: parts(...transfers) }, (index) =>
        used.has(index),
      );
      if (isRefusal(logs)) return logs.code;
      for (const index of logs) used.add(index);
      return logs;
    });
  }

  test('rule 7: two withdrawals of XRGE to one destination, in either order, and no third one', () => {
    const [five, three] = [{ units: 5n }, { units: 3n }];
    const paid = [5n * WEI, 3n * WEI];
    expect(settled('XRGE', [five, three, three], paid)).toEqual([[0], [1], 'already_exists']);
    expect(settled('XRGE', [three, five], paid)).toEqual([[1], [0]]);
    expect(settled('XRGE', [three, { units: 6n }], paid)).toEqual([[1], 'rule_violation']);
  });

  test('rule 7: two equal withdrawals of USDC to one destination have a release and a transfer each', () => {
    const equal = [8, 9, 7].map((release) => ({ units: 4n, release }));
    expect(settled('USDC', equal, [4n, 4n])).toEqual([[8, 0], [9, 1], 'already_exists']);
  });
});
