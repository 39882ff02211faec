/** The way back after a failed write: RocksDB accepts no more writes until it is closed and reopened.
 *
 *  In: a data directory whose disk may be full or broken. Out: whether it accepts writes again, from a probe that
 *  writes and syncs a file of its own, so that the open database, which still answers reads, is closed only when its
 *  successor can be opened. What may be lost: nothing; the probe's file is removed, even one that a killed process left.
 *
 *  Opening writes: RocksDB moves the whole write-ahead log into tables and starts a new manifest. So that much space must be
 *  free beside the log. Other programs write to the disk too: when the opening still fills it, the database is opened for
 *  reading; when even that fails, the next failing probe tries it again (storeWorker.ts). */

import { open, readdir, stat, statfs, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError } from '../../engine/store/port.js';
import { isMissing } from './disk.js';
import { isDiskFull } from './fullDisk.js';
import { errorText } from './storeMessages.js';

/** Bytes written and synced to see whether the disk accepts writes: enough that a full disk that frees a page now and then, or a
 *  limit on the size of files, does not pass for a good one. */
const PROBE_BYTES = 1024 * 1024;

/** Free space required beside what moving the log takes: a manifest, the next logs, the journal, a few full blocks. */
const MARGIN_BYTES = 8 * 1024 * 1024;

const PROBE_FILE = 'write-probe.tmp';

const isLog = (name: string): boolean => /^\d+\.log$/.test(name);

/** Bytes of write-ahead log that an opening moves into tables. */
async function logBytes(databaseDirectory: string): Promise<number> {
  let bytes = 0;
  for (const name of (await readdir(databaseDirectory)).filter(isLog)) {
    const file = await stat(join(databaseDirectory, name)).catch(() => undefined);
    bytes += file?.size ?? 0;
  }
  return bytes;
}

async function writeProbe(path: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(Buffer.alloc(PROBE_BYTES, 0xa5));
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Removes the probe's file, if there is one; does nothing when the file system accepts no writes at all. */
export const removeProbe = (directory: string): Promise<void> =>
  unlink(join(directory, PROBE_FILE)).catch((error: unknown) => {
    if (!isMissing(error) && !isDiskFull(error)) throw error;
  });

const inMebibytes = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 2)} MiB`;

/** @param written called when the probe is written. @throws StoreError STORE_FAILED with a sentence while the disk accepts no
 *  writes. */
export async function probeDisk(
  directory: string,
  databaseDirectory: string,
  written: () => void = () => {},
): Promise<void> {
  try {
    const needed = (await logBytes(databaseDirectory)) + MARGIN_BYTES;
    const { bavail, bsize } = await statfs(directory);
    if (bavail * bsize < needed)
      throw Object.assign(
        new Error(`${inMebibytes(bavail * bsize)} are free in ${directory}, ${inMebibytes(needed)} are needed`),
        { code: 'ENOSPC' },
      );
    try {
      await writeProbe(join(directory, PROBE_FILE));
      written();
    } finally {
      await removeProbe(directory);
    }
  } catch (error) {
    const what = isDiskFull(error) ? 'the disk is full and takes no writes' : 'the disk takes no writes';
    throw new StoreError('STORE_FAILED', `${what}: ${errorText(error)}`, { cause: error });
  }
}
