/** The mempool, rule by rule: who has to leave, for whom, and when. */

import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { nextNonce, type PoolItem } from '../../../engine/mempool/mempool.js';
import { faucet, transfer } from '../../support/transactions.js';
import {
  alice,
  bob,
  carol,
  dora,
  erik,
  ids,
  NOW,
  order,
  padded,
  pay,
  scene,
  sizeOf,
  taken,
  validator,
} from './scene.js';

describe('room', () => {
  test('in number: the lowest priority fee goes, among equals the newest', () => {
    const { mempool, add } = scene({ transactions: 3 });
    const [a, b] = taken(add, pay(alice, 5), pay(bob, 3), pay(carol, 3));
    const [c] = taken(add, pay(carol, 4));
    expect(order(mempool)).toEqual(ids([a, c, b]));
    const [d] = taken(add, pay(bob, 9));
    expect(new Set(order(mempool))).toEqual(new Set(ids([a, c, d])));
  });

  test('is refused to a newcomer that is no better than the worst', () => {
    const { mempool, add } = scene({ transactions: 2 });
    const [a, b] = taken(add, pay(alice, 5), pay(bob, 3));
    expect(add(pay(carol, 3))).toMatchObject({
      code: 'mempool_full',
      message: 'Mempool full: priority fee too low; raise priority_fee or try again later',
      retryAfterSeconds: 1,
    });
    expect(add(pay(carol, 2))?.code).toBe('mempool_full');
    expect(order(mempool)).toEqual(ids([a, b]));
  });

  test('in bytes: as many go as the newcomer needs', () => {
    const size = sizeOf(pay(alice, 1));
    const { mempool, add } = scene({ bytes: size * 4 });
    const [a, , , d] = taken(add, pay(alice, 4), pay(bob, 1), pay(carol, 2), pay(alice, 3));
    expect(mempool.bytes).toBe(size * 4);
    const [wide] = taken(add, padded(bob, 9, Math.floor(size / 2)));
    expect(new Set(order(mempool))).toEqual(new Set(ids([a, d, wide])));
    expect(mempool.bytes).toBe(2 * size + sizeOf(wide));
  });

  test('that cannot be made costs nobody its place', () => {
    const size = sizeOf(pay(alice, 1));
    const { mempool, add } = scene({ bytes: size * 3 });
    const held = taken(add, pay(alice, 9), pay(bob, 1), pay(carol, 8));
    // One place would come free, but the newcomer needs two.
    expect(add(padded(bob, 5, Math.floor(size / 2)))?.code).toBe('mempool_full');
    expect(new Set(order(mempool))).toEqual(new Set(ids(held)));
    expect(mempool.bytes).toBe(size * 3);
    // And the order of eviction is as before.
    taken(add, pay(alice, 2));
    expect(mempool.get(held[1].transaction.id)).toBeUndefined();
  });

  test('is made for a tip, which is the priority fee for each allowance of bytes that is begun', () => {
    const signed = (item: PoolItem, signedLength: number): PoolItem => ({
      ...item,
      transaction: { ...item.transaction, signedLength },
    });
    const { mempool, add } = scene({ transactions: 3 });
    const [a, b, c] = taken(add, pay(alice, 4), pay(bob, 5), signed(pay(carol, 4), 16_384));
    expect(add(signed(pay(erik, 8), 16_385))?.code).toBe('mempool_full');
    // 9 for two is more than 4 for one, and less than 5.
    const [wide] = taken(add, signed(pay(erik, 9), 16_385));
    expect(order(mempool)).toEqual(ids([b, wide, a]));
    expect(mempool.get(c.transaction.id)).toBeUndefined();
    const [d, e] = taken(add, pay(carol, 5), pay(carol, 5));
    expect(order(mempool)).toEqual(ids([b, d, e]));
  });

  test('in bytes is limited for one sender, but for a first that is larger than its share', () => {
    const size = sizeOf(pay(alice));
    const { mempool, add, seal } = scene({ senderBytes: size * 2 });
    taken(add, pay(alice), pay(alice));
    const { code, message, retryAfterSeconds } = add(pay(alice, 9)) ?? {};
    expect([code, retryAfterSeconds]).toEqual(['sender_limit', 1]);
    expect(message).toBe(
      `this sender's pending transactions hold ${size * 2} bytes, at most ${size * 2} are allowed; wait for a block`,
    );
    taken(add, padded(bob, 1, size * 3));
    expect(add(pay(bob))?.code).toBe('sender_limit');
    seal();
    expect(mempool.size).toBe(0);
    taken(add, pay(alice), pay(bob), pay(bob));
  });

  test('of bytes is free again when something of the sender leaves, however it does', () => {
    const size = sizeOf(pay(alice, 1));
    const { mempool, add } = scene({ senderBytes: size * 2 });
    const [a, b] = taken(add, pay(alice), pay(alice));
    mempool.drop(a.transaction.id);
    taken(add, pay(alice));
    expect(add(pay(alice))?.code).toBe('sender_limit');
    mempool.settle([b.transaction]);
    taken(add, pay(alice));
    mempool.expire(NOW + 300_001);
    expect(mempool.size).toBe(0);
    const later = { timestamp: NOW + 300_001 };
    for (const payment of [pay(alice, 0, later), pay(alice, 0, later)])
      expect(add(payment, NOW + 300_001)).toBeUndefined();
  });

  test('is never made for what is larger than the whole', () => {
    const { mempool, add } = scene({ bytes: sizeOf(pay(alice, 1)) });
    const [a] = taken(add, pay(alice, 1));
    expect(add(padded(bob, 9, 100))?.code).toBe('mempool_full');
    expect(order(mempool)).toEqual(ids([a]));
  });

  test('of one sender is limited, and free again after a block', () => {
    const { add, seal, mempool } = scene({ perSender: 3 });
    taken(add, pay(alice), pay(alice), pay(alice), pay(bob));
    expect(add(pay(alice, 1_000))).toMatchObject({ code: 'sender_limit', retryAfterSeconds: 1 });
    expect(mempool.pendingOf(alice.account)).toBe(3);
    seal();
    expect(mempool.pendingOf(alice.account)).toBe(0);
    taken(add, pay(alice));
  });
});

describe('the faucet', () => {
  test('has one request of an account waiting, whoever signs it', () => {
    const { add, mempool } = scene();
    const [own] = taken(add, faucet({ signer: dora, timestamp: NOW }));
    expect(add(faucet({ signer: dora, timestamp: NOW }))).toMatchObject({
      code: 'faucet_pending',
      message: 'you already have a pending faucet request',
      retryAfterSeconds: 1,
    });
    expect(add(faucet({ signer: validator, timestamp: NOW }, dora))?.message).toBe(
      'You already have a pending faucet request.',
    );
    taken(
      add,
      faucet({ signer: validator, timestamp: NOW }, alice),
      faucet({ signer: validator, timestamp: NOW }, bob),
    );
    mempool.drop(own.transaction.id);
    taken(add, faucet({ signer: validator, timestamp: NOW }, dora));
  });

  test('and its cooldown answer after the block', () => {
    const { add, seal } = scene();
    taken(add, faucet({ signer: dora, timestamp: NOW }));
    expect(seal().items.length).toBe(1);
    expect(add(faucet({ signer: dora, timestamp: NOW }), NOW + 1)?.code).toBe('faucet_cooldown');
  });
});

describe('expiry', () => {
  test('is later by the whole move of a clock that was moved forward', () => {
    const { mempool, add } = scene({}, {}, () => 3_600_000);
    taken(add, pay(alice, 5));
    expect(mempool.expire(NOW + 300_001)).toBe(0);
    expect(mempool.expire(NOW + 3_900_000)).toBe(0);
    expect(mempool.expire(NOW + 3_900_001)).toBe(1);
  });

  test('takes what no later block can carry, to the millisecond', () => {
    const { add, mempool } = scene();
    const [early, late] = taken(add, pay(alice, 9, { timestamp: NOW - 10 }), pay(bob, 0, { timestamp: NOW }));
    expect(mempool.expire(NOW + 299_990)).toBe(0);
    expect(mempool.expire(NOW + 299_991)).toBe(1);
    expect(mempool.get(early.transaction.id)).toBeUndefined();
    expect(order(mempool)).toEqual(ids([late]));
    expect(mempool.expire(NOW + 300_000)).toBe(0);
    expect(mempool.expire(NOW + 300_001)).toBe(1);
    expect([mempool.size, mempool.bytes]).toEqual([0, 0]);
  });
});

describe('after a block', () => {
  test('what it included is gone, and what carries a (key, nonce) of it', () => {
    const { chain, add, mempool } = scene();
    const nonce = 'signed-for-two-nodes';
    taken(add, pay(alice, 0, { nonce }), pay(bob));
    const elsewhere = pay(alice, 3, { nonce }, 2n);
    chain.produce([elsewhere], NOW);
    mempool.settle([elsewhere.transaction]);
    expect([...mempool.candidates()].map(({ transaction }) => transaction.sender)).toEqual([bob.account]);
  });

  test("what its sender can no longer pay is dropped with the reason, in the sender's order", () => {
    const { chain, add, mempool } = scene();
    const [one, two, three] = taken(
      add,
      pay(alice, 0, {}, 40n * QUANTA),
      pay(alice, 0, {}, 30n * QUANTA),
      pay(alice, 0, {}, 5n * QUANTA),
    );
    taken(add, pay(bob));
    // Another block than the one waited for took half of it.
    const elsewhere = pay(alice, 0, {}, 50n * QUANTA);
    chain.produce([elsewhere], NOW);
    mempool.settle([elsewhere.transaction]);
    const dropped = mempool.recheck([alice.account, dora.account], chain.state, chain.context(NOW + 1));
    expect(dropped.map(({ transaction }) => transaction)).toEqual([two.transaction]);
    expect(dropped[0]?.refusal.message).toMatch(/^insufficient balance: have 9\.8\d* XRGE, need 30\.0\d* XRGE$/);
    expect(mempool.pendingOf(alice.account)).toBe(2);
    expect(order(mempool)).toEqual(expect.arrayContaining(ids([one, three])));
  });

  test('account nonces that no longer fit are dropped', () => {
    const { chain, add, mempool } = scene();
    const numbered = (accountNonce: number) => pay(alice, 0, { accountNonce });
    const [first] = taken(add, numbered(1), numbered(2), pay(alice), numbered(4));
    const elsewhere = pay(alice);
    chain.produce([elsewhere], NOW);
    mempool.settle([elsewhere.transaction]);
    const dropped = mempool.recheck([alice.account], chain.state, chain.context(NOW + 1));
    expect(dropped.map(({ transaction, refusal }) => [transaction.id, refusal.code])).toEqual([
      [first.transaction.id, 'nonce_used'],
    ]);
    expect(mempool.pendingOf(alice.account)).toBe(3);
  });

  test('tokens that are gone are noticed', () => {
    const { chain, add, mempool } = scene();
    const gold = (amount: bigint) => transfer({ signer: alice, timestamp: NOW }, dora, amount, 'GOLD');
    const [waiting] = taken(add, gold(300n));
    const elsewhere = gold(201n);
    chain.produce([elsewhere], NOW);
    mempool.settle([elsewhere.transaction]);
    const [dropped] = mempool.recheck([alice.account], chain.state, chain.context(NOW + 1));
    expect(dropped?.transaction).toStrictEqual(waiting.transaction);
    expect(dropped?.refusal.message).toMatch(/^insufficient GOLD balance: have 299, need 300; with the fee it takes /);
  });
});

test('the next nonce of an account counts what is included and what waits', () => {
  const { chain, add, seal, mempool } = scene();
  taken(add, pay(alice), pay(alice));
  seal();
  taken(add, pay(alice, 0));
  expect(nextNonce(chain.state, mempool, alice.account)).toBe(4);
  expect(nextNonce(chain.state, mempool, dora.account)).toBe(1);
});

test('what two blocks were made without gets memory of its own, once', () => {
  const { mempool, add } = scene();
  const [waiting] = taken(add, pay(alice));
  const memoryOf = (): ArrayBufferLike | undefined => [...mempool.candidates()][0]?.transaction.signature.buffer;
  expect(memoryOf()).toBe(waiting.transaction.signature.buffer);
  mempool.settle([]);
  expect(memoryOf()).toBe(waiting.transaction.signature.buffer);
  mempool.settle([]);
  const own = memoryOf();
  expect(own).not.toBe(waiting.transaction.signature.buffer);
  expect(order(mempool)).toEqual(ids([waiting]));
  mempool.settle([]);
  expect(memoryOf()).toBe(own);
});
