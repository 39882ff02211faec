/** One block's state transition: what stays of a failed transaction, who is party to it, and the order of the steps. */

import { describe, expect, test, vi } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { isRefusal, refuse } from '../../../engine/base/refusal.js';
import { BURN_ADDRESS, burnAccount, TREASURY, treasuryAccount } from '../../../engine/crypto/address.js';
import { activeSetOf, closeVoting, tipSetOf } from '../../../engine/ledger/activeSet.js';
import { BlockExecution, probeTransaction } from '../../../engine/ledger/execution.js';
import { accountOf, balanceOf, countBurned, credit, debit, supplyOf } from '../../../engine/ledger/funds.js';
import { kindOf } from '../../../engine/ledger/kinds/index.js';
import { type Validator, validators } from '../../../engine/ledger/tables.js';
import { Overlay } from '../../../engine/state/state.js';
import { GENESIS_TIME, rulesOf, TestChain } from '../../support/chain.js';
import { recordsOf } from '../../support/referenceLedger.js';
import { actor, faucet, transfer } from '../../support/transactions.js';

const validator = actor('validator');
const second = actor('second validator');
const alice = actor('alice');
const bob = actor('bob');
const NOW = GENESIS_TIME + 1_000_000;

const newChain = (): TestChain =>
  new TestChain(
    rulesOf({
      validators: [
        { actor: validator, stake: '30000' },
        { actor: second, stake: '20000' },
      ],
      allocations: [
        { to: alice.keyHex, amount: '100' },
        { to: alice.keyHex, amount: '500', token: 'GOLD' },
      ],
      faucet: true,
    }),
  );

const begin = (chain: TestChain): BlockExecution =>
  new BlockExecution(chain.scratch(), chain.context(NOW), chain.replay);

/** A chain whose state holds already what opening a block writes. */
function opened(): TestChain {
  const chain = newChain();
  chain.state.prepare(begin(chain).state).commit();
  return chain;
}

describe('a transfer', () => {
  test('moves XRGE and charges the base fee', () => {
    const chain = newChain();
    chain.produce([transfer({ signer: alice, timestamp: NOW }, bob, 7n * QUANTA)], NOW);
    expect(accountOf(chain.state, bob.account)).toEqual({ balance: 7n * QUANTA, nonce: 0, activity: 1 });
    expect(accountOf(chain.state, alice.account)).toEqual({ balance: 92_900_000_000n, nonce: 1, activity: 1 });
  });

  test('moves a token in base units, to the last unit', () => {
    const chain = newChain();
    chain.produce([transfer({ signer: alice, timestamp: NOW }, bob, 500n, 'gold')], NOW);
    expect(balanceOf(chain.state, bob.account, 'GOLD')).toBe(500n);
    expect(balanceOf(chain.state, alice.account, 'GOLD')).toBe(0n);
    expect(recordsOf(chain.state).has(`token_balances/${alice.account}GOLD`)).toBe(false);
  });

  test('to the burn address destroys and counts', () => {
    const chain = newChain();
    const burn = (amount: bigint, token?: string) =>
      transfer({ signer: alice, timestamp: NOW }, BURN_ADDRESS, amount, token);
    chain.produce([burn(3n * QUANTA), burn(20n, 'GOLD'), burn(1n, 'GOLD')], NOW);
    expect(supplyOf(chain.state, 'XRGE').burned).toBe(3n * QUANTA);
    expect(supplyOf(chain.state, 'GOLD')).toEqual({ minted: 500n, burned: 21n });
    expect([balanceOf(chain.state, burnAccount, 'XRGE'), balanceOf(chain.state, burnAccount, 'GOLD')]).toEqual([
      0n,
      0n,
    ]);
    expect(accountOf(chain.state, burnAccount).activity).toBe(3);
  });

  test('to a system account is not taken: nobody could spend it', () => {
    const chain = newChain();
    const { candidate } = chain.produce([transfer({ signer: alice, timestamp: NOW }, TREASURY, QUANTA)], NOW);
    expect(candidate.refused.map(({ refusal }) => refusal.code)).toEqual(['invalid_recipient']);
    expect(balanceOf(chain.state, treasuryAccount, 'XRGE')).toBe(0n);
  });
});

describe('a failed transaction', () => {
  test("costs fee and nonce, stands in the signer's history, and changes nothing else", () => {
    const chain = opened();
    const execution = begin(chain);
    const before = recordsOf(chain.state);
    const outcome = execution.include(
      transfer({ signer: alice, timestamp: NOW, priorityFee: 11n }, bob, 501n, 'GOLD').transaction,
    );
    if (isRefusal(outcome)) expect.fail(outcome.message);
    expect(outcome).toMatchObject({ nonce: 1, fee: 100_000_011n, result: null });
    expect(outcome.failure?.message).toBe(
      'insufficient GOLD balance: have 500, need 501; with the fee it takes 0.100000011 XRGE and 501 base units of GOLD',
    );
    expect(outcome.parties).toEqual([{ account: alice.account, ordinal: 0 }]);
    chain.state.prepare(execution.state).commit();
    const after = recordsOf(chain.state);
    expect([...after].filter(([key, value]) => before.get(key) !== value)).toEqual([
      [`accounts/${alice.account}`, `${100n * QUANTA - 100_000_011n} 1 1`],
    ]);
    expect(after.size).toBe(before.size);
  });

  test('is undone even when its kind had written before it refused', () => {
    const chain = opened();
    const execution = begin(chain);
    const kind = kindOf('transfer');
    if (!kind) expect.fail('there is no transfer');
    const before = recordsOf(chain.state);
    const spy = vi.spyOn(kind, 'apply').mockImplementation((state) => {
      credit(state, bob.account, 'XRGE', 5n);
      debit(state, alice.account, 'GOLD', 500n);
      countBurned(state, 'GOLD', 500n);
      return refuse('rule_violation', 'too late');
    });
    const outcome = execution.include(transfer({ signer: alice, timestamp: NOW }, bob, 1n).transaction);
    spy.mockRestore();
    expect(isRefusal(outcome) ? 'refused' : outcome.failure?.message).toBe('too late');
    chain.state.prepare(execution.state).commit();
    const changed = [...recordsOf(chain.state)].filter(([key, value]) => before.get(key) !== value);
    expect(changed).toEqual([[`accounts/${alice.account}`, `${100n * QUANTA - 100_000_000n} 1 1`]]);
  });

  test('does not hinder the next one of the block', () => {
    const chain = newChain();
    const gold = (amount: bigint) => transfer({ signer: alice, timestamp: NOW }, bob, amount, 'GOLD');
    const { candidate } = chain.produce([gold(400n), gold(101n), gold(100n)], NOW);
    const { outcomes } = candidate.execution;
    expect(outcomes.map(({ failure }) => failure?.code)).toEqual([undefined, 'insufficient_balance', undefined]);
    expect(outcomes.map(({ parties }) => parties.map(({ ordinal }) => ordinal))).toEqual([[0, 0], [1], [2, 1]]);
    expect(balanceOf(chain.state, bob.account, 'GOLD')).toBe(500n);
  });
});

describe('parties', () => {
  test('are the signer first, then who is named, each once', () => {
    const execution = begin(newChain());
    const outcome = execution.include(faucet({ signer: validator, timestamp: NOW }, validator).transaction);
    if (isRefusal(outcome)) expect.fail(outcome.message);
    expect(outcome.parties).toEqual([{ account: validator.account, ordinal: 0 }]);
    const other = execution.include(faucet({ signer: validator, timestamp: NOW }, bob).transaction);
    if (isRefusal(other)) expect.fail(other.message);
    expect(other.parties).toEqual([
      { account: validator.account, ordinal: 1 },
      { account: bob.account, ordinal: 0 },
    ]);
  });
});

describe('a refused transaction', () => {
  test('leaves the execution as it was', () => {
    const chain = opened();
    const execution = begin(chain);
    const wrong = transfer({ signer: bob, timestamp: NOW }, alice, 1n).transaction;
    expect(isRefusal(execution.include(wrong))).toBe(true);
    expect([execution.outcomes, execution.tags, execution.bytes]).toEqual([[], [], 0]);
    expect(execution.state.changes()).toEqual([]);
    // Its (key, nonce) is still free.
    expect(
      execution.include(faucet({ signer: bob, timestamp: NOW, nonce: wrong.nonce }).transaction),
    ).not.toHaveProperty('code');
  });
});

describe('a probe', () => {
  test('says why a transaction would fail and leaves no write', () => {
    const chain = newChain();
    const scratch = chain.scratch();
    const probe = (amount: bigint) =>
      probeTransaction(
        scratch,
        transfer({ signer: alice, timestamp: NOW }, bob, amount, 'GOLD').transaction,
        chain.context(NOW),
      );
    expect(probe(501n)?.message).toBe(
      'insufficient GOLD balance: have 500, need 501; with the fee it takes 0.1 XRGE and 501 base units of GOLD',
    );
    expect(probe(500n)).toBeUndefined();
    expect(probe(500n)).toBeUndefined();
    expect(scratch.changes()).toEqual([]);
  });
});

describe('around the transactions', () => {
  test("the proposer's blocks are counted, empty ones too", () => {
    const chain = newChain();
    chain.produce([], NOW);
    chain.produce([transfer({ signer: alice, timestamp: NOW }, bob, 1n)], NOW + 1);
    expect(chain.state.get(validators, validator.account)?.blocksProposed).toBe(2);
    expect(chain.state.get(validators, second.account)?.blocksProposed).toBe(0);
  });

  test('votes for a block weigh what was staked before it, shares go by the same stakes', () => {
    const chain = newChain();
    const { genesis } = chain.rules;
    const restaked = new Overlay(chain.state);
    const before = chain.state.get(validators, second.account) as Validator;
    restaked.put(validators, second.account, { ...before, stake: 70_000n * QUANTA });
    closeVoting(restaked, { genesis, height: 0 });
    chain.state.prepare(restaked).commit();
    expect(tipSetOf(chain.state, genesis).validators).toEqual([]);
    expect(activeSetOf(chain.state, genesis).stakeOf(second.publicKey)).toBe(70_000n * QUANTA);
    chain.produce([transfer({ signer: alice, timestamp: NOW }, bob, 1n)], NOW);
    expect(tipSetOf(chain.state, genesis).stakeOf(second.publicKey)).toBe(70_000n * QUANTA);
    chain.produce([], NOW + 1);
    // Of a tip of 0.05 XRGE, 70% by 70,000 of 100,000, and 20% because the greatest stake proposes.
    expect(balanceOf(chain.state, second.account, 'XRGE')).toBe(24_500_000n + 10_000_000n);
    expect(balanceOf(chain.state, validator.account, 'XRGE')).toBe(10_500_000n);
  });

  test('bytes and tags of the block are those of its transactions', () => {
    const execution = begin(newChain());
    const one = transfer({ signer: alice, timestamp: NOW }, bob, 1n).transaction;
    const two = transfer({ signer: alice, timestamp: NOW }, bob, 22n).transaction;
    execution.include(one);
    execution.include(two);
    expect(execution.bytes).toBe(one.signedLength + two.signedLength);
    expect(new Set(execution.tags).size).toBe(2);
    expect(execution.finish(validator.account)).toBe(200_000_000n);
  });
});
