/** State: known roots, loading, and the two phases of a change. */

import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { toHex } from '../../../engine/base/bytes.js';
import { InvariantError } from '../../../engine/base/refusal.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { Overlay, State } from '../../../engine/state/state.js';
import { defineTable, type Table } from '../../../engine/state/table.js';

const words: Table<string> = defineTable({
  id: 3,
  name: 'words',
  encode: (value) => new Uint8Array(Buffer.from(value, 'latin1')),
  decode: (bytes) => Buffer.from(bytes).toString('latin1'),
});
const tables: readonly Table<unknown>[] = [words as Table<unknown>];

const hash = (...parts: readonly Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
const keyHash = (key: string): Buffer => hash(Buffer.from(`\x03${key}`, 'latin1'));
const leaf = (key: string, value: string): Buffer => hash(Buffer.of(0), keyHash(key), hash(Buffer.from(value)));

const written = (state: State, records: Readonly<Record<string, string | undefined>>): Overlay => {
  const overlay = new Overlay(state);
  for (const [key, value] of Object.entries(records))
    if (value === undefined) overlay.delete(words, key);
    else overlay.put(words, key, value);
  return overlay;
};

function stateOf(records: Readonly<Record<string, string>>): State {
  const state = new State(tables, nativeProtocol.stateTree);
  state.prepare(written(state, records)).commit();
  return state;
}

describe('the root', () => {
  test('of nothing is 32 zero bytes', () => {
    expect(toHex(new State(tables, nativeProtocol.stateTree).root())).toBe('00'.repeat(32));
  });

  test('of one record is its leaf', () => {
    expect(toHex(stateOf({ a: 'one' }).root())).toBe(leaf('a', 'one').toString('hex'));
  });

  test('of records in two halves and in one half is what the rule says by hand', () => {
    const keys = Array.from({ length: 100 }, (_, index) => `key ${index}`);
    const startingWith = (bits: string): string =>
      keys.find((key) => (keyHash(key)[0] as number).toString(2).padStart(8, '0').startsWith(bits)) as string;
    const [left, right, far] = [startingWith('0'), startingWith('10'), startingWith('11')];
    expect(toHex(stateOf({ [right]: 'v', [left]: 'v' }).root())).toBe(
      hash(leaf(left, 'v'), leaf(right, 'v')).toString('hex'),
    );
    expect(toHex(stateOf({ [far]: 'v', [right]: 'w' }).root())).toBe(
      hash(Buffer.alloc(32), hash(leaf(right, 'w'), leaf(far, 'v'))).toString('hex'),
    );
  });

  test('does not move under the caller', () => {
    const state = stateOf({ a: 'one' });
    const root = state.root();
    state.prepare(written(state, { a: 'two' })).commit();
    expect(toHex(root)).toBe(leaf('a', 'one').toString('hex'));
  });
});

describe('loading', () => {
  const records = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`key ${index}`, `value ${index}`]));

  test('gives the root, the size and the records that commits give', () => {
    const committed = stateOf(records);
    const loaded = new State(tables, nativeProtocol.stateTree);
    for (const [key, value] of Object.entries(records)) loaded.load(words.id, key, Buffer.from(value));
    expect(() => loaded.root()).toThrow(InvariantError);
    loaded.finishLoad();
    expect(toHex(loaded.root())).toBe(toHex(committed.root()));
    expect(loaded.size).toBe(3_000);
    expect(new Map(loaded.entries(words))).toEqual(new Map(Object.entries(records)));
    const change = { 'key 7': 'other', 'key 8': undefined, 'key new': 'new' };
    const roots = [loaded, committed].map((state) => {
      state.prepare(written(state, change)).commit();
      return toHex(state.root());
    });
    expect(roots[0]).toBe(roots[1]);
  });

  test('refuses a second record of one key and an unknown table', () => {
    const state = new State(tables, nativeProtocol.stateTree);
    state.load(words.id, 'a', Buffer.from('one'));
    expect(() => state.load(words.id, 'a', Buffer.from('two'))).toThrow('two records of one key in table words');
    expect(() => state.load(9, 'a', Buffer.from('one'))).toThrow('no table has the number 9');
  });

  test('and a change exclude each other', () => {
    const state = stateOf({ a: 'one' });
    const overlay = written(state, { a: 'two' });
    const prepared = state.prepare(overlay);
    expect(() => state.load(words.id, 'b', Buffer.from('one'))).toThrow(InvariantError);
    prepared.revert();
    state.load(words.id, 'b', Buffer.from('one'));
    expect(() => state.prepare(overlay)).toThrow(InvariantError);
    state.finishLoad();
    state.prepare(overlay).commit();
    expect(toHex(state.root())).toBe(toHex(stateOf({ a: 'two', b: 'one' }).root()));
  });

  test('of nothing changes nothing', () => {
    const state = new State(tables, nativeProtocol.stateTree);
    state.finishLoad();
    expect(toHex(state.root())).toBe('00'.repeat(32));
  });
});

describe('prepare', () => {
  test('shows readers nothing until commit', () => {
    const state = stateOf({ a: 'one', b: 'one' });
    const prepared = state.prepare(written(state, { a: 'two', b: undefined, c: 'new' }));
    expect([...state.entries(words)]).toEqual([
      ['a', 'one'],
      ['b', 'one'],
    ]);
    expect(state.get(words, 'c')).toBeUndefined();
    prepared.commit();
    expect(state.get(words, 'a')).toBe('two');
    expect(state.get(words, 'b')).toBeUndefined();
    expect(state.get(words, 'c')).toBe('new');
    expect(state.size).toBe(2);
    expect(toHex(prepared.root)).toBe(toHex(stateOf({ a: 'two', c: 'new' }).root()));
  });

  test('leaves out a new object with the old bytes', () => {
    const points = defineTable<{ readonly x: number }>({
      id: 4,
      name: 'points',
      encode: ({ x }) => Uint8Array.of(x),
      decode: (bytes) => ({ x: bytes[0] ?? 0 }),
    });
    const state = new State([points as Table<unknown>], nativeProtocol.stateTree);
    state.load(points.id, 'a', Uint8Array.of(1));
    state.load(points.id, 'b', Uint8Array.of(1));
    state.finishLoad();
    const overlay = new Overlay(state);
    overlay.put(points, 'a', { x: 1 });
    overlay.put(points, 'b', { x: 2 });
    const prepared = state.prepare(overlay);
    expect(prepared.changes).toEqual([
      { table: points, key: 'b', value: Uint8Array.of(2), before: { x: 1 }, after: { x: 2 } },
    ]);
    prepared.commit();
    expect([state.get(points, 'a'), state.get(points, 'b')]).toEqual([{ x: 1 }, { x: 2 }]);
  });

  test('gives encoded changes, without those that change nothing', () => {
    const state = stateOf({ a: 'one', b: 'one', c: 'one' });
    const { changes } = state.prepare(written(state, { a: 'one', b: 'two', c: undefined, d: undefined }));
    expect(changes.map(({ table, key, value }) => [table.name, key, value && Buffer.from(value).toString()])).toEqual([
      ['words', 'b', 'two'],
      ['words', 'c', undefined],
    ]);
  });

  test('and revert leave no trace, also where records were removed and their leaves got other numbers', () => {
    const records = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`key ${index}`, 'old']));
    const state = stateOf(records);
    const before = toHex(state.root());
    const change: Record<string, string | undefined> = { fresh: 'new' };
    for (let index = 0; index < 50; index += 2) change[`key ${index}`] = index % 4 === 0 ? undefined : 'new';
    const prepared = state.prepare(written(state, change));
    expect(toHex(prepared.root)).not.toBe(before);
    prepared.revert();
    expect(toHex(state.root())).toBe(before);
    state.prepare(written(state, { 'key 0': 'later', 'key 4': undefined, 'key 2': 'later' })).commit();
    const { 'key 4': _gone, ...rest } = records;
    expect(toHex(state.root())).toBe(toHex(stateOf({ ...rest, 'key 0': 'later', 'key 2': 'later' }).root()));
  });

  test('and revert give the numbers of new records back', () => {
    const state = stateOf({ a: 'one' });
    for (let turn = 0; turn < 100; turn++) state.prepare(written(state, { b: 'new', c: 'new' })).revert();
    state.prepare(written(state, { b: 'new', c: 'new' })).commit();
    expect([state.locate(words, 'a'), state.locate(words, 'b'), state.locate(words, 'c')].sort()).toEqual([0, 1, 2]);
  });

  test('takes what the overlay holds now; later writes of the overlay do not count', () => {
    const state = stateOf({ a: 'one' });
    const overlay = written(state, { a: 'two' });
    const prepared = state.prepare(overlay);
    overlay.put(words, 'a', 'three');
    prepared.commit();
    expect(state.get(words, 'a')).toBe('two');
  });

  test('of an overlay that other changes have overtaken finds the records where they are now', () => {
    const state = stateOf({ removed: 'old', replaced: 'old', changed: 'old' });
    const overlay = written(state, { removed: 'mine', replaced: 'mine', changed: 'mine', fresh: 'mine' });
    state.prepare(written(state, { removed: undefined, replaced: undefined })).commit();
    state.prepare(written(state, { replaced: 'again', changed: 'again', fresh: 'again' })).commit();
    const prepared = state.prepare(overlay);
    const mine = { removed: 'mine', replaced: 'mine', changed: 'mine', fresh: 'mine' };
    expect(prepared.changes.length).toBe(4);
    prepared.commit();
    expect(toHex(state.root())).toBe(toHex(stateOf(mine).root()));
    expect(new Map(state.entries(words))).toEqual(new Map(Object.entries(mine)));
  });

  test('is refused twice at once, and a change ends once', () => {
    const state = stateOf({ a: 'one' });
    const first = state.prepare(written(state, { a: 'two' }));
    expect(() => state.prepare(written(state, { a: 'three' }))).toThrow('two changes are prepared at once');
    first.commit();
    expect(() => first.commit()).toThrow(InvariantError);
    const second = state.prepare(written(state, { a: 'three' }));
    expect(() => first.revert()).toThrow(InvariantError);
    second.revert();
    expect(() => second.commit()).toThrow(InvariantError);
    expect(toHex(state.root())).toBe(leaf('a', 'two').toString('hex'));
  });

  test('is refused for an overlay on something else', () => {
    const state = stateOf({ a: 'one' });
    expect(() => state.prepare(new Overlay(new Overlay(state)))).toThrow(InvariantError);
    expect(() => state.prepare(written(stateOf({ a: 'one' }), { a: 'two' }))).toThrow(InvariantError);
  });
});

describe('tables', () => {
  test('of one number are refused', () => {
    expect(() => new State([...tables, ...tables], nativeProtocol.stateTree)).toThrow('two tables have the number 3');
  });

  test('that the state was not made for are refused', () => {
    const stranger = defineTable({ ...words, name: 'stranger' });
    expect(() => stateOf({}).get(stranger, 'a')).toThrow('table stranger is not of this state');
  });
});
