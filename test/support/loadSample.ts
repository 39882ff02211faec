/** Invented results of load runs: the same seed gives the same result.
 *
 *  In: a seeded random source and the length of the run. Out: a consistent result: totals are sums of the seconds, finality
 *  comes one block after inclusion, memory grows, one pause stands out; or the same result with markup for every text. */

import type { BlockFigure, LoadResult, Quantiles, Second, StageFigure } from '../../bench/load/result.js';
import type { SeededRandom } from './random.js';

const BLOCK_MS = 400;
const RATE = 3_500;

/** Of `count` samples around a median with a long tail. */
function quantilesAround(random: SeededRandom, median: number, count: number): Quantiles {
  const p95 = median * (1.4 + random.below(100) / 200);
  const p99 = p95 * (1.2 + random.below(100) / 200);
  return { count, p50: median, p95, p99, max: p99 * (1.5 + random.below(100) / 50) };
}

/** Of known samples, by nearest rank. */
function quantilesOf(values: readonly number[]): Quantiles {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

function secondsOf(random: SeededRandom, length: number): readonly Second[] {
  const pause = random.below(length);
  let backlog = 0;
  return Array.from({ length }, (_, at) => {
    const offered = RATE + random.between(-20, 20);
    const refused = random.chance(30) ? random.below(120) : 0;
    const accepted = offered - refused;
    const included = Math.min(accepted + backlog, at === pause ? 900 : RATE + random.between(-150, 100));
    backlog += accepted - included;
    return {
      second: at + 1,
      offered,
      accepted,
      refused,
      included,
      final: Math.max(0, included - random.below(200)),
      height: 100 + Math.floor((at * 1_000) / BLOCK_MS),
      mempool: 1_200 + backlog,
      nodeCores: 1.4 + random.below(40) / 100,
      loadCores: 0.5 + random.below(20) / 100,
      residentMiB: 310 + at * 1.7 + random.below(25),
      loopUtilization: 0.6 + random.below(20) / 100,
      loopDelayMs: at === pause ? 92.4 : 9 + random.below(60) / 10,
    };
  });
}

const blocksOf = (random: SeededRandom, length: number): readonly BlockFigure[] =>
  Array.from({ length: Math.floor((length * 1_000) / BLOCK_MS) }, (_, at) => {
    const transactions = random.between(1_250, 1_520);
    const intervalMs = BLOCK_MS + (random.chance(4) ? random.between(60, 260) : random.between(-6, 14));
    return { height: 100 + at, transactions, signedBytes: transactions * 311, intervalMs };
  });

const STAGES: readonly StageFigure[] = [
  { name: 'receive', on: 'main', microsecondsPerTransfer: 28.4, share: 0.1 },
  { name: 'packet wait', on: 'wait', microsecondsPerTransfer: 61, share: 0.2 },
  { name: 'verify', on: 'verify', microsecondsPerTransfer: 243.5, share: 0.97 },
  { name: 'mempool', on: 'main', microsecondsPerTransfer: 9.1, share: 0.03 },
  { name: 'apply', on: 'main', microsecondsPerTransfer: 6.7, share: 0.02 },
  { name: 'root', on: 'main', microsecondsPerTransfer: 31.2, share: 0.11 },
  { name: 'sign', on: 'verify', microsecondsPerTransfer: 1.3 },
  { name: 'commit', on: 'store', microsecondsPerTransfer: 44.9, share: 0.15 },
  { name: 'stream', on: 'main', microsecondsPerTransfer: 77.7, share: 0.27 },
];

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** @param length seconds of the measured window, at least 1. */
export function loadSample(random: SeededRandom, length = 60): LoadResult {
  const seconds = secondsOf(random, length);
  const list = blocksOf(random, length);
  const total = (of: (second: Second) => number): number => sum(seconds.map(of));
  const [offered, accepted, refused] = [total((s) => s.offered), total((s) => s.accepted), total((s) => s.refused)];
  const [included, final] = [total((s) => s.included), total((s) => s.final)];
  return {
    format: 1,
    begun: '2026-05-04T09:08:07.123Z',
    machine: 'Node v20.20.2, linux x64, 2 cores (a processor with a name)',
    options: {
      seconds: length,
      rate: RATE,
      accounts: 20_000,
      mix: 'transfer',
      connections: 8,
      door: 'binary',
      batch: 64,
      subscribers: 200,
      target: 'http://127.0.0.1:5101',
      own: true,
    },
    totals: {
      offered,
      accepted,
      refused: { busy: refused - Math.floor(refused / 3), connection: Math.floor(refused / 3) },
      included,
      final,
      lost: accepted - included,
    },
    rates: {
      offered: offered / length,
      accepted: accepted / length,
      refused: refused / length,
      included: included / length,
      final: final / length,
    },
    latency: {
      answer: quantilesAround(random, 11.8, accepted),
      inclusion: quantilesAround(random, 431, included),
      finality: quantilesAround(random, 838, final),
    },
    blocks: {
      count: list.length,
      intervalMs: quantilesOf(list.map((block) => block.intervalMs)),
      transactions: quantilesOf(list.map((block) => block.transactions)),
      filledByTransactions: 0.07,
      filledByBytes: 0.43,
      list,
    },
    node: {
      cores: 1.62,
      mainCores: 0.71,
      residentMiB: { first: 312, last: 431, peak: 440 },
      loop: { utilization: 0.7, delayMs: quantilesAround(random, 10.2, 5_000) },
      baseFee: { first: 0.1, last: 0.1, peak: 0.4 },
    },
    stages: STAGES,
    work: { signatureUs: 10, nodeUs: 240, mainUs: 65, node: 24, main: 6.5 },
    notes: ['the signed requests were used up early: 28.4 of 30 s measured'],
    limit: {
      name: 'verify',
      because: 'its threads worked 97 % of the window, no other stage of its thread above 27 %',
    },
    reads: [
      { name: 'GET /api/balance/:address', latency: quantilesAround(random, 6.1, 1_180), failures: { 503: 4 } },
      { name: 'GET /api/blocks', latency: quantilesAround(random, 14.9, 590), failures: {} },
    ],
    subscribers: { clients: 200, frames: 30_123, missed: 0, doubled: 0, slow: 5, told: 5, resumed: 5 },
    seconds,
  };
}

/** Closes any markup around it, and would run. */
export const POISON = `"'><img src=x onerror=hit=1></title></style></pre><script>hit=1</script><!--&lt;`;

/** A result in which every text, and every name in a free-form object, is markup. It is not a valid result any more: texts
 *  that must be one of a few words are replaced too. */
export function poisoned(result: LoadResult): { readonly result: LoadResult; readonly replaced: number } {
  let replaced = 0;
  const poison = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') {
      replaced++;
      return `${POISON}${replaced}`;
    }
    if (Array.isArray(value)) return value.map((item) => poison(item));
    if (typeof value !== 'object' || value === null) return value;
    const isFree = name === 'refused' || name === 'failures';
    if (isFree) replaced += Object.keys(value).length;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [isFree ? `${POISON}${key}` : key, poison(member, key)]),
    );
  };
  return { result: poison(result) as LoadResult, replaced };
}
