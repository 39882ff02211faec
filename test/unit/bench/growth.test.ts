/** Growth: the line through sizes, what a logarithm allows, and the root's hashes by exact count. */

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { growthFigures, logarithmicGrowth, logarithmicLine, nodesPerKeyBound } from '../../../bench/pipeline/growth.js';
import { CountingHashing } from '../../../bench/pipeline/hashing.js';
import { accounts, ledgerTables } from '../../../engine/ledger/tables.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { Overlay, State } from '../../../engine/state/state.js';
import { seededRuns } from '../../property/seed.js';

const { seed } = seededRuns('growth', 1);

test('the line finds what made the costs, and a doubling is a doubling', () => {
  const line = logarithmicLine([1_000, 10_000, 1_000_000].map((size) => ({ size, cost: 7 + 3 * Math.log2(size) })));
  expect(line.a).toBeCloseTo(7);
  expect(line.b).toBeCloseTo(3);
  expect(logarithmicLine([1, 2].map((size) => ({ size, cost: 5 * size }))).b).toBeCloseTo(5);
  expect(() => logarithmicLine([{ size: 8, cost: 1 }])).toThrow(/two sizes/);
});

test('a logarithm doubles from a thousand to a million', () => {
  expect(logarithmicGrowth(1_000, 1_000_000)).toBeCloseTo(2);
  expect(logarithmicGrowth(100, 10_000)).toBeCloseTo(2);
});

/** The judged figure of three rounds that differ a little. */
const judgedGrowth = (cost: (size: number) => number) => {
  const curve = [100, 1_000, 10_000, 100_000].map((size) => ({
    size,
    values: [0.95, 1, 1.05].map((noise) => cost(size) * noise),
  }));
  return growthFigures('cost', 'things', 'us', curve)[0];
};

test('growth up to a logarithm keeps the promise, growth with a root or faster misses it', () => {
  expect(judgedGrowth(() => 20)?.promise?.kept).toBe(true);
  expect(judgedGrowth((size) => 5 + 2 * Math.log2(size))?.promise?.kept).toBe(true);
  expect(judgedGrowth((size) => size ** 0.25)?.promise?.kept).toBe(false);
  expect(judgedGrowth(Math.sqrt)?.promise?.kept).toBe(false);
  expect(judgedGrowth((size) => size)?.promise?.kept).toBe(false);
});

test('growth behind a share that small sizes carry is judged from the cheapest size on', () => {
  const growing = judgedGrowth((size) => 10 + 100_000 / size ** 2 + size / 2_000);
  expect(growing?.name).toBe('cost, 100,000 things beside 1,000');
  expect(growing?.promise?.kept).toBe(false);
});

interface Counted {
  /** For each changed key. */
  readonly nodes: number;
  readonly messages: number;
}

/** Hashes of blocks that each change `changes` of `count` accounts, others in every block; keys follow from the seed. */
function countHashes(count: number, changes: number, blocks = 1): Counted {
  const hashing = new CountingHashing();
  const state = new State(ledgerTables, nativeProtocol.stateTree, hashing);
  const keys = Array.from({ length: count }, (_, index) =>
    createHash('sha256').update(`${seed} ${count} ${index}`).digest().toString('latin1'),
  );
  const account = { balance: 1n, nonce: 0, activity: 0 };
  for (const key of keys) state.load(accounts.id, key, accounts.encode(account));
  state.finishLoad();
  const before = { pairs: hashing.pairs, messages: hashing.messages };
  for (let block = 0; block < blocks; block++) {
    const overlay = new Overlay(state);
    const changed = keys.slice(block * changes, (block + 1) * changes);
    for (const key of changed) overlay.put(accounts, key, { ...account, nonce: 1 });
    const prepared = state.prepare(overlay);
    expect(prepared.changes).toHaveLength(changes);
    prepared.commit();
  }
  return {
    nodes: (hashing.pairs - before.pairs) / (blocks * changes),
    messages: (hashing.messages - before.messages) / (blocks * changes),
  };
}

/** Five standard deviations of the difference of two means: the depth of a leaf has one of 1.9, a mean is over 500 keys. */
const CHANCE = 0.6;

test('a changed key hashes itself, its value and its leaf, and at most log2(n) + 2 inner nodes', () => {
  // One key alone, where nothing is shared; one slice of the trie; several of them; all keys changed.
  for (const [count, changes, blocks] of [
    [1_024, 1, 500],
    [16_384, 1, 500],
    [4_096, 250, 2],
    [16_384, 2_000, 2],
    [2_000, 2_000, 1],
  ] as const) {
    const { nodes, messages } = countHashes(count, changes, blocks);
    expect(messages).toBe(3);
    expect(nodes).toBeGreaterThan(1);
    expect(nodes).toBeLessThanOrEqual(nodesPerKeyBound(count));
  }
});

test.each([1, 500])(
  'each doubling of the accounts adds at most one inner node for each of %i changed keys',
  (changes) => {
    const sizes = [1_024, 4_096, 16_384];
    const nodes = sizes.map((count) => countHashes(count, changes, 500 / changes).nodes);
    for (let at = 1; at < sizes.length; at++) {
      const doublings = Math.log2((sizes[at] as number) / (sizes[at - 1] as number));
      expect((nodes[at] as number) - (nodes[at - 1] as number)).toBeLessThanOrEqual(doublings + CHANCE);
    }
  },
);

test('the counting way hashes as the way behind it', () => {
  const counting = new CountingHashing();
  const [counted, plain] = [counting, undefined].map((hashing) => {
    const state = new State(ledgerTables, nativeProtocol.stateTree, hashing);
    for (let index = 0; index < 100; index++)
      state.load(accounts.id, String(index).padStart(32, '0'), accounts.encode({ balance: 1n, nonce: 0, activity: 0 }));
    state.finishLoad();
    return state.root();
  });
  expect(counted).toEqual(plain);
  expect(counting.messages).toBe(300);
});
