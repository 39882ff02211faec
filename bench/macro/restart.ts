/** Bench of a restart: from the start of the process to its first answer, with a million accounts on disk.
 *
 *  The engine itself makes the data directory; the accounts are written beside its genesis state. The bench measures the
 *  built program, from its start to its answer to a read of a balance: once after an orderly end, which left the state in a file, and
 *  once without that file, as after a kill: then Node, threads, database, loading, the Merkle root of all records, the API. Then the
 *  stages of loading, each alone (`restartStages.ts`): reading beside the same bytes read from RocksDB in one thread, records and root
 *  beside one hash per call. */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { invariant } from '../../engine/base/refusal.js';
import { type AccountId, addressOf } from '../../engine/crypto/address.js';
import { removeStateFile, stateFilePath } from '../../workers/state/stateFile.js';
import { builtFile } from '../../workers/threads/workerFile.js';
import { atMost, type BenchDefinition, besideFigure, type Figure, figureOf } from '../figures.js';
import { accountKeys } from '../network.js';
import { makeChainDirectory } from './chainDirectory.js';
import { peakMiB, residentMiB, startProcess } from './nodeProcess.js';
import type { StagesOf, StageTimes } from './restartStages.js';

const ACCOUNTS = 1_000_000;
const QUICK_ACCOUNTS = 5_000;
const ROUNDS = 3;
/** Milliseconds from the start of the process to its first answer. */
const START_MS = 3_000;
/** Blocks in the horizon of the replay guard, and their transfers. */
const BLOCKS = 20;
const TRANSFERS = 1_000;
const QUICK_TRANSFERS = 10;
/** A process that takes longer is considered hung. */
const STAGES_LIMIT_MS = 600_000;

/** Milliseconds between two questions whether the state is proven. */
const ASK_MS = 50;

/** What one life of the process shows. */
interface Life {
  readonly answerMs: number;
  /** Until health says of no check any more. */
  readonly provenMs: number;
  readonly resident: number;
  readonly peak: number;
  /** From the signal to the end. */
  readonly stopMs: number;
}

async function getText(url: string): Promise<string> {
  const answer = await fetch(url);
  return answer.text();
}

/** Starts the program, asks it, waits until its chain goes on, and stops it. */
async function live(directory: string, address: string): Promise<Life> {
  const began = performance.now();
  const words = ['run', '--mine', '--data-dir', directory, '--api-port', '0', '--state-file-records', '0'];
  const node = await startProcess('ops/cli/main.js', words);
  const balance = await getText(`${node.url}/api/balance/${address}`);
  const answerMs = performance.now() - began;
  invariant(balance.includes('1000'), `the balance is ${balance}`);
  while ((await getText(`${node.url}/api/health`)).includes('state_check')) await setTimeout(ASK_MS);
  const provenMs = performance.now() - began;
  while ((await getText(`${node.url}/api/stats`)).includes('"network_height":0,')) await setTimeout(ASK_MS);
  const [resident = Number.NaN, peak = Number.NaN] = [residentMiB(node.pid), peakMiB(node.pid)];
  const signalled = performance.now();
  await node.stop();
  return { answerMs, provenMs, resident, peak, stopMs: performance.now() - signalled };
}

async function startRounds(directory: string, rounds: number, keys: readonly string[]): Promise<Figure[]> {
  const address = addressOf(keys[0] as AccountId);
  // A chain that has only its genesis leaves no file.
  await live(directory, address);
  const left: Life[] = [];
  const killed: Life[] = [];
  for (let round = 0; round < rounds; round++) {
    await removeStateFile(directory);
    killed.push(await live(directory, address));
    invariant(existsSync(stateFilePath(directory)), 'the node has left no file of its state');
    left.push(await live(directory, address));
  }
  const of = (lives: readonly Life[], what: keyof Life): number[] =>
    lives.map((life) => life[what]).filter((value) => !Number.isNaN(value));
  const name = `${keys.length} accounts`;
  const memory = (text: string, what: 'resident' | 'peak'): Figure[] =>
    of(left, what).length === 0
      ? []
      : [
          figureOf(`${text}, ${name}`, of(left, what), 'MB'),
          besideFigure(`without the file, ${name}`, of(killed, what), of(left, what), 'MB'),
        ];
  const answer = of(left, 'answerMs');
  return [
    atMost(figureOf(`start of the process to its first answer, state left in a file, ${name}`, answer, 'ms'), START_MS),
    besideFigure(`without the file, ${name}`, of(killed, 'answerMs'), answer, 'ms'),
    figureOf(`until the file is proven and the chain goes on, ${name}`, of(left, 'provenMs'), 'ms'),
    figureOf(`end of the process with leaving the file, ${name}`, of(killed, 'stopMs'), 'ms'),
    ...memory('resident memory when the chain goes on', 'resident'),
    ...memory('resident memory at its highest', 'peak'),
  ];
}

async function measureStages(order: StagesOf): Promise<StageTimes> {
  const program = fileURLToPath(builtFile('bench/macro/restartStages.js'));
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(order)], {
    timeout: STAGES_LIMIT_MS,
  });
  return JSON.parse(stdout) as StageTimes;
}

async function stageRounds(directory: string, rounds: number, count: number, quick: boolean): Promise<Figure[]> {
  const times: StageTimes[] = [];
  const transfersPerBlock = quick ? QUICK_TRANSFERS : TRANSFERS;
  for (let round = 0; round < rounds; round++) {
    const tagsDirectory = join(directory, `tags-${round}`);
    times.push(await measureStages({ directory, tagsDirectory, blocks: BLOCKS, transfersPerBlock }));
  }
  const of = (stage: keyof StageTimes): number[] => times.map((round) => round[stage]);
  const loading = times.map(({ records, trie }) => records + trie);
  const name = `${count} accounts`;
  return [
    figureOf(`reading from the store, ${name}`, of('reading'), 'ms'),
    besideFigure(`the same bytes from RocksDB in one thread, ${name}`, of('raw'), of('reading'), 'ms'),
    figureOf(`records and their hashes, ${name}`, of('records'), 'ms'),
    figureOf(`trie, ${name}`, of('trie'), 'ms'),
    besideFigure(`records and trie with one call per hash, ${name}`, of('single'), loading, 'ms'),
    figureOf(`reading indexes, ${name}`, of('indexes'), 'ms'),
    figureOf(`replay tags of ${BLOCKS * transfersPerBlock} transfers`, of('tags'), 'ms'),
  ];
}

export const restart: BenchDefinition = {
  name: 'restart',
  about: 'a start with a million accounts on disk, until the first answer',
  async run({ quick }) {
    const directory = await mkdtemp(join(tmpdir(), 'rouged-bench-'));
    const count = quick ? QUICK_ACCOUNTS : ACCOUNTS;
    try {
      const keys = accountKeys([], count);
      await makeChainDirectory(directory, keys);
      const rounds = quick ? 1 : ROUNDS;
      return [...(await startRounds(directory, rounds, keys)), ...(await stageRounds(directory, rounds, count, quick))];
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};
