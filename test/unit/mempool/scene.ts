/** A mempool over a young chain of wealthy and poor actors, and what its tests do with it. */

import { expect } from 'vitest';
import { binaryToHex } from '../../../engine/base/bytes.js';
import type { Refusal } from '../../../engine/base/refusal.js';
import { Mempool, type MempoolLimits, type PoolItem } from '../../../engine/mempool/mempool.js';
import { GENESIS_TIME, rulesOf, TestChain } from '../../support/chain.js';
import { type Actor, actor, type Order, transfer } from '../../support/transactions.js';

export const validator = actor('validator');
export const alice = actor('alice');
export const bob = actor('bob');
export const carol = actor('carol');
export const erik = actor('erik');
/** Has nothing. */
export const dora = actor('dora');
export const NOW = GENESIS_TIME + 1_000_000;
const ROOMY: MempoolLimits = {
  transactions: 1_000,
  bytes: 64 * 1024 * 1024,
  perSender: 100,
  senderBytes: 8 * 1024 * 1024,
};

/** @param shiftMs by how much the chain's clock is ahead of the machine's. */
export function scene(
  limits: Partial<MempoolLimits> = {},
  fees: Readonly<Record<string, string | number>> = {},
  shiftMs?: () => number,
) {
  const chain = new TestChain(
    rulesOf({
      validators: [{ actor: validator, stake: '10000' }],
      allocations: [
        ...[alice, bob, carol, erik].map(({ keyHex }) => ({ to: keyHex, amount: '100' })),
        { to: alice.keyHex, amount: '500', token: 'GOLD' },
      ],
      faucet: true,
      fees,
    }),
  );
  const mempool = new Mempool({ ...ROOMY, ...limits }, chain.replay, shiftMs);
  const scratch = chain.scratch();
  const add = (candidate: PoolItem, now = NOW): Refusal | undefined =>
    mempool.add(candidate, scratch, chain.context(now));
  /** A block of what waits, as the producer's loop makes it. */
  const seal = (now = NOW) => {
    const { items, candidate } = chain.produce(mempool.candidates(), now);
    for (const { id } of candidate.refused) mempool.drop(id);
    const included = items.map(({ transaction }) => transaction);
    mempool.settle(included);
    const senders = new Set(included.map(({ sender }) => sender));
    const dropped = mempool.recheck(senders, chain.state, chain.context(now), candidate.prepared.changes);
    return { items, dropped };
  };
  /** A block that another node made, of other transactions. @returns what became impossible here. */
  const other = (items: readonly PoolItem[], now = NOW) => {
    const { candidate } = chain.produce(items, now);
    expect(candidate.refused).toEqual([]);
    const included = items.map(({ transaction }) => transaction);
    mempool.settle(included);
    const senders = new Set(included.map(({ sender }) => sender));
    return mempool.recheck(senders, chain.state, chain.context(now), candidate.prepared.changes);
  };
  return { chain, mempool, add, seal, other, scratch };
}

export const pay = (signer: Actor, priority = 0, rest: Partial<Order> = {}, amount = 1n): PoolItem =>
  transfer({ signer, timestamp: NOW, priorityFee: BigInt(priority), ...rest }, dora, amount);

/** Short ids, so that a failed comparison can be read. */
export const ids = (items: Iterable<PoolItem>): string[] =>
  [...items].map(({ transaction }) => binaryToHex(transaction.id).slice(0, 12));

export const order = (mempool: Mempool): string[] => ids(mempool.candidates());

/** Adds all and expects them taken. */
export function taken<T extends readonly PoolItem[]>(
  add: (candidate: PoolItem) => Refusal | undefined,
  ...items: T
): T {
  for (const candidate of items) expect(add(candidate)?.message).toBeUndefined();
  return items;
}

/** Memory that one entry counts for. */
export function sizeOf(candidate: PoolItem): number {
  const { mempool, add } = scene();
  taken(add, candidate);
  return mempool.bytes;
}

export const padded = (signer: Actor, priority: number, padding: number): PoolItem => {
  const plain = pay(signer, priority);
  return { ...plain, bodyEntry: new Uint8Array(plain.bodyEntry.length + padding) };
};
