/** What every store does, whatever it is made of: one suite for the store's thread over RocksDB and for the store in memory
 *  with which whole nodes run in one thread. A difference between the two is a fault of one of them. What a store does when
 *  something goes wrong is in storeContractFailures.test.ts. */

import { describe, expect, test } from 'vitest';
import { u64Bytes, utf8, utf8Text } from '../../../../engine/base/bytes.js';
import { BatchWriter, readBatch } from '../../../../engine/store/batch.js';
import type { Entry, StorePort } from '../../../../engine/store/port.js';
import { MAX_READS } from '../../../../workers/store/openStore.js';
import { MAX_STREAMS } from '../../../../workers/store/storeQueries.js';
import { puts } from './storeDirectory.js';
import { END, filledOn, type Machine, machines, numbered, type Opening, openedOn, textOf } from './storeMachines.js';

const keysOf = (entries: readonly Entry[]): string[] => entries.map((entry) => utf8Text(entry.key));

describe.each(machines)('a store %s', (_, machineOf) => {
  const opened = (machine: Machine = machineOf(), opening: Opening = {}): Promise<StorePort> =>
    openedOn(machine, opening);
  const filled = (count: number, machine: Machine = machineOf()): Promise<StorePort> => filledOn(machine, count);

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
      for (const limit of [255, 256, 1023, 1024, 1025, 2048, 4_999, 5_000, 6_000])
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

    test('as streams, one chunk ahead of their reader, which end when it leaves', async () => {
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
});
