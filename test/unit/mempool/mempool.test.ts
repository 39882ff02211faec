/** The mempool, rule by rule: order, room, what counts as available, what leaves and when. */

import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { binaryToHex } from '../../../engine/base/bytes.js';
import type { Refusal } from '../../../engine/base/refusal.js';
import { Mempool, type MempoolLimits, nextNonce, type PoolItem } from '../../../engine/mempool/mempool.js';
import { GENESIS_TIME, rulesOf, TestChain } from '../../support/chain.js';
import { type Actor, actor, faucet, type Order, transfer } from '../../support/transactions.js';

const validator = actor('validator');
const alice = actor('alice');
const bob = actor('bob');
const carol = actor('carol');
/** Has nothing. */
const dora = actor('dora');
const erik = actor('erik');
const NOW = GENESIS_TIME + 1_000_000;
const ROOMY: MempoolLimits = { transactions: 1_000, bytes: 64 * 1024 * 1024, perSender: 100 };

function scene(limits: Partial<MempoolLimits> = {}) {
  const chain = new TestChain(
    rulesOf({
      validators: [{ actor: validator, stake: '10000' }],
      allocations: [
        ...[alice, bob, carol, erik].map(({ keyHex }) => ({ to: keyHex, amount: '100' })),
        { to: alice.keyHex, amount: '500', token: 'GOLD' },
      ],
      faucet: true,
    }),
  );
  const mempool = new Mempool({ ...ROOMY, ...limits }, chain.replay);
  const scratch = chain.scratch();
  const add = (candidate: PoolItem, now = NOW): Refusal | undefined =>
    mempool.add(candidate, scratch, chain.context(now));
  /** A block of what waits, as the producer's loop makes it. */
  const seal = (now = NOW) => {
    const { items, candidate } = chain.produce(mempool.candidates(), now);
    for (const { id } of candidate.refused) mempool.drop(id);
    const included = items.map(({ transaction }) => transaction);
    mempool.settle(included);
    const dropped = mempool.recheck(new Set(included.map(({ sender }) => sender)), chain.state, chain.context(now));
    return { items, dropped };
  };
  return { chain, mempool, add, seal, scratch };
}

const pay = (signer: Actor, priority = 0, rest: Partial<Order> = {}, amount = 1n): PoolItem =>
  transfer({ signer, timestamp: NOW, priorityFee: BigInt(priority), ...rest }, dora, amount);

/** Short ids, so that a failed comparison can be read. */
const ids = (items: Iterable<PoolItem>): string[] =>
  [...items].map(({ transaction }) => binaryToHex(transaction.id).slice(0, 12));

const order = (mempool: Mempool): string[] => ids(mempool.candidates());

/** Adds all and expects them taken. */
function taken<T extends readonly PoolItem[]>(add: (candidate: PoolItem) => Refusal | undefined, ...items: T): T {
  for (const candidate of items) expect(add(candidate)?.message).toBeUndefined();
  return items;
}

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
    expect(add(gold(201n))?.message).toBe('insufficient GOLD balance: have 200, need 201');
    expect(add(pay(alice, 0, {}, 49_800_000_001n))?.code).toBe('insufficient_balance');
    taken(add, gold(200n));
    expect(add(gold(1n))?.message).toBe('insufficient GOLD balance: have 0, need 1');
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
    expect(add(gold)?.message).toBe('insufficient GOLD balance: have 0, need 1');
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
    const [first] = taken(add, pay(alice, 0, { accountNonce: 1 }), pay(alice, 0, { accountNonce: 2 }), pay(alice));
    const elsewhere = pay(alice);
    chain.produce([elsewhere], NOW);
    mempool.settle([elsewhere.transaction]);
    const dropped = mempool.recheck([alice.account], chain.state, chain.context(NOW + 1));
    expect(dropped.map(({ transaction, refusal }) => [transaction.id, refusal.code])).toEqual([
      [first.transaction.id, 'nonce_used'],
    ]);
    expect(mempool.pendingOf(alice.account)).toBe(2);
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
    expect(dropped?.refusal.message).toBe('insufficient GOLD balance: have 299, need 300');
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

/** Memory that one entry counts for. */
function sizeOf(candidate: PoolItem): number {
  const { mempool, add } = scene();
  taken(add, candidate);
  return mempool.bytes;
}

const padded = (signer: Actor, priority: number, padding: number): PoolItem => {
  const plain = pay(signer, priority);
  return { ...plain, bodyEntry: new Uint8Array(plain.bodyEntry.length + padding) };
};
