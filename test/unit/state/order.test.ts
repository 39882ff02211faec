/** Tables with an order: the state and overlays over it give their records in it, whatever was written, deleted and undone before. */

import { describe, expect, test } from 'vitest';
import { u64Bytes } from '../../../engine/base/bytes.js';
import { Overlay, State } from '../../../engine/state/state.js';
import { defineTable, type Table } from '../../../engine/state/table.js';
import { SeededRandom, testSeed } from '../../support/random.js';

interface Ranked {
  readonly rank: number;
  /** Not seen by the order. */
  readonly note: number;
}

const ranked: Table<Ranked> = defineTable({
  id: 1,
  name: 'ranked',
  encode: ({ rank, note }) => Uint8Array.from([...u64Bytes(rank), ...u64Bytes(note)]),
  decode: (bytes) => ({ rank: Number(bytes[6]) * 256 + Number(bytes[7]), note: Number(bytes[15]) }),
  order: (a, b) => b.rank - a.rank,
});
const plain: Table<number> = defineTable({ id: 2, name: 'plain', encode: u64Bytes, decode: (bytes) => bytes.length });
const tables = [ranked, plain] as unknown as readonly Table<unknown>[];

const begin = (): State => {
  const state = new State(tables, { leafPrefix: 0 });
  state.finishLoad();
  return state;
};

/** By the slow way: everything, sorted. */
const naive = (records: ReadonlyMap<string, Ranked>): (readonly [string, Ranked])[] =>
  [...records].sort(([, a], [, b]) => b.rank - a.rank);

/** Writes at random; ranks are unique. */
function change(random: SeededRandom, overlay: Overlay, records: Map<string, Ranked>): void {
  const key = `k${random.below(60)}`;
  const before = records.get(key);
  if (before && random.chance(20)) {
    overlay.delete(ranked, key);
    records.delete(key);
    return;
  }
  const used = new Set([...records.values()].map(({ rank }) => rank));
  let rank = before && random.chance(40) ? before.rank : random.below(5_000);
  while (rank !== before?.rank && used.has(rank)) rank++;
  const value = { rank, note: random.below(200) };
  overlay.put(ranked, key, value);
  records.set(key, value);
}

describe('records in the order of their table', () => {
  const seed = testSeed();
  test(`in overlays of overlays, after commits, reverts, rollbacks and restarts, seed ${seed}`, () => {
    const random = new SeededRandom(seed);
    let state = begin();
    let committed = new Map<string, Ranked>();
    const seen = { commits: 0, reverts: 0, rollbacks: 0, restarts: 0, most: 0 };
    for (let block = 0; block < 400; block++) {
      const overlay = new Overlay(state);
      let records = new Map(committed);
      for (let write = random.below(12); write > 0; write--) change(random, overlay, records);
      if (random.chance(30)) {
        const mark = overlay.mark();
        const kept = new Map(records);
        for (let write = 0; write < 5; write++) change(random, overlay, records);
        expect([...overlay.inOrder(ranked)]).toEqual(naive(records));
        overlay.rollback(mark);
        records = kept;
        seen.rollbacks++;
      }
      expect([...overlay.inOrder(ranked)]).toEqual(naive(records));
      const upper = new Overlay(overlay);
      const above = new Map(records);
      for (let write = 0; write < 3; write++) change(random, upper, above);
      expect([...upper.inOrder(ranked)]).toEqual(naive(above));
      expect([...state.inOrder(ranked)]).toEqual(naive(committed));
      const prepared = state.prepare(overlay);
      expect([...state.inOrder(ranked)]).toEqual(naive(committed));
      if (random.chance(25)) {
        prepared.revert();
        seen.reverts++;
      } else {
        prepared.commit();
        committed = records;
        seen.commits++;
      }
      expect([...state.inOrder(ranked)]).toEqual(naive(committed));
      if (random.chance(5)) {
        const again = new State(tables, { leafPrefix: 0 });
        for (const [key, value] of state.entries(ranked)) again.load(ranked.id, key, ranked.encode(value));
        again.finishLoad();
        state = again;
        seen.restarts++;
        expect([...state.inOrder(ranked)]).toEqual(naive(committed));
      }
      seen.most = Math.max(seen.most, committed.size);
    }
    expect(Math.min(seen.commits, seen.reverts, seen.rollbacks)).toBeGreaterThan(50);
    expect(seen.restarts).toBeGreaterThan(3);
    expect(seen.most).toBeGreaterThan(20);
  });

  test('the first ones are read without the others', () => {
    const state = begin();
    const overlay = new Overlay(state);
    for (let rank = 0; rank < 5_000; rank++) overlay.put(ranked, `k${rank}`, { rank, note: 0 });
    state.prepare(overlay).commit();
    const first = new Overlay(state).inOrder(ranked);
    expect([first.next().value?.[0], first.next().value?.[0]]).toEqual(['k4999', 'k4998']);
  });

  test('of a table without an order cannot be asked for', () => {
    expect(() => [...begin().inOrder(plain)]).toThrow('in no order');
    expect(() => [...new Overlay(begin()).inOrder(plain)]).toThrow('in no order');
  });
});
