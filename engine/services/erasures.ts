/** What was erased and is still on the disk: a database keeps the bytes of a deleted record until its files are rewritten.
 *
 *  In: each erasure. Out: when rewriting is worth it: enough has been erased, or something has waited for a day. The counts are
 *  durable, so a node that is restarted every hour rewrites its files too. */

import { utf8 } from '../base/bytes.js';
import { SERVICE_COMPACTION } from '../base/serviceLimits.js';
import { keyOf } from './keys.js';
import { counters, type Usage, usages } from './record.js';
import type { Scene, SceneReader } from './scene.js';

const ERASED_RECORDS = utf8('erased records');
const ERASED_BYTES = utf8('erased bytes');
const REWRITTEN_RECORDS = utf8('rewritten records');
const REWRITTEN_BYTES = utf8('rewritten bytes');
/** When a sweep first saw that something waits. */
const WAITING_SINCE = utf8('erased since');

/** Since the database was begun. */
export type Erased = Usage;

const count = async (scene: SceneReader, name: Uint8Array): Promise<number> => (await scene.get(counters, name)) ?? 0;

export const erasedSoFar = async (scene: SceneReader): Promise<Erased> => ({
  records: await count(scene, ERASED_RECORDS),
  bytes: await count(scene, ERASED_BYTES),
});

export async function countErased(scene: Scene, bytes: number): Promise<void> {
  const so = await erasedSoFar(scene);
  scene.put(counters, ERASED_RECORDS, so.records + 1);
  scene.put(counters, ERASED_BYTES, so.bytes + bytes);
}

/** Whether the files are to be rewritten now. */
export async function isRewritingDue(scene: Scene, now: number): Promise<boolean> {
  const erased = await erasedSoFar(scene);
  const records = erased.records - (await count(scene, REWRITTEN_RECORDS));
  const bytes = erased.bytes - (await count(scene, REWRITTEN_BYTES));
  if (records <= 0) return false;
  const { mostRecords, mostBytes, share, waitMs } = SERVICE_COMPACTION;
  const kept = (await scene.get(usages, keyOf())) ?? { records: 0, bytes: 0 };
  if (records >= Math.max(mostRecords, kept.records * share) || bytes >= Math.max(mostBytes, kept.bytes * share))
    return true;
  const since = await scene.get(counters, WAITING_SINCE);
  // A clock that was set back must not keep erased bytes for longer than a day from now.
  if (since !== undefined && since <= now) return now - since >= waitMs;
  scene.put(counters, WAITING_SINCE, now);
  return false;
}

/** Notes that the files hold nothing any more of what was erased before they were rewritten. */
export function noteRewritten(scene: Scene, { records, bytes }: Erased): void {
  scene.put(counters, REWRITTEN_RECORDS, records);
  scene.put(counters, REWRITTEN_BYTES, bytes);
  scene.delete(counters, WAITING_SINCE);
}
