/** Queries and streams in the store's thread: bounded, one chunk ahead of their reader, on one state of the database,
 *  and settled whatever happens to the thread. */

import { describe, expect, test } from 'vitest';
import { utf8, utf8Text } from '../../../../engine/base/bytes.js';
import type { StoreError, StorePort } from '../../../../engine/store/port.js';
import { MAX_READS, openStore } from '../../../../workers/store/openStore.js';
import { MAX_STREAMS } from '../../../../workers/store/storeQueries.js';
import { builtFile } from '../../../../workers/threads/workerFile.js';
import { openedStore, puts, temporaryDirectory } from './storeDirectory.js';

const queries = builtFile('test/unit/workers/store/testQueries.js');

interface Seen {
  readonly made: number;
  readonly ended: number;
}

async function filledStore(onDeath?: (error: StoreError) => void): Promise<StorePort> {
  const store = await openedStore({ queries, ...(onDeath && { onDeath }) });
  await store.commit({
    body: { key: utf8('b'), value: utf8('the body') },
    batch: puts([
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
    ]),
  });
  return store;
}

describe('a query', () => {
  test('reads where the database lives and answers with plain data and bytes', async () => {
    const store = await filledStore();
    const answer = await store.query<{ value: Uint8Array; missing: undefined; keys: string[] }>('describe', 'b');
    expect(utf8Text(answer.value)).toBe('2');
    expect(answer).toMatchObject({ missing: undefined, keys: ['b', 'c'] });
    expect(utf8Text(await store.query<Uint8Array>('bytes', 'b'))).toBe('the body');
    expect(await store.query('bytes', 'none')).toBeUndefined();
  });

  test('that fails or does not exist costs its caller alone', async () => {
    const store = await filledStore();
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
    expect(await store.query('seen', undefined)).toEqual({ made: 0, ended: 0 });
    await store.commit({ batch: puts([['d', '4']]) });
  });

  test('module that exports none is refused at the opening', async () => {
    const wrong = builtFile('engine/store/batch.js');
    await expect(openStore({ directory: temporaryDirectory(), queries: wrong })).rejects.toMatchObject({
      code: 'STORE_OPEN_FAILED',
      message: expect.stringContaining('exports no queries'),
    });
  });

  test('is refused when too many reads wait, and only then', async () => {
    const store = await filledStore();
    const reads = Array.from({ length: MAX_READS + 10 }, () => store.get(utf8('a')));
    const settled = await Promise.allSettled(reads);
    const refused = settled.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(10);
    expect(refused.every((result) => result.reason.code === 'STORE_BUSY')).toBe(true);
    expect(utf8Text((await store.get(utf8('a'))) ?? utf8(''))).toBe('1');
  });
});

describe('a stream', () => {
  test('gives all chunks in order and ends', async () => {
    const store = await filledStore();
    const got: string[] = [];
    for await (const chunk of store.stream('numbers', 25)) got.push(utf8Text(chunk));
    expect(got).toEqual(Array.from({ length: 25 }, (_, i) => String(i)));
    expect(await store.query<Seen>('seen', undefined)).toEqual({ made: 25, ended: 1 });
  });

  test('is made one chunk ahead of its reader, and ends in the thread when the reader leaves', async () => {
    const store = await filledStore();
    let taken = 0;
    for await (const chunk of store.stream('numbers', 1_000)) {
      expect(utf8Text(chunk)).toBe(String(taken));
      taken++;
      // Every answer gives the thread a turn in which it could run ahead.
      for (let i = 0; i < 5; i++) {
        const { made, ended } = await store.query<Seen>('seen', undefined);
        expect([made === taken || made === taken + 1, ended]).toEqual([true, 0]);
      }
      if (taken === 3) break;
    }
    const { made, ended } = await store.query<Seen>('seen', undefined);
    expect([made === 3 || made === 4, ended]).toEqual([true, 1]);
  });

  test('keeps a block waiting for a few chunks only, however many are being read', async () => {
    const store = await filledStore();
    let reading = true;
    const readers = Array.from({ length: 200 }, async () => {
      for await (const _ of store.stream('busy', undefined)) if (!reading) return;
    });
    const made = async (): Promise<number> => (await store.query<Seen>('seen', undefined)).made;
    while ((await made()) < 300);
    const before = await made();
    await store.commit({ body: { key: utf8('c'), value: utf8('another') }, batch: puts([['d', '4']]) });
    const meanwhile = (await made()) - before;
    reading = false;
    await Promise.all(readers);
    console.log(`${meanwhile} chunks of 200 streams while a block was stored`);
    expect(meanwhile).toBeGreaterThan(0);
    expect(meanwhile).toBeLessThan(150);
  });

  test('reads one state of the database to its end', async () => {
    const store = await filledStore();
    const stream = store.stream('repeat', 'a')[Symbol.asyncIterator]();
    expect(utf8Text((await stream.next()).value)).toBe('1');
    await store.commit({ batch: puts([['a', 'new']]) });
    for (let i = 0; i < 5; i++) expect(utf8Text((await stream.next()).value)).toBe('1');
    await stream.return?.();
    expect(utf8Text((await store.get(utf8('a'))) ?? utf8(''))).toBe('new');
  });

  test('that fails gives the chunks before and then the error', async () => {
    const store = await filledStore();
    const got: string[] = [];
    const read = async (): Promise<void> => {
      for await (const chunk of store.stream('failsLater', undefined)) got.push(utf8Text(chunk));
    };
    await expect(read()).rejects.toMatchObject({ code: 'QUERY_FAILED', message: expect.stringContaining('later') });
    expect(got).toEqual(['first']);
    for (const [name, code] of [
      ['unknown', 'QUERY_UNKNOWN'],
      ['fails', 'QUERY_FAILED'],
      ['failsAtOnce', 'QUERY_FAILED'],
    ] as const)
      await expect(store.stream(name, 0)[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code });
  });

  test('is refused when too many are open, until one ends', async () => {
    const store = await filledStore();
    const open = Array.from({ length: MAX_STREAMS }, () => store.stream('numbers', 5)[Symbol.asyncIterator]());
    for (const stream of open) await stream.next();
    const next = store.rangeStream({ gte: utf8('a'), lt: utf8('z') });
    await expect(next[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'STORE_BUSY' });
    await open[0]?.return?.();
    expect((await store.stream('numbers', 1)[Symbol.asyncIterator]().next()).done).toBe(false);
  });
});

describe("the end of the store's thread", () => {
  test.each([
    ['exits', /ended with code 3/],
    ['throwsOutside', /nobody catches this/],
  ])('by a query that %s settles every call with an error that says so', async (name, how) => {
    const deaths: StoreError[] = [];
    const store = await filledStore((error) => deaths.push(error));
    const open = [store.query(name, undefined), store.query('throwsOutside', undefined)];
    const settled = await Promise.allSettled(open);
    expect(settled).toHaveLength(2);
    for (const result of settled)
      expect(result).toMatchObject({
        status: 'rejected',
        reason: { code: 'STORE_DIED', message: expect.stringMatching(how) },
      });
    await expect(store.commit({ batch: puts([]) })).rejects.toMatchObject({ code: 'STORE_DIED' });
    await expect(store.get(utf8('a'))).rejects.toMatchObject({ code: 'STORE_DIED' });
    expect(deaths).toHaveLength(1);
    await store.close();
  });
});
