/** The store port over the store's thread: what the engine holds.
 *
 *  In: calls. Out: promises, each settled exactly once: by the thread's answer, by `close`, or by the thread's end. Bytes
 *  move by transfer, so a call costs the main thread only microseconds, whatever its size. */

import { Worker } from 'node:worker_threads';
import { utf8Text } from '../../engine/base/bytes.js';
import { countBy } from '../../engine/base/histogram.js';
import {
  type BackupProgress,
  type BlockWrite,
  type Entry,
  type Family,
  type JournalName,
  type KeyRange,
  type RangeQuery,
  StoreError,
  type StoreErrorCode,
  type StorePort,
  type StoreStats,
} from '../../engine/store/port.js';
import { problemOf } from '../../engine/store/problems.js';
import { workerFile } from '../threads/workerFile.js';
import {
  errorText,
  movable,
  movableEntry,
  OPENING,
  ownKey,
  packValues,
  type StoreAnswer,
  type StoreCall,
  type StoreOpening,
  type StoreWorkerData,
  type StreamSource,
  unpackEntries,
  unpackValues,
} from './storeMessages.js';

/** Reads that may be unanswered at a time; the newest is refused. At 50 us per read this is 0.2 s of waiting. */
export const MAX_READS = 4_096;

export interface StoreOptions {
  /** The data directory; created when it is missing, readable only for its owner. */
  readonly directory: string;
  /** A built module that exports `createQueries` (see `StoreQueries`). */
  readonly queries?: URL;
  /** Called once when the thread ends without `close`: nothing can be written any more, the node has to stop. */
  readonly onDeath?: (error: StoreError) => void;
  /** Size of a memory table of the database; the default suits full blocks. */
  readonly writeBufferBytes?: number;
  /** Reads that may be unanswered at a time; `MAX_READS` when absent. */
  readonly maxReads?: number;
}

/** Opens the data directory and locks it until `close`. On a full disk it is opened for reading: `stats().writeFailure` says
 *  so, writes are refused, and `reopen` opens it for writing once there is room.
 *  @throws StoreError STORE_IN_USE, STORE_LIBRARY_MISSING or STORE_OPEN_FAILED. */
export async function openStore(options: StoreOptions): Promise<StorePort> {
  const { directory, queries, writeBufferBytes } = options;
  const workerData: StoreWorkerData = {
    directory,
    ...(queries && { queries: queries.href }),
    ...(writeBufferBytes !== undefined && { writeBufferBytes }),
  };
  const store = new StoreClient(new Worker(workerFile('store/storeWorker'), { workerData, name: 'store' }), options);
  await store.opened;
  return store;
}

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: StoreError) => void;
  readonly isRead: boolean;
}

const ownBounds = (range: KeyRange): { gte: Uint8Array; lt: Uint8Array } => ({
  gte: ownKey(range.gte),
  lt: ownKey(range.lt),
});

class StoreClient implements StorePort {
  readonly opened: Promise<void>;
  readonly #worker: Worker;
  readonly #onDeath: ((error: StoreError) => void) | undefined;
  readonly #maxReads: number;
  readonly #pending = new Map<number, Pending>();
  readonly #exited: Promise<void>;
  #lastId = OPENING;
  #reads = 0;
  readonly #count = { writes: 0, reads: 0 };
  readonly #failures = new Map<StoreErrorCode, number>();
  /** Why no call is accepted any more. */
  #end: StoreError | undefined;
  /** Why no write is accepted at present. */
  #writeFailure: StoreError | undefined;
  #closed: Promise<void> | undefined;

  constructor(worker: Worker, { onDeath, maxReads = MAX_READS }: Pick<StoreOptions, 'onDeath' | 'maxReads'>) {
    this.#worker = worker;
    this.#onDeath = onDeath;
    this.#maxReads = maxReads;
    this.#exited = new Promise((resolve) => worker.once('exit', () => resolve()));
    this.opened = this.#open();
    worker.on('message', (answer: StoreAnswer) => this.#take(answer));
    worker.once('error', (error) => this.#died(`the store's thread failed: ${errorText(error)}`));
    worker.once('exit', (code) => this.#died(`the store's thread ended with code ${code}`));
  }

  commit(write: BlockWrite): Promise<void> {
    return this.#write(() => {
      const body = write.body && movableEntry(write.body);
      const signatures = write.signatures && movableEntry(write.signatures);
      const batch = movable(write.batch);
      const transfer = [batch.buffer];
      if (body) transfer.push(body.value.buffer);
      if (signatures) transfer.push(signatures.value.buffer);
      const { balances, hasPoolEvents, trail, archive } = write;
      const moved: BlockWrite = {
        ...(body && { body }),
        ...(signatures && { signatures }),
        ...(balances && { balances: { ...balances, key: ownKey(balances.key) } }),
        ...(hasPoolEvents && { hasPoolEvents }),
        ...(trail && { trail: ownKey(trail) }),
        ...(archive !== undefined && { archive }),
        batch,
      };
      return this.#call({ kind: 'commit', write: moved }, transfer);
    });
  }

  deleteRange(family: Family, from: Uint8Array, to: Uint8Array): Promise<void> {
    return this.#write(() => this.#call({ kind: 'deleteRange', family, from: ownKey(from), to: ownKey(to) }));
  }

  async compact(range: KeyRange): Promise<void> {
    await this.#call({ kind: 'compact', range: { ...range, ...ownBounds(range) } });
  }

  stats(): StoreStats {
    return {
      pendingCalls: this.#pending.size,
      pendingReads: this.#reads,
      ...this.#count,
      failures: this.#failures,
      writeFailure: this.#writeFailure && problemOf(this.#writeFailure),
      activeSeconds: this.#worker.performance.eventLoopUtilization().active / 1_000,
    };
  }

  get(key: Uint8Array): Promise<Uint8Array | undefined> {
    return this.getFrom('default', key);
  }

  async getFrom(family: Family, key: Uint8Array): Promise<Uint8Array | undefined> {
    return (await this.#read({ kind: 'get', family, key: ownKey(key) })) as Uint8Array | undefined;
  }

  async getMany(keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]> {
    return unpackValues((await this.#read({ kind: 'getMany', packedKeys: packValues(keys) })) as Uint8Array);
  }

  async range(query: RangeQuery): Promise<readonly Entry[]> {
    return unpackEntries((await this.#read({ kind: 'range', query: { ...query, ...ownBounds(query) } })) as Uint8Array);
  }

  rangeStream(range: KeyRange): AsyncIterable<Uint8Array> {
    return this.#stream({ from: 'range', range: { ...range, ...ownBounds(range) } });
  }

  async query<T>(name: string, args: unknown): Promise<T> {
    return (await this.#read({ kind: 'query', name, args })) as T;
  }

  stream(name: string, args: unknown): AsyncIterable<Uint8Array> {
    return this.#stream({ from: 'query', name, args });
  }

  async *backup(directory: string, isInside = false): AsyncIterable<BackupProgress> {
    for await (const chunk of this.#stream({ from: 'backup', directory, isInside }))
      yield JSON.parse(utf8Text(chunk)) as BackupProgress;
  }

  async journalWrite(bytes: Uint8Array, journal: JournalName = 'slot'): Promise<void> {
    const moved = movable(bytes);
    await this.#call({ kind: 'journalWrite', bytes: moved, journal }, [moved.buffer]);
  }

  async journalRead(journal: JournalName = 'slot'): Promise<Uint8Array | undefined> {
    return (await this.#call({ kind: 'journalRead', journal })) as Uint8Array | undefined;
  }

  async reopen(): Promise<void> {
    await this.#call({ kind: 'reopen' });
    this.#writeFailure = undefined;
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #open(): Promise<void> {
    try {
      const { readOnly } = (await new Promise<unknown>((resolve, reject) =>
        this.#pending.set(OPENING, { resolve, reject, isRead: false }),
      )) as StoreOpening;
      if (readOnly !== undefined) this.#writeFailure = new StoreError('STORE_FAILED', readOnly);
    } catch (error) {
      this.#end ??= error as StoreError;
      await this.#exited;
      throw error;
    }
  }

  async #close(): Promise<void> {
    if (!this.#end) {
      const closing = this.#call({ kind: 'close' });
      this.#end = new StoreError('STORE_CLOSED', 'the store is closed');
      await closing.finally(() => this.#exited);
    }
    await this.#exited;
  }

  async *#stream(source: StreamSource): AsyncGenerator<Uint8Array> {
    const stream = (await this.#read({ kind: 'streamOpen', source })) as number;
    let ended = false;
    try {
      for (;;) {
        // Set first: a stream that fails has also ended in the thread.
        ended = true;
        const chunk = (await this.#call({ kind: 'streamNext', stream })) as Uint8Array | undefined;
        if (chunk === undefined) return;
        ended = false;
        yield chunk;
      }
    } finally {
      // A closing store ends its streams on its own.
      if (!ended) await this.#call({ kind: 'streamEnd', stream }).catch(() => undefined);
    }
  }

  /** The first failure is final until `reopen`, even a failure to hand over: the next block would be above a gap. */
  async #write(handOver: () => Promise<unknown>): Promise<void> {
    if (this.#writeFailure) throw this.#writeFailure;
    try {
      await handOver();
      this.#count.writes++;
    } catch (error) {
      this.#writeFailure =
        error instanceof StoreError
          ? error
          : new StoreError('STORE_FAILED', `a write could not be handed over: ${errorText(error)}`, { cause: error });
      throw this.#writeFailure;
    }
  }

  async #read(call: StoreCall): Promise<unknown> {
    if (this.#reads >= this.#maxReads)
      throw new StoreError('STORE_BUSY', `${this.#maxReads} reads wait for the store; try again in a moment`);
    return this.#call(call, [], true);
  }

  #call(call: StoreCall, transfer: ArrayBuffer[] = [], isRead = false): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#end) {
        reject(this.#end);
        return;
      }
      const id = ++this.#lastId;
      this.#worker.postMessage({ id, call }, transfer);
      this.#pending.set(id, { resolve, reject, isRead });
      if (isRead) {
        this.#reads++;
        this.#count.reads++;
      }
    });
  }

  #take(answer: StoreAnswer): void {
    const pending = this.#pending.get(answer.id);
    if (!pending) return;
    this.#pending.delete(answer.id);
    if (pending.isRead) this.#reads--;
    if ('error' in answer) {
      countBy(this.#failures, answer.error.code);
      const { code, message, lowest } = answer.error;
      pending.reject(new StoreError(code, message, undefined, lowest));
    } else pending.resolve(answer.value);
  }

  /** The thread is gone: as intended after `close`; otherwise everything under way is lost. */
  #died(how: string): void {
    const expected = this.#end !== undefined || this.#pending.has(OPENING);
    this.#end ??= new StoreError('STORE_DIED', how);
    for (const pending of this.#pending.values()) pending.reject(this.#end);
    this.#pending.clear();
    this.#reads = 0;
    if (!expected) this.#onDeath?.(this.#end);
  }
}
