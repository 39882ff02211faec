/** The verification pool: the verifier port over threads.
 *
 *  In: calls of the main thread. Out: an answer for every one. Waiting items are in the engine's `VerifyQueue`; this file
 *  decides when a packet leaves, on which lane, and how its result is handled.
 *  A lane whose thread is idle gets a packet at the end of the current turn of the event loop: an item does not wait for
 *  others that may not come. While a thread works, a second packet is put behind it once that packet is full or its first item
 *  has waited PACKET_DELAY_MS. Priority work leaves at once. Urgent work has a thread of its own (`poolLanes.ts`), so that no
 *  block waits behind a request, whatever the request costs; idle lanes help it, and replace it while it is gone.
 *  What may be lost: a packet whose thread dies or hangs goes back to the queue. An item is refused with `internal` when two
 *  threads died over it, when it is a request that alone has hung a thread, or when its check threw; the log says why, the
 *  client does not get the reason. `close` refuses everything that still waits with `stopping`. */

import type { Worker } from 'node:worker_threads';
import { toHex } from '../../engine/base/bytes.js';
import { PACKET_DELAY_MS } from '../../engine/base/limits.js';
import type { Log } from '../../engine/base/ports.js';
import { errorText, invariant, isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { type PriorityRank, type QueueEntry, VerifyQueue } from '../../engine/intake/queue.js';
import type {
  BlockItem,
  RawItem,
  SignatureCheck,
  VerifiedTransaction,
  VerifierStats,
} from '../../engine/intake/verifier.js';
import { workerFile } from '../threads/workerFile.js';
import { BackendLog } from './backendLog.js';
import { CheckFault, faultRefusal, noThreadRefusal } from './checkFault.js';
import { PacketMemory } from './packetMemory.js';
import {
  blockItem,
  encodePacket,
  type FreshItem,
  type PacketItem,
  type PacketResult,
  packetBytesOf,
} from './packets.js';
import { PoolLanes } from './poolLanes.js';
import { PoolMeasures } from './poolMeasures.js';
import type { VerifierPool, VerifierPoolOptions } from './poolOptions.js';
import { Call, isVerified, requestWaiter, type Waiter, type Work } from './poolWork.js';
import { type BackendReport, VERIFY_CACHE_BYTES } from './signatureBackends.js';
import { decodeAnswers, type ItemAnswer, type ReadAnswer } from './verdictTable.js';
import { PACKETS_AHEAD, PacketLoss, processTimers } from './verifyLane.js';

/** Longest wait of a request that was put off while known senders keep the thread busy: as long as its sender may wait. */
const DEFERRED_MS = 2_000;

/** Deaths of a thread after which an item is refused. A request that alone has hung a thread is refused at once; a signature of
 *  the node's own or a block gets a second chance, because the machine may have slept. */
const MAX_LOSSES = 2;

export type { VerifierPool, VerifierPoolOptions } from './poolOptions.js';

type Entry = QueueEntry<Work>;

/** The refusal under which a wrong signature is counted. */
const WRONG_SIGNATURE = refuse('invalid_signature', 'invalid signature');

const stopping = (): Refusal => refuse('stopping', 'the node is shutting down', 1);

/** A table that cannot be read is a lost packet: its items are asked again or refused, and nobody waits for ever. */
function readTable(result: PacketResult, items: readonly PacketItem[]): ReturnType<typeof decodeAnswers> | PacketLoss {
  try {
    return decodeAnswers(result.table, items);
  } catch (error) {
    return new PacketLoss(`its answers cannot be read: ${errorText(error)}`, true);
  }
}

class Pool implements VerifierPool {
  readonly #queue: VerifyQueue<Work>;
  readonly #lanes: PoolLanes;
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
    this.#queue = new VerifyQueue({
      lanes: threads,
      ...(options.maxItems === undefined ? {} : { maxItems: options.maxItems }),
      ...(options.maxBytes === undefined ? {} : { maxBytes: options.maxBytes }),
    });
    this.#secretKey = secretKey && new SharedArrayBuffer(secretKey.length);
    if (secretKey && this.#secretKey) new Uint8Array(this.#secretKey).set(secretKey);
    const shared = this.#secretKey === undefined ? {} : { secretKey: this.#secretKey };
    this.#lanes = new PoolLanes(
      {
        threads,
        urgentThread: options.urgentThread ?? true,
        file: options.file ?? workerFile('verify/verifyWorker'),
        settings: { chainId, protocol, backend, requireChainId, ...shared },
        cacheBytes: options.cacheBytes ?? VERIFY_CACHE_BYTES,
        timers: options.timers ?? processTimers,
        log,
      },
      {
        ready: (report) => this.#onReady(report),
        lost: (lane) => this.#measures.died(lane),
        failed: (lane) => this.#onFailed(lane),
      },
    );
    this.#memory = new PacketMemory(this.#lanes.total * PACKETS_AHEAD);
    this.#backends = new BackendLog(this.#lanes.total, log);
  }

  async start(): Promise<void> {
    try {
      await this.#lanes.start();
    } catch (error) {
      await this.close();
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`the verification threads cannot start: ${reason}`, { cause: error });
    }
  }

  threads(): readonly Worker[] {
    return this.#lanes.threads;
  }

  verify(raw: RawItem, now: number): Promise<VerifiedTransaction | Refusal> {
    return new Promise((resolve) =>
      this.#offer(
        raw,
        now,
        requestWaiter((_, answer) => resolve(answer)),
      ),
    );
  }

  verifyAll(
    items: readonly RawItem[],
    now: number,
    answered: (at: number, answer: VerifiedTransaction | Refusal) => void,
  ): void {
    const waiter = requestWaiter(answered);
    for (const [at, raw] of items.entries()) this.#offer(raw, now, waiter, at);
  }

  #offer(raw: RawItem, now: number, waiter: Waiter, at = 0): void {
    if (this.#isClosed) {
      waiter.answer(at, stopping());
      return;
    }
    const refusal = this.#queue.full ?? this.#enqueue(raw, now, waiter, at);
    if (!refusal) return;
    this.#measures.countRefusal(refusal.code);
    waiter.answer(at, refusal);
  }

  #enqueue(raw: RawItem, now: number, waiter: Waiter, at: number): Refusal | undefined {
    const { kind: type, operation, bytes } = raw;
    const item: FreshItem = { type, operation, bytes, now, known: false, deferred: false };
    const work: Work = { item, askedAt: performance.now(), waiter, at, resenders: undefined };
    const entry = this.#queue.offer(raw, work);
    if (isRefusal(entry)) return entry;
    if (entry.work !== work) {
      this.#measures.shared++;
      entry.work.resenders ??= [];
      entry.work.resenders.push({ waiter, at });
      return undefined;
    }
    const lane = entry.lane ?? 0;
    this.#waitingSince[lane] ??= work.askedAt;
    this.#turnEnd ??= setImmediate(() => this.#pump());
    if (this.#lanes.hasFailed(lane)) this.#refuseLane(lane);
    return undefined;
  }

  async verifyTransactions(parts: readonly BlockItem[]): Promise<(VerifiedTransaction | Refusal)[]> {
    const answers = await this.#ask('block', parts.map(blockItem));
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

  async sign(message: Uint8Array, rank: 'urgent' | 'own' = 'urgent'): Promise<Uint8Array | Refusal> {
    const answers = await this.#ask(rank, [{ type: 'sign', message }]);
    const answer = isRefusal(answers) ? answers : answers[0];
    invariant(answer instanceof Uint8Array || isRefusal(answer), 'a message is signed or refused');
    return answer;
  }

  stats(): VerifierStats {
    let inFlightItems = 0;
    for (const packet of this.#inFlight) inFlightItems += packet.length;
    return {
      ...this.#measures.reading(),
      workers: this.#lanes.ready,
      queuedItems: this.#queue.waitingItems,
      heldBytes: this.#queue.heldBytes,
      inFlightItems,
      inFlightPackets: this.#inFlight.size,
      lanes: this.#lanes.count,
      activeSeconds: this.#lanes.activeSeconds,
      urgentSeconds: this.#lanes.urgentSeconds,
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
    const fresh = Array.from({ length: this.#lanes.count }, (_, lane) => this.#queue.drainLane(lane));
    const waiting = [...this.#inFlight, ...fresh].flat();
    this.#inFlight.clear();
    for (const entry of [...waiting, ...this.#queue.drainLanesPriority(), ...this.#queue.drainUrgent()])
      this.#settle(entry, stopping());
    await this.#lanes.close();
    if (this.#secretKey) new Uint8Array(this.#secretKey).fill(0);
  }

  /** Queues the priority items of one call, which are answered together. */
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
      this.#refusePriority();
      this.#pump();
    });
  }

  /** Sends what may leave now: first to idle threads, then as a second packet to threads that have one. */
  #pump(): void {
    clearImmediate(this.#turnEnd);
    this.#turnEnd = undefined;
    if (this.#isClosed) return;
    const now = performance.now();
    for (let depth = 0; depth < PACKETS_AHEAD; depth++)
      for (const index of this.#lanes.withPackets(depth)) this.#send(index, this.#nextPacket(index, depth, now));
    // The block transactions that still wait belong to threads that are busy or gone.
    for (const index of this.#lanes.withPackets(0))
      if (!this.#lanes.isUrgent(index) && this.#queue.waitingBlocks() > 0)
        this.#send(index, this.#queue.takeOthersBlocks(this.#measures.packetAllowance()));
    for (let index = 0; index < this.#lanes.count; index++) this.#shed(index, now);
  }

  /** A lane helps with urgent work while its thread is idle. Urgent work must not wait behind a packet of requests; while the
   *  urgent thread is gone, no lane gets a second packet before that work. */
  #nextPacket(index: number, depth: number, now: number): readonly Entry[] {
    const allowance = this.#measures.packetAllowance();
    if (this.#lanes.isUrgent(index)) return this.#queue.takeUrgent(allowance);
    const isBehind = depth > 0 && this.#lanes.hasUrgent;
    if (isBehind && this.#queue.waitingUrgent > 0 && !this.#lanes.urgentIsReady) return [];
    const helps = !isBehind;
    return this.#mayLeave(index, depth, now, helps) ? this.#queue.take(index, allowance, helps) : [];
  }

  #mayLeave(index: number, depth: number, now: number, helps: boolean): boolean {
    if (helps && this.#queue.waitingUrgent > 0) return true;
    if (this.#queue.waitingOwn > 0 || this.#queue.waitingBlocks(index) > 0) return true;
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
    const lane = this.#lanes.lane(index);
    invariant(lane, 'a packet leaves by a lane');
    if (!this.#lanes.isUrgent(index) && this.#queue.waitingFresh(index) === 0) this.#waitingSince[index] = undefined;
    if (packet.length === 0) return;
    const now = performance.now();
    this.#measures.sent(packet.map(({ work }) => now - work.askedAt));
    this.#inFlight.add(packet);
    const items = packet.map(({ known, work: { item } }) => {
      // A request that was put off does not deserve a place among the keys of known senders.
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
    const table = result instanceof PacketLoss ? result : readTable(result, items);
    if (!(result instanceof PacketLoss)) this.#memory.giveBack(result.packet);
    if (table instanceof PacketLoss) this.#onLoss(packet, table);
    else {
      const { answers, cost } = table;
      this.#measures.learn(index, cost);
      if (!this.#maxItemsGiven) this.#queue.maxItems = this.#measures.queueAllowance(this.#lanes.count);
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

  /** Only the log may contain what a check threw. */
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

  /** Refuses requests that were put off and have waited too long: their thread was never idle meanwhile. */
  #shed(index: number, now: number): void {
    for (let entry = this.#queue.firstDeferred(index); entry; entry = this.#queue.firstDeferred(index)) {
      if (now - entry.work.askedAt < DEFERRED_MS) return;
      this.#settleShed(entry, this.#queue.shedDeferred(index));
    }
  }

  #onLoss(packet: readonly Entry[], loss: PacketLoss): void {
    this.#measures.lostPackets++;
    const hangsAlone = loss.hung && packet.length === 1;
    const isGivenUp = (entry: Entry): boolean =>
      loss.blamed && (entry.losses + 1 >= MAX_LOSSES || (hangsAlone && entry.rank === 'fresh'));
    for (const entry of packet.filter(isGivenUp)) {
      const how = loss.hung ? 'a thread did not come to an end with' : 'two threads died over';
      this.#log?.error({ error: loss.reason }, `${how} one item; the item is refused`);
      this.#settle(entry, faultRefusal());
    }
    const back = packet.filter((entry) => !isGivenUp(entry));
    this.#queue.putBack(back, loss.blamed);
    for (const { lane } of back) if (lane !== undefined) this.#waitingSince[lane] = 0;
  }

  #settle(entry: Entry, answer: ItemAnswer): void {
    this.#queue.settle(entry);
    if (entry.rank === 'fresh') this.#learn(entry, answer);
    if (answer instanceof Uint8Array) this.#measures.signed++;
    else if (answer === true || isVerified(answer)) this.#measures.verified++;
    else if (isRefusal(answer)) this.#measures.countRefusal(answer.code);
    else this.#measures.countRefusal(WRONG_SIGNATURE.code);
    const { waiter, at, resenders } = entry.work;
    waiter.answer(at, answer);
    if (resenders) for (const resender of resenders) resender.waiter.answer(resender.at, answer);
  }

  /** Trust is gained and lost per key and source together. */
  #learn(entry: Entry, answer: ItemAnswer): void {
    if (isVerified(answer)) this.#queue.remember(answer.transaction.publicKey, entry.source, entry.sender);
    else if (isRefusal(answer) && answer.code === WRONG_SIGNATURE.code) this.#queue.blame(entry);
  }

  #onReady(report: BackendReport): void {
    this.#backends.report(report);
    if (this.#measures.microsecondsPerItem === 0) this.#measures.microsecondsPerItem = report.microseconds;
    this.#pump();
  }

  #onFailed(index: number): void {
    if (!this.#lanes.isUrgent(index)) this.#refuseLane(index);
    this.#refusePriority();
  }

  #refuseLane(index: number): void {
    for (const entry of this.#queue.drainLane(index)) this.#refuseUnavailable(entry);
    this.#waitingSince[index] = undefined;
  }

  /** Refuses priority work for which there is no thread. */
  #refusePriority(): void {
    if (!this.#lanes.haveFailed) return;
    for (const entry of this.#queue.drainLanesPriority()) this.#refuseUnavailable(entry);
    if (!this.#lanes.allHaveFailed) return;
    for (const entry of this.#queue.drainUrgent()) this.#refuseUnavailable(entry);
  }

  #refuseUnavailable(entry: Entry): void {
    this.#settle(entry, noThreadRefusal());
  }
}

/** A pool of verification threads; `start` starts them. */
export const createVerifierPool = (options: VerifierPoolOptions): VerifierPool => new Pool(options);
