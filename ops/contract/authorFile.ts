/** Files that an author names: looked at before they are read, because a device or a fifo has no end, and a mistaken path may name
 *  gigabytes. */

import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { type Refusal, refuse } from '../../engine/base/refusal.js';
import { fileErrorCode } from '../config/durableFile.js';

/** Sources, tests, and modules of other compilers with the sections that `build --component` leaves out: several times what can be
 *  deployed (1 MiB), so that a module that is somewhat too large is refused with the limit of the network. */
export const AUTHOR_FILE_BYTES = 8 * 1024 * 1024;

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a directory';
  if (stats.isFIFO()) return 'a fifo';
  return stats.isSocket() ? 'a socket' : 'a device';
}

function problemOf(path: string, stats: Stats): Refusal | undefined {
  if (!stats.isFile()) return refuse('malformed_parameter', `${path} is ${kindOf(stats)}, not a file`);
  if (stats.size <= AUTHOR_FILE_BYTES) return undefined;
  return refuse('malformed_parameter', `${path} has ${stats.size} bytes; at most ${AUTHOR_FILE_BYTES} are read`);
}

const unreadable = (path: string, error: unknown): Refusal =>
  refuse('not_found', `${path} cannot be read (${fileErrorCode(error)})`);

/** @returns why a file cannot be read, before somebody else reads it. */
export function fileProblem(path: string): Refusal | undefined {
  try {
    return problemOf(path, statSync(path));
  } catch (error) {
    return unreadable(path, error);
  }
}

export const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** The bytes of a regular file. */
export function readAuthorFile(path: string): Uint8Array | Refusal {
  try {
    // Opening a fifo would wait for its writer.
    const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stats = fstatSync(descriptor);
      const problem = problemOf(path, stats);
      if (problem) return problem;
      const bytes = new Uint8Array(stats.size);
      let end = 0;
      for (let read = -1; read !== 0 && end < bytes.length; end += read)
        read = readSync(descriptor, bytes, end, bytes.length - end, null);
      return bytes.subarray(0, end);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    return unreadable(path, error);
  }
}
