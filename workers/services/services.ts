/** The services of a node. Their thread begins with the first request, or at once where there is a database of an earlier run: a node
 *  that nobody asks for them has neither the thread nor the database.
 *
 *  When the database cannot be opened the chain goes on; each request is refused with the reason, and the opening is tried again. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../engine/base/ports.js';
import { operatorText, type Problem } from '../../engine/base/problem.js';
import { errorText, isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import type { AccountId } from '../../engine/crypto/address.js';
import {
  type EventListener,
  NO_SERVICES_STATS,
  type ServicesPort,
  type ServicesStats,
} from '../../engine/services/port.js';
import type { ReplicationPort } from '../../engine/services/replication/port.js';
import type { RunsVerdict } from '../../engine/services/replication/runImport.js';
import type { SeriesName } from '../../engine/services/series.js';
import type { Moment } from '../../engine/services/surroundings.js';
import type { SweepResult } from '../../engine/services/sweep.js';
import type { SweptServices } from '../../engine/services/sweeper.js';
import { StoreError, type StoreErrorCode } from '../../engine/store/port.js';
import { openServices, type ServicesHost, type ServiceThread } from './openServices.js';
import { hasServices } from './servicesBackup.js';
import type { ServicesWorkerData } from './servicesMessages.js';
import { SERVICES_FOLDER } from './servicesStore.js';

const RETRY_MS = 10_000;

const NOT_CLOSED = 'the thread of the services could not be closed after a failure';

/** What clients are told of a failure, by its code: the cause, and nothing of this machine. */
const REASONS: Readonly<Partial<Record<StoreErrorCode, string>>> = {
  STORE_IN_USE: 'another process has their database open',
  STORE_LIBRARY_MISSING: 'a library of their database is missing',
  STORE_OPEN_FAILED: 'their database is damaged or cannot be opened, which the operator of the node has to mend',
  STORE_READ_FAILED: 'their database cannot be read, which the operator of the node has to mend',
  STORE_FAILED: 'their disk is full or failing',
};

/** The class of an error does not come out of its thread, its members do. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = Object.hasOwn(REASONS, code) ? REASONS[code as StoreErrorCode] : undefined;
  return reason ?? 'their thread has failed, and is begun again';
}

export interface NodeServicesOptions extends ServicesWorkerData {
  readonly log: Log;
}

export class NodeServices implements ServicesPort, ReplicationPort, SweptServices {
  onMarks: ReplicationPort['onMarks'] = () => undefined;
  readonly #followers = new Set<EventListener>();
  #host: ServicesHost | undefined;
  #opening: Promise<ServiceThread | Refusal> | undefined;
  #thread: ServiceThread | undefined;
  #failure: { readonly refusal: Refusal; readonly problem: Problem; readonly at: number } | undefined;
  #closed = false;
  #isPublished = false;

  constructor(private readonly options: NodeServicesOptions) {
    if (existsSync(join(options.directory, SERVICES_FOLDER))) void this.#open();
  }

  /** Why they cannot be used; undefined when they can. */
  get problem(): Problem | undefined {
    return this.#failure?.problem ?? this.#thread?.stats().writeProblem;
  }

  serve(host: ServicesHost | undefined): void {
    this.#host = host;
    this.#thread?.serve(host);
  }

  /** Wallets or names of the chain have changed. */
  directoryChanged(): void {
    this.#thread?.directoryChanged();
  }

  async take(kind: string, body: Uint8Array, moment: Moment, source = ''): Promise<Uint8Array | Refusal> {
    const thread = await this.#open();
    return isRefusal(thread) ? thread : thread.take(kind, body, moment, source);
  }

  async read(
    query: string,
    args: Readonly<Record<string, unknown>>,
    moment: Moment,
    source = '',
  ): Promise<Uint8Array | Refusal> {
    const thread = await this.#open();
    return isRefusal(thread) ? thread : thread.read(query, args, moment, source);
  }

  async open(): Promise<void> {
    await this.#open();
  }

  publish(): void {
    this.#isPublished = true;
    void this.#thread?.publish().catch(() => undefined);
  }

  async runs(origin: AccountId, series: SeriesName, from: number): Promise<Uint8Array | Refusal> {
    const thread = await this.#open();
    return isRefusal(thread) ? thread : thread.runs(origin, series, from);
  }

  async takeRuns(
    origin: AccountId,
    series: SeriesName,
    runs: Uint8Array,
    moment: Moment,
  ): Promise<RunsVerdict | Refusal> {
    const thread = await this.#open();
    return isRefusal(thread) ? thread : thread.takeRuns(origin, series, runs, moment);
  }

  /** The thread, where it has begun. */
  get thread(): ServiceThread | undefined {
    return this.#thread;
  }

  /** @returns undefined while they have not begun; after a failure it tries to open them again. */
  async sweep(moment: Moment): Promise<SweepResult | Refusal | undefined> {
    if (!this.#opening && !this.#failure) return undefined;
    const thread = await this.#open();
    return isRefusal(thread) ? thread : thread.sweep(moment);
  }

  async rewrite(): Promise<Refusal | undefined> {
    const thread = await this.#open();
    return isRefusal(thread) ? thread : thread.rewrite();
  }

  /** Copies what the services hold into a copy of the data directory; nothing where they have never begun. @throws Error. */
  async backup(directory: string): Promise<void> {
    if (!hasServices(this.options.directory)) return;
    const thread = await this.#open();
    const refusal = isRefusal(thread) ? thread : await thread.backup(directory);
    if (refusal) throw new StoreError('BACKUP_FAILED', this.problem ? operatorText(this.problem) : refusal.message);
  }

  follow(listener: EventListener): () => void {
    this.#followers.add(listener);
    return () => void this.#followers.delete(listener);
  }

  stats(): ServicesStats {
    return this.#thread?.stats() ?? NO_SERVICES_STATS;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const thread = await this.#opening;
    if (thread && !isRefusal(thread)) await thread.close();
  }

  #tell(events: Parameters<EventListener>[0]): void {
    for (const follower of this.#followers)
      try {
        follower(events);
      } catch (error) {
        this.options.log.error({ error }, 'an event of the services could not be passed on');
      }
  }

  #open(): Promise<ServiceThread | Refusal> {
    if (this.#closed) return Promise.resolve(refuse('stopping', 'the node is stopping'));
    const failure = this.#failure;
    if (failure && performance.now() - failure.at < RETRY_MS) return Promise.resolve(failure.refusal);
    this.#opening ??= this.#begin();
    return this.#opening;
  }

  async #begin(): Promise<ServiceThread | Refusal> {
    let thread: ServiceThread | undefined;
    try {
      thread = await openServices({ ...this.options, onDeath: (error) => this.#failed(error) });
      thread.onEvents = (events) => this.#tell(events);
      thread.onMarks = (marks) => this.onMarks(marks, false);
      thread.serve(this.#host);
      // From now on it is told what changes.
      this.#thread = thread;
      const marks = await thread.marks();
      if (isRefusal(marks)) throw new Error(marks.message);
      this.onMarks(marks, true);
      if (this.#isPublished) void thread.publish().catch(() => undefined);
      this.#failure = undefined;
      return thread;
    } catch (error) {
      // Its database stays locked while the thread lives: the next one could not open it.
      await thread?.close().catch((closing: unknown) => this.options.log.warn({ error: closing }, NOT_CLOSED));
      return this.#failed(error);
    }
  }

  #failed(error: unknown): Refusal {
    const message = `the services of this node cannot be used at present: ${reasonOf(error)}`;
    const problem = { message, detail: `the services of this node cannot be used: ${errorText(error)}` };
    const refusal = refuse('busy', message, RETRY_MS / 1_000);
    this.options.log.error({ error }, 'the services cannot be used');
    this.#failure = { refusal, problem, at: performance.now() };
    this.#opening = undefined;
    this.#thread = undefined;
    return refusal;
  }
}
