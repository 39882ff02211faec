/** The first gate, rule by rule: each rule's edge from both sides, on the gate itself and on a block. */

import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { isRefusal, type Refusal } from '../../../engine/base/refusal.js';
import { admitTransaction, feeOf, requiredXrge } from '../../../engine/ledger/admission.js';
import { BlockExecution } from '../../../engine/ledger/execution.js';
import { balanceOf } from '../../../engine/ledger/funds.js';
import type { PoolItem } from '../../../engine/mempool/mempool.js';
import { GENESIS_TIME, type GenesisOptions, rulesOf, TestChain } from '../../support/chain.js';
import { actor, faucet, item, number, transfer } from '../../support/transactions.js';

const validator = actor('validator');
const alice = actor('alice');
const bob = actor('bob');
const NOW = GENESIS_TIME + 10_000_000;

const newChain = (options: Partial<GenesisOptions> = {}): TestChain =>
  new TestChain(
    rulesOf({
      validators: [{ actor: validator, stake: '10000' }],
      allocations: [
        { to: alice.keyHex, amount: '100' },
        { to: alice.keyHex, amount: '500', token: 'GOLD' },
      ],
      ...options,
    }),
  );

const admit = (chain: TestChain, { transaction }: PoolItem, time = NOW): Refusal | undefined =>
  admitTransaction(chain.state, transaction, chain.context(time), chain.replay);

const codes = (refusals: readonly (Refusal | undefined)[]): (string | undefined)[] =>
  refusals.map((refusal) => refusal?.code);

describe('timestamp window', () => {
  test('is 300,000 ms on both sides, inclusive', () => {
    const chain = newChain();
    const at = (timestamp: number) => admit(chain, transfer({ signer: alice, timestamp }, bob, 1n));
    expect(codes([at(NOW - 300_000), at(NOW), at(NOW + 300_000)])).toEqual([undefined, undefined, undefined]);
    expect(codes([at(NOW - 300_001), at(NOW + 300_001)])).toEqual(['timestamp_window', 'timestamp_window']);
  });

  test('has no end in the past on a network of a developer, whose clock can be moved', () => {
    const chain = newChain({ developer: true });
    const at = (timestamp: number) => admit(chain, transfer({ signer: alice, timestamp }, bob, 1n));
    expect(codes([at(NOW - 300_001), at(GENESIS_TIME), at(NOW + 300_000)])).toEqual([undefined, undefined, undefined]);
    expect(codes([at(NOW + 300_001)])).toEqual(['timestamp_window']);
  });

  test('is measured from the time of the header, not from any clock', () => {
    const chain = newChain();
    chain.produce([], NOW + 1_000_000);
    const late = transfer({ signer: alice, timestamp: NOW }, bob, 1n);
    // The header cannot go back to the time that the producer's clock shows.
    expect(chain.build([late], NOW).refused.map(({ refusal }) => refusal.code)).toEqual(['timestamp_window']);
  });
});

describe('replay', () => {
  const signed = (timestamp: number, signer = alice) => ({ signer, timestamp, nonce: 'the-same-nonce' });

  test('of a (key, nonce) is refused up to 600,000 ms after its block and accepted after', () => {
    const chain = newChain();
    chain.produce([transfer(signed(NOW), bob, 1n)], NOW);
    const other = (timestamp: number) => transfer(signed(timestamp), bob, 2n);
    expect(admit(chain, other(NOW + 1), NOW + 1)?.code).toBe('nonce_used');
    expect(admit(chain, other(NOW + 600_000), NOW + 600_000)?.code).toBe('nonce_used');
    expect(admit(chain, other(NOW + 600_001), NOW + 600_001)).toBeUndefined();
  });

  test('of the identical bytes can never pass, because both windows together are shorter', () => {
    const chain = newChain();
    const first = transfer(signed(NOW + 300_000), bob, 1n);
    chain.produce([first], NOW);
    expect(admit(chain, first, NOW + 600_000)?.code).toBe('nonce_used');
    expect(admit(chain, first, NOW + 600_001)?.code).toBe('timestamp_window');
  });

  test('is a matter of one key: another may use the same nonce', () => {
    const chain = newChain({
      allocations: [
        { to: alice.keyHex, amount: '100' },
        { to: bob.keyHex, amount: '100' },
      ],
    });
    chain.produce([transfer(signed(NOW), bob, 1n)], NOW);
    expect(admit(chain, transfer(signed(NOW, bob), alice, 1n), NOW + 1)).toBeUndefined();
  });

  test('inside one block is refused, whatever else the bytes say', () => {
    const chain = newChain();
    const { items, candidate } = chain.produce(
      [transfer(signed(NOW), bob, 1n), transfer(signed(NOW + 5), bob, 2n), transfer(signed(NOW), bob, 1n)],
      NOW,
    );
    expect(items.length).toBe(1);
    expect(candidate.refused.map(({ refusal }) => refusal.code)).toEqual(['nonce_used', 'nonce_used']);
    expect(balanceOf(chain.state, bob.account, 'XRGE')).toBe(1n);
  });

  test('is remembered for failed transactions too', () => {
    const chain = newChain();
    const { candidate } = chain.produce([transfer(signed(NOW), bob, 501n, 'GOLD')], NOW);
    expect(candidate.execution.outcomes[0]?.failure?.code).toBe('insufficient_balance');
    expect(admit(chain, transfer(signed(NOW), bob, 1n), NOW + 1)?.code).toBe('nonce_used');
  });
});

describe('account_nonce', () => {
  const numbered = (accountNonce: number) => transfer({ signer: alice, timestamp: NOW, accountNonce }, bob, 1n);

  test('must be the next one when it is given', () => {
    const chain = newChain();
    expect(codes([admit(chain, numbered(0)), admit(chain, numbered(1)), admit(chain, numbered(2))])).toEqual([
      'nonce_used',
      undefined,
      'nonce_used',
    ]);
    expect(admit(chain, numbered(2))?.message).toBe(
      'invalid account_nonce: expected 1, got 2 (stale or replayed transaction)',
    );
  });

  test('grows with each included transaction, failed ones too, and inside a block', () => {
    const chain = newChain();
    const failing = transfer({ signer: alice, timestamp: NOW, accountNonce: 2 }, bob, 999n, 'GOLD');
    const { items, candidate } = chain.produce([numbered(1), failing, numbered(2), numbered(3)], NOW);
    expect(items.length).toBe(3);
    expect(candidate.refused.map(({ refusal }) => refusal.code)).toEqual(['nonce_used']);
    expect(candidate.execution.outcomes.map(({ nonce }) => nonce)).toEqual([1, 2, 3]);
    expect(admit(chain, numbered(4), NOW + 1)).toBeUndefined();
  });

  test('counts what is pending before it', () => {
    const chain = newChain();
    const reserved = { xrge: 0n, transactions: 3 };
    const ask = (accountNonce: number) =>
      admitTransaction(chain.state, numbered(accountNonce).transaction, chain.context(NOW), chain.replay, reserved);
    expect(codes([ask(1), ask(4)])).toEqual(['nonce_used', undefined]);
  });
});

describe('balance', () => {
  test('must cover fee and amount, and the refusal names both sums with the fee in need', () => {
    const chain = newChain();
    const pay = (amount: bigint, priorityFee = 0n) =>
      admit(chain, transfer({ signer: alice, timestamp: NOW, priorityFee }, bob, amount));
    expect(pay(100n * QUANTA - 100_000_000n)).toBeUndefined();
    expect(pay(100n * QUANTA - 99_999_999n)?.message).toBe(
      'insufficient balance: have 100 XRGE, need 100.000000001 XRGE',
    );
    expect(pay(99n * QUANTA, 900_000_000n)).toBeUndefined();
    expect(pay(99n * QUANTA, 900_000_001n)).toMatchObject({
      code: 'insufficient_balance',
      message: 'insufficient balance: have 100 XRGE, need 100.000000001 XRGE',
    });
  });

  test('of nobody is zero', () => {
    expect(admit(newChain(), transfer({ signer: bob, timestamp: NOW }, alice, 5n * QUANTA))?.message).toBe(
      'insufficient balance: have 0 XRGE, need 5.1 XRGE',
    );
  });

  test('counts what earlier pending transactions will take', () => {
    const chain = newChain();
    const { transaction } = transfer({ signer: alice, timestamp: NOW }, bob, 10n * QUANTA);
    const ask = (xrge: bigint) =>
      admitTransaction(chain.state, transaction, chain.context(NOW), chain.replay, { xrge, transactions: 1 });
    expect(ask(89_900_000_000n)).toBeUndefined();
    expect(ask(89_900_000_001n)?.message).toBe('insufficient balance: have 10.099999999 XRGE, need 10.1 XRGE');
    expect(ask(500n * QUANTA)?.message).toBe('insufficient balance: have 0 XRGE, need 10.1 XRGE');
  });

  test('of a token is not asked for here: without it the transaction is included and fails', () => {
    const chain = newChain();
    const tooMuch = transfer({ signer: alice, timestamp: NOW }, bob, 501n, 'GOLD');
    expect(admit(chain, tooMuch)).toBeUndefined();
    const { candidate } = chain.produce([tooMuch], NOW);
    expect(candidate.execution.outcomes[0]?.failure?.message).toBe(
      'insufficient GOLD balance: have 500, need 501; with the fee it takes 0.1 XRGE and 501 base units of GOLD',
    );
  });

  test('is asked for at the position in the block', () => {
    const chain = newChain();
    const half = () => transfer({ signer: alice, timestamp: NOW }, bob, 50n * QUANTA);
    const onward = transfer({ signer: bob, timestamp: NOW }, alice, 49n * QUANTA);
    const { items, candidate } = chain.produce([onward, half(), half(), onward], NOW);
    expect(items.map(({ transaction }) => transaction.sender)).toEqual([alice.account, bob.account]);
    expect(candidate.refused.map(({ refusal }) => refusal.message)).toEqual([
      'insufficient balance: have 0 XRGE, need 49.1 XRGE',
      'insufficient balance: have 49.9 XRGE, need 50.1 XRGE',
    ]);
  });

  test('is asked for with the base fee of the block and the priority fee', () => {
    const block = { ...newChain().rules, baseFee: 7n };
    const { transaction } = transfer({ signer: alice, timestamp: NOW, priorityFee: 5n }, bob, 100n);
    expect([feeOf(transaction, block), requiredXrge(transaction, block)]).toEqual([12n, 112n]);
    const token = transfer({ signer: alice, timestamp: NOW, priorityFee: 5n }, bob, 100n, 'GOLD').transaction;
    expect([feeOf(token, block), requiredXrge(token, block)]).toEqual([12n, 12n]);
    const free = faucet({ signer: alice, timestamp: NOW, priorityFee: 5n }).transaction;
    expect([feeOf(free, block), requiredXrge(free, block)]).toEqual([5n, 5n]);
  });
});

describe('block limits', () => {
  const sized = () => transfer({ signer: alice, timestamp: NOW }, bob, 1n);
  const size = sized().transaction.signedLength;

  test('on the number of transactions fill a block and refuse one more', () => {
    const chain = newChain({ limits: { max_block_transactions: 3 } });
    const candidates = Array.from({ length: 5 }, sized);
    const { items, candidate } = chain.produce(candidates, NOW);
    expect(items.length).toBe(3);
    // A transaction without room is not refused: the next block takes it.
    expect(candidate.refused).toEqual([]);
    expect(chain.produce(candidates.slice(3), NOW + 1).items.length).toBe(2);
  });

  test('on bytes fill a block exactly and refuse one byte more', () => {
    const full = newChain({ limits: { max_block_bytes: size * 3 } });
    expect(full.produce(Array.from({ length: 4 }, sized), NOW).items.length).toBe(3);
    const short = newChain({ limits: { max_block_bytes: size * 3 - 1 } });
    expect(short.produce(Array.from({ length: 4 }, sized), NOW).items.length).toBe(2);
  });

  test('are validity rules: an execution that is asked beyond them refuses', () => {
    const chain = newChain({ limits: { max_block_transactions: 1 } });
    const execution = new BlockExecution(chain.scratch(), chain.context(NOW), chain.replay);
    expect(isRefusal(execution.include(sized().transaction))).toBe(false);
    expect(execution.include(sized().transaction)).toMatchObject({
      code: 'rule_violation',
      message: 'the block is full',
    });
  });

  test('refuse at the door what no block can hold', () => {
    const chain = newChain({ limits: { max_block_bytes: 8_192 } });
    const withMemo = (length: number) =>
      item({
        signer: alice,
        timestamp: NOW,
        operation: 'transfer',
        members: { to: bob.address, amount: number(1), memo: 'm'.repeat(length) },
      });
    const room = 8_192 - withMemo(0).transaction.signedLength;
    expect(withMemo(room).transaction.signedLength).toBe(8_192);
    expect(admit(chain, withMemo(room))).toBeUndefined();
    expect(admit(chain, withMemo(room + 1))?.code).toBe('too_large');
  });
});

test('time and replay are checked before money: the sender gets the permanent reason first', () => {
  const chain = newChain();
  chain.produce([transfer({ signer: alice, timestamp: NOW, nonce: 'used-up-nonce' }, bob, 1n)], NOW);
  const poor = { signer: alice, timestamp: NOW - 300_001, nonce: 'used-up-nonce', accountNonce: 9 };
  const wealth = 1_000n * QUANTA;
  expect(admit(chain, transfer(poor, bob, wealth), NOW)?.code).toBe('timestamp_window');
  expect(admit(chain, transfer({ ...poor, timestamp: NOW }, bob, wealth), NOW)?.message).toBe(
    'Duplicate nonce (possible replay attack)',
  );
  const numbered = { ...poor, timestamp: NOW, nonce: 'unused-nonce' };
  expect(admit(chain, transfer(numbered, bob, wealth), NOW)?.message).toMatch(/^invalid account_nonce: expected 2/);
  expect(admit(chain, transfer({ ...numbered, accountNonce: 2 }, bob, wealth), NOW)?.code).toBe('insufficient_balance');
});
