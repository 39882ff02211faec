/** Data URIs in base64: what is taken, what is not, and how long they are. */

import { expect, test } from 'vitest';
import { base64Bytes, base64OrDataUri, dataUri, dataUriCharacters } from '../../../engine/base/dataUri.js';
import { SeededRandom, testSeed } from '../../support/random.js';

const seed = testSeed();

test(`bytes of any length come back, and the length is known before, seed ${seed}`, () => {
  const random = new SeededRandom(seed);
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, () => random.below(256));
    const text = Buffer.from(bytes).toString('base64');
    const uri = dataUri('image/webp', bytes);
    expect(uri).toBe(`data:image/webp;base64,${text}`);
    expect(dataUriCharacters('image/webp', length)).toBe(uri.length);
    for (const good of [text, text.replace(/=+$/, ''), text.replaceAll('+', '-').replaceAll('/', '_')])
      expect(base64Bytes(good), good).toEqual(Buffer.from(bytes));
    expect(base64OrDataUri(uri)).toEqual(Buffer.from(bytes));
  }
});

test('what is not base64 throughout is refused', () => {
  const bad = [
    'A',
    'AAAAA',
    'AB CD',
    'AAAA\n',
    '\nAAAA',
    'AA=A',
    'AA==AAAA',
    '====',
    '=',
    'AAA*',
    'AAé=',
    'AAAA AAAA',
    '🚀🚀',
  ];
  for (const text of bad) expect(base64Bytes(text), JSON.stringify(text)).toBeUndefined();
  expect(bad.length).toBe(13);
});

test('a data URI names base64, whatever else it names', () => {
  const bytes = Buffer.from([1, 2, 3]);
  const good = ['AQID', 'data:;base64,AQID', 'data:image/png;base64,AQID', 'DATA:text/plain;charset=utf-8;BASE64,AQID'];
  for (const text of good) expect(base64OrDataUri(text), text).toEqual(bytes);
  const bad = [
    'data:',
    'data:image/png,AQID',
    'data:image/png;base64',
    'data:base64,AQID',
    `data:${'a'.repeat(300)};base64,AQID`,
  ];
  for (const text of [...bad, 'http://x/AQID', 'data:image/png;base64,AQ D'])
    expect(base64OrDataUri(text), text).toBeUndefined();
});
