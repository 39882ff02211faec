/** The shared frame of keys, genesis and wallet: an action word, options of a table, help, the first fault. */

import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { parseFlags, refuseExtraWords } from '../config/flags.js';
import { optionHelp } from '../config/help.js';
import { loadOptions } from '../config/load.js';
import { didYouMean } from '../config/nearest.js';
import { badOption, type OptionTable, type OptionValues, quoted } from '../config/optionKinds.js';
import { EXIT_OK, stop, type Terminal } from './terminal.js';

export interface Action<Table extends OptionTable> {
  /** Rest of the usage line, such as `[address]`. */
  readonly usage: string;
  readonly help: string;
  /** Options of the table that this action reads; others are refused, because they would have no effect. */
  readonly options: readonly (keyof Table & string)[];
  /** Most words after the action. */
  readonly words?: number;
  /** @returns the exit code, or the refusal to print. */
  run(values: OptionValues<Table>, terminal: Terminal, words: readonly string[]): Promise<number | Refusal>;
}

export interface Subcommand<Table extends OptionTable> {
  readonly name: string;
  readonly summary: string;
  readonly table: Table;
  readonly actions: Readonly<Record<string, Action<Table>>>;
}

export function subcommandHelp<Table extends OptionTable>(command: Subcommand<Table>): string {
  const lines = Object.entries(command.actions).map(
    ([name, action]) =>
      `  rouged ${command.name} ${name}${action.usage ? ` ${action.usage}` : ''}\n      ${action.help}`,
  );
  return `${command.summary}\n\n${lines.join('\n')}\n\n${optionHelp(command.table)}\n`;
}

/** A command with one action: its words follow its name directly. */
export interface Command<Table extends OptionTable> extends Action<Table> {
  readonly name: string;
  readonly table: Table;
}

export const commandHelp = <Table extends OptionTable>({ name, usage, help, table }: Command<Table>): string =>
  `rouged ${name} ${usage}\n    ${help}\n\n${optionHelp(table)}\n`;

/** Runs a command of one action. @param words the words after its name. */
export async function runCommand<Table extends OptionTable>(
  command: Command<Table>,
  words: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const parsed = parseFlags(words, command.table);
  if (isRefusal(parsed)) return stop(terminal, parsed);
  if (parsed.help) {
    terminal.out(commandHelp(command));
    return EXIT_OK;
  }
  return runAction(command.table, command, parsed.positionals, parsed.flags, terminal);
}

/** Reads the options of an action and runs it. */
async function runAction<Table extends OptionTable>(
  table: Table,
  action: Action<Table>,
  words: readonly string[],
  flags: ReadonlyMap<string, string>,
  terminal: Terminal,
): Promise<number> {
  const extra = refuseExtraWords(words.slice(action.words ?? 0), flags);
  if (extra) return stop(terminal, extra);
  const loaded = loadOptions(table, { flags, environment: terminal.environment });
  if (isRefusal(loaded)) return stop(terminal, loaded);
  const result = await action.run(loaded.values, terminal, words);
  return isRefusal(result) ? stop(terminal, result) : result;
}

/** Runs one subcommand. @param words the words after its name. */
export async function runSubcommand<Table extends OptionTable>(
  command: Subcommand<Table>,
  words: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const parsed = parseFlags(words, command.table);
  if (isRefusal(parsed)) return stop(terminal, parsed);
  const [word, ...rest] = parsed.positionals;
  if (parsed.help) {
    terminal.out(subcommandHelp(command));
    return EXIT_OK;
  }
  const names = Object.keys(command.actions);
  if (word === undefined) return stop(terminal, badOption(`rouged ${command.name} needs one of ${names.join(', ')}`));
  const action = Object.hasOwn(command.actions, word) ? command.actions[word] : undefined;
  if (!action)
    return stop(terminal, badOption(`unknown command ${quoted(`${command.name} ${word}`)}${didYouMean(word, names)}`));
  for (const flag of parsed.flags.keys())
    if (!action.options.includes(flag))
      return stop(terminal, badOption(`--${flag} has no meaning for rouged ${command.name} ${word}`));
  return runAction(command.table, action, rest, parsed.flags, terminal);
}
