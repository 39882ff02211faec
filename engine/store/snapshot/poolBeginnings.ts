/** Where the events of pools begin in a store that began with a snapshot.
 *
 *  In: the pools' records under the state root, which hold the running sums and the number of events. Out: for each pool that has had
 *  events a beginning: the number of its first event here, and in the place of the event before it what the pool was then, as if that
 *  were an event. The sums and candles of later events go on from it; no reader shows it. */

import { bytesEqual, readU64, u64Bytes, utf8 } from '../../base/bytes.js';
import type { Header } from '../../chain/header.js';
import { type AccountId, accountOfBytes } from '../../crypto/address.js';
import { counters } from '../../ledger/counters.js';
import { pools } from '../../ledger/poolTables.js';
import type { BatchWriter } from '../batch.js';
import { poolBeginningKey, poolEventKey } from '../keys.js';
import { encodePoolEvent } from '../poolRecords.js';
import type { KeyReader } from '../port.js';

/** In place of a pool's number, which counts from 1: the events of all pools. */
export const ALL_POOLS = 0;

const NO_ID = '\0'.repeat(32);
const nobody: AccountId = accountOfBytes(new Uint8Array(32));

/** @param key table number, then the record's own key. @param header of the snapshot's block. */
export function putPoolBeginning(batch: BatchWriter, key: Uint8Array, value: Uint8Array, header: Header): void {
  if (key[0] === counters.id && bytesEqual(key.subarray(1), utf8('pool_events')))
    batch.put(poolBeginningKey(ALL_POOLS), u64Bytes(counters.decode(value)));
  if (key[0] !== pools.id) return;
  const { number, events, reserveA, reserveB, lpSupply, swaps, volumeA, volumeB } = pools.decode(value);
  if (events === 0) return;
  const { height, time } = header;
  const ordinal = events - 1;
  const nothing = { amountA: 0n, amountB: 0n, lp: 0n, aToB: false, transactionId: NO_ID, place: 0, user: nobody };
  const before = { type: 'Swap', poolId: '', pool: number, ordinal, sequence: 0, height, time } as const;
  const sums = { reserveA, reserveB, lpSupply, swaps, volumeA, volumeB };
  batch.put(poolEventKey(number, ordinal), encodePoolEvent({ ...before, ...nothing, ...sums }));
  batch.put(poolBeginningKey(number), u64Bytes(events));
}

/** Number of the first event that the store holds of a pool, or of all pools. */
export async function firstPoolEvent(reader: KeyReader, pool: number): Promise<number> {
  const bytes = await reader.get(poolBeginningKey(pool));
  return bytes ? readU64(bytes, 0) : 0;
}
