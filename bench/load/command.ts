/** `npm run bench -- load`: reads the options, runs, prints.
 *
 *  In: arguments, and where to print. Out: an exit code. Progress goes to standard error, rewritten in place on a terminal;
 *  results go to standard output: one as a table, those of a series as a row each, or each as one JSON object on one line. */

import { writeFileSync } from 'node:fs';
import { isRefusal } from '../../engine/base/refusal.js';
import { isSeries, type LoadArguments, loadHelp, readLoadArguments } from './options.js';
import { renderReport } from './report.js';
import type { LoadResult } from './result.js';
import { runLoad, runSeries } from './run.js';
import { tableOfSeries } from './seriesTable.js';
import { tableOfLoad } from './table.js';

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
/** The exit code that a shell reports for a program that SIGINT ended. */
const EXIT_INTERRUPTED = 130;

const CLEAR_LINE = '\r\x1b[K';

/** Progress lines on standard error. */
function progress(): (text: string) => void {
  const { stderr } = process;
  if (!stderr.isTTY)
    return (text) => {
      if (text !== '') stderr.write(`${text}\n`);
    };
  return (text) => stderr.write(`${CLEAR_LINE}${text.slice(0, (stderr.columns || 80) - 1)}`);
}

const printLine = (result: LoadResult): void => void process.stdout.write(`${JSON.stringify(result)}\n`);

async function oneRun(options: LoadArguments, signal: AbortSignal): Promise<void> {
  const result = await runLoad(options, progress(), signal);
  if (options.report !== undefined) writeFileSync(options.report, renderReport(result));
  if (options.json) printLine(result);
  else process.stdout.write(tableOfLoad(result));
}

/** The table comes at the end, also when a later run fails: with what was measured until then. */
async function severalRuns(options: LoadArguments, signal: AbortSignal): Promise<void> {
  const results: LoadResult[] = [];
  try {
    await runSeries(options, progress(), signal, (result) => {
      if (options.json) printLine(result);
      else results.push(result);
    });
  } finally {
    if (results.length > 0) process.stdout.write(tableOfSeries(results));
  }
}

/** @returns the exit code. */
export async function loadCommand(words: readonly string[]): Promise<number> {
  const options = readLoadArguments(words);
  if (options === 'help') {
    process.stdout.write(loadHelp());
    return 0;
  }
  if (isRefusal(options)) {
    process.stderr.write(`load: ${options.message}\n`);
    return EXIT_USAGE;
  }
  const controller = new AbortController();
  const interrupt = (): void => controller.abort();
  // The second SIGINT is caught too: otherwise an impatient user would leave processes and a directory behind.
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    await (isSeries(options) ? severalRuns : oneRun)(options, controller.signal);
    return 0;
  } catch (error) {
    process.stderr.write(`\nload: ${error instanceof Error ? error.message : String(error)}\n`);
    return controller.signal.aborted ? EXIT_INTERRUPTED : EXIT_FAILED;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}
