/** The work that nobody asks for, over the desk and a store in memory: what is due, nonces, retention; and what a failing kind costs. */

import { afterEach, describe, expect, test, vi } from 'vitest';
import { utf8, utf8Text } from '../../../engine/base/bytes.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import {
  ANSWERS_AT_ONCE,
  NONCE_GRACE_MS,
  SERVICE_COMPACTION,
  SERVICE_SWEEP,
} from '../../../engine/base/serviceLimits.js';
import { protocolOfStored } from '../../../engine/protocol/protocolOf.js';
import { ServiceDesk } from '../../../engine/services/desk.js';
import { erasedSoFar, noteRewritten } from '../../../engine/services/erasures.js';
import { keyOf } from '../../../engine/services/keys.js';
import { recordTimes } from '../../../engine/services/record.js';
import { dueAt, eraseRecord } from '../../../engine/services/records.js';
import { DurableScene } from '../../../engine/services/scene.js';
import { type SweepResult, sweep } from '../../../engine/services/sweep.js';
import { LogBook } from '../../support/engineNode.js';
import { keyedBackend } from '../../support/keyedBackend.js';
import { openMemoryStore } from '../../support/memoryStore.js';
import { answering, noteCalls as kinds, marks } from '../../support/noteKind.js';
import { freshNonce, number, payloadText, signText } from '../../support/signedRequests.js';
import type { SigningActor } from '../../support/transactions.js';

vi.mock('../../../engine/services/kinds/social/index.js', async (original) => {
  const actual = await original<typeof import('../../../engine/services/kinds/social/index.js')>();
  const { noteKinds } = await import('../../support/noteKind.js');
  return { socialKinds: [...actual.socialKinds, ...noteKinds] };
});

const START = 1_800_000_000_000;
const DAY_MS = 86_400_000;
const retentionMs = 10 * DAY_MS;

const pair = keyedBackend.keygen(new Uint8Array(32).fill(7));
const author = { ...pair, keyHex: Buffer.from(pair.publicKey).toString('hex') } as unknown as SigningActor;

afterEach(() => {
  kinds.erased.length = 0;
  kinds.done.length = 0;
  kinds.fails = false;
});

async function openDesk() {
  const store = await openMemoryStore();
  const log = new LogBook();
  const desk = new ServiceDesk({
    store,
    directory: { wallets: async () => [], walletsOf: async () => [] },
    read: {
      chainId: 'sweep',
      requireChainId: false,
      protocol: protocolOfStored('sweep'),
      backend: keyedBackend,
      isKind: () => false,
    },
    nodeKey: pair.publicKey,
    mostBytes: 1024 * 1024 * 1024,
    log,
    onEvents: () => undefined,
  });
  await desk.open();
  const faults: string[] = [];
  const around = (now: number) => desk.around({ now, height: 1 });
  return {
    desk,
    faults,
    store,
    /** @returns the id of the record. */
    async note(text: string, now: number, kind = 'test_note'): Promise<Uint8Array> {
      const payload = payloadText(author, { text, timestamp: number(now), nonce: freshNonce() });
      const { body, txId } = signText(author, payload, '', keyedBackend);
      const answer = await desk.take(kind, utf8(body), { now, height: 1 }, 'a client');
      expect(isRefusal(answer) ? answer.message : utf8Text(answer)).toBe('{"success":true}');
      return Uint8Array.from(Buffer.from(txId, 'hex'));
    },
    sweep: (now: number): Promise<SweepResult> =>
      desk.turn((scene) =>
        sweep(scene, around(now), { retentionMs, onFault: (error) => faults.push((error as Error).message) }),
      ),
    marked: async (id: Uint8Array) => (await new DurableScene(store).get(marks, keyOf(id))) === true,
  };
}

describe('retention', () => {
  test('ends records that are older, tells their kind, and leaves those that outlive it', async () => {
    const { desk, note, sweep } = await openDesk();
    await note('old', START);
    await note('kept', START, 'test_kept');
    await note('young', START + DAY_MS);
    expect(await sweep(START + retentionMs - 1)).toMatchObject({ expired: 0, hasMore: false });
    expect(await sweep(START + retentionMs)).toMatchObject({ expired: 1, hasMore: false });
    expect(kinds.erased).toEqual(['old']);
    expect(await sweep(START + retentionMs + DAY_MS)).toMatchObject({ expired: 1 });
    expect(kinds.erased).toEqual(['old', 'young']);
    expect(await sweep(START + 100 * DAY_MS)).toMatchObject({ expired: 0 });
    expect(desk.stats()).toMatchObject({ records: 1 });
  });

  test('erases a record whose kind fails, and keeps nothing of what the kind had begun', async () => {
    const { desk, note, sweep, faults, marked } = await openDesk();
    const id = await note('old', START);
    kinds.fails = true;
    expect(await sweep(START + retentionMs)).toMatchObject({ expired: 1 });
    expect(faults).toEqual(['a bug in the kind']);
    expect(await marked(id)).toBe(false);
    expect(desk.stats()).toMatchObject({ records: 0, bytes: 0 });
  });

  test('does a bounded piece in a turn and says that there is more', async () => {
    const { note, sweep, store } = await openDesk();
    const count = SERVICE_SWEEP.records + 3;
    for (let index = 0; index < count; index++) await note(`note ${index}`, START + index);
    expect(await sweep(START + 2 * retentionMs)).toMatchObject({ expired: SERVICE_SWEEP.records, hasMore: true });
    expect(await sweep(START + 2 * retentionMs)).toMatchObject({ expired: 3, hasMore: false });
    expect(kinds.erased).toHaveLength(count);
    expect(await new DurableScene(store).range(recordTimes, keyOf(), { limit: 1 })).toEqual([]);
  });
});

describe('what is due', () => {
  test('is done when its time has come, once', async () => {
    const { desk, sweep, marked } = await openDesk();
    const id = new Uint8Array(32).fill(1);
    await desk.turn(async (scene) => dueAt(scene, START + 5, id, 'test_note', 'vanish'));
    expect(await sweep(START + 4)).toMatchObject({ due: 0 });
    expect(await sweep(START + 5)).toMatchObject({ due: 1 });
    expect(await sweep(START + 6)).toMatchObject({ due: 0 });
    expect(kinds.done).toEqual(['vanish']);
    expect(await marked(id)).toBe(true);
  });

  test('is tried again later when its kind fails, and what is behind it is done', async () => {
    const { desk, sweep, faults, marked } = await openDesk();
    const id = new Uint8Array(32).fill(2);
    await desk.turn(async (scene) => dueAt(scene, START, id, 'test_note', 'vanish'));
    kinds.fails = true;
    expect(await sweep(START)).toMatchObject({ due: 1 });
    expect(faults).toEqual(['a bug in the kind']);
    expect(await marked(id)).toBe(false);
    kinds.fails = false;
    expect(await sweep(START + 1_000)).toMatchObject({ due: 0 });
    expect(await sweep(START + DAY_MS)).toMatchObject({ due: 1 });
    expect(kinds.done).toEqual(['vanish']);
  });
});

describe('a nonce', () => {
  test('is forgotten some time after its request would be too old, not before', async () => {
    const { note, sweep } = await openDesk();
    await note('one', START);
    const gone = START + 300_000 + NONCE_GRACE_MS;
    expect(await sweep(gone)).toMatchObject({ nonces: 0 });
    expect(await sweep(gone + 1)).toMatchObject({ nonces: 1 });
  });

  test('is still used for a request that came at the end of its window and waits behind a sweep', async () => {
    const { desk, sweep } = await openDesk();
    const payload = payloadText(author, { text: 'one', timestamp: number(START), nonce: freshNonce() });
    const { body } = signText(author, payload, '', keyedBackend);
    const take = (now: number) => desk.take('test_note', utf8(body), { now, height: 1 }, 'a client');
    expect(await take(START)).toBeInstanceOf(Uint8Array);
    const [, again] = await Promise.all([sweep(START + 300_001), take(START + 300_000)]);
    expect(again).toMatchObject({ code: 'nonce_used' });
  });
});

describe('rewriting', () => {
  test('is asked for a day after an erasure, once', async () => {
    const { desk, note, sweep } = await openDesk();
    const id = await note('one', START);
    await desk.turn((scene) => eraseRecord(scene, id, 'test_note'));
    expect(await sweep(START)).toMatchObject({ rewrite: false });
    expect(await sweep(START + SERVICE_COMPACTION.waitMs - 1)).toMatchObject({ rewrite: false });
    expect(await sweep(START + SERVICE_COMPACTION.waitMs)).toMatchObject({ rewrite: true });
    await desk.turn(async (scene) => noteRewritten(scene, await erasedSoFar(scene)));
    expect(await sweep(START + 2 * SERVICE_COMPACTION.waitMs)).toMatchObject({ rewrite: false });
  });
});

test('few of many answers are made at a time', async () => {
  const { desk } = await openDesk();
  const reads = Array.from({ length: 100 }, () => {
    const { body } = signText(
      author,
      payloadText(author, { timestamp: number(START), nonce: freshNonce() }),
      '',
      keyedBackend,
    );
    return desk.take('test_read', utf8(body), { now: START, height: 1 }, 'a client');
  });
  expect((await Promise.all(reads)).filter((answer) => !isRefusal(answer))).toHaveLength(100);
  expect(answering).toEqual({ now: 0, most: ANSWERS_AT_ONCE });
});
