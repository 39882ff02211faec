/** Wherever bytes lie in their memory, four at a time say of them what one after the other says. */

import { expect, test } from 'vitest';
import { isPlainAscii } from '../../../engine/base/ascii.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LONGEST = 40;
const BYTES = [0x00, 0x1f, 0x20, 0x21, QUOTE, 0x23, 0x5b, BACKSLASH, 0x5d, 0x7f, 0x80, 0xdc, 0xff];

const isPlain = (byte: number, other: number): boolean =>
  byte >= 0x20 && byte < 0x80 && byte !== BACKSLASH && byte !== other;

test('every byte at every place of every length is found or passed', () => {
  const wrong: string[] = [];
  let checked = 0;
  for (let length = 1; length <= LONGEST; length++)
    for (let before = 0; before < 8; before++) {
      // What stands around a part is no part of it.
      const memory = new Uint8Array(before + length + 5).fill(0x80);
      const bytes = memory.subarray(before, before + length).fill(0x61);
      for (let at = 0; at < length; at++) {
        for (const byte of BYTES)
          for (const other of [BACKSLASH, QUOTE]) {
            bytes[at] = byte;
            const expected = isPlain(byte, other);
            const isOk =
              isPlainAscii(bytes, 0, length, other) === expected &&
              isPlainAscii(memory, before, before + length, other) === expected;
            if (!isOk) wrong.push(`${length} bytes at ${before}: ${byte} at ${at}, without ${other}`);
            checked++;
          }
        bytes[at] = 0x61;
      }
    }
  expect(wrong).toEqual([]);
  expect(checked).toBe((8 * BYTES.length * 2 * LONGEST * (LONGEST + 1)) / 2);
});

test('of no bytes nothing is wrong, wherever they lie', () => {
  for (let at = 0; at < 8; at++) expect(isPlainAscii(new Uint8Array(8).subarray(at, at))).toBe(true);
});
