/** The load generator as a user runs it: against its own node, for two seconds, with totals that add up. */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { LoadResult } from '../../bench/load/result.js';
import { readResult } from '../../bench/load/resultFile.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { addressOfKey } from '../../engine/crypto/address.js';
import { createKeyFile } from '../../ops/config/nodeKeys.js';
import { builtFile } from '../../workers/threads/workerFile.js';
import { startNode } from '../support/liveNode.js';
import { SeededRandom, testSeed } from '../support/random.js';

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'rouged-load-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

interface LoadRun {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** An action to run when a text appears on standard error. */
interface Moment {
  readonly at: string;
  run(child: ChildProcess): void;
}

/** @param at where it makes its temporary directory. */
async function runLoad(words: readonly string[], at: string, moment?: Moment): Promise<LoadRun> {
  const child = spawn(process.execPath, [fileURLToPath(builtFile('bench/main.js')), 'load', ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: at },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  let printed = '';
  child.stderr.on('data', (piece: Buffer) => {
    const before = printed;
    printed += piece.toString();
    if (moment && printed.includes(moment.at) && !before.includes(moment.at)) moment.run(child);
  });
  const [out, code] = await Promise.all([text(child.stdout), ended]);
  return { code, out, err: printed };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** One line of JSON, with a valid shape and totals that add up. */
function checkedResult({ code, out, err }: LoadRun): LoadResult {
  expect(code, err).toBe(0);
  expect(out.trim().split('\n')).toHaveLength(1);
  const result = readResult(out);
  const { totals, latency } = result;
  expect(totals.offered).toBe(totals.accepted + sum(Object.values(totals.refused)));
  expect(totals.included).toBe(totals.accepted);
  expect(totals.lost).toBe(0);
  expect(totals.final).toBeLessThanOrEqual(totals.included);
  expect(totals.final).toBeGreaterThan(0);
  expect(latency.answer.count).toBe(totals.accepted);
  expect(latency.inclusion.count).toBe(totals.included);
  expect(latency.finality.count).toBe(totals.final);
  expect(latency.inclusion.p50).toBeLessThan(latency.finality.p50);
  expect(sum(result.seconds.map(({ offered }) => offered))).toBe(totals.offered);
  expect(result.stages).toHaveLength(9);
  expect(result.limit.because).not.toBe('');
  return result;
}

test('an open loop of two seconds, with reads, subscribers and a report', async () => {
  const at = temporaryDirectory();
  const report = join(temporaryDirectory(), 'report.html');
  const words = ['--seconds', '2', '--rate', '60', '--accounts', '4', '--reads', '--subscribers', '6', '--slow', '1'];
  const result = checkedResult(await runLoad([...words, '--json', '--report', report], at));
  expect(result.totals.offered).toBe(120);
  expect(result.seconds).toHaveLength(2);
  expect(result.options).toMatchObject({ own: true, rate: 60, seconds: 2 });
  expect(result.reads.map(({ name }) => name)).toEqual(['health', 'blocks', 'transaction', 'balance']);
  for (const { latency, failures } of result.reads) {
    expect(latency.count).toBeGreaterThan(0);
    expect(failures).toEqual({});
  }
  expect(result.subscribers).toMatchObject({ clients: 6, missed: 0, doubled: 0, slow: 1 });
  expect(result.subscribers?.frames).toBeGreaterThan(6);
  expect(readFileSync(report, 'utf8')).toMatch(/^<!doctype html>/);
  expect(readdirSync(at)).toEqual([]);
});

const doors = [
  ['json', '5', 'transfer'],
  ['binary', '8', 'mixed'],
] as const;

test.each(new SeededRandom(testSeed()).cases(doors, 1))(
  'as much as the node takes for a second, through the %s door in batches of %s',
  async (door, batch, mix) => {
    const words = ['--seconds', '1', '--accounts', '4', '--connections', '2', '--door', door, '--batch', batch];
    const result = checkedResult(
      await runLoad([...words, '--mix', mix, '--senders', '2', '--json'], temporaryDirectory()),
    );
    expect(result.totals.accepted).toBeGreaterThan(0);
  },
);

test('several rates at one node, the maximum first, a line of JSON each', async () => {
  const words = ['--rates', '40', '--shares', '50', '--seconds', '1', '--accounts', '4', '--batch', '1'];
  const { code, out, err } = await runLoad([...words, '--json'], temporaryDirectory());
  expect(code, err).toBe(0);
  const results = out
    .trim()
    .split('\n')
    .map((line) => checkedResult({ code, out: line, err }));
  const [maximum] = results as [LoadResult];
  expect(results.map(({ options }) => options.rate)).toEqual(['max', 40, Math.round(maximum.rates.included / 2)]);
  expect(results[1]?.totals.offered).toBe(40);
  expect(new Set(results.map(({ options }) => options.target)).size).toBe(1);
  expect(err.match(/starting a node/g)).toHaveLength(1);
});

/** Nothing was refused, and everything that was included had its effect: no swap missed its minimum, every NFT was its sender's. */
function expectNoneInVain({ totals }: LoadResult): void {
  expect(totals.accepted).toBeGreaterThan(100);
  expect([totals.refused, totals.failed]).toEqual([{}, 0]);
}

test('swaps and NFTs in a market of its own', async () => {
  const words = ['--mix', 'defi', '--seconds', '2', '--rate', '150', '--accounts', '6', '--senders', '2'];
  const result = checkedResult(
    await runLoad([...words, '--door', 'binary', '--batch', '5', '--json'], temporaryDirectory()),
  );
  expect(result.options).toMatchObject({ mix: 'defi', own: true });
  expectNoneInVain(result);
});

test('swaps and NFTs at a running node, its accounts funded from a wallet', async () => {
  const wallet = join(temporaryDirectory(), 'wallet.json');
  const keys = createKeyFile(wallet);
  if (isRefusal(keys)) throw new Error(keys.message);
  const allocations = [{ address: addressOfKey(keys.publicKey), amount: '20000' }];
  const node = await startNode({ genesis: { allocations } });
  onTestFinished(node.remove);
  const words = ['--target', node.url, '--wallet', wallet, '--mix', 'defi', '--seconds', '2', '--rate', '100'];
  expectNoneInVain(checkedResult(await runLoad([...words, '--accounts', '3', '--json'], temporaryDirectory())));
});

test('a running node, its accounts funded by its faucet', async () => {
  const node = await startNode({ genesis: { faucet: true }, flags: ['--faucet-enabled'] });
  onTestFinished(node.remove);
  const words = ['--target', node.url, '--seconds', '1', '--rate', '20', '--accounts', '2', '--json'];
  const result = checkedResult(await runLoad(words, temporaryDirectory()));
  expect(result.options).toMatchObject({ own: false, target: node.url });
});

test('a running node, its accounts funded from a wallet', async () => {
  const wallet = join(temporaryDirectory(), 'wallet.json');
  const keys = createKeyFile(wallet);
  if (isRefusal(keys)) throw new Error(keys.message);
  const allocations = [{ address: addressOfKey(keys.publicKey), amount: '5000' }];
  const node = await startNode({ genesis: { allocations } });
  onTestFinished(node.remove);
  const words = [
    '--target',
    node.url,
    '--wallet',
    wallet,
    '--seconds',
    '1',
    '--rate',
    '20',
    '--accounts',
    '2',
    '--json',
  ];
  expect(checkedResult(await runLoad(words, temporaryDirectory())).totals.accepted).toBe(20);
});

test('a node that goes away leaves requests without an answer, and books that add up', async () => {
  const node = await startNode({ genesis: { faucet: true }, flags: ['--faucet-enabled'] });
  onTestFinished(node.remove);
  const words = ['--target', node.url, '--seconds', '3', '--rate', '200', '--accounts', '2', '--json'];
  const { code, out, err } = await runLoad(words, temporaryDirectory(), {
    at: '1/3 s',
    run: () => void node.stop('SIGKILL'),
  });
  expect(code, err).toBe(0);
  const { totals } = readResult(out);
  expect(totals.offered).toBe(600);
  expect(totals.offered).toBe(totals.accepted + sum(Object.values(totals.refused)));
  expect(totals.accepted).toBeGreaterThan(0);
  expect((totals.refused.connection ?? 0) + (totals.refused.not_sent ?? 0)).toBeGreaterThan(0);
  expect(totals.included + totals.lost).toBe(totals.accepted);
});

test('an interrupt ends it, its processes and its directory', async () => {
  const at = temporaryDirectory();
  const { code, out, err } = await runLoad(['--seconds', '60', '--rate', '20', '--accounts', '2'], at, {
    at: 'warm-up',
    run: (child) => child.kill('SIGINT'),
  });
  expect(code).toBe(130);
  expect(out).toBe('');
  expect(err).toContain('the run was interrupted');
  expect(readdirSync(at)).toEqual([]);
});

test('a wrong argument is refused in one sentence, before anything starts', async () => {
  const at = temporaryDirectory();
  expect(await runLoad(['--rats', '5'], at)).toEqual({
    code: 2,
    out: '',
    err: 'load: unknown option --rats; did you mean --rate?\n',
  });
  expect(readdirSync(at)).toEqual([]);
});
