/** Data that may be beside the repository: real blocks of the public main network, test vectors of project Wycheproof.
 *  The project works without it; the tests that read it then skip and say so. */

import { existsSync, readFileSync } from 'node:fs';

const locate = (path: string): URL => new URL(`../../../shared/${path}`, import.meta.url);

interface Skips {
  readonly skip: (condition: boolean, note?: string) => void;
}

/** @returns the file's text; skips the test when it does not exist. */
export function sharedText(path: string, context: Skips): string {
  const file = locate(path);
  const note = `../shared/${path} is not there: nothing was checked`;
  if (!existsSync(file)) console.warn(note);
  context.skip(!existsSync(file), note);
  return readFileSync(file, 'utf8');
}
