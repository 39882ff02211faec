/** The lanes of the verification pool: one for each worker, with the senders distributed over them, and one for urgent work.
 *
 *  Urgent work is the signing of headers and votes and the checks of their signatures. A block waits for it, so it has its
 *  own thread, where it never waits behind a request. That costs little: the thread sleeps between blocks, and has the same
 *  settings, worker file and shared memory of the secret key as all others. While it is gone, the other lanes take its work. */

import type { Worker } from 'node:worker_threads';
import type { Log, Timers } from '../../engine/base/ports.js';
import type { BackendReport } from './signatureBackends.js';
import { HANG_MS, type LaneEnd, VerifyLane } from './verifyLane.js';
import type { VerifyWorkerSettings } from './verifyWorker.js';

/** Part of the memory for expanded keys: enough for 200 validators. */
const URGENT_CACHE_BYTES = 8 * 1024 * 1024;

export interface PoolLanesOptions {
  /** Number of lanes for senders. */
  readonly threads: number;
  /** Whether urgent work has a thread of its own. */
  readonly urgentThread: boolean;
  readonly file: URL;
  readonly settings: Omit<VerifyWorkerSettings, 'cacheBytes'>;
  /** Memory for keys, over all threads. */
  readonly cacheBytes: number;
  readonly timers: Timers;
  readonly log: Log | undefined;
}

export interface PoolLaneEvents {
  ready(report: BackendReport): void;
  lost(lane: number): void;
  failed(lane: number): void;
}

function lossSentence(isUrgent: boolean, end: LaneEnd): string {
  const thread = isUrgent ? "the verification thread for blocks' and votes' signatures" : 'a verification thread';
  return end === 'hung'
    ? `${thread} has worked on one packet for more than ${HANG_MS / 1_000} s and was ended; another takes its place`
    : `${thread} died; another takes its place`;
}

export class PoolLanes {
  /** The senders' lanes, then the urgent one. */
  readonly #all: readonly VerifyLane[];
  /** Number of lanes that senders are distributed over. */
  readonly count: number;

  constructor(
    { threads, urgentThread, file, settings, cacheBytes, timers, log }: PoolLanesOptions,
    on: PoolLaneEvents,
  ) {
    this.count = threads;
    const total = urgentThread ? threads + 1 : threads;
    const urgentBytes = urgentThread ? Math.min(URGENT_CACHE_BYTES, Math.floor(cacheBytes / total)) : 0;
    const laneBytes = Math.floor((cacheBytes - urgentBytes) / threads);
    this.#all = Array.from({ length: total }, (_, index) => {
      const isUrgent = index === threads;
      const events = {
        ready: (report: BackendReport) => on.ready(report),
        lost: (end: LaneEnd) => {
          log?.warn({ lane: isUrgent ? 'urgent' : index }, lossSentence(isUrgent, end));
          on.lost(index);
        },
        slow: (seconds: number) => {
          const lane = isUrgent ? 'urgent' : index;
          log?.warn({ lane, seconds }, 'a verification thread has not answered its self-test yet; it is waited for');
        },
        failed: (reason: string) => {
          log?.error({ lane: isUrgent ? 'urgent' : index, reason }, 'a verification thread cannot start; trying again');
          on.failed(index);
        },
      };
      return new VerifyLane(file, { ...settings, cacheBytes: isUrgent ? urgentBytes : laneBytes }, events, timers);
    });
  }

  get total(): number {
    return this.#all.length;
  }

  /** The live threads. */
  get threads(): readonly Worker[] {
    return this.#all.flatMap((lane) => lane.threads);
  }

  /** Senders' lanes that take packets. */
  get ready(): number {
    return this.#senders.filter(({ state }) => state === 'ready').length;
  }

  /** Whether no sender's lane can be started. */
  get haveFailed(): boolean {
    return this.#senders.every(({ state }) => state === 'failed');
  }

  /** Whether no lane can do urgent work. */
  get allHaveFailed(): boolean {
    return this.#all.every(({ state }) => state === 'failed');
  }

  get activeSeconds(): readonly number[] {
    return this.#senders.map((lane) => lane.activeSeconds);
  }

  get urgentSeconds(): number {
    return this.#all[this.count]?.activeSeconds ?? 0;
  }

  /** Whether there is a thread for urgent work, or should be. */
  get hasUrgent(): boolean {
    return this.total > this.count;
  }

  /** Whether the urgent lane takes packets. */
  get urgentIsReady(): boolean {
    return this.#all[this.count]?.state === 'ready';
  }

  isUrgent(index: number): boolean {
    return index === this.count;
  }

  hasFailed(index: number): boolean {
    return this.#all[index]?.state === 'failed';
  }

  lane(index: number): VerifyLane | undefined {
    return this.#all[index];
  }

  /** Lanes whose threads have this many packets, the urgent one first. */
  *withPackets(packets: number): Generator<number> {
    for (let turn = 0; turn < this.total; turn++) {
      const index = turn === 0 ? this.total - 1 : turn - 1;
      const lane = this.#all[index];
      if (lane?.state === 'ready' && lane.inFlight === packets) yield index;
    }
  }

  /** @throws Error of the first lane that cannot start. */
  async start(): Promise<void> {
    const results = await Promise.allSettled(this.#all.map((lane) => lane.start()));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((lane) => lane.close()));
  }

  get #senders(): readonly VerifyLane[] {
    return this.#all.slice(0, this.count);
  }
}
