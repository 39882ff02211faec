/** What a node does with logs, in the thread of its services: signs its own, serves and takes runs, says how far each log is here.
 *
 *  Its own log is signed only once a peer is there that does not have more of it than this node: one whose database was lost gets its old
 *  entries back before it gives their numbers to others. */

import type { Log } from '../../base/ports.js';
import { errorText } from '../../base/refusal.js';
import { REPLICATION } from '../../base/serviceLimits.js';
import { ACCOUNT_BYTES, type AccountId, accountOfBytes, accountOfKey } from '../../crypto/address.js';
import type { ServiceDesk, ServicesStore } from '../desk.js';
import { keyOf } from '../keys.js';
import { seriesKey } from '../records.js';
import { DurableScene } from '../scene.js';
import { type SeriesName, seriesNames } from '../series.js';
import type { ServiceEvent } from '../serviceEvent.js';
import type { ReadContext, ReadRequest } from '../serviceRequest.js';
import type { Moment } from '../surroundings.js';
import type { HeightTime } from './blockTimes.js';
import { type LogHead, logHeads } from './logTables.js';
import { OwnLog } from './ownLog.js';
import { RunImport, type RunsVerdict } from './runImport.js';
import { readRuns } from './runServer.js';

/** How far a log is here. */
export interface LogMark {
  readonly origin: AccountId;
  readonly series: SeriesName;
  readonly last: number;
  readonly isStopped: boolean;
}

export interface ReplicatorOptions {
  readonly desk: ServiceDesk;
  readonly store: ServicesStore;
  readonly nodeKey: Uint8Array;
  readonly named: ReadonlySet<AccountId>;
  readonly read: ReadContext;
  readonly sign: (message: Uint8Array) => Promise<Uint8Array | undefined>;
  readonly blockTimes: (heights: readonly number[]) => Promise<readonly HeightTime[]>;
  readonly log: Log;
  readonly onMarks: (marks: readonly LogMark[]) => void;
  readonly onEvents: (events: readonly ServiceEvent[]) => void;
}

/** Of records that come later from a peer nobody is told: it is history. */
const NEWS_MS = 5 * 60_000;

export class Replicator {
  readonly self: AccountId;
  readonly #reader: DurableScene;
  readonly #own: OwnLog;
  readonly #import: RunImport;
  #mayPublish = false;
  #signing: Promise<void> | undefined;
  #again = false;
  #closed = false;

  constructor(private readonly options: ReplicatorOptions) {
    const { desk, store, nodeKey, named, read, sign, blockTimes, log } = options;
    const { chainId } = read;
    this.self = accountOfKey(nodeKey);
    const { self } = this;
    const reader = new DurableScene(store);
    this.#reader = reader;
    this.#own = new OwnLog({ chainId, nodeKey, self, desk, reader, sign });
    const onRecords = (requests: readonly ReadRequest[], moment: Moment): Promise<void> => this.#tell(requests, moment);
    this.#import = new RunImport({ self, named, desk, reader, read, blockTimes, log, onRecords });
  }

  /** How far each log is here. */
  async marks(): Promise<readonly LogMark[]> {
    const heads = await this.#reader.range(logHeads, keyOf(), { limit: REPLICATION.logs * seriesNames.length });
    return heads.map(({ key, value }) => {
      const origin = accountOfBytes(key.slice(0, ACCOUNT_BYTES));
      const series = seriesNames.find((name) => seriesKey(origin, name).every((byte, at) => byte === key[at]));
      return markOf(origin, series ?? 'public', value);
    });
  }

  /** Peers may have this node's own log from now on. */
  publish(): Promise<void> {
    this.#mayPublish = true;
    return this.entered();
  }

  /** Something was taken in: signs what waits. @returns when it is signed. */
  entered(): Promise<void> {
    if (!this.#mayPublish || this.#closed) return Promise.resolve();
    this.#again = true;
    this.#signing ??= this.#sign().finally(() => {
      this.#signing = undefined;
    });
    return this.#signing;
  }

  async #sign(): Promise<void> {
    while (this.#again && !this.#closed) {
      this.#again = false;
      for (const series of seriesNames) await this.#signAll(series);
    }
  }

  async #signAll(series: SeriesName): Promise<void> {
    try {
      while (!this.#closed) {
        const head = await this.#own.signNext(series);
        if (!head) return;
        this.options.onMarks([markOf(this.self, series, head)]);
      }
    } catch (error) {
      this.options.log.warn({ reason: errorText(error) }, 'the log of this node could not be signed');
    }
  }

  /** @returns a `ServiceLogPart`; empty when there is none from that number on. */
  serve(origin: AccountId, series: SeriesName, from: number): Promise<Uint8Array> {
    return readRuns(this.#reader, origin, series, from);
  }

  async take(origin: AccountId, series: SeriesName, bytes: Uint8Array, moment: Moment): Promise<RunsVerdict> {
    const verdict = await this.#import.take(origin, series, bytes, moment);
    const { outcome, last } = verdict;
    if (last > 0) this.options.onMarks([{ origin, series, last, isStopped: outcome === 'stopped' }]);
    return verdict;
  }

  /** Tells clients of this node of what has just been taken in elsewhere. */
  async #tell(requests: readonly ReadRequest[], moment: Moment): Promise<void> {
    const { desk, onEvents, log } = this.options;
    for (const request of requests) {
      if (!request.kind.events || Math.abs(moment.now - request.timestamp) > NEWS_MS) continue;
      try {
        const events = await request.kind.events(this.#reader, request, desk.around(moment));
        if (events.length > 0) onEvents(events);
      } catch (error) {
        log.error({ error, where: request.kind.name }, 'the events of a record failed');
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#signing;
  }
}

const markOf = (origin: AccountId, series: SeriesName, { last, stopped }: LogHead): LogMark => ({
  origin,
  series,
  last,
  isStopped: stopped !== undefined,
});
