/** Opening pools, and what a freeze of one of the tokens stops: what each rule lets through and refuses, with its words; what is
 *  taken to the unit; what a failure costs. (Specification, DEX, Fees, Errors.) */

import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import type { JsonValue } from '../../../engine/base/json.js';
import { countOf } from '../../../engine/ledger/counters.js';
import { integerSquareRoot, LOCKED_LP, poolCount } from '../../../engine/ledger/exchange.js';
import { lpBalanceOf } from '../../../engine/ledger/funds.js';
import { pairOf, poolIdOf, readPoolId } from '../../../engine/ledger/poolIds.js';
import { pools } from '../../../engine/ledger/poolTables.js';
import type { TestChain } from '../../support/chain.js';
import {
  addOrder,
  createPoolOrder,
  type ExchangeOrder,
  orderItem,
  removeOrder,
} from '../../support/exchangeRequests.js';
import { by, decoded } from '../../support/ledgerScene.js';
import { type Actor, number } from '../../support/transactions.js';
import {
  alice,
  balancesOf,
  bob,
  carol,
  done,
  FEE,
  failed,
  heard,
  poolOf,
  sceneOf,
  setFrozen,
} from './exchangeScene.js';

const lpOf = (chain: TestChain, { account }: Actor, poolId: string): bigint =>
  lpBalanceOf(chain.state, account, poolId);

/** A chain on which alice has opened the pool of GOLD and XRGE. */
function withPool(gold = 4_000_000n, quanta = 9_000_000n): TestChain {
  const chain = sceneOf();
  done(chain, alice, createPoolOrder('GOLD', gold, 'XRGE', quanta));
  return chain;
}

describe('the id of a pool', () => {
  test('has the symbols as they are shown, in byte order: upper case before lower case', () => {
    expect(poolIdOf('XRGE', 'GOLD')).toBe('GOLD-XRGE');
    expect(poolIdOf('QETH', 'XRGE')).toBe('XRGE-qETH');
    expect(poolIdOf('QUSDC', 'QBTC')).toBe('qBTC-qUSDC');
    expect(poolIdOf('A', 'AB')).toBe('A-AB');
    expect(poolIdOf('Z', '0')).toBe('0-Z');
    expect(pairOf('QETH', 'ZINC')).toEqual({ tokenA: 'ZINC', tokenB: 'QETH' });
  });

  test('is read in any case and either order, and anything else names no pool', () => {
    const pair = { tokenA: 'XRGE', tokenB: 'QETH' };
    for (const text of ['XRGE-qETH', 'xrge-QETH', 'XRGE-QETH'])
      expect(readPoolId(text)).toEqual({ pair, inOrder: true });
    expect(readPoolId('qeth-xrge')).toEqual({ pair, inOrder: false });
    const wrong = [
      '',
      '-',
      'XRGE',
      'XRGE-',
      '-XRGE',
      'XRGE-xrge',
      'A-B-C',
      'A--B',
      ' A-B',
      'A-ELEVENCHARS',
      'A-Ü',
      '__proto__',
    ];
    for (const text of wrong) expect(readPoolId(text), text).toBeUndefined();
  });
});

describe('create_pool', () => {
  const members = (more: Readonly<Record<string, JsonValue>> = {}) => ({
    ...createPoolOrder('GOLD', 5n, 'XRGE', 7n).members,
    ...more,
  });
  const problem = (more: Readonly<Record<string, JsonValue>>): unknown => decoded(alice, 'create_pool', members(more));

  test('reads both spellings of its members, in either order of the tokens', () => {
    const fields = { tokenA: 'GOLD', tokenB: 'XRGE', amountA: 5n, amountB: 7n };
    expect(problem({})).toEqual(fields);
    const amounts = { amountA: number('0.000000007'), amountB: number(5) };
    expect(decoded(alice, 'create_pool', { tokenA: 'xrge', tokenB: 'Gold', ...amounts })).toEqual(fields);
  });

  test('refuses what no pool can be made of', () => {
    expect(problem({ token_b: 'gold' })).toEqual([
      'malformed_payload',
      'cannot create pool with the same token on both sides',
    ]);
    for (const missing of ['token_a', 'token_b'])
      expect(problem({ [missing]: null })).toEqual(['malformed_payload', 'both token symbols are required']);
    for (const symbol of ['', 'ELEVENCHARS', 'G-D'])
      expect(problem({ token_a: symbol })).toEqual([
        'malformed_payload',
        'token_a must be a token symbol of 1 to 10 letters and digits',
      ]);
    for (const side of ['amount_a', 'amount_b'])
      for (const nothing of [number(0), number('0e9'), null])
        expect(problem({ [side]: nothing })).toEqual([
          'invalid_amount',
          'initial liquidity amounts must be greater than zero',
        ]);
    const amounts: readonly (readonly [string, JsonValue, string])[] = [
      ['amount_a', number('1.5'), 'amount_a must be a whole number of base units'],
      ['amount_b', number('1e-10'), 'amount_b has more than 9 decimals'],
      ['amount_b', number('-1'), 'amount_b must not be negative'],
      ['amount_a', number(1n << 128n), 'amount_a is out of range'],
      ['amount_a', '0x5', 'amount_a must be a decimal number'],
    ];
    for (const [side, amount, message] of amounts)
      expect(problem({ [side]: amount })).toEqual(['invalid_amount', message]);
  });

  test('refuses a token that does not exist before it looks at anybody’s balance', () => {
    const chain = sceneOf();
    for (const order of [
      createPoolOrder('NONE', 5_000n, 'XRGE', 5_000n),
      createPoolOrder('GOLD', 5_000n, 'NONE', 5_000n),
    ]) {
      const problem = ['not_found', 'Token NONE not found'];
      expect(heard(chain, alice, order)).toEqual(problem);
      expect(failed(chain, alice, order, FEE.create)).toEqual(problem);
    }
    // A built-in token exists before anybody has any of it.
    expect(heard(chain, alice, createPoolOrder('qBTC', 5_000n, 'GOLD', 5_000n))).toEqual([
      'insufficient_balance',
      'insufficient qBTC balance: have 0, need 5000; with the fee it takes 10 XRGE, 5000 base units of GOLD and 5000 base units of qBTC',
    ]);
  });

  test('refuses a second pool of the same tokens, in either order and any case', () => {
    const chain = withPool();
    const before = poolOf(chain, 'GOLD-XRGE');
    for (const [one, other] of [
      ['GOLD', 'XRGE'],
      ['XRGE', 'GOLD'],
      ['gold', 'xrge'],
    ] as const) {
      const order = createPoolOrder(one, 5_000n, other, 5_000n);
      const problem = ['already_exists', 'Pool GOLD-XRGE already exists'];
      expect(heard(chain, bob, order)).toEqual(problem);
      expect(failed(chain, bob, order, FEE.create)).toEqual(problem);
    }
    expect(heard(chain, carol, createPoolOrder('GOLD', 5_000n, 'XRGE', 5_000n))?.[0]).toBe('insufficient_balance');
    expect(poolOf(chain, 'GOLD-XRGE')).toBe(before);
    expect(poolCount(chain.state)).toBe(1);
  });

  test('in one block makes one pool: the second of two fails', () => {
    const chain = sceneOf();
    const { candidate } = chain.produce([
      orderItem(by(chain, alice), createPoolOrder('GOLD', 4_000n, 'XRGE', 4_000n)),
      orderItem(by(chain, bob), createPoolOrder('XRGE', 9_000n, 'GOLD', 9_000n)),
    ]);
    expect(candidate.execution.outcomes.map(({ failure }) => failure?.message)).toEqual([
      undefined,
      'Pool GOLD-XRGE already exists',
    ]);
    expect(poolOf(chain, 'GOLD-XRGE')).toMatchObject({ creator: alice.account, reserveA: 4_000n });
  });

  test('asks for more LP units than are locked', () => {
    const chain = sceneOf();
    for (const [gold, iron, root] of [
      [1_000n, 1_000n, 1_000n],
      [1n, 1_002_000n, 1_000n],
      [1n, 1n, 1n],
    ] as const) {
      const text = `initial liquidity is too small: the square root of both amounts' product must be above 1000 base units, it is ${root}`;
      expect(failed(chain, alice, createPoolOrder('GOLD', gold, 'IRON', iron), FEE.create)).toEqual([
        'rule_violation',
        text,
      ]);
    }
    done(chain, alice, createPoolOrder('GOLD', 1n, 'IRON', 1_002_001n));
    expect(poolOf(chain, 'GOLD-IRON')).toMatchObject({ reserveA: 1n, reserveB: 1_002_001n, lpSupply: 1_001n });
    expect(lpOf(chain, alice, 'GOLD-IRON')).toBe(1n);
  });

  test('takes both sides and no more, numbers the pool and says who made it when', () => {
    const chain = sceneOf();
    const before = balancesOf(chain, alice, 'GOLD', 'XRGE', 'IRON', 'QETH');
    done(chain, alice, createPoolOrder('XRGE', 3n * QUANTA, 'gold', 1_000_000n));
    const { height, time } = chain.tip;
    done(chain, alice, createPoolOrder('iron', 10_000n, 'QeTh', 20_000n));
    expect(balancesOf(chain, alice, 'GOLD', 'XRGE', 'IRON', 'QETH')).toEqual([
      (before[0] as bigint) - 1_000_000n,
      (before[1] as bigint) - 3n * QUANTA - 2n * FEE.create,
      (before[2] as bigint) - 10_000n,
      (before[3] as bigint) - 20_000n,
    ]);
    const root = integerSquareRoot(3n * QUANTA * 1_000_000n);
    expect(poolOf(chain, 'GOLD-XRGE')).toEqual({
      ...{ number: 1, tokenA: 'GOLD', tokenB: 'XRGE', reserveA: 1_000_000n, reserveB: 3n * QUANTA },
      ...{ lpSupply: root, creator: alice.account, createdAt: time, createdHeight: height },
      ...{ events: 1, swaps: 0, volumeA: 0n, volumeB: 0n },
    });
    expect(lpOf(chain, alice, 'GOLD-XRGE')).toBe(root - LOCKED_LP);
    expect(poolOf(chain, 'IRON-qETH')).toMatchObject({ number: 2, tokenA: 'IRON', tokenB: 'QETH', reserveB: 20_000n });
    expect([poolCount(chain.state), countOf(chain.state, 'pool_events')]).toEqual([2, 2]);
    expect([...chain.state.entries(pools)].map(([id]) => id).sort()).toEqual(['GOLD-XRGE', 'IRON-qETH']);
  });

  test('needs both sides, and of XRGE the fee beside it', () => {
    const order = createPoolOrder('GOLD', 5_000n, 'XRGE', 2n * QUANTA);
    const short = sceneOf({ carol: { XRGE: '11.999999999', GOLD: '5000' } });
    // The immediate refusal and the receipt have the same text: the fee is in both amounts.
    const all = 'with the fee it takes 12 XRGE and 5000 base units of GOLD';
    const xrge = ['insufficient_balance', `insufficient balance: have 11.999999999 XRGE, need 12 XRGE; ${all}`];
    expect(heard(short, carol, order)).toEqual(xrge);
    expect(failed(short, carol, order, FEE.create)).toEqual(xrge);
    const poor = sceneOf({ carol: { XRGE: '12', GOLD: '4999' } });
    const gold = ['insufficient_balance', `insufficient GOLD balance: have 4999, need 5000; ${all}`];
    expect(heard(poor, carol, order)).toEqual(gold);
    expect(failed(poor, carol, order, FEE.create)).toEqual(gold);
    const enough = sceneOf({ carol: { XRGE: '12', GOLD: '5000' } });
    done(enough, carol, order);
    expect(balancesOf(enough, carol, 'XRGE', 'GOLD')).toEqual([0n, 0n]);
  });

  test('without the fee stands in no block', () => {
    const chain = sceneOf({ carol: { XRGE: '9.999999999', GOLD: '5000', IRON: '5000' } });
    const { candidate } = chain.produce([orderItem(by(chain, carol), createPoolOrder('GOLD', 5_000n, 'IRON', 5_000n))]);
    expect(candidate.refused.map(({ refusal }) => refusal.message)).toEqual([
      'insufficient balance: have 9.999999999 XRGE, need 10 XRGE; with the fee it takes 10 XRGE, 5000 base units of GOLD and 5000 base units of IRON',
    ]);
  });
});

// GOLD is the first of its pools, IRON the second of one and the first of others.
for (const token of ['GOLD', 'IRON'])
  test(`nothing of any pool of ${token} moves while it is frozen`, () => {
    const chain = withPool();
    done(chain, alice, createPoolOrder('GOLD', 5_000n, 'IRON', 5_000n));
    done(chain, alice, createPoolOrder('IRON', 5_000n, 'XRGE', 5_000n));
    setFrozen(chain, token, true);
    const orders: readonly (readonly [ExchangeOrder, bigint])[] = [
      [createPoolOrder(token, 5_000n, 'SALT', 5_000n), FEE.create],
      [createPoolOrder(token, 5_000n, 'AGATE', 5_000n), FEE.create],
      [addOrder(`${token}-XRGE`, 5_000n, 5_000n), FEE.add],
      [addOrder('GOLD-IRON', 5_000n, 5_000n), FEE.add],
      [removeOrder(`${token}-XRGE`, 3_000n), FEE.remove],
      [removeOrder('GOLD-IRON', 1_000n), FEE.remove],
    ];
    const frozen = ['rule_violation', `Token ${token} is frozen — transfers are paused by the creator`];
    for (const [order, fee] of orders) expect(failed(chain, alice, order, fee), JSON.stringify(order)).toEqual(frozen);
    setFrozen(chain, token, false);
    for (const [order] of orders) done(chain, alice, order);
  });
