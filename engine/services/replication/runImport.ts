/** Enters what peers send of logs: checked, once each, run by run, each with its place in the log in one batch.
 *
 *  In: an answer of a peer. Out: how far the log is here now, and what follows for the peer and for the log. What may be lost: a run that
 *  was not entered; it is asked for again. */

import { toHex } from '../../base/bytes.js';
import type { Log } from '../../base/ports.js';
import { isRefusal } from '../../base/refusal.js';
import { type AccountId, accountBytes, accountOfKey, addressOf } from '../../crypto/address.js';
import type { ServiceDesk } from '../desk.js';
import { logEntries, NOTED_ERASURE, recordMetas } from '../record.js';
import { logKey, seriesKey } from '../records.js';
import type { Scene, SceneReader } from '../scene.js';
import type { SeriesName } from '../series.js';
import type { ReadContext, ReadRequest } from '../serviceRequest.js';
import type { Moment } from '../surroundings.js';
import { type HeightTime, isTimely } from './blockTimes.js';
import { recordOfEntry } from './entryRecord.js';
import { decodeLogPart, encodeLogPart, type SentRun } from './logPart.js';
import { contradictions, logHeads, logRuns, originKeys } from './logTables.js';
import { moveUnsigned } from './ownLog.js';
import { type CheckedEntry, checkEntry, checkRun, isFault, type LogPlace, type RunFault } from './runCheck.js';

/** What came of an answer. `kept`: all of it is here. `wrong`: blame the peer. `stopped`: nothing more of this log is taken. `later`: it
 *  names blocks above the tip. `full`: there is no room. `unreadable`: a later version is needed. `failed`: not the peer's fault. */
export type RunsOutcome = 'kept' | 'wrong' | 'stopped' | 'later' | 'full' | 'unreadable' | 'failed';

export interface RunsVerdict {
  readonly outcome: RunsOutcome;
  /** Number of the last entry that is here now. */
  readonly last: number;
}

export interface RunImportOptions {
  readonly self: AccountId;
  /** Nodes that the operator has named: only their private series is taken. */
  readonly named: ReadonlySet<AccountId>;
  readonly desk: Pick<ServiceDesk, 'turn' | 'book' | 'around'>;
  readonly reader: SceneReader;
  readonly read: ReadContext;
  readonly blockTimes: (heights: readonly number[]) => Promise<readonly HeightTime[]>;
  readonly log: Log;
  /** Records that were new here, once they are durable. */
  readonly onRecords: (requests: readonly ReadRequest[], moment: Moment) => Promise<void>;
}

class NoRoom extends Error {}

export class RunImport {
  constructor(private readonly options: RunImportOptions) {}

  /** @param bytes a `ServiceLogPart`. */
  async take(origin: AccountId, series: SeriesName, bytes: Uint8Array, moment: Moment): Promise<RunsVerdict> {
    const outcome = await this.#take(origin, series, bytes, moment);
    const head = await this.options.reader.get(logHeads, seriesKey(origin, series));
    return { outcome, last: head?.last ?? 0 };
  }

  async #take(origin: AccountId, series: SeriesName, bytes: Uint8Array, moment: Moment): Promise<RunsOutcome> {
    const { named, self } = this.options;
    if (series === 'private' && origin !== self && !named.has(origin)) return 'wrong';
    const part = decodeLogPart(bytes);
    if (!part || accountOfKey(part.originKey) !== origin) return 'wrong';
    for (const run of part.runs) {
      const outcome = await this.#takeRun({ origin, series, originKey: part.originKey }, run, moment);
      if (outcome !== 'kept') return outcome;
    }
    return 'kept';
  }

  async #takeRun(place: LogPlace, run: SentRun, moment: Moment): Promise<RunsOutcome> {
    const { reader, read } = this.options;
    const { origin, series } = place;
    const head = await reader.get(logHeads, seriesKey(origin, series));
    if (head?.stopped !== undefined) return 'stopped';
    const same = await reader.get(logRuns, logKey(origin, series, run.first));
    const checked = checkRun(place, run, head, same, read);
    if (isFault(checked)) return this.#judge(place, run, checked);
    const entries = await this.#checkEntries(place, run);
    if (isFault(entries)) return this.#judge(place, run, entries);
    const heights = [...new Set(entries.map(({ height }) => height))];
    const found = await this.options.blockTimes(heights);
    if (found.length !== heights.length) return 'failed';
    if (found.includes('ahead')) return 'later';
    const times = new Map(heights.map((height, index) => [height, found[index] as Exclude<HeightTime, 'ahead'>]));
    const timely = entries.map((entry) => this.#timely(place, entry, times, moment.now));
    return this.#enter(place, run, checked, timely, moment);
  }

  async #checkEntries(place: LogPlace, { entries }: SentRun): Promise<readonly CheckedEntry[] | RunFault> {
    const { reader, read } = this.options;
    const metas = await reader.getMany(recordMetas, entries.map(recordOfEntry));
    const checked: CheckedEntry[] = [];
    for (const [index, entry] of entries.entries()) {
      const one = checkEntry(place, entry, metas[index], read);
      if (isFault(one)) return one;
      checked.push(one);
    }
    return checked;
  }

  /** A record whose time does not fit its height is passed over: every node finds the same, and it may be the fault of a node that was
   *  behind the chain. */
  #timely(
    { origin }: LogPlace,
    entry: CheckedEntry,
    times: ReadonlyMap<number, Exclude<HeightTime, 'ahead'>>,
    now: number,
  ): CheckedEntry {
    const time = times.get(entry.height);
    if (!entry.request || !time || isTimely(entry.request.timestamp, time, now)) return entry;
    this.options.log.warn(
      { origin: addressOf(origin), id: toHex(entry.id), height: entry.height },
      'a record is passed over: its time is not that of the height that its node names',
    );
    return { ...entry, request: undefined };
  }

  async #enter(
    place: LogPlace,
    run: SentRun,
    { digest, last }: { readonly digest: Uint8Array; readonly last: number },
    entries: readonly CheckedEntry[],
    moment: Moment,
  ): Promise<RunsOutcome> {
    const { desk, log, onRecords, self } = this.options;
    const { origin, series, originKey } = place;
    try {
      const entered = await desk.turn(async (scene) => {
        const head = await scene.get(logHeads, seriesKey(origin, series));
        if ((head?.last ?? 0) + 1 !== run.first || head?.stopped !== undefined) return undefined;
        if (origin === self) await moveUnsigned(scene, self, series, run.first, last);
        const isNew = await this.#enterAll(scene, place, run.first, entries, moment);
        const { previous, signature } = run;
        scene.put(logRuns, logKey(origin, series, run.first), { last, previous, digest, signature });
        scene.put(logHeads, seriesKey(origin, series), { last, digest: toHex(digest) });
        scene.put(originKeys, accountBytes(origin), originKey);
        return isNew;
      });
      if (!entered) return 'failed';
      await onRecords(entered, moment);
      return 'kept';
    } catch (error) {
      if (error instanceof NoRoom) return 'full';
      log.error({ error, origin: addressOf(origin) }, 'records of another node could not be entered');
      return 'failed';
    }
  }

  /** @returns records that were not here before. */
  async #enterAll(
    scene: Scene,
    { origin, series }: LogPlace,
    first: number,
    entries: readonly CheckedEntry[],
    moment: Moment,
  ): Promise<readonly ReadRequest[]> {
    const { desk } = this.options;
    const isNew: ReadRequest[] = [];
    for (const [index, { id, kind, height, payload, request, isPassedOver }] of entries.entries()) {
      scene.put(logEntries, logKey(origin, series, first + index), { id, kind, height });
      const record = recordOfEntry({ id, kind });
      const known = await scene.get(recordMetas, record);
      if (request) {
        if (!(await this.#record(scene, request, height, desk.around(moment)))) continue;
        await request.kind.placed?.(scene, request, { origin, number: first + index });
        if (!known) isNew.push(request);
      } else if (!payload && !isPassedOver && !known && series === 'private')
        scene.put(recordMetas, record, NOTED_ERASURE);
    }
    return isNew;
  }

  /** @returns whether it was entered. An author whose share is used up is passed over: others do not wait for it.
   *  @throws NoRoom when there is none for anybody. */
  async #record(
    scene: Scene,
    request: ReadRequest,
    height: number,
    around: ReturnType<ServiceDesk['around']>,
  ): Promise<boolean> {
    const { desk, log } = this.options;
    const refused = await desk.book.record(scene, request, height, around);
    if (!isRefusal(refused)) return true;
    if (refused.code !== 'sender_limit') throw new NoRoom(refused.message);
    log.warn(
      { author: addressOf(request.sender), id: toHex(request.id) },
      'a record is passed over: its author has no room left here',
    );
    return false;
  }

  async #judge(place: LogPlace, run: SentRun, { fault, reason }: RunFault): Promise<RunsOutcome> {
    const { log, desk } = this.options;
    const { origin, series, originKey } = place;
    const facts = { origin: addressOf(origin), series, first: run.first, reason };
    if (fault === 'here') return 'kept';
    if (fault === 'wrong') {
      log.info(facts, 'a peer has sent a run of a log that does not hold');
      return 'wrong';
    }
    if (fault === 'unreadable') {
      log.warn(facts, 'a log has records of a later version: nothing more is taken of it until this node is updated');
      return 'unreadable';
    }
    log.error(facts, 'nothing more is taken of the log of a node');
    await desk.turn(async (scene) => {
      const head = await scene.get(logHeads, seriesKey(origin, series));
      scene.put(logHeads, seriesKey(origin, series), { last: 0, digest: '', ...head, stopped: reason });
      if (fault === 'contradiction')
        scene.put(contradictions, logKey(origin, series, run.first), encodeLogPart({ originKey, runs: [run] }));
    });
    return 'stopped';
  }
}
