/** Packed records beside a plain Map: random writes in the order in which the state makes them (reserved, shown or released,
 *  replaced, removed, loaded), with the real hash of keys and with hashes under which all keys fall on a few places. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readU64, toBinary, u64Bytes } from '../../engine/base/bytes.js';
import { invariant } from '../../engine/base/refusal.js';
import { KeyHash } from '../../engine/state/keyHash.js';
import { PackedRecords } from '../../engine/state/packedRecords.js';
import { NO_RECORD, Slabs } from '../../engine/state/records.js';
import { defineTable, type Table } from '../../engine/state/table.js';
import { seededRuns } from './seed.js';

const table: Table<number> = defineTable({
  id: 1,
  name: 'numbers',
  encode: u64Bytes,
  decode: (bytes) => readU64(bytes, 0),
  packed: { bytes: 8, read: readU64 },
});

/** Keys of five lengths, whole words and not. */
const keyOf = (number: number): string => {
  const length = [0, 1, 3, 32, 37][number % 5] as number;
  return toBinary(u64Bytes(number * 0x1_0003))
    .repeat(5)
    .slice(8 - Math.min(length, 8))
    .slice(0, length);
};

class CollidingHash extends KeyHash {
  constructor(private readonly mask: number) {
    super();
  }

  override of(words: Int32Array, from: number, count: number): number {
    return super.of(words, from, count) & this.mask;
  }
}

/** One shard with all places, one shard with four homes, one home at the end of its shard. */
const hashes = [new KeyHash(), new CollidingHash(0xffff_ff00), new CollidingHash(0xc000_0000), new CollidingHash(0)];

interface Step {
  readonly key: number;
  readonly kind: 'put' | 'take back' | 'remove' | 'load';
  readonly value: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  key: fc.nat(120),
  kind: fc.constantFrom('put', 'put', 'take back', 'remove', 'remove', 'load'),
  value: fc.nat(),
});

/** A matcher of the test runner takes longer than what is compared here a million times. */
function same<T>(found: T, expected: T): void {
  if (found !== expected) expect(found).toBe(expected);
}

class Model {
  readonly records: PackedRecords;
  readonly plain = new Map<string, number>();
  /** Numbers that were found for a key at some time. */
  readonly numbers = new Map<string, number>();

  constructor(hash: KeyHash) {
    invariant(table.packed, 'the table of this test is packed');
    this.records = new PackedRecords(table, table.packed, new Slabs(), hash);
  }

  take({ key: number, kind, value }: Step): void {
    const key = keyOf(number);
    const { records, plain } = this;
    const found = records.find(key);
    same(found === NO_RECORD, !plain.has(key));
    same(records.get(key), plain.get(key));
    const old = this.numbers.get(key);
    if (old !== undefined) same(records.holds(old, key), old === found);
    if (kind === 'load') {
      const loaded = records.load(Buffer.from(key, 'latin1'), u64Bytes(value));
      same(loaded === NO_RECORD, plain.has(key));
      if (loaded !== NO_RECORD) plain.set(key, value);
    } else if (kind === 'remove') {
      if (found !== NO_RECORD) records.remove(found);
      plain.delete(key);
    } else if (found !== NO_RECORD) {
      if (kind === 'put') {
        records.replace(found, value, u64Bytes(value));
        plain.set(key, value);
      }
    } else {
      const reserved = records.reserve(key);
      same(records.find(key), NO_RECORD);
      same(records.holds(reserved, key), false);
      if (kind === 'put') {
        records.show(reserved, key, value, u64Bytes(value));
        plain.set(key, value);
      } else records.release(reserved);
    }
    same(records.get(key), plain.get(key));
    const now = records.find(key);
    if (now !== NO_RECORD) this.numbers.set(key, now);
  }

  check(): void {
    const { records, plain } = this;
    expect(records.size).toBe(plain.size);
    expect(new Map(records.entries())).toEqual(plain);
    for (const [key, value] of plain) {
      same(records.value(records.find(key)), value);
      same(records.get(key), value);
    }
  }
}

test('packed records do what a Map does', () => {
  let steps = 0;
  let removed = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 300, size: 'max' }), fc.nat(3), (plan, which) => {
      const model = new Model(hashes[which] as KeyHash);
      for (const one of plan) {
        const before = model.plain.size;
        model.take(one);
        if (model.plain.size < before) removed++;
        steps++;
      }
      model.check();
    }),
    seededRuns('packed records', 1_000),
  );
  console.log(`${steps} steps, ${removed} records removed`);
  expect(steps).toBeGreaterThan(50_000);
  expect(removed).toBeGreaterThan(5_000);
});

test('many records over several slabs, half of them removed and added again under the same numbers', () => {
  const model = new Model(new KeyHash(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)));
  const count = 20_000;
  const key = (number: number): string => `${toBinary(u64Bytes(number))}.`;
  const put = (number: number, value: number): void => {
    const bytes = u64Bytes(value);
    model.records.show(model.records.reserve(key(number)), key(number), value, bytes);
    model.plain.set(key(number), value);
  };
  for (let number = 0; number < count; number++) put(number, number);
  model.check();
  for (let number = 0; number < count; number += 2) {
    model.records.remove(model.records.find(key(number)));
    model.plain.delete(key(number));
  }
  model.check();
  for (let number = 0; number < count; number += 2) put(number, number + 1);
  model.check();
  const numbers = new Set(Array.from({ length: count }, (_, number) => model.records.find(key(number))));
  expect(numbers.size).toBe(count);
  expect(Math.max(...numbers)).toBeLessThan(count + 1_024);
});

test('a key with a wide character is found nowhere, though its low bytes are a key', () => {
  const { records } = new Model(new KeyHash());
  const number = records.reserve('a');
  records.show(number, 'a', 1, u64Bytes(1));
  expect(records.find('a')).toBe(number);
  expect(records.find('š')).toBe(NO_RECORD);
  expect('š'.charCodeAt(0) & 0xff).toBe('a'.charCodeAt(0));
  expect(() => records.reserve('š')).toThrow('a key is not a binary string');
});

test('what was found last is forgotten with every change of its record', () => {
  const { records } = new Model(new KeyHash());
  let decoded = 0;
  const read = (bytes: Uint8Array, at: number): number => {
    decoded++;
    return readU64(bytes, at);
  };
  const counted = new PackedRecords(table, { bytes: 8, read }, new Slabs(), new KeyHash());
  const seen: unknown[] = [];
  for (const each of [records, counted]) {
    const see = (): unknown => seen.push(each.get('a'), each.get('a'));
    see();
    const number = each.reserve('a');
    see();
    each.show(number, 'a', 1, u64Bytes(1));
    see();
    each.replace(number, 2, u64Bytes(2));
    see();
    each.remove(number);
    see();
    each.load(Uint8Array.of(97), u64Bytes(3));
    see();
  }
  const once = [undefined, undefined, 1, 2, undefined, 3].flatMap((value) => [value, value]);
  expect(seen).toEqual([...once, ...once]);
  expect(decoded).toBe(3);
});

test('a value of another length is refused', () => {
  const { records } = new Model(new KeyHash());
  expect(() => records.load(Uint8Array.of(1), new Uint8Array(7))).toThrow(
    'a record of table numbers has 7 bytes instead of 8',
  );
  const number = records.reserve('a');
  expect(() => records.show(number, 'a', 1, new Uint8Array(9))).toThrow('has 9 bytes instead of 8');
});
