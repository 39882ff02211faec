/** Bench of growth: how a transfer's cost on the main thread, its root and the memory grow with accounts or block size.
 *
 *  In: nothing. Out: the stages of the bench `pipeline` at a thousand to a million accounts with blocks of 1,000 transfers,
 *  and at 10 to 10,000 transfers a block with 100,000 accounts. Each point runs in a process of its own: memory and compiled
 *  code of one do not affect the next. The total is judged against the growth of a logarithm (`growth.ts`) by
 *  processor time, and the root by its exact count of hashes: time alone would mix the algorithm with effects of the
 *  caches, into which a large tree does not fit. Left out as in `pipeline`: the network, signature checks, signing. */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { builtFile } from '../../workers/threads/workerFile.js';
import {
  atMost,
  type BenchDefinition,
  type BenchOptions,
  type CurvePoint,
  type Figure,
  figureOf,
  type Unit,
} from '../figures.js';
import { threadClock } from '../measure.js';
import { stages } from './block.js';
import type { PerTransfer, PointResult, PointRound, PointSize } from './curvePoint.js';
import { growthFigures, nodesPerKeyBound, type SizedCosts, sizeText } from './growth.js';

/** A process that takes longer is considered hung: the largest takes about a minute. */
const POINT_LIMIT_MS = 600_000;
/** With fewer transfers in a block its stages are too short for a clock that may tick in milliseconds. */
const THREAD_CLOCK_TRANSFERS = 1_000;

interface Curves {
  readonly accounts: readonly number[];
  readonly transfers: readonly number[];
  /** The constant size while the other grows. */
  readonly fixedAccounts: number;
  readonly fixedTransfers: number;
  readonly rounds: number;
  readonly warmUpBlocks: number;
  readonly transfersPerRound: number;
}

const FULL: Curves = {
  accounts: [1_000, 10_000, 100_000, 1_000_000],
  transfers: [10, 100, 1_000, 4_000, 10_000],
  fixedAccounts: 100_000,
  fixedTransfers: 1_000,
  rounds: 5,
  warmUpBlocks: 10,
  transfersPerRound: 12_000,
};

const QUICK: Curves = {
  ...FULL,
  accounts: [1_000, 2_000],
  transfers: [10, 100],
  fixedAccounts: 2_000,
  fixedTransfers: 100,
  rounds: 2,
  warmUpBlocks: 1,
  transfersPerRound: 200,
};

/** Blocks of one round. A transfer's timestamp is valid for 300 s and a block takes 400 ms: a process runs 600 at most. */
const MAX_BLOCKS_PER_ROUND = 60;

interface Point extends CurvePoint {
  readonly result: PointResult;
}

async function measurePoint(accounts: number, transfers: number, curves: Curves): Promise<PointResult> {
  const { rounds, warmUpBlocks, transfersPerRound } = curves;
  const blocksPerRound = Math.min(MAX_BLOCKS_PER_ROUND, Math.ceil(transfersPerRound / transfers));
  const size: PointSize = { accounts, transfers, rounds, warmUpBlocks, blocksPerRound };
  const program = fileURLToPath(builtFile('bench/pipeline/curvePoint.js'));
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(size)], {
    timeout: POINT_LIMIT_MS,
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(stdout) as PointResult;
}

/** Both curves; a point that is on both is measured once. */
async function measurePoints(curves: Curves): Promise<Point[]> {
  const { fixedAccounts, fixedTransfers } = curves;
  const places: CurvePoint[] = [
    ...curves.accounts.map((accounts) => ({ grows: 'accounts' as const, accounts, transfers: fixedTransfers })),
    ...curves.transfers.map((transfers) => ({ grows: 'transfers' as const, accounts: fixedAccounts, transfers })),
  ];
  const results = new Map<string, PointResult>();
  const points: Point[] = [];
  for (const place of places) {
    const name = `${place.accounts} ${place.transfers}`;
    const result = results.get(name) ?? (await measurePoint(place.accounts, place.transfers, curves));
    results.set(name, result);
    points.push({ ...place, result });
  }
  return points;
}

const TOTAL = `total by ${threadClock.name}`;

/** One point's value for each row of the tables. */
function rowsOf({ result, ...at }: Point): Figure[] {
  const { rounds, memory } = result;
  const clock: keyof PerTransfer = at.transfers < THREAD_CLOCK_TRANSFERS ? 'wall' : 'thread';
  const row = (name: string, unit: Unit, of: (round: PointRound) => number): Figure => ({
    ...figureOf(name, rounds.map(of), unit),
    at,
  });
  const once = (name: string, unit: Unit, value: number): Figure => ({ ...figureOf(name, [value], unit), at });
  const perAccount = (name: keyof typeof memory): number => memory[name] / at.accounts;
  return [
    ...stages.map((stage) => row(stage, 'us', (round) => round.stages[stage][clock])),
    row(TOTAL, 'us', ({ total }) => total.thread),
    row('total by the wall clock', 'us', ({ total }) => total.wall),
    row('root, a changed key', 'us', ({ rootPerKey }) => rootPerKey[clock]),
    row('inner nodes hashed, a changed key', 'hashes', ({ nodesPerKey }) => nodesPerKey),
    row('keys, values and leaves hashed, a changed key', 'hashes', ({ messagesPerKey }) => messagesPerKey),
    row('root, a hash', 'ns', (round) => {
      return (round.rootPerKey[clock] * 1_000) / (round.nodesPerKey + round.messagesPerKey);
    }),
    once('heap, an account', 'B', perAccount('heap')),
    once('array buffers, an account', 'B', perAccount('arrayBuffers')),
    once('resident, an account', 'B', perAccount('resident')),
  ];
}

function judgedFigures(points: readonly Point[]): Figure[] {
  const curve = (grows: CurvePoint['grows'], values: (point: Point) => number[]): SizedCosts[] =>
    points.filter((point) => point.grows === grows).map((point) => ({ size: point[grows], values: values(point) }));
  const totals = ({ result }: Point): number[] => result.rounds.map(({ total }) => total.thread);
  const memory = ({ result, accounts }: Point): number[] => [
    (result.memory.heap + result.memory.arrayBuffers) / accounts,
  ];
  const distinct = points.filter(({ result }, at) => points.findIndex((other) => other.result === result) === at);
  const nodes = distinct.map(({ accounts, transfers, result }) =>
    atMost(
      figureOf(
        `inner nodes hashed, a changed key, ${sizeText(accounts)} accounts, ${sizeText(transfers)} transfers a block`,
        result.rounds.map(({ nodesPerKey }) => nodesPerKey),
        'hashes',
      ),
      Number(nodesPerKeyBound(accounts).toFixed(2)),
    ),
  );
  return [
    ...growthFigures(TOTAL, 'accounts', 'us', curve('accounts', totals)),
    ...growthFigures(TOTAL, 'transfers a block', 'us', curve('transfers', totals)),
    ...growthFigures('heap and array buffers, an account', 'accounts', 'B', curve('accounts', memory)),
    ...nodes,
  ];
}

export const curves: BenchDefinition = {
  name: 'curves',
  about: 'main thread for a transfer, root for a changed key, memory for an account, while accounts or blocks grow',
  async run({ quick }: BenchOptions): Promise<Figure[]> {
    const sizes = quick ? QUICK : FULL;
    const points = await measurePoints(sizes);
    return [...points.flatMap(rowsOf), ...judgedFigures(points)];
  },
};
