/** Bench of the commit: 20,000 changed accounts from the main thread to a durable answer.
 *
 *  The engine's way: one packed buffer, transferred to the store's thread. The naive way: one put for each into a
 *  batch of the same database, opened on this thread. The bench measures how long the event loop is blocked; the naive
 *  way is not even durable then, since the database does not sync its log. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import RocksDB from 'rocksdb-native';
import { accounts } from '../../engine/ledger/tables.js';
import type { Change } from '../../engine/state/state.js';
import type { Table } from '../../engine/state/table.js';
import { BatchWriter } from '../../engine/store/batch.js';
import type { StorePort } from '../../engine/store/port.js';
import { openStore } from '../../workers/store/openStore.js';
import { atMost, type BenchDefinition, besideFigure, type Figure, figureOf } from '../figures.js';
import { collectGarbage, timedToNextTick } from '../measure.js';
import { accountKeys } from '../network.js';

const CHANGES = 20_000;
const ROUNDS = 9;
const WARM_UP_ROUNDS = 2;
/** Milliseconds of the main thread for packing and handing over. */
const COMMIT_MS = 15;

interface Put {
  readonly key: string;
  readonly value: Uint8Array;
}

const changesOf = (keys: readonly string[], round: number): Put[] =>
  keys.map((key, index) => ({
    key,
    value: accounts.encode({ balance: BigInt(index), nonce: round, activity: round }),
  }));

interface Times {
  readonly blocked: number;
  readonly answered: number;
}

async function measure(handOver: () => Promise<void>): Promise<Times> {
  await collectGarbage();
  const start = performance.now();
  const { milliseconds, value } = await timedToNextTick(handOver);
  await value;
  return { blocked: milliseconds, answered: performance.now() - start };
}

/** What the commit of a block does with its changed records. */
export function packAndHandOver(store: StorePort, changes: readonly Change[]): Promise<void> {
  const batch = new BatchWriter(changes.length * 80);
  for (const { table, key, value } of changes) {
    if (value) batch.putIn(table.id, key, value);
    else batch.deleteIn(table.id, key);
  }
  return store.commit({ batch: batch.finish() });
}

async function putEach(database: RocksDB, changes: readonly Put[]): Promise<void> {
  const batch = database.write({ capacity: changes.length });
  try {
    for (const { key, value } of changes) batch.tryPut(Buffer.from(`\x01${key}`, 'latin1'), value);
    await batch.flush();
  } finally {
    batch.destroy();
  }
}

async function rounds(folder: string, count: number, keys: readonly string[]): Promise<Figure[]> {
  const store = await openStore({ directory: join(folder, 'store') });
  const database = new RocksDB(join(folder, 'direct'));
  await database.ready();
  const packed: Times[] = [];
  const direct: Times[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + count; round++) {
    const changes = changesOf(keys, round);
    const records = changes.map(
      ({ key, value }): Change => ({
        table: accounts as Table<unknown>,
        key,
        value,
        before: undefined,
        after: undefined,
      }),
    );
    packed.push(await measure(() => packAndHandOver(store, records)));
    direct.push(await measure(() => putEach(database, changes)));
  }
  await database.close();
  await store.close();
  const of = (times: readonly Times[], name: keyof Times): number[] =>
    times.slice(WARM_UP_ROUNDS).map((one) => one[name]);
  const name = `${keys.length} changes`;
  return [
    atMost(figureOf(`pack and hand over, ${name}`, of(packed, 'blocked'), 'ms'), COMMIT_MS),
    besideFigure(`one put each on this thread, ${name}`, of(direct, 'blocked'), of(packed, 'blocked'), 'ms'),
    figureOf('until the durable answer', of(packed, 'answered'), 'ms'),
    figureOf('one put each: until the answer, not synced', of(direct, 'answered'), 'ms'),
  ];
}

export const commit: BenchDefinition = {
  name: 'commit',
  about: 'main thread for handing 20,000 changes to the store, beside putting each into the database there',
  async run({ quick }) {
    const folder = await mkdtemp(join(tmpdir(), 'rouged-bench-'));
    try {
      return await rounds(folder, quick ? 2 : ROUNDS, accountKeys([], quick ? 1_000 : CHANGES));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
