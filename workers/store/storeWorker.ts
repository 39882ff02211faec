/** The thread that owns the data directory: RocksDB under `db`, and the sign journal beside it.
 *
 *  In: requests from the client in openStore.ts. Out: one answer for each. What may be lost: nothing that was answered. The
 *  directory is locked from before the opening is answered until after `close` is. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { InvariantError } from '../../engine/base/refusal.js';
import { StoreError, type StoreErrorCode, type StoreQueries } from '../../engine/store/port.js';
import { closeEach } from '../threads/closing.js';
import { crashPoint } from './crashPoints.js';
import { claimDirectory, type DirectoryClaim } from './directoryClaim.js';
import { makePrivateDirectory } from './disk.js';
import { isDiskFull } from './fullDisk.js';
import { type JournalFiles, journalFiles } from './journalFile.js';
import { DATABASE_FOLDER, UNFINISHED_FOLDER } from './storeBackup.js';
import type { Database } from './storeDatabase.js';
import {
  errorAnswer,
  errorText,
  movableAnswer,
  OPENING,
  packEntries,
  packValues,
  type StoreAnswer,
  type StoreCall,
  type StoreOpening,
  type StoreRequest,
  type StoreWorkerData,
  unpackValues,
} from './storeMessages.js';
import { type Opened, openDatabase, openReadOnly, openWritable } from './storeOpening.js';
import { QueryRunner } from './storeQueries.js';
import { probeDisk, removeProbe } from './storeReopening.js';

if (!parentPort) throw new InvariantError('the store worker runs as a thread only');
const port = parentPort;

const send = (answer: StoreAnswer, transfer: ArrayBuffer[] = []): void => port.postMessage(answer, transfer);

/** Starting a new chain beside half a copy of another one would sign both chains with the same key.
 *  @throws StoreError for a directory in which a backup was not completed. */
function refuseUnfinished(directory: string): void {
  if (!existsSync(join(directory, UNFINISHED_FOLDER)) || existsSync(join(directory, DATABASE_FOLDER))) return;
  throw new StoreError(
    'STORE_OPEN_FAILED',
    `${directory} holds a backup that did not come to its end (${UNFINISHED_FOLDER}) and no chain: make the backup again into another directory, and remove this one`,
  );
}

class StoreThread {
  readonly #data: StoreWorkerData;
  readonly #folder: string;
  /** Undefined while the database could not be opened again. */
  #opened: Opened | undefined;
  readonly #queries: QueryRunner;
  readonly #journals: JournalFiles;
  /** Calls under way, without commits: closing waits for them. */
  readonly #running = new Set<Promise<void>>();
  /** Reads of the database among them: reopening waits for these, and other reads wait for the reopening. */
  readonly #reading = new Set<Promise<unknown>>();
  #reopening: Promise<void> | undefined;
  #closing = false;

  private constructor(
    data: StoreWorkerData,
    folder: string,
    opened: Opened,
    queries: StoreQueries,
    private readonly claim: DirectoryClaim,
  ) {
    this.#data = data;
    this.#folder = folder;
    this.#opened = opened;
    this.#queries = new QueryRunner(data.directory, opened.database, queries);
    this.#journals = journalFiles(data.directory);
  }

  /** @throws StoreError. */
  static async open(data: StoreWorkerData): Promise<StoreThread> {
    const folder = join(data.directory, DATABASE_FOLDER);
    let queries: StoreQueries;
    let claim: DirectoryClaim | undefined;
    try {
      queries = data.queries === undefined ? {} : await loadQueries(data.queries);
      refuseUnfinished(data.directory);
      await makePrivateDirectory(data.directory);
      await makePrivateDirectory(folder);
      claim = await claimDirectory(data.directory);
      await removeProbe(data.directory);
    } catch (error) {
      await claim?.release();
      if (error instanceof StoreError) throw error;
      throw new StoreError('STORE_OPEN_FAILED', `the store cannot start in ${data.directory}: ${errorText(error)}`);
    }
    try {
      return new StoreThread(data, folder, await openDatabase(data, folder), queries, claim);
    } catch (error) {
      await claim.release();
      throw error;
    }
  }

  /** Why nothing can be written; undefined when it can. */
  get readOnly(): string | undefined {
    return this.#opened?.readOnly;
  }

  take({ id, call }: StoreRequest): void {
    if (this.#closing) {
      send(errorAnswer(id, new StoreError('STORE_CLOSED', 'the store is closing'), 'STORE_CLOSED'));
    } else if (call.kind === 'commit' || call.kind === 'deleteRange') {
      this.#write(id, call);
    } else if (call.kind === 'close') {
      this.#closing = true;
      void this.#close(id);
    } else {
      const running = this.#answer(id, call).finally(() => this.#running.delete(running));
      this.#running.add(running);
    }
  }

  #write(id: number, call: Extract<StoreCall, { readonly kind: 'commit' | 'deleteRange' }>): void {
    const commits = this.#reopening ? undefined : this.#opened?.writing?.commits;
    if (!commits) send(errorAnswer(id, notOpen('STORE_FAILED'), 'STORE_FAILED'));
    else if (call.kind === 'commit') commits.commit(call.write, answerWrite(id));
    else commits.deleteRange(call.family, call.from, call.to, answerWrite(id));
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
      case 'compact':
        return this.#using((database) => database.compact(call.range));
      case 'query':
        return this.#using(() => this.#queries.query(call.name, call.args));
      case 'streamOpen':
        return this.#using(() => this.#queries.open(call.source));
      case 'streamNext':
        return this.#using(() => this.#queries.next(call.stream));
      case 'streamEnd':
        return this.#queries.end(call.stream);
      case 'journalWrite':
        return this.#journals[call.journal].write(call.bytes);
      case 'journalRead':
        return this.#journals[call.journal].read();
      case 'reopen':
        return this.#reopen();
      default:
        throw new InvariantError(`${call.kind} is not a call of this place`);
    }
  }

  #read<T>(read: (view: ReturnType<Database['view']>) => Promise<T>): Promise<T> {
    return this.#using(async (database) => {
      const view = database.view();
      try {
        return await read(view);
      } finally {
        await view.release();
      }
    });
  }

  /** Runs work that reads the database, after any reopening under way. */
  async #using<T>(use: (database: Database) => Promise<T>): Promise<T> {
    while (this.#reopening) await this.#reopening.catch(() => undefined);
    if (!this.#opened) throw notOpen('STORE_REOPENING');
    const reading = use(this.#opened.database);
    this.#reading.add(reading);
    try {
      return await reading;
    } finally {
      this.#reading.delete(reading);
    }
  }

  async #reopen(): Promise<void> {
    try {
      await probeDisk(this.#data.directory, this.#folder, () => crashPoint('reopen-probe'));
    } catch (error) {
      // Reading needs no disk space, so it does not wait for any.
      if (!this.#opened && !this.#reopening) await this.#alone(() => this.#openToRead(error));
      throw error;
    }
    const writing = this.#opened?.writing;
    if (this.#reopening || (writing && !writing.commits.hasFailed)) return this.#reopening;
    await this.#alone(() => this.#replace());
  }

  /** Runs work that opens a database: reads wait for it. */
  async #alone(work: () => Promise<void>): Promise<void> {
    this.#reopening = work().finally(() => {
      this.#reopening = undefined;
    });
    await this.#reopening;
  }

  /** When any step fails on a full disk, closing included, the database is opened for reading. */
  async #replace(): Promise<void> {
    try {
      await this.#giveUp();
      this.#resume(await openWritable(this.#data, this.#folder));
    } catch (error) {
      if (!this.#opened && isDiskFull(error)) await this.#openToRead(error);
      throw error;
    }
    crashPoint('reopen-open');
  }

  /** Closes the open database when nothing uses it any more. */
  async #giveUp(): Promise<void> {
    const last = this.#opened;
    if (!last) return;
    await last.writing?.commits.idle();
    await this.#queries.close(notOpen('STORE_REOPENING'));
    while (this.#reading.size > 0) await Promise.allSettled(this.#reading);
    this.#opened = undefined;
    // A file on a failed disk may fail to close; the next opening shows what is in it.
    await last.writing?.wal.close().catch(() => undefined);
    await last.database.close();
    crashPoint('reopen-close');
  }

  /** When that fails as well, nothing is open until the next reopening. @param error why it cannot be opened for writing: the
   *  caller gets this in either case. */
  async #openToRead(error: unknown): Promise<void> {
    let next: Opened | undefined;
    try {
      next = await openReadOnly(this.#data, this.#folder, errorText(error));
      crashPoint('reopen-read');
      this.#resume(next);
    } catch {
      await next?.database.close().catch(() => undefined);
    }
  }

  #resume(next: Opened): void {
    this.#opened = next;
    this.#queries.resume(next.database);
  }

  async #close(id: number): Promise<void> {
    try {
      await this.#reopening?.catch(() => undefined);
      await closeEach(
        () => this.#opened?.writing?.commits.idle(),
        () => this.#queries.close(new StoreError('STORE_CLOSED', 'the store is closing')),
        async () => {
          while (this.#running.size > 0) await Promise.allSettled(this.#running);
        },
        () => this.#opened?.writing?.wal.close(),
        () => this.#opened?.database.close(),
        () => this.claim.release(),
      );
      send({ id, value: undefined });
    } catch (error) {
      send(errorAnswer(id, error, 'STORE_FAILED'));
    }
    port.close();
  }
}

const notOpen = (code: StoreErrorCode): StoreError =>
  new StoreError(code, 'the database is closed after a failed write, until it can be opened again');

/** The code for an unexpected error that carries none, by kind of call. */
const failureOf: Partial<Record<StoreCall['kind'], StoreErrorCode>> = {
  query: 'QUERY_FAILED',
  streamOpen: 'QUERY_FAILED',
  streamNext: 'QUERY_FAILED',
  journalWrite: 'JOURNAL_FAILED',
  reopen: 'STORE_OPEN_FAILED',
  compact: 'STORE_FAILED',
};

const presentKeys = (packed: Uint8Array): Uint8Array[] => unpackValues(packed).filter((key) => key !== undefined);

const answerWrite =
  (id: number) =>
  (error?: StoreError): void =>
    send(error ? errorAnswer(id, error, 'STORE_FAILED') : { id, value: undefined });

async function loadQueries(url: string): Promise<StoreQueries> {
  const { createQueries }: { readonly createQueries?: unknown } = await import(url);
  if (typeof createQueries !== 'function') throw new Error(`${url} exports no queries`);
  return createQueries() as StoreQueries;
}

try {
  const store = await StoreThread.open(workerData as StoreWorkerData);
  port.on('message', (request: StoreRequest) => store.take(request));
  const opening: StoreOpening = { readOnly: store.readOnly };
  send({ id: OPENING, value: opening });
} catch (error) {
  send(errorAnswer(OPENING, error, 'STORE_OPEN_FAILED'));
  port.close();
}
