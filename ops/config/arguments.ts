/** Command line arguments, read against a table of options.
 *
 *  In: the words after the subcommand. Out: the text of each flag, and the words that are no flags; or the sentence that
 *  says which word is wrong. `--name value` and `--name=value` mean the same; a boolean is set by `--name`, `--name=false`
 *  or `--no-name`. Of a repeated flag the last one counts, except that a list collects them. */

import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { didYouMean } from './nearest.js';
import { badOption, type OptionTable, quoted } from './optionKinds.js';

export interface Arguments {
  /** Text of each flag by option name. */
  readonly flags: ReadonlyMap<string, string>;
  readonly positionals: readonly string[];
  readonly help: boolean;
}

interface Flag {
  readonly name: string;
  /** undefined: the value is the next word. */
  readonly value: string | undefined;
}

function unknownOption(word: string, name: string, table: OptionTable): Refusal {
  const names = Object.keys(table).filter((key) => table[key]?.secret !== true);
  const negated = names.filter((key) => table[key]?.type === 'boolean').map((key) => `no-${key}`);
  return badOption(`unknown option ${word}${didYouMean(name, ['help', ...names, ...negated], '--')}`);
}

/** A word that begins with two dashes, as an option of the table. */
function readFlag(word: string, table: OptionTable): Flag | Refusal {
  const equals = word.indexOf('=');
  const name = word.slice(2, equals < 0 ? undefined : equals);
  const inline = equals < 0 ? undefined : word.slice(equals + 1);
  const option = Object.hasOwn(table, name) ? table[name] : undefined;
  if (option?.secret)
    return badOption(`--${name} is a secret and not accepted as a flag; set it in the environment or the config file`);
  if (option) return { name, value: inline ?? (option.type === 'boolean' ? 'true' : undefined) };
  const positive = name.startsWith('no-') ? name.slice(3) : '';
  if (!Object.hasOwn(table, positive) || table[positive]?.type !== 'boolean')
    return unknownOption(`--${name}`, name, table);
  if (inline !== undefined) return badOption(`--${name} takes no value`);
  return { name: positive, value: 'false' };
}

export function parseArguments(words: readonly string[], table: OptionTable): Arguments | Refusal {
  const flags = new Map<string, string>();
  const positionals: string[] = [];
  let help = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') {
      positionals.push(...words.slice(at + 1));
      break;
    }
    if (word === '--help' || word === '-h') {
      help = true;
      continue;
    }
    if (!word.startsWith('-') || word === '-') {
      positionals.push(word);
      continue;
    }
    if (!word.startsWith('--')) return unknownOption(word, word.slice(1), table);
    const flag = readFlag(word, table);
    if (isRefusal(flag)) return flag;
    const value = flag.value ?? words[++at];
    if (value === undefined || (flag.value === undefined && value.startsWith('--')))
      return badOption(`--${flag.name} needs a value: --${flag.name} <${table[flag.name]?.placeholder}>`);
    const earlier = table[flag.name]?.type === 'list' ? flags.get(flag.name) : undefined;
    flags.set(flag.name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return { flags, positionals, help };
}

/** A refusal of the first word that nobody asked for, or undefined when there is none.
 *  @param previous the flags given, for the hint that a boolean takes its value after an equals sign. */
export function refuseExtraWords(
  words: readonly string[],
  previous?: ReadonlyMap<string, string>,
): Refusal | undefined {
  const [word] = words;
  if (word === undefined) return undefined;
  const boolean = /^(?:true|false|on|off|yes|no|0|1)$/i.test(word) ? [...(previous?.keys() ?? [])].pop() : undefined;
  const hint = boolean === undefined ? '' : `; a yes-or-no option is written --${boolean}=${word}`;
  return badOption(`unexpected argument ${quoted(word)}${hint}`);
}
