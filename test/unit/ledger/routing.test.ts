/** Routes: the best of all routes that an exhaustive search finds, the same for the same pools in whatever order they
 *  came, within a bound of work that does not grow with their number; and a swap on the same state keeps every promise. */

import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../../engine/base/refusal.js';
import { deepPools, ROUTE_POOLS } from '../../../engine/ledger/deepPools.js';
import { swapAlong } from '../../../engine/ledger/exchange.js';
import { poolIdOf } from '../../../engine/ledger/poolIds.js';
import { pools } from '../../../engine/ledger/poolTables.js';
import { bestRoute, MAX_POOLS_READ, type Route } from '../../../engine/ledger/routing.js';
import { Overlay, type State, type StateView } from '../../../engine/state/state.js';
import { SeededRandom, testSeed } from '../../support/random.js';
import { block, type Opening, stateWith, trader } from './poolGraph.js';

const seed = testSeed();

const routeOn = (state: StateView, tokenIn: string, tokenOut: string, amountIn: bigint) =>
  bestRoute(state, block, tokenIn, tokenOut, amountIn);

/** What a route promises, as text. */
const promise = (route: Route | undefined): string =>
  route
    ? `${route.path.join()} through ${route.hops.map(({ poolId }) => poolId).join()} gives ${route.amountOut}`
    : 'none';

/** Every simple way of at most so many pools, tried one after the other. */
function searched(
  openings: readonly Opening[],
  frozen: ReadonlySet<string>,
  from: string,
  to: string,
  amountIn: bigint,
) {
  const reserves = new Map<string, readonly [bigint, bigint]>();
  for (const [one, ofOne, other, ofOther] of openings) {
    reserves.set(`${one} ${other}`, [ofOne, ofOther]);
    reserves.set(`${other} ${one}`, [ofOther, ofOne]);
  }
  const symbols = [...new Set(openings.flatMap(([one, , other]) => [one, other]))];
  const found: { readonly text: string; readonly out: bigint; readonly ids: readonly string[] }[] = [];
  const walk = (path: readonly string[], amount: bigint): void => {
    const last = path[path.length - 1] as string;
    if (last === to) {
      const ids = path.slice(1).map((symbol, index) => poolIdOf(path[index] as string, symbol));
      found.push({ text: `${path.join()} through ${ids.join()} gives ${amount}`, out: amount, ids });
    } else if (path.length < 4) {
      for (const next of symbols) {
        const pool = reserves.get(`${last} ${next}`);
        if (!pool || path.includes(next) || frozen.has(next)) continue;
        const out = (pool[1] * amount * 997n) / (pool[0] * 1_000n + amount * 997n);
        if (out > 0n) walk([...path, next], out);
      }
    }
  };
  if (!frozen.has(from)) walk([from], amountIn);
  const order = (a: (typeof found)[number], b: (typeof found)[number]): number => {
    if (a.out !== b.out) return a.out > b.out ? -1 : 1;
    return a.ids.length - b.ids.length || Buffer.compare(Buffer.from(a.ids.join('\0')), Buffer.from(b.ids.join('\0')));
  };
  const [best, second] = found.sort(order);
  return {
    text: best?.text ?? 'none',
    tied: second !== undefined && second.out === best?.out,
    hops: best?.ids.length ?? 0,
  };
}

/** The order of mixed case symbols as they are shown is not that of their records: QETH and QBTC come after ZINC. */
const SYMBOLS = ['XRGE', 'QETH', 'QBTC', 'GOLD', 'IRON', 'ZINC', '9LIVES', 'A'];

function randomOpenings(random: SeededRandom): Opening[] {
  // From the same few amounts, so that different ways give the same.
  const amounts = [2_000n, 10_000n, 1_000_000n, 10n ** 12n, 10n ** 30n].slice(0, random.between(1, 5));
  const density = random.between(15, 90);
  const even = random.chance(60);
  const some = (): bigint => random.pick(amounts) + (even || random.chance(50) ? 0n : random.bigBelow(1_000n));
  const openings: Opening[] = [];
  for (const [index, one] of SYMBOLS.entries())
    for (const other of SYMBOLS.slice(index + 1))
      if (random.chance(density)) openings.push([one, some(), other, some()]);
  return openings;
}

const shuffled = <T>(items: readonly T[], random: SeededRandom): T[] =>
  items
    .map((item) => ({ item, key: random.below(1_000_000) }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);

describe('the best way', () => {
  test(`is what a search of all simple ways finds, and a swap gives exactly it, seed ${seed}`, () => {
    const random = new SeededRandom(seed);
    const byHops = [0, 0, 0, 0];
    let [asked, tied] = [0, 0];
    for (let round = 0; round < 120; round++) {
      const openings = randomOpenings(random);
      const frozen = new Set(SYMBOLS.filter((symbol) => symbol !== 'XRGE' && random.chance(10)));
      const state = stateWith(shuffled(openings, random), frozen);
      for (let turn = 0; turn < 12; turn++) {
        const [from, to] = shuffled(SYMBOLS, random) as [string, string];
        const amountIn = 1n + random.bigBelow((2n ** 60n) >> BigInt(random.below(60)));
        const expected = searched(openings, frozen, from, to, amountIn);
        const route = routeOn(state, from, to, amountIn);
        const where = `round ${round}, turn ${turn}: ${amountIn} of ${from} to ${to}`;
        expect(promise(route), where).toBe(expected.text);
        asked++;
        byHops[expected.hops] = (byHops[expected.hops] ?? 0) + 1;
        if (expected.tied) tied++;
        if (!route) continue;
        const overlay = new Overlay(state);
        const swapped = swapAlong(overlay, trader, route.path, amountIn, route.amountOut);
        if (isRefusal(swapped)) expect.fail(`${where}: ${swapped.message}`);
        expect(swapped.amountOut, where).toBe(route.amountOut);
        expect(swapped.events.map(({ poolId }) => poolId)).toEqual(route.hops.map(({ poolId }) => poolId));
        const more = swapAlong(new Overlay(state), trader, route.path, amountIn, route.amountOut + 1n);
        expect(isRefusal(more) && more.message).toBe('slippage exceeded');
      }
    }
    expect(asked).toBe(1_440);
    for (const [hops, count] of byHops.entries()) expect(count, `${hops} pools`).toBeGreaterThan(20);
    expect(tied).toBeGreaterThan(10);
  });

  // Whatever goes in, no more than four of the five units comes out: equal outputs without equal ways.
  const cheap = (one: string, other: string): Opening => [one, 2_000_000n, other, 5n];
  const plain = (one: string, other: string): Opening => [one, 10n ** 20n, other, 10n ** 20n];
  const ALL = 10n ** 15n;

  test('of equal ones is the shorter', () => {
    const three = [plain('A', 'B'), plain('B', 'C'), cheap('C', 'Z')];
    expect(promise(routeOn(stateWith(three), 'A', 'Z', ALL))).toBe('A,B,C,Z through A-B,B-C,C-Z gives 4');
    const two = [...three, plain('A', 'X'), cheap('X', 'Z')];
    expect(promise(routeOn(stateWith(two), 'A', 'Z', ALL))).toBe('A,X,Z through A-X,X-Z gives 4');
    const one = [...two, cheap('A', 'Z')];
    expect(promise(routeOn(stateWith(one), 'A', 'Z', ALL))).toBe('A,Z through A-Z gives 4');
    // One unit more, and it is the longest after all.
    const better: Opening[] = [...one.filter(([token]) => token !== 'C'), ['C', 2_000_000n, 'Z', 6n]];
    expect(promise(routeOn(stateWith(better), 'A', 'Z', ALL))).toBe('A,B,C,Z through A-B,B-C,C-Z gives 5');
  });

  test('of equal ones of one length is the one whose ids come first in byte order, pool by pool', () => {
    const through = (...middles: readonly string[]): Opening[] =>
      middles.flatMap((middle) => [plain('M', middle), cheap(middle, 'N')]);
    const middles = ['Z', 'QETH', 'P', 'B'];
    for (const order of [middles, [...middles].reverse()])
      expect(promise(routeOn(stateWith(through(...order)), 'M', 'N', ALL))).toBe('M,B,N through B-M,B-N gives 4');
    expect(promise(routeOn(stateWith(through('QETH', 'Z')), 'M', 'N', ALL))).toBe('M,Z,N through M-Z,N-Z gives 4');
    const long: Opening[] = [plain('M', 'C'), plain('M', 'D'), plain('C', 'E'), plain('D', 'E'), cheap('E', 'N')];
    expect(promise(routeOn(stateWith(long), 'M', 'N', ALL))).toBe('M,C,E,N through C-M,C-E,E-N gives 4');
    const last: Opening[] = [plain('M', 'C'), plain('C', 'E'), plain('C', 'D'), cheap('E', 'N'), cheap('D', 'N')];
    expect(promise(routeOn(stateWith(last), 'M', 'N', ALL))).toBe('M,C,D,N through C-M,C-D,D-N gives 4');
  });

  test('is not found over more than three pools, nor where every way gives nothing', () => {
    const row = [plain('A', 'B'), plain('B', 'C'), plain('C', 'D'), plain('D', 'E')];
    expect(routeOn(stateWith(row), 'A', 'D', ALL)?.path).toEqual(['A', 'B', 'C', 'D']);
    expect(routeOn(stateWith(row), 'A', 'E', ALL)).toBeUndefined();
    expect(routeOn(stateWith(row), 'A', 'NONE', ALL)).toBeUndefined();
    expect(routeOn(stateWith(row), 'A', 'B', 1n)).toBeUndefined();
    expect(routeOn(stateWith(row), 'A', 'B', 2n)?.amountOut).toBe(1n);
    expect(routeOn(stateWith(row), 'A', 'C', 2n)).toBeUndefined();
  });

  test('leads through no frozen token', () => {
    const openings: Opening[] = [plain('A', 'B'), plain('B', 'Z'), plain('A', 'C'), plain('C', 'D'), plain('D', 'Z')];
    const path = (...frozen: readonly string[]) => routeOn(stateWith(openings, frozen), 'A', 'Z', 9_999n)?.path.join();
    expect(path()).toBe('A,B,Z');
    expect(path('B')).toBe('A,C,D,Z');
    for (const frozen of [['B', 'C'], ['B', 'D'], ['A'], ['Z']]) expect(path(...frozen), frozen.join()).toBeUndefined();
  });
});

describe('the work of a search', () => {
  /** The two tokens have so many pools each; their deepest ones lead to different tokens, and all those have pools among each
   *  other and with both. */
  function crowded(others: number): Opening[] {
    const near = Array.from({ length: ROUTE_POOLS }, (_, index) => `NEAR${index}`);
    const far = Array.from({ length: ROUTE_POOLS }, (_, index) => `FAR${index}`);
    const deep = 10n ** 12n;
    const openings: Opening[] = [['IN', deep / 7n, 'OUT', deep / 9n]];
    for (const token of near) openings.push(['IN', deep, token, deep], [token, 3_000_000n, 'OUT', 3_000_000n]);
    for (const token of far) openings.push([token, deep, 'OUT', deep], ['IN', 3_000_000n, token, 3_000_000n]);
    for (const one of near) for (const two of far) openings.push([one, 2n * deep, two, 2n * deep]);
    for (let index = 0; index < others; index++)
      openings.push(['IN', 2_000n, `LESS${index}`, 2_000n], ['OUT', 2_000n, `LESS${index}`, 2_000n]);
    return openings;
  }

  /** What one search for a route of three pools reads: pools, and records of the deepest ones. */
  function readsOf(state: State): { readonly pools: number; readonly records: number } {
    const reads = { pools: 0, records: 0 };
    const counting: StateView = {
      get: (table, key) => {
        if (table.id === pools.id) reads.pools++;
        if (table.id === deepPools.id) reads.records++;
        return state.get(table, key);
      },
    };
    expect(routeOn(counting, 'IN', 'OUT', 10n ** 9n)?.hops).toHaveLength(3);
    return reads;
  }

  test('reaches its bound and does not grow with the number of pools: a thousand cost what a hundred do', () => {
    const most = { pools: MAX_POOLS_READ, records: 2 + 2 * ROUTE_POOLS };
    const [hundred, thousand] = [stateWith(crowded(5)), stateWith(crowded(460))];
    expect([...thousand.entries(pools)].length).toBeGreaterThan(1_000);
    expect(readsOf(hundred)).toEqual(most);
    expect(readsOf(thousand)).toEqual(most);
  });

  test('is spent on the deepest pools of either token: a better way beside them is not looked at', () => {
    const openings: Opening[] = Array.from({ length: ROUTE_POOLS }, (_, index) => [
      'IN',
      10n ** 9n + BigInt(index),
      `DEEP${index}`,
      10n ** 9n,
    ]);
    const better: Opening[] = [
      ['IN', 10n ** 9n - 1n, 'GOOD', 10n ** 12n],
      ['GOOD', 10n ** 12n, 'BEST', 10n ** 12n],
      ['BEST', 10n ** 12n, 'OUT', 10n ** 12n],
    ];
    const found = (...more: readonly Opening[]) =>
      routeOn(stateWith([...openings, ...more]), 'IN', 'OUT', 10_000n)?.path;
    expect(found(...better)).toBeUndefined();
    const [, ...rest] = better;
    expect(found(['IN', 10n ** 9n + 1n, 'GOOD', 10n ** 12n], ...rest)?.join()).toBe('IN,GOOD,BEST,OUT');
    // A way over one token is found from either end.
    expect(found(better[0] as Opening, ['GOOD', 10n ** 12n, 'OUT', 10n ** 12n])?.join()).toBe('IN,GOOD,OUT');
  });
});
