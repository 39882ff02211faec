/** The services over their thread: what the main thread holds.
 *
 *  In: calls. Out: one answer each: the thread's, or `stopping` or `internal` when the thread is gone. */

import { Worker } from 'node:worker_threads';
import type { Log } from '../../engine/base/ports.js';
import { errorText, isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import type { AccountId } from '../../engine/crypto/address.js';
import type { DirectoryAnswer } from '../../engine/services/cachedDirectory.js';
import type { Balances, ServiceHost } from '../../engine/services/host.js';
import { type EventListener, NO_SERVICES_STATS, type ServicesStats } from '../../engine/services/port.js';
import type { HeightTime } from '../../engine/services/replication/blockTimes.js';
import type { LogMark } from '../../engine/services/replication/replicator.js';
import type { RunsVerdict } from '../../engine/services/replication/runImport.js';
import type { SeriesName } from '../../engine/services/series.js';
import type { Moment, Named } from '../../engine/services/surroundings.js';
import type { SweepResult } from '../../engine/services/sweep.js';
import { movable } from '../store/storeMessages.js';
import { workerFile } from '../threads/workerFile.js';
import {
  type FromThread,
  type HostAnswer,
  type HostCall,
  refusalOf,
  refusedAnswer,
  type ServicesCall,
  type ServicesWorkerData,
  type ThreadStats,
  type ToThread,
} from './servicesMessages.js';

/** What the thread asks the running chain. */
export interface ServicesHost extends ServiceHost {
  wallets(texts: readonly string[]): DirectoryAnswer<Named>;
  walletsOf(accounts: readonly AccountId[]): DirectoryAnswer;
  blockTimes(heights: readonly number[]): Promise<readonly HeightTime[]>;
  /** Hands a request to the node that it is for. */
  forward(home: AccountId, service: string, body: Uint8Array): Promise<Uint8Array | Refusal>;
}

export interface ServicesOptions extends ServicesWorkerData {
  readonly log: Log;
  readonly onDeath: (error: Error) => void;
}

const CLOSED = 'the services of this node are stopping';

/** @throws Error when the database cannot be opened. */
export async function openServices({ log, onDeath, ...workerData }: ServicesOptions): Promise<ServiceThread> {
  const worker = new Worker(workerFile('services/servicesWorker'), { workerData, name: 'services' });
  const thread = new ServiceThread(worker, log, onDeath);
  await thread.opened;
  return thread;
}

interface Pending {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

function askHost(host: ServicesHost, call: HostCall): unknown {
  switch (call.kind) {
    case 'wallets':
      return host.wallets(call.texts);
    case 'walletsOf':
      return host.walletsOf(call.accounts as readonly AccountId[]);
    case 'sign':
      return host.sign(call.message);
    case 'blockTimes':
      return host.blockTimes(call.heights);
    case 'forward':
      return host.forward(call.home as AccountId, call.service, call.body);
    case 'balance':
      return host.balance(call.account as AccountId);
    case 'balances':
      return host.balances();
    case 'transfer':
      return host.transfer(call.id);
  }
}

/** The copies were made for the thread. */
const memoryOf = ({ accounts, contracts }: Balances): ArrayBuffer[] =>
  [contracts, ...(accounts?.pieces.flatMap(({ cells, stages }) => [cells, stages]) ?? [])].map(
    ({ buffer }) => buffer as ArrayBuffer,
  );

export class ServiceThread {
  readonly opened: Promise<void>;
  onEvents: EventListener = () => undefined;
  onMarks: (marks: readonly LogMark[]) => void = () => undefined;
  #host: ServicesHost | undefined;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #stats: ThreadStats = NO_SERVICES_STATS;
  #end: Refusal | undefined;
  #gone = false;
  #isOpen = false;
  readonly #exited: Promise<void>;

  constructor(
    private readonly worker: Worker,
    private readonly log: Log,
    onDeath: (error: Error) => void,
  ) {
    this.#exited = new Promise((resolve) => worker.once('exit', () => resolve()));
    this.opened = new Promise((resolve, reject) => {
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the thread of the services has ended before it was open')));
      worker.on('message', (message: FromThread) => {
        if (!('opened' in message)) return this.#take(message);
        this.#isOpen = true;
        resolve();
      });
    });
    void this.opened.then(
      () => worker.on('error', (error) => this.#died(error, onDeath)),
      () => undefined,
    );
    worker.once('exit', (code) => this.#died(new Error(`the thread of the services ended with code ${code}`), onDeath));
  }

  /** @param host the chain that serves from now on; undefined while there is none. */
  serve(host: ServicesHost | undefined): void {
    this.#host = host;
    this.directoryChanged();
  }

  directoryChanged(): void {
    if (!this.#gone) this.worker.postMessage({ directoryChanged: true } satisfies ToThread);
  }

  take(service: string, body: Uint8Array, moment: Moment, source: string): Promise<Uint8Array | Refusal> {
    const moved = movable(body);
    return this.#call({ kind: 'take', service, body: moved, moment, source }, [moved.buffer]);
  }

  read(
    query: string,
    args: Readonly<Record<string, unknown>>,
    moment: Moment,
    source = '',
  ): Promise<Uint8Array | Refusal> {
    return this.#call({ kind: 'read', query, args, moment, source });
  }

  /** How far each log is here. */
  marks(): Promise<readonly LogMark[]> {
    return this.#call({ kind: 'marks' });
  }

  publish(): Promise<void> {
    return this.#call({ kind: 'publish' });
  }

  runs(origin: AccountId, series: SeriesName, from: number): Promise<Uint8Array | Refusal> {
    return this.#call({ kind: 'runs', origin, series, from });
  }

  takeRuns(origin: AccountId, series: SeriesName, runs: Uint8Array, moment: Moment): Promise<RunsVerdict | Refusal> {
    const moved = movable(runs);
    return this.#call({ kind: 'takeRuns', origin, series, runs: moved, moment }, [moved.buffer]);
  }

  /** Does some of the work that nobody asks for. */
  sweep(moment: Moment): Promise<SweepResult | Refusal> {
    return this.#call({ kind: 'sweep', moment });
  }

  /** Drops the push token of an account, unless it has registered another one since. @returns whether it was dropped. */
  pushGone(account: AccountId, token: string): Promise<boolean> {
    return this.#call({ kind: 'pushGone', account, token });
  }

  /** Takes erased bytes off the disk. */
  rewrite(): Promise<Refusal | undefined> {
    return this.#call({ kind: 'rewrite' });
  }

  /** Copies the database as it is now into the folder of the services in `directory`. */
  backup(directory: string): Promise<Refusal | undefined> {
    return this.#call({ kind: 'backup', directory });
  }

  stats(): ServicesStats {
    return { ...this.#stats, activeSeconds: this.worker.performance.eventLoopUtilization().active / 1_000 };
  }

  async close(): Promise<void> {
    if (!this.#end) {
      const closing = this.#call({ kind: 'close' });
      this.#end = refuse('stopping', CLOSED);
      await closing;
    }
    await this.#exited;
  }

  #call<T>(call: ServicesCall, transfer: ArrayBuffer[] = []): Promise<T> {
    if (this.#end) return Promise.resolve(this.#end as T);
    const id = ++this.#lastId;
    return new Promise<T>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.worker.postMessage({ id, call }, transfer);
    });
  }

  #take(message: FromThread): void {
    if ('events' in message) this.onEvents(message.events);
    else if ('marks' in message) this.onMarks(message.marks);
    else if ('log' in message) this.log[message.log.level]({ ...message.log.fields }, message.log.text);
    else if ('ask' in message) void this.#tell(message.ask, message.call);
    else if ('answer' in message) this.#settle(message);
  }

  #settle(message: Extract<FromThread, { answer: number }>): void {
    const pending = this.#pending.get(message.answer);
    this.#pending.delete(message.answer);
    if ('stats' in message) this.#stats = message.stats;
    if ('error' in message) pending?.reject(new Error(message.error));
    else pending?.resolve(('refused' in message ? refusalOf(message.refused) : message.value) as never);
  }

  async #tell(ask: number, call: HostCall): Promise<void> {
    const [answer, moved] = await this.#answer(call);
    if (!this.#gone) this.worker.postMessage({ told: ask, answer }, moved);
  }

  /** @returns the answer, and the memory of it that moves to the thread. */
  async #answer(call: HostCall): Promise<[HostAnswer, ArrayBuffer[]]> {
    const host = this.#host;
    if (!host) return [{ refused: refusedAnswer(refuse('busy', 'the chain does not run now', 1)) }, []];
    try {
      const value = await askHost(host, call);
      if (isRefusal(value)) return [{ refused: refusedAnswer(value) }, []];
      return [{ value }, call.kind === 'balances' ? memoryOf(value as Balances) : []];
    } catch (error) {
      return [{ error: errorText(error) }, []];
    }
  }

  #died(error: Error, onDeath: (error: Error) => void): void {
    const expected = this.#end !== undefined;
    this.#gone = true;
    this.#end ??= refuse('internal', 'the services of this node have failed; the log says why');
    for (const { resolve } of this.#pending.values()) resolve(this.#end as never);
    this.#pending.clear();
    // Who waits for the opening has been told why: the exit that follows would hide it.
    if (!expected && this.#isOpen) onDeath(error);
  }
}
