/** Runs the built program to its end, as a shell would, with its two outputs separate; or one of its commands in this process. */

import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { builtFile, bundledFile } from '../../workers/threads/workerFile.js';

export interface Ran {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** @param words the command line without interpreter and script. A program that outlives the tests' process is killed.
 *  @param watch called with all of standard error so far at each new piece, until it returns true. */
export async function runProgram(
  words: readonly string[],
  watch?: (child: ChildProcess, printed: string) => boolean,
): Promise<Ran> {
  const child = spawn(process.execPath, [fileURLToPath(builtFile('ops/cli/main.js')), ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  let printed = '';
  const see = (piece: Buffer): void => {
    printed += piece.toString('utf8');
    if (watch?.(child, printed)) child.stderr.off('data', see);
  };
  if (watch) child.stderr.on('data', see);
  const ended = new Promise<number | null>((resolve) =>
    child.on('close', (code) => {
      process.off('exit', kill);
      resolve(code);
    }),
  );
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err };
}

/** The same command in this process, for what is not about processes: a start of the program takes a core for half a second. */
export async function runCommand(words: readonly string[]): Promise<Ran> {
  const { program } = (await import(
    bundledFile('ops/cli/program.js').href
  )) as typeof import('../../ops/cli/program.js');
  const printed = { out: '', err: '' };
  const code = await program(words, {
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
    environment: {},
    interactive: false,
  });
  return { code, ...printed };
}

/** One line from the program to its operator. */
export const ONE_SENTENCE = /^rouged: [^\n]+\n$/;
