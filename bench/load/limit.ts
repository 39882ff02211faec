/** What limits the rate: one stage or resource, and the reading that shows it.
 *
 *  In: readings of one run. Out: a name and a sentence. The checks have an order: whether anything limited at all, then
 *  rules of the network, then threads, then the machine and the generator itself, so that a full machine is not mistaken
 *  for a slow stage. */

import type { LoadResult, StageFigure } from './result.js';

export interface LimitReadings {
  readonly asked: number | 'max';
  /** A second of the measured window. */
  readonly rates: LoadResult['rates'];
  readonly offered: number;
  readonly refused: Readonly<Record<string, number>>;
  /** Median time between blocks, and the network's target; milliseconds. */
  readonly blockIntervalMs: number;
  readonly blockTimeMs: number;
  readonly filledByTransactions?: number;
  readonly filledByBytes?: number;
  /** Shares of the window in which the main thread was busy, was on a processor, and was ready but waited for one. */
  readonly main?: { readonly active: number; readonly running?: number; readonly waiting?: number };
  readonly verifyShare?: number;
  readonly storeShare?: number;
  readonly stages: readonly StageFigure[];
  /** Share of the window in which the busiest sender was busy. */
  readonly generator: number;
  /** Cores of the machine, and how many the node and the generator used. */
  readonly cores: number;
  readonly coresTaken?: number;
  readonly requestsUnderWay: number;
}

type Limit = LoadResult['limit'];

const BUSY = 0.9;
/** A thread that was ready without a processor for this share of the time lacks one. */
const WAITING = 0.25;
const FULL = 0.9;
/** Blocks that exceed the block time by more than this factor are late because something else is slow. */
const LATE = 1.25;
const KEPT_UP = 0.97;
const MACHINE_FULL = 0.93;
/** Share of refusals by a network rule from which that rule counts as the limit. */
const MANY = 0.1;

/** Refusals by an overloaded node, and requests without an answer: symptoms of another limit. */
const OVERLOAD: ReadonlySet<string> = new Set(['busy', 'mempool_full', 'connection', 'not_sent', 'unreadable_answer']);

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const whole = (value: number): string => Math.round(value).toLocaleString('en-US');

function offeredRate({ asked, rates, offered, refused, main }: LimitReadings): Limit | undefined {
  if (asked === 'max') return undefined;
  const lost = Object.values(refused).reduce((sum, count) => sum + count, 0);
  if (rates.included < asked * KEPT_UP || lost > offered * (1 - KEPT_UP)) return undefined;
  const busy = main ? `; the node's main thread worked ${percent(main.active)} of the time` : '';
  return {
    name: 'offered rate',
    because: `${whole(asked)}/s were offered and ${whole(rates.included)}/s included${busy}`,
  };
}

function rules({ offered, refused }: LimitReadings): Limit | undefined {
  const [code, count] = Object.entries(refused)
    .filter(([name]) => !OVERLOAD.has(name))
    .sort(([, a], [, b]) => b - a)[0] ?? ['', 0];
  if (count === 0 || count < offered * MANY) return undefined;
  return {
    name: `refusals: ${code}`,
    because: `${percent(count / offered)} of the requests were refused with ${code}`,
  };
}

function fullBlocks(readings: LimitReadings): Limit | undefined {
  const { filledByBytes = 0, filledByTransactions = 0, blockIntervalMs, blockTimeMs } = readings;
  const filled = Math.max(filledByBytes, filledByTransactions);
  if (filled < FULL || blockIntervalMs > blockTimeMs * LATE) return undefined;
  const by = filledByBytes >= filledByTransactions ? 'signed bytes' : 'transactions';
  return {
    name: `block limit: ${by}`,
    because: `blocks used ${percent(filled)} of the ${by} that the network allows, one each ${whole(blockIntervalMs)} ms`,
  };
}

function mainThread({ main, stages }: LimitReadings): Limit | undefined {
  if (!main) return undefined;
  if ((main.waiting ?? 0) >= WAITING)
    return {
      name: 'processor',
      because: `the node's main thread had work ${percent(main.active)} of the time, ran ${percent(main.running ?? 0)} and was ready for ${percent(main.waiting ?? 0)} without a processor: others had it`,
    };
  if (main.active < BUSY) return undefined;
  const [stage] = stages.filter(({ on }) => on === 'main').sort((a, b) => (b.share ?? 0) - (a.share ?? 0));
  const share = stage ? `, ${percent(stage.share ?? 0)} in ${stage.name}` : '';
  return {
    name: stage ? `main thread: ${stage.name}` : 'main thread',
    because: `the node's main thread worked ${percent(main.active)} of the time${share}`,
  };
}

function otherThreads({ verifyShare = 0, storeShare = 0, generator }: LimitReadings): Limit | undefined {
  if (verifyShare >= BUSY)
    return { name: 'verify', because: `the verification threads worked ${percent(verifyShare)} of the time` };
  if (storeShare >= BUSY)
    return { name: 'store', because: `the store's thread worked ${percent(storeShare)} of the time` };
  if (generator >= BUSY)
    return { name: 'generator', because: `the load generator itself worked ${percent(generator)} of the time` };
  return undefined;
}

function machine({ cores, coresTaken }: LimitReadings): Limit | undefined {
  if (coresTaken === undefined || coresTaken < cores * MACHINE_FULL) return undefined;
  return {
    name: 'processor',
    because: `node and generator took ${coresTaken.toFixed(1)} of ${cores} cores, and no single thread was busy all the time`,
  };
}

export function limitOf(readings: LimitReadings): Limit {
  const found =
    offeredRate(readings) ??
    rules(readings) ??
    fullBlocks(readings) ??
    mainThread(readings) ??
    otherThreads(readings) ??
    machine(readings);
  if (found) return found;
  if (!readings.main)
    return { name: 'unknown', because: 'the target does not show its metrics, and the generator was not busy' };
  return {
    name: 'requests under way',
    because: `no thread was busy all the time: at most ${whole(readings.requestsUnderWay)} requests were under way, and each waits for its answer`,
  };
}
