/** The writes of a store in memory: one at a time, each durable before it is answered, in the order of effects that
 *  workers/store/storeCommit.ts numbers.
 *
 *  In: blocks and range deletes. Out: answers in the order of the calls; commits that wait while another one is synced share
 *  the next sync. The first failure is final until the database is opened again. */

import { archiveBatch } from '../../engine/store/archive.js';
import { balanceList } from '../../engine/store/balanceLog.js';
import { batchCount } from '../../engine/store/batch.js';
import { CandleLog } from '../../engine/store/candleLog.js';
import { type BlockWrite, type Family, StoreError } from '../../engine/store/port.js';
import { trailBatch } from '../../engine/store/trail.js';
import type { CrashPoint } from '../../workers/store/crashPoints.js';
import { errorText } from '../../workers/store/storeMessages.js';
import type { Effect, MemoryDisk } from './memoryDisk.js';

/** Maximum number of commits that share a sync, as in the real store. */
const GROUP = 16;

interface Task {
  readonly run: () => Promise<void>;
  readonly synced: CrashPoint;
  readonly answered: CrashPoint | undefined;
  readonly resolve: () => void;
  readonly reject: (error: StoreError) => void;
}

/** What the queue of writes needs from the store around it. */
export interface MemoryPlaces {
  /** Passes a place between two effects: fails there, waits there, or never continues because the process is gone. */
  pass(point: CrashPoint): Promise<void>;
}

export class MemoryCommits {
  readonly #waiting: Task[] = [];
  readonly #candles: CandleLog;
  #running: Promise<void> | undefined;
  #failure: StoreError | undefined;

  constructor(
    private readonly disk: MemoryDisk,
    private readonly places: MemoryPlaces,
  ) {
    this.#candles = new CandleLog(async (keys) => keys.map((key) => disk.readWritten(key)));
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  commit(write: BlockWrite): Promise<void> {
    return this.#add(() => this.#applyBlock(write), 'commit-sync', 'commit-answer');
  }

  deleteRange(family: Family, from: Uint8Array, to: Uint8Array): Promise<void> {
    const run = async (): Promise<void> => {
      this.disk.write({ kind: 'deleteRange', family, from, to });
      await this.places.pass('delete-range');
    };
    return this.#add(run, 'delete-sync', undefined);
  }

  /** Resolves when everything asked for so far is answered. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  #add(run: Task['run'], synced: CrashPoint, answered: CrashPoint | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure);
      this.#waiting.push({ run, synced, answered, resolve, reject });
      this.#running ??= this.#run().finally(() => {
        this.#running = undefined;
      });
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, GROUP);
      try {
        for (const task of group) await task.run();
        this.disk.sync();
        for (const task of group) await this.places.pass(task.synced);
        this.disk.publish();
      } catch (error) {
        this.#fail(error, group);
        return;
      }
      for (const { resolve, answered } of group) {
        resolve();
        if (answered) await this.places.pass(answered);
      }
    }
  }

  async #applyBlock({ body, signatures, balances, hasPoolEvents, trail, archive, batch }: BlockWrite): Promise<void> {
    const put = (family: Family, { key, value }: Omit<Extract<Effect, { kind: 'put' }>, 'kind' | 'family'>): void =>
      this.disk.write({ kind: 'put', family, key, value });
    await this.places.pass('commit-begin');
    if (body) put('bodies', body);
    await this.places.pass('commit-body');
    if (signatures) put('signatures', signatures);
    await this.places.pass('commit-signatures');
    if (balances) put('balances', { key: balances.key, value: balanceList(batch, balances.unchanged) });
    await this.places.pass('commit-balances');
    const packed = hasPoolEvents ? [batch, await this.#candles.take(batch)] : [batch];
    if (trail) packed.push(trailBatch(batch, trail));
    if (archive !== undefined) packed.push(archiveBatch(batch, archive));
    if (packed.some((bytes) => batchCount(bytes) > 0)) this.disk.write({ kind: 'batches', packed });
    await this.places.pass('commit-batch');
  }

  #fail(error: unknown, group: readonly Task[]): void {
    this.#failure = new StoreError(
      'STORE_FAILED',
      `the store could not write and takes no more blocks until it is opened again: ${errorText(error)}`,
      { cause: error },
    );
    for (const task of [...group, ...this.#waiting.splice(0)]) task.reject(this.#failure);
  }
}
