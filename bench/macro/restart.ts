/** Bench of a restart: from the start of the process to its first answer, with a million accounts on disk.
 *
 *  The engine itself makes the data directory; the accounts are written beside its genesis state. The bench measures the
 *  built program, from its start to the line with its address: Node, threads, database, loading, the Merkle root
 *  of all records, the API. Then the stages of loading, each alone (`restartStages.ts`): reading beside the same bytes read from
 *  RocksDB in one thread, records and root beside one hash per call. */

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
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

async function startRounds(directory: string, rounds: number, count: number): Promise<Figure[]> {
  const starts: number[] = [];
  const resident: number[] = [];
  const peaks: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const node = await startProcess('ops/cli/main.js', ['run', '--data-dir', directory, '--api-port', '0']);
    starts.push(node.startMs);
    const [now, peak] = [residentMiB(node.pid), peakMiB(node.pid)];
    if (now !== undefined) resident.push(now);
    if (peak !== undefined) peaks.push(peak);
    await node.stop();
  }
  const name = `${count} accounts`;
  return [
    atMost(figureOf(`start of the process to its first answer, ${name}`, starts, 'ms'), START_MS),
    ...(resident.length > 0 ? [figureOf(`resident memory then, ${name}`, resident, 'MB')] : []),
    ...(peaks.length > 0 ? [figureOf(`resident memory at its highest, ${name}`, peaks, 'MB')] : []),
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
      await makeChainDirectory(directory, accountKeys([], count));
      const rounds = quick ? 1 : ROUNDS;
      return [
        ...(await startRounds(directory, rounds, count)),
        ...(await stageRounds(directory, rounds, count, quick)),
      ];
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};
