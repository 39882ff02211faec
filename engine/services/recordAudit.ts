/** A stored book of records checked from its first to its last: each that is not erased is there whole, is what its author signed, and has
 *  the id that follows from that. */

import { bytesEqual, joinBytes, toHex } from '../base/bytes.js';
import { joinKey } from '../chain/transaction.js';
import { accountBytes, accountOfKey } from '../crypto/address.js';
import type { SignatureBackend } from '../crypto/mldsa.js';
import { sha256 } from '../crypto/sha256.js';
import { keyOf } from './keys.js';
import { serviceKindOf } from './kinds/index.js';
import { authorKeys, idOfRecord, kindOfRecord, type RecordMeta, recordMetas, recordPayloads } from './record.js';
import type { Found, SceneReader } from './scene.js';

export interface RecordAudit {
  readonly records: number;
  readonly erased: number;
  /** A sentence for each that does not hold, so many at most. */
  readonly findings: readonly string[];
}

const AT_ONCE = 256;
const MOST_FINDINGS = 20;

/** @returns what is wrong; undefined when all holds. */
async function problemOf(
  scene: SceneReader,
  { key, value: meta }: Found<RecordMeta>,
  backend: Pick<SignatureBackend, 'verify'>,
): Promise<string | undefined> {
  const [id, kind] = [idOfRecord(key), kindOfRecord(key)];
  if (!serviceKindOf(kind)) return `is of a kind that this version does not know: ${kind.slice(0, 40)}`;
  const [payload, publicKey] = await Promise.all([
    scene.get(recordPayloads, id),
    scene.get(authorKeys, accountBytes(meta.author)),
  ]);
  if (!payload) return 'has no payload';
  if (!publicKey || accountOfKey(publicKey) !== meta.author) return 'does not have the key of its author';
  const bytes = joinKey(payload.text, payload.keyAt, publicKey);
  if (!bytes || !bytesEqual(sha256(joinBytes([publicKey, bytes])), id)) return 'is not what its id says';
  return backend.verify(payload.signature, bytes, publicKey) ? undefined : 'is not signed by its author';
}

export async function auditRecords(
  scene: SceneReader,
  backend: Pick<SignatureBackend, 'verify'>,
): Promise<RecordAudit> {
  const findings: string[] = [];
  let [records, erased] = [0, 0];
  let behind: Uint8Array | undefined;
  for (;;) {
    const page = await scene.range(recordMetas, keyOf(), { limit: AT_ONCE, behind });
    for (const found of page) {
      records++;
      behind = found.key;
      if (found.value.isErased) {
        erased++;
        continue;
      }
      const problem = await problemOf(scene, found, backend);
      if (problem !== undefined && findings.length < MOST_FINDINGS)
        findings.push(`record ${toHex(idOfRecord(found.key))} of the services ${problem}`);
    }
    if (page.length < AT_ONCE) return { records, erased, findings };
  }
}
