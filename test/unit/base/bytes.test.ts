/** Texts and integers of bytes, byte order; the limits agree, every refusal has a status. */

import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import * as bytes from '../../../engine/base/bytes.js';
import { assertLimits } from '../../../engine/base/limits.js';
import { InvariantError, Refusal, refusalCodes, refusalStatus } from '../../../engine/base/refusal.js';

afterEach(() => {
  vi.restoreAllMocks();
});

const someBytes = fc.uint8Array({ maxLength: 80 });

describe('parts', () => {
  test('are joined however many they are: a call cannot take as many arguments', () => {
    const parts = Array.from({ length: 300_000 }, (_, index) => Uint8Array.of(index & 0xff));
    const joined = bytes.joinBytes(parts);
    expect(joined.length).toBe(parts.length);
    expect([joined[0], joined[255], joined[256], joined[299_999]]).toEqual([0, 255, 0, 299_999 & 0xff]);
    expect(bytes.concatBytes(joined.subarray(0, 2), joined.subarray(254, 256))).toEqual(Uint8Array.of(0, 1, 254, 255));
  });
});

describe('texts of bytes', () => {
  test('give the bytes back', () => {
    let checked = 0;
    fc.assert(
      fc.property(someBytes, fc.nat(8), (data, offset) => {
        // A view into a larger buffer, as every packet holds.
        const view = bytes.concatBytes(new Uint8Array(offset), data).subarray(offset);
        const hex = Buffer.from(data).toString('hex');
        expect(bytes.toHex(view)).toBe(hex);
        expect(bytes.fromHex(hex.toUpperCase(), data.length)).toEqual(data);
        expect(bytes.binaryToHex(bytes.toBinary(view))).toBe(hex);
        expect(bytes.fromBinary(bytes.toBinary(view))).toEqual(data);
        checked++;
      }),
      { numRuns: 300 },
    );
    expect(checked).toBe(300);
  });

  test.each(['0', 'zz', '\u0130\u0131', '0g', '00 ', ' 00', '0x00', '00\n', '０0'])('%j is no hex', (text) => {
    expect(bytes.fromHex(text)).toBeUndefined();
  });

  test('hex of another length than asked for is refused', () => {
    expect(bytes.fromHex('00', 2)).toBeUndefined();
    expect(bytes.fromHex('', 0)).toEqual(new Uint8Array());
  });

  test('UTF-8 is read strictly, byte order mark kept', () => {
    expect(bytes.decodeUtf8(bytes.utf8('\ufeffé😀'))).toBe('\ufeffé😀');
    // A lone continuation, an overlong slash, a surrogate half, above U+10FFFF, a cut sequence.
    const broken = ['80', 'c0af', 'eda080', 'f4908080', 'e282'];
    expect(broken.map((hex) => bytes.decodeUtf8(Buffer.from(hex, 'hex')))).toEqual(broken.map(() => undefined));
  });
});

test('a full native stack is not broken UTF-8: how deep it is differs between nodes', () => {
  const full = new RangeError('Maximum call stack size exceeded');
  vi.spyOn(TextDecoder.prototype, 'decode').mockImplementation(() => {
    throw full;
  });
  expect(() => bytes.decodeUtf8(bytes.utf8('ä'))).toThrow(full);
});

describe('integers', () => {
  const u64 = fc.oneof(fc.maxSafeNat(), fc.constantFrom(0, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1));
  const edges = [32n, 53n, 63n, 64n, 96n, 128n].flatMap((bits) => [(1n << bits) - 1n, (1n << bits) & bytes.U128_MAX]);
  const u128 = fc.oneof(fc.bigInt({ min: 0n, max: bytes.U128_MAX }), fc.constantFrom(...edges));

  test('come back, and their bytes are in their order', () => {
    let checked = 0;
    fc.assert(
      fc.property(u64, u64, u128, u128, (a, b, c, d) => {
        expect(bytes.readU64(bytes.u64Bytes(a), 0)).toBe(a);
        expect(Math.sign(bytes.compareBytes(bytes.u64Bytes(a), bytes.u64Bytes(b)))).toBe(Math.sign(a - b));
        const target = new Uint8Array(40);
        bytes.writeU128(target, 3, c);
        bytes.writeU128(target, 19, d);
        expect([bytes.readU128(target, 3), bytes.readU128(target, 19)]).toEqual([c, d]);
        const order = bytes.compareBytes(target.subarray(3, 19), target.subarray(19, 35));
        expect(order < 0).toBe(c < d);
        checked++;
      }),
      { numRuns: 500 },
    );
    expect(checked).toBe(500);
  });

  test('that do not fit are a bug of the caller', () => {
    const target = new Uint8Array(16);
    for (const value of [-1, 0.5, 2 ** 53, Number.NaN]) expect(() => bytes.u64Bytes(value)).toThrow(InvariantError);
    for (const value of [-1n, 1n << 128n]) expect(() => bytes.writeU128(target, 0, value)).toThrow(InvariantError);
    expect(() => bytes.readU64(Buffer.from('0020000000000000', 'hex'), 0)).toThrow(InvariantError);
  });
});

test('byte order is unsigned, a prefix comes first', () => {
  const sorted = [[], [0], [0, 0], [1], [127, 255], [128], [255], [255, 0]].map((list) => Uint8Array.from(list));
  const pairs = sorted.flatMap((a, i) =>
    sorted.map((b, j) => Math.sign(bytes.compareBytes(a, b)) === Math.sign(i - j)),
  );
  expect(pairs).toEqual(Array(64).fill(true));
  expect(sorted.filter((a) => bytes.bytesEqual(a, Uint8Array.of(0)))).toHaveLength(1);
});

test('the limits do not contradict each other', () => {
  expect(assertLimits).not.toThrow();
});

test('every code of refusal has an HTTP status that means no', () => {
  expect(refusalCodes.length).toBe(new Set(refusalCodes).size);
  const statuses = refusalCodes.map((code) => new Refusal(code, 'no').status);
  expect(statuses).toEqual(refusalCodes.map((code) => refusalStatus[code]));
  expect(statuses.filter((status) => status < 400 || status > 599)).toEqual([]);
});
