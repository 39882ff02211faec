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
import { toHex } from '../engine/base/bytes.js';
import { PACKET_DELAY_MS } from '../engine/base/limits.js';
import type { Log } from '../engine/base/ports.js';
import { invariant, isRefusal, type Refusal, refuse } from '../engine/base/refusal.js';
import type { SignedParts } from '../engine/chain/transaction.js';
import { type PriorityRank, type QueueEntry, VerifyQueue } from '../engine/intake/queue.js';
import type {
  RawItem,
  SignatureCheck,
  VerifiedTransaction,
  VerifierPort,
  VerifierStats,
} from '../engine/intake/verifier.js';
import { decodeAnswers, type ItemAnswer, type ReadAnswer } from './answers.js';
import { BackendLog } from './backendLog.js';
import { CheckFault, faultRefusal, noThreadRefusal } from './checkFault.js';
import { PacketMemory } from './packetMemory.js';
import { encodePacket, type FreshItem, type PacketItem, type PacketResult, packetBytesOf } from './packets.js';
import { PoolMeasures } from './poolMeasures.js';
import { Call, type Waiter, type Work } from './poolWork.js';
import { type BackendReport, VERIFY_CACHE_BYTES } from './signatureBackends.js';
import { PACKETS_AHEAD, PacketLoss, VerifyLane } from './verifyLane.js';
import type { VerifyWorkerSettings } from './verifyWorker.js';
import { workerFile } from './workerFile.js';

/** Longest wait of a request that was put off: its sender's patience, while known senders keep the thread busy. */
const DEFERRED_MS = 2_000;

/** Deaths of a thread after which an item is refused. */
const MAX_LOSSES = 2;

export interface VerifierPoolOptions {
  /** Number of threads, each with its lane. */
  readonly threads: number;
  readonly chainId: string;
  /** Name of the chain id's rules. */
  readonly protocol: string;
  /** Name of a signature backend, or `auto`. */
  readonly backend: string;
  /** For keys, over all threads; VERIFY_CACHE_BYTES when absent. */
  readonly cacheBytes?: number;
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

type Entry = QueueEntry<Work>;

const isVerified = (answer: ItemAnswer): answer is VerifiedTransaction =>
  typeof answer === 'object' && !isRefusal(answer) && !(answer instanceof Uint8Array);

/** How a checked signature that does not hold is counted. */
const WRONG_SIGNATURE = refuse('invalid_signature', 'invalid signature');

const stopping = (): Refusal => refuse('stopping', 'the node is shutting down', 1);

class Pool implements VerifierPool {
  readonly #queue: VerifyQueue<Work>;
  readonly #lanes: readonly VerifyLane[];
  readonly #memory: PacketMemory;
  readonly #maxItemsGiven: boolean;
  readonly #log: Log | undefined;
  readonly #inFlight = new Set<readonly Entry[]>();
  /** Since when fresh items wait in each lane, milliseconds. */
  readonly #waitingSince: (number | undefined)[] = [];
  readonly #secretKey: SharedArrayBuffer | undefined;
  #isClosed = false;
  #closing: Promise<void> | undefined;
  #turnEnd: NodeJS.Immediate | undefined;
  #delay: NodeJS.Timeout | undefined;
  readonly #measures = new PoolMeasures();
  readonly #backends: BackendLog;

  constructor(options: VerifierPoolOptions) {
    const { threads, chainId, protocol, backend, requireChainId, secretKey, log } = options;
    this.#log = log;
    this.#maxItemsGiven = options.maxItems !== undefined;
    this.#memory = new PacketMemory(threads * PACKETS_AHEAD);
    this.#backends = new BackendLog(threads, log);
    this.#queue = new VerifyQueue({
      lanes: threads,
      ...(options.maxItems === undefined ? {} : { maxItems: options.maxItems }),
      ...(options.maxBytes === undefined ? {} : { maxBytes: options.maxBytes }),
    });
    this.#secretKey = secretKey && new SharedArrayBuffer(secretKey.length);
    if (secretKey && this.#secretKey) new Uint8Array(this.#secretKey).set(secretKey);
    const shared = this.#secretKey === undefined ? {} : { secretKey: this.#secretKey };
    const cacheBytes = Math.floor((options.cacheBytes ?? VERIFY_CACHE_BYTES) / threads);
    const settings: VerifyWorkerSettings = { chainId, protocol, backend, cacheBytes, requireChainId, ...shared };
    const file = workerFile('verifyWorker');
    this.#lanes = Array.from(
      { length: threads },
      (_, index) =>
        new VerifyLane(file, settings, {
          ready: (report) => this.#onReady(report),
          lost: () => {
            this.#measures.died(index);
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
      const { full } = this.#queue;
      if (full) {
        this.#measures.countRefusal(full.code);
        return resolve(full);
      }
      const { kind: type, operation, bytes } = raw;
      const item: FreshItem = { type, operation, bytes, now, known: false, deferred: false };
      const waiter: Waiter = {
        answer: (_, answer) => {
          invariant(isVerified(answer) || isRefusal(answer), 'a request is verified or refused');
          resolve(answer);
        },
      };
      const work: Work = { item, askedAt: performance.now(), waiter, at: 0, resenders: undefined };
      const entry = this.#queue.offer(raw, work);
      if (isRefusal(entry)) {
        this.#measures.countRefusal(entry.code);
        return resolve(entry);
      }
      if (entry.work !== work) {
        this.#measures.shared++;
        entry.work.resenders ??= [];
        entry.work.resenders.push(waiter);
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
    let inFlightItems = 0;
    for (const packet of this.#inFlight) inFlightItems += packet.length;
    return {
      ...this.#measures.reading(),
      workers: this.#lanes.filter(({ state }) => state === 'ready').length,
      queuedItems: this.#queue.waitingItems,
      heldBytes: this.#queue.heldBytes,
      inFlightItems,
      inFlightPackets: this.#inFlight.size,
      lanes: this.#lanes.length,
      activeSeconds: this.#lanes.map((lane) => lane.activeSeconds),
      backend: this.#backends.backend,
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
    const waiting = [...this.#inFlight, ...this.#lanes.map((_, lane) => this.#queue.drainLane(lane))].flat();
    this.#inFlight.clear();
    for (const entry of [...waiting, ...this.#queue.drainPriority()]) this.#settle(entry, stopping());
    await Promise.all(this.#lanes.map((lane) => lane.close()));
    if (this.#secretKey) new Uint8Array(this.#secretKey).fill(0);
  }

  /** Priority items of one call, answered together. */
  #ask(rank: PriorityRank, items: readonly PacketItem[]): Promise<readonly ItemAnswer[] | Refusal> {
    return new Promise((resolve) => {
      if (this.#isClosed) return resolve(stopping());
      if (items.length === 0) return resolve([]);
      const askedAt = performance.now();
      const waiter = new Call(items.length, resolve);
      const offered = items.map((item, at) => ({
        work: { item, askedAt, waiter, at, resenders: undefined },
        bytes: packetBytesOf(item),
        alone: item.type === 'sign',
        sender: item.type === 'transaction' ? toHex(item.parts.publicKey.subarray(0, 8)) : '',
      }));
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
        if (lane.state === 'ready' && lane.inFlight === depth && this.#mayLeave(index, depth, now))
          this.#send(index, this.#queue.take(index, this.#measures.packetAllowance()));
      });
    // What is left of blocks belongs to threads that are busy or gone.
    this.#lanes.forEach((lane, index) => {
      if (lane.state === 'ready' && lane.inFlight === 0 && this.#queue.waitingBlocks() > 0)
        this.#send(index, this.#queue.takeOthersBlocks(this.#measures.packetAllowance()));
      this.#shed(index, now);
    });
  }

  #mayLeave(index: number, depth: number, now: number): boolean {
    if (this.#queue.waitingUrgent > 0 || this.#queue.waitingBlocks(index) > 0) return true;
    const waiting = this.#queue.readyFresh(index, depth > 0);
    if (waiting === 0 || depth === 0) return waiting > 0;
    const wait = now - (this.#waitingSince[index] ?? now);
    if (waiting >= this.#measures.packetAllowance().items || wait >= PACKET_DELAY_MS) return true;
    const pump = (): void => {
      this.#delay = undefined;
      this.#pump();
    };
    this.#delay ??= setTimeout(pump, Math.max(1, Math.floor(PACKET_DELAY_MS - wait))).unref();
    return false;
  }

  #send(index: number, packet: readonly Entry[]): void {
    const lane = this.#lanes[index];
    invariant(lane, 'a packet leaves by a lane');
    if (this.#queue.waitingFresh(index) === 0) this.#waitingSince[index] = undefined;
    if (packet.length === 0) return;
    const now = performance.now();
    this.#measures.sent(packet.map(({ work }) => now - work.askedAt));
    this.#inFlight.add(packet);
    const items = packet.map(({ known, work: { item } }) => {
      // What was put off is not worth a place among the keys of known senders.
      if ('known' in item) item.known = known && !item.deferred;
      return item;
    });
    void lane.run(encodePacket(items, this.#memory)).then((result) => this.#onResult(index, packet, items, result));
  }

  #onResult(
    index: number,
    packet: readonly Entry[],
    items: readonly PacketItem[],
    result: PacketResult | PacketLoss,
  ): void {
    if (!this.#inFlight.delete(packet)) return;
    if (result instanceof PacketLoss) this.#onLoss(packet, result);
    else {
      this.#memory.giveBack(result.packet);
      const { answers, cost } = decodeAnswers(result.table, items);
      this.#measures.learn(index, cost);
      if (!this.#maxItemsGiven) this.#queue.maxItems = this.#measures.queueAllowance(this.#lanes.length);
      const now = performance.now();
      packet.forEach((entry, at) => {
        const answer = answers[at] as ReadAnswer;
        if (answer === 'deferred') this.#defer(entry);
        else {
          this.#measures.answers.observe((now - entry.work.askedAt) / 1_000);
          this.#settle(entry, this.#told(answer));
        }
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

  #defer(entry: Entry): void {
    this.#measures.deferred++;
    const { item } = entry.work;
    invariant('deferred' in item, 'only a request is put off');
    item.deferred = true;
    const refusal = this.#queue.defer(entry);
    if (refusal) this.#settleShed(entry, refusal);
  }

  #settleShed(entry: Entry, refusal: Refusal): void {
    this.#measures.shed++;
    this.#settle(entry, refusal);
  }

  /** Turns away what was put off and has waited too long: its thread has never been idle since. */
  #shed(index: number, now: number): void {
    for (let entry = this.#queue.firstDeferred(index); entry; entry = this.#queue.firstDeferred(index)) {
      if (now - entry.work.askedAt < DEFERRED_MS) return;
      this.#settleShed(entry, this.#queue.shedDeferred(index));
    }
  }

  #onLoss(packet: readonly Entry[], loss: PacketLoss): void {
    this.#measures.lostPackets++;
    const isGivenUp = (entry: Entry): boolean => loss.blamed && entry.losses + 1 >= MAX_LOSSES;
    for (const entry of packet.filter(isGivenUp)) {
      this.#log?.error({ error: loss.reason }, 'two threads died over one item; the item is refused');
      this.#settle(entry, faultRefusal());
    }
    const back = packet.filter((entry) => !isGivenUp(entry));
    this.#queue.putBack(back, loss.blamed);
    for (const { lane } of back) if (lane !== undefined) this.#waitingSince[lane] = 0;
  }

  #settle(entry: Entry, answer: ItemAnswer): void {
    this.#queue.settle(entry);
    if (entry.rank === 'fresh' && isVerified(answer)) this.#queue.remember(answer.transaction.publicKey);
    if (answer instanceof Uint8Array) this.#measures.signed++;
    else if (answer === true || isVerified(answer)) this.#measures.verified++;
    else if (isRefusal(answer)) this.#measures.countRefusal(answer.code);
    else this.#measures.countRefusal(WRONG_SIGNATURE.code);
    const { waiter, at, resenders } = entry.work;
    waiter.answer(at, answer);
    if (resenders) for (const resender of resenders) resender.answer(0, answer);
  }

  #onReady(report: BackendReport): void {
    this.#backends.report(report);
    if (this.#measures.microsecondsPerItem === 0) this.#measures.microsecondsPerItem = report.microseconds;
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
