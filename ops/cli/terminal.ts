/** A subcommand's access to the outside: write lines, read the environment, know whether it runs on a terminal. */

import type { Refusal } from '../../engine/base/refusal.js';
import type { Environment } from '../config/load.js';

export interface Terminal {
  /** Results. Pipes read this. */
  out(text: string): void;
  /** Progress, warnings and faults. */
  err(text: string): void;
  readonly environment: Environment;
  /** Whether the output is a terminal, so that progress lines make sense. */
  readonly interactive: boolean;
}

export const EXIT_OK = 0;
/** The command could not do its work. */
export const EXIT_FAILED = 1;
/** The command line or the configuration is wrong. */
const EXIT_USAGE = 2;

/** How a newcomer runs this program from a checkout. */
export const PROGRAM = 'npm run -s rouged --';

/** A path quoted as one word of a shell. */
export const shellWord = (text: string): string =>
  /^[\w./+@:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** Text that somebody else wrote (a node's answer), without characters that could steer a terminal. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '?').slice(0, 2_000);

/** A text of several lines that somebody else wrote, in full. */
export const printableLines = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => line.replaceAll('\t', '    ').replace(/[\p{Cc}\p{Cf}]/gu, '?'))
    .join('\n');

/** The exit code of a refusal. */
export const exitCode = (refusal: Refusal): number =>
  refusal.code === 'malformed_parameter' ? EXIT_USAGE : EXIT_FAILED;

/** Prints why a command stops; a compiler's messages have several lines. @returns its exit code. */
export function stop(terminal: Terminal, refusal: Refusal): number {
  terminal.err(`rouged: ${refusal.message.split('\n').map(printable).join('\n')}\n`);
  return exitCode(refusal);
}

/** A document on standard output, as scripts read it. */
export const outJson = (terminal: Terminal, document: unknown): void =>
  terminal.out(`${JSON.stringify(document, null, 2)}\n`);
