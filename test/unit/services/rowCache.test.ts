/** The rows that the services keep in memory: never others than the database has, and never more than they may take. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { keyText } from '../../../engine/services/keys.js';
import { RowCache } from '../../../engine/services/rowCache.js';

import { bytesTable, type RowName, rowName } from '../../../engine/services/table.js';
import { SeededRandom, testSeed } from '../../support/random.js';

const tables = [bytesTable(0xf2, 'rows of a test'), bytesTable(0xf3, 'other rows of a test')] as const;
const STEPS = 20_000;

describe('rows in memory', () => {
  const seed = testSeed();

  test(`are those of the database, whatever is written, and within their bound (seed ${seed})`, () => {
    const random = new SeededRandom(seed);
    const cache = new RowCache(20_000);
    const stored = new Map<string, number>();
    let [hits, made, most] = [0, 0, 0];
    const any = (): RowName => rowName(random.pick(tables), Uint8Array.of(random.below(4), random.below(60)));
    const text = ({ table, key }: RowName): string => `${table.id} ${keyText(key)}`;
    /** Reads under way: what they found, and when they began. */
    const reading: (() => void)[] = [];
    for (let step = 0; step < STEPS; step++) {
      const name = any();
      const { id } = name.table;
      const key = keyText(name.key);
      const kept = cache.find(id, key);
      if (kept) {
        expect(kept.value).toBe(stored.get(text(name)));
        if (kept.made !== undefined) expect(kept.made).toBe(`made of ${kept.value}`);
        hits++;
        if (kept.made !== undefined) made++;
      }
      const action = random.below(10);
      if (action < 6) {
        const { epoch } = cache;
        const value = stored.get(text(name));
        reading.push(() => {
          cache.keep(id, key, { value, bytes: random.below(300) }, epoch);
          cache.keepMade(id, key, { made: `made of ${value}`, bytes: random.below(2_000) }, epoch);
        });
      } else if (action < 9) {
        for (const end of reading.splice(0)) end();
      } else if (random.chance(95)) {
        const names = Array.from({ length: random.below(4) }, any);
        for (const each of names)
          if (random.chance(30)) stored.delete(text(each));
          else stored.set(text(each), step);
        cache.written(names);
      } else {
        // The group may have become durable, which is seen when the database is opened anew.
        cache.failed();
        if (random.chance(50)) stored.set(text(any()), step);
        expect(cache.size).toBe(0);
      }
      most = Math.max(most, cache.bytes);
      expect(cache.bytes).toBeLessThanOrEqual(cache.mostBytes);
    }
    expect(hits).toBeGreaterThan(STEPS / 100);
    expect(made).toBeGreaterThan(STEPS / 400);
    expect(most).toBeGreaterThan(cache.mostBytes / 2);
  });

  test('keep what is asked for again while others come and go', () => {
    const cache = new RowCache(64_000);
    const keep = (key: string): void => cache.keep(0xf2, key, { value: key, bytes: 8 }, cache.epoch);
    keep('asked for');
    keep('forgotten');
    for (let at = 0; at < 2_000; at++) {
      keep(`passing ${at}`);
      expect(cache.find(0xf2, 'asked for')?.value).toBe('asked for');
    }
    expect(cache.find(0xf2, 'forgotten')).toBeUndefined();
  });

  test('are not kept when they are large, nor what was made of them when it would drive out too much', () => {
    const cache = new RowCache(64_000);
    cache.keep(0xf2, 'large', { value: 1, bytes: 2_049 }, cache.epoch);
    expect(cache.find(0xf2, 'large')).toBeUndefined();
    cache.keep(0xf2, 'small', { value: 1, bytes: 2_048 }, cache.epoch);
    cache.keepMade(0xf2, 'small', { made: 'much', bytes: 4_001 }, cache.epoch);
    expect(cache.find(0xf2, 'small')).toMatchObject({ value: 1, made: undefined });
    cache.keepMade(0xf2, 'small', { made: 'less', bytes: 4_000 }, cache.epoch);
    expect(cache.find(0xf2, 'small')).toMatchObject({ value: 1, made: 'less' });
    // A page without memory for it.
    const none = new RowCache(0);
    none.keep(0xf2, 'small', { value: 1, bytes: 8 }, none.epoch);
    expect([none.find(0xf2, 'small'), none.bytes, none.size]).toEqual([undefined, 0, 0]);
  });

  test('take results with them that follow from them', () => {
    const cache = new RowCache(64_000);
    const [one, two] = [1, 2].map((at) => rowName(tables[0], Uint8Array.of(at))) as [RowName, RowName];
    const read = ({ table, key }: RowName, value: unknown): void =>
      cache.keep(table.id, keyText(key), { value, bytes: 8 }, cache.epoch);
    const keep = (): void => cache.keepResult('sum', 3, [one, two], 100, cache.epoch);
    keep();
    expect(cache.findResult('sum')).toBeUndefined();
    read(one, 1);
    read(two, undefined);
    keep();
    expect(cache.findResult('sum')).toBe(3);
    cache.written([rowName(tables[1], one.key)]);
    expect(cache.findResult('sum')).toBe(3);
    for (const name of [one, two]) {
      cache.written([name]);
      expect(cache.findResult('sum')).toBeUndefined();
      // The row as it is now leads to another result.
      read(name, 2);
      expect(cache.findResult('sum')).toBeUndefined();
      keep();
      expect(cache.findResult('sum')).toBe(3);
    }
    const { epoch } = cache;
    cache.written([]);
    cache.keepResult('late', 4, [one], 100, epoch);
    expect(cache.findResult('late')).toBeUndefined();
    // A row that is driven out is not watched any more.
    for (let at = 0; at < 1_000; at++) read(rowName(tables[1], Uint8Array.of(at >> 8, at)), at);
    expect(cache.findResult('sum')).toBeUndefined();
  });

  test('take about as much memory as they say', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const used = (): number => {
      collect();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const cache = new RowCache(16 * 1024 * 1024);
    const before = used();
    for (let at = 0; at < 150_000; at++) {
      const key = keyText(Uint8Array.from(Buffer.from(String(at).padStart(40, '0'))));
      const value = { author: 'a'.repeat(16) + at, timestamp: at + 0.5, height: at, isErased: false };
      cache.keep(0xf2, key, { value, bytes: 53 }, cache.epoch);
    }
    const taken = used() - before;
    expect(cache.bytes).toBeGreaterThan(cache.mostBytes / 2);
    expect(taken / cache.mostBytes).toBeLessThan(1.5);
    expect(cache.size).toBeGreaterThan(20_000);
  });
});
