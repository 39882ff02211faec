/** The monetary-integrity rule: what a payload says of its fee, one block before the rule's height and at it; and the
 *  types of transactions that are suspended. */

import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { balanceOf } from '../../../engine/ledger/funds.js';
import { rulesOf, TestChain } from '../../support/chain.js';
import { actor, item, itemOfParts, number, partsOf } from '../../support/transactions.js';

const validator = actor('validator');
const alice = actor('alice');
const bob = actor('bob');

const HEIGHT = 3;

const newChain = (height: number | null): TestChain =>
  new TestChain(
    rulesOf({
      validators: [{ actor: validator, stake: '10000' }],
      allocations: [{ to: alice.keyHex, amount: '1000' }],
      upgrades: { monetary_integrity: height },
    }),
  );

const payment = (chain: TestChain, fee: string) =>
  item({
    signer: alice,
    operation: 'transfer',
    timestamp: chain.tip.time,
    members: { to: bob.address, amount: number(1), fee: number(fee) },
  });

const SENTENCE = 'transaction fee must be a finite number that is not negative';
const UNSOUND = ['-1', '-0', '-0.0', '-1e-9', '1e999', '-1e999'];
const SOUND = ['0', '0.1', '1e3', '5'];

describe('a fee in the payload', () => {
  test('counts for nothing one block before the height, whatever it says', () => {
    const chain = newChain(HEIGHT);
    for (let height = 1; height < HEIGHT; height++) {
      const items = [...UNSOUND, ...SOUND].map((fee) => payment(chain, fee));
      const { candidate } = chain.produce(items);
      expect(candidate.refused).toEqual([]);
      expect(candidate.execution.outcomes.map(({ failure }) => failure)).toEqual(items.map(() => undefined));
    }
    expect(chain.tip.height).toBe(HEIGHT - 1);
    expect(balanceOf(chain.state, bob.account, 'XRGE')).toBe(2n * 10n * QUANTA);
  });

  test('makes a block invalid from the height on when it is negative or not finite', () => {
    const chain = newChain(HEIGHT);
    for (let height = 1; height < HEIGHT; height++) chain.produce([]);
    const bad = UNSOUND.map((fee) => payment(chain, fee));
    const { candidate } = chain.produce([...bad, ...SOUND.map((fee) => payment(chain, fee))]);
    expect(chain.tip.height).toBe(HEIGHT);
    expect(candidate.refused.map(({ id, refusal }) => [id, refusal.code, refusal.message])).toEqual(
      bad.map(({ transaction }) => [transaction.id, 'rule_violation', SENTENCE]),
    );
    expect(candidate.execution.outcomes.length).toBe(SOUND.length);
    expect(balanceOf(chain.state, bob.account, 'XRGE')).toBe(BigInt(SOUND.length) * QUANTA);
  });

  test('is never asked on a network without the rule', () => {
    const chain = newChain(null);
    chain.produce([]);
    expect(chain.produce([payment(chain, '-5')]).candidate.execution.outcomes.length).toBe(1);
  });
});

test('suspended types have no meaning at any height, and say so; other unknown ones are told apart', () => {
  const refusalOf = (operation: string) => {
    const decoded = itemOfParts(partsOf({ signer: alice, operation, timestamp: 1 }));
    return isRefusal(decoded) ? [decoded.code, decoded.message] : undefined;
  };
  for (const operation of ['shield', 'unshield', 'shielded_transfer', 'token_lock', 'delegate', 'token_approve'])
    expect(refusalOf(operation)).toEqual(['suspended', 'this transaction type is suspended']);
  expect(refusalOf('slash')).toEqual(['operation_unknown', 'unknown transaction type "slash"']);
});
