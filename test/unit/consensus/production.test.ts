/** Production: when a block is due, what goes into it, and what a dropped block leaves behind. */

import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { toHex, utf8Text } from '../../../engine/base/bytes.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { certificateHash } from '../../../engine/chain/certificate.js';
import { untilDue } from '../../../engine/consensus/production.js';
import { sha256Hex } from '../../../engine/crypto/sha256.js';
import type { PoolItem } from '../../../engine/mempool/mempool.js';
import { GENESIS_TIME, rulesOf, TestChain, throughTheWire } from '../../support/chain.js';
import { actor, item, number, transfer } from '../../support/transactions.js';

const validator = actor('validator');
const alice = actor('alice');
const bob = actor('bob');
const carol = actor('carol');
const NOW = GENESIS_TIME + 1_000_000;

const newChain = (limits: Readonly<Record<string, number>> = {}): TestChain =>
  new TestChain(
    rulesOf({
      validators: [{ actor: validator, stake: '10000' }],
      allocations: [alice, bob].map(({ keyHex }) => ({ to: keyHex, amount: '1000' })),
      limits,
    }),
  );

const pay = (signer = alice, accountNonce?: number): PoolItem =>
  transfer({ signer, timestamp: NOW, ...(accountNonce === undefined ? {} : { accountNonce }) }, carol, 1n);

describe('a block is due', () => {
  const times = { blockTimeMs: 400, heartbeatMs: 10_000 };
  const tip = { height: 7, hash: 'ab', time: NOW, transactionCount: 0, totalTransactions: 3 };
  const holding = { ...tip, transactionCount: 1 };

  test('a block time after the tip while transactions wait or the tip holds any', () => {
    expect(untilDue(tip, true, NOW + 100, times)).toBe(300);
    expect(untilDue(holding, false, NOW + 100, times)).toBe(300);
    expect(untilDue(holding, true, NOW + 400, times)).toBe(0);
    expect(untilDue(holding, true, NOW + 9_999, times)).toBe(0);
  });

  test('otherwise at the heartbeat', () => {
    expect(untilDue(tip, false, NOW + 400, times)).toBe(9_600);
    expect(untilDue(tip, false, NOW + 10_000, times)).toBe(0);
  });

  test('after one interval at most, however far the clock was set back', () => {
    expect(untilDue(holding, false, NOW - 3_600_000, times)).toBe(400);
    expect(untilDue(tip, false, NOW - 3_600_000, times)).toBe(10_000);
  });

  test('at once after genesis, however old or young its time is', () => {
    expect(untilDue({ ...tip, height: 0 }, false, NOW - 5_000, times)).toBe(0);
  });
});

describe('the header', () => {
  test('names parent, time, roots, proposer, and from height 2 on the certificate of the parent', () => {
    const chain = newChain();
    const genesisHash = chain.tip.hash;
    const first = chain.produce([pay()], NOW);
    expect(first.block.header).toEqual({
      version: 1,
      chain_id: chain.rules.genesis.chainId,
      height: 1,
      time: NOW,
      prev_hash: genesisHash,
      tx_hash: toHex(first.items[0]?.leaf ?? new Uint8Array()),
      proposer_pub_key: validator.keyHex,
      state_root: chain.root,
    });
    expect(utf8Text(first.block.headerBytes)).toBe(JSON.stringify(first.block.header));
    const { certificate } = chain;
    const second = chain.produce([], NOW);
    expect(second.block.header).toMatchObject({ height: 2, time: NOW + 1, prev_hash: first.hash });
    expect(second.block.header.parent_commit).toBe(certificate && certificateHash(certificate));
    expect(second.block.header.tx_hash).toBe(sha256Hex(new Uint8Array()));
    expect(second.block.header.state_root).toBe(chain.root);
  });

  test('has a time above its parent even when the clock went back', () => {
    const chain = newChain();
    chain.produce([], NOW);
    expect(chain.produce([], NOW - 60_000).block.header.time).toBe(NOW + 1);
  });
});

describe('transactions', () => {
  test('that can stand in no block are given back with their reasons, the others stay in order', () => {
    const chain = newChain();
    const stale = pay(alice, 9);
    const poor = transfer({ signer: bob, timestamp: NOW }, carol, 2_000n * QUANTA);
    const good = [pay(alice), pay(bob), pay(alice)];
    const { items, candidate } = chain.produce([stale, ...good, poor], NOW);
    expect(items).toEqual(good);
    expect(candidate.refused.map(({ id, refusal }) => [id, refusal.code])).toEqual([
      [stale.transaction.id, 'nonce_used'],
      [poor.transaction.id, 'insufficient_balance'],
    ]);
  });

  test('that find no room wait for the next block, and with them everything later of the same sender', () => {
    const small = pay().transaction.signedLength;
    const chain = newChain({ max_block_bytes: small * 3 });
    const large = item({
      signer: alice,
      timestamp: NOW,
      operation: 'transfer',
      accountNonce: 2,
      members: { to: carol.address, amount: number(1), memo: 'm'.repeat(Math.floor(1.3 * small)) },
    });
    const candidates = [pay(alice, 1), large, pay(alice, 3), pay(bob), pay(alice, 4)];
    const first = chain.produce(candidates, NOW);
    expect(first.items.map(({ transaction }) => transaction.sender)).toEqual([alice.account, bob.account]);
    // Nothing became impossible: what follows the large one only waits with it.
    expect(first.candidate.refused).toEqual([]);
    const second = chain.produce(
      candidates.slice(1).filter((candidate) => !first.items.includes(candidate)),
      NOW + 1,
    );
    expect(second.items).toEqual([large]);
    expect(second.candidate.refused).toEqual([]);
    expect(chain.produce([candidates[2], candidates[4]] as PoolItem[], NOW + 2).items.length).toBe(2);
  });

  test('are taken until the time is over, with a look at the clock once in 64', () => {
    const chain = newChain();
    let looks = 0;
    const candidate = chain.build(
      Array.from({ length: 300 }, () => pay()),
      NOW,
      () => ++looks === 3,
    );
    expect(looks).toBe(3);
    expect(candidate.items.length).toBe(191);
    candidate.prepared.revert();
  });
});

describe('a dropped block', () => {
  test('leaves the state as it was, and the next one has the same root as if it had never been', () => {
    const chain = newChain();
    const other = newChain();
    const { root } = chain;
    const payments = [pay(alice), pay(bob)];
    const candidate = chain.build(payments, NOW);
    expect(toHex(candidate.prepared.root)).not.toBe(root);
    candidate.prepared.revert();
    expect(chain.root).toBe(root);
    expect(chain.produce(payments, NOW).hash).toBe(other.produce(payments, NOW).hash);
  });

  test('and a committed one is what a second node computes from its bytes', () => {
    const chain = newChain();
    const other = newChain();
    for (let height = 1; height <= 5; height++) {
      const received = other.receive(throughTheWire(chain.produce([pay(alice), pay(bob)], NOW + height)));
      if (isRefusal(received)) expect.fail(received.message);
      expect(other.root).toBe(chain.root);
    }
    expect(other.tip).toMatchObject({ height: 5, totalTransactions: 10, transactionCount: 2 });
  });
});
