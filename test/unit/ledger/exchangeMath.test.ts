/** The arithmetic of the exchange: the square root, what a swap gives, and pools at the edge of 128 bits. Every division
 *  rounds in favour of the pool, whatever the amounts. (Specification, DEX.) */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { U128_MAX } from '../../../engine/base/bytes.js';
import { invariant, isRefusal } from '../../../engine/base/refusal.js';
import {
  addLiquidity,
  inputFor,
  integerSquareRoot,
  LOCKED_LP,
  openPool,
  outputOf,
  outputThrough,
  removeLiquidity,
  swapAlong,
} from '../../../engine/ledger/exchange.js';
import { balanceOf, lpBalanceOf, mint } from '../../../engine/ledger/funds.js';
import { type Pool, pools } from '../../../engine/ledger/poolTables.js';
import { ledgerTables } from '../../../engine/ledger/tables.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { Overlay, State } from '../../../engine/state/state.js';
import { SeededRandom, testSeed } from '../../support/random.js';
import { actor } from '../../support/transactions.js';

const alice = actor('exchange arithmetic: alice').account;
const bob = actor('exchange arithmetic: bob').account;
const BLOCK = { time: 1, height: 1 };
const PAIR = { tokenA: 'GOLD', tokenB: 'IRON' };
const ID = 'GOLD-IRON';
const HUGE = 1n << 127n;

const seed = testSeed();

const isRoot = (root: bigint, n: bigint): boolean => root * root <= n && n < (root + 1n) * (root + 1n);

test('the least input for an output is the first that gives as much', () => {
  let checked = 0;
  fc.assert(
    fc.property(
      ...([fc.bigInt(1n, 10n ** 6n), fc.bigInt(2n, 10n ** 6n), fc.bigInt(1n, 10n ** 7n)] as const),
      fc.boolean(),
      (reserveIn, reserveOut, amountIn, turned) => {
        const [reserveA, reserveB] = turned ? [reserveOut, reserveIn] : [reserveIn, reserveOut];
        const pool = { tokenA: 'GOLD', reserveA, reserveB } as Pool;
        const from = turned ? 'IRON' : 'GOLD';
        const amountOut = outputThrough(pool, from, amountIn);
        expect(amountOut).toBe(outputOf(amountIn, reserveIn, reserveOut));
        if (amountOut === 0n) return;
        const least = inputFor(pool, from, amountOut);
        expect(least).toBeLessThanOrEqual(amountIn);
        expect(outputThrough(pool, from, least)).toBe(amountOut);
        expect(outputThrough(pool, from, least - 1n)).toBeLessThan(amountOut);
        checked++;
      },
    ),
    { seed, numRuns: 500 },
  );
  expect(checked).toBeGreaterThan(100);
});

describe('integerSquareRoot', () => {
  test('of every small number', () => {
    let root = 0n;
    for (let n = 0n; n < 70_000n; n++) {
      if ((root + 1n) * (root + 1n) === n) root++;
      if (integerSquareRoot(n) !== root) expect.fail(`of ${n} it is ${integerSquareRoot(n)}`);
    }
    expect(root).toBe(264n);
  });

  test('around squares of every length', () => {
    const random = new SeededRandom(seed);
    let checked = 0;
    for (let bits = 1n; bits <= 128n; bits++) {
      const power = 1n << bits;
      const some = (power >> 1n) + (random.bigBelow(2n ** 63n) % (power >> 1n));
      for (const root of [power - 1n, power >> 1n, (power >> 1n) + 1n, some]) {
        const square = root * root;
        const answers = [square - 1n, square, square + 1n, square + 2n * root, square + 2n * root + 1n];
        expect(answers.map(integerSquareRoot)).toEqual([root - 1n, root, root, root, root + 1n]);
        checked++;
      }
    }
    expect(checked).toBe(512);
    expect(integerSquareRoot(U128_MAX * U128_MAX)).toBe(U128_MAX);
    expect(integerSquareRoot((1n << 256n) - 1n)).toBe(U128_MAX);
  });

  test('of anything up to 256 bits', () => {
    const lengths = fc
      .integer({ min: 1, max: 256 })
      .chain((bits) => fc.bigInt({ min: 0n, max: (1n << BigInt(bits)) - 1n }));
    fc.assert(
      fc.property(lengths, (n) => isRoot(integerSquareRoot(n), n)),
      { seed, numRuns: 3_000 },
    );
  });
});

describe('outputOf', () => {
  test('gives what the reference gives', () => {
    const vectors: readonly (readonly [bigint, bigint, bigint, bigint])[] = [
      [1_000n, 1_000_000n, 2_000_000n, 1_992n],
      [1n, 1_000n, 1_000n, 0n],
      [1_000_000n, 1_000_000n, 1_000_000n, 499_248n],
      [123_456_789n, 987_654_321n, 1_234_567_890_123n, 136_808_289_038n],
    ];
    for (const [amountIn, reserveIn, reserveOut, amountOut] of vectors)
      expect(outputOf(amountIn, reserveIn, reserveOut)).toBe(amountOut);
  });

  test('is the greatest amount that leaves the product of what counts no smaller, and never the whole reserve', () => {
    const amount = fc
      .integer({ min: 1, max: 128 })
      .chain((bits) => fc.bigInt({ min: 1n, max: (1n << BigInt(bits)) - 1n }));
    fc.assert(
      fc.property(amount, amount, amount, (amountIn, reserveIn, reserveOut) => {
        const amountOut = outputOf(amountIn, reserveIn, reserveOut);
        const product = (out: bigint): bigint => (reserveIn * 1_000n + amountIn * 997n) * (reserveOut - out);
        const least = reserveIn * 1_000n * reserveOut;
        return product(amountOut) >= least && product(amountOut + 1n) < least && amountOut < reserveOut;
      }),
      { seed, numRuns: 3_000 },
    );
  });
});

/** A ledger in which alice and bob have so much of both tokens. */
function fund(units: bigint): Overlay {
  const state = new Overlay(new State(ledgerTables, nativeProtocol.stateTree));
  for (const token of Object.values(PAIR))
    for (const account of [alice, bob]) invariant(mint(state, account, token, units), 'too much was given out');
  return state;
}

const pool = (state: Overlay): Pool => state.get(pools, ID) ?? expect.fail('there is no pool');

/** As execution does: a refusal leaves nothing behind. @returns whether it was done. */
function attempt(state: Overlay, deed: (state: Overlay) => unknown): boolean {
  const mark = state.mark();
  const refused = isRefusal(deed(state));
  if (refused) state.rollback(mark);
  return !refused;
}

describe('pools at the edge of 128 bits', () => {
  test('hold everything that there is of two tokens', () => {
    const state = fund(HUGE - 1n);
    const all = HUGE - 1n;
    expect(openPool(state, BLOCK, alice, PAIR, all, all)).toMatchObject({ lp: all - LOCKED_LP, lpSupply: all });
    expect(addLiquidity(state, bob, ID, all, all)).toMatchObject({ lp: all, amountA: all, amountB: all });
    expect(pool(state)).toMatchObject({ reserveA: 2n * all, reserveB: 2n * all, lpSupply: 2n * all });
    expect(swapAlong(state, bob, ['GOLD', 'IRON'], 1n, 0n)).toMatchObject({ code: 'insufficient_balance' });
    expect(removeLiquidity(state, bob, ID, all)).toMatchObject({ amountA: all, amountB: all });
    expect(removeLiquidity(state, alice, ID, all - LOCKED_LP)).toMatchObject({ amountA: all - LOCKED_LP });
    expect(pool(state)).toMatchObject({ reserveA: LOCKED_LP, reserveB: LOCKED_LP, lpSupply: LOCKED_LP });
  });

  test('of one unit against all of the other keep both reserves above zero', () => {
    const state = fund(HUGE - 1n);
    expect(isRefusal(openPool(state, BLOCK, alice, PAIR, 1n, HUGE - 1n))).toBe(false);
    const { lpSupply } = pool(state);
    expect(isRoot(lpSupply, HUGE - 1n)).toBe(true);
    // Of the one unit there is nothing to give back, and nobody can buy it.
    const mark = state.mark();
    expect(removeLiquidity(state, alice, ID, lpSupply - LOCKED_LP)).toMatchObject({ code: 'rule_violation' });
    expect(swapAlong(state, bob, ['IRON', 'GOLD'], HUGE - 1n, 0n)).toMatchObject({ code: 'rule_violation' });
    state.rollback(mark);
    expect(swapAlong(state, bob, ['GOLD', 'IRON'], HUGE - 1n, 0n)).toMatchObject({
      amountOut: ((HUGE - 1n) * 997n * (HUGE - 1n)) / (1_000n + (HUGE - 1n) * 997n),
    });
    expect(pool(state)).toMatchObject({ reserveA: HUGE, reserveB: 2n });
  });

  test('count what moves beyond 128 bits', () => {
    const state = fund(HUGE - 1n);
    openPool(state, BLOCK, alice, PAIR, HUGE / 4n, HUGE / 4n);
    let [movedA, movedB, swaps] = [0n, 0n, 0];
    for (const path of Array.from({ length: 40 }, (_, index) => (index % 2 ? ['IRON', 'GOLD'] : ['GOLD', 'IRON']))) {
      const amountIn = balanceOf(state, bob, path[0] as string);
      const swapped = swapAlong(state, bob, path, amountIn, 1n);
      if (isRefusal(swapped)) expect.fail(swapped.message);
      movedA += path[0] === 'GOLD' ? amountIn : swapped.amountOut;
      movedB += path[0] === 'GOLD' ? swapped.amountOut : amountIn;
      swaps++;
    }
    expect([movedA > U128_MAX, movedB > U128_MAX]).toEqual([true, true]);
    expect(pool(state)).toMatchObject({ volumeA: movedA, volumeB: movedB, swaps, events: swaps + 1 });
    expect(pools.decode(pools.encode(pool(state)))).toEqual(pool(state));
  });
});

test(`no sequence takes value from a pool's units, whatever the amounts, seed ${seed}`, () => {
  const random = new SeededRandom(seed);
  /** Any length up to the most, so that small and huge amounts meet. */
  const some = (most: bigint): bigint => {
    const limit = most >> BigInt(random.below(most.toString(2).length));
    return 1n + (limit <= 1n ? 0n : (random.bigBelow(2n ** 63n) * limit) / 2n ** 63n);
  };
  let [done, refused] = [0, 0];
  for (let round = 0; round < 60; round++) {
    const total = some(HUGE - 2n) + 1_001n;
    const state = fund(total);
    if (!attempt(state, () => openPool(state, BLOCK, alice, PAIR, some(total), some(total)))) continue;
    for (let step = 0; step < 60; step++) {
      const before = pool(state);
      const someone = random.pick([alice, bob]);
      const path = random.pick([Object.values(PAIR), Object.values(PAIR).reverse()]);
      const deeds: readonly ((state: Overlay) => unknown)[] = [
        () => addLiquidity(state, someone, ID, some(total), some(total)),
        () => removeLiquidity(state, someone, ID, some(before.lpSupply)),
        () => swapAlong(state, someone, path, some(total), 0n),
      ];
      if (attempt(state, random.pick(deeds))) done++;
      else refused++;
      const { reserveA, reserveB, lpSupply } = pool(state);
      const old = before.reserveA * before.reserveB * lpSupply * lpSupply;
      if (reserveA * reserveB * before.lpSupply * before.lpSupply < old) expect.fail(`round ${round}, step ${step}`);
      expect(lpBalanceOf(state, alice, ID) + lpBalanceOf(state, bob, ID) + LOCKED_LP).toBe(lpSupply);
      expect(lpSupply * lpSupply <= reserveA * reserveB).toBe(true);
      const held = (token: string): bigint => balanceOf(state, alice, token) + balanceOf(state, bob, token);
      expect([held('GOLD') + reserveA, held('IRON') + reserveB]).toEqual([2n * total, 2n * total]);
    }
  }
  expect(done).toBeGreaterThan(500);
  expect(refused).toBeGreaterThan(300);
});
