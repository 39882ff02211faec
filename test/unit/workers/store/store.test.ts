/** The store's thread over a real database, beyond what every store does (storeContract.test.ts): files and their rights, log
 *  rotations, what is read while a commit is under way, and directories that cannot be opened. */

import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toHex, u64Bytes, utf8, utf8Text } from '../../../../engine/base/bytes.js';
import { BatchWriter } from '../../../../engine/store/batch.js';
import { openStore } from '../../../../workers/store/openStore.js';
import { explainOpenError } from '../../../../workers/store/storeDatabase.js';
import { openedStore, puts, temporaryDirectory } from './storeDirectory.js';

const END = new Uint8Array(0);
const posix = process.platform !== 'win32';
const textOf = (bytes: Uint8Array | undefined): string | undefined => bytes && utf8Text(bytes);
const numbered = (i: number): string => `n${String(i).padStart(6, '0')}`;

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

describe('the data directory', () => {
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
