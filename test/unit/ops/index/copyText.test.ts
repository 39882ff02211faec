/** Texts as COPY takes them: what PostgreSQL reads is what was written, where it can store it at all. */

import { describe, expect, test } from 'vitest';
import { bytesOf, flag, freeOrNull, freeText, json, jsonOrNull, orNull } from '../../../../ops/index/copyText.js';

/** What COPY makes of a field (PostgreSQL, "Text Format"). */
function read(field: string): string | null {
  if (field === '\\N') return null;
  const letters: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\\': '\\' };
  return field.replace(/\\(.)/gs, (_, letter: string) => letters[letter] ?? letter);
}

describe('fields', () => {
  test('free text comes back as it was', () => {
    for (const text of ['', 'plain', 'a\tb\nc\rd\\e', '\\N', 'ünï€😀', '\\.', '"quoted"']) {
      expect(read(freeText(text))).toBe(text);
      expect(freeText(text)).not.toMatch(/[\t\n\r]/);
    }
    expect(read(freeText('a\0b'))).toBe('a\uFFFDb');
  });

  test('nothing is NULL, and an empty text is not', () => {
    expect([orNull(null), freeOrNull(undefined), bytesOf(''), flag(undefined), jsonOrNull(undefined)]).toEqual(
      Array(5).fill('\\N'),
    );
    expect([orNull(''), freeOrNull('')]).toEqual(['', '']);
    expect([flag(true), flag(false)]).toEqual(['t', 'f']);
    expect(read(bytesOf('00ff'))).toBe('\\x00ff');
  });
});

describe('JSON', () => {
  test('comes back as the same value', () => {
    for (const value of [{ a: [1, 'two\n\t"\\', null, true] }, 'x', {}, { 'k\\ey': 'v\u2028' }])
      expect(JSON.parse(read(json(value)) ?? '')).toEqual(value);
  });

  test('has neither U+0000 nor a half of a surrogate pair, in members and their names', () => {
    const written = read(json({ 'na\0me': ['a\0b', '\ud83d', '😀', { deep: 'x\udc00y' }] })) ?? '';
    expect(written).not.toMatch(/\\u(?:0000|d[89a-f])/i);
    expect(JSON.parse(written)).toEqual({ 'na\uFFFDme': ['a\uFFFDb', '\uFFFD', '😀', { deep: 'x\uFFFDy' }] });
  });

  test('an escaped backslash before u0000 is text', () => {
    expect(JSON.parse(read(json({ a: '\\u0000' })) ?? '')).toEqual({ a: '\\u0000' });
  });
});
