/** Copies a database at one height into a directory of its own, while blocks go on being written.
 *
 *  In: a view of the database, which is one durable state of all families, and an empty directory. Out: a second database
 *  with the same records, durable when the generator ends; on the way, how much has been copied. The reader's pace is the
 *  copy's pace: the next piece is copied when the last figure is taken. A copy that is given up stays behind unfinished and
 *  has no tip, so nothing can take it for a chain. */

import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { utf8 } from '../engine/base/bytes.js';
import { batchCount, readBatch } from '../engine/store/batch.js';
import { type BackupProgress, families, StoreError } from '../engine/store/port.js';
import { isMissing, syncDirectory, walDisk } from './disk.js';
import { Database, type View } from './storeDatabase.js';
import { errorText } from './storeMessages.js';
import { WalSync } from './walSync.js';

/** The database's own folder in a data directory. */
export const DATABASE_FOLDER = 'db';

const OPEN_END = new Uint8Array(0);

async function emptyFolder(directory: string): Promise<string> {
  const folder = join(directory, DATABASE_FOLDER);
  const held = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  if (held.length > 0)
    throw new StoreError('BACKUP_FAILED', `${folder} is not empty: a backup goes into a directory of its own`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

async function* copy(view: View, target: Database, wal: WalSync): AsyncGenerator<BackupProgress> {
  let records = 0;
  let bytes = 0;
  // The family that names the tip comes last: without it the copy is no chain.
  for (const family of [...families].reverse())
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

/** @throws StoreError BACKUP_FAILED. */
export async function* backUp(view: View, directory: string): AsyncGenerator<Uint8Array> {
  try {
    const folder = await emptyFolder(directory);
    const target = await Database.open(folder);
    const wal = new WalSync(folder, () => target.currentWalFile(), walDisk);
    try {
      for await (const progress of copy(view, target, wal)) yield utf8(JSON.stringify(progress));
      await wal.sync();
    } finally {
      await wal.close();
      await target.close();
    }
    await syncDirectory(folder);
    await syncDirectory(directory);
  } catch (error) {
    if (error instanceof StoreError && error.code === 'BACKUP_FAILED') throw error;
    throw new StoreError('BACKUP_FAILED', `the backup into ${directory} failed: ${errorText(error)}`, { cause: error });
  }
}
