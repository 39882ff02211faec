/** The store as the engine sees it: a durable key-value engine with four families, a journal file for the proposer,
 *  and queries that run where the database lives.
 *
 *  In: packed writes, keys, ranges, names of queries. Out: bytes, and promises that resolve only after everything they
 *  stand for is durable. Reads see the last durable commit and nothing newer, so no answer can name a block that a power
 *  cut would take back. What may be lost: a whole commit whose promise has not resolved. Its body, signatures and balances
 *  may then stay behind as orphans above the tip, which recovery removes with `deleteRange`.
 *
 *  The store does not know which keys and values the chain writes. */

import type { Problem } from '../base/problem.js';

/** `default` holds everything that one block changes, `bodies`, `signatures` and `balances` each hold one large value per block. */
export type Family = 'default' | 'bodies' | 'signatures' | 'balances';

export const families = ['default', 'bodies', 'signatures', 'balances'] as const satisfies readonly Family[];

export interface Entry {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

/** Small files that are replaced whole: the block that this node signed last (`slot`), its votes (`votes`), the blocks that it voted
 *  for and that are not in the chain yet (`candidate`), the peers that it knows (`peers`), and evidence against validators that
 *  signed twice (`evidence`). */
export type JournalName = 'slot' | 'votes' | 'candidate' | 'peers' | 'evidence';

/** Everything that one block makes lasting. */
export interface BlockWrite {
  /** Goes to the family `bodies`. */
  readonly body?: Entry;
  /** Goes to the family `signatures`. */
  readonly signatures?: Entry;
  /** Goes to the family `balances`: the list of changed balances, which the store makes from the batch itself (see
   *  `balanceList`), so that the main thread copies nothing twice. */
  readonly balances?: {
    readonly key: Uint8Array;
    /** Positions, among the account records that the batch changes, of those whose balance has not changed. */
    readonly unchanged: Uint32Array;
  };
  /** Whether the batch holds events of pools: the store then makes their candles (see `CandleLog`), which become durable
   *  with the batch, whole or not at all. */
  readonly hasPoolEvents?: true;
  /** Key of the trail that the store makes from the batch, for a directory that drops old blocks (see `trail.ts`). */
  readonly trail?: Uint8Array;
  /** Height under which the store archives the records of the state in the batch, for an archive directory (see `archive.ts`). */
  readonly archive?: number;
  /** Puts and deletes of the default family, from `BatchWriter.finish()`: applied whole or not at all. */
  readonly batch: Uint8Array;
}

/** Keys from `gte` on, below `lt`, in byte order. An empty bound is an open end. */
export interface KeyRange {
  readonly gte: Uint8Array;
  readonly lt: Uint8Array;
  /** Default: `default`. */
  readonly family?: Family;
}

export interface RangeQuery extends KeyRange {
  /** From the last key down. Default: false. */
  readonly reverse?: boolean;
  /** Entries at most; a range is never unbounded. */
  readonly limit: number;
  /** Leaves every value empty, which saves reading large ones. Default: false. */
  readonly keysOnly?: boolean;
}

/** What a query reads from. One query sees one durable state of all families, however long it runs. */
export interface KeyReader {
  get(key: Uint8Array): Promise<Uint8Array | undefined>;
  /** @returns values in the order of the keys. */
  getMany(keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]>;
  getFrom(family: Family, key: Uint8Array): Promise<Uint8Array | undefined>;
  range(query: RangeQuery): Promise<readonly Entry[]>;
}

/** A query runs in the store's thread. Its answer is either one value that survives a structured clone (plain data and bytes), or
 *  chunks of bytes, of which at most one is made ahead of the reader. The query must not touch a chunk after it has yielded it. */
export type StoreQuery = (reader: KeyReader, args: unknown) => AsyncIterable<Uint8Array> | Promise<unknown>;

/** What the function `createQueries` of a queries module returns. It is called once for each store that is opened, so that what
 *  the queries remember belongs to that store. */
export type StoreQueries = Readonly<Record<string, StoreQuery>>;

/** How far a backup is. */
export interface BackupProgress {
  readonly records: number;
  readonly bytes: number;
}

/** Counts since the start, and gauges of this moment. */
export interface StoreStats {
  /** Calls without an answer, commits included. */
  readonly pendingCalls: number;
  /** Reads among them. */
  readonly pendingReads: number;
  /** Commits and range deletes that are durable. */
  readonly writes: number;
  /** Reads, queries and streams that were begun. */
  readonly reads: number;
  /** Calls that failed, by code. */
  readonly failures: ReadonlyMap<StoreErrorCode, number>;
  /** Why no write is accepted; undefined when all is well. */
  readonly writeFailure: Problem | undefined;
  /** Seconds that the store's thread has worked, without RocksDB's own threads. */
  readonly activeSeconds: number;
}

/** Every promise or stream that fails does so with a `StoreError`. */
export interface StorePort extends KeyReader {
  stats(): StoreStats;

  /** Resolves after body, signatures and batch are durable; commits are applied and answered in the order of the calls.
   *  The memory under `batch` and both values moves to the store: the caller must not touch it again. (A body or
   *  signatures value that is only a part of its buffer is copied instead.)
   *  @throws StoreError STORE_FAILED when anything could not be written, and at once for every later commit, because a gap
   *  in the chain is worse than a stop; `reopen` is the way back. Reads continue. */
  commit(write: BlockWrite): Promise<void>;

  /** Removes the keys from `from` on, below `to`, durably, in its turn among the commits.
   *  @throws StoreError as `commit`. */
  deleteRange(family: Family, from: Uint8Array, to: Uint8Array): Promise<void>;

  /** Gives the disk space of deleted keys back to the file system. Runs beside commits and reads.
   *  @throws StoreError STORE_FAILED when it could not be done; nothing else fails then, and it can be called again. */
  compact(range: KeyRange): Promise<void>;

  /** All entries of a range as packed chunks of about a mebibyte, to be read with `readBatch`: the way to load a million
   *  accounts at start. */
  rangeStream(range: KeyRange): AsyncIterable<Uint8Array>;

  /** Runs a query of the queries module and gives its answer.
   *  @throws StoreError QUERY_UNKNOWN, or QUERY_FAILED with the query's own message; only this call fails. */
  query<T>(name: string, args: unknown): Promise<T>;

  /** Runs a streaming query. A chunk is made when the previous one is taken; ending the iteration early ends the query.
   *  @throws StoreError from the iteration, as `query`. */
  stream(name: string, args: unknown): AsyncIterable<Uint8Array>;

  /** Copies everything that is durable now into a separate database in an empty directory, durably, while commits continue.
   *  The next piece is copied when the last progress is taken. The copy shows the state at the first iteration.
   *  @param isInside whether the directory may be inside the data directory, as the snapshots of a local network are.
   *  @throws StoreError BACKUP_FAILED from the iteration; only this call fails. */
  backup(directory: string, isInside?: boolean): AsyncIterable<BackupProgress>;

  /** Replaces a journal; resolves when the new bytes would survive a power cut. The memory under `bytes` moves as in `commit`.
   *  @param journal default: `slot`.
   *  @throws StoreError JOURNAL_FAILED: then either the old or the new bytes are there, and nothing may be signed. */
  journalWrite(bytes: Uint8Array, journal?: JournalName): Promise<void>;

  /** @returns undefined when there is no such journal.
   *  @throws StoreError JOURNAL_DAMAGED when its length or checksum is wrong. */
  journalRead(journal?: JournalName): Promise<Uint8Array | undefined>;

  /** After a failed write: asks the disk whether it accepts writes again and, when a commit has failed, closes and reopens
   *  the database. Streams end then, other reads wait. What the failed commit left is unknown until the caller has looked:
   *  nothing, orphaned bodies, or the whole block.
   *  @throws StoreError STORE_FAILED while the disk accepts no writes (reads continue), or STORE_OPEN_FAILED when the
   *  database could not be opened for writing again. Reads continue then too when a full disk was the reason; otherwise,
   *  or when it cannot be opened for reading either, they fail with STORE_REOPENING. It can always be called again. */
  reopen(): Promise<void>;

  /** Finishes the commits under way, ends all streams and frees the directory. Calls that are still open afterwards are
   *  rejected with STORE_CLOSED. A second call waits for the first. */
  close(): Promise<void>;
}

export type StoreErrorCode =
  /** The directory cannot be created, opened or read as a database. */
  | 'STORE_OPEN_FAILED'
  /** Another process (or another store of this one) has the directory open. */
  | 'STORE_IN_USE'
  /** A system library of the database is missing; the message names its package. */
  | 'STORE_LIBRARY_MISSING'
  /** A write did not become durable; no further write is accepted until `reopen`. */
  | 'STORE_FAILED'
  | 'STORE_READ_FAILED'
  /** What was asked for belongs to blocks that are not in this directory. */
  | 'STORE_PRUNED'
  /** The database is closed after a failed write, until `reopen` succeeds; reads under way have ended. */
  | 'STORE_REOPENING'
  /** More calls or streams are open than the store allows; the newest is refused. */
  | 'STORE_BUSY'
  | 'STORE_CLOSED'
  /** The store's thread ended without being asked to. */
  | 'STORE_DIED'
  | 'QUERY_UNKNOWN'
  | 'QUERY_FAILED'
  | 'BACKUP_FAILED'
  | 'JOURNAL_DAMAGED'
  | 'JOURNAL_FAILED';

/** What went wrong outside the program: disk, directory, thread. The message is a sentence for the operator. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  constructor(
    readonly code: StoreErrorCode,
    message: string,
    options?: ErrorOptions,
    /** With STORE_PRUNED: the lowest height there is. */
    readonly lowest?: number,
  ) {
    super(message, options);
  }
}
