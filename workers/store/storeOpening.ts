/** Opens the database: for writing where the disk accepts writes, otherwise for reading.
 *
 *  In: the data directory. Out: the database, with the parts that write to it or with the reason why nothing does.
 *  RocksDB writes when it is opened for writing: it moves the write-ahead log into tables and starts a new manifest and a new
 *  log. On a full disk that fails in the middle and leaves half-written tables, which take the little room there is. So the disk
 *  is probed first; where it accepts no writes, the database is opened for reading, which reads the log into memory and writes
 *  nothing. A reserve file that is deleted for the opening would not do instead: it would have to be as large as the log, and
 *  would be gone at the second start. */

import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError } from '../../engine/store/port.js';
import { walDisk } from './disk.js';
import { isDiskFull } from './fullDisk.js';
import { CommitQueue } from './storeCommit.js';
import { Database, type DatabaseOptions } from './storeDatabase.js';
import { errorText, type StoreWorkerData } from './storeMessages.js';
import { probeDisk } from './storeReopening.js';
import { WalSync } from './walSync.js';

/** The database with the parts that write to it: replaced as a whole after a failed write. */
export interface Opened {
  readonly database: Database;
  /** Undefined while it can only be read. */
  readonly writing: { readonly wal: WalSync; readonly commits: CommitQueue } | undefined;
  /** Why it can only be read; undefined when it can be written. */
  readonly readOnly: string | undefined;
}

const sizes = ({ writeBufferBytes }: StoreWorkerData): DatabaseOptions =>
  writeBufferBytes === undefined ? {} : { writeBufferBytes };

/** @throws StoreError. */
export async function openWritable(data: StoreWorkerData, folder: string): Promise<Opened> {
  const database = await Database.open(folder, sizes(data));
  const wal = new WalSync(folder, () => database.currentWalFile(), walDisk);
  try {
    // Reads will show what was in the log, durable or not.
    await wal.sync();
  } catch (error) {
    await database.close();
    throw new StoreError('STORE_OPEN_FAILED', `the log in ${folder} cannot be made durable: ${errorText(error)}`, {
      cause: error,
    });
  }
  return { database, writing: { wal, commits: new CommitQueue(database, wal) }, readOnly: undefined };
}

/** Makes what is in the logs durable, for the same reason as above. A disk mounted read-only has nothing to sync. */
async function syncLogs(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((name) => /^\d+\.log$/.test(name)))
    try {
      const file = await walDisk.open(join(folder, name));
      await file?.sync().finally(() => file.close());
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EROFS') return;
      throw new StoreError('STORE_OPEN_FAILED', `the log in ${folder} cannot be made durable: ${errorText(error)}`);
    }
}

/** @param reason why nothing can be written. @throws StoreError. */
export async function openReadOnly(data: StoreWorkerData, folder: string, reason: string): Promise<Opened> {
  // Only opening for writing takes the lock.
  if (await Database.isInUse(folder))
    throw new StoreError('STORE_IN_USE', `data directory ${data.directory} is in use by another node`);
  await syncLogs(folder);
  const database = await Database.open(folder, { ...sizes(data), readOnly: true });
  return { database, writing: undefined, readOnly: reason };
}

/** There is no database to read: tries to make a new one. @throws StoreError. */
async function makeDatabase(data: StoreWorkerData, folder: string): Promise<Opened> {
  try {
    return await openWritable(data, folder);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    throw new StoreError('STORE_OPEN_FAILED', `the disk is full: ${errorText(error)}`, { cause: error });
  }
}

/** @throws StoreError. */
export async function openDatabase(data: StoreWorkerData, folder: string): Promise<Opened> {
  if (!existsSync(join(folder, 'CURRENT'))) return makeDatabase(data, folder);
  try {
    await probeDisk(data.directory, folder);
  } catch (error) {
    if (isDiskFull(error)) return openReadOnly(data, folder, errorText(error));
    // For any other problem with the directory, opening the database gives the better error.
  }
  try {
    return await openWritable(data, folder);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    return openReadOnly(data, folder, `the disk is full and takes no writes: ${errorText(error)}`);
  }
}
