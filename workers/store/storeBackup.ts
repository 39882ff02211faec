/** Copies a database at one height into a directory of its own, while blocks continue to be written.
 *
 *  In: a view of the database, which is one durable state of all families, and an empty directory. Out: a second database
 *  with the same records, durable when the generator ends; on the way, how much has been copied. The reader sets the pace of
 *  the copy: the next piece is copied when the last figure is taken. The copy gets the name under which a node looks for
 *  a database only when it is complete and durable. A copy that fails or is abandoned is removed; one that a killed process
 *  left has a name that no node opens. */

import { mkdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { utf8 } from '../../engine/base/bytes.js';
import { batchCount, readBatch } from '../../engine/store/batch.js';
import { type BackupProgress, families, StoreError } from '../../engine/store/port.js';
import { badBackupTarget } from './backupTarget.js';
import { syncDirectory, walDisk } from './disk.js';
import { Database, type View } from './storeDatabase.js';
import { errorText } from './storeMessages.js';
import { WalSync } from './walSync.js';

/** The database's own folder in a data directory. */
export const DATABASE_FOLDER = 'db';

/** A copy that is not complete yet. */
export const UNFINISHED_FOLDER = `${DATABASE_FOLDER}.unfinished`;

const OPEN_END = new Uint8Array(0);

/** @returns whether the directory was made by this call. @throws Error EEXIST for anything but a directory. */
async function makeTarget(directory: string): Promise<boolean> {
  try {
    await mkdir(directory, { mode: 0o700 });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function* copy(view: View, target: Database, wal: WalSync): AsyncGenerator<BackupProgress> {
  let records = 0;
  let bytes = 0;
  for (const family of families)
    for await (const chunk of view.chunks({ gte: OPEN_END, lt: OPEN_END, family })) {
      if (family === 'default') await target.apply(chunk);
      else {
        const entries: { key: Uint8Array; value: Uint8Array }[] = [];
        readBatch(chunk, { put: (key, value) => entries.push({ key, value }), delete: () => {} });
        for (const entry of entries) await target.put(family, entry);
      }
      await wal.sync();
      records += batchCount(chunk);
      bytes += chunk.length;
      yield { records, bytes };
    }
}

async function* copyInto(folder: string, view: View): AsyncGenerator<BackupProgress> {
  const target = await Database.open(folder);
  const wal = new WalSync(folder, () => target.currentWalFile(), walDisk);
  try {
    yield* copy(view, target, wal);
    await wal.sync();
  } finally {
    await wal.close();
    await target.close();
  }
}

export interface BackupOrder {
  /** The data directory that is copied. */
  readonly from: string;
  /** Absolute path. */
  readonly to: string;
  /** The target may be inside the data directory. */
  readonly isInside: boolean;
}

/** @throws StoreError BACKUP_FAILED. */
export async function* backUp(view: View, { from, to, isInside }: BackupOrder): AsyncGenerator<Uint8Array> {
  const directory = resolve(to);
  const unfinished = join(directory, UNFINISHED_FOLDER);
  let made = false;
  let begun = false;
  let done = false;
  try {
    const problem = isInside ? undefined : await badBackupTarget(from, directory);
    if (problem !== undefined) throw new StoreError('BACKUP_FAILED', problem);
    made = await makeTarget(directory);
    // Fails when another process has begun one there meanwhile.
    await mkdir(unfinished, { mode: 0o700 });
    begun = true;
    for await (const progress of copyInto(unfinished, view)) yield utf8(JSON.stringify(progress));
    await syncDirectory(unfinished);
    await rename(unfinished, join(directory, DATABASE_FOLDER));
    await syncDirectory(directory);
    if (made) await syncDirectory(dirname(directory));
    done = true;
  } catch (error) {
    if (error instanceof StoreError && error.code === 'BACKUP_FAILED') throw error;
    throw new StoreError('BACKUP_FAILED', `the backup into ${directory} failed: ${errorText(error)}`, { cause: error });
  } finally {
    // A copy that cannot be removed has a name that no node takes for a chain.
    if (begun && !done) await rm(unfinished, { recursive: true, force: true }).catch(() => undefined);
    if (made && !done) await rmdir(directory).catch(() => undefined);
  }
}
