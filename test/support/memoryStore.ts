/** The store port over a disk in memory, in the caller's own thread, so that a whole node runs without a file.
 *
 *  In: a disk, queries, optionally a hook at the named places between two lasting effects (workers/store/crashPoints.ts). Out: what
 *  the real store answers, refuses and loses; `test/unit/workers/store/storeContract.test.ts` and its neighbour run one suite against both. The
 *  hook makes the disk fail by throwing, and slow by returning a promise. `crash` ends the store as the end of its process
 *  would: nothing that was open is ever answered, and the disk holds what a restart finds. */

import { utf8, utf8Text } from '../../engine/base/bytes.js';
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
  type StoreQueries,
  type StoreStats,
} from '../../engine/store/port.js';
import { problemOf } from '../../engine/store/problems.js';
import type { CrashPoint } from '../../workers/store/crashPoints.js';
import { isDiskFull } from '../../workers/store/fullDisk.js';
import { MAX_READS } from '../../workers/store/openStore.js';
import { errorText, movable } from '../../workers/store/storeMessages.js';
import { copyDisk } from './memoryBackup.js';
import { MemoryCommits } from './memoryCommits.js';
import { type MemoryDisk, MemoryDisks } from './memoryDisk.js';
import { MemoryJournal } from './memoryJournal.js';
import { MemoryQueries } from './memoryQueries.js';
import { MemoryView } from './memoryView.js';
import { SeededRandom } from './random.js';

/** Called at a place between two effects. Throwing simulates a disk failure there; a promise is awaited. A write that
 *  was answered cannot fail any more: at `commit-answer` the hook must not throw. */
export type AtPoint = (point: CrashPoint) => void | Promise<void>;

export interface MemoryStoreOptions {
  /** A new machine when absent. */
  readonly disks?: MemoryDisks;
  /** Name of the data directory among the disks. */
  readonly directory?: string;
  readonly queries?: StoreQueries;
  readonly onDeath?: (error: StoreError) => void;
  readonly maxReads?: number;
  readonly at?: AtPoint;
  /** Decides what a crash or a failed write leaves. */
  readonly random?: SeededRandom;
}

/** The answer of a process that is gone: none. */
const never = new Promise<never>(() => {});

/** The error of a full disk as Node gives it. */
export const fullDisk = (where: string): Error =>
  Object.assign(new Error(`ENOSPC: no space left on device (asked for at ${where})`), { code: 'ENOSPC' });

const notOpen = (code: StoreErrorCode): StoreError =>
  new StoreError(code, 'the database is closed after a failed write, until it can be opened again');

/** The memory moves, as into another thread: the caller's view of it is empty from then on. */
function taken(bytes: Uint8Array): Uint8Array {
  const own = movable(bytes);
  return structuredClone(own, { transfer: [own.buffer] });
}

const takenEntry = ({ key, value }: Entry): Entry => ({ key: key.slice(), value: taken(value) });

export class MemoryStore implements StorePort {
  readonly #disks: MemoryDisks;
  readonly #directory: string;
  readonly #disk: MemoryDisk;
  readonly #queries: MemoryQueries;
  readonly #journals: Readonly<Record<JournalName, MemoryJournal>>;
  readonly #random: SeededRandom;
  readonly #pending = new Set<(error: StoreError) => void>();
  /** Calls under way, except commits: closing waits for them. */
  readonly #running = new Set<Promise<unknown>>();
  /** Those of them that read the database: reopening waits for these, and the others wait for it. */
  readonly #reading = new Set<Promise<unknown>>();
  readonly #count = { writes: 0, reads: 0 };
  readonly #failures = new Map<StoreErrorCode, number>();
  /** The writer of the database; undefined while it is read-only. */
  #commits: MemoryCommits | undefined;
  /** Whether the database is open, at least to be read. */
  #isOpen = true;
  #reads = 0;
  #writeFailure: StoreError | undefined;
  #reopening: Promise<void> | undefined;
  #isGone = false;
  #end: StoreError | undefined;
  #closed: Promise<void> | undefined;

  /** Opens the disk and keeps it until `close`, `die` or `crash`.
   *  @throws StoreError STORE_IN_USE or STORE_OPEN_FAILED. */
  constructor(private readonly options: MemoryStoreOptions = {}) {
    this.#disks = options.disks ?? new MemoryDisks();
    this.#directory = options.directory ?? '/memory';
    this.#disk = this.#disks.at(this.#directory);
    this.#random = options.random ?? new SeededRandom(1);
    if (this.#disk.inUse)
      throw new StoreError('STORE_IN_USE', `data directory ${this.#directory} is in use by another node`);
    if (this.#disk.isFull && !this.#disk.isMade)
      throw new StoreError('STORE_OPEN_FAILED', `the disk is full: ${errorText(fullDisk('opening'))}`);
    this.#queries = new MemoryQueries(this.#disk, options.queries ?? {});
    const journal = (name: JournalName): MemoryJournal => new MemoryJournal(this.#disk, this, name);
    this.#journals = {
      slot: journal('slot'),
      votes: journal('votes'),
      candidate: journal('candidate'),
      peers: journal('peers'),
      evidence: journal('evidence'),
    };
    this.#disk.open();
    if (this.#disk.isFull)
      this.#writeFailure = new StoreError(
        'STORE_FAILED',
        `the disk is full and takes no writes: ${errorText(fullDisk('opening'))}`,
      );
    else this.#openToWrite();
  }

  get disk(): MemoryDisk {
    return this.#disk;
  }

  /** Ends the store as the end of its process and of the power would. @returns the disk that a restart finds. */
  crash(): MemoryDisk {
    if (!this.#isGone) {
      this.#isGone = true;
      this.#pending.clear();
      this.#disk.crash(this.#random);
      this.#disk.leave();
    }
    return this.#disk;
  }

  /** Ends the store as the death of its thread would. */
  die(how: string): void {
    this.#end = new StoreError('STORE_DIED', how);
    for (const reject of this.#pending) reject(this.#end);
    this.crash();
    this.options.onDeath?.(this.#end);
  }

  /** A place between two effects. */
  async pass(point: CrashPoint): Promise<void> {
    if (this.#isGone) return never;
    await this.options.at?.(point);
    if (this.#isGone) return never;
    if (this.#disk.isFull && point !== 'commit-answer') throw fullDisk(point);
  }

  commit(write: BlockWrite): Promise<void> {
    return this.#write(() => {
      const { body, signatures, balances, hasPoolEvents, trail, archive, batch } = write;
      const moved: BlockWrite = {
        ...(body && { body: takenEntry(body) }),
        ...(signatures && { signatures: takenEntry(signatures) }),
        ...(balances && { balances: structuredClone(balances) }),
        ...(hasPoolEvents && { hasPoolEvents }),
        ...(trail && { trail: trail.slice() }),
        ...(archive !== undefined && { archive }),
        batch: taken(batch),
      };
      return (commits) => commits.commit(moved);
    });
  }

  deleteRange(family: Family, from: Uint8Array, to: Uint8Array): Promise<void> {
    const bounds = [from.slice(), to.slice()] as const;
    return this.#write(() => (commits) => commits.deleteRange(family, ...bounds));
  }

  /** Memory has no files to give back. */
  async compact(): Promise<void> {
    await this.#call(async () => undefined, 'STORE_FAILED');
  }

  stats(): StoreStats {
    return {
      pendingCalls: this.#pending.size,
      pendingReads: this.#reads,
      ...this.#count,
      failures: this.#failures,
      writeFailure: this.#writeFailure && problemOf(this.#writeFailure),
      activeSeconds: 0,
    };
  }

  get(key: Uint8Array): Promise<Uint8Array | undefined> {
    return this.getFrom('default', key);
  }

  getFrom(family: Family, key: Uint8Array): Promise<Uint8Array | undefined> {
    return this.#readView((view) => view.getFrom(family, key));
  }

  getMany(keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]> {
    return this.#readView((view) => view.getMany(keys));
  }

  range(query: RangeQuery): Promise<readonly Entry[]> {
    return this.#readView((view) => view.range(query));
  }

  rangeStream(range: KeyRange): AsyncIterable<Uint8Array> {
    return this.#stream((view) => view.chunks(range));
  }

  query<T>(name: string, args: unknown): Promise<T> {
    return this.#read(() => this.#using(() => this.#queries.query(name, args)), 'QUERY_FAILED') as Promise<T>;
  }

  stream(name: string, args: unknown): AsyncIterable<Uint8Array> {
    return this.#stream(this.#queries.chunksOf(name, args));
  }

  async *backup(directory: string): AsyncIterable<BackupProgress> {
    const copy = async function* (this: MemoryStore, view: MemoryView): AsyncGenerator<Uint8Array> {
      for await (const progress of copyDisk(view, this.#disks, { from: this.#directory, to: directory }))
        yield utf8(JSON.stringify(progress));
    };
    for await (const chunk of this.#stream((view) => copy.call(this, view)))
      yield JSON.parse(utf8Text(chunk)) as BackupProgress;
  }

  journalWrite(bytes: Uint8Array, journal: JournalName = 'slot'): Promise<void> {
    const moved = taken(bytes);
    return this.#call(() => this.#journals[journal].write(moved), 'JOURNAL_FAILED');
  }

  journalRead(journal: JournalName = 'slot'): Promise<Uint8Array | undefined> {
    return this.#call(() => this.#journals[journal].read(), 'STORE_READ_FAILED');
  }

  async reopen(): Promise<void> {
    await this.#call(() => this.#reopen(), 'STORE_OPEN_FAILED');
    this.#writeFailure = undefined;
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    if (this.#end) return;
    this.#end = new StoreError('STORE_CLOSED', 'the store is closed');
    await this.#reopening?.catch(() => undefined);
    await this.#commits?.idle();
    await this.#queries.close(new StoreError('STORE_CLOSED', 'the store is closing'));
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
    this.#disk.leave();
  }

  /** The first failure is final until `reopen`, including a failed handover: the next block would follow a gap. */
  async #write(handOver: () => (commits: MemoryCommits) => Promise<void>): Promise<void> {
    if (this.#writeFailure) throw this.#writeFailure;
    try {
      if (this.#end) throw this.#end;
      const write = handOver();
      await this.#call(() => {
        if (this.#reopening || !this.#commits) throw notOpen('STORE_FAILED');
        return write(this.#commits);
      }, 'STORE_FAILED');
      this.#count.writes++;
    } catch (error) {
      this.#writeFailure =
        error instanceof StoreError
          ? error
          : new StoreError('STORE_FAILED', `a write could not be handed over: ${errorText(error)}`, { cause: error });
      throw this.#writeFailure;
    }
  }

  async #readView<T>(read: (view: MemoryView) => Promise<T>): Promise<T> {
    return this.#read(
      () =>
        this.#using(async () => {
          const view = new MemoryView(this.#disk);
          try {
            return await read(view);
          } finally {
            view.release();
          }
        }),
      'STORE_READ_FAILED',
    );
  }

  async *#stream(chunks: (view: MemoryView) => AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const stream = await this.#read(() => this.#using(() => this.#queries.open(chunks)), 'QUERY_FAILED');
    let ended = false;
    try {
      for (;;) {
        // Set first: a stream that fails ends on its own.
        ended = true;
        const chunk = await this.#call(() => this.#using(() => this.#queries.next(stream)), 'QUERY_FAILED');
        if (chunk === undefined) return;
        ended = false;
        yield chunk;
      }
    } finally {
      if (!ended) await this.#queries.end(stream);
    }
  }

  /** Runs a read of the database, after any reopening under way. */
  async #using<T>(use: () => Promise<T>): Promise<T> {
    while (this.#reopening) await this.#reopening.catch(() => undefined);
    if (!this.#isOpen) throw notOpen('STORE_REOPENING');
    const reading = use();
    this.#reading.add(reading);
    try {
      return await reading;
    } finally {
      this.#reading.delete(reading);
    }
  }

  async #read<T>(work: () => Promise<T>, code: StoreErrorCode): Promise<T> {
    const { maxReads = MAX_READS } = this.options;
    if (this.#reads >= maxReads)
      throw new StoreError('STORE_BUSY', `${maxReads} reads wait for the store; try again in a moment`);
    if (this.#end) throw this.#end;
    this.#count.reads++;
    this.#reads++;
    return this.#call(work, code).finally(() => {
      this.#reads--;
    });
  }

  /** One answer, or none when the process is gone. @param code used for an error that has none. */
  #call<T>(work: () => Promise<T>, code: StoreErrorCode): Promise<T> {
    if (this.#isGone && !this.#end) return never;
    if (this.#end) return Promise.reject(this.#end);
    return new Promise((resolve, reject) => {
      this.#pending.add(reject);
      const settled = (settle: () => void): void => {
        this.#running.delete(running);
        if (this.#pending.delete(reject)) settle();
      };
      const running = (async () => work())().then(
        (value) => settled(() => resolve(value)),
        (error: unknown) =>
          settled(() => {
            const known =
              error instanceof StoreError ? error : new StoreError(code, errorText(error), { cause: error });
            countBy(this.#failures, known.code);
            reject(known);
          }),
      );
      this.#running.add(running);
    });
  }

  async #probe(): Promise<void> {
    try {
      await this.pass('reopen-probe');
    } catch (error) {
      const what = isDiskFull(error) ? 'the disk is full and takes no writes' : 'the disk takes no writes';
      throw new StoreError('STORE_FAILED', `${what}: ${errorText(error)}`, { cause: error });
    }
  }

  async #reopen(): Promise<void> {
    try {
      await this.#probe();
    } catch (error) {
      // Reading needs no disk space, so it does not wait for any.
      if (!this.#isOpen && !this.#reopening) await this.#alone(() => this.#openToRead());
      throw error;
    }
    if (this.#reopening || (this.#commits && !this.#commits.hasFailed)) return this.#reopening;
    await this.#alone(() => this.#replace());
  }

  /** Runs an opening of the database; reads wait for it. */
  async #alone(work: () => Promise<void>): Promise<void> {
    this.#reopening = work().finally(() => {
      this.#reopening = undefined;
    });
    await this.#reopening;
  }

  async #replace(): Promise<void> {
    try {
      await this.#giveUp();
      this.#openToWrite();
    } catch (error) {
      if (!this.#isOpen && isDiskFull(error)) await this.#openToRead();
      throw error;
    }
    await this.pass('reopen-open');
  }

  /** Closes the database once nothing uses it any more: the next opening finds what the failed write left. */
  async #giveUp(): Promise<void> {
    if (!this.#isOpen) return;
    await this.#commits?.idle();
    await this.#queries.close(notOpen('STORE_REOPENING'));
    while (this.#reading.size > 0) await Promise.allSettled(this.#reading);
    this.#isOpen = false;
    this.#commits = undefined;
    this.#disk.crash(this.#random);
    await this.pass('reopen-close');
  }

  async #openToRead(): Promise<void> {
    try {
      await this.options.at?.('reopen-read');
      this.#isOpen = true;
      this.#queries.resume();
    } catch {
      // Nothing is open until the next reopening.
    }
  }

  #openToWrite(): void {
    this.#isOpen = true;
    this.#commits = new MemoryCommits(this.#disk, this);
    this.#queries.resume();
  }
}

/** As `openStore`. @throws StoreError STORE_IN_USE or STORE_OPEN_FAILED. */
export async function openMemoryStore(options: MemoryStoreOptions = {}): Promise<MemoryStore> {
  return new MemoryStore(options);
}
