/** A separate disk for a test, small enough to be filled: a file system in memory, mounted for the test.
 *
 *  Mounting needs root on Linux; where it is not possible the caller gets undefined, says so and skips. */

import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface SmallDisk {
  readonly directory: string;
  /** Fills every remaining byte. @returns how many. */
  fill(): number;
  /** Frees them. */
  free(): void;
  /** Unmounts it; the directory stays. */
  remove(): void;
}

/** Mounts one until the end of the test. @returns undefined where this process may not mount. */
export function mountSmallDisk(mebibytes: number): SmallDisk | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'rouged-disk-'));
  const disk = mountDisk(mebibytes, directory);
  if (disk)
    onTestFinished(() => {
      disk.remove();
      rmdirSync(directory);
    });
  else rmdirSync(directory);
  return disk;
}

/** Mounts one on a directory, until it is removed. @returns undefined where this process may not mount. */
export function mountDisk(mebibytes: number, directory: string): SmallDisk | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0700`, 'rouged-test', directory], {
      stdio: 'ignore',
    });
  } catch {
    return undefined;
  }
  const ballast = join(directory, 'ballast');
  return {
    directory,
    fill: () => fillFile(ballast),
    free: () => rmSync(ballast),
    // Lazily: a process that was just killed may still hold a file for a moment.
    remove: () => void execFileSync('umount', ['--lazy', directory], { stdio: 'ignore' }),
  };
}

function fillFile(path: string): number {
  const file = openSync(path, 'w');
  let written = 0;
  // Down to the last page.
  for (let size = 1024 * 1024; size >= 512; ) {
    try {
      written += writeSync(file, Buffer.alloc(size, 1));
    } catch {
      size /= 2;
    }
  }
  closeSync(file);
  return written;
}
