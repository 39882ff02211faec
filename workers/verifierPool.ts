/** The verification pool: the verifier port over threads.
 *
 *  In: questions of the main thread. Out: an answer for every one. What waits stands in the engine's `VerifyQueue`; this
 *  file decides when a packet leaves, by which lane, and what becomes of it.
 *  A lane whose thread is idle gets a packet at the end of the current turn of the event loop: nobody waits for company
 *  that may not come. While a thread works, a second packet is put behind it once it is full or its first item has
 *  waited PACKET_DELAY_MS. Priority work leaves at once, by the lane that has the least to do.
 *  What may be lost: a packet whose thread dies goes back to the queue; an item over which two threads died is refused
 *  `internal`, as is one whose check threw; the log says why, the client does not. `close` refuses the rest with
 *  `stopping`. */

import type { Worker } from 'node:worker_threads';
import { countBy, Histogram, SECONDS } from '../engine/base/histogram.js';
import { PACKET_DELAY_MS, PACKET_ITEMS } from '../engine/base/limits.js';
import type { Log } from '../engine/base/ports.js';
import { invariant, isRefusal, type Refusal, type RefusalCode, refuse } from '../engine/base/refusal.js';
import type { SignedParts } from '../engine/chain/transaction.js';
import { type PriorityRank, type QueueEntry, VerifyQueue } from '../engine/intake/queue.js';
import type {
  RawItem,
  SignatureCheck,
  VerifiedTransaction,
  VerifierPort,
  VerifierStats,
} from '../engine/intake/verifier.js';
import { decodeAnswers, type ItemAnswer, type PacketCost } from './answers.js';
import { CheckFault, faultRefusal, noThreadRefusal } from './checkFault.js';
import { encodePacket, type PacketItem, packetBytesOf } from './packets.js';
import { PACKETS_AHEAD, PacketLoss, VerifyLane } from './verifyLane.js';
import type { VerifyWorkerSettings } from './verifyWorker.js';
import { workerFile } from './workerFile.js';

/** Longest time that the packets of one thread take together: a block to be signed waits behind them. A sixteenth of a
 *  400 ms slot. With a slow backend this bounds a packet, with a fast one PACKET_ITEMS does. */
const HOLD_MS = 25;

/** Largest packet: 64 transfers of 15 KB are 1 MiB. A larger item travels alone. */
const PACKET_BYTES = 4 * 1024 * 1024;

/** Weight of the newest packet in the mean cost of an item. */
const COST_WEIGHT = 1 / 8;

/** Deaths of a thread after which an item is refused. */
const MAX_LOSSES = 2;

export interface VerifierPoolOptions {
  /** Number of threads, each with its lane. */
  readonly threads: number;
  readonly chainId: string;
  /** Name of the chain id's rules. */
  readonly protocol: string;
  /** Name of a signature backend. */
  readonly backend: string;
  readonly requireChainId: boolean;
  /** The node's key, 4,032 bytes; without it `sign` refuses. The pool takes a copy and wipes it when it closes. */
  readonly secretKey?: Uint8Array;
  /** Bounds of the waiting fresh requests, when they are not the engine's. */
  readonly maxItems?: number;
  readonly maxBytes?: number;
  /** Hears of threads that die. */
  readonly log?: Log;
}

export interface VerifierPool extends VerifierPort {
  /** Starts the threads; questions asked before wait for it. @throws Error saying why, when they cannot start or fail
   *  their self-test; the pool is closed then. */
  start(): Promise<void>;
  /** The live threads, one per lane that has one. */
  threads(): readonly Worker[];
}

/** One item on its way, and who waits for it. */
interface Work {
  readonly item: PacketItem;
  readonly askedAt: number;
  readonly waiters: ((answer: ItemAnswer) => void)[];
}

type Entry = QueueEntry<Work>;

const isVerified = (answer: ItemAnswer): answer is VerifiedTransaction =>
  typeof answer === 'object' && !isRefusal(answer) && !(answer instanceof Uint8Array);

/** How a checked signature that does not hold is counted. */
const WRONG_SIGNATURE = refuse('invalid_signature', 'invalid signature');

const stopping = (): Refusal => refuse('stopping', 'the node is shutting down', 1);

class Pool implements VerifierPool {
  readonly #queue: VerifyQueue<Work>;
  readonly #lanes: readonly VerifyLane[];
  readonly #log: Log | undefined;
  readonly #inFlight = new Set<readonly Entry[]>();
  /** Since when fresh items wait in each lane, milliseconds. */
  readonly #waitingSince: (number | undefined)[] = [];
  readonly #secretKey: SharedArrayBuffer | undefined;
  #isClosed = false;
  #closing: Promise<void> | undefined;
  #turnEnd: NodeJS.Immediate | undefined;
  #delay: NodeJS.Timeout | undefined;
  #microsecondsPerItem = 0;
  #waited = 0;
  readonly #count = { verified: 0, refused: 0, signed: 0, shared: 0, packets: 0, lostPackets: 0, items: 0, deaths: 0 };
  readonly #refusals = new Map<RefusalCode, number>();
  readonly #waits = new Histogram(SECONDS);
  readonly #answers = new Histogram(SECONDS);

  constructor(options: VerifierPoolOptions) {
    const { threads, chainId, protocol, backend, requireChainId, secretKey, log } = options;
    this.#log = log;
    this.#queue = new VerifyQueue({
      lanes: threads,
      ...(options.maxItems === undefined ? {} : { maxItems: options.maxItems }),
      ...(options.maxBytes === undefined ? {} : { maxBytes: options.maxBytes }),
    });
    this.#secretKey = secretKey && new SharedArrayBuffer(secretKey.length);
    if (secretKey && this.#secretKey) new Uint8Array(this.#secretKey).set(secretKey);
    const shared = this.#secretKey === undefined ? {} : { secretKey: this.#secretKey };
    const settings: VerifyWorkerSettings = { chainId, protocol, backend, requireChainId, ...shared };
    const file = workerFile('verifyWorker');
    this.#lanes = Array.from(
      { length: threads },
      (_, index) =>
        new VerifyLane(file, settings, {
          ready: (microseconds) => this.#onReady(microseconds),
          lost: () => {
            this.#count.deaths++;
            log?.warn({ lane: index }, 'a verification thread died; another takes its place');
          },
          failed: (reason) => this.#onFailed(index, reason),
        }),
    );
  }

  async start(): Promise<void> {
    const results = await Promise.allSettled(this.#lanes.map((lane) => lane.start()));
    const failed = results.find((result) => result.status === 'rejected');
    if (!failed) return;
    await this.close();
    const reason = failed.reason instanceof Error ? failed.reason.message : String(failed.reason);
    throw new Error(`the verification threads cannot start: ${reason}`, { cause: failed.reason });
  }

  threads(): readonly Worker[] {
    return this.#lanes.flatMap((lane) => lane.threads);
  }

  verify(raw: RawItem, now: number): Promise<VerifiedTransaction | Refusal> {
    return new Promise((resolve) => {
      if (this.#isClosed) return resolve(stopping());
      const item: PacketItem = { type: raw.kind, operation: raw.operation, bytes: raw.bytes, now };
      const waiter = (answer: ItemAnswer): void => {
        invariant(isVerified(answer) || isRefusal(answer), 'a request is verified or refused');
        resolve(answer);
      };
      const work: Work = { item, askedAt: performance.now(), waiters: [waiter] };
      const entry = this.#queue.offer(raw, work);
      if (isRefusal(entry)) {
        this.#countRefusal(entry);
        return resolve(entry);
      }
      if (entry.work !== work) {
        this.#count.shared++;
        entry.work.waiters.push(waiter);
        return undefined;
      }
      const lane = entry.lane ?? 0;
      this.#waitingSince[lane] ??= work.askedAt;
      this.#turnEnd ??= setImmediate(() => this.#pump());
      if (this.#lanes[lane]?.state === 'failed') this.#refuseLane(lane);
    });
  }

  async verifyTransactions(parts: readonly SignedParts[]): Promise<(VerifiedTransaction | Refusal)[]> {
    const answers = await this.#ask(
      'block',
      parts.map((one) => ({ type: 'transaction', parts: one })),
    );
    if (isRefusal(answers)) return parts.map(() => answers);
    return answers.map((answer) => {
      invariant(isVerified(answer) || isRefusal(answer), 'a transaction is verified or refused');
      return answer;
    });
  }

  async checkSignatures(checks: readonly SignatureCheck[]): Promise<boolean[] | Refusal> {
    const answers = await this.#ask(
      'urgent',
      checks.map((check) => ({ type: 'check', check })),
    );
    if (isRefusal(answers)) return answers;
    return answers.find(isRefusal) ?? answers.map((answer) => answer === true);
  }

  async sign(message: Uint8Array): Promise<Uint8Array | Refusal> {
    const answers = await this.#ask('urgent', [{ type: 'sign', message }]);
    const answer = isRefusal(answers) ? answers : answers[0];
    invariant(answer instanceof Uint8Array || isRefusal(answer), 'a message is signed or refused');
    return answer;
  }

  stats(): VerifierStats {
    const { items, packets, ...counts } = this.#count;
    let inFlightItems = 0;
    for (const packet of this.#inFlight) inFlightItems += packet.length;
    return {
      ...counts,
      packets,
      workers: this.#lanes.filter(({ state }) => state === 'ready').length,
      queuedItems: this.#queue.waitingItems,
      heldBytes: this.#queue.heldBytes,
      inFlightItems,
      inFlightPackets: this.#inFlight.size,
      itemsPerPacket: packets === 0 ? 0 : items / packets,
      microsecondsPerItem: this.#microsecondsPerItem,
      waitMicroseconds: items === 0 ? 0 : (this.#waited * 1_000) / items,
      lanes: this.#lanes.length,
      refusals: this.#refusals,
      waits: this.#waits,
      answers: this.#answers,
      activeSeconds: this.#lanes.map((lane) => lane.activeSeconds),
    };
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#isClosed = true;
    clearImmediate(this.#turnEnd);
    clearTimeout(this.#delay);
    const waiting = [...this.#inFlight].flat();
    this.#inFlight.clear();
    this.#lanes.forEach((_, lane) => {
      waiting.push(...this.#queue.drainLane(lane));
    });
    waiting.push(...this.#queue.drainPriority());
    for (const entry of waiting) this.#settle(entry, stopping());
    await Promise.all(this.#lanes.map((lane) => lane.close()));
    if (this.#secretKey) new Uint8Array(this.#secretKey).fill(0);
  }

  /** Priority items of one call, answered together. */
  #ask(rank: PriorityRank, items: readonly PacketItem[]): Promise<readonly ItemAnswer[] | Refusal> {
    return new Promise((resolve) => {
      if (this.#isClosed) return resolve(stopping());
      const answers: ItemAnswer[] = new Array(items.length);
      let open = items.length;
      if (open === 0) return resolve(answers);
      const askedAt = performance.now();
      const offered = items.map((item, index) => {
        const waiter = (answer: ItemAnswer): void => {
          answers[index] = answer;
          open--;
          if (open === 0) resolve(answers);
        };
        const work: Work = { item, askedAt, waiters: [waiter] };
        return { work, bytes: packetBytesOf(item), alone: item.type === 'sign' };
      });
      const problem = this.#queue.offerPriority(rank, offered);
      if (problem) return resolve(problem);
      if (this.#lanes.every(({ state }) => state === 'failed')) this.#refusePriority();
      this.#pump();
    });
  }

  /** Sends what may leave now: first to idle threads, then behind those that have one packet. */
  #pump(): void {
    clearImmediate(this.#turnEnd);
    this.#turnEnd = undefined;
    if (this.#isClosed) return;
    const now = performance.now();
    for (let depth = 0; depth < PACKETS_AHEAD; depth++)
      this.#lanes.forEach((lane, index) => {
        if (lane.state === 'ready' && lane.inFlight === depth && this.#mayLeave(index, depth, now)) this.#send(index);
      });
  }

  #packetItems(): number {
    const fitting = Math.floor((HOLD_MS * 1_000) / PACKETS_AHEAD / Math.max(this.#microsecondsPerItem, 1));
    return Math.min(PACKET_ITEMS, Math.max(1, fitting));
  }

  #mayLeave(index: number, depth: number, now: number): boolean {
    if (this.#queue.waitingPriority > 0) return true;
    const waiting = this.#queue.waitingFresh(index);
    if (waiting === 0 || depth === 0) return waiting > 0;
    const wait = now - (this.#waitingSince[index] ?? now);
    if (waiting >= this.#packetItems() || wait >= PACKET_DELAY_MS) return true;
    const pump = (): void => {
      this.#delay = undefined;
      this.#pump();
    };
    this.#delay ??= setTimeout(pump, Math.max(1, Math.floor(PACKET_DELAY_MS - wait))).unref();
    return false;
  }

  #send(index: number): void {
    const lane = this.#lanes[index];
    invariant(lane, 'a packet leaves by a lane');
    const packet = this.#queue.take(index, { items: this.#packetItems(), bytes: PACKET_BYTES });
    if (this.#queue.waitingFresh(index) === 0) this.#waitingSince[index] = undefined;
    if (packet.length === 0) return;
    const now = performance.now();
    for (const { work } of packet) {
      this.#waited += now - work.askedAt;
      this.#waits.observe((now - work.askedAt) / 1_000);
    }
    this.#count.packets++;
    this.#count.items += packet.length;
    this.#inFlight.add(packet);
    const items = packet.map(({ work }) => work.item);
    void lane.run(encodePacket(items)).then((result) => this.#onResult(packet, items, result));
  }

  #onResult(packet: readonly Entry[], items: readonly PacketItem[], result: ArrayBuffer | PacketLoss): void {
    if (!this.#inFlight.delete(packet)) return;
    if (result instanceof PacketLoss) this.#onLoss(packet, result);
    else {
      const { answers, cost } = decodeAnswers(result, items);
      this.#learn(cost);
      const now = performance.now();
      for (const { work } of packet) this.#answers.observe((now - work.askedAt) / 1_000);
      packet.forEach((entry, index) => {
        this.#settle(entry, this.#told(answers[index] as ItemAnswer | CheckFault));
      });
    }
    this.#pump();
  }

  /** The one place that may know what a check threw is the log. */
  #told(answer: ItemAnswer | CheckFault): ItemAnswer {
    if (!(answer instanceof CheckFault)) return answer;
    this.#log?.error({ error: answer.detail }, 'the check of an item threw; the item is refused');
    return faultRefusal();
  }

  #onLoss(packet: readonly Entry[], loss: PacketLoss): void {
    this.#count.lostPackets++;
    const isGivenUp = (entry: Entry): boolean => loss.blamed && entry.losses + 1 >= MAX_LOSSES;
    for (const entry of packet.filter(isGivenUp)) {
      this.#log?.error({ error: loss.reason }, 'two threads died over one item; the item is refused');
      this.#settle(entry, faultRefusal());
    }
    const back = packet.filter((entry) => !isGivenUp(entry));
    this.#queue.putBack(back, loss.blamed);
    for (const { lane } of back) if (lane !== undefined) this.#waitingSince[lane] = 0;
  }

  #learn(cost: PacketCost): void {
    if (cost.signatures === 0) return;
    this.#microsecondsPerItem += (cost.microseconds / cost.signatures - this.#microsecondsPerItem) * COST_WEIGHT;
  }

  #settle(entry: Entry, answer: ItemAnswer): void {
    this.#queue.settle(entry);
    if (answer instanceof Uint8Array) this.#count.signed++;
    else if (answer === true || isVerified(answer)) this.#count.verified++;
    else if (isRefusal(answer)) this.#countRefusal(answer);
    else this.#countRefusal(WRONG_SIGNATURE);
    for (const waiter of entry.work.waiters) waiter(answer);
  }

  #countRefusal({ code }: Refusal): void {
    this.#count.refused++;
    countBy(this.#refusals, code);
  }

  #onReady(microseconds: number): void {
    if (this.#microsecondsPerItem === 0) this.#microsecondsPerItem = microseconds;
    this.#pump();
  }

  #onFailed(index: number, reason: string): void {
    this.#log?.error({ lane: index, reason }, 'a verification thread cannot start; trying again');
    this.#refuseLane(index);
    if (this.#lanes.every(({ state }) => state === 'failed')) this.#refusePriority();
  }

  #refuseLane(index: number): void {
    for (const entry of this.#queue.drainLane(index)) this.#refuseUnavailable(entry);
    this.#waitingSince[index] = undefined;
  }

  #refusePriority(): void {
    for (const entry of this.#queue.drainPriority()) this.#refuseUnavailable(entry);
  }

  #refuseUnavailable(entry: Entry): void {
    this.#settle(entry, noThreadRefusal());
  }
}

/** A pool of verification threads; `start` starts them. */
export const createVerifierPool = (options: VerifierPoolOptions): VerifierPool => new Pool(options);
