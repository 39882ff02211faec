/** Who may move whose units: approve and transfer_from. (Specification, Tokens.) */

import { describe, expect, test } from 'vitest';
import { QUANTA, XRGE } from '../../../engine/base/amounts.js';
import { toHex } from '../../../engine/base/bytes.js';
import type { JsonValue } from '../../../engine/base/json.js';
import { BURN_ADDRESS, burnAccount } from '../../../engine/crypto/address.js';
import { accountOf, balanceOf, supplyOf } from '../../../engine/ledger/funds.js';
import { activityOf, tokenSubject } from '../../../engine/ledger/subjects.js';
import { allowanceOf } from '../../../engine/ledger/tokens.js';
import { allowances } from '../../../engine/ledger/tokenTables.js';
import type { TestChain } from '../../support/chain.js';
import { answerOf, by, decoded, type Problem, play, problemOf, told } from '../../support/ledgerScene.js';
import { alice, allowed, bob, carol, chainOf, holds } from '../../support/movementScene.js';
import { type Actor, approve, item, number, transferFrom } from '../../support/transactions.js';

const U128 = (1n << 128n) - 1n;
const FEE = QUANTA / 10n;

const noAllowance: Problem = ['rule_violation', 'XRGE cannot be moved by allowance'];

describe('approve', () => {
  const read = (members: Readonly<Record<string, JsonValue>>) =>
    decoded(alice, 'approve', { spender: bob.address, token_symbol: 'GOLD', amount: number(5), ...members });

  test('reads a spender by address or key, a token that is not XRGE, and whole units', () => {
    const fields = { spender: bob.account, spenderText: bob.address, token: 'GOLD', amount: 5n };
    expect(read({})).toEqual(fields);
    expect(read({ spender: bob.keyHex, token_symbol: 'gold' })).toEqual({ ...fields, spenderText: bob.keyHex });
    expect(read({ amount: number(0) })).toEqual({ ...fields, amount: 0n });
    expect(read({ amount: number(U128) })).toEqual({ ...fields, amount: U128 });
    const required = ['malformed_payload', 'spender and token_symbol required'];
    for (const members of [{ spender: null }, { spender: '' }, { token_symbol: null }, { token_symbol: '' }])
      expect(read(members as never)).toEqual(required);
    expect(read({ spender: 'bob' })).toEqual([
      'invalid_recipient',
      expect.stringMatching(/^spender must be a rouge1 address/),
    ]);
    for (const token of ['XRGE', 'xrge']) expect(read({ token_symbol: token })).toEqual(noAllowance);
    expect(read({ amount: null })).toEqual(['invalid_amount', 'amount is required']);
    expect(read({ amount: number('0.5') })).toEqual(['invalid_amount', 'amount must be a whole number of base units']);
    for (const spender of [alice.address, alice.keyHex])
      expect(read({ spender })).toEqual(['invalid_recipient', 'cannot approve yourself']);
  });

  test('replaces what was allowed, and 0 takes it back', () => {
    const chain = chainOf();
    const set = (amount: bigint) => play(chain, approve(by(chain, alice), bob, 'gold', amount));
    expect(set(U128)).toEqual([undefined]);
    expect(allowed(chain)).toBe(U128);
    expect(set(7n)).toEqual([undefined]);
    expect(allowed(chain)).toBe(7n);
    // It runs one way, and for one token.
    expect(allowanceOf(chain.state, bob.account, alice.account, 'GOLD')).toBe(0n);
    expect(allowed(chain, 'OLD')).toBe(0n);
    expect(set(0n)).toEqual([undefined]);
    expect([...chain.state.entries(allowances)]).toEqual([]);
    expect(set(0n)).toEqual([undefined]);
    // More than the owner has may be allowed: it counts when it is moved.
    expect(holds(chain, alice)).toBe(1_000n);
  });

  test('knows the token, built-in and genesis ones among them', () => {
    const chain = chainOf();
    expect(problemOf(chain, approve(by(chain, alice), bob, 'none', 1n))).toEqual(['not_found', 'Token NONE not found']);
    for (const token of ['qETH', 'QBTC', 'OLD'])
      expect(problemOf(chain, approve(by(chain, alice), bob, token, 1n))).toBeUndefined();
  });

  test('says what its fee needs', () => {
    const chain = chainOf('0.05');
    expect(problemOf(chain, approve(by(chain, bob), alice, 'GOLD', 1n))).toEqual([
      'insufficient_balance',
      'insufficient XRGE for fee: 0.05 < 0.1',
    ]);
  });

  test('tells of itself', () => {
    const members = { spender: bob.keyHex, token_symbol: 'qeth', amount: number(9) };
    const order = item({ signer: alice, timestamp: 1, operation: 'approve', members });
    expect(told(order)).toEqual({
      logs: [{ event: 'token_approve', data: { spender: bob.keyHex, token: 'qETH', amount: 9, amount_units: '9' } }],
      parties: [bob.account],
      subjects: [tokenSubject('QETH')],
      reveals: [bob.publicKey],
      event: { token: 'QETH', amount: 9n },
      view: {
        spender_pub_key: bob.keyHex,
        spender_address: bob.address,
        token_symbol: 'qETH',
        allowance_amount: 9,
        allowance_amount_units: '9',
      },
      outflow: [],
    });
    expect(answerOf(chainOf(), order)).toEqual({
      spender: bob.keyHex,
      token_symbol: 'qETH',
      amount: 9,
      amount_units: '9',
      message: 'Approval transaction submitted',
    });
    expect(told(approve({ signer: alice, timestamp: 1 }, bob, 'GOLD', 1n)).reveals).toEqual([]);
  });
});

describe('transfer_from', () => {
  const approved = (amount: bigint): TestChain => {
    const chain = chainOf();
    expect(play(chain, approve(by(chain, alice), bob, 'GOLD', amount))).toEqual([undefined]);
    return chain;
  };

  test('needs an owner, a recipient, a token that is not XRGE, and an amount above zero', () => {
    const good = { owner: alice.address, to: carol.keyHex, token_symbol: 'gold', amount: number(5) };
    const read = (members: Readonly<Record<string, JsonValue>>) =>
      decoded(bob, 'transfer_from', { ...good, ...members });
    expect(read({})).toEqual({
      owner: alice.account,
      ownerText: alice.address,
      to: carol.account,
      toText: carol.keyHex,
      token: 'GOLD',
      amount: 5n,
    });
    expect(read({ to: BURN_ADDRESS })).toMatchObject({ to: burnAccount });
    for (const name of ['owner', 'to', 'token_symbol', 'amount'])
      expect(read({ [name]: null })).toEqual([
        'malformed_payload',
        'owner, to, token_symbol, and amount (>0) required',
      ]);
    expect(read({ amount: number(0) })).toEqual([
      'malformed_payload',
      expect.stringMatching(/^owner, to, token_symbol/),
    ]);
    expect(read({ amount: number('0.5') })).toEqual(['invalid_amount', 'amount must be a whole number of base units']);
    expect(read({ owner: 'alice' })).toEqual(['invalid_recipient', expect.stringMatching(/^owner must be/)]);
    expect(read({ to: 'carol' })).toEqual(['invalid_recipient', expect.stringMatching(/^to must be/)]);
    expect(read({ token_symbol: 'xrge' })).toEqual(noAllowance);
  });

  test('moves what was allowed, as often as it lasts, and pays its own fee', () => {
    const chain = approved(10n);
    const move = (amount: bigint) => transferFrom(by(chain, bob), alice, carol, 'gold', amount);
    const before = { alice: holds(chain, alice, XRGE), bob: holds(chain, bob, XRGE) };
    expect(play(chain, move(4n))).toEqual([undefined]);
    expect([holds(chain, alice), holds(chain, bob), holds(chain, carol)]).toEqual([996n, 0n, 4n]);
    expect(allowed(chain)).toBe(6n);
    expect(problemOf(chain, move(7n))).toEqual(['insufficient_balance', 'insufficient allowance: have 6, need 7']);
    expect(play(chain, move(6n), move(1n))).toEqual([undefined, 'insufficient allowance: have 0, need 1']);
    expect([...chain.state.entries(allowances)]).toEqual([]);
    expect(holds(chain, carol)).toBe(10n);
    expect(holds(chain, alice, XRGE)).toBe(before.alice);
    expect(holds(chain, bob, XRGE)).toBe(before.bob - 3n * FEE);
  });

  test('asks for the allowance of the signer, and then for the balance of the owner', () => {
    const chain = approved(2_000n);
    const move = (signer: Actor, amount: bigint) =>
      problemOf(chain, transferFrom(by(chain, signer), alice, carol, 'GOLD', amount));
    expect(move(carol, 1n)?.[1]).toBe('insufficient balance: have 0 XRGE, need 0.1 XRGE');
    expect(move(alice, 1n)).toEqual(['insufficient_balance', 'insufficient allowance: have 0, need 1']);
    expect(move(bob, 2_001n)).toEqual(['insufficient_balance', 'insufficient allowance: have 2000, need 2001']);
    expect(move(bob, 1_001n)).toEqual(['insufficient_balance', 'insufficient GOLD balance: have 1000, need 1001']);
    // What failed for the balance has not used the allowance up.
    expect(play(chain, transferFrom(by(chain, bob), alice, carol, 'GOLD', 1_001n))).toEqual([
      'insufficient GOLD balance: have 1000, need 1001',
    ]);
    expect(allowed(chain)).toBe(2_000n);
    expect(move(bob, 1_000n)).toBeUndefined();
    expect(problemOf(chain, transferFrom(by(chain, bob), alice, carol, 'NONE', 1n))?.[1]).toBe(
      'insufficient allowance: have 0, need 1',
    );
  });

  test('stands in the histories of its owner and its recipient', () => {
    const chain = approved(10n);
    const count = (someone: Actor) => accountOf(chain.state, someone.account).activity;
    const before = [alice, bob, carol].map(count);
    play(chain, transferFrom(by(chain, bob), alice, carol, 'GOLD', 4n));
    expect([alice, bob, carol].map(count)).toEqual(before.map((number) => number + 1));
    expect(activityOf(chain.state, tokenSubject('GOLD'))).toBe(3);
  });

  test('destroys at the burn address, and can go back to its owner', () => {
    const chain = approved(10n);
    const move = (to: Actor | string, amount: bigint) => transferFrom(by(chain, bob), alice, to, 'GOLD', amount);
    expect(play(chain, move(BURN_ADDRESS, 4n), move(alice, 1n), move(bob, 2n))).toEqual(Array(3).fill(undefined));
    expect(supplyOf(chain.state, 'GOLD')).toEqual({ minted: 1_000n, burned: 4n });
    expect(balanceOf(chain.state, burnAccount, 'GOLD')).toBe(0n);
    expect([holds(chain, alice), holds(chain, bob), allowed(chain)]).toEqual([994n, 2n, 3n]);
  });

  test('tells of itself', () => {
    const order = (to: string) =>
      item({
        signer: bob,
        timestamp: 1,
        operation: 'transfer_from',
        members: { owner: alice.keyHex, to, token_symbol: 'qeth', amount: number(3) },
      });
    const data = { token: 'qETH', amount: 3, amount_units: '3' };
    expect(told(order(carol.keyHex))).toEqual({
      logs: [{ event: 'token_transfer_from', data: { owner: alice.keyHex, to: carol.keyHex, ...data } }],
      parties: [alice.account, carol.account],
      subjects: [tokenSubject('QETH')],
      reveals: [alice.publicKey, carol.publicKey],
      event: { to: { account: carol.account, text: carol.keyHex }, token: 'QETH', amount: 3n },
      view: {
        owner_pub_key: alice.keyHex,
        owner_address: alice.address,
        to_pub_key_hex: carol.keyHex,
        to_address: carol.address,
        token_symbol: 'qETH',
        amount: 3,
        amount_units: '3',
      },
      outflow: [],
    });
    const burned = told(order(BURN_ADDRESS));
    expect(burned.logs.map(({ event }) => event)).toEqual(['token_transfer_from', 'burn']);
    expect(burned.logs[1]?.data).toEqual(data);
    expect(burned.reveals.map(toHex)).toEqual([alice.keyHex]);
    expect(answerOf(chainOf(), order(carol.address))).toEqual({
      from: alice.keyHex,
      to: carol.address,
      token_symbol: 'qETH',
      amount: 3,
      amount_units: '3',
      message: 'Transfer-from transaction submitted',
    });
  });
});
