/** The program's commands, help and exit codes, in process and as the built file. */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { banner, demoCommand } from '../../../ops/cli/banner.js';
import { program } from '../../../ops/cli/program.js';
import { DEFAULT_URL } from '../../../ops/cli/walletAccess.js';
import { recordedTerminal, temporaryDirectory } from './temporary.js';

const built = fileURLToPath(new URL('../../../dist/ops/cli/main.js', import.meta.url));

describe('the program', () => {
  test.each<[string[], number, string]>([
    [['--help'], 0, '--faucet-enabled'],
    [['run', '-h'], 0, '--faucet-enabled'],
    [['help'], 0, 'Commands:'],
    [['help', 'wallet'], 0, 'rouged wallet transfer'],
    [['wallet', '--help'], 0, 'rouged wallet transfer'],
    [['keys', '--help'], 0, 'rouged keys new'],
    [['genesis', '-h'], 0, 'rouged genesis check'],
    [['version'], 0, 'rouged 0.'],
    [['--version'], 0, 'rouged 0.'],
  ])('%j answers on standard output', async (words, code, part) => {
    const terminal = recordedTerminal();
    expect(await program(words, terminal)).toBe(code);
    expect(terminal.written.out).toContain(part);
    expect(terminal.written.err).toBe('');
  });

  test.each<[string[], number, string]>([
    [['walet'], 2, 'rouged: unknown command "walet"; did you mean wallet?\n'],
    [['help', 'kyes'], 2, 'rouged: unknown command "kyes"; did you mean keys?\n'],
    [['--block-tme-ms', '5'], 2, 'rouged: unknown option --block-tme-ms; did you mean --block-time-ms?\n'],
    [['run', '--api-port=x'], 2, 'rouged: --api-port must be a whole number from 0 to 65535, not "x"\n'],
    [['run', 'now'], 2, 'rouged: unexpected argument "now"\n'],
  ])('%j is refused on standard error', async (words, code, expected) => {
    const terminal = recordedTerminal();
    expect(await program(words, terminal)).toBe(code);
    expect(terminal.written).toEqual({ out: '', err: expected });
  });
});

test('the banner has all that a newcomer needs', () => {
  const facts = {
    version: '0.1.0',
    url: 'http://127.0.0.1:5100',
    chainId: 'rougechain-local-1',
    address: 'rouge1abc',
    keeps: 'full: every block',
    dataDir: '/var/rouged',
  };
  const command = demoCommand('rouged', facts.url, DEFAULT_URL);
  expect(command).toBe('rouged wallet demo');
  const text = banner({ ...facts, command });
  for (const fact of [...Object.values(facts), command]) expect(text).toContain(fact);
  expect(banner(facts)).not.toContain('wallet');
  expect(demoCommand('rouged', 'http://127.0.0.1:5999', DEFAULT_URL)).toBe(
    'rouged wallet demo --url http://127.0.0.1:5999',
  );
});

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built program in an empty directory. */
const spawned = (words: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const cwd = temporaryDirectory();
    execFile(process.execPath, [built, ...words], { cwd }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr });
    });
  });

describe('the built program', () => {
  test.each<[string[], number]>([
    [['--help'], 0],
    [['version'], 0],
    [['wallet', 'new'], 0],
    [['keys', 'show'], 1],
    [['--no-such-option'], 2],
    [['wallet'], 2],
    [['run', '--chain-id', 'rougechain-mainnet-1'], 1],
  ])('%j ends with exit code %i', async (words, code) => {
    const ended = await spawned(words);
    expect(ended.code, ended.stderr).toBe(code);
    expect(code === 0 ? ended.stderr : ended.stdout).toBe('');
    expect(code === 0 ? ended.stdout : ended.stderr).not.toBe('');
  });
});
