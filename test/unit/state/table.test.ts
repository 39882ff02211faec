/** Tables: numbers are checked, keys and values become exactly these bytes. */

import { describe, expect, test } from 'vitest';
import { toHex, writeU128 } from '../../../engine/base/bytes.js';
import { InvariantError } from '../../../engine/base/refusal.js';
import { defineTable, stateKey, type Table } from '../../../engine/state/table.js';

const units = (id: number, name = 'units'): Table<bigint> =>
  defineTable({
    id,
    name,
    encode: (value) => {
      const bytes = new Uint8Array(16);
      writeU128(bytes, 0, value);
      return bytes;
    },
    decode: (bytes) => BigInt(`0x${toHex(bytes)}`),
  });

describe('a table', () => {
  test.each([0, 128, -1, 1.5, Number.NaN])('refuses the number %s', (id) => {
    expect(() => units(id)).toThrow(InvariantError);
  });

  test.each([1, 127])('takes the number %s', (id) => {
    expect(units(id).id).toBe(id);
  });

  test('needs a name', () => {
    expect(() => units(1, '')).toThrow('table 1 has no name');
  });

  test('cannot be changed afterwards', () => {
    expect(Object.isFrozen(units(1))).toBe(true);
  });

  test('encodes big-endian and reads back', () => {
    const table = units(1);
    expect(toHex(table.encode(0x0102n))).toBe('00000000000000000000000000000102');
    expect(table.decode(table.encode(2n ** 127n))).toBe(2n ** 127n);
  });
});

describe('the full key', () => {
  test('is the table number and then one byte per character', () => {
    expect(toHex(stateKey(units(5), '\x00\x7f\x80\xffA'))).toBe('05007f80ff41');
  });

  test('of a single record is the number alone', () => {
    expect(toHex(stateKey(units(127), ''))).toBe('7f');
  });

  test('owns its memory, so it can be transferred', () => {
    expect(stateKey(units(5), 'abc').buffer.byteLength).toBe(4);
  });
});
