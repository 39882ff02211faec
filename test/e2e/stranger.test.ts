/** A stranger's path: a copy of the tracked files and nothing else, the two commands of the README, an account that the
 *  network printed, the examples, and an own program that is checked against the client's types. */

import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { parseXrge } from '../../api/client/amounts.js';
import { RougedClient } from '../../api/client/client.js';

const SETUP_MS = 600_000;
const START_MS = 120_000;
const EXAMPLE_MS = 120_000;
const EXAMPLES = ['transfer', 'token-pool', 'nft', 'events', 'stake'] as const;

const place = mkdtempSync(join(tmpdir(), 'rouged-stranger-'));
const tree = join(place, 'rouged');
const data = join(place, 'data');
/** The environment of a new user's shell. */
const environment = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  npm_config_audit: 'false',
  npm_config_fund: 'false',
};

let network: ChildProcess | undefined;
afterAll(async () => {
  if (network?.pid !== undefined && network.exitCode === null) {
    // npm can end before the node does, which holds its pipes.
    const ended = new Promise((resolve) => network?.once('close', resolve));
    process.kill(-network.pid, 'SIGTERM');
    await ended;
  }
  rmSync(place, { recursive: true, force: true, maxRetries: 10 });
});

const run = async (command: string, words: readonly string[], cwd: string, milliseconds: number, more = {}) =>
  promisify(execFile)(command, words, {
    cwd,
    timeout: milliseconds,
    maxBuffer: 1 << 24,
    env: { ...environment, ...more },
  });

/** The tracked files, as a clone has them. */
function copyTree(): number {
  const files = execFileSync('git', ['-c', 'safe.directory=*', 'ls-files', '-z'], {
    encoding: 'utf8',
    maxBuffer: 1 << 24,
  });
  const paths = files.split('\0').filter((path) => path !== '' && existsSync(path));
  for (const path of paths) {
    mkdirSync(join(tree, dirname(path)), { recursive: true });
    cpSync(path, join(tree, path));
  }
  return paths.length;
}

/** Starts the network as the README says. @returns its URL, once it is ready. */
function startNetwork(): Promise<string> {
  const child = spawn('npm', ['start', '--', '--api-port', '0', '--data-dir', data], {
    cwd: tree,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  network = child;
  return new Promise((resolve, reject) => {
    let said = '';
    const limit = setTimeout(() => reject(new Error(`npm start is not ready:\n${said}`)), START_MS);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        said += text;
        const url = /^\s*API\s+(http:\S+)$/m.exec(said)?.[1];
        if (url === undefined) return;
        clearTimeout(limit);
        resolve(url);
      });
    child.once('exit', () => reject(new Error(`npm start ended:\n${said}`)));
  });
}

interface PrintedAccount {
  readonly address: string;
  readonly seed: string;
}

/** A separate project beside the copy, with the package among its dependencies. */
function ownProject(files: Readonly<Record<string, string>>): string {
  const project = join(place, 'project');
  mkdirSync(join(project, 'node_modules'), { recursive: true });
  symlinkSync(tree, join(project, 'node_modules/rouged'), 'dir');
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2022', 'dom'],
    types: [],
  };
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
  return project;
}

const RIGHT = `import { Account, type NodeEvent, parseXrge, RougedClient, RougedError } from 'rouged/client';
const client = new RougedClient('http://127.0.0.1:5100');
const account = Account.create();
export const held: bigint = (await client.getBalance(account.address)).balance_quanta;
export const id: string = (await client.transfer(account, { to: account.address, amount: parseXrge('1') })).txId;
export const number = (event: NodeEvent): number => (event.type === 'new_block' ? event.height : event.seq);
for await (const event of client.events({ topics: ['blocks'] })) number(event);
export const code = (error: unknown): string | undefined => (error instanceof RougedError ? error.code : undefined);
`;

/** Each line after the first two is one mistake. */
const WRONG = `import { Account, RougedClient } from 'rouged/client';
const client = new RougedClient('http://127.0.0.1:5100'), account = Account.create();
await client.transfer(account, { to: account.address, amount: 1.5 });
await client.transfer(account, { amount: 1n });
await client.transfer(account, { to: account.address, amount: 1n, tokn: 'GOLD' });
await client.getBalance();
export const held: number = (await client.getBalance('a')).balance_quanta;
`;

test(
  'from a copy of the tree to every example, with an account that was printed',
  async () => {
    expect(copyTree()).toBeGreaterThan(500);
    await run('npm', ['ci', '--prefer-offline'], tree, SETUP_MS);
    const url = await startNetwork();

    const { stdout } = await run(
      'npm',
      ['run', '-s', 'rouged', '--', 'local', 'accounts', '--json', '--data-dir', data],
      tree,
      START_MS,
    );
    const { accounts } = JSON.parse(stdout) as { readonly accounts: readonly PrintedAccount[] };
    expect(accounts).toHaveLength(10);
    const client = new RougedClient(url);

    for (const [index, name] of EXAMPLES.entries()) {
      const account = accounts[index] as PrintedAccount;
      const before = (await client.getBalance(account.address)).balance_quanta;
      expect(before, account.address).toBeGreaterThan(parseXrge('100000'));
      const printed = await run('node', [`ops/examples/${name}.mjs`, url], tree, EXAMPLE_MS, {
        ROUGED_SEED: account.seed,
      });
      expect(printed.stderr, name).toBe('');
      expect(printed.stdout.split('\n').length, name).toBeGreaterThan(2);
      // It was this account that paid.
      expect((await client.getBalance(account.address)).balance_quanta, name).toBeLessThan(before);
    }

    const project = ownProject({ 'right.ts': RIGHT, 'wrong.ts': WRONG });
    const checked = await run(
      join(tree, 'node_modules/.bin/tsc'),
      ['-p', '.', '--pretty', 'false'],
      project,
      EXAMPLE_MS,
    ).then(
      () => ({ stdout: '' }),
      (error: { readonly stdout: string }) => error,
    );
    const faults = Array.from(
      checked.stdout.matchAll(/^(\S+)\((\d+),\d+\): error/gm),
      ([, file, line]) => `${file}:${line}`,
    );
    expect(faults, checked.stdout).toEqual([3, 4, 5, 6, 7].map((line) => `wrong.ts:${line}`));

    // The package's entry is the built file, and contains nothing of the server.
    const { exports } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8'));
    expect(
      existsSync(join(tree, exports['./client'].types)) && existsSync(join(tree, exports['./client'].default)),
    ).toBe(true);
  },
  SETUP_MS + START_MS + EXAMPLE_MS * EXAMPLES.length,
);
