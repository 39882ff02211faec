/** What a crash of the store in memory leaves: everything that was answered, and of the rest only what the store's contract
 *  allows, each of which must come up. */

import { expect, test } from 'vitest';
import { utf8, utf8Text } from '../../../engine/base/bytes.js';
import { BatchWriter } from '../../../engine/store/batch.js';
import type { StorePort } from '../../../engine/store/port.js';
import { type CrashPoint, crashPoints } from '../../../workers/store/crashPoints.js';
import { MemoryDisks } from '../../support/memoryDisk.js';
import { fullDisk, MemoryStore } from '../../support/memoryStore.js';
import { SeededRandom, testSeed } from '../../support/random.js';

const seed = testSeed();
const RUNS = 400;

const name = (height: number): string => String(height).padStart(4, '0');

const block = (height: number) => {
  const batch = new BatchWriter();
  batch.put('tip', name(height));
  batch.put(`block ${name(height)}`, name(height));
  return {
    body: { key: utf8(name(height)), value: utf8(name(height)) },
    signatures: { key: utf8(name(height)), value: utf8(name(height)) },
    batch: batch.finish(),
  };
};

const read = async (store: StorePort, key: string): Promise<number> =>
  Number(utf8Text((await store.get(utf8(key))) ?? utf8('0')));

const written = async (store: StorePort, family: 'bodies' | 'signatures'): Promise<number[]> => {
  const all = { family, gte: new Uint8Array(), lt: new Uint8Array(), limit: 1_000 };
  return (await store.range(all)).map(({ key }) => Number(utf8Text(key)));
};

/** What the run of one process was answered, and what it had asked for when it ended. */
interface Run {
  readonly answered: number;
  readonly asked: number;
  readonly journal: number;
  /** Where it ended. */
  readonly point: CrashPoint | undefined;
}

/** Writes blocks, several at a time, and the journal before each, until the process ends at a random place. */
async function runToCrash(disks: MemoryDisks, random: SeededRandom, from: number): Promise<Run> {
  let passings = random.between(1, 60);
  let crash: () => void = () => {};
  const crashed = new Promise<void>((resolve) => {
    crash = resolve;
  });
  let point: CrashPoint | undefined;
  const store = new MemoryStore({
    disks,
    random,
    at: (passed) => {
      if (--passings !== 0) return;
      point = passed;
      store.crash();
      crash();
    },
  });
  let [answered, asked, journal] = [from, from, 0];
  const write = async (): Promise<void> => {
    for (;;) {
      await store.journalWrite(utf8(name(asked + 1)));
      journal = asked + 1;
      const together = Array.from({ length: random.between(1, 3) }, () => {
        const height = ++asked;
        return store.commit(block(height)).then(() => {
          answered = height;
        });
      });
      await Promise.all(together);
    }
  };
  void write();
  await crashed;
  // The process is gone: whatever still runs of it gets no answer.
  await new Promise(setImmediate);
  return { answered, asked, journal, point };
}

test(`a crash at any place loses nothing that was answered, and no part of a block (seed ${seed})`, async () => {
  const seen = { lost: 0, kept: 0, bodies: 0, signatures: 0, signaturesAlone: 0, journalNew: 0, journalOld: 0 };
  for (let run = 0; run < RUNS; run++) {
    const random = new SeededRandom(seed + run);
    const disks = new MemoryDisks();
    let from = 0;
    for (let life = 0; life < 3; life++) {
      const { answered, asked, journal, point } = await runToCrash(disks, random, from);
      const store = new MemoryStore({ disks, random });
      const tip = await read(store, 'tip');
      const context = `seed ${seed + run}, life ${life}`;
      expect(tip, context).toBeGreaterThanOrEqual(answered);
      expect(tip, context).toBeLessThanOrEqual(asked);
      const bodies = await written(store, 'bodies');
      const signatures = await written(store, 'signatures');
      for (let height = 1; height <= asked; height++) {
        expect(await read(store, `block ${name(height)}`), context).toBe(height <= tip ? height : 0);
        if (height > tip) continue;
        expect(bodies, context).toContain(height);
        expect(signatures, context).toContain(height);
      }
      const noted = Number(utf8Text((await store.journalRead()) ?? utf8('0')));
      expect(noted, context).toBeGreaterThanOrEqual(journal);
      seen.lost += asked - tip;
      seen.kept += tip - answered;
      seen.bodies += bodies.filter((height) => height > tip).length;
      seen.signatures += signatures.filter((height) => height > tip).length;
      seen.signaturesAlone += signatures.filter((height) => height > tip && !bodies.includes(height)).length;
      if (point === 'journal-rename') seen[noted > asked ? 'journalNew' : 'journalOld']++;
      await store.deleteRange('bodies', utf8(name(tip + 1)), utf8('a'));
      await store.deleteRange('signatures', utf8(name(tip + 1)), utf8('a'));
      await store.close();
      from = tip;
    }
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(RUNS / 40);
});

test('a full disk takes no write at any place, is read from at a restart, and takes writes when there is room', async () => {
  const disks = new MemoryDisks();
  const disk = disks.at('/memory');
  disk.isFull = true;
  expect(() => new MemoryStore({ disks })).toThrow(/the disk is full/);
  disk.isFull = false;
  const first = new MemoryStore({ disks });
  await first.commit(block(1));
  disk.isFull = true;
  await expect(first.commit(block(2))).rejects.toMatchObject({ code: 'STORE_FAILED' });
  await expect(first.journalWrite(utf8('1'))).rejects.toMatchObject({ code: 'JOURNAL_FAILED' });
  await first.close();
  const second = new MemoryStore({ disks });
  expect(second.stats().writeFailure?.message).toContain('the disk is full');
  expect(await read(second, 'tip')).toBe(1);
  await expect(second.commit(block(2))).rejects.toMatchObject({ code: 'STORE_FAILED' });
  await expect(second.reopen()).rejects.toMatchObject({ code: 'STORE_FAILED' });
  disk.isFull = false;
  await second.reopen();
  await second.commit(block(2));
  expect(await read(second, 'tip')).toBe(2);
});

test('the death of the store settles everything that is open, and says so once', async () => {
  const deaths: string[] = [];
  const store = new MemoryStore({ onDeath: ({ message }) => deaths.push(message) });
  const open = [store.commit(block(1)), store.get(utf8('tip')), store.journalWrite(utf8('1'))];
  store.die('on purpose');
  for (const result of await Promise.allSettled<unknown>(open))
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'STORE_DIED' } });
  await expect(store.get(utf8('tip'))).rejects.toMatchObject({ code: 'STORE_DIED' });
  expect(deaths).toEqual(['on purpose']);
  await store.close();
});

test('every place between two effects is passed', async () => {
  const passed = new Set<string>();
  let isFailing = false;
  const store = new MemoryStore({
    at: (point) => {
      passed.add(point);
      if (isFailing && (point === 'commit-begin' || point === 'reopen-close')) throw fullDisk(point);
    },
  });
  await store.commit(block(1));
  await store.deleteRange('bodies', utf8('0'), utf8('1'));
  for (const journal of ['slot', 'votes', 'candidate'] as const) await store.journalWrite(utf8('1'), journal);
  isFailing = true;
  await expect(store.commit(block(2))).rejects.toMatchObject({ code: 'STORE_FAILED' });
  await expect(store.reopen()).rejects.toMatchObject({ code: 'STORE_OPEN_FAILED' });
  isFailing = false;
  await store.reopen();
  expect([...passed].sort()).toEqual([...crashPoints].sort());
});
