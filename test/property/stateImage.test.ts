/** A state that goes on in the memory of its image, beside the state that the image was made of: the same records, orders and roots, now
 *  and after further blocks; and every changed bit of an image is found, or changes nothing that anybody can see. */

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readU64, toBinary, toHex, u64Bytes } from '../../engine/base/bytes.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { Overlay, State } from '../../engine/state/state.js';
import { IMAGE_FORMAT, ImageReader } from '../../engine/state/stateImage.js';
import { defineTable, stateKey, type Table } from '../../engine/state/table.js';
import { copiesOf } from '../support/imageCopy.js';
import { SeededRandom, testSeed } from '../support/random.js';

const packed: Table<number> = defineTable({
  id: 1,
  name: 'numbers',
  encode: u64Bytes,
  decode: (bytes) => readU64(bytes, 0),
  packed: { bytes: 8, read: readU64 },
});
const texts: Table<string> = defineTable({
  id: 5,
  name: 'texts',
  encode: (value) => new Uint8Array(Buffer.from(value, 'latin1')),
  decode: (bytes) => Buffer.from(bytes).toString('latin1'),
  order: (a, b) => (a === b ? 0 : a < b ? -1 : 1),
});
const tables = [packed, texts] as unknown as readonly Table<unknown>[];

const KEYS = 3_000;
/** Numbers that are unlike their neighbours; keys of three lengths, whole words and not. */
const keyOf = (number: number): string =>
  toBinary(u64Bytes(number * 0x1_0003))
    .repeat(5)
    .slice(0, [8, 32, 37][number % 3]);

const emptyState = (secret: Uint8Array): State => new State(tables, nativeProtocol.stateTree, undefined, secret);

/** One block: writes and removals in both tables. @returns the root. */
function change(state: State, random: SeededRandom, writes: number): string {
  const overlay = new Overlay(state);
  for (let write = 0; write < writes; write++) {
    const number = random.below(KEYS);
    if (random.chance(35)) overlay.delete((random.chance(50) ? packed : texts) as Table<unknown>, keyOf(number));
    else if (random.chance(80)) overlay.put(packed, keyOf(number), random.below(2 ** 31));
    else overlay.put(texts, keyOf(number), `${random.below(KEYS)} ${number}`);
  }
  const prepared = state.prepare(overlay);
  if (random.chance(20)) prepared.revert();
  else prepared.commit();
  return toHex(state.root());
}

const sorted = (entries: Iterable<readonly [string, unknown]>): string =>
  JSON.stringify([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));

/** Everything that a reader can ask for. */
function seen(state: State): string {
  const found = Array.from({ length: KEYS }, (_, number) => [
    state.get(packed, keyOf(number)) ?? null,
    state.get(texts, keyOf(number)) ?? null,
  ]);
  const all = [sorted(state.entries(packed)), sorted(state.entries(texts)), [...state.inOrder(texts)]];
  return createHash('sha256')
    .update(JSON.stringify([toHex(state.root()), state.size, found, all]))
    .digest('hex');
}

const restored = (parts: readonly Uint8Array[]): State =>
  State.restore(tables, nativeProtocol.stateTree, new ImageReader(parts));

function* recordsOf(state: State): Generator<readonly [Uint8Array, Uint8Array]> {
  for (const table of tables)
    for (const [key, value] of state.entries(table)) yield [stateKey(table, key), table.encode(value)];
}

function recheck(state: State, records: Iterable<readonly [Uint8Array, Uint8Array]>): void {
  const check = state.recheck();
  check.nodes();
  for (const [key, value] of records) check.record(key, value);
  check.end();
}

const seed = testSeed();

test(`a restored state is the state, and stays it through further blocks (seed ${seed})`, () => {
  for (const blocks of [0, 1, 2, 12]) {
    const random = SeededRandom.of(seed, `restored ${blocks}`);
    const state = emptyState(random.bytes(16));
    for (let block = 0; block < blocks; block++) change(state, random, blocks === 1 ? 1 : 900);
    const again = restored(copiesOf(state.image().parts));
    expect(seen(again)).toBe(seen(state));
    recheck(again, recordsOf(state));
    for (let block = 0; block < 12; block++) {
      const one = change(state, SeededRandom.of(seed, `later ${block}`), 700);
      expect(change(again, SeededRandom.of(seed, `later ${block}`), 700)).toBe(one);
    }
    expect(seen(again)).toBe(seen(state));
    // What came out of an image can be left in one again.
    expect(seen(restored(copiesOf(again.image().parts)))).toBe(seen(state));
  }
});

test(`a changed bit is found, or nobody can see it (seed ${seed})`, () => {
  const random = SeededRandom.of(seed, 'bits');
  const state = emptyState(random.bytes(16));
  for (let block = 0; block < 5; block++) change(state, random, 600);
  const records = [...recordsOf(state)];
  const parts = state.image().parts;
  const was = seen(state);
  let found = 0;
  let unseen = 0;
  for (let round = 0; round < 400; round++) {
    const copies = copiesOf(parts);
    const part = copies[round % copies.length] as Uint8Array;
    if (part.length === 0) continue;
    const at = random.below(part.length);
    part[at] = (part[at] as number) ^ (1 << random.below(8));
    try {
      const other = restored(copies);
      recheck(other, records);
      expect(seen(other), `part ${round % copies.length}, byte ${at}`).toBe(was);
      unseen++;
    } catch (error) {
      if ((error as Error).name === 'AssertionError') throw error;
      found++;
    }
  }
  expect(found).toBeGreaterThan(150);
  expect(found + unseen).toBeGreaterThan(300);
});

test('records that are missing, changed, added or of another state are found', () => {
  const random = SeededRandom.of(seed, 'records');
  const state = emptyState(random.bytes(16));
  for (let block = 0; block < 4; block++) change(state, random, 500);
  const records = [...recordsOf(state)];
  const again = restored(copiesOf(state.image().parts));
  const [first, ...rest] = records as [(typeof records)[number], ...typeof records];
  const other = (bytes: Uint8Array): Uint8Array => bytes.map((byte, at) => (at === 0 ? byte ^ 1 : byte));
  const cases = [rest, [...rest, [first[0], other(first[1])]], [...records, [stateKey(packed, 'new key!'), first[1]]]];
  for (const wrong of cases) expect(() => recheck(again, wrong as typeof records)).toThrow(/the database has/);
  recheck(again, records);
});

test('an image of other tables is refused', () => {
  const state = emptyState(new Uint8Array(16));
  const { parts } = state.image();
  const longer = { ...packed, packed: { bytes: 9, read: readU64 } } as unknown as Table<unknown>;
  const image = new ImageReader(copiesOf(parts));
  expect(() => State.restore([longer, tables[1] as Table<unknown>], nativeProtocol.stateTree, image)).toThrow(
    /does not fit/,
  );
});

test('an image of another layout has another format', () => {
  const state = emptyState(new Uint8Array(16));
  const random = SeededRandom.of(1, 'layout');
  for (let block = 0; block < 4; block++) change(state, random, 300);
  expect(state.size).toBeGreaterThan(100);
  const digest = createHash('sha256');
  for (const part of copiesOf(state.image().parts)) digest.update(part);
  // Whoever changes what the parts mean sees this line fail, raises IMAGE_FORMAT, and writes the new digest here.
  expect([IMAGE_FORMAT, digest.digest('hex').slice(0, 16)]).toEqual([1, 'e89ac86196ad5dc8']);
});
