/** Overlay: reads through, collects writes, takes back to a mark, and says only what differs. */

import { describe, expect, test } from 'vitest';
import { InvariantError } from '../../../engine/base/refusal.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { type Mark, Overlay, State } from '../../../engine/state/state.js';
import { defineTable, type Table } from '../../../engine/state/table.js';

interface Point {
  readonly x: number;
  readonly y: number;
}

const points: Table<Point> = defineTable({
  id: 2,
  name: 'points',
  encode: ({ x, y }) => Uint8Array.of(x, y),
  decode: (bytes) => ({ x: bytes[0] ?? 0, y: bytes[1] ?? 0 }),
});

const marks: Table<number> = defineTable({
  id: 1,
  name: 'marks',
  encode: (value) => Uint8Array.of(value),
  decode: (bytes) => bytes[0] ?? 0,
});

const tables: readonly Table<unknown>[] = [points as Table<unknown>, marks as Table<unknown>];

/** Holds point a = (1, 2) and mark m = 7. */
function stateOf(): State {
  const state = new State(tables, nativeProtocol.stateTree);
  state.load(points.id, 'a', Uint8Array.of(1, 2));
  state.load(marks.id, 'm', Uint8Array.of(7));
  state.finishLoad();
  return state;
}

const listed = (overlay: Overlay): string[] =>
  overlay.changes().map(({ table, key, value }) => `${table.name} ${key} ${value ? [...value].join(',') : 'gone'}`);

describe('reads and writes', () => {
  test('a read goes through to the base until something is written', () => {
    const overlay = new Overlay(stateOf());
    expect(overlay.get(points, 'a')).toEqual({ x: 1, y: 2 });
    expect(overlay.get(points, 'b')).toBeUndefined();
    overlay.put(points, 'b', { x: 3, y: 4 });
    expect(overlay.get(points, 'b')).toEqual({ x: 3, y: 4 });
  });

  test('a deleted record is gone here and stays in the base', () => {
    const state = stateOf();
    const overlay = new Overlay(state);
    overlay.delete(points, 'a');
    expect(overlay.get(points, 'a')).toBeUndefined();
    expect(state.get(points, 'a')).toEqual({ x: 1, y: 2 });
    overlay.put(points, 'a', { x: 9, y: 9 });
    expect(overlay.get(points, 'a')).toEqual({ x: 9, y: 9 });
  });

  test('one key in two tables is two records', () => {
    const overlay = new Overlay(stateOf());
    overlay.put(marks, 'a', 5);
    expect(overlay.get(points, 'a')).toEqual({ x: 1, y: 2 });
    expect(overlay.get(marks, 'a')).toBe(5);
  });

  test('values that look like nothing are values', () => {
    const overlay = new Overlay(stateOf());
    overlay.put(marks, 'm', 0);
    expect(overlay.get(marks, 'm')).toBe(0);
    expect(listed(overlay)).toEqual(['marks m 0']);
  });
});

describe('mark and rollback', () => {
  test('what was settled is undone no more, later writes are', () => {
    const overlay = new Overlay(stateOf());
    const early = overlay.mark();
    overlay.put(marks, 'm', 8);
    overlay.settle();
    const mark = overlay.mark();
    overlay.put(marks, 'm', 9);
    overlay.put(marks, 'n', 1);
    overlay.rollback(mark);
    expect([overlay.get(marks, 'm'), overlay.get(marks, 'n')]).toEqual([8, undefined]);
    expect(() => overlay.rollback(early)).toThrow(/before what was settled/);
  });

  test('a rollback restores values, deletions and absence', () => {
    const overlay = new Overlay(stateOf());
    overlay.put(points, 'b', { x: 3, y: 4 });
    overlay.delete(marks, 'm');
    const mark = overlay.mark();
    overlay.delete(points, 'a');
    overlay.put(points, 'b', { x: 5, y: 5 });
    overlay.put(points, 'b', { x: 6, y: 6 });
    overlay.put(marks, 'm', 8);
    overlay.put(marks, 'n', 1);
    overlay.rollback(mark);
    expect(overlay.get(points, 'a')).toEqual({ x: 1, y: 2 });
    expect(overlay.get(points, 'b')).toEqual({ x: 3, y: 4 });
    expect(overlay.get(marks, 'm')).toBeUndefined();
    expect(overlay.get(marks, 'n')).toBeUndefined();
    expect(listed(overlay)).toEqual(['marks m gone', 'points b 3,4']);
  });

  test('marks nest', () => {
    const overlay = new Overlay(stateOf());
    const seen: (number | undefined)[] = [];
    const taken: Mark[] = [];
    for (const value of [10, 11, 12]) {
      taken.push(overlay.mark());
      overlay.put(marks, 'm', value);
    }
    for (const mark of taken.reverse()) {
      overlay.rollback(mark);
      seen.push(overlay.get(marks, 'm'));
    }
    expect(seen).toEqual([11, 10, 7]);
  });

  test('a mark serves again after its rollback, and writes in between are taken back each time', () => {
    const overlay = new Overlay(stateOf());
    overlay.put(marks, 'm', 1);
    const mark = overlay.mark();
    for (const value of [2, 3]) {
      overlay.put(marks, 'm', value);
      overlay.rollback(mark);
      expect(overlay.get(marks, 'm')).toBe(1);
    }
    const later = overlay.mark();
    overlay.put(marks, 'm', 4);
    overlay.rollback(later);
    overlay.put(marks, 'm', 5);
    overlay.rollback(mark);
    expect(overlay.get(marks, 'm')).toBe(1);
  });

  test('a mark behind the present is refused', () => {
    const overlay = new Overlay(stateOf());
    const first = overlay.mark();
    overlay.put(marks, 'm', 1);
    const second = overlay.mark();
    overlay.rollback(first);
    expect(() => overlay.rollback(second)).toThrow(InvariantError);
  });

  test('costs the writes since the mark, not the writes before it', () => {
    const overlay = new Overlay(stateOf());
    for (let index = 0; index < 1_000; index++) overlay.put(marks, `k${index}`, index % 256);
    const mark = overlay.mark();
    for (let round = 0; round < 100; round++) overlay.put(marks, 'k0', round);
    // The log grew by one entry: only the first write of a span is kept.
    expect(overlay.mark() - mark).toBe(1);
    overlay.rollback(mark);
    expect(overlay.get(marks, 'k0')).toBe(0);
  });
});

describe('nested overlays', () => {
  test('the upper one sees the lower one and does not touch it', () => {
    const lower = new Overlay(stateOf());
    lower.put(points, 'a', { x: 5, y: 5 });
    lower.delete(marks, 'm');
    const upper = new Overlay(lower);
    expect(upper.get(points, 'a')).toEqual({ x: 5, y: 5 });
    expect(upper.get(marks, 'm')).toBeUndefined();
    upper.put(marks, 'm', 7);
    upper.put(points, 'a', { x: 5, y: 5 });
    expect(lower.get(marks, 'm')).toBeUndefined();
    expect(listed(upper)).toEqual(['marks m 7']);
    expect(listed(lower)).toEqual(['marks m gone', 'points a 5,5']);
  });
});

describe('changes', () => {
  test('leave out what ends equal to the base', () => {
    const overlay = new Overlay(stateOf());
    overlay.put(points, 'a', { x: 8, y: 8 });
    overlay.put(points, 'a', { x: 1, y: 2 });
    overlay.put(marks, 'new', 1);
    overlay.delete(marks, 'new');
    overlay.delete(marks, 'never there');
    expect(listed(overlay)).toEqual([]);
  });

  test('come by table number, then in the order of first writes', () => {
    const overlay = new Overlay(stateOf());
    overlay.put(points, 'z', { x: 1, y: 1 });
    overlay.put(points, 'a', { x: 2, y: 2 });
    overlay.put(marks, 'q', 3);
    overlay.delete(marks, 'm');
    overlay.put(points, 'z', { x: 4, y: 4 });
    expect(listed(overlay)).toEqual(['marks q 3', 'marks m gone', 'points z 4,4', 'points a 2,2']);
  });

  test('have an order that a rolled back write does not decide', () => {
    const overlay = new Overlay(stateOf());
    const mark = overlay.mark();
    overlay.put(marks, 'b', 1);
    overlay.rollback(mark);
    overlay.put(marks, 'a', 2);
    overlay.put(marks, 'b', 3);
    expect(listed(overlay)).toEqual(['marks a 2', 'marks b 3']);
  });
});
