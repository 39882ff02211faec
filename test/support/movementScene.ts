/** A chain on which tokens move: the holdings before the first movement. */

import { expect } from 'vitest';
import { balanceOf } from '../../engine/ledger/funds.js';
import { allowanceOf } from '../../engine/ledger/tokens.js';
import { rulesOf, TestChain } from './chain.js';
import { by, play } from './ledgerScene.js';
import { type Actor, actor, createToken } from './transactions.js';

const validator = actor('movement: the validator');
export const alice = actor('movement: alice');
export const bob = actor('movement: bob');
export const carol = actor('movement: carol');

/** GOLD: mintable, created by alice, who holds 1,000. QETH and OLD: alice holds some but did not create them. */
export function chainOf(bobHas = '10000'): TestChain {
  const chain = new TestChain(
    rulesOf({
      validators: [{ actor: validator, stake: '10000' }],
      allocations: [
        { to: alice.keyHex, amount: '10000' },
        { to: alice.keyHex, amount: '50', token: 'QETH' },
        { to: alice.keyHex, amount: '50', token: 'OLD' },
        { to: bob.keyHex, amount: bobHas },
      ],
    }),
  );
  expect(play(chain, createToken(by(chain, alice), { symbol: 'GOLD', supply: 1_000n, mintable: true }))).toEqual([
    undefined,
  ]);
  return chain;
}

export const holds = (chain: TestChain, someone: Actor, token = 'GOLD') =>
  balanceOf(chain.state, someone.account, token);
export const allowed = (chain: TestChain, token = 'GOLD') =>
  allowanceOf(chain.state, alice.account, bob.account, token);
