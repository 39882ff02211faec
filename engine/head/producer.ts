/** The proposer's loop: for each slot of this node it builds a block, has it signed and journaled, and gives it to the head.
 *
 *  In: time, the mempool, the head. Out: at most one block a slot. What becomes of the block is the head's part; the next one is
 *  begun when the head has moved. A failure of disk or signer stops production with a reason; reads continue. */

import type { Clock, Log, Timers } from '../base/ports.js';
import type { Problem } from '../base/problem.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import type { ChainClock } from '../consensus/chainClock.js';
import {
  buildBlock,
  type Candidate,
  type ChainRules,
  type ProductionTimes,
  untilDue,
} from '../consensus/production.js';
import { TransactionFault } from '../ledger/execution.js';
import type { ReplayGuard } from '../ledger/replayGuard.js';
import type { NodeMeasures } from '../measures/nodeMeasures.js';
import type { Mempool } from '../mempool/mempool.js';
import type { State } from '../state/state.js';
import type { Aftermath } from './aftermath.js';
import { ClockWait } from './clockWait.js';
import { isBusy } from './halt.js';
import type { Head } from './head.js';
import type { Signer } from './signer.js';
import { SlotWatch } from './slotWatch.js';

export interface ProducerParts {
  readonly rules: ChainRules;
  readonly times: ProductionTimes;
  readonly state: State;
  readonly replay: ReplayGuard;
  readonly mempool: Mempool;
  readonly head: Head;
  readonly signer: Signer;
  readonly aftermath: Pick<Aftermath, 'dropped'>;
  /** Dates blocks. */
  readonly chainClock: ChainClock;
  /** Measures durations. */
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly timers: Timers;
  readonly log: Log;
  readonly measures: NodeMeasures;
  /** Why this node must not sign a block of a height yet; undefined when it may. */
  readonly notYet: (height: number) => string | undefined;
}

/** Share of the block time that taking transactions may use; the rest is for root, signature and disk. */
const EXECUTION_SHARE = 0.4;

/** Attempts to make a requested block before the caller gets a refusal: 5 s at the wait below. */
const MAKE_TRIES = 50;

/** Wait after a slot that could not be filled for a temporary reason (the pool was busy). */
const RETRY_MS = 100;

/** Transactions that were executed in part are remembered up to this many before those that no longer wait are forgotten. */
const UNPAID = 4_096;

export class Producer {
  /** Ids of transactions that an earlier block has executed in part. */
  readonly #unpaid = new Set<string>();
  readonly #wasUnpaid = (id: string): boolean => this.#unpaid.has(id);
  #cancelTimer: (() => void) | undefined;
  #filling = false;
  /** A node that may not produce never starts its producer; waiting transactions do not wake it then. */
  #started = false;
  #stopped = false;
  readonly #slot: SlotWatch;
  readonly #clockWait: ClockWait;
  /** Something was admitted since the last block was begun. */
  #isFresh = false;
  #paused = false;
  /** Number of pieces of work that run between two blocks. */
  #holds = 0;
  /** When the block under way was begun, on the monotonic clock. */
  #slotBegan = 0;

  constructor(private readonly parts: ProducerParts) {
    const { state, head, signer, chainClock, log } = parts;
    this.#slot = new SlotWatch(state, () => head.set, signer.publicKey, log);
    this.#clockWait = new ClockWait(
      () => head.tip,
      () => chainClock.now(),
      log,
    );
  }

  /** Why no block can be made although the slot is this node's. */
  get halted(): Problem | undefined {
    const { problem } = this.parts.head.halt;
    if (problem) return problem;
    const message = this.#started ? this.#clockWait.problem : undefined;
    return message === undefined ? undefined : { message };
  }

  /** Seconds after which production may continue on its own; undefined when somebody has to act, or nothing is wrong. */
  get retrySeconds(): number | undefined {
    const { halt } = this.parts.head;
    return halt.problem === undefined ? this.#clockWait.retrySeconds : halt.retrySeconds;
  }

  /** Why the next slot is not this node's; undefined when the slot is this node's. */
  get standby(): string | undefined {
    return this.#slot.standby;
  }

  start(): void {
    this.#started = true;
    this.parts.head.isProducing = true;
    this.#slot.look();
    this.#arm();
  }

  /** The head has moved, or can move again. */
  headMoved(): void {
    this.#slot.look();
    this.wake();
  }

  /** Something waits: the next block may be due sooner than the heartbeat. */
  wake(): void {
    if (!this.#filling) this.#arm();
  }

  /** A transaction waits: with `atOnce`, a block is begun now. */
  admitted(): void {
    this.#isFresh = true;
    this.wake();
  }

  /** Milliseconds since the block under way, or the last one, was begun. */
  get slotMs(): number {
    return this.parts.clock.monotonic() - this.#slotBegan;
  }

  get paused(): boolean {
    return this.#paused;
  }

  /** Blocks are made only when `makeBlock` asks for one. */
  set paused(paused: boolean) {
    this.#paused = paused;
    if (paused) this.#cancelTimer?.();
    this.wake();
  }

  /** Runs a piece of work while no block is under way; no block begins before it has ended. */
  async between<T>(work: () => Promise<T>): Promise<T> {
    const { head } = this.parts;
    this.#holds++;
    try {
      this.#cancelTimer?.();
      while (head.working) await head.working;
      return await work();
    } finally {
      this.#holds--;
      this.wake();
    }
  }

  /** Makes one block now, even an empty one, and even while production is paused. @returns its height. */
  async makeBlock(): Promise<number | Refusal> {
    const { head, timers } = this.parts;
    const pause = (): Promise<void> => new Promise((resolve) => timers.after(RETRY_MS, resolve));
    /** Of the tip below the block: its votes may take longer than one try. */
    let below: number | undefined;
    for (let tries = 0; tries < MAKE_TRIES; tries++) {
      if (head.working) await Promise.race([head.working, pause()]);
      if (below !== undefined && head.tip.height > below) return head.tip.height;
      const why = this.halted?.message ?? this.standby;
      if (!this.#started || this.#stopped || why !== undefined)
        return refuse('not_producing', `this node makes no block: ${why ?? 'it produces none'}`);
      below ??= head.tip.height;
      this.#cancelTimer?.();
      await this.#fill();
      if (head.working) await Promise.race([head.working, pause()]);
      if (head.tip.height === below) await pause();
    }
    if (below !== undefined && head.tip.height > below) return head.tip.height;
    return refuse('busy', 'no block could be made within a few seconds: the log says why; try again in a moment', 1);
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelTimer?.();
  }

  #arm(atLeastMs = 0): void {
    const { mempool, chainClock, times, timers, head } = this.parts;
    if (!this.#started || this.#stopped || head.halt.problem !== undefined) return;
    this.#cancelTimer?.();
    if (this.#paused || this.#holds > 0 || head.hasCandidate) return;
    // What a block left behind waits for the block time: otherwise blocks that cannot carry it would follow each other endlessly.
    const isDue = times.atOnce === true && this.#isFresh;
    const due = isDue ? 0 : untilDue(head.tip, mempool.size > 0, chainClock.now(), times);
    const wait = Math.max(atLeastMs, due);
    this.#cancelTimer = timers.after(wait, () => void this.#fill());
  }

  async #fill(): Promise<void> {
    this.#cancelTimer = undefined;
    if (this.#filling || this.#stopped) return;
    this.#filling = true;
    let retryMs = 0;
    await this.parts.head.attempt(async () => {
      retryMs = await this.#fillSlot();
    });
    this.#filling = false;
    this.#arm(retryMs);
  }

  /** @returns the shortest wait before the next try, milliseconds. */
  async #fillSlot(): Promise<number> {
    const { head, signer, chainClock, times, mempool, measures, notYet } = this.parts;
    if (this.#stopped || head.halt.problem !== undefined || head.hasCandidate) return RETRY_MS;
    const { height } = head.tip;
    if (this.standby !== undefined || notYet(height + 1) !== undefined) return times.blockTimeMs;
    if (height > 0 && head.needsCertificate(height) && !head.certificate) return RETRY_MS;
    const before = signer.blockAbove(head.tip);
    if (before) {
      await head.bringBack(before);
      return times.blockTimeMs;
    }
    // The block is lost: another node may have it.
    if (signer.hasSigned(height + 1)) return times.blockTimeMs;
    const waitMs = this.#clockWait.look();
    if (waitMs !== undefined) return waitMs;
    this.#slotBegan = this.parts.clock.monotonic();
    this.#isFresh = false;
    measures.left.expired += mempool.expire(chainClock.now());
    const candidate = this.#build();
    let block: Awaited<ReturnType<Signer['block']>>;
    try {
      this.#forget(candidate);
      block = await signer.block(candidate);
    } catch (error) {
      candidate.prepared.revert();
      throw error;
    }
    if (!isRefusal(block)) {
      head.propose(candidate, block);
      return 0;
    }
    candidate.prepared.revert();
    if (!isBusy(block)) head.halt.forGood({ message: block.message });
    return RETRY_MS;
  }

  #build(): Candidate {
    const { rules, state, replay, mempool, head, signer, chainClock, clock, times, measures } = this.parts;
    const started = clock.monotonic();
    const inContracts = (): number => rules.contracts?.runSeconds ?? 0;
    let before = inContracts();
    const lap = measures.laps();
    const candidate = buildBlock({
      rules,
      state,
      replay,
      tip: head.tip,
      certificate: head.certificate,
      candidates: mempool.candidates(),
      directory: mempool.directory(),
      wasUnpaid: this.#wasUnpaid,
      proposerKey: signer.publicKey,
      now: chainClock.now(),
      outOfTime: () => clock.monotonic() - started > times.blockTimeMs * EXECUTION_SHARE,
      onExecuted: () => {
        lap('apply');
        const after = inContracts();
        measures.stages.contracts.observe(after - before);
        before = after;
      },
    });
    lap('root');
    this.#remember(candidate.unpaid);
    return candidate;
  }

  #remember(unpaid: readonly string[]): void {
    for (const id of unpaid) this.#unpaid.add(id);
    if (this.#unpaid.size <= UNPAID) return;
    for (const id of this.#unpaid) if (this.parts.mempool.get(id) === undefined) this.#unpaid.delete(id);
  }

  /** Transactions that no block can carry leave the mempool; those that the node failed on may not come back. */
  #forget({ refused }: Candidate): void {
    const { mempool, aftermath } = this.parts;
    for (const { id, refusal } of refused)
      if (refusal instanceof TransactionFault) mempool.condemn(id, refusal);
      else mempool.dismiss(id, refusal);
    aftermath.dropped(refused);
  }
}
