/** The result of a run from its rounds: one set of figures, whatever the number of rounds.
 *
 *  In: the senders' books, the events received, readings of the node. Out: the result that is printed and drawn. Totals
 *  follow the requests of the measured windows until the end of the run; rates and figures per second count what happened
 *  within the windows. */

import { availableParallelism } from 'node:os';
import { machine } from '../report.js';
import type { Blocks } from './inclusion.js';
import { limitOf } from './limit.js';
import type { NodeReading } from './nodeReadings.js';
import { Span } from './nodeReadings.js';
import type { LoadArguments } from './options.js';
import { BLOCK_TIME_MS } from './ownNode.js';
import { quantilesOf } from './quantiles.js';
import type { BlockFigure, LoadResult, Second } from './result.js';
import type { Moment, Round } from './round.js';
import { Growth, stagesOf } from './stages.js';
import { type Spent, workOf } from './work.js';

const MIB = 1024 * 1024;
const MAIN = 'rouged_thread_active_seconds_total{thread="main"}';
const RESIDENT = 'process_resident_memory_bytes';
const PROCESSOR = 'process_cpu_seconds_total';

/** Length of the node's window of event loop delays: a reading this long after the start contains nothing from before it. */
const DELAY_WINDOW_MS = 15_000;

const residentOf = (reading: NodeReading | undefined): number | undefined => {
  const bytes = reading?.samples.get(RESIDENT);
  return bytes === undefined ? undefined : bytes / MIB;
};

const delayOf = (reading: NodeReading, of: string): number =>
  (reading.samples.get(`rouged_event_loop_delay_seconds{of="${of}"}`) ?? 0) * 1_000;

/** Adds members that are known. */
const known = <Members extends Record<string, unknown>>(members: Members) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Members]?: Exclude<Members[Name], undefined>;
  };

const total = (values: Iterable<number>): number => {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
};

const lengthMs = ({ window }: Round): number => window.end - window.begin;
const isWithin = ({ window }: Round, moment: number): boolean => moment >= window.begin && moment < window.end;

function joined(lists: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(total(lists.map(({ length }) => length)));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

/** First and last reading of a round. */
function spanOf({ moments }: Round): Span | undefined {
  const readings = moments.flatMap(({ node }) => node ?? []);
  const [first] = readings;
  const last = readings.at(-1);
  return first && last && last.at > first.at ? new Span(first, last) : undefined;
}

/** Whether the node's window of delays at a reading contains nothing from before the run. */
const hasOwnDelays = ({ window }: Round, reading: NodeReading): boolean => reading.at >= window.begin + DELAY_WINDOW_MS;

function nodeOfSecond(round: Round, from: Moment | undefined, to: Moment | undefined) {
  if (!from?.node || !to?.node) return {};
  const span = new Span(from.node, to.node);
  const { seconds } = span;
  return known({
    mempool: to.node.samples.get('rouged_mempool_transactions'),
    nodeCores: span.grown(PROCESSOR) / seconds,
    residentMiB: residentOf(to.node),
    loopUtilization: span.grown(MAIN) / seconds,
    loopDelayMs: hasOwnDelays(round, to.node) ? delayOf(to.node, 'p99') : undefined,
  });
}

function secondsOf(round: Round, blocks: Blocks, first: number): Second[] {
  const { window, books, heard, moments } = round;
  const count = Math.ceil(lengthMs(round) / 1_000);
  const included = new Array<number>(count).fill(0);
  for (const { at } of heard)
    for (const moment of at)
      if (isWithin(round, moment)) {
        const index = Math.floor((moment - window.begin) / 1_000);
        included[index] = (included[index] as number) + 1;
      }
  const list = blocks.list();
  return included.map((included, index) => {
    const begin = window.begin + index * 1_000;
    const end = begin + 1_000;
    const of = (name: 'offered' | 'accepted' | 'refused'): number =>
      total(books.map(({ seconds }) => seconds[name][index] ?? 0));
    const from = moments.find(({ at }) => at === begin);
    const to = moments.find(({ at }) => at === end);
    const final = list.filter(({ height }) => {
      const at = blocks.finalAt(height);
      return at !== undefined && at >= begin && at < Math.min(end, window.end);
    });
    return {
      second: first + index,
      offered: of('offered'),
      accepted: of('accepted'),
      refused: of('refused'),
      included,
      final: total(final.map(({ transactions }) => transactions)),
      height: list.findLast(({ at }) => at < end)?.height ?? 0,
      loadCores: from && to ? (to.processorMs - from.processorMs) / 1_000 : 0,
      ...nodeOfSecond(round, from, to),
    };
  });
}

/** Blocks received within the windows that carry load or are between blocks that do. */
function blockList(rounds: readonly Round[], blocks: Blocks): BlockFigure[] {
  return blocks.list().flatMap(({ height, transactions, time, at }) => {
    const parent = blocks.at(height - 1);
    if (!parent || !rounds.some((round) => isWithin(round, at))) return [];
    return [{ height, transactions, intervalMs: time - parent.time }];
  });
}

function blockFigures(rounds: readonly Round[], blocks: Blocks, growth: Growth): LoadResult['blocks'] {
  const list = blockList(rounds, blocks);
  const count = growth.of('rouged_block_transactions_count');
  const filled = (sum: string, of: string): number | undefined => {
    const limit = growth.last(`rouged_block_limit{of="${of}"}`);
    return limit && count > 0 ? growth.of(sum) / count / limit : undefined;
  };
  return {
    count: list.length,
    intervalMs: quantilesOf(Float64Array.from(list, ({ intervalMs }) => intervalMs)),
    transactions: quantilesOf(Float64Array.from(list, ({ transactions }) => transactions)),
    ...known({
      filledByTransactions: filled('rouged_block_transactions_sum', 'transactions'),
      filledByBytes: filled('rouged_block_signed_bytes_sum', 'bytes'),
    }),
    list,
  };
}

function mainCores(growth: Growth): { running: number; waiting: number } | undefined {
  let [run, wait] = [0, 0];
  for (const { from, to } of growth.spans) {
    if (!from.main || !to.main) return undefined;
    run += to.main.runMs - from.main.runMs;
    wait += to.main.waitMs - from.main.waitMs;
  }
  const milliseconds = growth.seconds * 1_000;
  return milliseconds > 0 ? { running: run / milliseconds, waiting: wait / milliseconds } : undefined;
}

function spentOf(growth: Growth): Spent {
  const running = mainCores(growth)?.running;
  return {
    transfers: growth.transactions,
    nodeMs: growth.of(PROCESSOR) * 1_000,
    mainMs: running === undefined ? undefined : running * growth.seconds * 1_000,
  };
}

/** Of the node's windows of event loop delays within the run, the one with the highest 99th percentile. */
function loopDelays(rounds: readonly Round[]) {
  const readings = rounds.flatMap((round) =>
    round.moments.flatMap(({ node }) => (node && hasOwnDelays(round, node) ? [node] : [])),
  );
  const windows = new Map(readings.map((reading) => [delayOf(reading, 'p99'), reading]));
  const worst = windows.get(Math.max(...windows.keys()));
  if (!worst) return { count: 0, p50: 0, p95: 0, p99: 0, max: 0 };
  const of = (name: string): number => delayOf(worst, name);
  return { count: windows.size, p50: of('p50'), p95: of('p95'), p99: of('p99'), max: of('max') };
}

function nodeFigures(rounds: readonly Round[], growth: Growth): LoadResult['node'] {
  const fees = rounds.flatMap(({ moments }) => moments.flatMap(({ baseFee }) => baseFee ?? []));
  const [firstFee, lastFee] = [fees[0], fees.at(-1)];
  const baseFee =
    firstFee === undefined || lastFee === undefined
      ? undefined
      : { first: firstFee, last: lastFee, peak: Math.max(...fees) };
  if (growth.spans.length === 0) return known({ baseFee });
  const resident = rounds.flatMap(({ moments }) => moments.flatMap(({ node }) => residentOf(node) ?? []));
  const [first = 0] = resident;
  return known({
    cores: growth.of(PROCESSOR) / growth.seconds,
    mainCores: mainCores(growth)?.running,
    residentMiB:
      resident.length === 0 ? undefined : { first, last: resident.at(-1) ?? first, peak: Math.max(...resident) },
    loop: { utilization: growth.mainShare, delayMs: loopDelays(rounds) },
    baseFee,
  });
}

function totalsOf(rounds: readonly Round[], final: number): LoadResult['totals'] {
  const refused: Record<string, number> = {};
  for (const { books } of rounds)
    for (const book of books)
      for (const [code, count] of Object.entries(book.refused)) refused[code] = (refused[code] ?? 0) + count;
  const accepted = total(rounds.map(({ inclusion }) => inclusion.accepted));
  const included = total(rounds.map(({ inclusion }) => inclusion.included));
  return {
    offered: total(rounds.flatMap(({ books }) => books.map(({ offered }) => offered))),
    accepted,
    refused,
    included,
    failed: total(rounds.map(({ inclusion }) => inclusion.failed)),
    final,
    lost: accepted - included,
  };
}

export interface RunFacts {
  readonly begun: string;
  readonly options: LoadArguments;
  readonly url: string;
  readonly rounds: readonly Round[];
  readonly blocks: Blocks;
  readonly notes: readonly string[];
  /** Microseconds of one warm signature in this run. */
  readonly signatureUs: number;
  readonly beside: Pick<LoadResult, 'reads' | 'subscribers'>;
}

function limitOfRun(facts: RunFacts, growth: Growth, result: Omit<LoadResult, 'limit'>): LoadResult['limit'] {
  const { options, rounds } = facts;
  const { rates, totals, blocks, stages, node, seconds } = result;
  const cores = mainCores(growth);
  const hasNode = growth.spans.length > 0;
  const loadCores = total(seconds.map(({ loadCores }) => loadCores)) / Math.max(1, seconds.length);
  const { filledByBytes, filledByTransactions } = blocks;
  const blockTime = growth.last('rouged_block_time_seconds');
  return limitOf({
    asked: options.rate,
    rates,
    offered: totals.offered,
    refused: totals.refused,
    blockIntervalMs: blocks.intervalMs.p50,
    blockTimeMs: blockTime === undefined ? BLOCK_TIME_MS : blockTime * 1_000,
    stages,
    generator: Math.max(...rounds.map(({ utilization }) => utilization)),
    cores: availableParallelism(),
    requestsUnderWay: options.connections * options.pipeline * options.batch,
    ...known({
      filledByBytes,
      filledByTransactions,
      main: hasNode ? { active: growth.mainShare, ...cores } : undefined,
      verifyShare: hasNode ? growth.verifyShare : undefined,
      storeShare: hasNode ? growth.storeShare : undefined,
      coresTaken: node.cores === undefined ? undefined : node.cores + loadCores,
    }),
  });
}

export function assemble(facts: RunFacts): LoadResult {
  const { begun, options, url, rounds, blocks, notes, signatureUs, beside } = facts;
  const growth = new Growth(rounds.flatMap((round) => spanOf(round) ?? []));
  const latencies = rounds.map(({ inclusion }) => inclusion.latencies(blocks));
  const finality = joined(latencies.map(({ finality }) => finality));
  let first = 1;
  const seconds = rounds.flatMap((round) => {
    const list = secondsOf(round, blocks, first);
    first += list.length;
    return list;
  });
  const length = total(rounds.map(lengthMs)) / 1_000;
  const rate = (of: 'offered' | 'accepted' | 'refused' | 'included' | 'final'): number =>
    length === 0 ? 0 : total(seconds.map((second) => second[of])) / length;
  const { seconds: asked, accounts, mix, connections, door, batch, subscribers } = options;
  const result: Omit<LoadResult, 'limit'> = {
    format: 1,
    begun,
    machine: machine(),
    options: {
      seconds: asked,
      rate: options.rate,
      accounts,
      mix,
      connections,
      door,
      batch,
      subscribers,
      target: url,
      own: options.target === undefined,
    },
    notes,
    totals: totalsOf(rounds, finality.length),
    rates: {
      offered: rate('offered'),
      accepted: rate('accepted'),
      refused: rate('refused'),
      included: rate('included'),
      final: rate('final'),
    },
    latency: {
      answer: quantilesOf(joined(rounds.flatMap(({ books }) => books.map(({ answerMs }) => answerMs)))),
      inclusion: quantilesOf(joined(latencies.map(({ inclusion }) => inclusion))),
      finality: quantilesOf(finality),
    },
    blocks: blockFigures(rounds, blocks, growth),
    node: nodeFigures(rounds, growth),
    stages: stagesOf(growth),
    ...known({ work: workOf(spentOf(growth), signatureUs) }),
    ...beside,
    seconds,
  };
  return { ...result, limit: limitOfRun(facts, growth, result) };
}
