/** File operations of the store's thread beside RocksDB: sync a file, sync a directory, make a private directory that
 *  survives a power cut. */

import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SyncedFile, WalDisk } from './walSync.js';

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Makes the names in a directory durable. Windows cannot open a directory and keeps its names in a journal. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a directory that only its owner can read, with its parents; one that exists stays as it is. */
export async function makePrivateDirectory(directory: string): Promise<void> {
  const first = await mkdir(directory, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  let made = directory;
  while (made !== dirname(first)) {
    await syncDirectory(made);
    made = dirname(made);
  }
  await syncDirectory(made);
}

/** Opened for writing although nothing is written: Windows flushes only files that may be written. */
async function openForSync(path: string): Promise<SyncedFile | undefined> {
  try {
    const handle = await open(path, 'r+');
    return { sync: () => handle.datasync(), close: () => handle.close() };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export const walDisk: WalDisk = { open: openForSync, list: (directory) => readdir(directory), syncDirectory };
