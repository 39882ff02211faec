/** The rows that the services keep in memory: never others than the database has, and never more than they may take. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { keyText } from '../../../engine/services/keys.js';
import { RowCache, type WrittenRow } from '../../../engine/services/rowCache.js';

import { bytesTable, keptTable, numberTable, type RowName, rowName } from '../../../engine/services/table.js';
import { SeededRandom, testSeed } from '../../support/random.js';

const tables = [
  numberTable(0xf2, 'rows of a test'),
  keptTable(numberTable(0xf3, 'rows of a test that are kept as they are written')),
] as const;
const kept = tables[1];

/** @param value undefined: deleted. */
const written = ({ table, key }: RowName, value: number | undefined, shownBytes?: number): WrittenRow => ({
  ...{ table, key },
  stored: value === undefined || !table.isKept ? undefined : table.encode(value),
  shown:
    value === undefined || shownBytes === undefined
      ? undefined
      : { bytes: shownBytes, make: () => ({ made: `made of ${value}`, bytes: shownBytes }) },
});

const STEPS = 20_000;

describe('rows in memory', () => {
  const seed = testSeed();

  test(`are those of the database, whatever is written, and within their bound (seed ${seed})`, () => {
    const random = new SeededRandom(seed);
    const cache = new RowCache(20_000);
    const stored = new Map<string, number>();
    let [hits, made, most, entered] = [0, 0, 0, 0];
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
        const names = new Map(Array.from({ length: random.below(4) }, any).map((each) => [text(each), each]));
        const rows = Array.from(names.values(), (each) => {
          if (random.chance(30)) stored.delete(text(each));
          else stored.set(text(each), step);
          return written(each, stored.get(text(each)), random.pick([undefined, 60, 2_000]));
        });
        cache.written(rows);
        for (const { table, key } of rows) {
          const now = cache.find(table.id, keyText(key));
          if (!table.isKept) expect(now).toBeUndefined();
          else if (now?.made !== undefined) entered++;
        }
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
    expect(entered).toBeGreaterThan(STEPS / 400);
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

  test('are there from their writing on, as they are stored, with what is shown of them', () => {
    const cache = new RowCache(2_560_000);
    const [one, other] = [rowName(kept, Uint8Array.of(1)), rowName(tables[0], Uint8Array.of(1))];
    const { epoch } = cache;
    cache.written([written(one, 1, 10_000), written(other, 1, 10)]);
    expect(cache.find(0xf3, keyText(one.key))).toMatchObject({ value: 1, made: 'made of 1' });
    expect(cache.find(0xf2, keyText(other.key))).toBeUndefined();
    // A read that began before found what was there then.
    cache.keep(0xf3, keyText(one.key), { value: 0, bytes: 8 }, epoch);
    cache.keepMade(0xf3, keyText(one.key), { made: 'made of 0', bytes: 8 }, epoch);
    expect(cache.find(0xf3, keyText(one.key))).toMatchObject({ value: 1, made: 'made of 1' });
    cache.written([written(one, 2)]);
    expect(cache.find(0xf3, keyText(one.key))).toEqual({
      ...cache.find(0xf3, keyText(one.key)),
      value: 2,
      made: undefined,
    });
    cache.written([written(one, undefined)]);
    expect(cache.find(0xf3, keyText(one.key))).toMatchObject({ value: undefined, made: undefined });
    // Nobody has asked for it: it drives out no hundred others.
    cache.written([written(one, 3, 10_001)]);
    expect(cache.find(0xf3, keyText(one.key))).toMatchObject({ value: 3, made: undefined });
    cache.failed();
    cache.written([]);
    expect(cache.size).toBe(0);
  });

  test('keep nothing else alive than they take', () => {
    const table = keptTable(bytesTable(0xf4, 'bytes of a test'));
    const cache = new RowCache(64_000);
    const part = new Uint8Array(1_000_000).subarray(8, 16);
    cache.written([{ ...rowName(table, Uint8Array.of(1)), stored: part, shown: undefined }]);
    const own = cache.find(table.id, keyText(Uint8Array.of(1)))?.value as Uint8Array | undefined;
    expect(own?.buffer.byteLength).toBe(8);
    cache.written([{ ...rowName(table, Uint8Array.of(1)), stored: new Uint8Array(2_049), shown: undefined }]);
    expect(cache.size).toBe(0);
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
    cache.written([written(rowName(tables[1], one.key), 1)]);
    expect(cache.findResult('sum')).toBe(3);
    for (const name of [one, two]) {
      cache.written([written(name, 2)]);
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
