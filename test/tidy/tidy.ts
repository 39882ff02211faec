/** The tidy check: `npm run tidy [directory]`.
 *
 *  In: the files of a git work tree that are tracked, or untracked and not ignored. Out: one line a violation,
 *  `file:line rule message`, their count, and exit code 1 when there is one; a warning is a line and no violation.
 *  What the linter checks as well or better (length of functions, focused and skipped tests, `any`) is in biome.json. */

import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importCircles } from './circles.js';
import { determinism } from './determinism.js';
import { documentRules, longish } from './documents.js';
import { parsing } from './parsing.js';
import { importOrder, outsideWorld } from './rooms.js';
import { type Rule, SourceFile, type Violation } from './rule.js';

const RULES: readonly Rule[] = [importOrder, outsideWorld, determinism, parsing, ...documentRules];

/** @returns paths of all regular files that git knows of or would add, relative to `directory`. */
function sourcePaths(directory: string): readonly string[] {
  const listing = execFileSync(
    'git',
    ['-c', 'safe.directory=*', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: directory,
      encoding: 'utf8',
      maxBuffer: 64 << 20,
    },
  );
  const paths = new Set(listing.split('\0').filter((path) => path !== ''));
  return [...paths].filter((path) => statSync(join(directory, path), { throwIfNoEntry: false })?.isFile()).sort();
}

/** A file with a zero byte holds no text to read; only its name and place are looked at. */
function readSource(directory: string, path: string): SourceFile {
  const text = readFileSync(join(directory, path), 'utf8');
  return new SourceFile(path, text.includes('\0') ? '' : text);
}

export interface TidyReport {
  readonly files: number;
  readonly violations: readonly Violation[];
  /** Findings that a reader should look at, but may leave as they are. */
  readonly warnings: readonly Violation[];
}

/** @throws when `directory` is no git work tree. */
export function tidy(directory: string): TidyReport {
  const files = sourcePaths(directory).map((path) => readSource(directory, path));
  return {
    files: files.length,
    violations: [...files.flatMap((file) => RULES.flatMap((rule) => rule(file))), ...importCircles(files)],
    warnings: files.flatMap(longish),
  };
}

function main(directory: string): void {
  const { files, violations, warnings } = tidy(directory);
  for (const { path, line, rule, message } of warnings) console.log(`${path}:${line} ${rule} warning: ${message}`);
  for (const { path, line, rule, message } of violations) console.log(`${path}:${line} ${rule} ${message}`);
  console.log(`${violations.length} violations in ${files} files`);
  // An empty listing means that nothing was checked, not that everything is tidy.
  process.exitCode = violations.length === 0 && files > 0 ? 0 : 1;
}

const program = process.argv[1];
if (program !== undefined && realpathSync(program) === fileURLToPath(import.meta.url)) main(process.argv[2] ?? '.');
