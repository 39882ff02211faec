/** Draws the report of a stored load run: `node dist/bench/load/draw.js result.json report.html`.
 *
 *  In: the result's file, and the path of the page, which is overwritten. Out: the page, or one sentence on
 *  standard error and exit code 1. */

import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderReport } from './report.js';
import { readResult } from './resultFile.js';

const USAGE = 'node dist/bench/load/draw.js result.json report.html';

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Runs one step; an error is reported with the name of the file concerned. */
function about<T>(path: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw new Error(`${path}: ${reasonOf(error)}`);
  }
}

/** @throws with a sentence, when the arguments are not two different paths, the input cannot be read or is not a result, or
 *  the page cannot be written. */
export function draw(paths: readonly string[]): void {
  const [input, output] = paths;
  if (input === undefined || output === undefined || paths.length !== 2) throw new Error(USAGE);
  if (resolve(input) === resolve(output)) throw new Error(`${output}: the report would replace the result`);
  const json = about(input, () => readFileSync(input, 'utf8'));
  const page = about(input, () => renderReport(readResult(json)));
  about(output, () => writeFileSync(output, page));
}

const program = process.argv[1];
if (program !== undefined && realpathSync(program) === fileURLToPath(import.meta.url)) {
  try {
    draw(process.argv.slice(2));
  } catch (error) {
    console.error(reasonOf(error));
    process.exitCode = 1;
  }
}
