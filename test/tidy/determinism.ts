/** The bans of the deterministic rooms: code there reads no clock, draws no random number, does not wait, and does not query
 *  the platform.
 *
 *  A name counts where the code uses the global of that name, not where it is a member (`clock.now`, `{ process: 1 }`). */

import { isDeterministic } from './rooms.js';
import type { Rule, SourceFile } from './rule.js';
import type { Token } from './tokens.js';

const CLOCK = 'time comes in as a value or through the Clock port';
const TIMER = 'timers come in through the Timers port';
const CHANCE = 'random bytes come in through the Random port';
const WAITING = 'this room is synchronous: it returns values, and whoever calls it does the waiting';
const PLATFORM = 'this room must not depend on the platform it runs on';

const BANNED_NAMES: ReadonlyMap<string, string> = new Map([
  ...['Date', 'performance', 'Temporal'].map((name) => [name, CLOCK] as const),
  ...['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'].map(
    (name) => [name, TIMER] as const,
  ),
  ...['crypto', 'randomBytes', 'randomUUID', 'getRandomValues'].map((name) => [name, CHANCE] as const),
  ...['async', 'await', 'queueMicrotask', 'Promise', 'Atomics', 'fetch'].map((name) => [name, WAITING] as const),
  ...['process', 'globalThis', 'Intl', 'WeakRef', 'FinalizationRegistry', 'navigator'].map(
    (name) => [name, PLATFORM] as const,
  ),
]);

/** Members that are banned whatever object they are taken from. */
const BANNED_MEMBERS: ReadonlyMap<string, string> = new Map([
  ['then', WAITING],
  ...['localeCompare', 'toLocaleString', 'toLocaleUpperCase', 'toLocaleLowerCase'].map(
    (name) => [name, PLATFORM] as const,
  ),
]);

const OPENING = new Set(['{', '(', '[']);
const CLOSING = new Set(['}', ')', ']']);

/** Words with which a statement of a file without code can begin. */
const TYPE_STATEMENT: Readonly<Record<string, readonly string[]>> = {
  import: ['type'],
  export: ['type', 'interface'],
  interface: [],
  type: [],
};

function isTypeStatement(code: readonly Token[], at: number): boolean {
  const second = TYPE_STATEMENT[code[at]?.value ?? ''];
  return second !== undefined && (second.length === 0 || second.includes(code[at + 1]?.value ?? ''));
}

/** A port: a file that declares types and nothing else. It may declare that an answer is a promise, since no code in it can
 *  wait for one. */
function declaresTypesAlone({ code }: SourceFile): boolean {
  let depth = 0;
  let begins = true;
  for (const [at, { kind, value }] of code.entries()) {
    // After a closing brace a word begins a statement, except for the rest of `export type { A } from` and of a type.
    const afterBrace = depth === 0 && code[at - 1]?.value === '}' && kind === 'word';
    if ((begins || afterBrace) && !['from', 'extends'].includes(value) && !isTypeStatement(code, at)) return false;
    if (OPENING.has(value) && kind === 'punctuation') depth++;
    if (CLOSING.has(value) && kind === 'punctuation') depth--;
    begins = depth === 0 && value === ';';
  }
  return code.length > 0;
}

/** A member's name in an object or a type: `{ process: 1 }`, `readonly process?: string`. */
function isMemberName(code: readonly Token[], at: number): boolean {
  const before = code[at - 1]?.value ?? '';
  const after = code[at + 1]?.value ?? '';
  return after === ':' ? before !== '?' : after === '?' && code[at + 2]?.value === ':';
}

function faultAt(code: readonly Token[], at: number): string | undefined {
  const { kind, value } = code[at] as Token;
  if (kind !== 'word') return undefined;
  const before = code[at - 1]?.value;
  if (before === '.' || before === '?.') {
    if (value === 'random' && code[at - 2]?.value === 'Math') return CHANCE;
    return code[at + 1]?.value === '(' || value !== 'then' ? BANNED_MEMBERS.get(value) : undefined;
  }
  return isMemberName(code, at) ? undefined : BANNED_NAMES.get(value);
}

export const determinism: Rule = (file) => {
  if (!file.isCode || !isDeterministic(file.path)) return [];
  const port = declaresTypesAlone(file);
  return file.code.flatMap((token, at) => {
    const fault = port && token.value === 'Promise' ? undefined : faultAt(file.code, at);
    return fault === undefined ? [] : [file.violation(token.line, 'determinism', `no ${token.value} here: ${fault}`)];
  });
};
