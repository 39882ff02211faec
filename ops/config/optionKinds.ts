/** The types an option can have: how its text is read, which JSON a file may have for it, how help shows it.
 *
 *  In: the text of a flag, of an environment variable or of a file's member. Out: the value, or one sentence that names
 *  its origin. The value's TypeScript type follows from the builder, so a table of options types itself. */

import { resolve } from 'node:path';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { resolveAccount } from '../../engine/crypto/address.js';
import { PUBLIC_KEY_BYTES } from '../../engine/crypto/mldsa.js';

export type OptionType = 'boolean' | 'integer' | 'text' | 'list' | 'path' | 'url' | 'enum';

/** Facts that every option of a table has, whatever its type. */
export interface OptionFacts {
  readonly help: string;
  /** Heading of the help page. */
  readonly chapter: string;
  /** Environment variables in order of precedence. Absent: ROUGED_ and the name; empty: none. */
  readonly environment?: readonly string[];
  /** false: the value is checked, but a start that sets it is refused, because the part it controls does not exist. */
  readonly available?: false;
  /** Never accepted as a flag (every user of a machine reads the flags of its processes) and never shown. */
  readonly secret?: true;
}

export interface Option<T> extends OptionFacts {
  readonly type: OptionType;
  /** How help names the value, such as `--api-port <port>`. */
  readonly placeholder: string;
  readonly fallback: () => T;
  /** The default as help shows it; empty when there is none. */
  readonly fallbackText: string;
  /** @param where subject of the sentence, such as `--api-port`. */
  readonly read: (text: string, where: string) => T | Refusal;
}

/** Any table of options. `unknown` would lose the variance of `read`, so the value type is left to inference. */
export type OptionTable = Readonly<Record<string, Option<unknown>>>;

type Camel<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** The values of a table: `api-port` becomes the member `apiPort`. */
export type OptionValues<Table extends OptionTable> = {
  readonly [Name in keyof Table & string as Camel<Name>]: Table[Name] extends Option<infer T> ? T : never;
};

export const memberName = (optionName: string): string =>
  optionName.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Environment variables of an option: the specified ones, else ROUGED_ and its name. */
export const environmentOf = (name: string, option: OptionFacts): readonly string[] =>
  option.environment ?? [`ROUGED_${name.toUpperCase().replaceAll('-', '_')}`];

/** A refused option value; the program ends with exit code 2. */
export const badOption = (sentence: string): Refusal => refuse('malformed_parameter', sentence);

/** A value as a sentence may repeat it: quoted, shortened, without control characters. */
export const quoted = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);

/** A URL as a sentence may repeat it: user name, password, path and query may be secrets, so only the host is named. */
export function shownUrl(text: string): string {
  const [, scheme, host] =
    /^([a-z][a-z0-9+.-]{0,20}):\/\/(?:[^/?#]*@)?([A-Za-z0-9.:[\]-]{1,100})(?=[/?#,]|$)/.exec(text) ?? [];
  return host === undefined ? `a text of ${text.length} characters` : `one at ${scheme}://${host}`;
}

/** An address of a node as a sentence may repeat it: whole, unless it may hold a secret. */
export const shownAddress = (text: string): string => (/[@?#]/.test(text) ? shownUrl(text) : quoted(text));

const TRUE = new Set(['true', '1', 'yes', 'on']);
const FALSE = new Set(['false', '0', 'no', 'off']);

export function booleanOption(facts: OptionFacts & { readonly default: boolean }): Option<boolean> {
  return {
    ...facts,
    type: 'boolean',
    placeholder: '',
    fallback: () => facts.default,
    fallbackText: facts.default ? 'on' : 'off',
    read(text, where) {
      const word = text.toLowerCase();
      if (TRUE.has(word)) return true;
      if (FALSE.has(word)) return false;
      return badOption(`${where} must be true or false, not ${quoted(text)}`);
    },
  };
}

export interface IntegerFacts extends OptionFacts {
  readonly default: number | (() => number);
  /** For a default that depends on the machine. */
  readonly defaultText?: string;
  readonly min: number;
  readonly max: number;
  readonly placeholder?: string;
}

/** An integer whose absence has a meaning of its own, which `defaultText` describes. */
export function optionalInteger(
  facts: Omit<IntegerFacts, 'default'> & { readonly defaultText: string },
): Option<number | undefined> {
  return { ...integerOption({ ...facts, default: facts.min }), fallback: () => undefined };
}

export function integerOption(facts: IntegerFacts): Option<number> {
  const { default: standard, min, max } = facts;
  return {
    ...facts,
    type: 'integer',
    placeholder: facts.placeholder ?? 'number',
    fallback: typeof standard === 'number' ? () => standard : standard,
    fallbackText: facts.defaultText ?? String(typeof standard === 'number' ? standard : standard()),
    read(text, where) {
      const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
      if (!Number.isSafeInteger(value) || value < min || value > max)
        return badOption(`${where} must be a whole number from ${min} to ${max}, not ${quoted(text)}`);
      return value;
    },
  };
}

/** What a text must look like, and the end of the sentence when it does not. */
export interface TextRule {
  readonly accepts: (text: string) => boolean;
  /** Ends the sentence "<option> must be ...". */
  readonly mustBe: string;
  /** A refused text as the sentence repeats it; quoted without. */
  readonly shown?: (text: string) => string;
}

export const matching = (pattern: RegExp, mustBe: string): TextRule => ({
  accepts: (text) => pattern.test(text),
  mustBe,
});

interface TextFacts extends OptionFacts {
  readonly rule: TextRule;
  readonly placeholder: string;
}

const readText = (rule: TextRule, text: string, where: string, shown = true): string | Refusal =>
  rule.accepts(text)
    ? text
    : badOption(`${where} must be ${rule.mustBe}${shown ? `, not ${(rule.shown ?? quoted)(text)}` : ''}`);

/** Text without a default: absent unless it is set. */
export function textOption(facts: TextFacts): Option<string | undefined> {
  return {
    ...facts,
    type: 'text',
    fallback: () => undefined,
    fallbackText: '',
    read: (text, where) => readText(facts.rule, text, where, facts.secret !== true),
  };
}

export function textOptionWithDefault(facts: TextFacts & { readonly default: string }): Option<string> {
  return {
    ...facts,
    type: 'text',
    fallback: () => facts.default,
    fallbackText: facts.default,
    read: (text, where) => readText(facts.rule, text, where),
  };
}

/** Entries separated by commas; a flag may also be repeated. */
export function listOption(facts: TextFacts): Option<readonly string[]> {
  return {
    ...facts,
    type: 'list',
    fallback: () => [],
    fallbackText: '',
    read(text, where) {
      const entries: string[] = [];
      for (const part of text.split(',')) {
        const entry = readText(facts.rule, part.trim(), `an entry of ${where}`, facts.secret !== true);
        if (isRefusal(entry)) return entry;
        if (!entries.includes(entry)) entries.push(entry);
      }
      return entries;
    },
  };
}

const readPath = (text: string, where: string): string | Refusal =>
  text.trim() === '' || text.includes('\0') ? badOption(`${where} must be a path, not ${quoted(text)}`) : resolve(text);

/** An absolute path; a relative one counts from the working directory. */
export function pathOption(facts: OptionFacts & { readonly placeholder: string }): Option<string | undefined> {
  return { ...facts, type: 'path', fallback: () => undefined, fallbackText: '', read: readPath };
}

export function pathOptionWithDefault(
  facts: OptionFacts & { readonly placeholder: string; readonly default: string },
): Option<string> {
  return {
    ...facts,
    type: 'path',
    fallback: () => resolve(facts.default),
    fallbackText: facts.default,
    read: readPath,
  };
}

/** @returns the URL without a trailing slash, or undefined when it is not http or https without credentials. */
export function readHttpUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (url.username || url.password || url.search || url.hash) return undefined;
  return url.href.replace(/\/+$/, '');
}

/** A provider of another chain: its path may hold a key. */
export const providerRule: TextRule = {
  accepts: (text) => readHttpUrl(text) !== undefined,
  mustBe: 'an http or https URL without user name and query',
  shown: shownUrl,
};

const readUrl = (text: string, where: string): string | Refusal =>
  readHttpUrl(text) ??
  badOption(`${where} must be an http or https URL without user name and query, not ${shownAddress(text)}`);

export function urlOption(facts: OptionFacts): Option<string | undefined> {
  return { ...facts, type: 'url', placeholder: 'url', fallback: () => undefined, fallbackText: '', read: readUrl };
}

export function urlOptionWithDefault(facts: OptionFacts & { readonly default: string }): Option<string> {
  const { default: standard } = facts;
  return { ...facts, type: 'url', placeholder: 'url', fallback: () => standard, fallbackText: standard, read: readUrl };
}

export function enumOption<const Value extends string>(
  facts: OptionFacts & { readonly values: readonly Value[]; readonly default: NoInfer<Value> },
): Option<Value> {
  return {
    ...facts,
    type: 'enum',
    placeholder: facts.values.join('|'),
    fallback: () => facts.default,
    fallbackText: facts.default,
    read: (text, where) =>
      facts.values.find((value) => value === text) ??
      badOption(`${where} must be one of ${facts.values.join(', ')}, not ${quoted(text)}`),
  };
}

/** A public key in hex or a bech32m address. */
export const accountRule: TextRule = {
  accepts: (text) => /^(?:rouge1|[0-9a-fA-F]{64})/.test(text) && resolveAccount(text) !== undefined,
  mustBe: `a public key of ${PUBLIC_KEY_BYTES * 2} hex digits or a rouge1 address`,
};

/** A key or password that the operator chooses. */
export const secretRule = matching(/^[\x21-\x7e]{16,256}$/, '16 to 256 printable characters without spaces');
