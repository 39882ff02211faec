/** Reopening after a failed write on a disk that fills up again meanwhile: whatever can be opened is read from. */

import { describe, expect, test } from 'vitest';
import { utf8, utf8Text } from '../../../../engine/base/bytes.js';
import type { StorePort } from '../../../../engine/store/port.js';
import { openedStore, puts } from './storeDirectory.js';

/** The store's thread reads its environment when it starts. */
async function failingStore(fault: string): Promise<StorePort> {
  process.env.ROUGED_FAULT_POINT = fault;
  try {
    return await openedStore();
  } finally {
    delete process.env.ROUGED_FAULT_POINT;
  }
}

const reads = async (store: StorePort): Promise<string> => utf8Text((await store.get(utf8('k'))) ?? utf8('nothing'));

/** A store that holds one commit and has failed at the next. */
async function failedStore(fault: string): Promise<StorePort> {
  const store = await failingStore(`commit-begin:2,${fault}`);
  await store.commit({ batch: puts([['k', 'durable']]) });
  await expect(store.commit({ batch: puts([['k', 'lost']]) })).rejects.toMatchObject({ code: 'STORE_FAILED' });
  expect(await reads(store)).toBe('durable');
  return store;
}

async function expectWrites(store: StorePort): Promise<void> {
  await store.reopen();
  await store.commit({ batch: puts([['k', 'later']]) });
  expect(await reads(store)).toBe('later');
}

const refusesWrites = (store: StorePort): Promise<void> =>
  expect(store.commit({ batch: puts([['k', 'refused']]) })).rejects.toMatchObject({ code: 'STORE_FAILED' });

describe('a reopening', () => {
  test('that fills the disk leaves a database to read from, and can be asked for again', async () => {
    const store = await failedStore('reopen-close:1:2,reopen-probe:3:2');
    for (let attempt = 1; attempt <= 4; attempt++) {
      const code = attempt <= 2 ? 'STORE_OPEN_FAILED' : 'STORE_FAILED';
      await expect(store.reopen()).rejects.toMatchObject({ code, message: expect.stringMatching(/ENOSPC/) });
      expect(await reads(store)).toBe('durable');
      await refusesWrites(store);
    }
    await expectWrites(store);
  });

  test('that left nothing open opens it to read as soon as that works, although the disk stays full', async () => {
    const store = await failedStore('reopen-close:1,reopen-read:1:2,reopen-probe:2:3');
    for (let attempt = 1; attempt <= 2; attempt++) {
      await expect(store.reopen()).rejects.toMatchObject({ name: 'StoreError' });
      await expect(reads(store)).rejects.toMatchObject({ code: 'STORE_REOPENING' });
    }
    for (let attempt = 3; attempt <= 4; attempt++) {
      await expect(store.reopen()).rejects.toMatchObject({ code: 'STORE_FAILED' });
      expect(await reads(store)).toBe('durable');
      await refusesWrites(store);
    }
    await expectWrites(store);
  });
});
