/** The database of the services that cannot be opened again, or not be gone on with: it is tried again as soon as somebody asks, and nothing
 *  keeps it locked meanwhile. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { u64Bytes, utf8 } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { accountOfKey } from '../../engine/crypto/address.js';
import { seriesKey } from '../../engine/services/records.js';
import { logHeads } from '../../engine/services/replication/logTables.js';
import { STANDARD_VOTE_RULES } from '../../engine/services/voteRules.js';
import { BatchWriter } from '../../engine/store/batch.js';
import { NodeServices } from '../../workers/services/services.js';
import { DiskServicesStore, SERVICES_FOLDER } from '../../workers/services/servicesStore.js';
import { temporaryDirectory } from '../crash/nodeDirectory.js';
import { LogBook } from '../support/engineNode.js';
import { signed } from '../support/signedRequests.js';
import { signingActor } from '../support/transactions.js';

// The second group fails, in this thread: the points are read when their module is loaded.
vi.hoisted(() => {
  process.env.ROUGED_FAULT_POINT = 'commit-batch:2';
});
delete process.env.ROUGED_FAULT_POINT;

const KEY = Uint8Array.of(0xf0, 1);
const SLOW_MACHINE_MS = 240_000;
const alice = signingActor('services reopening: alice');

const putting = (key: Uint8Array, value: string) => {
  const writer = new BatchWriter();
  writer.put(key, utf8(value));
  return { batch: writer.finish() };
};

test(
  'after a failed write the database is opened again for a reader, when it could not be at once',
  async () => {
    const directory = temporaryDirectory();
    const store = await DiskServicesStore.open(directory);
    onTestFinished(() => store.close());
    await store.commit(putting(KEY, 'first'));
    await expect(store.commit(putting(KEY, 'second'))).rejects.toThrow('ENOSPC');
    expect(Buffer.from((await store.get(KEY)) ?? []).toString()).toBe('first');

    // A mark of more groups than there are: the database is closed for the next write, and refuses to be opened.
    const mark = join(directory, SERVICES_FOLDER, 'last-group');
    const before = readFileSync(mark);
    const more = u64Bytes(99);
    writeFileSync(mark, Buffer.concat([more, more.map((byte) => ~byte)]));
    await expect(store.commit(putting(KEY, 'third'))).rejects.toThrow('the end of the services');
    await expect(store.get(KEY)).rejects.toThrow('the end of the services');

    writeFileSync(mark, before);
    expect(['first', 'second']).toContain(Buffer.from((await store.get(KEY)) ?? []).toString());
    await store.commit(putting(KEY, 'fourth'));
    expect(Buffer.from((await store.get(KEY)) ?? []).toString()).toBe('fourth');
  },
  SLOW_MACHINE_MS,
);

test(
  'services whose logs cannot be read are closed, so that their database can be mended',
  async () => {
    const directory = temporaryDirectory();
    const head = Uint8Array.of(logHeads.id, ...seriesKey(accountOfKey(alice.publicKey), 'public'));
    const broken = await DiskServicesStore.open(directory);
    await broken.commit(putting(head, 'no JSON'));
    await broken.close();

    const log = new LogBook();
    const services = new NodeServices({
      ...{ directory, chainId: 'services-reopening', requireChainId: false, backend: 'noble' },
      ...{ cacheBytes: 1024 * 1024, nodeKey: alice.publicKey, mostBytes: 1024 ** 3, retentionMs: 0, named: [] },
      ...{ voteRules: STANDARD_VOTE_RULES, log },
    });
    onTestFinished(() => services.close());
    const body = utf8(signed(alice, { trackId: 'track' }).body);
    const answer = await services.take('social_play', body, { now: Date.now(), height: 1 }, 'a client');
    expect(isRefusal(answer) && [answer.code, answer.message]).toEqual([
      'busy',
      'the services of this node cannot be used at present: their thread has failed, and is begun again',
    ]);
    expect(log.lines.some(({ message }) => message === 'the services cannot be used')).toBe(true);

    // The thread that has failed over it holds it no more.
    const mended = await DiskServicesStore.open(directory);
    expect(await mended.get(head)).toEqual(Buffer.from('no JSON'));
    await mended.close();
  },
  SLOW_MACHINE_MS,
);
