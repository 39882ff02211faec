/** Bench of the ways to a whole chain: how long an empty node takes from the genesis block, and from a snapshot file.
 *
 *  All of them are the built program as processes of their own, and each way ends with the first answer at the same height. From genesis:
 *  start, blocks from one peer over loopback, every signature and rule checked, every block durable. From a snapshot: the command that
 *  restores the file, then the start on what it has made. Beside them, in the same round: the signatures of the same transactions through
 *  the verification pool alone, with as many threads, nothing else running and nothing seen before. Left out: a large state, which makes
 *  the snapshot slower and leaves the chain as it is. */

import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { invariant } from '../../engine/base/refusal.js';
import { builtFile } from '../../workers/threads/workerFile.js';
import { type BenchDefinition, besideFigure, type Figure, figureOf } from '../figures.js';
import type { MeasuredProcess } from '../macro/nodeProcess.js';
import { nodeAt, reaches, verifyRound } from './import.js';
import { type ChainSize, makeSignedChain, type SignedChain } from './signedChain.js';

interface SyncSize extends ChainSize {
  readonly rounds: number;
}

const SIZE: SyncSize = { blocks: 100, transfers: 500, senders: 256, rounds: 3 };
const QUICK_SIZE: SyncSize = { blocks: 12, transfers: 20, senders: 16, rounds: 1 };

/** A command that takes longer is considered hung. */
const LIMIT_MS = 120_000;

/** What `rouged snapshot make --json` answers. */
interface Snapshot {
  readonly folder: string;
  readonly height: number;
  readonly hash: string;
}

async function rouged(words: readonly string[]): Promise<string> {
  const program = fileURLToPath(builtFile('ops/cli/main.js'));
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], { timeout: LIMIT_MS });
  return stdout;
}

/** Gives work a directory of its own. */
async function inDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'rouged-bench-'));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** @returns milliseconds from the start of the process to the tip. */
async function genesisMs({ genesisPath }: SignedChain, height: number, server: MeasuredProcess): Promise<number> {
  return inDirectory(async (directory) => {
    const start = performance.now();
    const node = await nodeAt(directory, genesisPath, ['--peers', `${server.url}/api`]);
    try {
      const { at } = await reaches(node, height);
      return at - start;
    } finally {
      await node.stop();
    }
  });
}

interface Restored {
  /** Milliseconds of the command, and with the start of the node. */
  readonly commandMs: number;
  readonly totalMs: number;
}

async function snapshotMs({ genesisPath }: SignedChain, { folder, height, hash }: Snapshot): Promise<Restored> {
  return inDirectory(async (directory) => {
    const start = performance.now();
    const to = ['--data-dir', directory, '--genesis', genesisPath, '--trusted-block', `${height}:${hash}`];
    await rouged(['snapshot', 'restore', folder, ...to]);
    const commandMs = performance.now() - start;
    const node = await nodeAt(directory, genesisPath, []);
    try {
      const { at } = await reaches(node, height);
      return { commandMs, totalMs: at - start };
    } finally {
      await node.stop();
    }
  });
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder)) bytes += (await stat(join(folder, name))).size;
  return bytes;
}

async function measure(size: SyncSize): Promise<readonly Figure[]> {
  return inDirectory(async (directory) => {
    const chain = await makeSignedChain(directory, size);
    const snapshot = JSON.parse(await rouged(['snapshot', 'make', '--data-dir', directory, '--json'])) as Snapshot;
    invariant(snapshot.height === size.blocks, 'the snapshot is one of the tip');
    const transactions = size.blocks * size.transfers;
    const genesis: number[] = [];
    const restored: Restored[] = [];
    const alone: number[] = [];
    for (let round = 0; round < size.rounds; round++) {
      // Alone means alone: the server ends before anything else is measured.
      const server = await nodeAt(directory, chain.genesisPath, []);
      try {
        genesis.push(await genesisMs(chain, size.blocks, server));
      } finally {
        await server.stop();
      }
      restored.push(await snapshotMs(chain, snapshot));
      alone.push(((await verifyRound(chain, 0)) * transactions) / 1_000);
    }
    const what = `${size.blocks} blocks of ${size.transfers} transfers`;
    const rates = (times: readonly number[]): number[] => times.map((ms) => (transactions * 1_000) / ms);
    const totals = restored.map(({ totalMs }) => totalMs);
    return [
      figureOf(`an empty node from genesis, ${what}, wall clock`, genesis, 'ms'),
      besideFigure('an empty node from a snapshot file, to the same height', totals, genesis, 'ms'),
      besideFigure('the signatures alone through the pool', alone, genesis, 'ms'),
      figureOf(
        'restoring the snapshot, without the start of the node',
        restored.map(({ commandMs }) => commandMs),
        'ms',
      ),
      figureOf('size of the snapshot', [(await bytesIn(snapshot.folder)) / 1e6], 'MB'),
      figureOf('transactions brought in from genesis', rates(genesis), '/s'),
      figureOf('transactions verified alone', rates(alone), '/s'),
    ];
  });
}

export const syncBench: BenchDefinition = {
  name: 'sync',
  about: 'an empty node from genesis and from a snapshot file, beside the verification pool alone',
  run: ({ quick }) => measure(quick ? QUICK_SIZE : SIZE),
};
