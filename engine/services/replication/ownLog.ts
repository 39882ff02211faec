/** Signs this node's own log, run after run, and goes on where an earlier process stopped.
 *
 *  In: entries that the book has appended. Out: runs with the node's signature. One signature covers all entries that wait, up to the
 *  size of a run: it costs milliseconds. Entries that are not signed yet are seen by nobody else, so they may still be moved to other
 *  numbers. */

import { fromHex, toHex } from '../../base/bytes.js';
import { REPLICATION } from '../../base/serviceLimits.js';
import { type AccountId, accountBytes } from '../../crypto/address.js';
import type { ServiceDesk } from '../desk.js';
import { counters, type LogEntry, logEntries, recordMetas } from '../record.js';
import { logCounter } from '../recordBook.js';
import { logKey, seriesKey } from '../records.js';
import type { Found, Scene, SceneReader } from '../scene.js';
import type { SeriesName } from '../series.js';
import { recordOfEntry } from './entryRecord.js';
import { type LogHead, logHeads, logRuns, originKeys } from './logTables.js';
import { NO_RUN, runDigest, runText } from './runText.js';

export interface OwnLogOptions {
  readonly chainId: string;
  readonly nodeKey: Uint8Array;
  readonly self: AccountId;
  readonly desk: Pick<ServiceDesk, 'turn'>;
  /** Of the durable tables. */
  readonly reader: SceneReader;
  /** With the key of the node; undefined when that cannot be done now. */
  readonly sign: (message: Uint8Array) => Promise<Uint8Array | undefined>;
}

/** What an entry takes in an answer, beside its payload. */
const ENTRY_BYTES = 2_200;

export const digestOf = (head: LogHead | undefined): Uint8Array =>
  (head && fromHex(head.digest, NO_RUN.length)) ?? NO_RUN;

export class OwnLog {
  constructor(private readonly options: OwnLogOptions) {}

  /** Signs the next run of a series. @returns its head, or undefined when nothing waits or nothing could be signed. */
  async signNext(series: SeriesName): Promise<LogHead | undefined> {
    const { reader, self, chainId, nodeKey, sign, desk } = this.options;
    const head = await reader.get(logHeads, seriesKey(self, series));
    if (head?.stopped !== undefined) return undefined;
    const first = (head?.last ?? 0) + 1;
    const entries = await this.#waiting(series, first);
    if (entries.length === 0) return undefined;
    const previous = digestOf(head);
    const digest = runDigest(previous, first, entries);
    const last = first + entries.length - 1;
    const signature = await sign(runText(chainId, { origin: self, series, first, last, digest }));
    if (!signature) return undefined;
    return desk.turn(async (scene) => {
      const now = await scene.get(logHeads, seriesKey(self, series));
      // An older process's runs have come from a peer meanwhile: the entries have other numbers now.
      if ((now?.last ?? 0) + 1 !== first) return undefined;
      const next: LogHead = { last, digest: toHex(digest) };
      scene.put(logRuns, logKey(self, series, first), { last, previous, digest, signature });
      scene.put(logHeads, seriesKey(self, series), next);
      scene.put(originKeys, accountBytes(self), nodeKey);
      return next;
    });
  }

  /** Entries from a number on that fit one run. */
  async #waiting(series: SeriesName, first: number): Promise<readonly LogEntry[]> {
    const { reader, self } = this.options;
    const behind = logKey(self, series, first - 1);
    const found = await reader.range(logEntries, seriesKey(self, series), { behind, limit: REPLICATION.entries });
    const metas = await reader.getMany(
      recordMetas,
      found.map(({ value }) => recordOfEntry(value)),
    );
    const entries: LogEntry[] = [];
    let bytes = 0;
    for (const [index, { value }] of found.entries()) {
      bytes += ENTRY_BYTES + (metas[index]?.bytes ?? 0);
      if (bytes > REPLICATION.runBytes && entries.length > 0) break;
      entries.push(value);
    }
    return entries;
  }
}

/** Makes way for runs of this node's own log that come back from a peer after its database was lost: entries that are not signed yet, and
 *  that no peer has, get the numbers behind them. */
export async function moveUnsigned(
  scene: Scene,
  self: AccountId,
  series: SeriesName,
  first: number,
  last: number,
): Promise<void> {
  const unsigned: LogEntry[] = [];
  for (let page = await readPage(first); page.length > 0; page = await readPage(first + unsigned.length))
    unsigned.push(...page.map(({ value }) => value));
  for (const [index, entry] of unsigned.entries()) scene.put(logEntries, logKey(self, series, last + 1 + index), entry);
  scene.put(counters, logCounter(series), last + unsigned.length);

  function readPage(from: number): Promise<readonly Found<LogEntry>[]> {
    return scene.range(logEntries, seriesKey(self, series), { behind: logKey(self, series, from - 1), limit: PAGE });
  }
}

const PAGE = 4_096;
