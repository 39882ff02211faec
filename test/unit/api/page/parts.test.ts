/** What the page computes on its own: addresses, exact amounts, the meaning of a search. And what it must never do. */

import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { addressOfKey, sha256 } from '../../../../api/page/address.js';
import {
  age,
  duration,
  grouped,
  isoTime,
  label,
  scaleTop,
  shortened,
  timeLeft,
  units,
  xrge,
} from '../../../../api/page/format.js';
import { Heads } from '../../../../api/page/heads.js';
import { intervalSentence, intervalsOf } from '../../../../api/page/intervals.js';
import { readQuery } from '../../../../api/page/query.js';
import { formatXrge } from '../../../../engine/base/amounts.js';
import { addressOfKey as engineAddress } from '../../../../engine/crypto/address.js';
import { PUBLIC_KEY_BYTES } from '../../../../engine/crypto/mldsa.js';

describe('addresses', () => {
  test('SHA-256 is that of the platform, at every length around a block', () => {
    for (let length = 0; length <= 200; length++) {
      const message = randomBytes(length);
      expect(Buffer.from(sha256(message))).toEqual(createHash('sha256').update(message).digest());
    }
  });

  test('an address is the one that the engine gives the key', () => {
    for (let round = 0; round < 50; round++) {
      const key = randomBytes(PUBLIC_KEY_BYTES);
      expect(addressOfKey(key.toString('hex')), key.toString('hex')).toBe(engineAddress(key));
    }
    for (const other of ['', 'rouge1abc', 'ab'.repeat(1_951), 'zz'.repeat(PUBLIC_KEY_BYTES)])
      expect(addressOfKey(other)).toBeUndefined();
  });
});

describe('texts', () => {
  test.each([
    ['0', '0'],
    ['1', '0.000000001'],
    ['1000000000', '1'],
    ['1500000000', '1.5'],
    ['12345678901234567890', '12,345,678,901.23456789'],
    ['340282366920938463463374607431768211455', '340,282,366,920,938,463,463,374,607,431.768211455'],
    ['<b>', '<b>'],
  ])('%s quanta', (quanta, shown) => {
    expect(xrge(quanta)).toBe(shown);
    if (/^\d+$/.test(quanta)) expect(shown.replaceAll(',', '')).toBe(formatXrge(BigInt(quanta)));
  });

  test('numbers, times, lengths', () => {
    expect([grouped('1'), grouped('1234'), grouped('1234567'), units('1000'), units('x1')]).toEqual([
      '1',
      '1,234',
      '1,234,567',
      '1,000',
      'x1',
    ]);
    expect([duration(0.212), duration(404), duration(10_050), duration(undefined)]).toEqual([
      '212 µs',
      '404 ms',
      '10.1 s',
      '–',
    ]);
    expect([timeLeft(0), timeLeft(59), timeLeft(61), timeLeft(3_599), timeLeft(7_201)]).toEqual([
      '1 s left',
      '59 s left',
      '2 min left',
      '60 min left',
      '3 h left',
    ]);
    expect([age(-5), age(59_999), age(60_000), age(7_200_000), age(172_800_000)]).toEqual([
      '0 s ago',
      '59 s ago',
      '1 min ago',
      '2 h ago',
      '2 d ago',
    ]);
    expect([isoTime(0), isoTime(Number.NaN), isoTime(9e15)]).toEqual(['1970-01-01T00:00:00.000Z', '', '']);
    expect([shortened('a'.repeat(15)), shortened('0123456789abcdefgh')]).toEqual(['a'.repeat(15), '01234567…cdefgh']);
    expect([label('finality_v2'), label('blocksProposed')]).toEqual(['Finality v2', 'Blocks proposed']);
  });

  test('the top of a scale is round and holds the value', () => {
    for (const [value, top] of [
      [0, 1],
      [1, 1],
      [1.2, 2],
      [45, 50],
      [399, 400],
      [401, 500],
      [10_000, 10_000],
    ] as const)
      expect(scaleTop(value, 1)).toBe(top);
  });
});

test.each([
  ['7', 'block', '7'],
  ['#1,234', 'block', '1234'],
  ['007', 'block', '7'],
  [`${'AB'.repeat(32)}`, 'hash', 'ab'.repeat(32)],
  [`0x${'ab'.repeat(32)}`, 'hash', 'ab'.repeat(32)],
  ['1'.repeat(64), 'hash', '1'.repeat(64)],
  ['AB'.repeat(20), 'contract', 'ab'.repeat(20)],
  [`0x${'1'.repeat(40)}`, 'contract', '1'.repeat(40)],
  ['ROUGE1QQQ', 'address', 'rouge1qqq'],
  ['ab'.repeat(1_952), 'address', 'ab'.repeat(1_952)],
])('a search for %s', (text, kind, value) => {
  expect(readQuery(text)).toEqual({ kind, value });
});

test.each(['hello world', '1.5', '-1', 'ab'.repeat(16), '1'.repeat(16), '<b>', '1,2,3'])(
  'a search for "%s" is one for a name',
  (text) => {
    expect(readQuery(text)).toMatchObject({ kind: 'name', value: text });
  },
);

test.each(['', '  ', 'ab'.repeat(31), 'ab'.repeat(17)])('a search for "%s" leads nowhere', (text) => {
  expect(readQuery(text).kind).toBe('unknown');
});

describe('heads of blocks', () => {
  const head = (height: number, hash = `h${height}`) => ({
    height,
    hash,
    time: height * 400,
    txCount: height,
    proposer: undefined,
  });
  const heights = (heads: Heads): readonly number[] => heads.list.map(({ height }) => height);

  test('come in any order, some twice, and a gap is told', () => {
    const heads = new Heads();
    expect([heads.add(head(5)), heads.add(head(6)), heads.add(head(6)), heads.add(head(9))]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(heights(heads)).toEqual([9, 6, 5]);
    expect(heads.unbroken.map(({ height }) => height)).toEqual([9]);
    heads.merge([head(9), head(8), head(7)]);
    expect(heights(heads)).toEqual([9, 8, 7, 6, 5]);
    expect(heads.unbroken).toHaveLength(5);
    expect(heads.rate(3_600, 1_000)).toBe(9 + 8 + 7);
  });

  test('of another chain replace the old ones', () => {
    const heads = new Heads();
    heads.merge([head(500), head(499)]);
    heads.add(head(500, 'other'));
    expect(heights(heads)).toEqual([500]);
    heads.merge([head(1), head(0)]);
    expect(heights(heads)).toEqual([1, 0]);
  });
});

describe('intervals', () => {
  /** Blocks by the milliseconds since the one before, and how many transactions each had; newest last. */
  const heads = (...blocks: readonly (readonly [ms: number, txs: number])[]) => {
    let time = 1_000_000;
    const list = [[0, 1] as const, ...blocks].map(([ms, txCount], at) => {
      time += ms;
      return { height: at + 7, hash: String(at), time, txCount, proposer: undefined };
    });
    return list.reverse();
  };
  const idle = (...blocks: readonly (readonly [ms: number, txs: number])[]) =>
    intervalsOf(heads(...blocks), 60).map((interval) => interval.idle);

  test('empty blocks are rest, and so is the wait for the first transaction after it', () => {
    expect(idle([400, 3], [410, 2], [10_000, 0], [7_000, 1], [390, 2])).toEqual([false, false, true, true, false]);
    expect(idle([10_000, 0], [10_000, 0])).toEqual([true, true]);
    expect(idle([10_000, 0], [3_000, 1])).toEqual([true, false]);
    expect(intervalsOf(heads([1, 1], [2, 1], [3, 1]), 2).map(({ ms }) => ms)).toEqual([2, 3]);
    expect(intervalsOf([], 60)).toEqual([]);
  });

  test('a sentence says both', () => {
    const sentence = (...blocks: readonly (readonly [ms: number, txs: number])[]) =>
      intervalSentence(intervalsOf(heads(...blocks), 60));
    expect(sentence()).toBe('No two blocks yet.');
    expect(sentence([400, 1], [500, 1], [10_000, 0])).toBe(
      '400 ms to 500 ms from block to block at work. 1 at rest, after up to 10.0 s.',
    );
    expect(sentence([10_000, 0], [9_900, 0])).toBe('At rest: an empty block after 9.9 s to 10.0 s.');
  });
});

test('no source of the page turns text into markup or code', () => {
  const folder = new URL('../../../../api/page/', import.meta.url);
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(ts|html)$/.test(path),
  );
  const BANNED =
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|setHTML|srcdoc|\beval\(|new Function|javascript:|\son\w+="|https?:\/\/(?!www\.w3\.org\/2000\/svg)/;
  for (const path of sources)
    expect(BANNED.exec(readFileSync(new URL(path, folder), 'utf8'))?.[0], path).toBeUndefined();
  expect(sources.length).toBeGreaterThanOrEqual(18);
});
