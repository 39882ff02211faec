/** The turn of the bridge in blocks that are full of what pays: what its authorities state is free, and waits for no tip. */

import { expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { Mempool, type PoolItem } from '../../../engine/mempool/mempool.js';
import { bridgeMember, depositMembers, mintOrder } from '../../support/bridgeOrders.js';
import { rulesOf, TestChain } from '../../support/chain.js';
import { by } from '../../support/ledgerScene.js';
import { type Actor, actor, item, type Order, transfer } from '../../support/transactions.js';

const validator = actor('bridge turn: validator');
const authority = actor('bridge turn: authority');
const other = actor('bridge turn: other authority');
const payers = Array.from({ length: 8 }, (_, number) => actor(`bridge turn: payer ${number}`));
const bob = actor('bridge turn: bob');

/** As many as come before what pays. */
const FIRST = 8;

function scene(waiting = 1_000) {
  const rules = rulesOf({
    validators: [{ actor: validator, stake: '10000' }],
    allocations: [...payers, authority].map(({ keyHex }) => ({ to: keyHex, amount: '100000' })),
    bridge: bridgeMember([authority, other]),
    limits: { max_block_transactions: 16 },
  });
  const chain = new TestChain(rules);
  const limits = { transactions: waiting, bytes: 1e8, perSender: 1_000, senderBytes: 1e8 };
  const mempool = new Mempool(limits, chain.replay);
  const add = (candidate: PoolItem) => mempool.add(candidate, chain.scratch(), chain.context());
  const taken = (candidate: PoolItem): PoolItem => {
    expect(add(candidate)?.message).toBeUndefined();
    return candidate;
  };
  const mint = (name: string, change: Partial<Order> = {}, signer: Actor = authority): PoolItem =>
    item({ ...mintOrder(by(chain, signer), depositMembers('qETH', name, bob, 1n)), ...change });
  const pay = (payer: Actor): PoolItem => transfer({ ...by(chain, payer), priorityFee: QUANTA }, bob, 1n);
  const payAll = (each: number): void => {
    for (let round = 0; round < each; round++) for (const payer of payers) taken(pay(payer));
  };
  const next = (): readonly PoolItem[] => {
    const { items, candidate } = chain.produce(mempool.candidates());
    expect(candidate.refused).toEqual([]);
    mempool.settle(items.map(({ transaction }) => transaction));
    return items;
  };
  return { chain, mempool, add, taken, mint, pay, payAll, next };
}

const operations = (items: readonly PoolItem[]): string[] => items.map(({ transaction }) => transaction.operation);
const mints = (items: readonly PoolItem[]): number => operations(items).filter((name) => name === 'bridge_mint').length;

test('a block that is full of what pays carries a mint', () => {
  const { taken, mint, payAll, next } = scene();
  payAll(4);
  const minted = taken(mint('one'));
  const items = next();
  expect(items).toHaveLength(16);
  expect(items.map(({ transaction }) => transaction.id)).toContain(minted.transaction.id);
  expect(mints(next())).toBe(0);
});

test('many mints take some places of a block and leave it to what pays, whoever signs them, the oldest first', () => {
  const { mempool, taken, mint, payAll, next } = scene();
  payAll(4);
  const sent = Array.from({ length: 20 }, (_, number) => taken(mint(`${number}`, {}, number % 2 ? other : authority)));
  const seen: string[] = [];
  for (const [block, count] of [FIRST, FIRST, 4].entries()) {
    const items = next();
    expect([block, mints(items), items.length]).toEqual([block, count, 16]);
    seen.push(...items.slice(0, count).map(({ transaction }) => transaction.id));
  }
  expect(seen).toEqual(sent.map(({ transaction }) => transaction.id));
  expect(mempool.size).toBe(32 - 28);
});

test('a mint passes what its signer has sent before it, unless an account nonce would be spoiled', () => {
  const { chain, taken, mint, payAll, next } = scene();
  payAll(8);
  taken(transfer(by(chain, authority), bob, 1n));
  taken(mint('passes'));
  expect(mints(next())).toBe(1);
  const numbered = scene();
  numbered.payAll(3);
  numbered.taken(transfer({ ...by(numbered.chain, authority), accountNonce: 1 }, bob, 1n));
  numbered.taken(mint('waits'));
  expect(mints(numbered.next())).toBe(0);
  expect(operations(numbered.next()).slice(-2)).toEqual(['transfer', 'bridge_mint']);
});

test('a full mempool takes a mint in the place of what pays least, and gives none of it away for a tip', () => {
  const { mempool, add, taken, mint, pay, payAll } = scene(16);
  payAll(2);
  for (let number = 0; number < 16; number++) taken(mint(`${number}`));
  expect([mempool.size, mempool.evicted]).toEqual([16, 16]);
  expect(add(pay(payers[0] as Actor))?.code).toBe('mempool_full');
  expect(add(mint('one too many'))?.code).toBe('mempool_full');
});
