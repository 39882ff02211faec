/** What the page computes of tokens, pools and NFTs: prices and shares as text, the chart's intervals and steps, attributes of
 *  any shape, and what a search means. */

import { describe, expect, test } from 'vitest';
import type { Candle, NftRecord } from '../../../../api/page/assetAnswers.js';
import { attributeRows } from '../../../../api/page/attributeRows.js';
import { readout, summaryOf } from '../../../../api/page/candleText.js';
import { label, percent, price, scaled } from '../../../../api/page/format.js';
import { pictureOf } from '../../../../api/page/pictures.js';
import { readQuery } from '../../../../api/page/query.js';
import { bucketsOf, inverted, limitsOf, rangeFor, ranges, ticks } from '../../../../api/page/scales.js';
import { formatUnits } from '../../../../engine/base/amounts.js';
import { SeededRandom, testSeed } from '../../../support/random.js';

describe('numbers', () => {
  test.each([
    [0, '0'],
    [1, '1'],
    [2.286_144_9, '2.28614'],
    [1_234_567.89, '1,234,568'],
    [123.456_789, '123.457'],
    [0.000_012_345_678, '0.0000123457'],
    [1e-9, '0.000000001'],
    [9.99e-10, '9.99e-10'],
    [1.5e18, '1.5e+18'],
    [-2.5, '-2.5'],
    [0.999_999_9, '1'],
    [Number.NaN, '–'],
    [Number.POSITIVE_INFINITY, '–'],
  ])('a price of %d', (value, shown) => {
    expect(price(value)).toBe(shown);
  });

  test.each([
    [0, '0 %'],
    [100, '100 %'],
    [33.333_333, '33.3 %'],
    [0.3, '0.3 %'],
    [0.004, 'under 0.01 %'],
    [-4.567, '-4.57 %'],
    [12_345.6, '12,346 %'],
    [Number.NaN, '–'],
  ])('a share of %d', (value, shown) => {
    expect(percent(value)).toBe(shown);
  });

  test('base units with decimals are exact', () => {
    const random = new SeededRandom(testSeed());
    for (let round = 0; round < 300; round++) {
      const decimals = random.below(19);
      const units = BigInt(random.below(2 ** 31)) * BigInt(random.below(2 ** 31)) * BigInt(random.below(2 ** 20));
      expect(scaled(String(units), decimals).replaceAll(',', '')).toBe(formatUnits(units, decimals));
    }
    expect([scaled('<b>', 2), scaled('1234', 0)]).toEqual(['<b>', '1,234']);
  });

  test('labels keep the names of the field', () => {
    expect([label('nft_batch_mint'), label('lp_amount'), label('create_token')]).toEqual([
      'NFT batch mint',
      'LP amount',
      'Create token',
    ]);
  });
});

const candle = (timestamp: number, open: number, close: number, more: Partial<Candle> = {}): Candle => ({
  timestamp,
  open,
  close,
  high: Math.max(open, close),
  low: Math.min(open, close),
  volume_a: 1,
  volume_b: 2,
  swaps: 1,
  ...more,
});

const hour = ranges[0];

describe('intervals of the chart', () => {
  test('nothing gives nothing, and one candle is followed by its price', () => {
    expect(bucketsOf([], hour, 10_000)).toEqual([]);
    const buckets = bucketsOf([candle(6_000, 1, 2)], hour, 6_150);
    expect(buckets.map(({ at, close, swaps }) => [at, close, swaps])).toEqual([
      [6_000, 2, 1],
      [6_060, 2, 0],
      [6_120, 2, 0],
    ]);
  });

  test('gaps keep the price of the candle before, also the one before the range', () => {
    const now = 60 * 1_000;
    const old = candle(60, 5, 7);
    const recent = candle(now - 120, 7, 9);
    const buckets = bucketsOf([old, recent], hour, now);
    expect(buckets).toHaveLength(60);
    expect(buckets[0]).toEqual({ at: now - 59 * 60, open: 7, high: 7, low: 7, close: 7, volume: 0, swaps: 0 });
    expect(buckets.slice(-3).map(({ close, volume }) => [close, volume])).toEqual([
      [9, 2],
      [9, 0],
      [9, 0],
    ]);
  });

  test('weeks begin where the API lets them begin', () => {
    const year = ranges[5];
    const monday = 4 * 86_400;
    const buckets = bucketsOf(
      [candle(monday, 1, 2), candle(monday + 2 * year.step, 2, 3)],
      year,
      monday + 3 * year.step + 5,
    );
    expect(buckets.map(({ at, close }) => [at, close])).toEqual([
      [monday, 2],
      [monday + year.step, 2],
      [monday + 2 * year.step, 3],
      [monday + 3 * year.step, 3],
    ]);
  });

  test('a clock that is behind hides no candle', () => {
    expect(bucketsOf([candle(600, 1, 2)], hour, 0).map(({ at }) => at)).toEqual([600]);
  });

  test('the price of the other token has its limits the other way round', () => {
    const turned = inverted(candle(60, 2, 4, { high: 5, low: 1, volume_a: 10, volume_b: 30 }));
    expect(turned).toMatchObject({ open: 0.5, close: 0.25, high: 1, low: 0.2, volume_a: 30, volume_b: 10 });
  });

  test('a young pool gets the range that its life fills', () => {
    expect([0, 3_600, 3_601, 86_400, 604_800, 1e9].map((age) => rangeFor(age).name)).toEqual([
      '1 h',
      '1 h',
      '6 h',
      '1 d',
      '1 w',
      '1 y',
    ]);
  });
});

describe('axes', () => {
  test('steps are round, rise, and stay within the limits', () => {
    const random = new SeededRandom(testSeed());
    let shown = 0;
    for (let round = 0; round < 500; round++) {
      const low = random.below(1_000) * 10 ** (random.below(20) - 10);
      const high = low + (1 + random.below(1_000)) * 10 ** (random.below(20) - 10);
      const found = ticks(low, high, 6);
      const values = found.map(({ value }) => value);
      expect(values.length, `${low} to ${high}`).toBeLessThanOrEqual(7);
      for (const [at, value] of values.entries()) {
        expect(value).toBeGreaterThanOrEqual(low - 1e-6 * (high - low));
        expect(value).toBeLessThanOrEqual(high + 1e-6 * (high - low));
        if (at > 0) expect(value).toBeGreaterThan(values[at - 1] ?? Number.NaN);
      }
      shown += values.length;
    }
    expect(shown).toBeGreaterThan(1_000);
    expect(ticks(1.93, 2.12, 6).map(({ text }) => text)).toEqual(['1.95', '2.00', '2.05', '2.10']);
    expect([ticks(1, 1, 5), ticks(2, 1, 5), ticks(0, Number.NaN, 5)]).toEqual([[], [], []]);
  });

  test('one price has room above and below', () => {
    for (const value of [0, 1e-12, 3, 1e15]) {
      const [low, high] = limitsOf(bucketsOf([candle(60, value, value)], hour, 60));
      expect(low).toBeLessThanOrEqual(value);
      expect(high).toBeGreaterThan(value);
    }
  });
});

describe('the chart in words', () => {
  const picture = (candles: readonly Candle[]) => ({
    buckets: bucketsOf(candles, hour, 6_100),
    range: hour,
    base: 'GOLD',
    unit: 'XRGE',
  });

  test('the whole range', () => {
    expect(summaryOf(picture([]))).toBe('No price yet.');
    expect(summaryOf(picture([candle(6_000, 2, 2, { swaps: 0 })]))).toBe(
      'One GOLD is 2 XRGE; the price did not move in the last hour.',
    );
    expect(summaryOf(picture([candle(6_000, 2, 3), candle(6_060, 3, 2.5, { swaps: 4 })]))).toBe(
      'One GOLD is 2.5 XRGE: +25 % in the last hour, between 2 and 3, 5 swaps.',
    );
  });

  test('one interval', () => {
    const { buckets } = picture([candle(6_000, 2, 3, { high: 4, low: 1, volume_b: 12.5, swaps: 2 })]);
    const [first, second] = buckets.map((bucket) => readout(bucket, { range: hour, unit: 'XRGE' }));
    expect(first).toMatch(/: open 2, high 4, low 1, close 3 XRGE, 2 swaps of 12.5 XRGE$/);
    expect(second).toMatch(/: 3 XRGE, no swap$/);
  });
});

test.each([
  [undefined, []],
  ['', []],
  [
    [
      { trait_type: 'Colour', value: 'red' },
      { name: 'Size', value: 3 },
    ],
    [
      ['Colour', 'red'],
      ['Size', '3'],
    ],
  ],
  [
    ['a', { b: 1 }, null],
    [
      ['1', 'a'],
      ['2', '{"b":1}'],
      ['3', 'null'],
    ],
  ],
  [
    { colour: 'red', deep: { x: [1] } },
    [
      ['colour', 'red'],
      ['deep', '{"x":[1]}'],
    ],
  ],
  ['{"colour":"red"}', [['colour', 'red']]],
  ['{not json', [['Value', '{not json']]],
  ['plain', [['Value', 'plain']]],
  [7, [['Value', '7']]],
  [false, [['Value', 'false']]],
])('attributes %j', (attributes, rows) => {
  expect(attributeRows(attributes)).toEqual(rows);
});

test.each([
  ['$gold', { kind: 'token', value: 'gold' }],
  ['gold-xrge', { kind: 'pool', value: 'gold-xrge' }],
  [' GOLD / XRGE ', { kind: 'pool', value: 'GOLD-XRGE' }],
  ['col:0123456789abcdef:ART', { kind: 'collection', value: 'col:0123456789abcdef:ART' }],
  ['col:0123456789abcdef:ART#5', { kind: 'nft', value: 'col:0123456789abcdef:ART', tokenId: '5' }],
  ['col:0123456789abcdef:ART/05', { kind: 'nft', value: 'col:0123456789abcdef:ART', tokenId: '5' }],
])('a search for %s', (text, found) => {
  expect(readQuery(text)).toEqual(found);
});

test.each([
  'GOLD',
  'abcdef',
  'ELEVENCHARS',
  '<GOLD>',
  'GOLD-XRGE-ART',
  'col:',
  'col:<b>:ART',
  '$',
  'G OLD',
  'col:01:ART#x',
])('a search for "%s" is one for a name', (text) => {
  expect(readQuery(` ${text} `)).toMatchObject({ kind: 'name', value: text });
});

const nft = (more: Partial<NftRecord>): NftRecord => ({
  collection_id: 'col:0123456789abcdef:ART',
  token_id: 1,
  owner: 'x',
  name: 'x',
  locked: false,
  minted_at: 1,
  ...more,
});

describe('the picture of an NFT', () => {
  const data = 'data:image/png;base64,AAAA';

  test.each([
    [{ attributes: { image: data } }, { src: data, host: undefined }],
    [{ attributes: JSON.stringify({ image: data }) }, { src: data, host: undefined }],
    [{ metadata_uri: data }, { src: data, host: undefined }],
    [{ attributes: { image: 'https://a.example/x' } }, { src: 'https://a.example/x', host: 'a.example' }],
    [{ metadata_uri: 'https://a.example/x.PNG?y' }, { src: 'https://a.example/x.PNG?y', host: 'a.example' }],
    [{ attributes: { image: 'javascript:1', image_url: data } }, { src: data, host: undefined }],
  ] as const)('%j is shown', (more, picture) => {
    expect(pictureOf(nft(more))).toEqual(picture);
  });

  test.each([
    {},
    { metadata_uri: 'https://a.example/metadata.json' },
    { metadata_uri: 'http://a.example/x.png' },
    { metadata_uri: 'https://user:word@a.example/x.png' },
    { metadata_uri: 'ipfs://x.png' },
    { metadata_uri: 'data:image/svg+xml;base64,AAAA' },
    { metadata_uri: 'data:text/html;base64,AAAA' },
    { metadata_uri: `https://a.example/${'x'.repeat(2_048)}.png` },
    { attributes: ['image', data] },
    { attributes: { image: { src: data } } },
    { attributes: 'image' },
    { attributes: JSON.parse(`{"__proto__":{"image":"${data}"}}`) as unknown },
  ])('%j is not', (more) => {
    expect(pictureOf(nft(more))).toBeUndefined();
    expect(pictureOf(nft(more), data)).toEqual({ src: data, host: undefined });
  });
});
