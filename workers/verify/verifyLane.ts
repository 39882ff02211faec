/** One lane of the verification pool: one thread, replaced when it dies or hangs.
 *
 *  In: packets. Out: for each an answer, or the report that it was lost. A lane is `ready` from a passed self-test to the
 *  thread's death; its successor is tested too before it gets work. When the successor cannot start, the lane is
 *  `failed` and tries again after a pause. There is one Piscina of one thread per lane: with several threads its balancer
 *  would have to find a lane's thread again after a replacement, and a thread that dies while it starts is never replaced. */

import type { Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Timers } from '../../engine/base/ports.js';
import type { PacketResult } from './packets.js';
import type { BackendReport } from './signatureBackends.js';
import type { VerifyWorkerSettings } from './verifyWorker.js';

/** Packets a thread may have: the one it works on and the next, so that it never waits for the event loop. */
export const PACKETS_AHEAD = 2;

/** A self-test takes half a second on a quiet core. After so long it is said that the thread is still waited for: on a machine where dozens of
 *  others work it may only be slow. */
export const SLOW_START_MS = 30_000;

/** After so many of these times the thread has hung. */
export const SLOW_STARTS = 10;

/** Pause before a thread that could not start is tried again: the cause (memory, disk) can change within seconds. */
const RESTART_MS = 1_000;

/** Longest time that a thread may work on one packet; then it is ended and replaced. A packet of the worst requests takes up to
 *  half a second on a quiet core; the limit is twenty times that, for a machine on which seven other threads work. */
export const HANG_MS = 10_000;

/** Half of that limit: a thread is ended after two ticks over one packet. The main thread itself may have been blocked: then the
 *  answer is read between the first tick and the second. */
const HANG_TICK_MS = HANG_MS / 2;

/** Timers of the process, for callers that pass none. */
export const processTimers: Timers = {
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};

/** How a thread ended. */
export type LaneEnd = 'died' | 'hung';

/** A packet without an answer. */
export class PacketLoss {
  constructor(
    readonly reason: string,
    /** Whether the thread was working on this packet when it died; the next packet is not to blame. */
    readonly blamed: boolean,
    /** Whether the thread was ended because it did not finish this packet. */
    readonly hung = false,
  ) {}
}

export interface LaneEvents {
  /** The lane takes packets, with the backend that the thread has chosen. */
  ready(report: BackendReport): void;
  /** The thread is gone; the lane is silent until `ready` or `failed`. */
  lost(end: LaneEnd): void;
  /** The lane's thread cannot start. */
  failed(reason: string): void;
  /** It has not answered its self-test for so many seconds, and is waited for. */
  slow?(seconds: number): void;
}

type LaneState = 'new' | 'starting' | 'ready' | 'failed' | 'closed';

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export class VerifyLane {
  #state: LaneState = 'new';
  #threads: Piscina | undefined;
  /** Numbers of the packets that have no answer, in the order of posting. */
  #inFlight: number[] = [];
  #nextPacket = 0;
  #blamed: number | undefined;
  /** The packet over which the thread was ended. */
  #hung: number | undefined;
  #stopWatching: (() => void) | undefined;
  #restart: NodeJS.Timeout | undefined;
  /** The search for a successor, which `close` waits for. It never fails: what it throws fails the lane. */
  #recovering: Promise<void> = Promise.resolve();
  /** Why the newest thread could not start, where Piscina reports it only by an event. */
  #trouble: string | undefined;

  constructor(
    private readonly file: URL,
    private readonly settings: VerifyWorkerSettings,
    private readonly events: LaneEvents,
    private readonly timers: Timers = processTimers,
  ) {}

  get state(): LaneState {
    return this.#state;
  }

  get inFlight(): number {
    return this.#inFlight.length;
  }

  /** The live thread; empty while the lane is failed or closed. */
  get threads(): readonly Worker[] {
    return this.#threads?.threads ?? [];
  }

  /** Seconds that the live thread has worked. */
  get activeSeconds(): number {
    let milliseconds = 0;
    for (const thread of this.threads) milliseconds += thread.performance.eventLoopUtilization().active;
    return milliseconds / 1_000;
  }

  /** @throws Error when the thread cannot start or fails its self-test. */
  async start(): Promise<void> {
    this.#state = 'starting';
    this.#open();
    const result = await this.#test();
    if (this.#isClosed()) throw new Error('the verification pool was closed while it started');
    if (typeof result === 'string') throw new Error(result);
    this.#becomeReady(result);
  }

  /** Hands the packet to the thread; its memory moves. Only when the lane is ready. */
  async run(packet: ArrayBuffer): Promise<PacketResult | PacketLoss> {
    const id = this.#nextPacket++;
    this.#inFlight.push(id);
    if (this.#inFlight.length === 1) this.#watch(id, 0);
    try {
      return await (this.#threads as Piscina<ArrayBuffer, PacketResult>).run(packet, { transferList: [packet] });
    } catch (error) {
      this.#lose(id);
      return new PacketLoss(textOf(error), this.#blamed === id, this.#hung === id);
    } finally {
      this.#inFlight.splice(this.#inFlight.indexOf(id), 1);
      this.#watch(this.#inFlight[0], 0);
    }
  }

  /** Ends the thread when it has worked on one packet for two whole ticks. */
  #watch(packet: number | undefined, ticks: number): void {
    this.#stopWatching?.();
    this.#stopWatching = undefined;
    if (packet === undefined || this.#state !== 'ready') return;
    this.#stopWatching = this.timers.after(HANG_TICK_MS, () => {
      if (ticks === 0) return this.#watch(packet, 1);
      this.#stopWatching = undefined;
      this.#hung = packet;
      for (const thread of this.threads) void thread.terminate();
    });
  }

  async close(): Promise<void> {
    this.#state = 'closed';
    this.#stopWatching?.();
    clearTimeout(this.#restart);
    try {
      await this.#discard();
    } finally {
      await this.#recovering;
    }
  }

  #isClosed(): boolean {
    return this.#state === 'closed';
  }

  #open(): void {
    this.#trouble = undefined;
    const threads = new Piscina({
      filename: this.file.href,
      workerData: this.settings,
      minThreads: 1,
      maxThreads: 1,
      concurrentTasksPerWorker: PACKETS_AHEAD,
      maxQueue: PACKETS_AHEAD,
      // When it is woken by atomics, a thread takes both its packets at once and answers the first only after the second: an urgent
      // answer came 50 ms late. Without atomics, each is answered before the next is read, for 0.1 to 0.2 ms more per wake-up.
      atomics: 'disabled',
      recordTiming: false,
    });
    this.#threads = threads;
    // A thread that dies before it is ready is not replaced, and may die without an error; what waits for it is settled
    // by destroying its Piscina.
    threads.on('error', (error: unknown) => {
      this.#trouble = textOf(error);
    });
    threads.on('workerDestroy', () => {
      if (this.#threads !== threads || this.#isClosed()) return;
      this.#lose(this.#inFlight[0]);
      setImmediate(() => {
        if (this.#threads !== threads || threads.threads.length > 0) return;
        // Rejects the calls that wait for the thread; the lane then recovers or closes.
        this.#discard().catch((error: unknown) => {
          this.#trouble = textOf(error);
        });
      });
    });
  }

  /** Ends the thread and settles what waits for it. A Piscina still replaces a thread whose exit it notices only after
   *  its `destroy`, unless it needs none. */
  async #discard(): Promise<void> {
    const threads = this.#threads;
    if (!threads) return;
    threads.options.minThreads = 0;
    await threads.destroy();
  }

  /** @returns what the thread reports about its backend, or why there is no working thread. */
  async #test(): Promise<BackendReport | string> {
    const threads = this.#threads as Piscina;
    let stop = (): void => undefined;
    const timeout = new Promise<string>((resolve) => {
      const wait = (before: number): void => {
        stop = this.timers.after(SLOW_START_MS, () => {
          const seconds = ((before + 1) * SLOW_START_MS) / 1_000;
          if (before + 1 === SLOW_STARTS) return resolve(`no answer within ${seconds} s`);
          this.events.slow?.(seconds);
          wait(before + 1);
        });
      };
      wait(0);
    });
    try {
      return await Promise.race([threads.run(undefined, { name: 'selfTest' }) as Promise<BackendReport>, timeout]);
    } catch (error) {
      return this.#trouble ?? textOf(error);
    } finally {
      stop();
    }
  }

  #becomeReady(report: BackendReport): void {
    this.#state = 'ready';
    this.#blamed = undefined;
    this.#hung = undefined;
    this.events.ready(report);
  }

  /** The thread is gone, or has failed on a packet. @param packet the one it was working on. */
  #lose(packet: number | undefined): void {
    if (this.#state !== 'ready') return;
    this.#state = 'starting';
    this.#blamed = packet;
    this.#stopWatching?.();
    this.events.lost(packet !== undefined && packet === this.#hung ? 'hung' : 'died');
    this.#recover();
  }

  #recover(): void {
    this.#recovering = this.#succeed().catch((error: unknown) => this.#fail(textOf(error)));
  }

  /** Waits for the successor that Piscina has started; if there is none, starts one. */
  async #succeed(): Promise<void> {
    let result = await this.#test();
    if (typeof result === 'string' && !this.#isClosed()) {
      await this.#discard();
      if (this.#isClosed()) return;
      this.#open();
      result = await this.#test();
    }
    if (this.#isClosed()) return;
    if (typeof result !== 'string') return this.#becomeReady(result);
    await this.#discard();
    this.#fail(result);
  }

  /** Takes the lane out of service, and tries again after a pause. */
  #fail(reason: string): void {
    if (this.#isClosed()) return;
    this.#state = 'failed';
    clearTimeout(this.#restart);
    this.#restart = setTimeout(() => {
      this.#state = 'starting';
      this.#open();
      this.#recover();
    }, RESTART_MS).unref();
    this.events.failed(reason);
  }
}
