/** What every store does, whatever it is made of: one suite for the store's thread over RocksDB and for the store in memory
 *  with which whole nodes run in one thread. A difference between the two is a fault of one of them. */

import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { u64Bytes, utf8, utf8Text } from '../../../../engine/base/bytes.js';
import { BatchWriter, readBatch } from '../../../../engine/store/batch.js';
import type { BackupProgress, Entry, StoreError, StorePort } from '../../../../engine/store/port.js';
import { MAX_READS, openStore } from '../../../../workers/store/openStore.js';
import { JOURNAL_FILE } from '../../../../workers/store/signJournalFile.js';
import { MAX_STREAMS } from '../../../../workers/store/storeQueries.js';
import { builtFile } from '../../../../workers/threads/workerFile.js';
import { MemoryDisks } from '../../../support/memoryDisk.js';
import { faultsAt } from '../../../support/memoryFaults.js';
import { openMemoryStore } from '../../../support/memoryStore.js';
import { puts, temporaryDirectory } from './storeDirectory.js';
import { queries } from './testQueries.js';

const END = new Uint8Array(0);
const textOf = (bytes: Uint8Array | undefined): string | undefined => bytes && utf8Text(bytes);
const keysOf = (entries: readonly Entry[]): string[] => entries.map((entry) => utf8Text(entry.key));
const numbered = (i: number): string => `n${String(i).padStart(6, '0')}`;

interface Opening {
  /** In the words of ROUGED_FAULT_POINT. */
  readonly fault?: string;
  readonly maxReads?: number;
  /** Path below the machine's own. */
  readonly directory?: string;
}

/** A machine on which stores of one kind are opened. */
interface Machine {
  open(opening?: Opening): Promise<StorePort>;
  path(directory: string): string;
  /** Takes the last byte of the sign journal. */
  tearJournal(): void;
}

class RealMachine implements Machine {
  readonly #root = temporaryDirectory();

  path(directory: string): string {
    return join(this.#root, directory);
  }

  async open({ fault = '', directory = 'data', ...rest }: Opening = {}): Promise<StorePort> {
    const built = builtFile('test/unit/workers/store/testQueries.js');
    process.env.ROUGED_FAULT_POINT = fault;
    try {
      return await openStore({ directory: this.path(directory), queries: built, ...rest });
    } finally {
      delete process.env.ROUGED_FAULT_POINT;
    }
  }

  tearJournal(): void {
    truncateSync(join(this.path('data'), JOURNAL_FILE), 40);
  }
}

class MemoryMachine implements Machine {
  readonly #disks = new MemoryDisks();

  path(directory: string): string {
    return `/machine/${directory}`;
  }

  open({ fault = '', directory = 'data', ...rest }: Opening = {}): Promise<StorePort> {
    const { path } = this;
    return openMemoryStore({ disks: this.#disks, directory: path(directory), queries, at: faultsAt(fault), ...rest });
  }

  tearJournal(): void {
    this.#disks.at(this.path('data')).tearJournal();
  }
}

const stores: StorePort[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close().catch(() => undefined);
});

describe.each([
  ['in its thread', () => new RealMachine()],
  ['in memory', () => new MemoryMachine()],
] as const)('a store %s', (_, machineOf) => {
  const opened = async (machine: Machine = machineOf(), opening: Opening = {}): Promise<StorePort> => {
    const store = await machine.open(opening);
    stores.push(store);
    return store;
  };

  const filled = async (count: number, machine?: Machine): Promise<StorePort> => {
    const store = await opened(machine);
    await store.commit({ batch: puts(Array.from({ length: count }, (_, i) => [numbered(i), `value ${i}`] as const)) });
    return store;
  };

  describe('commits', () => {
    test('body, signatures, balances and batch, which are there after it was closed and opened', async () => {
      const machine = machineOf();
      const store = await opened(machine);
      const batch = new BatchWriter();
      batch.put('a', '1');
      batch.put('b', '');
      batch.put('c', '3');
      batch.delete('a');
      await store.commit({
        body: { key: u64Bytes(1), value: new Uint8Array(100_000).fill(7) },
        signatures: { key: u64Bytes(1), value: utf8('signatures') },
        balances: { key: u64Bytes(1), unchanged: new Uint32Array() },
        batch: batch.finish(),
      });
      for (const open of [async () => store, () => opened(machine)]) {
        const now = await open();
        expect(await now.get(utf8('a'))).toBeUndefined();
        expect(textOf(await now.get(utf8('b')))).toBe('');
        expect((await now.getFrom('bodies', u64Bytes(1)))?.every((byte) => byte === 7)).toBe(true);
        expect(textOf(await now.getFrom('signatures', u64Bytes(1)))).toBe('signatures');
        expect(await now.getFrom('balances', u64Bytes(1))).toBeDefined();
        expect(await now.getFrom('signatures', u64Bytes(2))).toBeUndefined();
        expect((await now.getMany(['c', 'a', 'b', 'c'].map(utf8))).map(textOf)).toEqual(['3', undefined, '', '3']);
        expect(await now.getMany([])).toEqual([]);
        await now.close();
      }
    });

    test('by taking the memory of large values, and copying parts of a buffer', async () => {
      const store = await opened();
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
      expect((await store.getFrom('signatures', utf8('body')))?.length).toBe(100);
      await expect(store.commit({ batch })).rejects.toMatchObject({ code: 'STORE_FAILED' });
      await expect(store.commit({ batch: puts([['k', 'later']]) })).rejects.toMatchObject({ code: 'STORE_FAILED' });
    });

    test('in the order of the calls, the last write of a key wins', async () => {
      const store = await opened();
      const answered: number[] = [];
      const commits = Array.from({ length: 50 }, (_, i) =>
        store.commit({ batch: puts([['last', String(i)]]) }).then(() => answered.push(i)),
      );
      expect(store.stats().pendingCalls).toBe(50);
      await Promise.all(commits);
      expect(answered).toEqual(Array.from({ length: 50 }, (_, i) => i));
      expect(textOf(await store.get(utf8('last')))).toBe('49');
      expect(store.stats()).toMatchObject({ pendingCalls: 0, writes: 50, writeFailure: undefined });
    });

    test('with range deletes in their turn, from the first key on, below the last, in one family', async () => {
      const store = await opened();
      const bodies = (i: number) => ({ key: u64Bytes(i), value: utf8(`body ${i}`) });
      for (let i = 0; i < 10; i++) await store.commit({ body: bodies(i), signatures: bodies(i), batch: puts([]) });
      await Promise.all([
        store.commit({ body: bodies(20), batch: puts([]) }),
        store.deleteRange('bodies', u64Bytes(3), u64Bytes(21)),
        store.commit({ body: bodies(5), batch: puts([]) }),
      ]);
      const left = await store.range({ family: 'bodies', gte: END, lt: END, limit: 100 });
      expect(left.map((entry) => entry.key.at(-1))).toEqual([0, 1, 2, 5]);
      expect(await store.range({ family: 'signatures', gte: END, lt: END, limit: 100 })).toHaveLength(10);
    });
  });

  describe('shows ranges', () => {
    test('with their lower bound and without their upper one, in either direction, up to the limit', async () => {
      const store = await filled(5_000);
      const bounds = { gte: utf8(numbered(10)), lt: utf8(numbered(20)) };
      const all = Array.from({ length: 10 }, (_, i) => numbered(10 + i));
      expect(keysOf(await store.range({ ...bounds, limit: 100 }))).toEqual(all);
      expect(keysOf(await store.range({ ...bounds, limit: 3 }))).toEqual(all.slice(0, 3));
      expect(keysOf(await store.range({ ...bounds, limit: 100, reverse: true }))).toEqual(all.toReversed());
      expect(keysOf(await store.range({ gte: END, lt: END, limit: 1, reverse: true }))).toEqual([numbered(4_999)]);
      expect(await store.range({ ...bounds, limit: 0 })).toEqual([]);
      const [keyOnly] = await store.range({ ...bounds, limit: 1, keysOnly: true });
      expect([textOf(keyOnly?.key), keyOnly?.value.length]).toEqual([numbered(10), 0]);
      for (const limit of [255, 256, 1024, 4_999, 5_000, 6_000])
        expect(await store.range({ gte: END, lt: END, limit })).toHaveLength(Math.min(limit, 5_000));
      await expect(store.range({ ...bounds, limit: 1e9 })).rejects.toMatchObject({ code: 'STORE_READ_FAILED' });
    });

    test('as streams of packed chunks, whole and in order', async () => {
      const store = await filled(2_000);
      const wide = new BatchWriter();
      for (let i = 0; i < 3_000; i++) wide.put(`w${String(i).padStart(4, '0')}`, 'x'.repeat(1_000));
      await store.commit({ batch: wide.finish() });
      const keys: string[] = [];
      const sizes: number[] = [];
      for await (const chunk of store.rangeStream({ gte: utf8('w'), lt: END })) {
        sizes.push(chunk.length);
        readBatch(chunk, { put: (key) => keys.push(utf8Text(key)), delete: () => expect.unreachable() });
      }
      expect(keys).toEqual(Array.from({ length: 3_000 }, (_, i) => `w${String(i).padStart(4, '0')}`));
      expect(sizes).toHaveLength(3);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(3 * 4 + 3_000 * (6 + 5 + 1_000));
    });

    test('at one state of all families, however long a stream is read', async () => {
      const store = await filled(3);
      const stream = store.stream('repeat', numbered(1))[Symbol.asyncIterator]();
      expect(utf8Text((await stream.next()).value)).toBe('value 1');
      for (let i = 0; i < 5; i++) {
        const batch = new BatchWriter();
        if (i % 2 === 0) batch.delete(numbered(1));
        else batch.put(numbered(1), `new ${i}`);
        await store.commit({ batch: batch.finish() });
        expect(utf8Text((await stream.next()).value)).toBe('value 1');
      }
      await stream.return?.();
      expect(await store.get(utf8(numbered(1)))).toBeUndefined();
    });
  });

  describe('answers queries', () => {
    test('with plain data and bytes', async () => {
      const store = await opened();
      await store.commit({
        body: { key: utf8('b'), value: utf8('the body') },
        batch: puts([
          ['a', '1'],
          ['b', '2'],
          ['c', '3'],
        ]),
      });
      const answer = await store.query<{ value: Uint8Array; missing: undefined; keys: string[] }>('describe', 'b');
      expect(utf8Text(answer.value)).toBe('2');
      expect(answer).toMatchObject({ missing: undefined, keys: ['b', 'c'] });
      expect(utf8Text(await store.query<Uint8Array>('bytes', 'b'))).toBe('the body');
      expect(await store.query('bytes', 'none')).toBeUndefined();
    });

    test('and lets one that fails or does not exist cost its caller alone', async () => {
      const store = await opened();
      for (const [name, message] of [
        ['fails', 'on purpose'],
        ['failsAtOnce', 'at once'],
        ['numbers', 'gives a stream'],
      ] as const)
        await expect(store.query(name, 1)).rejects.toMatchObject({
          code: 'QUERY_FAILED',
          message: expect.stringContaining(message),
        });
      for (const name of ['unknown', 'toString', '__proto__'])
        await expect(store.query(name, 1)).rejects.toMatchObject({ code: 'QUERY_UNKNOWN' });
      for (const [name, code] of [
        ['unknown', 'QUERY_UNKNOWN'],
        ['fails', 'QUERY_FAILED'],
        ['failsAtOnce', 'QUERY_FAILED'],
      ] as const)
        await expect(store.stream(name, 0)[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code });
      expect(store.stats().failures.get('QUERY_FAILED')).toBe(5);
      await store.commit({ batch: puts([['d', '4']]) });
    });

    test('as streams, one chunk ahead of their reader, which end when he leaves', async () => {
      const store = await opened();
      const seen = () => store.query<{ made: number; ended: number }>('seen', undefined);
      const before = await seen();
      let taken = 0;
      for await (const chunk of store.stream('numbers', 1_000)) {
        expect(utf8Text(chunk)).toBe(String(taken++));
        const made = (await seen()).made - before.made;
        expect([taken, taken + 1]).toContain(made);
        if (taken === 3) break;
      }
      expect((await seen()).ended - before.ended).toBe(1);
      const got: string[] = [];
      const read = async (): Promise<void> => {
        for await (const chunk of store.stream('failsLater', undefined)) got.push(utf8Text(chunk));
      };
      await expect(read()).rejects.toMatchObject({ code: 'QUERY_FAILED', message: expect.stringContaining('later') });
      expect(got).toEqual(['first']);
    });

    test('as many as may wait, and refuses the newest', async () => {
      const store = await filled(1);
      const reads = Array.from({ length: MAX_READS + 10 }, () => store.get(utf8(numbered(0))));
      const settled = await Promise.allSettled(reads);
      const refused = settled.filter((result) => result.status === 'rejected');
      expect(refused).toHaveLength(10);
      expect(refused.every((result) => result.reason.code === 'STORE_BUSY')).toBe(true);
      const open = Array.from({ length: MAX_STREAMS }, () => store.stream('numbers', 5)[Symbol.asyncIterator]());
      for (const stream of open) await stream.next();
      const next = store.rangeStream({ gte: utf8('a'), lt: utf8('z') });
      await expect(next[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'STORE_BUSY' });
      await open[0]?.return?.();
      expect((await store.stream('numbers', 1)[Symbol.asyncIterator]().next()).done).toBe(false);
      expect(store.stats().pendingReads).toBe(0);
    });
  });

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
