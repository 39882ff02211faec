/** Configuration from its four places: flag before environment before config file before default.
 *
 *  In: a table of options and the texts. Out: every option's value and its origin, or the first fault as one
 *  sentence. A fault anywhere refuses the whole configuration. The file is JSON, an object whose members have
 *  the flags' names; unknown or repeated members are refused. An empty environment variable counts as not set. */

import { readFileSync } from 'node:fs';
import { decodeUtf8 } from '../../engine/base/bytes.js';
import { isJsonObject, JsonNumber, type JsonValue, parseJson } from '../../engine/base/json.js';
import { FILE_JSON } from '../../engine/base/limits.js';
import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { parseFlags, refuseExtraWords } from './flags.js';
import { didYouMean, nearest } from './nearest.js';
import {
  badOption,
  environmentOf,
  memberName,
  type Option,
  type OptionTable,
  type OptionValues,
  quoted,
} from './optionKinds.js';
import { type Config, optionTable } from './schema.js';

export type Environment = Readonly<Record<string, string | undefined>>;
export type Origin = 'flag' | 'environment' | 'file' | 'local network' | 'default';

/** An option's text and the name of the place that it came from, for sentences. */
interface Found {
  readonly text: string;
  readonly origin: Origin;
  readonly where: string;
}

export interface Loaded<Values> {
  readonly values: Values;
  /** Where each option's value came from, by option name. */
  readonly origins: ReadonlyMap<string, Origin>;
}

/** Texts by option name that a file holds. */
export interface FileOptions {
  readonly path: string;
  readonly texts: ReadonlyMap<string, string>;
}

/** Defaults of the local network, which the configuration can override. */
const LOCAL_PRESETS: Readonly<Record<string, string>> = { mine: 'true', 'faucet-enabled': 'true' };

export interface OptionTexts {
  readonly flags: ReadonlyMap<string, string>;
  readonly environment: Environment;
  readonly file?: FileOptions;
  readonly presets?: Readonly<Record<string, string>>;
}

function find(name: string, option: Option<unknown>, texts: OptionTexts): Found | undefined {
  const flag = texts.flags.get(name);
  if (flag !== undefined) return { text: flag, origin: 'flag', where: `--${name}` };
  for (const variable of environmentOf(name, option)) {
    const text = texts.environment[variable];
    if (text) return { text, origin: 'environment', where: `the environment variable ${variable}` };
  }
  const inFile = texts.file?.texts.get(name);
  if (inFile !== undefined)
    return { text: inFile, origin: 'file', where: `${quoted(name)} in the file ${texts.file?.path}` };
  const preset = texts.presets?.[name];
  return preset === undefined ? undefined : { text: preset, origin: 'local network', where: `--${name}` };
}

/** Reads every option of a table. */
export function loadOptions<Table extends OptionTable>(
  table: Table,
  texts: OptionTexts,
): Loaded<OptionValues<Table>> | Refusal {
  const values: Record<string, unknown> = {};
  const origins = new Map<string, Origin>();
  for (const [name, option] of Object.entries(table)) {
    const found = find(name, option, texts);
    const value = found ? option.read(found.text, found.where) : option.fallback();
    if (isRefusal(value)) return value;
    if (found && option.available === false && JSON.stringify(value) !== JSON.stringify(option.fallback()))
      return badOption(`${found.where} is not available in this version`);
    values[memberName(name)] = value;
    origins.set(name, found?.origin ?? 'default');
  }
  // The loop above set one member per entry of the table, each to the value that its own reader returned.
  return { values: values as OptionValues<Table>, origins };
}

/** A file's member as the text a flag would have; undefined when a flag could not express it. */
function textOfMember(option: Option<unknown>, value: JsonValue): string | undefined {
  if (typeof value === 'boolean') return option.type === 'boolean' ? String(value) : undefined;
  if (value instanceof JsonNumber) return option.type === 'integer' ? value.text : undefined;
  if (typeof value === 'string') return option.type === 'boolean' || option.type === 'integer' ? undefined : value;
  if (!Array.isArray(value) || option.type !== 'list') return undefined;
  return value.length > 0 && value.every((entry) => typeof entry === 'string') ? value.join(',') : undefined;
}

const JSON_TYPE: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  integer: 'a number',
  list: 'a list of texts',
};

/** Reads a config file. */
function readConfigFile(path: string, table: OptionTable): FileOptions | Refusal {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return badOption(`the config file ${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  const text = decodeUtf8(bytes);
  const document = text === undefined ? badOption('not UTF-8 text') : parseJson(text.replace(/^\uFEFF/, ''), FILE_JSON);
  if (isRefusal(document)) return badOption(`the config file ${path} is ${document.message}`);
  if (!isJsonObject(document)) return badOption(`the config file ${path} must hold one JSON object`);
  const texts = new Map<string, string>();
  for (const [name, value] of document) {
    const option = name !== 'config' && Object.hasOwn(table, name) ? table[name] : undefined;
    if (!option)
      return badOption(
        `unknown option ${quoted(name)} in the config file ${path}${didYouMean(name, Object.keys(table))}`,
      );
    const optionText = textOfMember(option, value);
    if (optionText === undefined)
      return badOption(`${quoted(name)} in the file ${path} must be ${JSON_TYPE[option.type] ?? 'a text'}`);
    texts.set(name, optionText);
  }
  return { path, texts };
}

/** Warnings about variables with our prefixes that look like a misspelt option. Other variables are ignored,
 *  because container platforms make some of their own from a service's name. */
function misspeltVariables(environment: Environment, table: OptionTable, others: readonly string[]): readonly string[] {
  const known = new Set(others);
  for (const [name, option] of Object.entries(table))
    for (const variable of environmentOf(name, option)) known.add(variable);
  const sentences: string[] = [];
  for (const variable of Object.keys(environment)) {
    const prefix = /^(?:ROUGED|QV)_/.exec(variable)?.[0];
    if (prefix === undefined || known.has(variable)) continue;
    const siblings = [...known].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
    const match = nearest(variable.slice(prefix.length), siblings);
    if (match !== undefined)
      sentences.push(`the environment variable ${variable} is not used; did you mean ${prefix}${match}?`);
  }
  return sentences;
}

/** Environment variables of the wallet, which a node does not read. */
const WALLET_VARIABLES: readonly string[] = ['ROUGED_URL', 'ROUGED_WALLET', 'ROUGED_SEED'];

export interface LoadedConfig {
  readonly config: Config;
  readonly origins: ReadonlyMap<string, Origin>;
  /** Warnings for the operator. */
  readonly notices: readonly string[];
}

/** The node's configuration from the words after `run` and the environment. */
export function loadConfig(words: readonly string[], environment: Environment): LoadedConfig | Refusal {
  const parsed = parseFlags(words, optionTable);
  if (isRefusal(parsed)) return parsed;
  const extra = refuseExtraWords(parsed.positionals, parsed.flags);
  if (extra) return extra;
  const texts: OptionTexts = { flags: parsed.flags, environment };
  const where = find('config', optionTable.config, texts);
  const path = where && optionTable.config.read(where.text, where.where);
  if (isRefusal(path)) return path;
  const file = path === undefined ? undefined : readConfigFile(path, optionTable);
  if (isRefusal(file)) return file;
  const withFile: OptionTexts = file ? { ...texts, file } : texts;
  let loaded = loadOptions(optionTable, withFile);
  if (!isRefusal(loaded) && loaded.values.local)
    loaded = loadOptions(optionTable, { ...withFile, presets: LOCAL_PRESETS });
  if (isRefusal(loaded)) return loaded;
  const notices = misspeltVariables(environment, optionTable, WALLET_VARIABLES);
  return { config: loaded.values, origins: loaded.origins, notices };
}
