/** Which display names are the same: every node must say so alike, whatever its runtime knows of Unicode. */

import { expect, test } from 'vitest';
import { displayNameKey, hasControls } from '../../../engine/ledger/displayName.js';

const same = (...names: readonly string[]): void => {
  expect(new Set(names.map(displayNameKey)).size, names.join(' | ')).toBe(1);
};

test('case, white space and what cannot be seen make no difference', () => {
  same('Alice', 'ALICE', 'alice', 'al\u200bice', '\u202ealice', 'al\u00adice', 'alice\ufe0f');
  same('A  B', 'a b', 'a\u00a0b', 'a \u2003 b', ' a b ');
  same('ÄÖÜ', 'äöü');
  same('ÞÀÖ', 'þàö');
  same('ΣΊΣΥΦΟΣ'.replace('Ί', 'Ι'), 'σισυφος', 'σισυφοσ');
  same('ЁЖИК', 'ёжик');
  same('Łódź', 'łÓDŹ');
  same('ŽĀĶ', 'žāķ');
});

test('different letters stay different, and a key is the bytes of its text', () => {
  const different = ['alice', 'alicé', 'a lice', 'al1ce', '\u0430lice', '×', '÷', 'ı', 'i', 'ß', 'ss', 'ÿ', 'ĸ', 'ŉ'];
  expect(new Set(different.map(displayNameKey)).size).toBe(different.length);
  expect(Buffer.from(displayNameKey('Äé金😀'), 'latin1').toString()).toBe('äé金😀');
  expect(displayNameKey('\u200b\ufeff ')).toBe('');
});

test('in the rows of its table, capital letters become the small ones of Unicode', () => {
  let checked = 0;
  for (const [first, last] of [
    [0x41, 0x5a],
    [0xc0, 0xde],
    [0x100, 0x17e],
    [0x391, 0x3a9],
    [0x400, 0x42f],
  ] as const)
    for (let code: number = first; code <= last; code++) {
      const letter = String.fromCodePoint(code);
      const small = letter.toLowerCase();
      // Two of the rows have a letter with an irregular small one: İ, Ÿ.
      if (small === letter || code === 0x130 || code === 0x178) continue;
      expect(displayNameKey(letter), letter).toBe(displayNameKey(small));
      expect(Buffer.from(displayNameKey(letter), 'latin1').toString()).toBe(small);
      checked++;
    }
  expect(checked).toBeGreaterThan(180);
});

test('controls are no part of a name', () => {
  for (const bad of ['\n', '\u0000', '\u007f', '\u009f']) expect(hasControls(`a${bad}b`)).toBe(true);
  expect(hasControls('Älice 😀')).toBe(false);
});
