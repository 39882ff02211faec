/** Adding and removing liquidity: what is taken and given to the unit, what each rule refuses with its words, what a failure
 *  costs, what receipts, payloads and records say. (Specification, DEX, Fees, Errors.) */

import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import type { JsonValue } from '../../../engine/base/json.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { integerSquareRoot, LOCKED_LP } from '../../../engine/ledger/exchange.js';
import { lpBalanceOf } from '../../../engine/ledger/funds.js';
import { kindOf } from '../../../engine/ledger/kinds/index.js';
import { activityOf, tokenSubject } from '../../../engine/ledger/subjects.js';
import { receiptView, txV1 } from '../../../engine/ledger/views.js';
import { type TestChain, throughTheWire } from '../../support/chain.js';
import { addOrder, createPoolOrder, orderItem, removeOrder } from '../../support/exchangeRequests.js';
import { by, decoded } from '../../support/ledgerScene.js';
import { type Actor, number } from '../../support/transactions.js';
import { alice, balancesOf, bob, carol, done, FEE, failed, heard, PLENTY, poolOf, sceneOf } from './exchangeScene.js';
import { storedResult } from './storedResult.js';

const lpOf = (chain: TestChain, { account }: Actor, poolId: string): bigint =>
  lpBalanceOf(chain.state, account, poolId);

/** A chain on which alice has opened the pool of GOLD and XRGE. */
function withPool(gold = 4_000_000n, quanta = 9_000_000n): TestChain {
  const chain = sceneOf();
  done(chain, alice, createPoolOrder('GOLD', gold, 'XRGE', quanta));
  return chain;
}

describe('add_liquidity', () => {
  const problem = (more: Readonly<Record<string, JsonValue>>): unknown =>
    decoded(alice, 'add_liquidity', { ...addOrder('GOLD-XRGE', 5n, 7n).members, ...more });

  test('reads both spellings, and the pool in any case and either order, with the amounts in the order that is named', () => {
    const fields = { tokenA: 'GOLD', tokenB: 'XRGE', amountA: 5n, amountB: 7n };
    expect(problem({})).toEqual(fields);
    expect(problem({ pool_id: 'gold-xrge' })).toEqual(fields);
    const amounts = { amountA: number(5), amountB: number('7e-9') };
    expect(decoded(alice, 'add_liquidity', { poolId: 'Gold-Xrge', ...amounts })).toEqual(fields);
    const turned = { amount_a: number('7e-9'), amount_b: number(5) };
    for (const id of ['XRGE-GOLD', 'xrge-Gold']) expect(problem({ pool_id: id, ...turned }), id).toEqual(fields);
    // Named in the other order, the amounts are of the other tokens: what is whole for one is too fine for the other.
    expect(problem({ pool_id: 'XRGE-GOLD', amount_a: number(2), amount_b: number(3) })).toEqual({
      ...{ tokenA: 'GOLD', tokenB: 'XRGE', amountA: 3n, amountB: 2n * QUANTA },
    });
    for (const nothing of ['', null])
      expect(problem({ pool_id: nothing })).toEqual(['malformed_payload', 'pool_id is required']);
    for (const text of ['GOLD', 'GOLD-GOLD', 'A-B-C'])
      expect(problem({ pool_id: text })).toEqual([
        'malformed_payload',
        'pool_id must be two token symbols joined by a hyphen',
      ]);
    expect(problem({ pool_id: number(5) })).toEqual(['malformed_payload', 'pool_id must be text']);
    for (const side of ['amount_a', 'amount_b'])
      for (const nothing of [number(0), null])
        expect(problem({ [side]: nothing })).toEqual(['invalid_amount', 'liquidity amounts must be greater than zero']);
  });

  test('takes amounts by the names of their tokens, whatever the order of the id', () => {
    const fields = { tokenA: 'GOLD', tokenB: 'XRGE', amountA: 5n, amountB: 7n };
    const turned = { amount_a: number('7e-9'), amount_b: number(5) };
    for (const id of ['GOLD-XRGE', 'XRGE-GOLD']) {
      expect(problem({ pool_id: id, token_a: 'gold', token_b: 'XRGE' })).toEqual(fields);
      expect(problem({ pool_id: id, tokenA: 'XRGE', tokenB: 'GOLD', ...turned })).toEqual(fields);
      for (const names of [
        { token_a: 'GOLD' },
        { token_b: 'XRGE' },
        { token_a: 'GOLD', token_b: 'GOLD' },
        { token_a: 'GOLD', token_b: 'IRON' },
      ])
        expect(problem({ pool_id: id, ...names })).toEqual([
          'malformed_payload',
          'token_a and token_b must be the two tokens of pool GOLD-XRGE, or both be absent',
        ]);
    }
  });

  test('rounds the most that is offered down to whole units', () => {
    const offer = (a: JsonValue, b: JsonValue): unknown => problem({ amount_a: a, amount_b: b });
    const fields = { tokenA: 'GOLD', tokenB: 'XRGE' };
    expect(offer(number('49.9999'), number('1.9999999999'))).toEqual({
      ...fields,
      amountA: 49n,
      amountB: 1_999_999_999n,
    });
    expect(offer('4.99e1', '2')).toEqual({ ...fields, amountA: 49n, amountB: 2n * QUANTA });
    expect(offer(number('0.5'), number(1))).toEqual(['invalid_amount', 'liquidity amounts must be greater than zero']);
    expect(offer(number(1), number('-1'))).toEqual(['invalid_amount', 'amount_b must not be negative']);
  });

  test('takes what fits the price, rounded up; what is over stays with its owner', () => {
    // isqrt(4,000,000 x 9,000,000) = 6,000,000 units: 2/3 of a unit of GOLD and 3/2 quanta each.
    const cases: readonly (readonly [offer: [bigint, bigint], lp: bigint, taken: [bigint, bigint]])[] = [
      [[400n, 900n], 600n, [400n, 900n]],
      [[1_000_000_000n, 900n], 600n, [400n, 900n]],
      [[400n, 1_000_000_000n], 600n, [400n, 900n]],
      [[401n, 1_000_000_000n], 601n, [401n, 902n]],
      [[1_000n, 100n], 66n, [44n, 99n]],
      [[1n, 2n], 1n, [1n, 2n]],
      [[1n, 1_000n], 1n, [1n, 2n]],
    ];
    for (const [[offerA, offerB], lp, [takenA, takenB]] of cases) {
      const chain = withPool();
      const [gold, xrge] = balancesOf(chain, bob, 'GOLD', 'XRGE') as [bigint, bigint];
      const { result } = done(chain, bob, addOrder('GOLD-XRGE', offerA, offerB));
      const what = `${offerA} and ${offerB}`;
      expect(balancesOf(chain, bob, 'GOLD', 'XRGE'), what).toEqual([gold - takenA, xrge - takenB - FEE.add]);
      expect(lpOf(chain, bob, 'GOLD-XRGE'), what).toBe(lp);
      expect(poolOf(chain, 'GOLD-XRGE')).toMatchObject({
        ...{ reserveA: 4_000_000n + takenA, reserveB: 9_000_000n + takenB, lpSupply: 6_000_000n + lp },
        ...{ events: 2, swaps: 0, volumeA: 0n, volumeB: 0n },
      });
      expect(kindOf('add_liquidity')?.poolEvents?.(result)).toMatchObject([
        { type: 'add_liquidity', amountA: takenA, amountB: takenB, lp, ordinal: 1, sequence: 1 },
      ]);
    }
  });

  test('counts units onto those that somebody has', () => {
    const chain = withPool();
    const first = lpOf(chain, alice, 'GOLD-XRGE');
    done(chain, alice, addOrder('gold-xrge', 400n, 900n));
    done(chain, alice, addOrder('GOLD-XRGE', 400n, 900n));
    expect(lpOf(chain, alice, 'GOLD-XRGE')).toBe(first + 1_200n);
  });

  test('refuses what would give no unit, what is not there, and a pool that is not there', () => {
    const chain = withPool(9_000_000_000n, 1_000n);
    const small = ['rule_violation', 'liquidity amounts are too small: they would give no LP unit'];
    // A unit is 3,000 of GOLD and a third of a hundredth of a quantum.
    expect(failed(chain, bob, addOrder('GOLD-XRGE', 2_999n, PLENTY), FEE.add)).toEqual(small);
    done(chain, bob, addOrder('GOLD-XRGE', 3_000n, PLENTY));
    const missing = addOrder('IRON-XRGE', 5_000n, 5_000n);
    expect(heard(chain, bob, missing)).toEqual(['not_found', 'pool not found: IRON-XRGE']);
    expect(failed(chain, bob, missing, FEE.add)).toEqual(['not_found', 'pool not found: IRON-XRGE']);
  });

  test('needs of both sides what it takes, and of XRGE the fee beside it', () => {
    const of = (xrge: string, gold: string): TestChain => {
      const chain = sceneOf({ carol: { XRGE: xrge, GOLD: gold } });
      done(chain, alice, createPoolOrder('GOLD', 4_000_000n, 'XRGE', 9n * QUANTA));
      return chain;
    };
    const order = addOrder('GOLD-XRGE', 4_000_000n, PLENTY);
    const all = 'with the fee it takes 10 XRGE and 4000000 base units of GOLD';
    expect(failed(of('9.999999999', '4000000'), carol, order, FEE.add)).toEqual([
      'insufficient_balance',
      `insufficient balance: have 9.999999999 XRGE, need 10 XRGE; ${all}`,
    ]);
    expect(failed(of('10', '3999999'), carol, order, FEE.add)).toEqual([
      'insufficient_balance',
      `insufficient GOLD balance: have 3999999, need 4000000; ${all}`,
    ]);
    const enough = of('10', '4000000');
    done(enough, carol, order);
    expect(balancesOf(enough, carol, 'XRGE', 'GOLD')).toEqual([0n, 0n]);
  });
});

describe('remove_liquidity', () => {
  const problem = (more: Readonly<Record<string, JsonValue>>): unknown =>
    decoded(alice, 'remove_liquidity', { ...removeOrder('GOLD-XRGE', 5n).members, ...more });

  test('reads both spellings, and LP units as whole numbers', () => {
    const fields = { tokenA: 'GOLD', tokenB: 'XRGE', lp: 5n };
    expect(problem({})).toEqual(fields);
    expect(decoded(alice, 'remove_liquidity', { poolId: 'gold-xrge', lpAmount: number(5) })).toEqual(fields);
    for (const nothing of [number(0), null])
      expect(problem({ lp_amount: nothing })).toEqual(['invalid_amount', 'lp_amount must be greater than zero']);
    expect(problem({ lp_amount: number('0.5') })).toEqual([
      'invalid_amount',
      'lp_amount must be a whole number of base units',
    ]);
    for (const id of ['XRGE-GOLD', 'xrge-gold']) expect(problem({ pool_id: id })).toEqual(fields);
  });

  test('gives the share of both reserves, rounded down', () => {
    const chain = withPool();
    const [gold, xrge] = balancesOf(chain, alice, 'GOLD', 'XRGE') as [bigint, bigint];
    const { result } = done(chain, alice, removeOrder('gold-xrge', 601n));
    expect(balancesOf(chain, alice, 'GOLD', 'XRGE')).toEqual([gold + 400n, xrge + 901n - FEE.remove]);
    expect(poolOf(chain, 'GOLD-XRGE')).toMatchObject({
      reserveA: 3_999_600n,
      reserveB: 8_999_099n,
      lpSupply: 5_999_399n,
    });
    expect(lpOf(chain, alice, 'GOLD-XRGE')).toBe(5_999_000n - 601n);
    expect(kindOf('remove_liquidity')?.poolEvents?.(result)).toMatchObject([
      { type: 'remove_liquidity', amountA: 400n, amountB: 901n, lp: 601n },
    ]);
  });

  test('of everything leaves what the locked units stand for, and the pool goes on', () => {
    const chain = withPool();
    done(chain, alice, removeOrder('GOLD-XRGE', 5_999_000n));
    expect(poolOf(chain, 'GOLD-XRGE')).toMatchObject({ reserveA: 667n, reserveB: 1_500n, lpSupply: LOCKED_LP });
    expect(lpOf(chain, alice, 'GOLD-XRGE')).toBe(0n);
    const none = ['insufficient_balance', 'insufficient LP tokens: have 0, want to remove 1'];
    expect(failed(chain, alice, removeOrder('GOLD-XRGE', 1n), FEE.remove)).toEqual(none);
    done(chain, bob, addOrder('GOLD-XRGE', PLENTY, 3_000_000n));
    expect(poolOf(chain, 'GOLD-XRGE')).toMatchObject({ reserveB: 3_001_500n, lpSupply: 2_001_000n });
  });

  test('refuses more than is owned, shares too small to give, and a pool that is not there', () => {
    const chain = withPool();
    const much = ['insufficient_balance', 'insufficient LP tokens: have 5999000, want to remove 5999001'];
    expect(heard(chain, alice, removeOrder('GOLD-XRGE', 5_999_001n))).toEqual(much);
    expect(failed(chain, alice, removeOrder('GOLD-XRGE', 5_999_001n), FEE.remove)).toEqual(much);
    expect(failed(chain, bob, removeOrder('GOLD-XRGE', 1n), FEE.remove)[1]).toBe(
      'insufficient LP tokens: have 0, want to remove 1',
    );
    const small = ['rule_violation', 'lp_amount is too small: it would give nothing of one of the tokens'];
    expect(failed(chain, alice, removeOrder('GOLD-XRGE', 1n), FEE.remove)).toEqual(small);
    done(chain, alice, removeOrder('GOLD-XRGE', 2n));
    const missing = removeOrder('IRON-XRGE', 1n);
    expect(heard(chain, alice, missing)).toEqual(['not_found', 'pool not found: IRON-XRGE']);
    expect(failed(chain, alice, missing, FEE.remove)).toEqual(['not_found', 'pool not found: IRON-XRGE']);
  });
});

describe('what is kept of it', () => {
  test('receipts, payloads, histories of the tokens', () => {
    const chain = sceneOf();
    const orders = [
      createPoolOrder('qETH', 20_000n, 'XRGE', 3n * QUANTA),
      addOrder('xrge-qeth', 3n * QUANTA, 1_000n),
      removeOrder('XRGE-qETH', 1_000n),
    ];
    const kept = orders.map((order) => {
      const { transaction, nonce, fee, result, parties } = done(chain, alice, order);
      expect(parties).toHaveLength(1);
      // As the store keeps it.
      const receipt = { nonce, fee, failure: '', result: storedResult(transaction, result) };
      const at = { height: chain.tip.height, hash: chain.tip.hash, time: chain.tip.time, position: 0 };
      return [txV1(transaction, receipt).payload, receiptView(transaction, receipt, at).logs];
    });
    const named = { pool_id: 'XRGE-qETH', token_a_symbol: 'XRGE', token_b_symbol: 'qETH' };
    const logged = { pool_id: 'XRGE-qETH', token_a: 'XRGE', token_b: 'qETH' };
    const sides = (xrge: bigint, qeth: bigint) => ({
      ...{ amount_a: Number(xrge) / 1e9, amount_a_quanta: String(xrge) },
      ...{ amount_b: Number(qeth), amount_b_units: String(qeth) },
    });
    const lp = (units: bigint) => ({ lp_amount: Number(units), lp_amount_units: String(units) });
    const root = integerSquareRoot(3n * QUANTA * 20_000n);
    const added = (1_000n * root) / 20_000n;
    const taken = sides((added * 3n * QUANTA + root - 1n) / root, (added * 20_000n + root - 1n) / root);
    const { reserveA, reserveB, lpSupply } = poolOf(chain, 'XRGE-qETH');
    const event = (type: string, data: object) => [{ event_type: type, data: { ...logged, ...data } }];
    expect(kept.slice(0, 2)).toEqual([
      [
        { ...named, ...sides(3n * QUANTA, 20_000n) },
        event('create_pool', { ...sides(3n * QUANTA, 20_000n), ...lp(root - LOCKED_LP) }),
      ],
      [{ ...named, ...sides(3n * QUANTA, 1_000n) }, event('add_liquidity', { ...taken, ...lp(added) })],
    ]);
    const given = sides(
      3n * QUANTA + BigInt(taken.amount_a_quanta) - reserveA,
      20_000n + BigInt(taken.amount_b_units) - reserveB,
    );
    expect(kept[2]).toEqual([{ ...named, ...lp(1_000n) }, event('remove_liquidity', { ...given, ...lp(1_000n) })]);
    expect(lpSupply).toBe(root + added - 1_000n);
    expect(activityOf(chain.state, tokenSubject('QETH'))).toBe(3);
    expect(activityOf(chain.state, tokenSubject('XRGE'))).toBe(0);
  });

  test('a peer that imports the blocks has the same state, also after a start from disk', () => {
    const [chain, peer] = [sceneOf(), sceneOf()];
    const orders = [
      createPoolOrder('SALT', 50_000n, 'XRGE', QUANTA),
      createPoolOrder('SALT', 50_000n, 'XRGE', QUANTA),
      addOrder('SALT-XRGE', 777n, QUANTA),
      removeOrder('SALT-XRGE', 999n),
    ];
    for (const order of orders) {
      const heardOf = peer.receive(throughTheWire(chain.produce([orderItem(by(chain, alice), order)])));
      if (isRefusal(heardOf)) expect.fail(heardOf.message);
      peer.restart();
    }
    expect(peer.root).toBe(chain.root);
    expect(poolOf(peer, 'SALT-XRGE')).toEqual(poolOf(chain, 'SALT-XRGE'));
    expect(poolOf(peer, 'SALT-XRGE').events).toBe(3);
  });
});
