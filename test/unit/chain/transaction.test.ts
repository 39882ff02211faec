/** The key that is cut out of the signed bytes and put in again. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesEqual, concatBytes, toHex, utf8 } from '../../../engine/base/bytes.js';
import { cutKey, joinKey, signedBytesOf, signedLengthOf } from '../../../engine/chain/transaction.js';
import { pattern } from '../../vectors/independent.js';

const key = pattern(1_952);
const keyHex = utf8(toHex(key));

describe('the cut of the key', () => {
  test('gives every text back, wherever the key stands, with its length', () => {
    let cuts = 0;
    let checked = 0;
    const part = fc.uint8Array({ maxLength: 40 });
    fc.assert(
      fc.property(
        fc.array(fc.oneof(part, fc.constant(keyHex), fc.constant(keyHex.subarray(1))), { maxLength: 5 }),
        (parts) => {
          const signed = concatBytes(...parts);
          const { text, keyAt } = cutKey(signed, key);
          expect(signedLengthOf(text, keyAt)).toBe(signed.length);
          expect(bytesEqual(joinKey(text, keyAt, key) ?? new Uint8Array(1), signed)).toBe(true);
          expect(keyAt > 0).toBe(Buffer.from(signed).includes(Buffer.from(keyHex)));
          if (keyAt > 0) cuts++;
          checked++;
        },
      ),
      { numRuns: 500 },
    );
    expect(checked).toBe(500);
    expect(cuts).toBeGreaterThan(100);
  });

  test('takes the first of two keys, and the key at either end', () => {
    const at = (...parts: Uint8Array[]): number => cutKey(concatBytes(...parts), key).keyAt;
    const a = utf8('a');
    expect([at(keyHex), at(keyHex, a), at(a, keyHex), at(a, keyHex, a, keyHex), at(a)]).toEqual([1, 1, 2, 2, 0]);
  });

  test('leaves a key in capitals in its place', () => {
    const signed = utf8(toHex(key).toUpperCase());
    expect(cutKey(signed, key)).toEqual({ text: signed, keyAt: 0 });
  });

  test('outside the text is no transaction', () => {
    const text = utf8('abc');
    expect([1, 4].map((keyAt) => joinKey(text, keyAt, key)?.length)).toEqual([3_907, 3_907]);
    expect([5, 2 ** 32 - 1].map((keyAt) => joinKey(text, keyAt, key))).toEqual([undefined, undefined]);
    const parts = { operation: 'transfer', publicKey: key, text, signature: new Uint8Array() };
    expect(signedBytesOf({ ...parts, keyAt: 5 })).toHaveLength(0);
    expect(signedBytesOf({ ...parts, keyAt: 4 })).toEqual(concatBytes(text, keyHex));
  });
});
