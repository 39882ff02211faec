/** The store's thread over a real database: commits and their order, failed writes, ranges, one store for each
 *  directory, and the end. */

import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toHex, u64Bytes, utf8, utf8Text } from '../../../../engine/base/bytes.js';
import { BatchWriter, readBatch } from '../../../../engine/store/batch.js';
import type { Entry, StorePort } from '../../../../engine/store/port.js';
import { openStore } from '../../../../workers/store/openStore.js';
import { explainOpenError } from '../../../../workers/store/storeDatabase.js';
import { openedStore, puts, temporaryDirectory } from './storeDirectory.js';

const END = new Uint8Array(0);
const posix = process.platform !== 'win32';
const textOf = (bytes: Uint8Array | undefined): string | undefined => bytes && utf8Text(bytes);
const keysOf = (entries: readonly Entry[]): string[] => entries.map((entry) => utf8Text(entry.key));
const numbered = (i: number): string => `n${String(i).padStart(6, '0')}`;

async function withNumbers(count: number): Promise<StorePort> {
  const store = await openedStore();
  await store.commit({ batch: puts(Array.from({ length: count }, (_, i) => [numbered(i), `value ${i}`] as const)) });
  return store;
}

describe('a commit', () => {
  test('writes body, signatures and batch, which are there after reopening', async () => {
    const directory = join(temporaryDirectory(), 'made', 'by the store');
    const first = await openStore({ directory });
    if (posix) expect(statSync(directory).mode & 0o777).toBe(0o700);
    const batch = new BatchWriter();
    batch.put('a', '1');
    batch.put('b', '');
    batch.put('c', '3');
    batch.delete('a');
    const body = new Uint8Array(100_000).fill(7);
    await first.commit({
      body: { key: u64Bytes(1), value: body },
      signatures: { key: u64Bytes(1), value: utf8('signatures') },
      batch: batch.finish(),
    });
    for (const open of [async () => first, () => openedStore({ directory })]) {
      const store = await open();
      expect(await store.get(utf8('a'))).toBeUndefined();
      expect(textOf(await store.get(utf8('b')))).toBe('');
      expect(toHex((await store.getFrom('bodies', u64Bytes(1))) ?? END)).toBe('07'.repeat(100_000));
      expect(textOf(await store.getFrom('signatures', u64Bytes(1)))).toBe('signatures');
      expect(await store.getFrom('signatures', u64Bytes(2))).toBeUndefined();
      const many = await store.getMany(['c', 'a', 'b', 'c'].map(utf8));
      expect(many.map(textOf)).toEqual(['3', undefined, '', '3']);
      expect(await store.getMany([])).toEqual([]);
      await store.close();
    }
  });

  test('takes the memory of its large values without a copy, and copies parts of a buffer', async () => {
    const store = await openedStore();
    const batch = puts([['k', 'v'.repeat(40_000)]]);
    const whole = new Uint8Array(10_000).fill(1);
    const shared = new Uint8Array(10_000).fill(2);
    const committed = store.commit({
      body: { key: utf8('body'), value: whole },
      signatures: { key: utf8('body'), value: shared.subarray(100, 200) },
      batch,
    });
    expect([batch.byteLength, whole.byteLength, shared.byteLength]).toEqual([0, 0, 10_000]);
    await committed;
    expect((await store.getFrom('bodies', utf8('body')))?.length).toBe(10_000);
    expect(toHex((await store.getFrom('signatures', utf8('body'))) ?? END)).toBe('02'.repeat(100));
  });

  test('is answered in the order of the calls, the last write of a key wins', async () => {
    const store = await openedStore();
    const answered: number[] = [];
    const commits = Array.from({ length: 50 }, (_, i) =>
      store.commit({ batch: puts([['last', String(i)]]) }).then(() => answered.push(i)),
    );
    await Promise.all(commits);
    expect(answered).toEqual(Array.from({ length: 50 }, (_, i) => i));
    expect(textOf(await store.get(utf8('last')))).toBe('49');
  });

  test('is not seen by any read before it is answered', async () => {
    const store = await openedStore();
    await store.commit({ batch: puts([['n000000', 'old']]) });
    let before = 0;
    for (let round = 0; round < 20; round++) {
      const writer = new BatchWriter();
      for (let i = 0; i < 2_000; i++) writer.put(numbered(i), `round ${round}`);
      let durable = false;
      const committed = store.commit({ batch: writer.finish() }).then(() => {
        durable = true;
      });
      while (!durable) {
        const value = textOf(await store.get(utf8('n000000')));
        if (value === `round ${round}`) expect(durable).toBe(true);
        else before++;
      }
      await committed;
      expect(textOf(await store.get(utf8('n000000')))).toBe(`round ${round}`);
    }
    expect(before).toBeGreaterThan(20);
  });

  test('that cannot be applied fails, and so does every later write, while reads go on', async () => {
    const store = await openedStore();
    await store.commit({ batch: puts([['k', 'durable']]) });
    const damaged = puts([['k', 'damaged']]).slice(0, -1);
    const failed = store.commit({ batch: damaged });
    const behind = store.commit({ batch: puts([['k', 'behind']]) });
    await expect(failed).rejects.toMatchObject({ name: 'StoreError', code: 'STORE_FAILED' });
    await expect(behind).rejects.toMatchObject({ code: 'STORE_FAILED' });
    await expect(store.commit({ batch: puts([['k', 'later']]) })).rejects.toMatchObject({ code: 'STORE_FAILED' });
    await expect(store.deleteRange('bodies', utf8('a'), utf8('b'))).rejects.toMatchObject({ code: 'STORE_FAILED' });
    expect(textOf(await store.get(utf8('k')))).toBe('durable');
    await store.close();
  });

  test('that cannot be handed over stops the writes too', async () => {
    const store = await openedStore();
    const batch = puts([['k', 'v'.repeat(40_000)]]);
    await store.commit({ batch });
    await expect(store.commit({ batch })).rejects.toMatchObject({ code: 'STORE_FAILED' });
    await expect(store.commit({ batch: puts([['k', 'later']]) })).rejects.toMatchObject({ code: 'STORE_FAILED' });
  });

  test('survives many log rotations', async () => {
    const directory = temporaryDirectory();
    const first = await openedStore({ directory, writeBufferBytes: 64 * 1024 });
    for (let i = 0; i < 100; i++)
      await first.commit({
        body: { key: u64Bytes(i), value: new Uint8Array(20_000).fill(i) },
        batch: puts([
          ['tip', String(i)],
          [numbered(i), 'x'.repeat(5_000)],
        ]),
      });
    await first.close();
    const logs = readdirSync(join(directory, 'db')).filter((name) => name.endsWith('.log'));
    expect(logs.length).toBeGreaterThan(0);
    expect(logs.every((name) => Number.parseInt(name, 10) > 10)).toBe(true);
    const store = await openedStore({ directory });
    expect(textOf(await store.get(utf8('tip')))).toBe('99');
    expect(await store.range({ gte: utf8('n'), lt: utf8('o'), limit: 1000, keysOnly: true })).toHaveLength(100);
    expect((await store.getFrom('bodies', u64Bytes(57)))?.every((byte) => byte === 57)).toBe(true);
  });
});

describe('a range delete', () => {
  test('removes from the first key on, below the last, in one family', async () => {
    const store = await openedStore();
    for (let i = 0; i < 10; i++)
      await store.commit({
        body: { key: u64Bytes(i), value: utf8('body') },
        signatures: { key: u64Bytes(i), value: utf8('signatures') },
        batch: puts([]),
      });
    await store.deleteRange('bodies', u64Bytes(3), u64Bytes(7));
    const left = await store.range({ family: 'bodies', gte: END, lt: END, limit: 100 });
    expect(left.map((entry) => entry.key.at(-1))).toEqual([0, 1, 2, 7, 8, 9]);
    expect(await store.range({ family: 'signatures', gte: END, lt: END, limit: 100 })).toHaveLength(10);
  });
});

describe('a range', () => {
  test('has its lower bound and not its upper one, in either direction, up to its limit', async () => {
    const store = await withNumbers(5_000);
    const bounds = { gte: utf8(numbered(10)), lt: utf8(numbered(20)) };
    const all = Array.from({ length: 10 }, (_, i) => numbered(10 + i));
    expect(keysOf(await store.range({ ...bounds, limit: 100 }))).toEqual(all);
    expect(keysOf(await store.range({ ...bounds, limit: 3 }))).toEqual(all.slice(0, 3));
    expect(keysOf(await store.range({ ...bounds, limit: 100, reverse: true }))).toEqual(all.toReversed());
    expect(keysOf(await store.range({ ...bounds, limit: 1, reverse: true }))).toEqual([numbered(19)]);
    expect(await store.range({ ...bounds, limit: 0 })).toEqual([]);
    const [entry] = await store.range({ ...bounds, limit: 1 });
    expect(textOf(entry?.value)).toBe('value 10');
    const [keyOnly] = await store.range({ ...bounds, limit: 1, keysOnly: true });
    expect([textOf(keyOnly?.key), keyOnly?.value.length]).toEqual([numbered(10), 0]);
    for (const limit of [1023, 1024, 1025, 2048, 4_999, 5_000, 6_000])
      expect(await store.range({ gte: END, lt: END, limit })).toHaveLength(Math.min(limit, 5_000));
    await expect(store.range({ ...bounds, limit: 1e9 })).rejects.toMatchObject({ code: 'STORE_READ_FAILED' });
  });

  test('streams as packed chunks, whole and in order', async () => {
    const store = await withNumbers(30_000);
    const keys: string[] = [];
    let chunks = 0;
    for await (const chunk of store.rangeStream({ gte: utf8(numbered(1)), lt: END })) {
      chunks++;
      readBatch(chunk, { put: (key) => keys.push(utf8Text(key)), delete: () => expect.unreachable() });
    }
    expect(keys).toEqual(Array.from({ length: 29_999 }, (_, i) => numbered(i + 1)));
    expect(chunks).toBe(1);
    const wide = new BatchWriter();
    for (let i = 0; i < 3_000; i++) wide.put(`w${String(i).padStart(4, '0')}`, 'x'.repeat(1_000));
    await store.commit({ batch: wide.finish() });
    const sizes: number[] = [];
    for await (const chunk of store.rangeStream({ gte: utf8('w'), lt: END })) sizes.push(chunk.length);
    expect(sizes).toHaveLength(3);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(3 * 4 + 3_000 * (6 + 5 + 1_000));
  });
});

describe('the data directory', () => {
  test('belongs to one store at a time', async () => {
    const directory = temporaryDirectory();
    const first = await openedStore({ directory });
    await expect(openStore({ directory })).rejects.toMatchObject({
      code: 'STORE_IN_USE',
      message: expect.stringContaining('is in use by another node'),
    });
    await first.commit({ batch: puts([['k', 'v']]) });
    await first.close();
    const second = await openedStore({ directory });
    expect(textOf(await second.get(utf8('k')))).toBe('v');
  });

  test('that cannot be one is refused with its name', async () => {
    const file = join(temporaryDirectory(), 'file');
    writeFileSync(file, '');
    await expect(openStore({ directory: file })).rejects.toMatchObject({
      code: 'STORE_OPEN_FAILED',
      message: expect.stringContaining(file),
    });
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'db'));
    writeFileSync(join(directory, 'db', 'CURRENT'), 'nonsense');
    await expect(openStore({ directory })).rejects.toMatchObject({ code: 'STORE_OPEN_FAILED' });
  });

  test('needs a system library whose package is named', () => {
    const cause = new Error('libatomic.so.1: cannot open shared object file: No such file or directory');
    const error = explainOpenError(new Error("Cannot load addon 'x.node'", { cause }), '/data');
    expect(error.code).toBe('STORE_LIBRARY_MISSING');
    expect(error.message).toContain('libatomic1');
  });
});

describe('close', () => {
  test('settles everything that is open, finishes the commits and frees the thread', async () => {
    const directory = temporaryDirectory();
    const store = await openedStore({ directory });
    const large = new BatchWriter();
    for (let i = 0; i < 20_000; i++) large.put(numbered(i), 'x'.repeat(100));
    await store.commit({ batch: large.finish() });
    const stream = store.rangeStream({ gte: END, lt: END })[Symbol.asyncIterator]();
    expect((await stream.next()).done).toBe(false);
    const open = [
      ...Array.from({ length: 20 }, (_, i) => store.commit({ batch: puts([['tip', String(i)]]) })),
      ...Array.from({ length: 200 }, (_, i) => store.get(utf8(numbered(i)))),
      store.range({ gte: END, lt: END, limit: 20_000 }),
      store.journalWrite(utf8('journal')),
    ];
    const closed = store.close();
    expect(store.close()).toBe(closed);
    await expect(store.get(utf8('tip'))).rejects.toMatchObject({ code: 'STORE_CLOSED' });
    const settled = await Promise.allSettled(open);
    expect(settled.filter((result) => result.status === 'fulfilled')).toHaveLength(open.length);
    await closed;
    await expect(stream.next()).rejects.toMatchObject({ code: 'STORE_CLOSED' });
    await expect(store.commit({ batch: puts([]) })).rejects.toMatchObject({ code: 'STORE_CLOSED' });
    const again = await openedStore({ directory });
    expect(textOf(await again.get(utf8('tip')))).toBe('19');
    expect(textOf(await again.journalRead())).toBe('journal');
    expect(existsSync(join(directory, 'db', 'LOCK'))).toBe(true);
  });
});
