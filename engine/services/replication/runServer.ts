/** Reads runs of a log for a peer.
 *
 *  In: the log and the number from which on the peer has nothing. Out: the runs from there, as many as fit an answer. What is erased
 *  goes without its payload. */

import { REPLICATION } from '../../base/serviceLimits.js';
import { type AccountId, accountBytes } from '../../crypto/address.js';
import { authorKeys, type LogEntry, logEntries, recordMetas, recordPayloads } from '../record.js';
import { logKey, seriesKey } from '../records.js';
import type { SceneReader } from '../scene.js';
import type { SeriesName } from '../series.js';
import { recordOfEntry } from './entryRecord.js';
import { encodeLogPart, type SentEntry, type SentRun } from './logPart.js';
import { logRuns, originKeys, type StoredRun } from './logTables.js';

/** @returns a `ServiceLogPart`, or nothing when there is no run that begins at that number. */
export async function readRuns(
  reader: SceneReader,
  origin: AccountId,
  series: SeriesName,
  from: number,
): Promise<Uint8Array> {
  const originKey = await reader.get(originKeys, accountBytes(origin));
  const runs: SentRun[] = [];
  let bytes = 0;
  for (let first = from; originKey && runs.length < REPLICATION.runsPerPart; ) {
    const stored = await reader.get(logRuns, logKey(origin, series, first));
    if (!stored) break;
    const entries = await readEntries(reader, origin, series, first, stored);
    bytes += entries.reduce((sum, { payload }) => sum + sizeOf(payload), 0);
    if (bytes > REPLICATION.partBytes && runs.length > 0) break;
    runs.push({ first, previous: stored.previous, signature: stored.signature, entries });
    first = stored.last + 1;
  }
  return originKey && runs.length > 0 ? encodeLogPart({ originKey, runs }) : new Uint8Array(0);
}

const ENTRY_BYTES = 64;
const sizeOf = (payload: SentEntry['payload']): number =>
  ENTRY_BYTES + (payload ? payload.text.length + payload.signature.length + payload.publicKey.length : 0);

async function readEntries(
  reader: SceneReader,
  origin: AccountId,
  series: SeriesName,
  first: number,
  { last }: StoredRun,
): Promise<readonly SentEntry[]> {
  const behind = logKey(origin, series, first - 1);
  const found = await reader.range(logEntries, seriesKey(origin, series), { behind, limit: last - first + 1 });
  const entries = found.map(({ value }) => value);
  return Promise.all(entries.map((entry) => withPayload(reader, entry)));
}

async function withPayload(reader: SceneReader, entry: LogEntry): Promise<SentEntry> {
  const [meta, payload] = await Promise.all([
    reader.get(recordMetas, recordOfEntry(entry)),
    reader.get(recordPayloads, entry.id),
  ]);
  // Passed over here, which another node need not do: it may have another record of the author, or room.
  if (!meta) return { ...entry, payload: undefined, isPassedOver: true };
  // The payload of an erased record can be here as that of another kind.
  if (meta.isErased || !payload) return { ...entry, payload: undefined };
  const publicKey = await reader.get(authorKeys, accountBytes(meta.author));
  return { ...entry, payload: publicKey && { ...payload, publicKey } };
}
