/** The packed batch that goes to the store's thread: everything put in comes back, and damaged bytes are refused. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromBinary, toBinary, toHex, utf8 } from '../../../engine/base/bytes.js';
import { InvariantError } from '../../../engine/base/refusal.js';
import { BatchWriter, type Bytes, batchCount, readBatch } from '../../../engine/store/batch.js';

/** A put is [key, value], a delete is [key]. */
type Operation = readonly [string, string] | readonly [string];

function operationsOf(bytes: Uint8Array): Operation[] {
  const operations: Operation[] = [];
  readBatch(bytes, {
    put: (key, value) => operations.push([toBinary(key), toBinary(value)]),
    delete: (key) => operations.push([toBinary(key)]),
  });
  return operations;
}

function pack(operations: readonly Operation[], form: (text: string) => Bytes, firstBytes?: number): Uint8Array {
  const writer = new BatchWriter(firstBytes);
  for (const [key, value] of operations) {
    if (value === undefined) writer.delete(form(key));
    else writer.put(form(key), form(value));
  }
  expect(writer.count).toBe(operations.length);
  const length = writer.byteLength;
  const bytes = writer.finish();
  expect(bytes.length).toBe(length);
  return bytes;
}

const asIs = (text: string): Bytes => text;

const binaryString = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.uint8Array({ minLength, maxLength }).map(toBinary);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.tuple(binaryString(1, 80), binaryString(0, 300)),
  fc.tuple(binaryString(1, 80)),
);

describe('a packed batch', () => {
  test('gives back what was put in, in order, whatever the form of the bytes and the first size', () => {
    let checked = 0;
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 60 }), fc.nat(200), (operations, firstBytes) => {
        const fromStrings = pack(operations, asIs, firstBytes);
        expect(operationsOf(fromStrings)).toEqual(operations);
        expect(toHex(pack(operations, fromBinary))).toBe(toHex(fromStrings));
        expect(batchCount(fromStrings)).toBe(operations.length);
        checked++;
      }),
      { numRuns: 300 },
    );
    expect(checked).toBe(300);
  });

  test('has the layout that its header names', () => {
    const writer = new BatchWriter();
    writer.put(utf8('ab'), utf8('xyz'));
    writer.deleteIn(7, utf8('c'));
    writer.putIn(255, 'd', '');
    expect(toHex(writer.finish())).toBe(
      ['00000003', '0002', '00000003', '6162', '78797a', '0002', 'ffffffff', '0763', '0002', '00000000', 'ff64'].join(
        '',
      ),
    );
  });

  test('holds a full block, and starts at the start of its buffer', () => {
    const writer = new BatchWriter();
    const key = new Uint8Array(40).fill(1);
    for (let i = 0; i < 20_000; i++) writer.put(key, key);
    const bytes = writer.finish();
    expect(bytes.byteOffset).toBe(0);
    expect(bytes.length).toBe(4 + 20_000 * 86);
    expect(operationsOf(bytes)).toHaveLength(20_000);
  });

  test('may be empty', () => {
    expect(operationsOf(new BatchWriter().finish())).toEqual([]);
  });

  test('refuses keys and values it cannot carry', () => {
    const writer = new BatchWriter();
    expect(() => writer.put('', 'value')).toThrow(InvariantError);
    expect(() => writer.put(new Uint8Array(65_536), 'value')).toThrow(InvariantError);
    expect(() => writer.putIn(1, new Uint8Array(65_535), 'value')).toThrow(InvariantError);
    expect(() => writer.put('key', 'wide \u0100')).toThrow(/binary string/);
    writer.finish();
    expect(() => writer.put('a', 'b')).toThrow(/finished/);
    expect(() => writer.finish()).toThrow(/finished/);
  });

  test('that lost, gained or changed a length is refused', () => {
    const operations: Operation[] = [['key', 'value'], ['gone'], ['k', '']];
    const whole = pack(operations, asIs);
    let refused = 0;
    for (let length = 0; length < whole.length; length++) {
      expect(() => operationsOf(whole.slice(0, length))).toThrow(InvariantError);
      refused++;
    }
    const longer = new Uint8Array(whole.length + 1);
    longer.set(whole);
    expect(() => operationsOf(longer)).toThrow(/continues/);
    // The count and the first entry's two lengths.
    for (let at = 0; at < 10; at++) {
      const changed = whole.slice();
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      expect(() => operationsOf(changed)).toThrow(InvariantError);
      refused++;
    }
    expect(refused).toBe(whole.length + 10);
  });

  test('can be read at any place in a larger buffer', () => {
    const operations: Operation[] = [['key', 'value']];
    const whole = pack(operations, asIs);
    const shifted = new Uint8Array(whole.length + 9);
    shifted.set(whole, 5);
    expect(operationsOf(shifted.subarray(5, 5 + whole.length))).toEqual(operations);
  });
});
