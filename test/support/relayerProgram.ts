/** The built program as a relayer, in a process of its own. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtFile } from '../../workers/threads/workerFile.js';
import { temporaryDirectory } from '../unit/ops/temporary.js';

export interface RelayerProgram {
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<{ readonly code: number | null; readonly err: string }>;
  /** Standard error so far. */
  readonly printed: () => string;
}

/** @param flags options without their dashes. A program that outlives the tests' process is killed. */
export function relayerProgram(node: string, secret: string, flags: Readonly<Record<string, string>>): RelayerProgram {
  const secretFile = join(temporaryDirectory(), 'secret');
  writeFileSync(secretFile, `${secret}\n`, { mode: 0o600 });
  const own = { node, 'relayer-secret-file': secretFile, 'poll-seconds': '1', ...flags };
  const words = Object.entries(own).flatMap(([name, value]) => [`--${name}`, value]);
  const script = fileURLToPath(builtFile('ops/cli/main.js'));
  const child = spawn(process.execPath, [script, 'relayer', ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
  let err = '';
  child.stderr.on('data', (piece: Buffer) => {
    err += piece.toString();
  });
  const killAtExit = (): void => void child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const ended = once(child, 'close').then(([code]) => {
    process.off('exit', killAtExit);
    return { code: code as number | null, err };
  });
  return { kill: (signal) => void child.kill(signal), ended, printed: () => err };
}
