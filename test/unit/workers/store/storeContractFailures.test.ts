/** What every store does when a disk fails, when it is copied and when it ends: one suite for the store's thread over RocksDB
 *  and for the store in memory, as in storeContract.test.ts. */

import { describe, expect, test } from 'vitest';
import { u64Bytes, utf8 } from '../../../../engine/base/bytes.js';
import type { BackupProgress, StoreError, StorePort } from '../../../../engine/store/port.js';
import { puts } from './storeDirectory.js';
import { END, filledOn, type Machine, machines, numbered, type Opening, openedOn, textOf } from './storeMachines.js';

describe.each(machines)('a store %s', (_, machineOf) => {
  const opened = (machine: Machine = machineOf(), opening: Opening = {}): Promise<StorePort> =>
    openedOn(machine, opening);
  const filled = (count: number, machine: Machine = machineOf()): Promise<StorePort> => filledOn(machine, count);

  describe('keeps the sign journal', () => {
    test('whole, the last bytes that were written, and says when it is damaged', async () => {
      const machine = machineOf();
      const store = await opened(machine);
      expect(await store.journalRead()).toBeUndefined();
      await Promise.all(['one', 'two', 'three'].map((text) => store.journalWrite(utf8(text))));
      expect(textOf(await store.journalRead())).toBe('three');
      await store.close();
      const again = await opened(machine);
      expect(textOf(await again.journalRead())).toBe('three');
      machine.tearJournal();
      await expect(again.journalRead()).rejects.toMatchObject({ code: 'JOURNAL_DAMAGED' });
      await again.journalWrite(utf8('four'));
      expect(textOf(await again.journalRead())).toBe('four');
    });

    test.each([
      ['journal-begin', 'old'],
      ['journal-sync', 'old'],
      ['journal-rename', 'new'],
    ])('through a disk that fails at %s, with the %s bytes', async (fault, left) => {
      const machine = machineOf();
      const store = await opened(machine, { fault: `${fault}:2` });
      await store.journalWrite(utf8('old'));
      await expect(store.journalWrite(utf8('new'))).rejects.toMatchObject({ code: 'JOURNAL_FAILED' });
      expect(textOf(await store.journalRead())).toBe(left);
      await store.reopen();
      await store.journalWrite(utf8('newer'));
      expect(textOf(await store.journalRead())).toBe('newer');
    });
  });

  describe('after a write that failed', () => {
    test('takes no more, and reads on, until it is opened again', async () => {
      const store = await opened(machineOf(), { fault: 'commit-begin:2,reopen-probe:1:2' });
      await store.commit({ batch: puts([['k', 'durable']]) });
      const failed = store.commit({ batch: puts([['k', 'lost']]) });
      const behind = store.commit({ batch: puts([['k', 'behind']]) });
      await expect(failed).rejects.toMatchObject({ name: 'StoreError', code: 'STORE_FAILED' });
      await expect(behind).rejects.toMatchObject({ code: 'STORE_FAILED' });
      await expect(store.deleteRange('bodies', utf8('a'), utf8('b'))).rejects.toMatchObject({ code: 'STORE_FAILED' });
      expect(store.stats().writeFailure?.detail).toContain('ENOSPC');
      for (let attempt = 0; attempt < 2; attempt++) {
        expect(textOf(await store.get(utf8('k')))).toBe('durable');
        await expect(store.reopen()).rejects.toMatchObject({
          code: 'STORE_FAILED',
          message: expect.stringContaining('the disk is full'),
        });
      }
      await store.reopen();
      expect(store.stats().writeFailure).toBeUndefined();
      expect(textOf(await store.get(utf8('k')))).toBe('durable');
      await store.commit({ batch: puts([['k', 'later']]) });
      expect(textOf(await store.get(utf8('k')))).toBe('later');
    });

    test.each(['commit-body', 'commit-signatures', 'commit-batch', 'commit-sync'])(
      'at %s holds the block whole or not at all, with large values that may have been left behind',
      async (fault) => {
        const store = await opened(machineOf(), { fault: `${fault}:2` });
        const block = (name: string) => ({
          body: { key: utf8(name), value: utf8(name) },
          signatures: { key: utf8(name), value: utf8(name) },
          batch: puts([['tip', name]]),
        });
        await store.commit(block('first'));
        await expect(store.commit(block('second'))).rejects.toMatchObject({ code: 'STORE_FAILED' });
        expect(textOf(await store.get(utf8('tip')))).toBe('first');
        expect(await store.getFrom('bodies', utf8('second'))).toBeUndefined();
        await store.reopen();
        expect(await store.getFrom('bodies', utf8('first'))).toBeDefined();
        const tip = textOf(await store.get(utf8('tip')));
        expect(['first', 'second']).toContain(tip);
        const large = await Promise.all(
          (['bodies', 'signatures'] as const).map((f) => store.getFrom(f, utf8('second'))),
        );
        if (tip === 'second') expect(large.map(textOf)).toEqual(['second', 'second']);
        if (fault === 'commit-sync') expect(tip).toBe('second');
        if (!['commit-batch', 'commit-sync'].includes(fault)) expect(tip).toBe('first');
        await store.deleteRange('bodies', utf8('second'), utf8('t'));
        expect(await store.getFrom('bodies', utf8('second'))).toBeUndefined();
      },
    );

    test('that could not be applied at all holds nothing of it', async () => {
      const store = await filled(1);
      const damaged = puts([['k', 'damaged']]).slice(0, -1);
      await expect(store.commit({ batch: damaged })).rejects.toMatchObject({ code: 'STORE_FAILED' });
      await store.reopen();
      expect(await store.get(utf8('k'))).toBeUndefined();
    });

    test('ends its streams when it is opened again, and is read from although the disk fills up meanwhile', async () => {
      const fault = 'commit-begin:2,reopen-close:1:2,reopen-probe:3:2';
      const store = await opened(machineOf(), { fault });
      await store.commit({ batch: puts([['k', 'durable']]) });
      const stream = store.stream('repeat', 'k')[Symbol.asyncIterator]();
      await stream.next();
      await expect(store.commit({ batch: puts([['k', 'lost']]) })).rejects.toMatchObject({ code: 'STORE_FAILED' });
      for (let attempt = 1; attempt <= 4; attempt++) {
        const code = attempt <= 2 ? 'STORE_OPEN_FAILED' : 'STORE_FAILED';
        await expect(store.reopen()).rejects.toMatchObject({ code, message: expect.stringMatching(/ENOSPC/) });
        if (attempt === 1) await expect(stream.next()).rejects.toMatchObject({ code: 'STORE_REOPENING' });
        expect(textOf(await store.get(utf8('k')))).toBe('durable');
        await expect(store.commit({ batch: puts([['k', 'refused']]) })).rejects.toMatchObject({ code: 'STORE_FAILED' });
      }
      await store.reopen();
      await store.commit({ batch: puts([['k', 'later']]) });
      expect(textOf(await store.get(utf8('k')))).toBe('later');
    });

    test('with nothing open opens to be read as soon as that works', async () => {
      const fault = 'commit-begin:2,reopen-close:1,reopen-read:1:2,reopen-probe:2:3';
      const store = await opened(machineOf(), { fault });
      await store.commit({ batch: puts([['k', 'durable']]) });
      await expect(store.commit({ batch: puts([['k', 'lost']]) })).rejects.toMatchObject({ code: 'STORE_FAILED' });
      for (let attempt = 1; attempt <= 2; attempt++) {
        await expect(store.reopen()).rejects.toMatchObject({ name: 'StoreError' });
        await expect(store.get(utf8('k'))).rejects.toMatchObject({ code: 'STORE_REOPENING' });
      }
      for (let attempt = 3; attempt <= 4; attempt++) {
        await expect(store.reopen()).rejects.toMatchObject({ code: 'STORE_FAILED' });
        expect(textOf(await store.get(utf8('k')))).toBe('durable');
      }
      await store.reopen();
      await store.commit({ batch: puts([['k', 'later']]) });
    });
  });

  describe('makes a backup', () => {
    test('of one state, while it is written to, that opens as a store', async () => {
      const machine = machineOf();
      const store = await filled(3_000, machine);
      await store.commit({ body: { key: u64Bytes(1), value: new Uint8Array(3_000_000) }, batch: puts([]) });
      const progress: BackupProgress[] = [];
      for await (const step of store.backup(machine.path('copy'))) {
        progress.push(step);
        await store.commit({ batch: puts([[numbered(progress.length), 'newer']]) });
      }
      expect(progress.length).toBeGreaterThan(1);
      expect(progress.at(-1)?.records).toBe(3_001);
      const copy = await opened(machine, { directory: 'copy' });
      expect(textOf(await copy.get(utf8(numbered(1))))).toBe('value 1');
      expect((await copy.getFrom('bodies', u64Bytes(1)))?.length).toBe(3_000_000);
      expect(textOf(await store.get(utf8(numbered(1))))).toBe('newer');
    });

    test('not into a directory that holds something or its own, and leaves nothing of one that was given up', async () => {
      const machine = machineOf();
      const store = await filled(10, machine);
      // More than the piece that is copied ahead of the reader.
      for (let i = 0; i < 4; i++)
        await store.commit({ body: { key: u64Bytes(i), value: new Uint8Array(2_000_000) }, batch: puts([]) });
      const all = async (directory: string): Promise<void> => {
        for await (const _ of store.backup(machine.path(directory)));
      };
      await expect(all('data/inside')).rejects.toMatchObject({ code: 'BACKUP_FAILED' });
      for await (const _ of store.backup(machine.path('copy'))) break;
      await all('copy');
      await expect(all('copy')).rejects.toMatchObject({ code: 'BACKUP_FAILED' });
    });
  });

  describe('closes', () => {
    test('when everything that was open is settled and its streams are ended', async () => {
      const machine = machineOf();
      const store = await filled(20_000, machine);
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
      const settled = await Promise.allSettled<unknown>(open);
      expect(settled.filter((result) => result.status === 'fulfilled')).toHaveLength(open.length);
      await closed;
      await expect(stream.next()).rejects.toMatchObject({ code: 'STORE_CLOSED' });
      await expect(store.commit({ batch: puts([]) })).rejects.toMatchObject({ code: 'STORE_CLOSED' });
      const again = await opened(machine);
      expect(textOf(await again.get(utf8('tip')))).toBe('19');
      expect(textOf(await again.journalRead())).toBe('journal');
    });

    test('and only then gives its directory to another', async () => {
      const machine = machineOf();
      const first = await opened(machine);
      const error = await machine.open().then(
        () => undefined,
        (reason: StoreError) => reason,
      );
      expect(error).toMatchObject({ code: 'STORE_IN_USE', message: expect.stringContaining('in use by another node') });
      await first.commit({ batch: puts([['k', 'v']]) });
      await first.close();
      expect(textOf(await (await opened(machine)).get(utf8('k')))).toBe('v');
    });
  });
});
