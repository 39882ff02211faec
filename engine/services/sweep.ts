/** One turn of the work that nobody asks for: what is due, nonces that have expired, records whose retention has ended.
 *
 *  Each part does a bounded piece, so that requests wait for a turn no longer than for a group of other requests. */

import { NONCE_GRACE_MS, SERVICE_SWEEP } from '../base/serviceLimits.js';
import { doDue, type OnFault } from './dueWork.js';
import { erasedSoFar, isRewritingDue } from './erasures.js';
import { keyOf } from './keys.js';
import { serviceKindOf } from './kinds/index.js';
import { idOfRecord, kindOfRecord, nonceExpiries, recordMetas, recordTimes, usedNonces } from './record.js';
import { eraseRecord, recordOf } from './records.js';
import type { Scene } from './scene.js';
import type { Surroundings } from './surroundings.js';

const TIME_BYTES = 8;

export interface SweepResult {
  /** Actions that were due. */
  readonly due: number;
  readonly nonces: number;
  /** Records whose retention has ended. */
  readonly expired: number;
  /** Whether a part has filled its turn: the next one need not wait. */
  readonly hasMore: boolean;
  /** Records erased since the database was begun, for whatever reason. */
  readonly erased: number;
  /** Whether so much was erased that the files of the database are to be rewritten. */
  readonly rewrite: boolean;
}

const timeOf = (key: Uint8Array): number => Number(new DataView(key.buffer, key.byteOffset).getBigUint64(0));

/** A request is judged at the moment at which it came, which can lie before that of a sweep: a nonce outlives its window.
 *  @param now by the machine's clock, as where nonces are used. */
async function dropNonces(scene: Scene, now: number): Promise<number> {
  const found = await scene.range(nonceExpiries, keyOf(), { limit: SERVICE_SWEEP.nonces });
  const expired = found.filter(({ key }) => timeOf(key) + NONCE_GRACE_MS < now);
  for (const { key } of expired) {
    scene.delete(nonceExpiries, key);
    const nonce = key.slice(TIME_BYTES);
    // Used again since: that use has an expiry of its own.
    if ((await scene.get(usedNonces, nonce)) === timeOf(key)) scene.delete(usedNonces, nonce);
  }
  return expired.length;
}

/** @returns how many records were erased, and whether there may be more. */
async function endRetention(
  scene: Scene,
  around: Surroundings,
  retentionMs: number,
  onFault: OnFault,
): Promise<{ readonly expired: number; readonly isFull: boolean }> {
  if (retentionMs === 0) return { expired: 0, isFull: false };
  const found = await scene.range(recordTimes, keyOf(), { limit: SERVICE_SWEEP.records });
  let expired = 0;
  let bytes = 0;
  for (const { key } of found) {
    if (timeOf(key) > around.now - retentionMs) return { expired, isFull: false };
    if (bytes >= SERVICE_SWEEP.bytes) break;
    bytes += await expire(scene, key.slice(TIME_BYTES), around, onFault);
    // Whatever has become of it: it must not stop those behind it.
    scene.delete(recordTimes, key);
    expired++;
  }
  return { expired, isFull: expired < found.length || found.length === SERVICE_SWEEP.records };
}

/** @returns bytes of the record. */
async function expire(scene: Scene, key: Uint8Array, around: Surroundings, onFault: OnFault): Promise<number> {
  const [id, name] = [idOfRecord(key), kindOfRecord(key)];
  const meta = await scene.get(recordMetas, key);
  const kind = serviceKindOf(name);
  if (kind?.erased)
    try {
      await scene.undoable(
        async () => {
          const record = await recordOf(scene, id, kind);
          if (record) await kind.erased?.(scene, record, around);
        },
        () => true,
      );
    } catch (error) {
      onFault(error, `the end of a record of ${kind.name}`);
    }
  await eraseRecord(scene, id, name);
  return meta?.bytes ?? 0;
}

export interface SweepOptions {
  /** Milliseconds after which records are erased; 0: never. */
  readonly retentionMs: number;
  readonly onFault: OnFault;
}

export async function sweep(
  scene: Scene,
  around: Surroundings,
  { retentionMs, onFault }: SweepOptions,
): Promise<SweepResult> {
  const due = await doDue(scene, around, SERVICE_SWEEP.due, onFault);
  const nonces = await dropNonces(scene, around.now - (around.shiftMs ?? 0));
  const { expired, isFull } = await endRetention(scene, around, retentionMs, onFault);
  return {
    due,
    nonces,
    expired,
    hasMore: isFull || due === SERVICE_SWEEP.due || nonces === SERVICE_SWEEP.nonces,
    erased: (await erasedSoFar(scene)).records,
    rewrite: await isRewritingDue(scene, around.now),
  };
}
