/** Small files that must be complete after a power cut: keys and genesis files.
 *
 *  In: a path and its bytes. Out: the file and its directory entry on the disk before the call returns. Keys and genesis files
 *  are only created, never changed; files that a program updates are replaced in one step. */

import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Syncs a directory's entries; Windows has no such call and needs none. */
export function syncDirectory(path: string): void {
  if (process.platform !== 'win32') sync(path, 'r');
}

/** Syncs a file's content. Windows flushes only files opened for writing. */
export const syncFile = (path: string): void => sync(path, 'r+');

function sync(path: string, mode: 'r' | 'r+'): void {
  const descriptor = openSync(path, mode);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes a directory with its parents; new ones are accessible only for the owner. */
export function makePrivateDirectory(path: string): void {
  const first = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  // Each new directory is an entry of its parent: all of them are synced, or a power cut could lose the path to the file.
  const top = dirname(first);
  for (let parent = dirname(path); parent !== top; parent = dirname(parent)) syncDirectory(parent);
  syncDirectory(top);
}

/** Creates a file with exactly these bytes.
 *  @param mode permissions, such as 0o600.
 *  @throws the error of the file system; EEXIST when the file already exists. No partial file is left. */
export function createDurableFile(path: string, bytes: Uint8Array, mode: number): void {
  const descriptor = openSync(path, 'wx', mode);
  try {
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    unlinkSync(path);
    throw error;
  }
  syncDirectory(dirname(path));
}

/** Replaces a file in one step: after a power cut either the old bytes are there or the new ones.
 *  @throws the error of the file system. */
export function replaceDurableFile(path: string, bytes: Uint8Array, mode: number): void {
  const next = `${path}.new`;
  rmSync(next, { force: true });
  createDurableFile(next, bytes, mode);
  renameSync(next, path);
  syncDirectory(dirname(path));
}

/** The code of a file system error, such as ENOENT. */
export function fileErrorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : String(error);
}
