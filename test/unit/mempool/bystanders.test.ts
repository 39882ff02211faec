/** Which senders are rechecked after a block that has nothing of theirs: each cause alone, and that no others are rechecked. */

import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { accounts, validators } from '../../../engine/ledger/tables.js';
import { Mempool } from '../../../engine/mempool/mempool.js';
import { Overlay, type StateView } from '../../../engine/state/state.js';
import type { Table } from '../../../engine/state/table.js';
import { rulesOf, TestChain } from '../../support/chain.js';
import { type Actor, actor, approve, faucet, transfer, transferFrom } from '../../support/transactions.js';
import { alice, bob, carol, dora, erik, NOW, pay, scene, taken, validator } from './scene.js';

const codes = (
  dropped: readonly { readonly transaction: { readonly id: string }; readonly refusal: { code: string } }[],
) => dropped.map(({ transaction, refusal }) => [transaction.id, refusal.code]);

describe('asked again is', () => {
  test('whose tokens somebody else has spent', () => {
    const { add, other } = scene();
    expect(other([approve({ signer: alice, timestamp: NOW }, bob, 'GOLD', 400n)])).toEqual([]);
    const [gold] = taken(add, transfer({ signer: alice, timestamp: NOW }, dora, 200n, 'GOLD'), pay(alice));
    const dropped = other([transferFrom({ signer: bob, timestamp: NOW }, alice, carol, 'GOLD', 400n)], NOW + 1);
    expect(codes(dropped)).toEqual([[gold.transaction.id, 'insufficient_balance']]);
  });

  test('who lost XRGE in whatever way', () => {
    const { chain, add, other, mempool } = scene();
    // All rules begin with the first block, and then everybody is asked.
    expect(other([])).toEqual([]);
    const [large, small] = taken(add, pay(alice, 0, {}, 90n * QUANTA), pay(alice));
    const overlay = new Overlay(chain.state);
    const account = chain.state.get(accounts, alice.account);
    overlay.put(accounts, alice.account, { balance: 50n * QUANTA, nonce: 0, activity: account?.activity ?? 0 });
    const prepared = chain.state.prepare(overlay);
    prepared.commit();
    const dropped = mempool.recheck([], chain.state, chain.context(NOW + 1), prepared.changes);
    expect(codes(dropped)).toEqual([[large.transaction.id, 'insufficient_balance']]);
    expect(mempool.get(small.transaction.id)).toBeDefined();
  });

  test('for whom the faucet has paid the recipient meanwhile', () => {
    const { add, other } = scene();
    const [byNode] = taken(add, faucet({ signer: validator, timestamp: NOW }, dora));
    const dropped = other([faucet({ signer: dora, timestamp: NOW })]);
    expect(codes(dropped)).toEqual([[byNode.transaction.id, 'faucet_cooldown']]);
  });

  test('whose earlier transaction left, so that account nonces fit no more', () => {
    const { add, other, mempool } = scene();
    const numbered = (accountNonce: number) => pay(alice, 0, { accountNonce });
    const [first, second] = taken(add, numbered(1), numbered(2));
    mempool.drop(first.transaction.id);
    expect(codes(other([pay(bob)]))).toEqual([[second.transaction.id, 'nonce_used']]);
    // Of what it says is lost nothing is asked twice.
    expect(other([pay(bob)], NOW + 1)).toEqual([]);
  });

  test('who can pay no more at a higher base fee, at whichever block it passes the bound', () => {
    const { chain, add, other, mempool } = scene({}, { target: 1 });
    const all = 100n * QUANTA;
    const { baseFee } = chain.context(NOW);
    // Two transfers of each sender: as often as the fee may double is what is left beside them.
    const room = (times: bigint) => all - 2n * times * baseFee;
    const rows = [bob, carol].map((signer, index) => {
      const amount = room(index === 0 ? 2n : 9n);
      return taken(add, pay(signer, 0, {}, amount - 1n), pay(signer, 0, {}, 1n));
    });
    const gone = new Map<string, bigint>();
    for (let height = 0; height < 24; height++) {
      const senders = [pay(alice), pay(alice), pay(alice)];
      for (const { transaction } of other(senders, NOW + height)) gone.set(transaction.id, chain.context(NOW).baseFee);
      for (const actor of [bob, carol]) expectPayable(chain, mempool, actor);
    }
    // The last of each sender's queue left first, in the first block in which the queue cost too much.
    for (const [index, times] of [2n, 9n].entries()) {
      const [, last] = rows[index] as (typeof rows)[number];
      const at = gone.get(last?.transaction.id ?? '') ?? 0n;
      expect(at).toBeGreaterThan(times * baseFee);
      expect((at * 8n) / 9n).toBeLessThanOrEqual(times * baseFee + 1n);
    }
  });

  test('everybody in the block at which a rule begins', () => {
    const rules = rulesOf({
      validators: [{ actor: validator, stake: '10000' }],
      allocations: [alice, bob].map(({ keyHex }) => ({ to: keyHex, amount: '100' })),
    });
    const heights = { ...rules.genesis.schedule.heights, monetary_integrity: 3 };
    const schedule = { ...rules.genesis.schedule, heights };
    const chain = new TestChain({ ...rules, genesis: { ...rules.genesis, schedule } });
    const mempool = new Mempool(
      { transactions: 10, bytes: 1_000_000, perSender: 10, senderBytes: 1 << 26 },
      chain.replay,
    );
    const plain = pay(alice);
    // As decoding makes it of a fee that is no finite number.
    const unsound = { ...plain, transaction: { ...plain.transaction, unsoundFee: true as const } };
    expect(mempool.add(unsound, chain.scratch(), chain.context(NOW))).toBeUndefined();
    const block = (now: number) => {
      const { candidate } = chain.produce([], now);
      return mempool.recheck([], chain.state, chain.context(now), candidate.prepared.changes);
    };
    expect(block(NOW)).toEqual([]);
    expect(codes(block(NOW + 1))).toEqual([[plain.transaction.id, 'rule_violation']]);
  });
});

/** A sender's queue must be payable as a whole at the present base fee. */
function expectPayable(chain: TestChain, mempool: Mempool, { account }: Actor): void {
  const { baseFee } = chain.context(NOW);
  let need = 0n;
  for (const { fields } of mempool.transactionsOf(account)) need += (fields as { amount: bigint }).amount + baseFee;
  expect(need).toBeLessThanOrEqual(chain.state.get(accounts, account)?.balance ?? 0n);
}

/** Counts what is read of a state. */
class Counting implements StateView {
  reads = 0;

  constructor(private readonly view: StateView) {}

  get<V>(table: Table<V>, key: string): V | undefined {
    this.reads++;
    return this.view.get(table, key);
  }
}

test('the cost is that of the block, whatever waits', () => {
  const waiting = Array.from({ length: 400 }, (_, index) => actor(`waiting ${index}`));
  const rules = rulesOf({
    validators: [{ actor: validator, stake: '10000' }],
    allocations: [...waiting, erik].map(({ keyHex }) => ({ to: keyHex, amount: '100' })),
    fees: { target: 1 },
  });
  const reads = [40, 400].map((count) => {
    const chain = new TestChain(rules);
    const mempool = new Mempool(
      { transactions: 1_000, bytes: 1 << 26, perSender: 10, senderBytes: 1 << 26 },
      chain.replay,
    );
    const scratch = chain.scratch();
    const block = (now: number): number => {
      const { candidate } = chain.produce([pay(erik), pay(erik), pay(erik)], now);
      const view = new Counting(chain.state);
      expect(mempool.recheck([erik.account], view, chain.context(now), candidate.prepared.changes)).toEqual([]);
      return view.reads;
    };
    for (const signer of waiting.slice(0, count))
      expect(mempool.add(pay(signer), scratch, chain.context(NOW))).toBeUndefined();
    // The first rise of the base fee asks each newcomer once.
    const first = block(NOW);
    expect(first).toBeGreaterThanOrEqual(count);
    const later = [1, 2, 3, 4, 5].map((offset) => block(NOW + offset));
    expect(mempool.size).toBe(count);
    return later;
  });
  expect(reads[0]).toEqual(reads[1]);
  expect(Math.max(...(reads[1] ?? []))).toBeLessThan(10);
  expect([...new TestChain(rules).state.entries(validators)].length).toBe(1);
});
