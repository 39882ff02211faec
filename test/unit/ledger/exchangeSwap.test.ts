/** Swaps: paths, the least that is asked for, what each rule refuses with its words, what a failure costs, what receipts and
 *  payloads say. (Specification, DEX, Fees, Errors.) */

import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import type { JsonValue } from '../../../engine/base/json.js';
import { countOf } from '../../../engine/ledger/counters.js';
import { outputOf } from '../../../engine/ledger/exchange.js';
import { kindOf } from '../../../engine/ledger/kinds/index.js';
import { activityOf, tokenSubject } from '../../../engine/ledger/subjects.js';
import { receiptView, txV1 } from '../../../engine/ledger/views.js';
import { orderItem, swapOrder } from '../../support/exchangeRequests.js';
import { by, decoded } from '../../support/ledgerScene.js';
import { number } from '../../support/transactions.js';
import {
  alice,
  balancesOf,
  bob,
  carol,
  done,
  FEE,
  failed,
  heard,
  PLENTY,
  poolOf,
  setFrozen,
  withPools,
} from './exchangeScene.js';
import { storedResult } from './storedResult.js';

describe('the payload', () => {
  const problem = (more: Readonly<Record<string, JsonValue>>): unknown =>
    decoded(alice, 'swap', { ...swapOrder('XRGE', 5n, 'GOLD', { least: 3n }).members, ...more });

  test('names the way, or leaves it open; both spellings, any case', () => {
    const fields = { tokenIn: 'XRGE', tokenOut: 'GOLD', path: undefined, amountIn: 5n, least: 3n };
    expect(problem({})).toEqual(fields);
    expect(problem({ path: null, min_amount_out: null })).toEqual({ ...fields, least: 0n });
    const amounts = { amountIn: number('0.000000005'), minAmountOut: number(3) };
    expect(decoded(alice, 'swap', { tokenIn: 'xrge', tokenOut: 'Gold', ...amounts })).toEqual(fields);
    expect(problem({ path: ['xrge', 'gold'] })).toEqual({ ...fields, path: ['XRGE', 'GOLD'] });
    for (const name of ['path', 'swap_path', 'swapPath'])
      expect(problem({ [name]: ['XRGE', 'qeth', 'Iron', 'gold'] })).toEqual({
        ...fields,
        path: ['XRGE', 'QETH', 'IRON', 'GOLD'],
      });
  });

  test('must name two tokens and an amount', () => {
    for (const missing of ['token_in', 'token_out'])
      expect(problem({ [missing]: null })).toEqual(['malformed_payload', 'token_in and token_out are required']);
    expect(problem({ token_in: 'gold' })).toEqual(['malformed_payload', 'cannot swap a token for itself']);
    expect(problem({ amount_in: null })).toEqual(['invalid_amount', 'amount_in is required']);
    expect(problem({ amount_in: number(0) })).toEqual(['invalid_amount', 'amount_in must be greater than zero']);
    expect(problem({ amount_in: number('1e-10') })).toEqual(['invalid_amount', 'amount_in has more than 9 decimals']);
    expect(problem({ amount_in: '5 ' })).toEqual(['invalid_amount', 'amount_in must be a decimal number']);
    expect(problem({ min_amount_out: number(-1) })).toEqual(['invalid_amount', 'min_amount_out must not be negative']);
    expect(problem({ min_amount_out: [number(1)] })).toEqual([
      'invalid_amount',
      'min_amount_out must be a number, or decimal text such as "12.5"',
    ]);
  });

  test('may name a least amount that is no whole unit: it is rounded up, exactly, from the text of the number', () => {
    const least = (tokenOut: string, bound: JsonValue): unknown => {
      const tokenIn = tokenOut === 'XRGE' ? 'GOLD' : 'XRGE';
      const fields = problem({ token_in: tokenIn, token_out: tokenOut, amount_in: number(5), min_amount_out: bound });
      return (fields as { least?: bigint }).least ?? fields;
    };
    const whole: readonly (readonly [text: string, units: bigint])[] = [
      ['0', 0n],
      ['0.0', 0n],
      ['0.5', 1n],
      ['48.02', 49n],
      ['49.000', 49n],
      ['1.96e3', 1_960n],
      ['1.9601e3', 1_961n],
      ['9.8E-1', 1n],
      ['1e-300', 1n],
      ['5e-324', 1n],
      ['9007199254740993.0000000001', 9_007_199_254_740_994n],
      [`${'9'.repeat(30)}.1`, 10n ** 30n],
    ];
    for (const [text, units] of whole)
      for (const bound of [number(text), text]) expect(least('GOLD', bound), text).toBe(units);
    expect(least('XRGE', number('1.9600000001'))).toBe(1_960_000_001n);
    expect(least('XRGE', number('1.96'))).toBe(1_960_000_000n);
    for (const [text, why] of [
      ['1e61', 'min_amount_out is out of range'],
      ['one', 'min_amount_out must be a decimal number'],
      ['', 'min_amount_out must be a decimal number'],
    ] as const)
      expect(least('GOLD', text)).toEqual(['invalid_amount', why]);
  });

  test('must name a path from end to end over two to four different tokens', () => {
    const wrong: readonly (readonly string[])[] = [
      [],
      ['XRGE'],
      ['GOLD', 'XRGE'],
      ['IRON', 'GOLD'],
      ['XRGE', 'IRON'],
      ['XRGE', 'XRGE', 'GOLD'],
      ['XRGE', 'GOLD', 'GOLD'],
      ['XRGE', 'IRON', 'iron', 'GOLD'],
      ['XRGE', 'GOLD', 'IRON', 'GOLD'],
      ['XRGE', 'GOLD', 'XRGE', 'GOLD'],
    ];
    for (const path of wrong)
      expect(problem({ path: [...path] }), path.join()).toEqual([
        'malformed_payload',
        'path must lead from token_in to token_out over 2 to 4 tokens, none of them twice',
      ]);
    const five = ['XRGE', 'A', 'B', 'C', 'GOLD'];
    expect(problem({ path: five })).toEqual(['malformed_payload', 'path must be a list of at most 4']);
    expect(problem({ path: 'XRGE,GOLD' })).toEqual(['malformed_payload', 'path must be a list of at most 4']);
    expect(problem({ path: ['XRGE', 'not one', 'GOLD'] })).toEqual([
      'malformed_payload',
      'path must hold token symbols of 1 to 10 letters and digits',
    ]);
    expect(problem({ path: ['XRGE', number(5), 'GOLD'] })).toEqual([
      'malformed_payload',
      'path must hold texts of at most 10 characters',
    ]);
  });
});

describe('a swap', () => {
  test('gives what the formula says, in either direction, and keeps 0.3% in the pool', () => {
    const chain = withPools();
    const [gold, xrge] = balancesOf(chain, bob, 'GOLD', 'XRGE') as [bigint, bigint];
    const first = outputOf(5_000n, 2_000_000n, 1_000_000n);
    const { result } = done(chain, bob, swapOrder('xrge', 5_000n, 'gold'));
    expect(balancesOf(chain, bob, 'GOLD', 'XRGE')).toEqual([gold + first, xrge - 5_000n - FEE.swap]);
    expect(result).toMatchObject({ amountOut: first });
    const second = outputOf(7_000n, 1_000_000n - first, 2_005_000n);
    done(chain, bob, swapOrder('GOLD', 7_000n, 'XRGE'));
    expect(balancesOf(chain, bob, 'GOLD', 'XRGE')).toEqual([
      gold + first - 7_000n,
      xrge - 5_000n + second - 2n * FEE.swap,
    ]);
    expect(poolOf(chain, 'GOLD-XRGE')).toMatchObject({
      ...{ reserveA: 1_007_000n - first, reserveB: 2_005_000n - second, swaps: 2, events: 3 },
      ...{ volumeA: first + 7_000n, volumeB: 5_000n + second },
    });
  });

  test('goes along its path, each pool’s output into the next', () => {
    const chain = withPools();
    const amounts = [1_000n];
    for (const [reserveIn, reserveOut] of [
      [2_000_000n, 1_000_000n],
      [3_000_000n, 5_000_000n],
      [7_000_000n, 900_000n],
    ] as const)
      amounts.push(outputOf(amounts.at(-1) as bigint, reserveIn, reserveOut));
    const [a, b, c, d] = amounts as [bigint, bigint, bigint, bigint];
    const before = balancesOf(chain, bob, 'XRGE', 'GOLD', 'IRON', 'SALT');
    const order = swapOrder('XRGE', a, 'SALT', { path: ['XRGE', 'GOLD', 'IRON', 'SALT'], least: d });
    const { result } = done(chain, bob, order);
    const moved = balancesOf(chain, bob, 'XRGE', 'GOLD', 'IRON', 'SALT').map((now, at) => now - (before[at] as bigint));
    expect(moved).toEqual([-a - FEE.swap, 0n, 0n, d]);
    const events = kindOf('swap')?.poolEvents?.(result) ?? [];
    const of = (aToB: boolean) => ({ type: 'Swap', aToB, lp: 0n, ordinal: 1, swaps: 1 });
    expect(events).toMatchObject([
      { ...of(false), poolId: 'GOLD-XRGE', pool: 1, sequence: 4, amountA: b, amountB: a, reserveA: 1_000_000n - b },
      { ...of(true), poolId: 'GOLD-IRON', pool: 2, sequence: 5, amountA: b, amountB: c, reserveB: 5_000_000n - c },
      { ...of(true), poolId: 'IRON-SALT', pool: 3, sequence: 6, amountA: c, amountB: d, reserveB: 900_000n - d },
    ]);
    for (const { poolId, reserveA, reserveB, lpSupply, volumeA, volumeB } of events)
      expect(poolOf(chain, poolId)).toMatchObject({
        reserveA,
        reserveB,
        lpSupply,
        volumeA,
        volumeB,
        swaps: 1,
        events: 2,
      });
    expect(countOf(chain.state, 'pool_events')).toBe(7);
    expect(poolOf(chain, 'GOLD-qETH').events).toBe(1);
  });

  test('asks for no less than it was promised: exactly that is enough, one unit more is not', () => {
    const way = { path: ['XRGE', 'GOLD', 'IRON'] };
    const chain = withPools();
    const amountOut = outputOf(outputOf(9_999n, 2_000_000n, 1_000_000n), 3_000_000n, 5_000_000n);
    const slippage = ['rule_violation', 'slippage exceeded'];
    const greedy = swapOrder('XRGE', 9_999n, 'IRON', { ...way, least: amountOut + 1n });
    expect(heard(chain, bob, greedy)).toEqual(slippage);
    expect(failed(chain, bob, greedy, FEE.swap)).toEqual(slippage);
    done(chain, bob, swapOrder('XRGE', 9_999n, 'IRON', { ...way, least: amountOut }));
  });

  test('of two in one block the second meets what the first left', () => {
    const chain = withPools();
    const order = swapOrder('XRGE', 100_000n, 'GOLD', { least: outputOf(100_000n, 2_000_000n, 1_000_000n) });
    const { candidate } = chain.produce([orderItem(by(chain, alice), order), orderItem(by(chain, bob), order)]);
    expect(candidate.execution.outcomes.map(({ failure }) => failure?.message)).toEqual([
      undefined,
      'slippage exceeded',
    ]);
    expect(poolOf(chain, 'GOLD-XRGE').swaps).toBe(1);
  });

  test('fails where a pool is missing, in the middle too, and where one would give nothing', () => {
    const chain = withPools();
    const cases: readonly (readonly [ReturnType<typeof swapOrder>, string, string])[] = [
      [
        swapOrder('XRGE', 5_000n, 'NONE'),
        'not_found',
        'pool not found: NONE-XRGE, and no route over other pools gives anything for this amount',
      ],
      [swapOrder('XRGE', 5_000n, 'SALT', { path: ['XRGE', 'GOLD', 'SALT'] }), 'not_found', 'pool not found: GOLD-SALT'],
      [
        swapOrder('XRGE', 5_000n, 'SALT', { path: ['XRGE', 'IRON', 'GOLD', 'SALT'] }),
        'not_found',
        'pool not found: IRON-XRGE',
      ],
      [
        swapOrder('XRGE', 2n, 'GOLD'),
        'rule_violation',
        'amount_in is too small: pool GOLD-XRGE would give nothing for it',
      ],
      [
        swapOrder('GOLD', 1_000n, 'SALT', { path: ['GOLD', 'XRGE', 'QETH', 'SALT'] }),
        'not_found',
        'pool not found: XRGE-qETH',
      ],
      [
        swapOrder('IRON', 9n, 'XRGE', { path: ['IRON', 'SALT'].concat('XRGE') }),
        'not_found',
        'pool not found: SALT-XRGE',
      ],
      [
        swapOrder('QETH', 2n, 'XRGE', { path: ['QETH', 'GOLD', 'XRGE'] }),
        'rule_violation',
        'amount_in is too small: pool GOLD-XRGE would give nothing for it',
      ],
    ];
    for (const [order, code, message] of cases) {
      // One unit comes out of the first pool of the last case, and after this it buys nothing in the second.
      if (order.members.token_in === 'QETH') done(chain, alice, swapOrder('GOLD', 10n ** 14n, 'XRGE'));
      expect(heard(chain, bob, order), JSON.stringify(order)).toEqual([code, message]);
      expect(failed(chain, bob, order, FEE.swap)).toEqual([code, message]);
    }
  });

  test('moves nothing that is frozen, not at the ends and not on the way', () => {
    const path = ['XRGE', 'GOLD', 'IRON', 'SALT'];
    for (const token of ['GOLD', 'IRON', 'SALT']) {
      const chain = withPools();
      const there = swapOrder('XRGE', 50_000n, 'SALT', { path });
      const back = swapOrder('SALT', 50_000n, 'XRGE', { path: [...path].reverse() });
      const text = `Token ${token} is frozen — transfers are paused by the creator`;
      setFrozen(chain, token, true);
      for (const order of [there, back]) {
        expect(heard(chain, bob, order)).toEqual(['rule_violation', text]);
        expect(failed(chain, bob, order, FEE.swap)).toEqual(['rule_violation', text]);
      }
      setFrozen(chain, token, false);
      done(chain, bob, there);
    }
  });

  test('needs what goes in, and of XRGE the fee beside it', () => {
    const short = withPools({ carol: { XRGE: '2.999999999' } });
    const order = swapOrder('XRGE', 2n * QUANTA, 'GOLD');
    expect(heard(short, carol, order)).toEqual([
      'insufficient_balance',
      'insufficient balance: have 2.999999999 XRGE, need 3 XRGE',
    ]);
    expect(failed(short, carol, order, FEE.swap)).toEqual([
      'insufficient_balance',
      'insufficient balance: have 2.999999999 XRGE, need 3 XRGE',
    ]);
    const enough = withPools({ carol: { XRGE: '3' } });
    done(enough, carol, order);
    expect(balancesOf(enough, carol, 'XRGE')).toEqual([0n]);
    const poor = withPools({ carol: { XRGE: '3', QETH: '99' } });
    const text =
      'insufficient qETH balance: have 99, need 100; with the fee it takes 1 XRGE and 100 base units of qETH';
    expect(heard(poor, carol, swapOrder('QETH', 100n, 'GOLD'))).toEqual(['insufficient_balance', text]);
    expect(failed(poor, carol, swapOrder('QETH', 100n, 'GOLD'), FEE.swap)).toEqual(['insufficient_balance', text]);
    // What comes out of a swap does not pay its fee.
    const feeless = withPools({ carol: { XRGE: '0.999999999', GOLD: '999999' } });
    const { candidate } = feeless.produce([orderItem(by(feeless, carol), swapOrder('GOLD', 999_999n, 'XRGE'))]);
    expect(candidate.refused.map(({ refusal }) => refusal.code)).toEqual(['insufficient_balance']);
  });

  test('back and forth costs the trader and never the pool', () => {
    const chain = withPools();
    const [before] = balancesOf(chain, bob, 'GOLD');
    for (let round = 0; round < 5; round++) {
      const [xrge] = balancesOf(chain, bob, 'XRGE');
      done(chain, bob, swapOrder('GOLD', PLENTY / 100n, 'XRGE'));
      const [now] = balancesOf(chain, bob, 'XRGE');
      done(chain, bob, swapOrder('XRGE', (now as bigint) - (xrge as bigint) + FEE.swap, 'GOLD'));
    }
    expect(balancesOf(chain, bob, 'GOLD')[0]).toBeLessThan(before as bigint);
    const { reserveA, reserveB } = poolOf(chain, 'GOLD-XRGE');
    expect(reserveA * reserveB).toBeGreaterThan(2_000_000n * 1_000_000n);
  });

  test('has a receipt that tells its way, a payload as clients know it, and a place in the tokens’ histories', () => {
    const chain = withPools();
    const order = swapOrder('qeth', 500n, 'XRGE', { path: ['QETH', 'GOLD', 'XRGE'], least: 3n });
    const { transaction, nonce, fee, result, parties } = done(chain, bob, order);
    const amountOut = outputOf(outputOf(500n, 10_000n, 10_000n), 1_000_000n, 2_000_000n);
    const receipt = { nonce, fee, failure: '', result: storedResult(transaction, result) };
    const at = { height: chain.tip.height, hash: chain.tip.hash, time: chain.tip.time, position: 0 };
    expect(txV1(transaction, receipt)).toMatchObject({ tx_type: 'swap', fee: 1, fee_quanta: '1000000000' });
    expect(txV1(transaction, receipt).payload).toEqual({
      ...{ pool_id: 'XRGE-qETH', token_a_symbol: 'qETH', token_b_symbol: 'XRGE' },
      ...{ amount: 500, amount_units: '500', amount_a: 500, amount_a_units: '500' },
      ...{ min_amount_out: 3e-9, min_amount_out_quanta: '3', swap_path: ['qETH', 'GOLD', 'XRGE'] },
    });
    const { logs } = receiptView(transaction, receipt, at);
    expect(logs).toEqual([
      {
        event_type: 'swap',
        data: {
          ...{ pool_id: 'GOLD-qETH', token_a: 'qETH', token_b: 'XRGE', token_in: 'qETH', token_out: 'XRGE' },
          ...{ amount_in: 500, amount_in_units: '500' },
          ...{ amount_out: Number(amountOut) / 1e9, amount_out_quanta: String(amountOut) },
          ...{ path: ['qETH', 'GOLD', 'XRGE'], pools: ['GOLD-qETH', 'GOLD-XRGE'] },
        },
      },
    ]);
    expect(parties).toHaveLength(1);
    const entries = ['QETH', 'GOLD', 'XRGE', 'IRON'].map((token) => activityOf(chain.state, tokenSubject(token)));
    expect(entries).toEqual([2, 4, 0, 2]);
  });
});
