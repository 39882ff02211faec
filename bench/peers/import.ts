/** Bench of the import: how fast a node catches up with a chain that a peer serves.
 *
 *  Both nodes are the built program as processes of their own; blocks come over loopback through the sessions of peers, and
 *  every signature and rule is checked, every block made durable. Beside it: the same transactions through the verification
 *  pool alone, with as many threads, nothing else running. Both have seen the first blocks before the clock starts. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invariant } from '../../engine/base/refusal.js';
import { type BenchDefinition, besideFigure, type Figure, figureOf, ratioAtLeast } from '../figures.js';
import { type MeasuredProcess, mainThreadMs, startProcess } from '../macro/nodeProcess.js';
import { type ChainSize, makeSignedChain, poolOf, type SignedChain, verifiedItems } from './signedChain.js';

/** Blocks that only warm up: keys are expanded, code is compiled, the download is under way. */
const WARM_UP_BLOCKS = 8;

/** Threads of the importing node's pool, and of the pool alone. */
const THREADS = 1;

/** Blocks that the pool alone has at a time: as many as the node is given ahead. */
const AHEAD = 8;

export interface ImportSize extends ChainSize {
  readonly rounds: number;
}

const SIZE: ImportSize = { blocks: 48, transfers: 1_000, senders: 256, rounds: 3 };
const QUICK_SIZE: ImportSize = { blocks: 12, transfers: 20, senders: 16, rounds: 1 };

/** A node that is not there by then has stopped importing. */
const LIMIT_MS = 120_000;
const LOOK_MS = 4;

const COMMON = [
  '--allow-private-peers',
  '--log-level',
  'warn',
  '--log-format',
  'json',
  '--verify-workers',
  String(THREADS),
];
const UNLIMITED = ['--rate-limit-read-per-minute', '0', '--rate-limit-write-per-minute', '0'];

export const nodeAt = (directory: string, genesisPath: string, words: readonly string[]): Promise<MeasuredProcess> =>
  startProcess('ops/cli/main.js', [
    ...['run', '--data-dir', directory, '--genesis', genesisPath, '--host', '127.0.0.1', '--api-port', '0'],
    ...COMMON,
    ...UNLIMITED,
    ...words,
  ]);

async function heightOf(url: string): Promise<number> {
  const answer = (await (await fetch(`${url}/api/stats`)).json()) as { readonly height?: number };
  return Number(answer.height);
}

interface Moment {
  readonly height: number;
  readonly at: number;
  readonly mainMs: number | undefined;
}

/** Looks until the node has a block of this height, or a later one. */
export async function reaches({ url, pid }: MeasuredProcess, height: number): Promise<Moment> {
  const end = performance.now() + LIMIT_MS;
  for (;;) {
    const seen = await heightOf(url);
    const at = performance.now();
    if (seen >= height) return { height: seen, at, mainMs: mainThreadMs(pid) };
    invariant(at < end, `the node has imported ${seen} of ${height} blocks`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

interface Round {
  /** Wall clock, milliseconds for a block and microseconds for a transaction. */
  readonly blockMs: number;
  readonly transactionUs: number;
  /** Microseconds of the main thread for a transaction; undefined where the system does not report it. */
  readonly mainUs: number | undefined;
}

/** A new node catches up. */
async function importRound({ genesisPath }: SignedChain, size: ChainSize, server: MeasuredProcess): Promise<Round> {
  const directory = await mkdtemp(join(tmpdir(), 'rouged-bench-'));
  const node = await nodeAt(directory, genesisPath, ['--peers', `${server.url}/api`]);
  try {
    const from = await reaches(node, WARM_UP_BLOCKS);
    const to = await reaches(node, size.blocks);
    const blocks = to.height - from.height;
    invariant(blocks > 0, 'the node had imported all blocks before the clock started');
    const transactions = blocks * size.transfers;
    const main = from.mainMs === undefined || to.mainMs === undefined ? undefined : to.mainMs - from.mainMs;
    return {
      blockMs: (to.at - from.at) / blocks,
      transactionUs: ((to.at - from.at) * 1_000) / transactions,
      mainUs: main === undefined ? undefined : (main * 1_000) / transactions,
    };
  } finally {
    await node.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** The pool alone. @param warmUp blocks that are not measured. @returns wall-clock microseconds for a transaction. */
export async function verifyRound({ blocks }: SignedChain, warmUp = WARM_UP_BLOCKS): Promise<number> {
  const pool = poolOf(THREADS);
  try {
    await pool.start();
    for (const block of blocks.slice(0, warmUp)) await verifiedItems(pool, block);
    const measured = blocks.slice(warmUp);
    const start = performance.now();
    let next = 0;
    const one = async (): Promise<void> => {
      for (let block = measured[next++]; block; block = measured[next++]) await verifiedItems(pool, block);
    };
    await Promise.all(Array.from({ length: AHEAD }, one));
    return ((performance.now() - start) * 1_000) / measured.reduce((sum, { length }) => sum + length, 0);
  } finally {
    await pool.close();
  }
}

async function measure(size: ImportSize): Promise<readonly Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), 'rouged-bench-'));
  const rounds: Round[] = [];
  const alone: number[] = [];
  try {
    const chain = await makeSignedChain(directory, size);
    for (let round = 0; round < size.rounds; round++) {
      // Alone means alone: the server ends before the pool is measured.
      const server = await nodeAt(directory, chain.genesisPath, []);
      try {
        rounds.push(await importRound(chain, size, server));
      } finally {
        await server.stop();
      }
      alone.push(await verifyRound(chain));
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  const perTransaction = rounds.map(({ transactionUs }) => transactionUs);
  const main = rounds.flatMap(({ mainUs }) => (mainUs === undefined ? [] : [mainUs]));
  return [
    figureOf('a transaction imported from a peer, wall clock', perTransaction, 'us'),
    ratioAtLeast(besideFigure('the same through the pool alone, wall clock', alone, perTransaction, 'us'), 0.35),
    figureOf(
      'transactions imported',
      perTransaction.map((us) => 1e6 / us),
      '/s',
    ),
    figureOf(
      `blocks of ${size.transfers} transfers imported`,
      rounds.map(({ blockMs }) => 1_000 / blockMs),
      '/s',
    ),
    ...(main.length === 0 ? [] : [figureOf('main thread, a transaction imported', main, 'us')]),
  ];
}

/** The bench over a chain of the given size. */
export const importOver = (size: ImportSize): BenchDefinition => ({
  name: 'import',
  about: 'a node that catches up from a peer over loopback, beside the verification pool alone',
  run: ({ quick }) => measure(quick ? QUICK_SIZE : size),
});

export const importBench = importOver(SIZE);
