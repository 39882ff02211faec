/** The archive's index: the last entry of a key up to a height, also where keys of other records lie between its own. */

import { expect, test } from 'vitest';
import { toHex } from '../../../engine/base/bytes.js';
import { BatchWriter, readBatch } from '../../../engine/store/batch.js';
import { unpackPresent } from '../../../engine/store/packedValues.js';
import { createQueries } from '../../../engine/stream/queries.js';
import { openMemoryStore } from '../../support/memoryStore.js';

const KEY = Uint8Array.of(2, 0xaa);
/** Begin with the key: without an escape their entries would lie among its own. */
const LONGER = [Uint8Array.of(2, 0xaa, 0), Uint8Array.of(2, 0xaa, 0, 0, 0)];
const OTHER = Uint8Array.of(2, 0xab);

async function filled() {
  const store = await openMemoryStore({ queries: createQueries() });
  const write = async (height: number, ...records: readonly (readonly [Uint8Array, number | undefined])[]) => {
    const batch = new BatchWriter();
    for (const [key, value] of records)
      if (value === undefined) batch.delete(key);
      else batch.put(key, value === 0 ? new Uint8Array() : Uint8Array.of(value));
    await store.commit({ batch: batch.finish(), archive: height });
  };
  await write(1, [KEY, 11]);
  for (let height = 2; height < 60; height++)
    await write(height, [LONGER[0] as Uint8Array, height], [LONGER[1] as Uint8Array, 1]);
  await write(60, [KEY, undefined], [OTHER, 5]);
  await write(70, [KEY, 0]);
  await write(80, [KEY, 12]);
  return store;
}

test('a record is its last write up to a height, or absent before its first and after its removal', async () => {
  const store = await filled();
  const at = async (key: Uint8Array, height: number): Promise<string | undefined> => {
    const [value] = unpackPresent(await store.query('pastRecords', { keys: [key], height }));
    return value && toHex(value);
  };
  const heights = [0, 1, 30, 59, 60, 69, 70, 79, 80, 1_000];
  expect(await Promise.all(heights.map((height) => at(KEY, height)))).toEqual([
    undefined,
    '0b',
    '0b',
    '0b',
    undefined,
    undefined,
    '',
    '',
    '0c',
    '0c',
  ]);
  expect(await at(LONGER[0] as Uint8Array, 30)).toBe('1e');
  expect(await at(OTHER, 59)).toBeUndefined();
  expect(await at(Uint8Array.of(2), 1_000)).toBeUndefined();
});

test('a range gives every key that had a record then, in order, and nothing when there are too many', async () => {
  const store = await filled();
  const range = async (height: number, most = 10): Promise<string[] | undefined> => {
    const batch = await store.query<Uint8Array | undefined>('pastRange', { prefix: Uint8Array.of(2), height, most });
    const found: string[] = [];
    if (batch)
      readBatch(batch, {
        put: (key, value) => found.push(`${toHex(key)}=${toHex(value)}`),
        delete: () => expect.fail(),
      });
    return batch && found;
  };
  expect(await range(0)).toEqual([]);
  expect(await range(1)).toEqual(['02aa=0b']);
  expect(await range(30)).toEqual(['02aa=0b', '02aa00=1e', '02aa000000=01']);
  expect(await range(65)).toEqual(['02aa00=3b', '02aa000000=01', '02ab=05']);
  expect(await range(70)).toContain('02aa=');
  expect(await range(80, 4)).toHaveLength(4);
  expect(await range(80, 3)).toBeUndefined();
});
