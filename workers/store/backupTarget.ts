/** Where a backup may go: into a directory that does not exist yet, or is empty, and has nothing to do with the directory
 *  that is copied.
 *
 *  In: the data directory and the target as the operator named it. Out: a sentence that says why not and what to do, or
 *  nothing. Directories are compared by device and inode, so that links, `..`, mounts and letter case hide nothing. */

import type { Stats } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isMissing } from './disk.js';

const ADVICE = 'name a directory that does not exist yet, outside of the data directory';

const isSame = (a: Stats, b: Stats): boolean => a.dev === b.dev && a.ino === b.ino;

/** Whether `inner` is `outer` or is inside it. Both exist, as real paths. */
async function liesIn(inner: string, outer: string): Promise<boolean> {
  const wanted = await stat(outer);
  for (let at = inner; ; at = dirname(at)) {
    if (isSame(await stat(at), wanted)) return true;
    if (at === dirname(at)) return false;
  }
}

/** The target without links, and whether it exists. @returns a sentence when nothing can be made there. */
async function locate(target: string): Promise<{ readonly path: string; readonly exists: boolean } | string> {
  const entry = await lstat(target).catch((error: unknown) => {
    // A path component is a file instead of a directory.
    if (isMissing(error) || (error instanceof Error && 'code' in error && error.code === 'ENOTDIR')) return undefined;
    throw error;
  });
  if (entry) {
    const path = await realpath(target).catch(() => undefined);
    if (path === undefined) return `${target} is a link that leads nowhere: ${ADVICE}`;
    if (!(await stat(path)).isDirectory()) return `${target} is a file: ${ADVICE}`;
    return { path, exists: true };
  }
  const parent = await realpath(dirname(target)).catch(() => undefined);
  if (parent === undefined || !(await stat(parent)).isDirectory())
    return `there is no directory ${dirname(target)} to make ${basename(target)} in: make it first`;
  return { path: join(parent, basename(target)), exists: false };
}

/** @returns why the backup must not go there; undefined when it may. @throws Error when it cannot be found out. */
export async function badBackupTarget(dataDir: string, target: string): Promise<string | undefined> {
  const found = await locate(resolve(target));
  if (typeof found === 'string') return found;
  const { path, exists } = found;
  const source = await realpath(dataDir);
  if (await liesIn(exists ? path : dirname(path), source))
    return `${target} lies in the data directory ${dataDir}: a backup there would be lost with it; ${ADVICE}`;
  if (!exists) return undefined;
  if (await liesIn(source, path)) return `${target} holds the data directory ${dataDir}: ${ADVICE}`;
  const [held] = await readdir(path);
  return held === undefined
    ? undefined
    : `${target} is not empty, it holds ${held}: a backup goes into a directory of its own; ${ADVICE}`;
}
