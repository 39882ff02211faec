/** Runs the built program to its end, as a shell would, with its two outputs apart. */

import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { builtFile } from '../../workers/workerFile.js';

export interface Ran {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** @param words the command line without interpreter and script. A program that outlives the tests' process is killed.
 *  @param watch sees the first piece that comes on standard error: the log's first line, or why it refuses. */
export async function runProgram(
  words: readonly string[],
  watch?: (child: ChildProcess, printed: string) => void,
): Promise<Ran> {
  const child = spawn(process.execPath, [fileURLToPath(builtFile('ops/cli/main.js')), ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.stderr.once('data', (piece: Buffer) => watch?.(child, piece.toString('utf8')));
  const ended = new Promise<number | null>((resolve) =>
    child.on('close', (code) => {
      process.off('exit', kill);
      resolve(code);
    }),
  );
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err };
}

/** One line, said by the program to its operator. */
export const ONE_SENTENCE = /^rouged: [^\n]+\n$/;
