/** `rouged contract test`: files of tests against a ledger in memory, with fuel and coverage. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isRefusal, type Refusal } from '../../../engine/base/refusal.js';
import { badOption } from '../../config/optionKinds.js';
import { isDirectory } from '../../contract/authorFile.js';
import { PRICE_TABLES } from '../../contract/build.js';
import { type FileReport, runTestFile } from '../../contract/local/testFile.js';
import { EXIT_FAILED, EXIT_OK, outJson, printable, type Terminal } from '../terminal.js';
import { userPath } from '../userPath.js';
import type { ContractValues } from './options.js';

/** Functions that the table of fuel shows. */
const SHOWN_FUNCTIONS = 10;

/** A file as named, or the files of tests in the directory that is named or is current. */
function testFiles(path: string): readonly string[] {
  if (!isDirectory(path)) return [path];
  const names = readdirSync(path).filter((name) => /\.test\.(?:m?js|ts)$/.test(name));
  return names.sort().map((name) => join(path, name));
}

/** Runs with all that tests print on standard error: standard output is for the report that scripts read. */
async function printingToErrors<T>(run: () => Promise<T>): Promise<T> {
  const { write } = process.stdout;
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof write;
  try {
    return await run();
  } finally {
    process.stdout.write = write;
  }
}

/** Rows with aligned columns; numbers to the right. */
function table(rows: readonly (readonly (string | number)[])[]): string {
  const columns = rows[0]?.map((_, column) => Math.max(...rows.map((row) => String(row[column] ?? '').length))) ?? [];
  const cell = (value: string | number, column: number): string => {
    const width = columns[column] ?? 0;
    return typeof value === 'number' ? String(value).padStart(width) : value.padEnd(width);
  };
  return rows.map((row) => `  ${row.map(cell).join('  ').trimEnd()}\n`).join('');
}

function showFuel(terminal: Terminal, { methods, functions }: FileReport): void {
  if (methods.length === 0) return;
  terminal.out('\nFuel of methods: calls, least, most\n');
  terminal.out(
    table(methods.map(({ contract, method, calls, least, most }) => [`${contract} ${method}`, calls, least, most])),
  );
  const shown = functions.slice(0, SHOWN_FUNCTIONS);
  if (shown.length === 0) return;
  terminal.out('\nFuel by function, host functions not included\n');
  terminal.out(table(shown.map(({ contract, name, fuel }) => [`${contract} ${name}`, fuel])));
}

function showCoverage(terminal: Terminal, { coverage }: FileReport): void {
  if (coverage.length === 0) return;
  terminal.out('\nBranches that ran\n');
  for (const { contract, stretches, ran, missed } of coverage) {
    terminal.out(`  ${contract} ${ran} of ${stretches}\n`);
    for (const place of missed) terminal.out(`    never ran: ${place}\n`);
  }
}

function showOpinions(terminal: Terminal, { opinions }: FileReport): void {
  if (opinions.length === 0) return;
  terminal.out('\nComponents that the code of jco has run too, with equal results and equal fuel\n');
  for (const { contract, calls, missing } of opinions)
    terminal.out(missing === undefined ? `  ${contract} ${calls} calls\n` : `  ${contract} not compared: ${missing}\n`);
}

function show(terminal: Terminal, report: FileReport): void {
  terminal.out(`${report.file}\n`);
  for (const { name, error } of report.results) {
    terminal.out(`  ${error === undefined ? 'ok    ' : 'FAILED'} ${printable(name)}\n`);
    for (const line of error?.split('\n') ?? []) terminal.out(`    ${printable(line)}\n`);
  }
  showFuel(terminal, report);
  showCoverage(terminal, report);
  showOpinions(terminal, report);
}

export async function runTests(
  values: ContractValues,
  terminal: Terminal,
  [named]: readonly string[],
): Promise<number | Refusal> {
  const files = testFiles(userPath(terminal.environment, named ?? '.'));
  if (files.length === 0)
    return badOption('there is no test here: a file that ends with .test.mjs, .test.js or .test.ts');
  const reports: FileReport[] = [];
  for (const file of files) {
    const run = () => runTestFile(file, PRICE_TABLES[values.prices]);
    const report = await (values.json ? printingToErrors(run) : run());
    if (isRefusal(report)) return report;
    reports.push(report);
  }
  const results = reports.flatMap((report) => report.results);
  const failed = results.filter(({ error }) => error !== undefined).length;
  if (values.json)
    outJson(terminal, { success: failed === 0, passed: results.length - failed, failed, files: reports });
  else {
    for (const report of reports) show(terminal, report);
    terminal.out(`\n${results.length - failed} passed, ${failed} failed\n`);
  }
  return failed === 0 ? EXIT_OK : EXIT_FAILED;
}
