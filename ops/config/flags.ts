/** The words of a command line against a table of options, by `parseArgs` of node:util.
 *
 *  In: the words after the subcommand. Out: the text of each flag, and the words that are not flags; or the sentence that
 *  says which word is wrong. `--name value` and `--name=value` mean the same; a boolean is set by `--name`, `--name=false`
 *  or `--no-name`. If a flag is repeated the last one counts, but a list collects them all. `parseArgs` is not strict here:
 *  strict mode accepts less (no value that begins with a dash) and suggests no name for a misspelt one. */

import { parseArgs } from 'node:util';
import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { didYouMean } from './nearest.js';
import { badOption, type OptionTable, quoted } from './optionKinds.js';

export interface Flags {
  /** Text of each flag by option name. */
  readonly flags: ReadonlyMap<string, string>;
  readonly positionals: readonly string[];
  readonly help: boolean;
}

interface OptionToken {
  readonly name: string;
  /** undefined when no value follows. */
  readonly value: string | undefined;
  /** Whether the value is behind an equals sign. */
  readonly inlineValue: boolean | undefined;
}

function unknownOption(word: string, name: string, table: OptionTable): Refusal {
  const names = Object.keys(table).filter((key) => table[key]?.secret !== true);
  const negated = names.filter((key) => table[key]?.type === 'boolean').map((key) => `no-${key}`);
  return badOption(`unknown option ${word}${didYouMean(name, ['help', ...names, ...negated], '--')}`);
}

/** @returns the option of the table that a flag sets, and its value. */
function readFlag({ name, value, inlineValue }: OptionToken, table: OptionTable): readonly [string, string] | Refusal {
  const option = Object.hasOwn(table, name) ? table[name] : undefined;
  if (option?.secret)
    return badOption(`--${name} is a secret and not accepted as a flag; set it in the environment or the config file`);
  if (option?.type === 'boolean') return [name, value ?? 'true'];
  if (option && (value === undefined || (!inlineValue && value.startsWith('--'))))
    return badOption(`--${name} needs a value: --${name} <${option.placeholder}>`);
  if (option && value !== undefined) return [name, value];
  const positive = name.startsWith('no-') ? name.slice(3) : '';
  if (name === 'help') return badOption('--help takes no value');
  if (!Object.hasOwn(table, positive) || table[positive]?.type !== 'boolean')
    return unknownOption(`--${name}`, name, table);
  return inlineValue ? badOption(`--${name} takes no value`) : [positive, 'false'];
}

export function parseFlags(words: readonly string[], table: OptionTable): Flags | Refusal {
  const types = Object.entries(table).map(
    ([name, { type }]) => [name, { type: type === 'boolean' ? type : 'string' }] as const,
  );
  const options = { ...Object.fromEntries(types), help: { type: 'boolean', short: 'h' } } as const;
  const { tokens, positionals } = parseArgs({ args: [...words], options, strict: false, tokens: true });
  const flags = new Map<string, string>();
  let help = false;
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const word = words[token.index] ?? '';
    if (word === '--help' || word === '-h') {
      help = true;
      continue;
    }
    if (!word.startsWith('--')) return unknownOption(word, word.slice(1), table);
    const flag = readFlag(token, table);
    if (isRefusal(flag)) return flag;
    const [name, text] = flag;
    const earlier = table[name]?.type === 'list' ? flags.get(name) : undefined;
    flags.set(name, earlier === undefined ? text : `${earlier},${text}`);
  }
  return { flags, positionals, help };
}

/** A refusal of the first unexpected word, or undefined when there is none.
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
