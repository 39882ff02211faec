/** Records of pool events: what a transaction did to one pool, who signed it, and when.
 *
 *  In: an event of the ledger and its place. Out: its two entries in a block's batch, and the event read back. The
 *  record has everything that a page of events, prices or statistics shows, so that none of them decodes a block. */

import {
  asBuffer,
  fromBinary,
  readU64,
  readU128,
  readU256,
  toBinary,
  writeU64,
  writeU128,
  writeU256,
} from '../base/bytes.js';
import { ACCOUNT_BYTES, type AccountId } from '../crypto/address.js';
import { type PoolEvent, poolEventTypes } from '../ledger/poolEvent.js';
import type { BatchWriter } from './batch.js';
import { poolEventKey, poolEventOrderKey } from './keys.js';

/** An event of a pool as it is kept. */
export interface StoredPoolEvent extends PoolEvent {
  /** 32 bytes, as a binary string. */
  readonly transactionId: string;
  /** Position among the events of its transaction, from 0: a swap through several pools has one for each pool. */
  readonly place: number;
  /** Signer of the transaction. */
  readonly user: AccountId;
  readonly height: number;
  /** Milliseconds, of the block's header. Ascending within a pool. */
  readonly time: number;
}

const ID_BYTES = 32;

/** Type in a byte; direction in the lowest bit of the next one, the place in the transaction in the bits above. */
const NUMBERS_AT = 2;
/** Sequence, height, time, swaps. */
const ID_AT = NUMBERS_AT + 4 * 8;
const USER_AT = ID_AT + ID_BYTES;
const AMOUNTS_AT = USER_AT + ACCOUNT_BYTES;
/** Both amounts, LP units, both reserves, LP supply. */
const VOLUMES_AT = AMOUNTS_AT + 6 * 16;
/** The remaining bytes are the id of the pool: ASCII. */
const POOL_ID_AT = VOLUMES_AT + 2 * 32;

/** @returns the value under `poolEventKey`; pool and ordinal are in the key. */
export function encodePoolEvent(event: StoredPoolEvent): Uint8Array {
  const bytes = new Uint8Array(POOL_ID_AT + event.poolId.length);
  bytes[0] = poolEventTypes.indexOf(event.type);
  bytes[1] = (event.place << 1) | (event.aToB ? 1 : 0);
  [event.sequence, event.height, event.time, event.swaps].forEach((value, index) => {
    writeU64(bytes, NUMBERS_AT + 8 * index, value);
  });
  bytes.set(fromBinary(event.transactionId), ID_AT);
  bytes.set(fromBinary(event.user), USER_AT);
  const { amountA, amountB, lp, reserveA, reserveB, lpSupply } = event;
  [amountA, amountB, lp, reserveA, reserveB, lpSupply].forEach((value, index) => {
    writeU128(bytes, AMOUNTS_AT + 16 * index, value);
  });
  writeU256(bytes, VOLUMES_AT, event.volumeA);
  writeU256(bytes, VOLUMES_AT + 32, event.volumeB);
  asBuffer(bytes).write(event.poolId, POOL_ID_AT, 'latin1');
  return bytes;
}

/** @param key the key that leads to `bytes`. */
export function decodePoolEvent(key: Uint8Array, bytes: Uint8Array): StoredPoolEvent {
  const number = (index: number): number => readU64(bytes, NUMBERS_AT + 8 * index);
  const amount = (index: number): bigint => readU128(bytes, AMOUNTS_AT + 16 * index);
  return {
    type: poolEventTypes[bytes[0] as number] as StoredPoolEvent['type'],
    poolId: toBinary(bytes.subarray(POOL_ID_AT)),
    pool: readU64(key, 1),
    ordinal: readU64(key, 9),
    sequence: number(0),
    aToB: ((bytes[1] as number) & 1) === 1,
    place: (bytes[1] as number) >> 1,
    amountA: amount(0),
    amountB: amount(1),
    lp: amount(2),
    reserveA: amount(3),
    reserveB: amount(4),
    lpSupply: amount(5),
    swaps: number(3),
    volumeA: readU256(bytes, VOLUMES_AT),
    volumeB: readU256(bytes, VOLUMES_AT + 32),
    transactionId: toBinary(bytes.subarray(ID_AT, USER_AT)),
    user: toBinary(bytes.subarray(USER_AT, AMOUNTS_AT)) as AccountId,
    height: number(1),
    time: number(2),
  };
}

/** Puts an event under its pool, and its place under its number over all pools. */
export function putPoolEvent(batch: BatchWriter, event: StoredPoolEvent): void {
  const key = poolEventKey(event.pool, event.ordinal);
  batch.put(key, encodePoolEvent(event));
  batch.put(poolEventOrderKey(event.sequence), key.subarray(1));
}

/** The key of an event's record. @param place the value under its number over all pools. */
export const poolEventKeyAt = (place: Uint8Array): Uint8Array => poolEventKey(readU64(place, 0), readU64(place, 8));
