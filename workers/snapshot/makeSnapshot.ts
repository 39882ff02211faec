/** Makes a snapshot of a store: entries out of the store's thread, into a thread that hashes, sorts and writes.
 *
 *  In: the store and the data directory. Out: how much was read, and at last the facts. The view of the database is taken when the first
 *  entries are asked for: blocks go on, and the snapshot stays what it was then. The main thread passes buffers on and holds one at a
 *  time. The store's thread reads for at most the given share of the time, so that blocks are stored beside it. */

import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { batchCount } from '../../engine/store/batch.js';
import { StoreError, type StorePort } from '../../engine/store/port.js';
import { workerFile } from '../threads/workerFile.js';
import type { SnapshotFacts } from './snapshotMaker.js';
import type { SnapshotAnswer, SnapshotRequest, SnapshotWorkerData } from './snapshotWorker.js';

export interface SnapshotOrder {
  readonly dataDir: string;
  /** Of the network's state tree. */
  readonly leafPrefix: number;
  /** The height that the store must be at when the view is taken. */
  readonly height?: number;
  /** Share of its time that the store's thread may read; 1 where no blocks are made. */
  readonly share: number;
  readonly chunkBytes?: number;
}

export interface SnapshotProgress {
  /** Entries read so far. */
  readonly entries: number;
  /** Set with the last progress. */
  readonly facts?: SnapshotFacts;
}

const failed = (message: string): StoreError =>
  new StoreError('QUERY_FAILED', `the snapshot could not be made: ${message}`);

class Maker {
  readonly #worker: Worker;
  #waiting: { resolve(answer: SnapshotAnswer): void } | undefined;
  #ended = false;

  constructor(workerData: SnapshotWorkerData) {
    this.#worker = new Worker(workerFile('snapshot/snapshotWorker'), { workerData, name: 'snapshot' });
    this.#worker.on('message', (answer: SnapshotAnswer) => this.#settle(answer));
    this.#worker.once('error', (error) => this.#settle({ error: error.message }));
    this.#worker.once('exit', () => {
      this.#ended = true;
      this.#settle({ error: 'its thread ended' });
    });
  }

  #settle(answer: SnapshotAnswer): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(answer);
  }

  async ask(request: SnapshotRequest): Promise<SnapshotFacts | undefined> {
    if (this.#ended) throw failed('its thread ended');
    const answer = await new Promise<SnapshotAnswer>((resolve) => {
      this.#waiting = { resolve };
      this.#worker.postMessage(request, typeof request === 'string' ? [] : [request.buffer as ArrayBuffer]);
    });
    if (answer.error !== undefined) throw failed(answer.error);
    return answer.facts;
  }

  async close(): Promise<void> {
    if (!this.#ended) await this.#worker.terminate();
  }
}

/** @throws StoreError from the iteration. Abandoning the iteration removes what was made so far. */
export async function* makeSnapshot(
  store: Pick<StorePort, 'stream'>,
  { dataDir, leafPrefix, height, share, chunkBytes }: SnapshotOrder,
): AsyncGenerator<SnapshotProgress> {
  const entries = store.stream('snapshotEntries', { height })[Symbol.asyncIterator]();
  let maker: Maker | undefined;
  let read = 0;
  let done = false;
  try {
    // The view is taken here, before anything is waited for.
    for (let next = await entries.next(); !next.done; ) {
      maker ??= new Maker({ dataDir, leafPrefix, chunkBytes });
      read += batchCount(next.value);
      await maker.ask(next.value);
      yield { entries: read };
      const began = performance.now();
      next = await entries.next();
      if (share < 1) await delay(((performance.now() - began) * (1 - share)) / share);
    }
    const facts = await maker?.ask('finish');
    done = true;
    if (facts) yield { entries: read, facts };
  } finally {
    await entries.return?.();
    if (maker && !done) await maker.ask('abandon').catch(() => undefined);
    await maker?.close();
  }
}
