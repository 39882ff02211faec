/** One round of a load run: sign ahead, send, and wait until what was accepted is final.
 *
 *  In: how many requests for how long. Out: the books, the events received, and one reading of the node a second. A run that
 *  is longer than the supply that can be signed ahead has several rounds; only their windows are measured. */

import { availableParallelism } from 'node:os';
import type { Child } from './child.js';
import { epochMs, until } from './clock.js';
import { type Blocks, Inclusion } from './inclusion.js';
import type { SenderBooks, Window } from './ledger.js';
import { countHandedOn, type SignedSlots } from './market.js';
import { type NodeReading, readBaseFee, readNode } from './nodeReadings.js';
import type { LoadArguments } from './options.js';
import type { ReaderRole, ReadTimes } from './reader.js';
import type { SenderRole, SendingProgress, SigningProgress } from './sender.js';
import type { RunReport } from './senderRun.js';
import type { SubscriberRole } from './subscribers.js';
import type { Prepared } from './target.js';
import type { Heard, WatcherRole, WatchingProgress } from './watcher.js';

/** The processes of a run. */
export interface Crew {
  readonly senders: readonly Child<SenderRole>[];
  readonly watcher: Child<WatcherRole>;
  /** Only when the options request them. */
  readonly reader: Child<ReaderRole> | undefined;
  readonly subscribers: Child<SubscriberRole> | undefined;
  /** Processor time of all processes of the generator since their start, milliseconds. */
  processorMs(): number;
  end(): Promise<void>;
}

export interface RoundPlan {
  readonly seconds: number;
  readonly warmUpSeconds: number;
  /** Requests to sign, for all senders together. */
  readonly count: number;
  /** A second, for time stamps. */
  readonly expectedRate: number;
}

/** What was read at one moment. */
export interface Moment {
  readonly node: NodeReading | undefined;
  /** XRGE; undefined when the target does not report it. */
  readonly baseFee: number | undefined;
  readonly processorMs: number;
  readonly at: number;
}

export interface Round {
  readonly window: Window;
  readonly books: readonly SenderBooks[];
  readonly utilization: number;
  readonly ranOut: boolean;
  readonly inclusion: Inclusion;
  readonly heard: readonly Heard[];
  /** One at the start of the window, one after each second. */
  readonly moments: readonly Moment[];
  readonly reads: readonly ReadTimes[];
}

/** Time between the order and the start, in which connections are opened. */
const START_MS = 500;

/** Timestamps begin this long after signing does, so that the window of five minutes on both sides covers signing and sending. */
const STAMPED_AHEAD_MS = 100_000;

/** After the last answer: how long inclusion may stall, or take in total, before the rest counts as lost. */
const STALL_MS = 6_000;
const DRAIN_MS = 90_000;
const DRAIN_LOOK_MS = 100;

export type Say = (text: string) => void;

/** @returns the share of one of `parts` in a whole. */
const part = (whole: number, parts: number, index: number): number =>
  Math.floor(((index + 1) * whole) / parts) - Math.floor((index * whole) / parts);

/** Which slots each sender signs, and by which accounts. */
const slotsOf = ({ senders }: Crew, { mix, accounts, target }: LoadArguments, plan: RoundPlan): SignedSlots[] =>
  senders.map((_, index) => ({
    mix,
    count: part(plan.count, senders.length, index),
    signers: Array.from({ length: accounts }, (_, account) => account).filter(
      (account) => account % senders.length === index,
    ),
    // Those who stake and do not vote could stop a chain whose stakes are smaller.
    stakes: target === undefined,
  }));

/** Mints what the round hands on. */
async function marketOf({ market, accounts }: Prepared, slots: readonly SignedSlots[], say: Say) {
  if (!market) return undefined;
  const counts = new Uint32Array(accounts.length);
  for (const each of slots) countHandedOn(each, counts);
  say('minting what is handed on');
  return { names: market.names, stakes: slots[0]?.stakes ?? false, nfts: await market.stock(counts) };
}

async function signAhead(crew: Crew, options: LoadArguments, prepared: Prepared, plan: RoundPlan, say: Say) {
  const { senders } = crew;
  const { seed, target } = prepared;
  const slots = slotsOf(crew, options, plan);
  const market = await marketOf(prepared, slots, say);
  const signed = new Array<number>(senders.length).fill(0);
  const timestamp = Date.now() + STAMPED_AHEAD_MS;
  await Promise.all(
    senders.map((sender, index) => {
      sender.on('signing', (progress: SigningProgress) => {
        signed[index] = progress.signed;
        say(`signed ${signed.reduce((sum, count) => sum + count, 0)} of ${plan.count}`);
      });
      const { mix, count, signers } = slots[index] as SignedSlots;
      return sender.call('sign', {
        ...{ mix, count, signers, market, seed },
        accounts: options.accounts,
        chainId: target.chainId,
        timestamp,
        timestampStep: (1_000 * senders.length) / plan.expectedRate,
        threads: Math.max(1, Math.floor(availableParallelism() / senders.length)),
      });
    }),
  );
}

/** Reads the node at the start of the window and after each second, until the window ends. */
async function readMoments(crew: Crew, prepared: Prepared, window: Window, over: Promise<void>): Promise<Moment[]> {
  const { url, pid } = prepared.target;
  const moments: Moment[] = [];
  const read = async (at: number): Promise<void> => {
    const [node, baseFee] = await Promise.all([readNode(url, pid), readBaseFee(url)]);
    moments.push({ node, baseFee, processorMs: crew.processorMs(), at });
  };
  for (let at = window.begin; at < window.end; at += 1_000) {
    await Promise.race([until(at), over]);
    // A reading that took longer than a second replaces the next one.
    if (at < window.end && epochMs() < at + 1_000) await read(at);
  }
  await Promise.race([until(window.end), over]);
  await read(window.end);
  return moments;
}

/** Collects the watcher's events until everything accepted is final, or nothing more comes. */
async function drain(crew: Crew, inclusion: Inclusion, blocks: Blocks): Promise<Heard[]> {
  const all: Heard[] = [];
  const begun = performance.now();
  let moved = begun;
  for (;;) {
    const before = inclusion.included;
    const heard = await crew.watcher.call('take', undefined);
    all.push(heard);
    blocks.hear(heard.blocks);
    inclusion.hear(heard);
    const now = performance.now();
    if (inclusion.included > before) moved = now;
    if (inclusion.isComplete(blocks) || now - moved > STALL_MS || now - begun > DRAIN_MS) return all;
    await new Promise((resolve) => setTimeout(resolve, DRAIN_LOOK_MS));
  }
}

function showSending(crew: Crew, window: Window, say: Say): void {
  const sent = crew.senders.map((): SendingProgress => ({ offered: 0, accepted: 0, refused: 0 }));
  const from = { included: 0, ...sum(sent) };
  const seconds = Math.round((window.end - window.begin) / 1_000);
  crew.senders.forEach((sender, index) => {
    sender.on('sending', (progress: SendingProgress) => {
      sent[index] = progress;
    });
  });
  crew.watcher.on('watching', ({ included, height }: WatchingProgress) => {
    const now = sum(sent);
    const second = Math.floor((epochMs() - window.begin) / 1_000);
    if (second <= seconds && now.offered > 0)
      say(
        `${second < 0 ? 'warm-up' : `${second}/${seconds} s`}  offered ${now.offered - from.offered}/s  accepted ${now.accepted - from.accepted}/s  refused ${now.refused - from.refused}/s  included ${included - from.included}/s  height ${height}`,
      );
    Object.assign(from, now, { included });
  });
}

const sum = (all: readonly SendingProgress[]) => ({
  offered: all.reduce((total, { offered }) => total + offered, 0),
  accepted: all.reduce((total, { accepted }) => total + accepted, 0),
  refused: all.reduce((total, { refused }) => total + refused, 0),
});

function send(crew: Crew, options: LoadArguments, prepared: Prepared, window: Window, begin: number) {
  const { door, batch, pipeline, connections, rate } = options;
  const parts = crew.senders.length;
  return crew.senders.map((sender, index) =>
    sender.call('run', {
      target: prepared.target.address,
      door,
      batch,
      pipeline,
      connections: part(connections, parts, index),
      rate: rate === 'max' ? 'max' : rate / parts,
      begin,
      window,
    }),
  );
}

/** @param blocks of the whole run, filled here. */
export async function runRound(
  crew: Crew,
  options: LoadArguments,
  prepared: Prepared,
  plan: RoundPlan,
  blocks: Blocks,
  say: Say,
): Promise<Round> {
  await signAhead(crew, options, prepared, plan, say);
  const before = await crew.watcher.call('take', undefined);
  blocks.hear(before.blocks);
  const begin = epochMs() + START_MS;
  const windowBegin = begin + plan.warmUpSeconds * 1_000;
  const window = { begin: windowBegin, end: windowBegin + plan.seconds * 1_000 };
  const measured = { ...window };
  showSending(crew, window, say);
  let ranOut = false;
  let end: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  for (const sender of crew.senders)
    sender.on('ranOut', (at: number) => {
      ranOut = true;
      end();
      measured.end = Math.max(measured.begin, Math.min(measured.end, at));
      for (const other of crew.senders) if (other !== sender) void other.call('stop', undefined);
      void crew.reader?.call('stop', undefined);
    });
  const sending: Promise<RunReport>[] = send(crew, options, prepared, window, begin);
  const addresses = prepared.accounts.map(({ address }) => address);
  const [moments, reads = [], ...reports] = await Promise.all([
    readMoments(crew, prepared, measured, over),
    crew.reader?.call('read', { url: prepared.target.url, addresses, window }),
    ...sending,
  ]);
  const inclusion = new Inclusion(reports);
  say('waiting until everything is final');
  const heard = await drain(crew, inclusion, blocks);
  return {
    window: measured,
    books: reports,
    utilization: Math.max(...reports.map(({ utilization }) => utilization)),
    ranOut,
    inclusion,
    heard,
    moments,
    reads,
  };
}
