/** What a contract keeps, in pages: every record once and exactly, after the tip and in an archive at every height. */

import { describe, expect, test } from 'vitest';
import { compareBytes, fromHex, toHex, utf8 } from '../../../engine/base/bytes.js';
import { contractStorage, storageKey } from '../../../engine/ledger/contractTables.js';
import { stateKey } from '../../../engine/state/table.js';
import { BatchWriter } from '../../../engine/store/batch.js';
import {
  type ContractStatePage,
  contractState,
  keyBytes,
  keyText,
  valueText,
} from '../../../engine/store/contractRecords.js';
import type { KeyReader } from '../../../engine/store/port.js';
import { openMemoryStore } from '../../support/memoryStore.js';
import { SeededRandom, testSeed } from '../../support/random.js';

const CONTRACT = 'ab'.repeat(20);
/** Neighbours in the order of keys. */
const OTHERS = [`${'ab'.repeat(19)}aa`, `${'ab'.repeat(19)}ac`];

const recordKey = (key: Uint8Array, contract = CONTRACT): Uint8Array =>
  stateKey(contractStorage, storageKey(contract, key));

interface Page {
  readonly state: Readonly<Record<string, string>>;
  readonly entries: readonly { readonly key_hex: string; readonly value_hex: string }[];
  readonly count: number;
  readonly next_cursor: string | null;
}

async function read(reader: KeyReader, page: Omit<ContractStatePage, 'contract'>): Promise<Page> {
  const pieces: Uint8Array[] = [];
  for await (const piece of contractState(reader, { contract: CONTRACT, ...page })) pieces.push(piece.slice());
  return JSON.parse(`{"state":{${Buffer.concat(pieces).toString('utf8')}}`) as Page;
}

/** All pages of one size. */
async function readAll(reader: KeyReader, page: Omit<ContractStatePage, 'contract'>): Promise<Page[]> {
  const pages: Page[] = [];
  for (let first: string | null = ''; first !== null; first = pages.at(-1)?.next_cursor ?? null)
    pages.push(await read(reader, { ...page, first }));
  return pages;
}

const allEntries = (pages: readonly Page[]) =>
  pages.flatMap(({ entries }) => entries.map(({ key_hex, value_hex }) => [key_hex, value_hex] as const));

async function storeOf(records: readonly (readonly [Uint8Array, Uint8Array])[]) {
  const store = await openMemoryStore();
  const batch = new BatchWriter();
  for (const [key, value] of records) batch.put(recordKey(key), value);
  for (const other of OTHERS) batch.put(recordKey(utf8('a'), other), utf8('of another'));
  await store.commit({ batch: batch.finish() });
  return store;
}

/** Texts and bytes that could be taken for one another. */
const LOOKALIKES = ['', 'ff', 'FF', '6666', '36363636', '42', '421', 'args', 'ü', '0x', '0xff', '0xFF', '0x30786666']
  .map((text): Uint8Array => utf8(text))
  .concat(
    [0xff, 0x42, 0x00].map((byte) => Uint8Array.of(byte)),
    Uint8Array.of(0x30, 0x78, 0xff),
  );

describe('the texts of the map', () => {
  test('belong to one key each, which they find again, and to one value each', () => {
    const keys = LOOKALIKES.map(keyText);
    expect(new Set(keys).size).toBe(LOOKALIKES.length);
    expect(keys.map((text) => toHex(keyBytes(text)))).toEqual(LOOKALIKES.map(toHex));
    expect(new Set(LOOKALIKES.map(valueText)).size).toBe(LOOKALIKES.length);
  });

  test('are the characters where these can mean nothing else; numbers are values as they are', () => {
    expect(['args', '421', 'ü', '0xff', ''].map((text) => keyText(utf8(text)))).toEqual([
      'args',
      '421',
      'ü',
      '0xff',
      '',
    ]);
    expect(['42', 'ff', '0xF', ''].map((text) => valueText(utf8(text)))).toEqual(['42', 'ff', '0xF', '']);
    expect([Uint8Array.of(0xff), utf8('ff'), utf8('42')].map(keyText)).toEqual(['ff', '6666', '3432']);
    expect([Uint8Array.of(0xff), utf8('0xff')].map(valueText)).toEqual(['0xff', '0x30786666']);
  });
});

describe('pages after the tip', () => {
  test('have every record in both forms, in the order of the keys', async () => {
    const store = await storeOf(LOOKALIKES.map((key, index) => [key, LOOKALIKES.at(-1 - index) as Uint8Array]));
    const sorted = LOOKALIKES.map((key, index) => [key, LOOKALIKES.at(-1 - index) as Uint8Array] as const).sort(
      ([one], [other]) => compareBytes(one, other),
    );
    for (const limit of [1, 2, 5, LOOKALIKES.length, 1_000]) {
      const pages = await readAll(store, { limit });
      expect(pages).toHaveLength(Math.ceil(LOOKALIKES.length / limit));
      expect(allEntries(pages)).toEqual(sorted.map((pair) => pair.map(toHex)));
      const maps = Object.assign({}, ...pages.map(({ state }) => state));
      expect(maps).toEqual(Object.fromEntries(sorted.map(([key, value]) => [keyText(key), valueText(value)])));
      for (const { state, entries, count } of pages)
        expect([Object.keys(state).length, entries.length]).toEqual([count, count]);
    }
  });

  test('read one record more than they have', async () => {
    const store = await storeOf(Array.from({ length: 200 }, (_, index) => [Uint8Array.of(index), Uint8Array.of(1)]));
    let values = 0;
    const counting = {
      range: async (query) => {
        const found = await store.range(query);
        values += found.length;
        return found;
      },
    } as KeyReader;
    for (const [limit, first] of [
      [1, ''],
      [3, '50'],
      [63, ''],
      [64, ''],
      [150, ''],
    ] as const) {
      values = 0;
      expect(await read(counting, { limit, first })).toMatchObject({ count: limit });
      expect([limit, values]).toEqual([limit, 2 * limit + 1]);
    }
  });

  test('end at 32 MiB of both forms together', async () => {
    const value = new Uint8Array(64 * 1024).fill(0x61);
    const store = await storeOf(Array.from({ length: 250 }, (_, index) => [Uint8Array.of(index), value]));
    const pages = await readAll(store, { limit: 10_000 });
    expect(pages.map(({ count }) => count)).toEqual([171, 79]);
  });
});

describe('pages of an archive', () => {
  test('are what the contract had after each block', async () => {
    const random = new SeededRandom(testSeed());
    const store = await openMemoryStore();
    const kept = new Map<string, string>();
    const past: [string, string][][] = [];
    for (let height = 1; height <= 30; height++) {
      const batch = new BatchWriter();
      for (let write = 0; write < 4; write++) {
        const key = random.pick(LOOKALIKES);
        if (random.chance(3)) {
          batch.delete(recordKey(key));
          kept.delete(toHex(key));
        } else {
          const value = random.pick(LOOKALIKES);
          batch.put(recordKey(key), value);
          kept.set(toHex(key), toHex(value));
        }
        batch.put(recordKey(key, random.pick(OTHERS)), utf8('of another'));
      }
      await store.commit({ batch: batch.finish(), archive: height });
      const bytesOf = (hex: string) => fromHex(hex) as Uint8Array;
      past[height] = [...kept].sort(([one], [other]) => compareBytes(bytesOf(one), bytesOf(other)));
    }
    expect(await read(store, { limit: 5, height: 0 })).toMatchObject({ entries: [], count: 0, next_cursor: null });
    let removed = 0;
    for (let height = 1; height <= 30; height++) {
      removed += LOOKALIKES.length - (past[height]?.length ?? 0);
      for (const limit of [1, 4, 100])
        expect(allEntries(await readAll(store, { limit, height })), `height ${height}`).toEqual(past[height]);
    }
    expect(removed).toBeGreaterThan(30);
    expect(allEntries(await readAll(store, { limit: 7 }))).toEqual(past[30]);
  });

  test('end where they have looked at many keys that have no record any more', async () => {
    const store = await openMemoryStore();
    const keys = Array.from({ length: 10_050 }, (_, index) => Uint8Array.of(index >> 8, index & 0xff));
    const [all, none] = [new BatchWriter(), new BatchWriter()];
    for (const key of keys) all.put(recordKey(key), key);
    for (const key of keys.slice(0, -1)) none.delete(recordKey(key));
    await store.commit({ batch: all.finish(), archive: 1 });
    await store.commit({ batch: none.finish(), archive: 2 });
    const pages = await readAll(store, { limit: 1, height: 2 });
    expect(pages.map(({ count }) => count)).toEqual([0, 1]);
    expect(pages[1]?.entries[0]?.key_hex).toBe(toHex(keys.at(-1) as Uint8Array));
  });
});
