/** Which display names are valid and which are the same: every node must say so alike, whatever its runtime knows of Unicode. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { displayNameKey, isDisplayName } from '../../../engine/ledger/displayName.js';
import { UNICODE_VERSION } from '../../../engine/ledger/displayNameTable.js';
import { displayNameTable } from '../../support/displayNameSource.js';

const same = (...names: readonly string[]): void => {
  for (const name of names) expect(isDisplayName(name), name).toBe(true);
  expect(new Set(names.map(displayNameKey)).size, names.join(' | ')).toBe(1);
};

/** The runtime is a second opinion where it knows the same version. */
const isSameVersion = process.versions.unicode === UNICODE_VERSION;

test.runIf(isSameVersion)('the table is what the runtime says of its version of Unicode', () => {
  const file = new URL('../../../engine/ledger/displayNameTable.ts', import.meta.url);
  expect(readFileSync(file, 'utf8') === displayNameTable()).toBe(true);
});

test('case, white space and how letters are put together make no difference', () => {
  same('Alice', 'ALICE', 'alice');
  same('A  B', 'a b', 'a\u00a0b', 'a \u2003 b', ' a b ');
  same('ÄÖÜ', 'äöü', 'a\u0308o\u0308u\u0308', 'A\u0308ÖÜ');
  same('Ÿ', 'ÿ');
  same('ΆΈΎΣ', 'άέύς', 'άέύσ');
  same('ẮẬỮ', 'ắậữ', 'a\u0306\u0301a\u0323\u0302u\u031b\u0303');
  same('ԲԱՐԵՎ', 'բարեվ');
  same('ᲓᲐ', 'და');
  same('Ａｂ', 'ａＢ');
  same('ЁЖИК', 'ёжик');
  same('ŽĀĶŁÞ', 'žāķłþ');
  same('한글', '\u1112\u1161\u11ab\u1100\u1173\u11af');
  same('K', '\u212a', 'k');
  same('ẞ', 'ß');
  // Marks below and above a letter, in both orders.
  same('q\u0307\u0323', 'q\u0323\u0307');
  same('❤️', '❤');
});

test('different letters stay different, and a key is the bytes of its text', () => {
  const different = ['alice', 'alicé', 'a lice', 'al1ce', '\u0430lice', '×', '÷', 'ı', 'i', 'ß', 'ss', 'ÿ', 'ĸ', 'ŉ'];
  expect(new Set(different.map(displayNameKey)).size).toBe(different.length);
  expect(displayNameKey('q\u0307\u0301')).not.toBe(displayNameKey('q\u0301\u0307'));
  expect(Buffer.from(displayNameKey('Xé金😀'), 'latin1').toString()).toBe('xe\u0301金😀');
});

test('nothing that cannot be seen is in a name, nothing unknown, and no mark without a letter', () => {
  const unseen = [
    '\u200b',
    '\u00ad',
    '\u202e',
    '\ufeff',
    '\u2800',
    '\u{1d173}',
    '\u{e0041}',
    '\u3164',
    '\u115f',
    '\ufffc',
  ];
  const others = [
    '\n',
    '\u0000',
    '\u007f',
    '\u009f',
    '\u2028',
    '\ue000',
    '\u0890',
    '\uffff',
    '\u0378',
    '\ufe0f',
    '\u200d',
  ];
  for (const bad of [...unseen, ...others]) {
    expect(isDisplayName(`a${bad}b`), JSON.stringify(bad)).toBe(false);
    expect(isDisplayName(bad), JSON.stringify(bad)).toBe(false);
  }
  for (const bad of ['\u0301', ' \u0301', 'a \u0301', '', ' ', '\u00a0']) expect(isDisplayName(bad)).toBe(false);
  for (const good of ['Älice 😀', '👩🏽‍💻 ❤️', 'नमस्ते', 'สวัสดี', "O'Neill-1", '名前', 'مرحبا', '🇩🇪'])
    expect(isDisplayName(good), good).toBe(true);
});

test.runIf(isSameVersion)('every character: its cases and its canonical forms are one name', () => {
  let checked = 0;
  for (let code = 0; code < 0x110000; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const text = String.fromCodePoint(code);
    if (text.toLowerCase() === text && text.toUpperCase() === text && text.normalize('NFD') === text) continue;
    if (!isDisplayName(text)) continue;
    const name = `x${text}`;
    const key = displayNameKey(name);
    for (const form of ['NFC', 'NFD'] as const)
      if (displayNameKey(name.normalize(form)) !== key) expect.fail(`${form} of ${code.toString(16)}`);
    for (const other of [text.toLowerCase(), text.toUpperCase()])
      if ([...other].length === 1 && new RegExp(`^${text.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')}$`, 'iu').test(other)) {
        if (displayNameKey(`x${other}`) !== key) expect.fail(`case of ${code.toString(16)}`);
        checked++;
      }
  }
  expect(checked).toBeGreaterThan(12_000);
});
