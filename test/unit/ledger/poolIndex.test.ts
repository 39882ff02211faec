/** The order of pools beside plain sorting: after every block, and rebuilt from the state. */

import { expect, test } from 'vitest';
import { invariant, isRefusal } from '../../../engine/base/refusal.js';
import { addLiquidity, openPool, removeLiquidity, swapAlong } from '../../../engine/ledger/exchange.js';
import { balanceOf, mint } from '../../../engine/ledger/funds.js';
import { ReadingIndexes } from '../../../engine/ledger/indexes/index.js';
import { PoolIndex } from '../../../engine/ledger/indexes/poolIndex.js';
import { pairOf, poolIdOf } from '../../../engine/ledger/poolIds.js';
import { pools } from '../../../engine/ledger/poolTables.js';
import { ledgerTables } from '../../../engine/ledger/tables.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { Overlay, State } from '../../../engine/state/state.js';
import { reloaded } from '../../support/chain.js';
import { SeededRandom, testSeed } from '../../support/random.js';
import { actor } from '../../support/transactions.js';

const seed = testSeed();
const SYMBOLS = ['XRGE', 'QETH', ...Array.from({ length: 40 }, (_, index) => `T${index}`)];
const someone = actor('pool index').account;

/** What the index must say, from the state alone. */
const sorted = (state: State): readonly string[] =>
  [...state.entries(pools)].sort(([, a], [, b]) => a.number - b.number).map(([id]) => id);

function compare(index: PoolIndex, state: State, random: SeededRandom): void {
  const ids = sorted(state);
  expect(index.size).toBe(ids.length);
  expect(index.page(0, ids.length + 1)).toEqual(ids);
  const [first, limit] = [random.below(ids.length + 3), random.below(9)];
  expect(index.page(first, limit)).toEqual(ids.slice(first, first + limit));
}

/** Does something to some pool. @returns what was done, or `refused` with nothing changed. */
function change(overlay: Overlay, random: SeededRandom): string {
  const [one, other] = [random.pick(SYMBOLS), random.pick(SYMBOLS)];
  const amount = (): bigint => random.pick([2_000n, 2_000n, 5_000n, 1_000_000n]);
  const id = poolIdOf(one, other);
  const mark = overlay.mark();
  const kind = random.pick(['open', 'add', 'remove', 'swap'] as const);
  const done = {
    open: () => openPool(overlay, { time: 1, height: 1 }, someone, pairOf(one, other), amount(), amount()),
    add: () => addLiquidity(overlay, someone, id, amount(), amount()),
    remove: () => removeLiquidity(overlay, someone, id, 500n),
    swap: () => swapAlong(overlay, someone, [one, other], amount(), 0n),
  }[kind];
  if (one !== other && !isRefusal(done())) return kind;
  overlay.rollback(mark);
  return 'refused';
}

test(`stands as plain sorting puts it, after every block and after a start from disk, seed ${seed}`, () => {
  const random = new SeededRandom(seed);
  const state = new State(ledgerTables, nativeProtocol.stateTree);
  const given = new Overlay(state);
  for (const symbol of SYMBOLS) invariant(mint(given, someone, symbol, 10n ** 30n), 'out of range');
  state.prepare(given).commit();
  const indexes = new ReadingIndexes(state);
  compare(indexes.pools, state, random);
  const seen = new Map<string, number>();
  for (let block = 0; block < 150; block++) {
    const overlay = new Overlay(state);
    for (let left = random.below(25); left > 0; left--) {
      const done = change(overlay, random);
      seen.set(done, (seen.get(done) ?? 0) + 1);
    }
    const prepared = state.prepare(overlay);
    if (random.chance(10)) {
      prepared.revert();
      continue;
    }
    prepared.commit();
    indexes.apply(prepared.changes);
    if (block % 5 === 0) compare(indexes.pools, state, random);
  }
  compare(indexes.pools, state, random);
  for (const kind of ['open', 'add', 'remove', 'swap']) expect(seen.get(kind), kind).toBeGreaterThan(30);
  expect(indexes.pools.size).toBeGreaterThan(150);
  expect(balanceOf(state, someone, 'T0')).toBeGreaterThan(0n);
  // Loaded in the opposite order: the numbers of the pools decide.
  const fresh = new PoolIndex();
  fresh.load(reloaded(state));
  compare(fresh, state, random);
});

test('of a state without pools there is nothing', () => {
  const index = new PoolIndex();
  index.load(new State(ledgerTables, nativeProtocol.stateTree));
  expect([index.size, index.page(0, 5)]).toEqual([0, []]);
});
