/** The journal's file: it comes back whole, damage is an error, and a failed write does not stop the next. */

import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toHex, utf8, utf8Text } from '../../../../engine/base/bytes.js';
import { JOURNAL_FILE, JournalFile } from '../../../../workers/store/journalFile.js';
import { openedStore, temporaryDirectory } from './storeDirectory.js';

describe('the sign journal', () => {
  test('comes back as it was written, also after reopening, and leaves one file', async () => {
    const directory = temporaryDirectory();
    const first = await openedStore({ directory });
    expect(await first.journalRead()).toBeUndefined();
    await first.journalWrite(utf8('one'));
    const large = new Uint8Array(3_000_000).fill(9);
    await Promise.all([first.journalWrite(utf8('two')), first.journalWrite(large)]);
    expect(large.byteLength).toBe(0);
    await first.close();
    const store = await openedStore({ directory });
    const read = await store.journalRead();
    expect(read?.length).toBe(3_000_000);
    expect(read?.every((byte) => byte === 9)).toBe(true);
    await store.journalWrite(utf8('three'));
    expect(utf8Text((await store.journalRead()) ?? utf8(''))).toBe('three');
    expect(readdirSync(directory).sort()).toEqual(['db', JOURNAL_FILE]);
    if (process.platform !== 'win32') expect(statSync(join(directory, JOURNAL_FILE)).mode & 0o777).toBe(0o600);
  });

  test('has its length and SHA-256 in front', async () => {
    const directory = temporaryDirectory();
    await new JournalFile(directory).write(utf8('abc'));
    expect(toHex(readFileSync(join(directory, JOURNAL_FILE)))).toBe(
      // FIPS 180-2, appendix B.1: SHA-256 of "abc".
      `00000003ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad${toHex(utf8('abc'))}`,
    );
  });

  test('that is damaged is an error, not an absence', async () => {
    const directory = temporaryDirectory();
    const path = join(directory, JOURNAL_FILE);
    const journal = new JournalFile(directory);
    await journal.write(utf8('the block'));
    const whole = readFileSync(path);
    let damaged = 0;
    for (let at = 0; at < whole.length; at++) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      writeFileSync(path, changed);
      await expect(journal.read()).rejects.toMatchObject({ code: 'JOURNAL_DAMAGED' });
      damaged++;
    }
    writeFileSync(path, whole);
    for (let length = whole.length - 1; length >= 0; length--) {
      truncateSync(path, length);
      await expect(journal.read()).rejects.toMatchObject({ code: 'JOURNAL_DAMAGED' });
      damaged++;
    }
    writeFileSync(path, Buffer.concat([whole, Buffer.from('x')]));
    await expect(journal.read()).rejects.toMatchObject({ code: 'JOURNAL_DAMAGED' });
    expect(damaged).toBe(2 * whole.length);
    await journal.write(utf8('new'));
    expect(utf8Text((await journal.read()) ?? utf8(''))).toBe('new');
  });

  test('that cannot be written says so and does not stop the next one', async () => {
    const journal = new JournalFile(join(temporaryDirectory(), 'missing'));
    const first = journal.write(utf8('a'));
    const second = journal.write(utf8('b'));
    await expect(first).rejects.toMatchObject({ code: 'JOURNAL_FAILED' });
    await expect(second).rejects.toMatchObject({ code: 'JOURNAL_FAILED' });
  });
});
