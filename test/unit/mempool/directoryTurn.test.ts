/** The turn of the directory in blocks that are full of what pays: it gets one, and takes no more than its part. */

import { expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { DIRECTORY_PER_BLOCK, DIRECTORY_TIP, DIRECTORY_WAITING } from '../../../engine/base/directoryLimits.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { Mempool, type PoolItem } from '../../../engine/mempool/mempool.js';
import { BLOCK_TIME_MS, rulesOf, TestChain, throughTheWire } from '../../support/chain.js';
import { registerWallet } from '../../support/directoryOrders.js';
import { by } from '../../support/ledgerScene.js';
import { type Actor, actor, transfer } from '../../support/transactions.js';

const validator = actor('turn: validator');
const payers = Array.from({ length: 8 }, (_, number) => actor(`turn: payer ${number}`));
const bob = actor('turn: bob');

const MANY = { transactions: 5_000, bytes: 1e8, perSender: 1_000, senderBytes: 1e8 };

function scene(limits: Readonly<Record<string, number>> = {}, more: readonly Actor[] = []) {
  const rules = rulesOf({
    validators: [{ actor: validator, stake: '10000' }],
    allocations: [...payers, ...more].map(({ keyHex }) => ({ to: keyHex, amount: '100000' })),
    limits,
  });
  const chain = new TestChain(rules);
  const receiver = new TestChain(rules);
  const mempool = new Mempool(MANY, chain.replay, () => 0, DIRECTORY_WAITING);
  const add = (...items: readonly PoolItem[]): void => {
    for (const item of items) expect(mempool.add(item, chain.scratch(), chain.context())?.message).toBeUndefined();
  };
  /** Those that pay, so many of each payer. */
  const pay = (each: number): void => {
    for (let round = 0; round < each; round++)
      add(...payers.map((payer) => transfer({ ...by(chain, payer), priorityFee: QUANTA }, bob, 1n)));
  };
  /** The next block as the producer's loop makes it; another node takes it. */
  const next = (outOfTime?: () => boolean): readonly PoolItem[] => {
    const now = chain.tip.time + BLOCK_TIME_MS;
    const candidate = chain.build(mempool.candidates(), now, outOfTime, mempool.directory());
    expect(candidate.refused).toEqual([]);
    const sealed = chain.seal(candidate);
    chain.commit(candidate, sealed.hash);
    const taken = receiver.receive(throughTheWire(sealed));
    if (isRefusal(taken)) expect.fail(taken.message);
    expect(receiver.root).toBe(chain.root);
    const included = candidate.items.map(({ transaction }) => transaction);
    mempool.settle(included);
    const senders = new Set(included.map(({ sender }) => sender));
    expect(mempool.recheck(senders, chain.state, chain.context(), candidate.prepared.changes)).toEqual([]);
    return candidate.items;
  };
  return { chain, mempool, add, pay, next };
}

const isWallet = ({ transaction }: PoolItem): boolean => transaction.operation === 'register_wallet';
const wallets = (items: readonly PoolItem[]): number => items.filter(isWallet).length;

test('blocks that are full of what pays carry a registration, which is their last', () => {
  const { chain, add, pay, next } = scene({ max_block_transactions: 16 });
  pay(12);
  for (let block = 0; block < 3; block++) {
    const waiting = registerWallet(by(chain, actor(`full ${block}`)), `Full ${block}`);
    add(waiting);
    const items = next();
    expect(items).toHaveLength(16);
    expect(items.at(-1)?.transaction.id).toBe(waiting.transaction.id);
  }
  expect(wallets(next())).toBe(0);
});

test('the bytes of a block that others would take are kept too, for one that takes more than the part of all', () => {
  const { chain, mempool, add, pay, next } = scene({ max_block_bytes: 64 * 1024 });
  pay(12);
  add(registerWallet(by(chain, bob), 'Bob'));
  const large = mempool.directory()[0]?.item.transaction.signedLength ?? 0;
  expect(large).toBeGreaterThan((64 * 1024) / 8);
  const items = next();
  expect([wallets(items), items.length > 4, mempool.size > 0]).toEqual([1, true, true]);
});

test('a producer that has no time left for what pays carries the directory all the same, 50 of it at most', () => {
  const { chain, mempool, add, pay, next } = scene();
  pay(10);
  for (let number = 0; number < DIRECTORY_PER_BLOCK + 5; number++)
    add(registerWallet(by(chain, actor(`late ${number}`)), `Late ${number}`));
  const items = next(() => true);
  expect([wallets(items), items.length]).toEqual([DIRECTORY_PER_BLOCK, 63 + DIRECTORY_PER_BLOCK]);
  expect(mempool.directory()).toHaveLength(5);
  expect(wallets(next(() => true))).toBe(5);
});

test('the directory takes an eighth of a full block, however much of it waits', () => {
  const { chain, add, pay, next } = scene({ max_block_transactions: 80 });
  pay(20);
  for (let number = 0; number < 30; number++) add(registerWallet(by(chain, actor(`much ${number}`)), `Much ${number}`));
  const items = next();
  expect([wallets(items), items.length]).toEqual([10, 80]);
});

test('what waits for others of its signer keeps no place from those behind it', () => {
  const stuck = Array.from({ length: DIRECTORY_PER_BLOCK + 10 }, (_, number) => actor(`turn: stuck ${number}`));
  const { chain, mempool, add, pay, next } = scene({ max_block_transactions: 16 }, stuck);
  pay(12);
  for (const signer of stuck) {
    // Nobody includes it while others pay more.
    add(transfer({ ...by(chain, signer), accountNonce: 1 }, bob, 1n));
    add(
      registerWallet({ ...by(chain, signer), priorityFee: DIRECTORY_TIP, accountNonce: 2 }, signer.address.slice(-8)),
    );
  }
  const waiting = registerWallet(by(chain, bob), 'Bob');
  add(waiting);
  expect(mempool.directory()).toHaveLength(stuck.length + 1);
  expect(next().at(-1)?.transaction.id).toBe(waiting.transaction.id);
});

test('a registration does not overtake one of its signer that names an account nonce', () => {
  const signer = actor('turn: numbered');
  const { chain, mempool, add, pay, next } = scene({ max_block_transactions: 16 }, [signer]);
  pay(4);
  const numbered = transfer({ ...by(chain, signer), accountNonce: 1 }, bob, 1n);
  add(numbered, registerWallet(by(chain, signer), 'Numbered'));
  expect([wallets(next()), wallets(next())]).toEqual([0, 0]);
  expect(mempool.get(numbered.transaction.id)).toBeDefined();
  expect(
    next()
      .map(({ transaction }) => transaction.operation)
      .slice(-2),
  ).toEqual(['transfer', 'register_wallet']);
});

test('a transaction of most of a block is taken while registrations wait', () => {
  const limits = { max_block_bytes: 32_768 };
  const { chain, mempool, add } = scene(limits);
  add(registerWallet(by(chain, bob), 'Bob'));
  const [payer] = payers;
  if (!payer) throw new Error('there are payers');
  const small = transfer({ ...by(chain, payer), priorityFee: QUANTA }, bob, 1n);
  const large = { ...small, transaction: { ...small.transaction, signedLength: 24_000 } };
  const { items, refused } = chain.build([large], chain.tip.time + BLOCK_TIME_MS, undefined, mempool.directory());
  expect(refused).toEqual([]);
  expect(items.map(({ transaction }) => transaction.operation)).toEqual(['transfer']);
});
