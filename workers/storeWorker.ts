/** The thread that owns the data directory: RocksDB under `db`, and the sign journal beside it.
 *
 *  In: requests from the client in store.ts. Out: one answer for each. What may be lost: nothing that was answered. The
 *  directory is locked from before the opening is answered until after `close` is. */

import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { InvariantError } from '../engine/base/refusal.js';
import { StoreError, type StoreErrorCode, type StoreQueries } from '../engine/store/port.js';
import { makePrivateDirectory, walDisk } from './disk.js';
import { SignJournalFile } from './signJournal.js';
import { DATABASE_FOLDER } from './storeBackup.js';
import { CommitQueue } from './storeCommit.js';
import { Database } from './storeDatabase.js';
import {
  errorAnswer,
  errorText,
  movableAnswer,
  OPENING,
  packEntries,
  packValues,
  type StoreAnswer,
  type StoreCall,
  type StoreRequest,
  type StoreWorkerData,
  unpackValues,
} from './storeMessages.js';
import { QueryRunner } from './storeQueries.js';
import { WalSync } from './walSync.js';

if (!parentPort) throw new InvariantError('the store worker runs as a thread only');
const port = parentPort;

const send = (answer: StoreAnswer, transfer: ArrayBuffer[] = []): void => port.postMessage(answer, transfer);

class StoreThread {
  readonly #database: Database;
  readonly #wal: WalSync;
  readonly #commits: CommitQueue;
  readonly #queries: QueryRunner;
  readonly #journal: SignJournalFile;
  /** Calls under way, commits apart: closing waits for them. */
  readonly #running = new Set<Promise<void>>();
  #closing = false;

  private constructor(database: Database, wal: WalSync, queries: StoreQueries, directory: string) {
    this.#database = database;
    this.#wal = wal;
    this.#commits = new CommitQueue(database, wal);
    this.#queries = new QueryRunner(database, queries);
    this.#journal = new SignJournalFile(directory);
  }

  /** @throws StoreError. */
  static async open(data: StoreWorkerData): Promise<StoreThread> {
    const folder = join(data.directory, DATABASE_FOLDER);
    let queries: StoreQueries;
    try {
      queries = data.queries === undefined ? {} : await loadQueries(data.queries);
      await makePrivateDirectory(data.directory);
      await makePrivateDirectory(folder);
    } catch (error) {
      throw new StoreError('STORE_OPEN_FAILED', `the store cannot start in ${data.directory}: ${errorText(error)}`);
    }
    const { writeBufferBytes } = data;
    const database = await Database.open(folder, writeBufferBytes === undefined ? {} : { writeBufferBytes });
    const wal = new WalSync(folder, () => database.currentWalFile(), walDisk);
    // What the last process left in the log, durable or not, is what reads are going to show.
    await wal.sync();
    return new StoreThread(database, wal, queries, data.directory);
  }

  take({ id, call }: StoreRequest): void {
    if (this.#closing) {
      send(errorAnswer(id, new StoreError('STORE_CLOSED', 'the store is closing'), 'STORE_CLOSED'));
    } else if (call.kind === 'commit') {
      this.#commits.commit(call.write, answerWrite(id));
    } else if (call.kind === 'deleteRange') {
      this.#commits.deleteRange(call.family, call.from, call.to, answerWrite(id));
    } else if (call.kind === 'close') {
      this.#closing = true;
      void this.#close(id);
    } else {
      const running = this.#answer(id, call).finally(() => this.#running.delete(running));
      this.#running.add(running);
    }
  }

  async #answer(id: number, call: StoreCall): Promise<void> {
    try {
      const value = await this.#call(call);
      if (value instanceof Uint8Array) {
        const bytes = movableAnswer(value);
        send({ id, value: bytes }, [bytes.buffer]);
      } else send({ id, value });
    } catch (error) {
      send(errorAnswer(id, error, failureOf[call.kind] ?? 'STORE_READ_FAILED'));
    }
  }

  async #call(call: StoreCall): Promise<unknown> {
    switch (call.kind) {
      case 'get':
        return this.#read((view) => view.getFrom(call.family, call.key));
      case 'getMany':
        return this.#read(async (view) => packValues(await view.getMany(presentKeys(call.packedKeys))));
      case 'range':
        return this.#read(async (view) => packEntries(await view.range(call.query)));
      case 'query':
        return this.#queries.query(call.name, call.args);
      case 'streamOpen':
        return this.#queries.open(call.source);
      case 'streamNext':
        return this.#queries.next(call.stream);
      case 'streamEnd':
        return this.#queries.end(call.stream);
      case 'journalWrite':
        return this.#journal.write(call.bytes);
      case 'journalRead':
        return this.#journal.read();
      default:
        throw new InvariantError(`${call.kind} is not a call of this place`);
    }
  }

  async #read<T>(read: (view: ReturnType<Database['view']>) => Promise<T>): Promise<T> {
    const view = this.#database.view();
    try {
      return await read(view);
    } finally {
      await view.release();
    }
  }

  async #close(id: number): Promise<void> {
    try {
      await this.#commits.idle();
      await this.#queries.close();
      while (this.#running.size > 0) await Promise.all(this.#running);
      await this.#wal.close();
      await this.#database.close();
      send({ id, value: undefined });
    } catch (error) {
      send(errorAnswer(id, error, 'STORE_FAILED'));
    }
    port.close();
  }
}

/** The code of an unexpected error in a call that does not name one. */
const failureOf: Partial<Record<StoreCall['kind'], StoreErrorCode>> = {
  query: 'QUERY_FAILED',
  streamOpen: 'QUERY_FAILED',
  streamNext: 'QUERY_FAILED',
  journalWrite: 'JOURNAL_FAILED',
};

const presentKeys = (packed: Uint8Array): Uint8Array[] => unpackValues(packed).filter((key) => key !== undefined);

const answerWrite =
  (id: number) =>
  (error?: StoreError): void =>
    send(error ? errorAnswer(id, error, 'STORE_FAILED') : { id, value: undefined });

async function loadQueries(url: string): Promise<StoreQueries> {
  const module: { readonly queries?: unknown } = await import(url);
  if (typeof module.queries !== 'object' || module.queries === null) throw new Error(`${url} exports no queries`);
  return module.queries as StoreQueries;
}

try {
  const store = await StoreThread.open(workerData as StoreWorkerData);
  port.on('message', (request: StoreRequest) => store.take(request));
  send({ id: OPENING, value: undefined });
} catch (error) {
  send(errorAnswer(OPENING, error, 'STORE_OPEN_FAILED'));
  port.close();
}
