/** Paths on the command line: relative to the directory in which the user is. npm starts a script in the directory of its package.json
 *  and says in a variable where it was started itself. */

import { relative, resolve } from 'node:path';
import type { Environment } from '../config/load.js';

/** @returns the same path as this process sees it. */
export function userPath({ npm_lifecycle_event: script, INIT_CWD: from }: Environment, path: string): string {
  // Other scripts that start this program in turn name paths for their own directory.
  if (script !== 'rouged' || !from) return path;
  return relative(process.cwd(), resolve(from, path)) || '.';
}
