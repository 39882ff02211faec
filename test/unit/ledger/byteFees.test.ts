/** What signed bytes cost above the allowance: who pays it, what it is counted as, and where genesis sets it. */

import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import type { JsonValue } from '../../../engine/base/json.js';
import { treasuryAccount } from '../../../engine/crypto/address.js';
import { feeOf } from '../../../engine/ledger/admission.js';
import { totalsOf } from '../../../engine/ledger/execution.js';
import { accountOf } from '../../../engine/ledger/funds.js';
import type { PoolItem } from '../../../engine/mempool/mempool.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { rulesOf, TestChain } from '../../support/chain.js';
import { problemOf } from '../../support/ledgerScene.js';
import { actor, item, number, type Order, payloadText } from '../../support/transactions.js';

const validator = actor('validator');
const alice = actor('alice');
const bob = actor('bob');
const pauper = actor('pauper');

const FREE = 16_384;
const PRICE = 1_000n;

const newChain = (fees: Readonly<Record<string, string | number>> = {}): TestChain =>
  new TestChain(
    rulesOf({
      validators: [{ actor: validator, stake: '10000' }],
      allocations: [{ to: alice.keyHex, amount: '1000000' }],
      faucet: true,
      fees: { base_fee: '0.1', floor: '0.1', ceiling: '0.1', ...fees },
    }),
  );

/** A request of exactly so many signed bytes, or as short as it can be. */
function sized(order: Order, bytes: number): PoolItem {
  const withMemo = (memo: string): Order => ({
    ...order,
    nonce: 'a nonce for sizes',
    members: { ...order.members, memo },
  });
  const bare = Buffer.byteLength(payloadText(withMemo('')));
  const made = item(withMemo('m'.repeat(Math.max(0, bytes - bare))));
  return made;
}

const transferOrder = (chain: TestChain): Order => ({
  ...{ signer: alice, timestamp: chain.tip.time, operation: 'transfer' },
  members: { to: bob.address, amount: number(1) },
});
const faucetOrder = (chain: TestChain, signer = pauper): Order => ({
  ...{ signer, timestamp: chain.tip.time, operation: 'faucet' },
});

const feeIn = (chain: TestChain, { transaction }: PoolItem): bigint => feeOf(transaction, chain.context());

describe('signed bytes above the allowance', () => {
  test('cost from the first one on, and below nothing changes', () => {
    const chain = newChain();
    const table = QUANTA / 10n;
    const fees = [5_000, FREE - 1, FREE, FREE + 1, 20_000].map((bytes) =>
      feeIn(chain, sized(transferOrder(chain), bytes)),
    );
    expect(fees).toEqual([table, table, table, table + PRICE, table + PRICE * BigInt(20_000 - FREE)]);
  });

  test('are free in every ordinary request: names by key, and the longest texts of an NFT', () => {
    const chain = newChain();
    const common = { signer: alice, timestamp: chain.tip.time };
    const requests: readonly (readonly [string, Readonly<Record<string, JsonValue>>, bigint])[] = [
      ['transfer', { to: bob.keyHex, amount: number(1) }, QUANTA / 10n],
      ['transfer_from', { owner: bob.keyHex, to: pauper.keyHex, token_symbol: 'A', amount: number(1) }, QUANTA / 10n],
      ['nft_create_collection', { symbol: 'A', name: 'A', royaltyRecipient: bob.keyHex }, 50n * QUANTA],
      [
        'nft_mint',
        {
          ...{ collectionId: 'col:0:A', name: 'n'.repeat(100) },
          ...{ metadataUri: `https://${'u'.repeat(2_040)}`, attributes: 'a'.repeat(8_190) },
        },
        5n * QUANTA,
      ],
      [
        'update_token_metadata',
        { token_symbol: 'A', description: 'd'.repeat(1_000), website: `https://${'w'.repeat(248)}` },
        QUANTA / 10n,
      ],
    ];
    for (const [operation, members, fee] of requests)
      expect(feeIn(chain, item({ ...common, operation, members })), operation).toBe(fee);
  });

  test('have an allowance for each NFT of a batch', () => {
    const chain = newChain();
    const batch = (count: number, length: number): PoolItem =>
      item({
        ...{ signer: alice, timestamp: chain.tip.time, operation: 'nft_batch_mint' },
        members: {
          collectionId: 'col:0:A',
          names: Array.from({ length: count }, () => 'n'),
          attributes: Array.from({ length: count }, () => 'a'.repeat(length)),
        },
      });
    expect(feeIn(chain, batch(50, 8_190))).toBe(250n * QUANTA);
    const memo = sized(
      { ...transferOrder(chain), operation: 'nft_batch_mint', members: { collectionId: 'c', names: ['a', 'b'] } },
      40_000,
    );
    expect(feeIn(chain, memo)).toBe(10n * QUANTA + PRICE * BigInt(40_000 - 2 * FREE));
  });

  test('are not free with the faucet: who has nothing stores no more than the allowance', () => {
    const chain = newChain();
    expect(problemOf(chain, sized(faucetOrder(chain), FREE))).toBeUndefined();
    expect(problemOf(chain, sized(faucetOrder(chain), FREE + 500))).toEqual([
      'insufficient_balance',
      'insufficient balance: have 0 XRGE, need 0.0005 XRGE, 0.0005 of it for 16884 signed bytes',
    ]);
  });

  test('are said to be in the sum that is missing, also where a kind has words of its own', () => {
    const chain = newChain();
    const order: Order = {
      ...{ signer: pauper, timestamp: chain.tip.time, operation: 'create_token' },
      members: { name: 'Gold', symbol: 'GOLD', totalSupply: number(1) },
    };
    expect(problemOf(chain, sized(order, FREE + 1_000))?.[1]).toBe(
      'insufficient XRGE for token creation fee: have 0, need 100.001, 0.001 of it for 17384 signed bytes',
    );
    expect(problemOf(chain, sized(order, FREE))?.[1]).toBe(
      'insufficient XRGE for token creation fee: have 0, need 100',
    );
  });

  test('are paid as tip: half of the base fee is burned as ever, and nothing is lost', () => {
    const chain = newChain();
    const bytes = 20_000;
    const paid = PRICE * BigInt(bytes - FREE);
    const before = accountOf(chain.state, alice.account).balance;
    const { candidate } = chain.produce([sized(transferOrder(chain), bytes)]);
    const [outcome] = candidate.execution.outcomes;
    expect(outcome?.fee).toBe(QUANTA / 10n + paid);
    expect(accountOf(chain.state, alice.account).balance).toBe(before - QUANTA - QUANTA / 10n - paid);
    const burned = QUANTA / 20n;
    expect(totalsOf(chain.state)).toMatchObject({ feesCollected: QUANTA / 10n + paid, feesBurned: burned });
    chain.produce([]);
    const tip = QUANTA / 20n + paid;
    const got = [validator.account, treasuryAccount].map((account) => accountOf(chain.state, account).balance);
    expect(got).toEqual([(tip * 20n) / 100n + (tip * 70n) / 100n, tip - (tip * 20n) / 100n - (tip * 70n) / 100n]);
  });

  test('cost what genesis says, and it may say nothing is free or all of it', () => {
    const dear = newChain({ free_bytes: 0, per_byte: '0.001' });
    expect(feeIn(dear, sized(transferOrder(dear), 5_000))).toBe(QUANTA / 10n + 5_000n * (QUANTA / 1_000n));
    const open = newChain({ per_byte: 0 });
    expect(feeIn(open, sized(transferOrder(open), 20_000))).toBe(QUANTA / 10n);
  });

  test('are counted exactly at the edges of what can be counted', () => {
    const fees = { freeBytes: 999_999_999_999_999, perByte: (1n << 128n) - 1n };
    expect(nativeProtocol.byteFee(2_097_152, 50, fees)).toBe(0n);
    expect(nativeProtocol.byteFee(2_097_152, 1, { ...fees, freeBytes: 0 })).toBe(fees.perByte * 2_097_152n);
    expect(nativeProtocol.byteFee(0, 1, { ...fees, freeBytes: 0 })).toBe(0n);
  });
});
