/** The modules that a file imports: in static and dynamic imports, in `import type`, in re-exports, and through
 *  `createRequire`. */

import { posix } from 'node:path';
import type { SourceFile } from './rule.js';
import type { Token } from './tokens.js';

export interface Import {
  /** As written. */
  readonly specifier: string;
  readonly line: number;
  /** Imported names as the module exports them, `*` for the whole module, `default` for its default export. */
  readonly names: readonly string[];
}

/** Names between an `import` or `export` and its `from`. */
function namesIn(clause: readonly Token[]): readonly string[] {
  const names: string[] = [];
  let braces = 0;
  let renamed = false;
  for (const { value } of clause) {
    if (value === '{') braces++;
    else if (value === '}') braces--;
    else if (value === 'as') renamed = true;
    else if (value === ',') renamed = false;
    else if (value === '*') names.push('*');
    else if (value !== 'type' && !renamed) names.push(braces > 0 ? value : 'default');
  }
  return names;
}

/** The specifier of a module whose name is computed at run time. */
const COMPUTED = 'a module whose name is not written here';

/** @param open index of an opening parenthesis. @returns index after its closing one. */
function afterParentheses(code: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    if (code[at]?.value === '(') depth++;
    if (code[at]?.value === ')' && --depth === 0) return at + 1;
  }
  return code.length;
}

/** What the call with the parenthesis at `open` loads; undefined when there is no call. */
function loadedBy(code: readonly Token[], open: number): string | undefined {
  if (code[open]?.value !== '(') return undefined;
  const argument = code[open + 1];
  return argument?.kind === 'text' && code[open + 2]?.value !== '+' ? argument.value : COMPUTED;
}

/** `import('x')`, `createRequire(here)('x')`. A function that is named `require` is not taken for Node's: in an
 *  ES module there is none until the code makes one with createRequire. */
function callImport(code: readonly Token[], at: number): Import | undefined {
  const { value, line } = code[at] as Token;
  let specifier: string | undefined;
  if (value === 'import') specifier = loadedBy(code, at + 1);
  if (value === 'createRequire' && code[at + 1]?.value === '(')
    specifier = loadedBy(code, afterParentheses(code, at + 1)) ?? COMPUTED;
  return specifier === undefined ? undefined : { specifier, line, names: ['*'] };
}

/** @param at index of `import` or `export`. @returns undefined when the statement names no module. */
function statementImport(code: readonly Token[], at: number): Import | undefined {
  const start = code[at] as Token;
  const first = code[at + 1];
  if (start.value === 'import' && first?.kind === 'text')
    return { specifier: first.value, line: start.line, names: [] };
  let end = at + 1;
  while (/^(?:[\w$]+|[{},*])$/.test(code[end]?.value ?? '') && code[end]?.value !== 'from') end++;
  const module = code[end + 1];
  if (code[end]?.value !== 'from' || module?.kind !== 'text') return undefined;
  return { specifier: module.value, line: start.line, names: namesIn(code.slice(at + 1, end)) };
}

export function importsOf(file: SourceFile): readonly Import[] {
  const { code } = file;
  const found: Import[] = [];
  code.forEach((token, at) => {
    if (token.kind !== 'word' || code[at - 1]?.value === '.') return;
    const called = callImport(code, at);
    if (called) found.push(called);
    if (token.value === 'import' || token.value === 'export') {
      const statement = statementImport(code, at);
      if (statement) found.push(statement);
    }
  });
  return found;
}

/** @returns where a relative specifier leads, from the project's directory; undefined for a package. */
export const targetOf = (file: SourceFile, specifier: string): string | undefined =>
  specifier.startsWith('.') ? posix.normalize(posix.join(posix.dirname(file.path), specifier)) : undefined;
