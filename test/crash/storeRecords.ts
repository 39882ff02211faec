/** The records of the store's crash tests: everything about record i is computed from i. */

import { toBinary, utf8 } from '../../engine/base/bytes.js';
import type { AccountId } from '../../engine/crypto/address.js';
import { BatchWriter } from '../../engine/store/batch.js';
import { putPoolEvent, type StoredPoolEvent } from '../../engine/store/poolRecords.js';

/** Keys that record i writes, each with its own value. */
export const KEYS = 40;

const fill = (i: number, salt: number, length: number): Uint8Array => {
  const bytes = new Uint8Array(length);
  let state = (i * 2_654_435_761 + salt * 40_503) >>> 0;
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
};

/** From one byte to 12 KB: below and above the size from which values are in separate files. */
export const recordBody = (i: number): Uint8Array => fill(i, 1, 1 + ((i * 977) % 12_000));

export const recordSignatures = (i: number): Uint8Array => fill(i, 2, 1 + ((i * 1_999) % 12_000));

/** A key that all records share, so that a later record overwrites it, or one of the record's own. */
export const recordKey = (i: number, k: number): string =>
  k % 2 === 0 ? `shared ${k}` : `own ${String(i).padStart(8, '0')} ${k}`;

export const recordValue = (i: number, k: number): string => toBinary(fill(i, 3 + k, 20 + k));

/** Pools of which the records have events in turn. */
export const RECORD_POOLS = 3;

/** Record i has an event of one pool, a while after the one of record i - 1. */
export function recordEvent(i: number): StoredPoolEvent {
  const ordinal = Math.floor((i - 1) / RECORD_POOLS);
  const amount = (salt: number): bigint => BigInt(1 + ((i * 7_919 * salt) % 1_000_003));
  return {
    type: ordinal === 0 ? 'create_pool' : i % 4 === 0 ? 'add_liquidity' : 'Swap',
    poolId: 'GOLD-XRGE',
    pool: 1 + ((i - 1) % RECORD_POOLS),
    ordinal,
    sequence: i - 1,
    aToB: i % 2 === 0,
    amountA: amount(1),
    amountB: amount(2),
    lp: amount(3),
    reserveA: amount(5),
    reserveB: amount(11),
    lpSupply: amount(13),
    swaps: i,
    volumeA: amount(17),
    volumeB: amount(19),
    transactionId: toBinary(fill(i, 97, 32)),
    place: i % 3,
    user: toBinary(fill(i, 98, 32)) as AccountId,
    height: i,
    time: 1_700_000_000_000 + i * 13_000,
  };
}

/** The tip, the record's event, the record's keys, and the removal of the own keys of the record three before. */
export function recordBatch(i: number): Uint8Array {
  const writer = new BatchWriter();
  for (let k = 0; k < KEYS; k++) writer.put(recordKey(i, k), recordValue(i, k));
  for (let k = 1; k < KEYS; k += 2) writer.delete(recordKey(i - 3, k));
  writer.put('tip', String(i));
  putPoolEvent(writer, recordEvent(i));
  return writer.finish();
}

/** Twelve digits of i, then up to 200 KB that are computed from i. */
export function journalRecord(i: number): Uint8Array {
  const head = utf8(String(i).padStart(12, '0'));
  const bytes = new Uint8Array(head.length + ((i * 7_919) % 200_000));
  bytes.set(head);
  bytes.set(fill(i, 99, bytes.length - head.length), head.length);
  return bytes;
}
