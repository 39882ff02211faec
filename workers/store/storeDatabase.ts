/** RocksDB as the store's thread uses it: four families, writes, and reads of the last durable state.
 *
 *  In: a directory. Out: writes that are in the write-ahead log when they return (not yet durable, see walSync.ts), and
 *  views: snapshots over all families. `publish` turns everything written so far into the state that new reads see; the
 *  commit queue calls it after the sync, so no reader sees a block that a power cut could take back.
 *
 *  Every batch, iterator and session is ended here: RocksDB's close waits forever for any that is still open. */

import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type RocksDB from 'rocksdb-native';
import { invariant } from '../../engine/base/refusal.js';
import { type BatchVisitor, BatchWriter, batchCount, readBatch } from '../../engine/store/batch.js';
import {
  type Entry,
  type Family,
  families,
  type KeyRange,
  type KeyReader,
  type RangeQuery,
  StoreError,
} from '../../engine/store/port.js';
import { closeEach } from '../threads/closing.js';
import { errorText } from './storeMessages.js';
import type { WalFile } from './walSync.js';

/** A memory table: about 25 full blocks of the default family, or one block of full signatures. Larger tables make the log that
 *  is replayed at start longer. */
const WRITE_BUFFER_BYTES = 64 * 1024 * 1024;

/** Memory tables that a family may fill before writes wait: two full ones can be flushed while the next blocks are written. */
const WRITE_BUFFERS = 4;

/** Values from this size on go to blob files, so that compaction does not copy them. Every body with a transaction (5.3 KB) is
 *  larger, the body of an empty block is not. */
const MIN_BLOB_BYTES = 4 * 1024;

/** A pruned range frees whole files: each holds about four full blocks of signatures. */
const BLOB_FILE_BYTES = 256 * 1024 * 1024;

/** About 1 in 100 reads of a missing key reads a table (RocksDB's own recommendation). */
const BLOOM_BITS_PER_KEY = 10;

/** Below the default limit of 1,024 descriptors per process; sockets need the others where that limit applies. */
const MAX_OPEN_FILES = 512;

/** Entries an iterator fetches in one turn of the thread pool (measured: 4 us an entry from 256 on, more does not help). */
const ITERATOR_ENTRIES = 1024;

/** Entries of one range answer; a larger read must be a stream. */
const MAX_RANGE_ENTRIES = 65_536;

/** Packed bytes of one streamed chunk: 10,000 small entries, 40 ms of reading. */
const CHUNK_BYTES = 1024 * 1024;

/** Room for the last entry of an ordinary chunk: otherwise it would make the buffer twice as large, and a copy. */
const FIRST_CHUNK_BYTES = CHUNK_BYTES + 64 * 1024;

type Sessions = Readonly<Record<Family, RocksDB>>;

/** Puts the entries of a packed batch into one of the database. */
class BatchFiller implements BatchVisitor {
  constructor(private readonly batch: ReturnType<RocksDB['write']>) {}

  put(key: Uint8Array, value: Uint8Array): void {
    this.batch.tryPut(key, value);
  }

  delete(key: Uint8Array): void {
    this.batch.tryDelete(key);
  }
}

/** A snapshot of all families, alive as long as it has a holder. */
export class View implements KeyReader {
  readonly #sessions: Sessions;
  #holders = 1;

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  hold(): this {
    invariant(this.#holders > 0, 'the view is released');
    this.#holders++;
    return this;
  }

  async release(): Promise<void> {
    this.#holders--;
    if (this.#holders === 0) await closeEach(...families.map((family) => () => this.#sessions[family].close()));
  }

  get(key: Uint8Array): Promise<Uint8Array | undefined> {
    return this.getFrom('default', key);
  }

  async getFrom(family: Family, key: Uint8Array): Promise<Uint8Array | undefined> {
    const [value] = await this.#read(family, [key]);
    return value;
  }

  async getMany(keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]> {
    return keys.length === 0 ? [] : this.#read('default', keys);
  }

  async range(query: RangeQuery): Promise<readonly Entry[]> {
    const { limit, reverse = false, keysOnly = false } = query;
    invariant(
      Number.isInteger(limit) && limit >= 0 && limit <= MAX_RANGE_ENTRIES,
      `a range gives 0 to ${MAX_RANGE_ENTRIES} entries: ${limit}`,
    );
    return limit > 0 ? this.#entries(query, reverse, limit, !keysOnly) : [];
  }

  /** All entries as packed chunks of puts. What the iterator has fetched is taken without a promise for each entry, in two thirds
   *  of the time: a start reads every record of the state here. */
  async *chunks(range: KeyRange): AsyncGenerator<Uint8Array> {
    this.hold();
    try {
      let writer = new BatchWriter(FIRST_CHUNK_BYTES);
      const iterator = this.#iterator(range, { capacity: ITERATOR_ENTRIES });
      for await (const first of iterator)
        for (let entry: typeof first | null = first; entry !== null; entry = iterator.read()) {
          writer.put(entry.key, entry.value ?? NO_VALUE);
          if (writer.byteLength < CHUNK_BYTES) continue;
          yield writer.finish();
          writer = new BatchWriter(FIRST_CHUNK_BYTES);
        }
      if (writer.count > 0) yield writer.finish();
    } catch (error) {
      throw readError(error);
    } finally {
      await this.release();
    }
  }

  #iterator(
    { family = 'default', gte, lt }: KeyRange,
    options: Parameters<RocksDB['iterator']>[1],
  ): ReturnType<RocksDB['iterator']> {
    return this.#sessions[family].iterator({ gte, lt }, options);
  }

  async #read(family: Family, keys: readonly Uint8Array[]): Promise<(Uint8Array | undefined)[]> {
    this.hold();
    try {
      return await readValues(this.#sessions[family], keys);
    } finally {
      await this.release();
    }
  }

  /** As `chunks`, without a promise for each entry. */
  async #entries(range: KeyRange, reverse: boolean, limit: number, values: boolean): Promise<readonly Entry[]> {
    this.hold();
    try {
      // With one more than the limit, the iterator notices its end in the same turn.
      const capacity = Math.min(limit + 1, ITERATOR_ENTRIES);
      const iterator = this.#iterator(range, { reverse, values, capacity, limit });
      const entries: Entry[] = [];
      for await (const first of iterator)
        for (let entry: typeof first | null = first; entry !== null; entry = iterator.read())
          entries.push({ key: entry.key, value: entry.value ?? NO_VALUE });
      return entries;
    } catch (error) {
      throw readError(error);
    } finally {
      await this.release();
    }
  }
}

const NO_VALUE = new Uint8Array(0);

async function readValues(session: RocksDB, keys: readonly Uint8Array[]): Promise<(Uint8Array | undefined)[]> {
  try {
    const batch = session.read({ capacity: keys.length, autoDestroy: true });
    const values = keys.map((key) => batch.get(key));
    batch.tryFlush();
    return (await Promise.all(values)).map((value) => value ?? undefined);
  } catch (error) {
    throw readError(error);
  }
}

const readError = (error: unknown): StoreError =>
  error instanceof StoreError
    ? error
    : new StoreError('STORE_READ_FAILED', `the database could not be read: ${errorText(error)}`, { cause: error });

export interface DatabaseOptions {
  /** Size of a memory table; tests use small ones to get many flushes and log rotations. */
  readonly writeBufferBytes?: number;
  /** Needs no room on the disk: the log is read into memory and the file stays as it is. Takes no lock either. */
  readonly readOnly?: boolean;
}

export class Database {
  readonly #db: RocksDB;
  readonly #sessions: Sessions;
  #published: View;
  #closed: Promise<void> | undefined;

  private constructor(db: RocksDB, sessions: Sessions) {
    this.#db = db;
    this.#sessions = sessions;
    this.#published = this.#snapshot();
  }

  /** @throws StoreError STORE_LIBRARY_MISSING, STORE_IN_USE or STORE_OPEN_FAILED. */
  static async open(directory: string, options: DatabaseOptions = {}): Promise<Database> {
    try {
      await refuseHeadless(directory);
      const { default: Rocks } = await import('rocksdb-native');
      const common = {
        filterPolicy: new Rocks.BloomFilterPolicy(BLOOM_BITS_PER_KEY),
        writeBufferSize: options.writeBufferBytes ?? WRITE_BUFFER_BYTES,
        maxWriteBufferNumber: WRITE_BUFFERS,
      };
      const blobs = {
        ...common,
        enableBlobFiles: true,
        minBlobSize: MIN_BLOB_BYTES,
        blobFileSize: BLOB_FILE_BYTES,
        enableBlobGarbageCollection: true,
      };
      const db = new Rocks(directory, {
        columnFamily: new Rocks.ColumnFamily('default', common),
        // One for flushes, the others for compaction; half of the machine is left to the node's own threads.
        maxBackgroundJobs: Math.max(2, Math.floor(availableParallelism() / 2)),
        maxOpenFiles: MAX_OPEN_FILES,
        readOnly: options.readOnly ?? false,
      });
      const sessions = {
        default: db,
        bodies: db.columnFamily(new Rocks.ColumnFamily('bodies', blobs)),
        signatures: db.columnFamily(new Rocks.ColumnFamily('signatures', blobs)),
        balances: db.columnFamily(new Rocks.ColumnFamily('balances', blobs)),
      };
      await db.ready();
      return new Database(db, sessions);
    } catch (error) {
      throw explainOpenError(error, directory);
    }
  }

  /** Whether another process has the database open for writing. Opening without naming the families takes the lock, then
   *  fails before it touches anything but RocksDB's own text log: so this works on a full disk too. */
  static async isInUse(directory: string): Promise<boolean> {
    const { default: Rocks } = await import('rocksdb-native');
    const db = new Rocks(directory, { createIfMissing: false, createMissingColumnFamilies: false });
    try {
      await db.ready();
    } catch (error) {
      return isLocked(errorText(error));
    }
    await db.close();
    return false;
  }

  /** The last published state. The caller must release it. */
  view(): View {
    return this.#published.hold();
  }

  /** Makes everything written so far visible to new views. */
  async publish(): Promise<void> {
    const last = this.#published;
    this.#published = this.#snapshot();
    await last.release();
  }

  currentWalFile(): Promise<WalFile> {
    return this.#db.currentWalFile();
  }

  async put(family: Family, entry: Entry): Promise<void> {
    const batch = this.#sessions[family].write({ autoDestroy: true });
    batch.tryPut(entry.key, entry.value);
    await batch.flush();
  }

  /** Values of the default family as written, published or not: for the commits themselves.
   *  @returns values in the order of the keys. */
  async readWritten(keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]> {
    if (keys.length === 0) return [];
    return readValues(this.#sessions.default, keys);
  }

  /** Applies packed batches to the default family, all of them together, whole or not at all. */
  async apply(...packed: readonly Uint8Array[]): Promise<void> {
    const count = packed.reduce((sum, bytes) => sum + batchCount(bytes), 0);
    if (count === 0) return;
    const batch = this.#sessions.default.write({ capacity: count });
    try {
      for (const bytes of packed) readBatch(bytes, new BatchFiller(batch));
      await batch.flush();
    } finally {
      batch.destroy();
    }
  }

  async deleteRange(family: Family, from: Uint8Array, to: Uint8Array): Promise<void> {
    const batch = this.#sessions[family].write({ autoDestroy: true });
    batch.tryDeleteRange(from, to);
    await batch.flush();
  }

  /** Rewrites a range without what was deleted in it; files that hold nothing else are removed. */
  async compact({ family = 'default', gte, lt }: KeyRange): Promise<void> {
    await this.#sessions[family].compactRange(gte, lt);
  }

  /** Writes the default family anew without anything that was deleted, the files of the lowest level too, which RocksDB otherwise keeps
   *  as they are; and lets go of the log that had it. */
  async rewrite(): Promise<void> {
    const { default: Rocks } = await import('rocksdb-native');
    await this.#sessions.default.flush();
    const { FORCE } = Rocks.constants.bottommostLevelCompaction;
    await this.#sessions.default.compactRange({ bottommostLevelCompaction: FORCE });
  }

  /** Waits for reads under way; views must be released by their holders. A second call waits for the first. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const { bodies, signatures, balances } = this.#sessions;
    await closeEach(
      () => this.#published.release(),
      () => bodies.close(),
      () => signatures.close(),
      () => balances.close(),
      () => this.#db.close(),
    );
  }

  #snapshot(): View {
    const view = this.#db.session({ snapshot: true });
    // A session opened from a snapshot session shares its snapshot.
    const inFamily = (family: Family): RocksDB => view.columnFamily(this.#sessions[family].defaultColumnFamily);
    return new View({
      default: view,
      bodies: inFamily('bodies'),
      signatures: inFamily('signatures'),
      balances: inFamily('balances'),
    });
  }
}

/** RocksDB treats a directory without its file CURRENT as a new one, and would begin an empty database over what an old one
 *  left. (It makes CURRENT before the first of these files.) */
async function refuseHeadless(directory: string): Promise<void> {
  const names = await readdir(directory);
  const data = names.find((name) => /^\d+\.(?:sst|blob|log)$/.test(name));
  if (data === undefined || names.includes('CURRENT')) return;
  throw new StoreError(
    'STORE_OPEN_FAILED',
    `the database in ${directory} is damaged: ${data} is there, its file CURRENT is not; restore a backup`,
  );
}

/** RocksDB's two texts, for a lock that another process holds and for one of this process. */
const isLocked = (text: string): boolean => /while lock file|lock hold by/i.test(text);

/** What an operator can do about a database that does not open. */
export function explainOpenError(error: unknown, directory: string): StoreError {
  if (error instanceof StoreError) return error;
  let text = errorText(error);
  for (let cause = error; cause instanceof Error; cause = cause.cause) text = `${text} ${cause.message}`;
  if (text.includes('libatomic'))
    return new StoreError(
      'STORE_LIBRARY_MISSING',
      'the database needs the system library libatomic: install the package libatomic1 (Debian, Ubuntu) or libatomic (Fedora)',
      { cause: error },
    );
  if (isLocked(text))
    return new StoreError('STORE_IN_USE', `data directory ${directory} is in use by another node`, { cause: error });
  return new StoreError('STORE_OPEN_FAILED', `the database in ${directory} cannot be opened: ${errorText(error)}`, {
    cause: error,
  });
}
