/** Bench of a network: what a transaction costs four validators that agree on every block.
 *
 *  The built program as four processes on this machine. Transfers arrive at a constant rate at one validator that is not the
 *  proposer. Everything is taken from the nodes' own metrics, in windows of a few seconds: bytes that they send to each
 *  other, of all kinds, before they are sealed; the proposer's time from a sealed block to its certificate; processor time of each
 *  main thread. Beside the bytes: the same blocks as their JSON shows them, sent whole to each of the other validators. That JSON
 *  has the transactions once; a network that sends such blocks has to spread the transactions before as well. */

import { SECONDS } from '../../engine/base/histogram.js';
import { invariant } from '../../engine/base/refusal.js';
import { type BenchDefinition, besideFigure, type Figure, figureOf } from '../figures.js';
import { publicAccounts } from '../load/accounts.js';
import { Child } from '../load/child.js';
import { epochMs, until } from '../load/clock.js';
import { type NodeReading, Span } from '../load/nodeReadings.js';
import type { SenderRole } from '../load/sender.js';
import { BenchCluster, CLUSTER_CHAIN_ID } from './cluster.js';

const VALIDATORS = 4;
const ACCOUNTS = 64;
/** Transfers arrive here: it votes and does not propose. */
const DOOR = 1;

export interface NetworkSize {
  /** Transfers a second: far from the maximum, so that nothing waits for a processor for long. */
  readonly rate: number;
  readonly rounds: number;
  readonly roundSeconds: number;
  readonly warmUpSeconds: number;
}

const SIZE: NetworkSize = { rate: 400, rounds: 5, roundSeconds: 6, warmUpSeconds: 6 };
const QUICK_SIZE: NetworkSize = { rate: 50, rounds: 1, roundSeconds: 2, warmUpSeconds: 1 };

/** Time for the sender to open its connections. */
const START_MS = 500;

/** Kinds of messages by what they are for. The rest keeps the connections: status, pings, addresses. */
const GROUPS = {
  transactions: ['inventory', 'transactionsWanted', 'transactions', 'handover', 'handoverAnswer'],
  blocks: ['compactBlock', 'compactBlockWanted', 'blockOffer', 'blockTransactionsWanted', 'blockTransactions'],
  votes: ['votes', 'votesWanted', 'certificate', 'certificateWanted'],
} as const;

/** What every node said at the start and at the end of a window. */
class Round {
  readonly spans: readonly Span[];

  constructor(from: readonly NodeReading[], to: readonly NodeReading[]) {
    this.spans = from.map((reading, index) => new Span(reading, to[index] as NodeReading));
  }

  get proposer(): Span {
    return this.spans[0] as Span;
  }

  /** Heights after the first and up to the last of the window, by the proposer. */
  get heights(): readonly number[] {
    const { from, to } = this.proposer;
    const [before, last] = [from, to].map(({ samples }) => samples.get('rouged_tip_height') ?? 0);
    return Array.from({ length: (last as number) - (before as number) }, (_, index) => (before as number) + 1 + index);
  }

  /** Bytes that all nodes have sent to each other. @param kinds all when absent. */
  bytes(kinds?: readonly string[]): number {
    const names = kinds?.map((kind) => `direction="out",kind="${kind}"`) ?? ['direction="out"'];
    return this.spans
      .flatMap((span) => names.map((name) => span.grownInAll('rouged_peer_bytes_total', name)))
      .reduce((sum, bytes) => sum + bytes, 0);
  }

  /** Milliseconds of a main thread; undefined where the system does not report it. */
  mainMs(index: number): number | undefined {
    const { from, to } = this.spans[index] as Span;
    return from.main && to.main && to.main.runMs - from.main.runMs;
  }
}

/** The quantile of a histogram's growth, in milliseconds: straight lines within its buckets, as Prometheus reads it.
 *  @throws when it has not grown. */
export function quantileMs(span: Pick<Span, 'grown'>, name: string, share: number): number {
  const total = span.grown(`${name}_count`);
  invariant(total > 0, `${name} has not grown, so it has no quantile`);
  const wanted = share * total;
  let [below, under] = [0, 0];
  for (const bound of SECONDS) {
    const count = span.grown(`${name}_bucket{le="${bound}"}`);
    if (count >= wanted && count > below)
      return (under + ((bound - under) * (wanted - below)) / (count - below)) * 1_000;
    [below, under] = [count, bound];
  }
  return under * 1_000;
}

interface JsonBlock extends Readonly<Record<string, unknown>> {
  readonly header: { readonly height: number };
  readonly txs: readonly unknown[];
}

/** Bytes of a block's JSON as `/api/blocks/import` takes it, and how many transactions it has. Its own certificate is left out: a
 *  proposer that sends its block does not have it yet. */
async function jsonOf(url: string, height: number): Promise<{ readonly bytes: number; readonly transactions: number }> {
  const response = await fetch(`${url}/api/blocks?from_height=${height}&limit=1`);
  const { blocks } = (await response.json()) as { readonly blocks?: readonly JsonBlock[] };
  const block = blocks?.[0];
  invariant(block?.header.height === height, `block ${height} is answered with ${response.status}`);
  const { certificate: _, ...sent } = block;
  return { bytes: Buffer.byteLength(JSON.stringify(sent)), transactions: block.txs.length };
}

/** Sends at a constant rate through all windows. */
async function readRounds(
  cluster: BenchCluster,
  sender: Child<SenderRole>,
  seed: string,
  size: NetworkSize,
): Promise<Round[]> {
  const { rate, rounds, roundSeconds, warmUpSeconds } = size;
  const target = cluster.nodes[DOOR];
  invariant(target, 'the node that takes requests is one of the network');
  const seconds = warmUpSeconds + rounds * roundSeconds;
  const count = Math.ceil(rate * (seconds + 1));
  await sender.call('sign', {
    ...{ count, seed, accounts: ACCOUNTS, signers: Array.from({ length: ACCOUNTS }, (_, account) => account) },
    ...{ mix: 'transfer', chainId: CLUSTER_CHAIN_ID, threads: 2, timestamp: Date.now(), timestampStep: 1_000 / rate },
  });
  const begin = epochMs() + START_MS;
  const window = { begin: begin + warmUpSeconds * 1_000, end: begin + (seconds + 1) * 1_000 };
  const sending = sender.call('run', {
    ...{ target: { host: '127.0.0.1', port: target.port }, door: 'json', batch: 1, pipeline: 1, connections: 16 },
    ...{ rate, begin, window },
  });
  const readings: (readonly NodeReading[])[] = [];
  for (let round = 0; round <= rounds; round++) {
    await until(window.begin + round * roundSeconds * 1_000);
    readings.push(await cluster.readings());
  }
  const { offered, ids } = await sending;
  invariant(ids.length === offered && offered > 0, `the network has accepted ${ids.length} of ${offered} transfers`);
  return readings.slice(1).map((to, index) => new Round(readings[index] as readonly NodeReading[], to));
}

interface Measured {
  readonly round: Round;
  readonly transactions: number;
  /** Of its blocks. */
  readonly jsonBytes: number;
}

async function withBlocks(round: Round, url: string): Promise<Measured> {
  let [transactions, jsonBytes] = [0, 0];
  for (const height of round.heights) {
    const block = await jsonOf(url, height);
    transactions += block.transactions;
    jsonBytes += block.bytes;
  }
  invariant(transactions > 0, 'a window of the bench has transactions');
  return { round, transactions, jsonBytes };
}

function bytesFigures(measured: readonly Measured[]): Figure[] {
  const of = (kinds?: readonly string[]): number[] =>
    measured.map(({ round, transactions }) => round.bytes(kinds) / transactions);
  const all = of();
  const json = measured.map(({ jsonBytes, transactions }) => ((VALIDATORS - 1) * jsonBytes) / transactions);
  return [
    figureOf('bytes between the nodes, a transaction', all, 'B'),
    besideFigure('its blocks as JSON to each other validator', json, all, 'B'),
    ...Object.entries(GROUPS).map(([name, kinds]) => figureOf(`of them for ${name}`, of(kinds), 'B')),
  ];
}

function mainFigures(measured: readonly Measured[]): Figure[] {
  const of = (index: number): number[] =>
    measured.flatMap(({ round, transactions }) => {
      const milliseconds = round.mainMs(index);
      return milliseconds === undefined ? [] : [(milliseconds * 1_000) / transactions];
    });
  const [proposer, door, ...followers] = Array.from({ length: VALIDATORS }, (_, index) => of(index));
  if (!proposer || !door || proposer.length === 0) return [];
  const follower = proposer.map(
    (_, round) => followers.reduce((sum, values) => sum + (values[round] as number), 0) / followers.length,
  );
  return [
    figureOf('main thread of a validator that follows, a transaction', follower, 'us'),
    besideFigure('that of the proposer', proposer, follower, 'us'),
    besideFigure('that of the validator that takes the requests', door, follower, 'us'),
  ];
}

async function measure(size: NetworkSize): Promise<readonly Figure[]> {
  const seed = `network ${Date.now()}`;
  const cluster = await BenchCluster.start(VALIDATORS, publicAccounts(seed, ACCOUNTS));
  const sender = new Child<SenderRole>('sender');
  try {
    const rounds = await readRounds(cluster, sender, seed, size);
    const { url } = cluster.nodes[VALIDATORS - 1] as { readonly url: string };
    const measured: Measured[] = [];
    for (const round of rounds) measured.push(await withBlocks(round, url));
    const certificate = (share: number): number[] =>
      rounds.map(({ proposer }) => quantileMs(proposer, 'rouged_certificate_seconds', share));
    return [
      ...bytesFigures(measured),
      ...mainFigures(measured),
      figureOf('seal to certificate at the proposer, p50', certificate(0.5), 'ms'),
      figureOf('seal to certificate at the proposer, p99', certificate(0.99), 'ms'),
      figureOf(
        'transactions included',
        measured.map(({ round, transactions }) => transactions / round.proposer.seconds),
        '/s',
      ),
      figureOf(
        'blocks',
        rounds.map(({ heights, proposer }) => heights.length / proposer.seconds),
        '/s',
      ),
    ];
  } finally {
    await sender.end();
    await cluster.end();
  }
}

/** The bench with the given load. */
export const networkUnder = (size: NetworkSize): BenchDefinition => ({
  name: 'network',
  about:
    'four validators on this machine: bytes between them, seal to certificate, main thread of followers and proposer',
  run: ({ quick }) => measure(quick ? QUICK_SIZE : size),
});

export const networkBench = networkUnder(SIZE);
