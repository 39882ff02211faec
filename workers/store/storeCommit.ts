/** The store's write side: commits and range deletes, one after the other, each durable before it is answered.
 *
 *  The lasting effects of a commit, in order, and what a crash leaves in each gap:
 *    1. the body, in its family
 *    2. the signatures, in their family, then the list of changed balances in its own
 *       before 3: nothing that reads use has changed; all of these may be there as orphans above the tip
 *    3. the batch of the default family, the candles of the pools whose events it holds, and its trail or its part of the archive, all of it or nothing
 *       before 4: the block survives the end of the process, but a power cut may take all of it
 *    4. fdatasync of the write-ahead log (walSync.ts), then reads see the block
 *       before 5: the block is durable, only its commit was not answered
 *    5. the answer
 *
 *  Commits that wait while another one is synced share the next sync: their effects 1 to 3 run in order, then one 4, then
 *  the answers in order. The first failure is final for this queue: that commit and all later ones are refused, because
 *  blocks would be missing below them, and because neither RocksDB after a write error nor the kernel after a failed sync
 *  can be trusted to write again. Reads stay at the last durable state. Recovery needs a new queue over a database that
 *  was closed and reopened (storeReopening.ts); it may find any of the gaps above. */

import { archiveBatch } from '../../engine/store/archive.js';
import { balanceList } from '../../engine/store/balanceLog.js';
import { CandleLog } from '../../engine/store/candleLog.js';
import { type BlockWrite, type Family, StoreError } from '../../engine/store/port.js';
import { trailBatch } from '../../engine/store/trail.js';
import { crashPoint } from './crashPoints.js';
import type { Database } from './storeDatabase.js';
import { errorText } from './storeMessages.js';
import type { WalSync } from './walSync.js';

/** Most commits that share a sync, so that the first of them does not wait for a whole catch-up. */
const GROUP = 16;

type Answer = (error?: StoreError) => void;

interface Task {
  readonly run: () => Promise<void>;
  readonly synced: () => void;
  readonly answer: Answer;
  readonly answered: () => void;
}

const nothing = (): void => undefined;

export class CommitQueue {
  readonly #database: Database;
  readonly #wal: WalSync;
  /** Bounded by its only caller: the engine waits for a commit before it builds many blocks on top. */
  readonly #waiting: Task[] = [];
  /** After a failure its memory is ahead of the disk; it ends with this queue. */
  readonly #candles: CandleLog;
  #running: Promise<void> | undefined;
  #failure: StoreError | undefined;

  constructor(database: Database, wal: WalSync) {
    this.#database = database;
    this.#wal = wal;
    this.#candles = new CandleLog((keys) => database.readWritten(keys));
  }

  /** @param answer is called once, in the order of the calls; with an error when the write may not be durable. */
  commit(write: BlockWrite, answer: Answer): void {
    this.#add({
      run: () => this.#applyBlock(write),
      synced: () => crashPoint('commit-sync'),
      answer,
      answered: () => crashPoint('commit-answer'),
    });
  }

  /** @param answer as in `commit`. */
  deleteRange(family: Family, from: Uint8Array, to: Uint8Array, answer: Answer): void {
    const run = async (): Promise<void> => {
      await this.#database.deleteRange(family, from, to);
      crashPoint('delete-range');
    };
    this.#add({ run, synced: () => crashPoint('delete-sync'), answer, answered: nothing });
  }

  /** Whether a write has failed, so that this queue accepts no more. */
  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** Resolves when everything asked for so far is answered. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  #add(task: Task): void {
    if (this.#failure) {
      task.answer(this.#failure);
      return;
    }
    this.#waiting.push(task);
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, GROUP);
      try {
        for (const task of group) await task.run();
        // 4. Durable.
        await this.#wal.sync();
        for (const task of group) task.synced();
        await this.#database.publish();
      } catch (error) {
        this.#fail(error, group);
        return;
      }
      // 5. Answered.
      for (const task of group) {
        task.answer();
        task.answered();
      }
    }
  }

  async #applyBlock(write: BlockWrite): Promise<void> {
    crashPoint('commit-begin');
    // 1. The body.
    if (write.body) await this.#database.put('bodies', write.body);
    crashPoint('commit-body');
    // 2. The signatures.
    if (write.signatures) await this.#database.put('signatures', write.signatures);
    crashPoint('commit-signatures');
    if (write.balances) {
      const { key, unchanged } = write.balances;
      await this.#database.put('balances', { key, value: balanceList(write.batch, unchanged) });
    }
    crashPoint('commit-balances');
    // 3. Everything else that the block changes.
    const batches = [write.batch];
    if (write.hasPoolEvents) batches.push(await this.#candles.take(write.batch));
    if (write.trail) batches.push(trailBatch(write.batch, write.trail));
    if (write.archive !== undefined) batches.push(archiveBatch(write.batch, write.archive));
    await this.#database.apply(...batches);
    crashPoint('commit-batch');
  }

  #fail(error: unknown, group: readonly Task[]): void {
    const cause =
      error instanceof Error && error.cause ? `${error.message}: ${errorText(error.cause)}` : errorText(error);
    this.#failure = new StoreError(
      'STORE_FAILED',
      `the store could not write and takes no more blocks until it is opened again: ${cause}`,
      { cause: error },
    );
    for (const task of [...group, ...this.#waiting.splice(0)]) task.answer(this.#failure);
  }
}
