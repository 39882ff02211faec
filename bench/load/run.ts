/** A load run from its options to its result.
 *
 *  In: options, and a signal that ends it early. Out: the result. Whatever happens, its processes have ended and its directory is
 *  removed afterwards. The run fails when the node under load ends, or when its stream cannot be followed. */

import { freemem } from 'node:os';
import { InvariantError, invariant } from '../../engine/base/refusal.js';
import { median } from '../figures.js';
import { warmSignatureProbe } from '../micro/warmSignature.js';
import { assemble } from './assemble.js';
import { Child } from './child.js';
import { Blocks } from './inclusion.js';
import type { LoadArguments } from './options.js';
import { quantilesOf } from './quantiles.js';
import type { ReaderRole } from './reader.js';
import type { LoadResult, ReadFigure } from './result.js';
import { type Crew, type Round, type RoundPlan, runRound, type Say } from './round.js';
import type { SenderRole } from './sender.js';
import type { SubscriberRole } from './subscribers.js';
import { supplyBytes } from './supply.js';
import { type Prepared, prepareTarget } from './target.js';
import type { WatcherRole } from './watcher.js';

/** Memory for the requests that are signed ahead, and the share of the free memory that they may use. */
const SUPPLY_BYTES = 2 * 1024 * 1024 * 1024;
const SUPPLY_PART = 1 / 3;

/** Sending for longer than this, with the signing before it, would exceed the window of the timestamps. */
const ROUND_SECONDS = 240;

/** Warm-up before a window: the node's code is compiled while it runs, and pipelines fill. */
const WARM_UP_SECONDS = 5;

/** A closed loop has to know how much to sign: a short run before it measures how much the node takes, and this factor more
 *  is signed, because a node that runs longer runs faster. */
const TRIAL_SECONDS = 2;
const TRIAL_RATE = 8_000;
const TRIAL_MARGIN = 1.6;
const LEAST_RATE = 100;
/** The part of a window that must have been measured, and how many times as much is signed when it was not. */
const LEAST_PART = 0.25;
const MORE = 4;

const roundItems = (): number => Math.floor(Math.min(SUPPLY_BYTES, freemem() * SUPPLY_PART) / supplyBytes(1));

/** Splits the measured time into rounds that can be signed ahead.
 *  @param rate requests a second to sign for. @param items that one round can sign. */
export function planRounds(seconds: number, rate: number, items: number): RoundPlan[] {
  const warmUpSeconds = Math.min(WARM_UP_SECONDS, seconds / 2);
  const longest = Math.max(1, Math.min(ROUND_SECONDS, Math.floor(items / rate - warmUpSeconds)));
  const count = Math.ceil(seconds / longest);
  return Array.from({ length: count }, (_, index) => {
    const length = Math.floor(((index + 1) * seconds) / count) - Math.floor((index * seconds) / count);
    const needed = Math.ceil((length + warmUpSeconds) * rate);
    return { seconds: length, warmUpSeconds, count: Math.min(needed, items), expectedRate: rate };
  });
}

function openCrew(options: LoadArguments): Crew {
  const senders = Array.from({ length: options.senders }, () => new Child<SenderRole>('sender'));
  const watcher = new Child<WatcherRole>('watcher');
  const reader = options.reads ? new Child<ReaderRole>('reader') : undefined;
  const subscribers = options.subscribers > 0 ? new Child<SubscriberRole>('subscribers') : undefined;
  const children = [...senders, watcher, ...(reader ? [reader] : []), ...(subscribers ? [subscribers] : [])];
  return {
    senders,
    watcher,
    reader,
    subscribers,
    processorMs() {
      const { user, system } = process.cpuUsage();
      return children.reduce((sum, { pulse }) => sum + (pulse?.processorMs ?? 0), (user + system) / 1_000);
    },
    async end() {
      await Promise.all(children.map((child) => child.end()));
    },
  };
}

const wholeBatches = (plan: RoundPlan, { batch, senders }: LoadArguments): RoundPlan => ({
  ...plan,
  count: Math.ceil(plan.count / (batch * senders)) * batch * senders,
});

/** The reads of all rounds together. */
function readFigures(rounds: readonly Round[]): ReadFigure[] {
  const times = rounds.flatMap(({ reads }) => reads);
  return [...new Set(times.map(({ name }) => name))].map((name) => {
    const own = times.filter((time) => time.name === name);
    const failures: Record<string, number> = {};
    for (const time of own)
      for (const [code, count] of Object.entries(time.failures)) failures[code] = (failures[code] ?? 0) + count;
    const milliseconds = own.flatMap((time) => [...time.milliseconds]);
    return { name, latency: quantilesOf(Float64Array.from(milliseconds)), failures };
  });
}

class Run {
  readonly #blocks = new Blocks();
  readonly #notes: string[] = [];
  readonly #begun = new Date().toISOString();

  constructor(
    private readonly options: LoadArguments,
    private readonly prepared: Prepared,
    private readonly crew: Crew,
    private readonly say: Say,
  ) {}

  #round(plan: RoundPlan): Promise<Round> {
    const { crew, options, prepared, say } = this;
    return runRound(crew, options, prepared, wholeBatches(plan, options), this.#blocks, say);
  }

  /** A round whose requests were used up near the beginning of its window shows only that the node takes more, as when other programs had
   *  the machine during the trial. */
  async #measuredRound(plan: RoundPlan): Promise<Round> {
    const round = await this.#round(plan);
    const { begin, end } = round.window;
    const count = Math.min(plan.count * MORE, roundItems());
    if (end - begin >= plan.seconds * 1_000 * LEAST_PART || count <= plan.count) return round;
    return this.#measuredRound({ ...plan, count, expectedRate: plan.expectedRate * MORE });
  }

  /** Requests a second for which the supply must last. */
  async #expectedRate(): Promise<number> {
    const { rate, seconds } = this.options;
    if (rate !== 'max') return rate;
    this.say('finding out how much the node takes');
    const [plan] = planRounds(Math.min(seconds, TRIAL_SECONDS), TRIAL_RATE, roundItems());
    invariant(plan, 'a trial has one round');
    const trial = await this.#round(plan);
    const length = (trial.window.end - trial.window.begin) / 1_000;
    // A supply that does not outlast the warm-up only shows that the node takes more.
    const taken = length > 0 ? trial.inclusion.accepted / length : TRIAL_RATE;
    return Math.max(LEAST_RATE, taken * TRIAL_MARGIN);
  }

  async #subscribe(): Promise<void> {
    const { crew, options, prepared } = this;
    await crew.subscribers?.call('open', {
      url: prepared.target.url,
      clients: options.subscribers,
      slow: options.slow,
      addresses: prepared.accounts.map(({ address }) => address),
    });
  }

  async measure(): Promise<LoadResult> {
    const { crew, options, prepared, say } = this;
    crew.watcher.on('resumed', (reason: string) => this.#notes.push(`the watcher was closed and resumed: ${reason}`));
    await crew.watcher.call('watch', `${prepared.target.url.replace(/^http/, 'ws')}/api/ws`);
    const plans = planRounds(options.seconds, await this.#expectedRate(), roundItems());
    await this.#subscribe();
    const signature = warmSignatureProbe();
    const rounds: Round[] = [];
    const signatures = [signature()];
    for (const plan of plans) {
      rounds.push(await this.#measuredRound(plan));
      signatures.push(signature());
    }
    if (crew.subscribers) say('checking what the subscribers have heard');
    const subscribers = await crew.subscribers?.call('finish', undefined);
    if (plans.length > 1)
      this.#notes.push(`measured in ${plans.length} rounds: between them the next requests were signed`);
    const measured = rounds.reduce((sum, { window }) => sum + window.end - window.begin, 0) / 1_000;
    if (rounds.some(({ ranOut }) => ranOut))
      this.#notes.push(
        `the signed requests were used up early: ${measured.toFixed(1)} of ${options.seconds} s measured`,
      );
    say('');
    return assemble({
      begun: this.#begun,
      options,
      url: prepared.target.url,
      rounds,
      blocks: this.#blocks,
      notes: this.#notes,
      signatureUs: median(signatures),
      beside: { reads: readFigures(rounds), ...(subscribers && { subscribers }) },
    });
  }
}

/** Fails when the node or a process of the run ends. */
function broken(prepared: Prepared, crew: Crew): Promise<never> {
  return new Promise((_, reject) => {
    void prepared.target.ended.then((output) =>
      reject(new InvariantError(`the node under load has ended:\n${output}`)),
    );
    crew.watcher.on('failed', (reason: string) => reject(new InvariantError(reason)));
  });
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = (): void => reject(new InvariantError('the run was interrupted'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });

/** Prepares the target, and removes it after the work however that ended.
 *  @param work gets a promise that rejects when the run is interrupted. */
async function atTarget<Result>(
  options: LoadArguments,
  say: Say,
  signal: AbortSignal,
  work: (prepared: Prepared, interrupted: Promise<never>) => Promise<Result>,
): Promise<Result> {
  const interrupted = aborted(signal);
  const preparing = prepareTarget(options, say);
  let prepared: Prepared;
  try {
    prepared = await Promise.race([preparing, interrupted]);
  } catch (error) {
    await preparing.then(({ target }) => target.remove()).catch(() => undefined);
    throw error;
  }
  try {
    return await work(prepared, interrupted);
  } finally {
    await prepared.target.remove();
  }
}

async function measure(
  options: LoadArguments,
  prepared: Prepared,
  interrupted: Promise<never>,
  say: Say,
): Promise<LoadResult> {
  const crew = openCrew(options);
  const work = new Run(options, prepared, crew, say).measure();
  try {
    return await Promise.race([work, interrupted, broken(prepared, crew)]);
  } finally {
    work.catch(() => undefined);
    await crew.end();
  }
}

/** @param say gets progress, one short line at a time; an empty line ends it. */
export const runLoad = (options: LoadArguments, say: Say, signal: AbortSignal): Promise<LoadResult> =>
  atTarget(options, say, signal, (prepared, interrupted) => measure(options, prepared, interrupted, say));

/** Runs at one node, one after the other: at the maximum, which also warms the node up, then at each rate and share of it.
 *  @param measured gets each result as soon as it is there. */
export const runSeries = (
  options: LoadArguments,
  say: Say,
  signal: AbortSignal,
  measured: (result: LoadResult) => void,
): Promise<void> =>
  atTarget(options, say, signal, async (prepared, interrupted) => {
    const run = async (rate: number | 'max'): Promise<LoadResult> => {
      const result = await measure({ ...options, rate }, prepared, interrupted, say);
      measured(result);
      return result;
    };
    const { included } = (await run('max')).rates;
    const shares = options.shares.map((share) => Math.max(1, Math.round((included * share) / 100)));
    for (const rate of [...options.rates, ...shares]) await run(rate);
  });
