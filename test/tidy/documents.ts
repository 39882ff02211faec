/** Rules about names, lengths and words, which readers of the tree see before any code. */

import { isRoom } from './rooms.js';
import type { Rule, SourceFile } from './rule.js';

/** Lines of a file of code. A reader can keep 400 in view, and a longer file often has two subjects. Sometimes it has one,
 *  which a split only for the count would tear apart. So from here on it is a warning. */
const LONGISH_LINES = 420;

/** No file of this length has only one subject. */
const MOST_LINES = 600;

const TOP_LEVEL_FILES = [
  /^\./,
  /^(?:README|CHANGELOG|ARCHITECTURE|CONTRIBUTING|SECURITY)\.md$/,
  /^LICENSE$/,
  /^package(?:-lock)?\.json$/,
  /^biome\.json$/,
  /^tsconfig(?:\.\w+)?\.json$/,
  /^[\w-]+\.config\.ts$/,
];

/** A name says what the file is about; these names say nothing. */
const EMPTY_NAMES = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'manager']);

/** Written in parts, so that this file passes its own rule. */
const UNFINISHED = ['TO-DO', 'FIX-ME', 'X-XX', 'HA-CK'].map((word) => word.replace('-', ''));
const UNFINISHED_WORK = new RegExp(`\\b(?:${UNFINISHED.join('|')})\\b`);
const PUT_OFF = new RegExp(`\\b(?:for${' '}now|not${' '}implemented)\\b`, 'i');
const SILENCED = new RegExp(`@ts${'-'}(?:ignore|nocheck|expect-error)`);

/** Directories that exist on one machine only. */
const MACHINE_PATH = /(?<![\w.)}~/-])\/(?:root|home|work|tmp)\/[\w.-]/;

const lineCount = (file: SourceFile): number => file.lines.length - (file.text.endsWith('\n') ? 1 : 0);

const tooLong: Rule = (file) => {
  const count = lineCount(file);
  if (!file.isCode || count <= MOST_LINES) return [];
  return [file.violation(MOST_LINES + 1, 'file-length', `${count} lines; split it by what it is about`)];
};

/** A warning, not a violation. */
export const longish: Rule = (file) => {
  const count = lineCount(file);
  if (!file.isCode || count <= LONGISH_LINES || count > MOST_LINES) return [];
  return [file.violation(LONGISH_LINES + 1, 'file-length', `${count} lines; is it about one thing?`)];
};

const place: Rule = (file) => {
  const [top, ...rest] = file.path.split('/') as [string, ...string[]];
  const known = rest.length > 0 ? top.startsWith('.') || isRoom(top) : TOP_LEVEL_FILES.some((name) => name.test(top));
  return known ? [] : [file.violation(1, 'top-level', `${top} is neither a room nor a file that belongs beside them`)];
};

const emptyName: Rule = (file) =>
  file.path.split('/').flatMap((part) => {
    const words = part.split(/[^A-Za-z]|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());
    const empty = words.find((word) => EMPTY_NAMES.has(word));
    return empty === undefined ? [] : [file.violation(1, 'file-name', `"${empty}" does not say what ${part} is about`)];
  });

/** A conditional skip says why: by the name of its condition, or in a comment on its line or on the one above. */
function unexplainedSkip(lines: readonly string[], at: number): boolean {
  const line = lines[at] as string;
  return /\.(?:skipIf|runIf)\((?!!?\w+\))/.test(line) && !/\/\/|\*\//.test(`${lines[at - 1] ?? ''}${line}`);
}

function lineFault(file: SourceFile, line: string): readonly [rule: string, message: string] | undefined {
  const unfinished = (UNFINISHED_WORK.exec(line) ?? PUT_OFF.exec(line))?.[0];
  if (unfinished !== undefined) return ['unfinished', `"${unfinished}": finish it, or leave it out`];
  const silenced = SILENCED.exec(line)?.[0];
  if (silenced !== undefined) return ['silenced', `${silenced}: make the types say what is true`];
  const path = file.path.startsWith('test/') ? undefined : MACHINE_PATH.exec(line)?.[0];
  return path === undefined
    ? undefined
    : ['machine-path', `a path under ${path.slice(0, -1)} exists on one machine only`];
}

const words: Rule = (file) => {
  if (file.isGenerated) return [];
  const { lines } = file;
  return lines.flatMap((line, at) => {
    const fault = lineFault(file, line);
    if (fault !== undefined) return [file.violation(at + 1, ...fault)];
    return file.isCode && unexplainedSkip(lines, at)
      ? [
          file.violation(
            at + 1,
            'skip-reason',
            'give the condition a name, or say in a comment why the test is skipped',
          ),
        ]
      : [];
  });
};

/** The lockfile serves every machine: packages come from the registry that npm is configured with. */
const lockfile: Rule = (file) =>
  file.path !== 'package-lock.json'
    ? []
    : file.lines.flatMap((line, at) => {
        const host = /"resolved": "(?:git\+|https?:\/\/(?!registry\.npmjs\.org\/))([^"]*)/.exec(line);
        return host
          ? [file.violation(at + 1, 'lockfile', `resolved from ${host[1]}, not from the public registry`)]
          : [];
      });

export const documentRules: readonly Rule[] = [tooLong, place, emptyName, words, lockfile];
