/** Runs contracts for readers, in threads of their own.
 *
 *  In: calls. Out: for each what it would do in the next block, or a refusal. Threads start with the first call and read the main
 *  thread's state while it goes on (`stateBridge.ts`, `readDesk.ts`); a call that the tip overtook is run again. Bounds: the newest call is refused
 *  with `busy` when too many wait; a call that waits longer than the deadline is refused, and so is one that runs longer, with whose
 *  thread another takes its place. The time that a thread takes to start counts as waiting: ending it would only begin that again. */

import { Worker } from 'node:worker_threads';
import type { Log } from '../../engine/base/ports.js';
import { InvariantError, isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import type { Genesis } from '../../engine/chain/genesis.js';
import type { ContractPreviews } from '../../engine/head/contractPreviews.js';
import type { BlockContext } from '../../engine/ledger/blockContext.js';
import type { ContractInterface } from '../../engine/ledger/contractInterface.js';
import { SIGNED_BODY } from '../../engine/ledger/contractQuery.js';
import type { ContractPreview, PreviewOrder } from '../../engine/ledger/previewOrder.js';
import { ledgerTables } from '../../engine/ledger/tables.js';
import type { StateView } from '../../engine/state/state.js';
import { stateKey, type Table } from '../../engine/state/table.js';
import { StoreError } from '../../engine/store/port.js';
import { workerFile } from '../threads/workerFile.js';
import type { CallAnswer, CallBlock, CallMessage, CallOrder, CallWorkerData } from './callMessages.js';
import { type Found, ReadDesk } from './readDesk.js';
import { newBridge, type ReadRequest } from './stateBridge.js';

/** For the wait, and then for the run: the dearest call takes some 0.3 s of reads and instructions; compiling its code can add another
 *  0.4. */
export const CALL_DEADLINE_MS = 2_000;
/** Calls that wait: with more, a client would wait for several deadlines. */
const MAX_WAITING = 64;
/** A call is small, and the blocks it races against come every 400 ms. */
const STALE_TRIES = 5;
const RETRY_SECONDS = 2;

/** Of one query. Each is read from the disk, in some 0.3 ms of the thread that also stores blocks. */
const MOST_PAST_READS = 1_000;
const TOO_MANY_PAST_READS = `a query at a height reads at most ${MOST_PAST_READS.toLocaleString('en-US')} records: ask for less at once`;
const NO_BYTE = /[\u0100-\uffff]/;

/** What the pool needs of a running chain. */
export interface CalledChain {
  readonly state: StateView;
  tip(): { readonly height: number };
  /** Context of the block after the tip. */
  nextBlock(): BlockContext;
  /** The record at a key after an earlier block, of an archive. */
  pastRecord(key: Uint8Array, height: number): Promise<Uint8Array | undefined>;
}

export interface CallPoolOptions {
  readonly genesis: Genesis;
  readonly signatureBackend: string;
  readonly threads?: number;
  /** Of the main thread, for what one thread reads: above it, the thread rests after a call. All of it when absent. */
  readonly mainShare?: number;
  readonly deadlineMs?: number;
  readonly log?: Log;
  readonly file?: URL;
}

/** Counters since the start, and gauges. */
export interface CallPoolStats {
  readonly calls: number;
  readonly refused: number;
  readonly killed: number;
  readonly stale: number;
  readonly reads: number;
  readonly seconds: number;
  readonly waiting: number;
}

type Done = Extract<CallAnswer, { preview: unknown } | { described: unknown } | { signed: true }>;
type Result = Done | Refusal;

interface Entry {
  readonly what: CallOrder;
  /** The block that it would be in, when that is not the one after the tip. */
  readonly past: CallBlock | undefined;
  /** Records of the past that it has read. */
  pastReads: number;
  readonly settle: (result: Result) => void;
  readonly began: number;
  /** Ends the wait, then the run. */
  limit: NodeJS.Timeout;
  tries: number;
  /** Its client has an answer, though a thread that has just started may still run it. */
  isSettled: boolean;
}

const tablesByNumber = new Map<number, Table<unknown>>(ledgerTables.map((table) => [table.id, table]));

/** One thread and the call in it. */
interface Lane {
  readonly worker: Worker;
  readonly desk: ReadDesk;
  /** It has loaded what it runs. */
  isReady: boolean;
  entry: Entry | undefined;
  /** What its call reads, and the height of the tip when it began. */
  chain: CalledChain | undefined;
  height: number;
}

export class CallPool implements ContractPreviews {
  readonly #waiting: Entry[] = [];
  readonly #lanes: Lane[] = [];
  #chain: CalledChain | undefined;
  #closed = false;
  #calls = 0;
  #refused = 0;
  #killed = 0;
  #stale = 0;
  #reads = 0;
  #seconds = 0;
  /** Ends the rest of a thread. */
  #rest: NodeJS.Timeout | undefined;

  constructor(private readonly options: CallPoolOptions) {}

  /** @param chain whose state calls read from now on; undefined while there is none. */
  serve(chain: CalledChain | undefined): void {
    this.#chain = chain;
  }

  async preview(order: PreviewOrder): Promise<ContractPreview | Refusal> {
    const result = await this.#ask({ order });
    if (isRefusal(result)) return result;
    if ('preview' in result) return result.preview;
    throw new InvariantError('the answer to an order is none');
  }

  async query(body: Uint8Array, address?: string, past?: BlockContext): ReturnType<ContractPreviews['query']> {
    const result = await this.#ask(address === undefined ? { body } : { body, address }, past);
    if (isRefusal(result)) return result;
    if ('preview' in result) return result.preview;
    if ('signed' in result) return SIGNED_BODY;
    throw new InvariantError('the answer to a query is none');
  }

  async describe(address: string): Promise<ContractInterface | Refusal> {
    const result = await this.#ask({ describe: address });
    if (isRefusal(result)) return result;
    if ('described' in result) return result.described;
    throw new InvariantError('the answer is no description');
  }

  #ask(what: CallOrder, past?: CallBlock): Promise<Result> {
    if (this.#closed || !this.#chain) return Promise.resolve(refuse('stopping', 'the node is shutting down', 1));
    if (this.#waiting.length >= MAX_WAITING) {
      this.#refused++;
      return Promise.resolve(refuse('busy', 'this node has too many contract queries; try again', RETRY_SECONDS));
    }
    return new Promise((settle) => {
      const limit = setTimeout(() => this.#giveUp(entry), this.#deadlineMs);
      const began = performance.now();
      const entry: Entry = { what, past, pastReads: 0, settle, began, limit, tries: 0, isSettled: false };
      this.#waiting.push(entry);
      this.#next();
    });
  }

  stats(): CallPoolStats {
    return {
      calls: this.#calls,
      refused: this.#refused,
      killed: this.#killed,
      stale: this.#stale,
      reads: this.#reads,
      seconds: this.#seconds,
      waiting: this.#waiting.length,
    };
  }

  threads(): readonly Worker[] {
    return this.#lanes.map(({ worker }) => worker);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#rest);
    const lanes = this.#lanes.splice(0);
    const left = [...this.#waiting.splice(0), ...lanes.flatMap(({ entry }) => (entry ? [entry] : []))];
    for (const lane of lanes) lane.entry = undefined;
    for (const entry of left) this.#settle(entry, refuse('stopping', 'the node is shutting down', 1));
    await Promise.all(lanes.map(({ worker }) => worker.terminate()));
  }

  get #deadlineMs(): number {
    return this.options.deadlineMs ?? CALL_DEADLINE_MS;
  }

  #next(): void {
    const { threads = 1 } = this.options;
    if (this.#closed || this.#waiting.length === 0) return;
    const now = performance.now();
    const free = this.#lanes.filter(({ entry }) => !entry);
    const rested = free.find(({ desk }) => desk.restsUntil() <= now);
    const lane = rested ?? (this.#lanes.length < threads ? this.#open() : undefined);
    const entry = lane && this.#waiting.shift();
    if (entry) this.#run(lane, entry);
    else if (free.length > 0) this.#nextAt(Math.min(...free.map(({ desk }) => desk.restsUntil())) - now);
  }

  #nextAt(inMs: number): void {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#next(), Math.ceil(inMs));
  }

  #open(): Lane {
    const { genesis, signatureBackend, mainShare = 1, file = workerFile('contracts/callWorker') } = this.options;
    const bridge = newBridge();
    const { carried: _carried, ...rules } = genesis;
    const workerData: CallWorkerData = {
      genesis: { ...rules, validators: [], allocations: [] },
      signatureBackend,
      bridge,
    };
    const worker = new Worker(file, { workerData });
    worker.unref();
    const desk = new ReadDesk(bridge, mainShare, (request) => this.#lookup(lane, request));
    const lane: Lane = { worker, desk, isReady: false, entry: undefined, chain: undefined, height: 0 };
    worker.on('message', (answer: CallAnswer) => this.#onAnswer(lane, answer));
    worker.on('error', (error) => this.options.log?.error({ error }, 'a thread that runs contract queries failed'));
    worker.on('exit', () => this.#ended(lane));
    this.#lanes.push(lane);
    return lane;
  }

  #run(lane: Lane, entry: Entry): void {
    const chain = this.#chain;
    if (!chain) {
      this.#settle(entry, refuse('stopping', 'the node is shutting down', 1));
      return;
    }
    const { height, time, baseFee, prevHash } = entry.past ?? chain.nextBlock();
    lane.desk.begin(performance.now());
    lane.entry = entry;
    lane.chain = chain;
    lane.height = chain.tip().height;
    if (entry.tries++ === 0 && lane.isReady) this.#beginRun(entry);
    const message: CallMessage = { what: entry.what, block: { height, time, baseFee, prevHash } };
    lane.worker.postMessage(message);
  }

  #beginRun(entry: Entry): void {
    clearTimeout(entry.limit);
    entry.limit = setTimeout(() => this.#giveUp(entry), this.#deadlineMs);
  }

  #onAnswer(lane: Lane, answer: CallAnswer): void {
    const { entry } = lane;
    if ('asks' in answer) {
      lane.desk.serve();
      return;
    }
    if ('ready' in answer) {
      lane.isReady = true;
      if (entry) this.#beginRun(entry);
      return;
    }
    lane.entry = undefined;
    if (entry) this.#onDone(entry, answer);
    this.#next();
  }

  #lookup({ chain, height, entry }: Lane, { table, key }: ReadRequest): Found | Promise<Found> {
    if (chain === undefined || chain !== this.#chain) return 'stale';
    const of = tablesByNumber.get(table);
    if (entry?.past && of) {
      // A key is any text. No record has one with characters that are no bytes.
      if (NO_BYTE.test(key)) return undefined;
      return this.#lookBack(chain, stateKey(of, key), entry, entry.past.height - 1);
    }
    if (chain.tip().height !== height) return 'stale';
    const value = of && chain.state.get(of, key);
    return value === undefined ? undefined : of?.encode(value);
  }

  async #lookBack(chain: CalledChain, key: Uint8Array, entry: Entry, height: number): Promise<Found> {
    if (entry.pastReads++ === MOST_PAST_READS) {
      this.#settle(entry, refuse('rule_violation', TOO_MANY_PAST_READS));
      return 'stale';
    }
    try {
      return await chain.pastRecord(key, height);
    } catch (error) {
      if (!(error instanceof StoreError)) this.options.log?.error({ error }, 'a contract query failed');
      this.#settle(entry, refuse('busy', 'this node cannot read the past now; try again later', RETRY_SECONDS));
      return 'stale';
    }
  }

  #onDone(entry: Entry, answer: Exclude<CallAnswer, { asks: true } | { ready: true }>): void {
    if ('stale' in answer) {
      this.#stale++;
      if (entry.tries < STALE_TRIES && !entry.isSettled) this.#waiting.unshift(entry);
      else this.#settle(entry, refuse('busy', 'the chain moved on while the contract ran; try again', 1));
    } else if ('fault' in answer) {
      this.options.log?.error({ error: answer.fault }, 'a contract query failed');
      this.#settle(entry, refuse('internal', 'this node failed on the query; its log says why'));
    } else if ('refusal' in answer) this.#settle(entry, refuse(answer.refusal.code, answer.refusal.message));
    else {
      if ('reads' in answer) this.#reads += answer.reads;
      this.#settle(entry, answer);
    }
  }

  /** A call has waited or run for too long. */
  #giveUp(entry: Entry): void {
    const at = this.#waiting.indexOf(entry);
    if (at >= 0) this.#waiting.splice(at, 1);
    const lane = this.#lanes.find((one) => one.entry === entry);
    if (lane?.isReady) {
      this.#killed++;
      lane.entry = undefined;
      this.#remove(lane);
      void lane.worker.terminate();
    }
    this.#settle(
      entry,
      refuse('busy', `the contract did not answer within ${this.#deadlineMs} ms; try again later`, RETRY_SECONDS),
    );
    this.#next();
  }

  #ended(lane: Lane): void {
    this.#remove(lane);
    const { entry } = lane;
    lane.entry = undefined;
    if (entry) this.#settle(entry, refuse('internal', 'the thread that ran the query ended; try again', 1));
    this.#next();
  }

  #remove(lane: Lane): void {
    const at = this.#lanes.indexOf(lane);
    if (at >= 0) this.#lanes.splice(at, 1);
  }

  #settle(entry: Entry, result: Result): void {
    clearTimeout(entry.limit);
    if (entry.isSettled) return;
    entry.isSettled = true;
    this.#calls++;
    this.#seconds += (performance.now() - entry.began) / 1_000;
    entry.settle(result);
  }
}
