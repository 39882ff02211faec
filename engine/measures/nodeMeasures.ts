/** What the node counts and times about itself, as plain numbers.
 *
 *  In: laps of the stages on a monotonic clock, blocks, refusals. Out: members that an exporter reads at any time.
 *  Nothing here decides anything, and nothing is lost except what happened before the start of the process. */

import { countBy, Histogram, SECONDS } from '../base/histogram.js';
import type { Clock } from '../base/ports.js';
import type { RefusalCode } from '../base/refusal.js';
import type { ExecutedBlock } from '../consensus/production.js';

/** The stages of a transaction and of a block, in their order:
 *  `admit`: gates, nonce, funds and trial run of one verified transaction; `apply`: taking and executing the block's
 *  transactions; `contracts`: the part of `apply` in which contracts run; `root`: transactions root, state root and header;
 *  `sign`: the header's signature, waiting for a thread included; `journal`: the slot's record durable; `commit`: the block
 *  durable; `settle`: state shown, mempool rechecked; `stream`: events to all listeners; `certify`: this node's precommit. */
export const stages = [
  'admit',
  'apply',
  'contracts',
  'root',
  'sign',
  'journal',
  'commit',
  'settle',
  'stream',
  'certify',
] as const;
export type Stage = (typeof stages)[number];

/** Why a pending transaction left without a block. */
export type Leaving = 'expired' | 'impossible' | 'faulty';

/** Where the program itself failed without stopping the chain: on a transaction at admission (`admit`) or in the mempool
 *  and a block (`block`); after a block, in the mempool (`settle`), the reading indexes (`indexes`), the events (`events`)
 *  or the other parts of its announcement (`announce`). */
export const faultPlaces = ['admit', 'block', 'settle', 'indexes', 'events', 'announce'] as const;
export type FaultPlace = (typeof faultPlaces)[number];

/** Transactions of a block: none, a few, up to the limit of 20,000, and above it for networks that raise it. */
const BLOCK_TRANSACTIONS = [0, 1, 10, 100, 500, 1_000, 2_500, 5_000, 10_000, 15_000, 20_000, 50_000];

/** Signed bytes of a block: up to the limit of 16 MiB and above. */
const BLOCK_BYTES = [0, 1_024, 16_384, 131_072, 524_288, 1_048_576, 2_097_152, 4_194_304, 8_388_608, 16_777_216];

/** Seconds between two blocks: around the block time of 0.4 s, around the heartbeat of 10 s, and above. */
const BLOCK_INTERVAL = [0.05, 0.1, 0.2, 0.3, 0.4, 0.45, 0.5, 0.6, 0.8, 1, 2, 5, 10, 11, 20, 60];

export class NodeMeasures {
  readonly stages: Readonly<Record<Stage, Histogram>> = Object.fromEntries(
    stages.map((stage) => [stage, new Histogram(SECONDS)]),
  ) as Record<Stage, Histogram>;
  readonly blockTransactions = new Histogram(BLOCK_TRANSACTIONS);
  readonly blockBytes = new Histogram(BLOCK_BYTES);
  /** Seconds between the header times of two blocks. */
  readonly blockInterval = new Histogram(BLOCK_INTERVAL);
  /** Seconds from the moment at which a block of the open slot was here until its certificate was. */
  readonly certificateSeconds = new Histogram(SECONDS);
  /** Certificates by round: the first one, or a later one, which a second block of one slot led to. */
  readonly certificates = { first: 0, later: 0 };
  /** Votes that count: this node's, and those of others. */
  readonly votes = { own: 0, others: 0 };
  /** Blocks that this process made durable. */
  blocks = 0;
  /** Transactions in them that succeeded. */
  applied = 0;
  /** Transactions in them that paid and failed. */
  failed = 0;
  admitted = 0;
  /** Blocks of the past that were executed while their parents were written. */
  executedAhead = 0;
  /** Verified transactions that the node refused, by code. */
  readonly refusals = new Map<RefusalCode, number>();
  /** Pending transactions that left without a block. */
  readonly left: Record<Leaving, number> = { expired: 0, impossible: 0, faulty: 0 };
  readonly faults = Object.fromEntries(faultPlaces.map((place) => [place, 0])) as Record<FaultPlace, number>;

  constructor(private readonly clock: Clock) {}

  /** Starts a sequence of stages. @returns a function that ends a stage; the next begins at that moment. */
  laps(): (stage: Stage) => void {
    let from = this.clock.monotonic();
    return (stage) => {
      const to = this.clock.monotonic();
      this.stages[stage].observe((to - from) / 1_000);
      from = to;
    };
  }

  refused(code: RefusalCode): void {
    countBy(this.refusals, code);
  }

  /** A durable block. @param parentTime header time of its parent, milliseconds; undefined when that is genesis.
   *  @returns how many of its transactions failed. */
  block({ header, execution }: ExecutedBlock, parentTime: number | undefined): number {
    const { outcomes, bytes } = execution;
    let failed = 0;
    for (const { failure } of outcomes) if (failure) failed++;
    this.blocks++;
    this.applied += outcomes.length - failed;
    this.failed += failed;
    this.blockTransactions.observe(outcomes.length);
    this.blockBytes.observe(bytes);
    if (parentTime !== undefined) this.blockInterval.observe((header.time - parentTime) / 1_000);
    return failed;
  }
}
