/** The shared frame of keys, genesis and wallet: an action word, options of a table, help, the first fault. */

import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { parseFlags, refuseExtraWords } from '../config/flags.js';
import { optionHelp } from '../config/help.js';
import { loadOptions } from '../config/load.js';
import { didYouMean } from '../config/nearest.js';
import { badOption, type OptionTable, type OptionValues, quoted } from '../config/optionKinds.js';
import { EXIT_OK, exitCode, stop, type Terminal } from './terminal.js';
import { userPath } from './userPath.js';

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
  /** Commands below this one, such as `rouged wallet mail`, by their word. */
  readonly groups?: Readonly<Record<string, SubcommandGroup>>;
  /** With --json its refusals are JSON on standard output too; those of other commands are sentences on standard error. */
  readonly isJsonAll?: boolean;
}

export interface SubcommandGroup {
  readonly help: string;
  /** @param words the words after the group's own. */
  run(words: readonly string[], terminal: Terminal): Promise<number>;
}

/** A subcommand as a group of another. */
export const groupOf = <Table extends OptionTable>(command: Subcommand<Table>, help: string): SubcommandGroup => ({
  help,
  run: (words, terminal) => runSubcommand(command, words, terminal),
});

export function subcommandHelp<Table extends OptionTable>(command: Subcommand<Table>): string {
  const lines = Object.entries(command.actions).map(
    ([name, action]) =>
      `  rouged ${command.name} ${name}${action.usage ? ` ${action.usage}` : ''}\n      ${action.help}`,
  );
  const groups = Object.entries(command.groups ?? {}).map(
    ([name, { help }]) => `  rouged ${command.name} ${name} ...\n      ${help}`,
  );
  return `${command.summary}\n\n${[...lines, ...groups].join('\n')}\n\n${optionHelp(command.table)}\n`;
}

/** The page of one action, with the options that it reads. */
function actionHelp<Table extends OptionTable>(
  { name, table }: Subcommand<Table>,
  word: string,
  { usage, help, options }: Action<Table>,
): string {
  const own = Object.fromEntries(Object.entries(table).filter(([option]) => options.includes(option)));
  return `rouged ${name} ${word}${usage ? ` ${usage}` : ''}\n    ${help}\n\n${optionHelp(own)}\n`;
}

/** A command with one action: its words follow its name directly. */
export interface Command<Table extends OptionTable> extends Action<Table> {
  readonly name: string;
  readonly table: Table;
}

export const commandHelp = <Table extends OptionTable>({ name, usage, help, table }: Command<Table>): string =>
  `rouged ${name} ${usage}\n    ${help}\n\n${optionHelp(table)}\n`;

/** Whether a refusal shall be JSON, even one of the options themselves. */
const wantsJson = (isJsonAll: boolean | undefined, words: readonly string[]): boolean =>
  isJsonAll === true && words.some((word) => word === '--json' || word === '--json=true');

function stopWith(terminal: Terminal, refusal: Refusal, json: boolean): number {
  if (!json) return stop(terminal, refusal);
  terminal.out(`${JSON.stringify({ success: false, error: refusal.message, code: refusal.code })}\n`);
  return exitCode(refusal);
}

/** Paths of flags as this process sees them. */
function pathsOf(
  flags: ReadonlyMap<string, string>,
  table: OptionTable,
  { environment }: Terminal,
): ReadonlyMap<string, string> {
  const entries = [...flags].map(
    ([name, text]) => [name, table[name]?.type === 'path' && text ? userPath(environment, text) : text] as const,
  );
  return new Map(entries);
}

/** Reads the options of an action and runs it. */
async function runAction<Table extends OptionTable>(
  table: Table,
  action: Action<Table>,
  words: readonly string[],
  flags: ReadonlyMap<string, string>,
  terminal: Terminal,
  json = false,
): Promise<number> {
  const extra = refuseExtraWords(words.slice(action.words ?? 0), flags);
  if (extra) return stopWith(terminal, extra, json);
  const loaded = loadOptions(table, {
    flags: pathsOf(flags, table, terminal),
    environment: terminal.environment,
  });
  if (isRefusal(loaded)) return stopWith(terminal, loaded, json);
  const result = await action.run(loaded.values, terminal, words);
  return isRefusal(result) ? stopWith(terminal, result, json) : result;
}

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

function unknownAction<Table extends OptionTable>(
  { name, actions, groups }: Subcommand<Table>,
  word?: string,
): Refusal {
  const names = [...Object.keys(actions), ...Object.keys(groups ?? {})];
  return badOption(
    word === undefined
      ? `rouged ${name} needs one of ${names.join(', ')}`
      : `unknown command ${quoted(`${name} ${word}`)}${didYouMean(word, names)}`,
  );
}

/** Runs one subcommand. @param words the words after its name. */
export async function runSubcommand<Table extends OptionTable>(
  command: Subcommand<Table>,
  words: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const json = wantsJson(command.isJsonAll, words);
  const [first] = words;
  const group = first !== undefined && Object.hasOwn(command.groups ?? {}, first) ? command.groups?.[first] : undefined;
  if (group) return group.run(words.slice(1), terminal);
  const parsed = parseFlags(words, command.table);
  if (isRefusal(parsed)) return stopWith(terminal, parsed, json);
  const [word, ...rest] = parsed.positionals;
  const action = word !== undefined && Object.hasOwn(command.actions, word) ? command.actions[word] : undefined;
  if (parsed.help) {
    terminal.out(action && word !== undefined ? actionHelp(command, word, action) : subcommandHelp(command));
    return EXIT_OK;
  }
  if (!action || word === undefined) return stopWith(terminal, unknownAction(command, word), json);
  for (const flag of parsed.flags.keys())
    if (!action.options.includes(flag))
      return stopWith(terminal, badOption(`--${flag} has no meaning for rouged ${command.name} ${word}`), json);
  return runAction(command.table, action, rest, parsed.flags, terminal, json);
}
