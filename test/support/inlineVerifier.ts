/** The verifier port in the caller's own thread: the queue, the packets and the checks of the pool, without its threads.
 *
 *  In: questions. Out: one answer for each, the same as the pool's, in packets of the same size; it processes
 *  one packet at a time. `test/unit/workers/verify/verifierContract.test.ts` runs one suite against both. Nothing is lost;
 *  `close` refuses what waits with `stopping`. `after` decides when a packet is answered: when a simulated clock
 *  says so, or at the end of the event loop's turn when absent. */

import { toHex } from '../../engine/base/bytes.js';
import type { Log } from '../../engine/base/ports.js';
import { invariant, isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import type { PacketBackend } from '../../engine/crypto/mldsa.js';
import { type PriorityRank, type QueueEntry, VerifyQueue } from '../../engine/intake/queue.js';
import type {
  BlockItem,
  RawItem,
  SignatureCheck,
  VerifiedTransaction,
  VerifierPort,
  VerifierStats,
} from '../../engine/intake/verifier.js';
import type { Protocol } from '../../engine/protocol/protocol.js';
import { CheckFault, faultRefusal } from '../../workers/verify/checkFault.js';
import {
  blockItem,
  encodePacket,
  type FreshItem,
  type PacketItem,
  packetBytesOf,
} from '../../workers/verify/packets.js';
import { answerPacket, type PacketContext } from '../../workers/verify/packetWork.js';
import { PoolMeasures } from '../../workers/verify/poolMeasures.js';
import { Call, isVerified, requestWaiter, type Waiter, type Work } from '../../workers/verify/poolWork.js';
import { decodeAnswers, type ItemAnswer, type ReadAnswer } from '../../workers/verify/verdictTable.js';

export interface InlineVerifierOptions {
  readonly chainId: string;
  readonly protocol: Protocol;
  readonly backend: PacketBackend;
  readonly requireChainId?: boolean;
  /** The node's key, 4,032 bytes; without it `sign` refuses. The verifier copies it and wipes the copy at the end. */
  readonly secretKey?: Uint8Array;
  /** 32 bytes for each signature; zeros when absent, so that signatures are the same in every run. */
  readonly randomness?: () => Uint8Array;
  /** Limits on waiting fresh requests, when they differ from the engine's. */
  readonly maxItems?: number;
  readonly maxBytes?: number;
  /** Stated cost of an item; determines the sizes of packets and queue as in the pool. The kernel's cost when absent. */
  readonly microsecondsPerItem?: number;
  /** Calls back when a packet's time has passed. */
  readonly after?: (milliseconds: number, work: () => void) => void;
  /** Milliseconds of a monotonic clock. */
  readonly clock?: () => number;
  readonly log?: Log;
}

type Entry = QueueEntry<Work>;

/** Cost with a kernel whose cache holds some of the keys. */
const MICROSECONDS_PER_ITEM = 100;

/** Longest wait of a request that was put off, as in the pool. */
const DEFERRED_MS = 2_000;

const ZEROS = new Uint8Array(32);

/** An item that has cost this many threads is refused, as in the pool. */
const MAX_LOSSES = 2;

/** There is one lane. */
const LANE = 0;

const WRONG_SIGNATURE = refuse('invalid_signature', 'invalid signature');

const stopping = (): Refusal => refuse('stopping', 'the node is shutting down', 1);

export class InlineVerifier implements VerifierPort {
  readonly #queue: VerifyQueue<Work>;
  readonly #measures = new PoolMeasures();
  readonly #context: PacketContext;
  readonly #cost: number;
  readonly #after: (milliseconds: number, work: () => void) => void;
  readonly #clock: () => number;
  /** The packet that is being processed. */
  #packet: readonly Entry[] = [];
  #isDue = false;
  /** Packets that the thread will die over. */
  #doomed = 0;
  #isClosed = false;
  #closing: Promise<void> | undefined;

  constructor(private readonly options: InlineVerifierOptions) {
    const { maxItems, maxBytes, secretKey, microsecondsPerItem = MICROSECONDS_PER_ITEM } = options;
    this.#queue = new VerifyQueue({
      lanes: 1,
      ...(maxItems === undefined ? {} : { maxItems }),
      ...(maxBytes === undefined ? {} : { maxBytes }),
    });
    this.#cost = microsecondsPerItem;
    this.#measures.microsecondsPerItem = microsecondsPerItem;
    if (maxItems === undefined) this.#queue.maxItems = this.#measures.queueAllowance(1);
    this.#after = options.after ?? ((_, work) => void setImmediate(work));
    this.#clock = options.clock ?? (() => performance.now());
    this.#context = {
      chainId: options.chainId,
      protocol: options.protocol,
      backend: options.backend,
      requireChainId: options.requireChainId ?? false,
      secretKey: secretKey?.slice(),
      randomness: options.randomness ?? (() => ZEROS),
      clock: () => 0,
    };
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

  verifyAll(...[items, now, answered]: Parameters<VerifierPort['verifyAll']>): void {
    const waiter = requestWaiter(answered);
    for (const [at, raw] of items.entries()) this.#offer(raw, now, waiter, at);
  }

  #offer(raw: RawItem, now: number, waiter: Waiter, at = 0): void {
    if (this.#isClosed) {
      waiter.answer(at, stopping());
      return;
    }
    const { kind: type, operation, bytes } = raw;
    const item: FreshItem = { type, operation, bytes, now, known: false, deferred: false };
    const work: Work = { item, askedAt: this.#clock(), waiter, at, resenders: undefined };
    const entry = this.#queue.full ?? this.#queue.offer(raw, work);
    if (isRefusal(entry)) {
      this.#measures.countRefusal(entry.code);
      waiter.answer(at, entry);
    } else if (entry.work !== work) {
      this.#measures.shared++;
      entry.work.resenders ??= [];
      entry.work.resenders.push({ waiter, at });
    } else this.#pump();
  }

  async verifyTransactions(parts: readonly BlockItem[]): Promise<(VerifiedTransaction | Refusal)[]> {
    const items = parts.map(blockItem);
    const answers = await this.#ask('block', items);
    if (isRefusal(answers)) return parts.map(() => answers);
    return answers.map((answer) => {
      invariant(isVerified(answer) || isRefusal(answer), 'a transaction is verified or refused');
      return answer;
    });
  }

  async checkSignatures(checks: readonly SignatureCheck[]): Promise<boolean[] | Refusal> {
    const items = checks.map((check): PacketItem => ({ type: 'check', check }));
    const answers = await this.#ask('urgent', items);
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
    const inFlightItems = this.#packet.length;
    return {
      ...this.#measures.reading(),
      workers: this.#isClosed ? 0 : 1,
      queuedItems: this.#queue.waitingItems,
      heldBytes: this.#queue.heldBytes,
      inFlightItems,
      inFlightPackets: Math.min(1, inFlightItems),
      lanes: 1,
      activeSeconds: [0],
      urgentSeconds: 0,
      backend: this.options.backend.name,
    };
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#isClosed = true;
    const waiting = [...this.#packet, ...this.#queue.drainLane(LANE)];
    this.#packet = [];
    for (const entry of [...waiting, ...this.#queue.drainLanesPriority(), ...this.#queue.drainUrgent()])
      this.#settle(entry, stopping());
    this.#context.secretKey?.fill(0);
  }

  /** The thread dies over each of the next packets, as threads of the pool may: the items come again once, a second loss
   *  refuses them. */
  loseThreads(count: number): void {
    this.#doomed = count;
  }

  #lose(packet: readonly Entry[]): void {
    if (this.#isClosed || this.#packet !== packet) return;
    this.#packet = [];
    this.#measures.lostPackets++;
    const isGivenUp = ({ losses }: Entry): boolean => losses + 1 >= MAX_LOSSES;
    for (const entry of packet.filter(isGivenUp)) this.#settle(entry, faultRefusal());
    this.#queue.putBack(
      packet.filter((entry) => !isGivenUp(entry)),
      true,
    );
    this.#pump();
  }

  /** Priority items of one call, answered together. */
  #ask(rank: PriorityRank, items: readonly PacketItem[]): Promise<readonly ItemAnswer[] | Refusal> {
    return new Promise((resolve) => {
      if (this.#isClosed) return resolve(stopping());
      if (items.length === 0) return resolve([]);
      const waiter = new Call(items.length, resolve);
      const askedAt = this.#clock();
      const offered = items.map((item, at) => ({
        work: { item, askedAt, waiter, at, resenders: undefined },
        bytes: packetBytesOf(item),
        alone: item.type === 'sign',
        sender: item.type === 'transaction' ? toHex(item.parts.publicKey.subarray(0, 8)) : '',
      }));
      const problem = this.#queue.offerPriority(rank, offered);
      if (problem) return resolve(problem);
      this.#pump();
    });
  }

  /** Sends the next packet at the end of this turn, when none is being processed. */
  #pump(): void {
    if (this.#isDue || this.#packet.length > 0) return;
    this.#isDue = true;
    this.#after(0, () => {
      this.#isDue = false;
      this.#send();
    });
  }

  #send(): void {
    if (this.#isClosed) return;
    this.#shed();
    const packet = this.#queue.take(LANE, this.#measures.packetAllowance());
    if (packet.length === 0) return;
    this.#packet = packet;
    const now = this.#clock();
    this.#measures.sent(packet.map(({ work }) => now - work.askedAt));
    const isLost = this.#doomed > 0;
    if (isLost) this.#doomed--;
    this.#after((packet.length * this.#cost) / 1_000, () => (isLost ? this.#lose(packet) : this.#answer(packet)));
  }

  #answer(packet: readonly Entry[]): void {
    if (this.#isClosed || this.#packet !== packet) return;
    const items = packet.map(({ known, work: { item } }) => {
      if ('known' in item) item.known = known && !item.deferred;
      return item;
    });
    const { answers, cost } = decodeAnswers(answerPacket(encodePacket(items), this.#context), items);
    this.#measures.learn(LANE, { ...cost, microseconds: cost.signatures * this.#cost });
    this.#packet = [];
    const now = this.#clock();
    packet.forEach((entry, at) => {
      const answer = answers[at] as ReadAnswer;
      if (answer === 'deferred') this.#defer(entry);
      else {
        this.#measures.answers.observe((now - entry.work.askedAt) / 1_000);
        this.#settle(entry, this.#told(answer));
      }
    });
    if (this.#queue.waitingItems > 0) this.#pump();
  }

  #told(answer: ItemAnswer | CheckFault): ItemAnswer {
    if (!(answer instanceof CheckFault)) return answer;
    this.options.log?.error({ error: answer.detail }, 'the check of an item threw; the item is refused');
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

  #shed(): void {
    const now = this.#clock();
    for (let entry = this.#queue.firstDeferred(LANE); entry; entry = this.#queue.firstDeferred(LANE)) {
      if (now - entry.work.askedAt < DEFERRED_MS) return;
      this.#settleShed(entry, this.#queue.shedDeferred(LANE));
    }
  }

  #settleShed(entry: Entry, refusal: Refusal): void {
    this.#measures.shed++;
    this.#settle(entry, refusal);
  }

  #settle(entry: Entry, answer: ItemAnswer): void {
    this.#queue.settle(entry);
    if (entry.rank === 'fresh') this.#learn(entry, answer);
    if (answer instanceof Uint8Array) this.#measures.signed++;
    else if (answer === true || isVerified(answer)) this.#measures.verified++;
    else this.#measures.countRefusal(isRefusal(answer) ? answer.code : WRONG_SIGNATURE.code);
    const { waiter, at, resenders } = entry.work;
    waiter.answer(at, answer);
    if (resenders) for (const resender of resenders) resender.waiter.answer(resender.at, answer);
  }

  #learn(entry: Entry, answer: ItemAnswer): void {
    if (isVerified(answer)) this.#queue.remember(answer.transaction.publicKey, entry.source, entry.sender);
    else if (isRefusal(answer) && answer.code === WRONG_SIGNATURE.code) this.#queue.blame(entry);
  }
}
