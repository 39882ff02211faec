/** The database of the services: RocksDB in a folder of its own inside the data directory, written by the thread of the services.
 *
 *  After a failed write nothing is written until the disk takes writes again; then the database is closed and opened anew, and goes on
 *  with what was durable. When it cannot be opened then, whoever reads or writes next tries again. */

import { join } from 'node:path';
import type { ServicesStore } from '../../engine/services/desk.js';
import { type Entry, type Family, type RangeQuery, StoreError } from '../../engine/store/port.js';
import { makePrivateDirectory } from '../store/disk.js';
import { backUp, DATABASE_FOLDER } from '../store/storeBackup.js';
import type { View } from '../store/storeDatabase.js';
import { type Opened, openDatabase } from '../store/storeOpening.js';
import { probeDisk, removeProbe } from '../store/storeReopening.js';
import { GroupMark, lostFiles } from './groupMark.js';

/** Inside the data directory. */
export const SERVICES_FOLDER = 'services';

/** Memory tables are small: a service has few writes beside blocks, and what waits in them is read into memory at each start. */
const WRITE_BUFFER_BYTES = 16 * 1024 * 1024;

interface OpenServices extends Opened {
  /** Undefined while the database can only be read. */
  readonly mark: GroupMark | undefined;
}

export class DiskServicesStore implements ServicesStore {
  /** Undefined while it could not be opened anew. */
  #opened: OpenServices | undefined;
  #failed = false;
  readonly #reading = new Set<Promise<unknown>>();
  #reopening: Promise<void> | undefined;

  private constructor(
    private readonly directory: string,
    opened: OpenServices,
  ) {
    this.#opened = opened;
  }

  /** @param dataDir of the node. @throws StoreError. */
  static async open(dataDir: string): Promise<DiskServicesStore> {
    const directory = join(dataDir, SERVICES_FOLDER);
    await makePrivateDirectory(directory);
    await makePrivateDirectory(join(directory, DATABASE_FOLDER));
    await removeProbe(directory);
    return new DiskServicesStore(directory, await openFolder(directory));
  }

  get(key: Uint8Array): Promise<Uint8Array | undefined> {
    return this.#read((view) => view.get(key));
  }

  getMany(keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]> {
    return this.#read((view) => view.getMany(keys));
  }

  getFrom(family: Family, key: Uint8Array): Promise<Uint8Array | undefined> {
    return this.#read((view) => view.getFrom(family, key));
  }

  range(query: RangeQuery): Promise<readonly Entry[]> {
    return this.#read((view) => view.range(query));
  }

  async commit({ batch }: { readonly batch: Uint8Array }): Promise<void> {
    if (this.#failed || !this.#opened) await this.#reopen();
    const { writing, readOnly, mark } = this.#openNow;
    if (!writing || !mark) {
      this.#failed = true;
      throw new StoreError('STORE_FAILED', readOnly ?? 'the services cannot be written');
    }
    const numbered = mark.numbered(batch);
    const error = await new Promise<StoreError | undefined>((resolve) =>
      writing.commits.commit({ batch: numbered }, resolve),
    );
    if (!error) return mark.durable();
    this.#failed = true;
    throw error;
  }

  /** Rewrites the files without what was deleted, so that erased bytes leave the disk. */
  async rewrite(): Promise<void> {
    // A read that has begun before the erasure keeps what it may still read; those that begin now see it erased.
    await Promise.all([...this.#reading]);
    await this.#use(({ database }) => database.rewrite());
  }

  /** Copies the last durable state into the folder of the services in `directory`, which is there already, and makes it durable.
   *  @throws StoreError BACKUP_FAILED. */
  backup(directory: string): Promise<void> {
    const order = { from: this.directory, to: join(directory, SERVICES_FOLDER), isInside: true };
    return this.#read(async (view) => {
      // Reading sets the pace of the copy.
      for await (const _progress of backUp(view, order));
    });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#reading]);
    if (this.#opened) await closeOpened(this.#opened);
  }

  get #openNow(): OpenServices {
    if (!this.#opened) throw new StoreError('STORE_REOPENING', 'the database of the services is not open');
    return this.#opened;
  }

  async #reopen(): Promise<void> {
    this.#reopening ??= this.#openAgain().finally(() => {
      this.#reopening = undefined;
    });
    await this.#reopening;
  }

  async #openAgain(): Promise<void> {
    const before = this.#opened;
    if (before) {
      await probeDisk(this.directory, join(this.directory, DATABASE_FOLDER));
      await Promise.all([...this.#reading]);
      this.#opened = undefined;
      await closeOpened(before);
    }
    const opened = await openFolder(this.directory);
    this.#opened = opened;
    this.#failed = opened.writing === undefined;
  }

  #read<T>(read: (view: View) => Promise<T>): Promise<T> {
    return this.#use(async ({ database }) => {
      const view = database.view();
      try {
        return await read(view);
      } finally {
        await view.release();
      }
    });
  }

  async #use<T>(use: (opened: Opened) => Promise<T>): Promise<T> {
    while (this.#reopening) await this.#reopening.catch(() => undefined);
    // Why it cannot be opened is what the reader gets.
    while (!this.#opened) await this.#reopen();
    const reading = use(this.#openNow);
    const settled: Promise<unknown> = reading.then(
      () => this.#reading.delete(settled),
      () => this.#reading.delete(settled),
    );
    this.#reading.add(settled);
    return reading;
  }
}

async function openFolder(directory: string): Promise<OpenServices> {
  const lost = await lostFiles(directory);
  if (lost !== undefined) throw new StoreError('STORE_OPEN_FAILED', lost);
  const options = { directory, writeBufferBytes: WRITE_BUFFER_BYTES };
  const opened = await openDatabase(options, join(directory, DATABASE_FOLDER));
  try {
    return { ...opened, mark: opened.writing && (await openMark(directory, opened)) };
  } catch (error) {
    await closeOpened({ ...opened, mark: undefined });
    throw error;
  }
}

async function openMark(directory: string, { database }: Opened): Promise<GroupMark> {
  const view = database.view();
  try {
    return await GroupMark.open(directory, view);
  } finally {
    await view.release();
  }
}

async function closeOpened({ database, writing, mark }: OpenServices): Promise<void> {
  await writing?.commits.idle();
  await writing?.wal.close();
  await database.close();
  await mark?.close();
}
