/** `npm run crash -- --rounds 300 --seed 7`: the test of random kills, with more rounds than the suite has time for. */

import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

const USAGE = 'npm run crash -- [--rounds <kills, 300>] [--seed <number, random>]\n';

function wholeNumber(name: string, text: string): string {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--${name} is a whole number above 0, not ${text}`);
  return text;
}

function environment(): NodeJS.ProcessEnv | undefined {
  const options = {
    rounds: { type: 'string', default: '300' },
    seed: { type: 'string' },
    help: { type: 'boolean' },
  } as const;
  const { values } = parseArgs({ options });
  if (values.help) return undefined;
  const seed = values.seed === undefined ? {} : { ROUGED_TEST_SEED: wholeNumber('seed', values.seed) };
  return { ...process.env, ROUGED_CRASH_ROUNDS: wholeNumber('rounds', values.rounds), ...seed };
}

try {
  const env = environment();
  if (env) {
    const words = ['node_modules/vitest/vitest.mjs', 'run', 'test/crash/randomKills.test.ts'];
    const child = spawn(process.execPath, words, { env, stdio: 'inherit' });
    child.on('exit', (code) => {
      process.exitCode = code ?? 1;
    });
  } else process.stdout.write(USAGE);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  process.exitCode = 2;
}
