/** The mempool, rule by rule: order, resends, what counts as available, what is refused at once. */

import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { refuse } from '../../../engine/base/refusal.js';
import { credit } from '../../../engine/ledger/funds.js';
import type { StateWriter } from '../../../engine/state/state.js';
import { breakKind } from '../../support/brokenKind.js';
import { transfer } from '../../support/transactions.js';
import { alice, bob, carol, dora, erik, ids, NOW, order, pay, scene, taken } from './scene.js';

describe('order', () => {
  test('is by priority fee, then by arrival', () => {
    const { mempool, add } = scene();
    const [low, first, second, high] = taken(add, pay(alice, 1), pay(bob, 5), pay(carol, 5), pay(erik, 9));
    expect(order(mempool)).toEqual(ids([high, first, second, low]));
  });

  test("keeps a sender's own transactions as they came, whatever they pay", () => {
    const { mempool, add } = scene();
    const [a1, a2, b1, a3, b2] = taken(add, pay(alice, 2), pay(alice, 9), pay(bob, 5), pay(alice, 1), pay(bob, 1));
    expect(order(mempool)).toEqual(ids([b1, a1, a2, a3, b2]));
  });

  test('can be walked again and while it is cut short', () => {
    const { mempool, add } = scene();
    const [one, two] = taken(add, pay(alice, 2), pay(bob, 1));
    for (const candidate of mempool.candidates()) {
      expect(candidate.transaction).toStrictEqual(one?.transaction);
      break;
    }
    expect(order(mempool)).toEqual(ids([one, two]));
    expect(mempool.size).toBe(2);
  });
});

describe('a resend', () => {
  test('of the very transaction is refused while it waits and after it is included', () => {
    const { add, seal } = scene();
    const payment = pay(alice);
    taken(add, payment);
    expect(add(payment)?.code).toBe('nonce_used');
    expect(ids(seal().items)).toEqual(ids([payment]));
    expect(add(payment)?.code).toBe('nonce_used');
  });

  test("of its (key, nonce) with other bytes is refused, another key's is not", () => {
    const { mempool, add } = scene();
    const nonce = 'one-nonce-for-two';
    taken(add, pay(alice, 0, { nonce }), pay(bob, 0, { nonce }));
    expect(add(pay(alice, 100, { nonce }, 7n))).toMatchObject({
      code: 'nonce_used',
      message: 'Duplicate nonce (possible replay attack)',
    });
    expect(mempool.size).toBe(2);
  });

  test('is refused for its nonce before anything else, and a gate can check that alone', () => {
    const { add, seal, mempool } = scene();
    const payment = pay(alice, 0, { timestamp: NOW - 300_000 });
    expect(mempool.checkNonce(payment.transaction, NOW)).toBeUndefined();
    taken(add, payment);
    expect(mempool.checkNonce(payment.transaction, NOW)?.code).toBe('nonce_used');
    seal();
    expect(add(payment, NOW + 1_000)?.code).toBe('nonce_used');
    expect(mempool.checkNonce(payment.transaction, NOW + 600_000)?.code).toBe('nonce_used');
    expect(mempool.checkNonce(payment.transaction, NOW + 600_001)).toBeUndefined();
    expect(add(payment, NOW + 600_001)?.code).toBe('timestamp_window');
  });

  test('is welcome again after the first was dropped', () => {
    const { mempool, add } = scene();
    const payment = pay(alice);
    taken(add, payment);
    mempool.drop(payment.transaction.id);
    expect(mempool.get(payment.transaction.id)).toBeUndefined();
    taken(add, payment);
    expect(mempool.get(payment.transaction.id)).toStrictEqual(payment.transaction);
  });
});

describe('available balance', () => {
  test('counts fees and amounts that wait', () => {
    const { add } = scene();
    taken(add, pay(alice, 0, {}, 60n * QUANTA));
    expect(add(pay(alice, 0, {}, 39_800_000_001n))?.message).toBe(
      'insufficient balance: have 39.9 XRGE, need 39.900000001 XRGE',
    );
    taken(add, pay(alice, 0, {}, 39_800_000_000n));
    expect(add(pay(alice))?.message).toBe('insufficient balance: have 0 XRGE, need 0.100000001 XRGE');
  });

  test('counts priority fees, and tokens apart from XRGE', () => {
    const { add } = scene();
    const gold = (amount: bigint, priority = 0) =>
      transfer({ signer: alice, timestamp: NOW, priorityFee: BigInt(priority) }, dora, amount, 'GOLD');
    taken(add, gold(300n, 50_000_000_000));
    expect(add(gold(201n))?.message).toBe(
      'insufficient GOLD balance: have 200, need 201; with the fee it takes 0.1 XRGE and 201 base units of GOLD',
    );
    expect(add(pay(alice, 0, {}, 49_800_000_001n))?.code).toBe('insufficient_balance');
    taken(add, gold(200n));
    expect(add(gold(1n))?.message).toBe(
      'insufficient GOLD balance: have 0, need 1; with the fee it takes 0.1 XRGE and 1 base unit of GOLD',
    );
  });

  test('is free again when something leaves', () => {
    const { mempool, add } = scene();
    const [large] = taken(add, pay(alice, 0, {}, 99n * QUANTA));
    expect(add(pay(alice, 0, {}, 50n * QUANTA))?.code).toBe('insufficient_balance');
    mempool.drop(large.transaction.id);
    taken(add, pay(alice, 0, {}, 50n * QUANTA));
  });

  test('does not count what others will pay in', () => {
    const { add } = scene();
    taken(add, transfer({ signer: alice, timestamp: NOW }, dora, 50n * QUANTA));
    expect(add(transfer({ signer: dora, timestamp: NOW }, alice, QUANTA))?.code).toBe('insufficient_balance');
  });

  test('follows the base fee of the block to come', () => {
    const { mempool, add, seal } = scene();
    for (let count = 0; count < 30; count++) taken(add, pay(count % 2 ? alice : bob));
    seal();
    expect(mempool.size).toBe(0);
    // The base fee is 0.1125 now.
    taken(add, pay(carol, 0, {}, 50n * QUANTA));
    expect(add(pay(carol, 0, {}, 49_775_000_001n))?.message).toBe(
      'insufficient balance: have 49.8875 XRGE, need 49.887500001 XRGE',
    );
    taken(add, pay(carol, 0, {}, 49_775_000_000n));
  });
});

describe('what fails now', () => {
  test('is refused with its reason before it waits', () => {
    const { mempool, add, scratch } = scene();
    const gold = transfer({ signer: bob, timestamp: NOW }, dora, 1n, 'GOLD');
    expect(add(gold)?.message).toBe(
      'insufficient GOLD balance: have 0, need 1; with the fee it takes 0.1 XRGE and 1 base unit of GOLD',
    );
    expect(mempool.size).toBe(0);
    expect(scratch.changes()).toEqual([]);
  });

  test('by a rule that only running it shows is refused too', () => {
    const { mempool, add, scratch } = scene();
    const mend = breakKind('transfer', 'apply', (_whole, [state]) => {
      credit(state as StateWriter, bob.account, 'XRGE', 5n);
      return refuse('rule_violation', 'the pool is missing');
    });
    const refusal = add(pay(alice));
    mend();
    expect(refusal?.message).toBe('the pool is missing');
    expect(mempool.size).toBe(0);
    expect(scratch.changes()).toEqual([]);
  });

  test('or stands in no block is refused: window and account nonce', () => {
    const { add } = scene();
    expect(add(pay(alice, 0, { timestamp: NOW - 300_001 }))?.code).toBe('timestamp_window');
    expect(add(pay(alice, 0, { timestamp: NOW + 300_001 }))?.code).toBe('timestamp_window');
    expect(add(pay(alice, 0, { accountNonce: 2 }))?.code).toBe('nonce_used');
    taken(add, pay(alice, 0, { accountNonce: 1 }), pay(alice, 0, { accountNonce: 2 }), pay(alice));
    expect(add(pay(alice, 0, { accountNonce: 3 }))?.code).toBe('nonce_used');
    taken(add, pay(alice, 0, { accountNonce: 4 }));
  });
});
