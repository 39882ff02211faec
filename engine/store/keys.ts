/** Keys of the database. The first byte is the table; state tables have 1 to 127, the store's tables begin at 128.
 *  Numbers in keys are big-endian, so that byte order is their order. */

import { concatBytes, fromBinary, readU64, u64Bytes, utf8 } from '../base/bytes.js';
import { type AccountId, accountBytes } from '../crypto/address.js';
import type { SubjectId } from '../ledger/subjects.js';

export const storeTables = {
  /** Format, chain, genesis file, tip and its certificate, first height whose events the log keeps, first height whose votes
   *  are counted; what the directory keeps (`keeping.ts`). */
  meta: 0x80,
  /** Height to BlockRecord. */
  blocks: 0x81,
  /** Block hash to height. */
  hashes: 0x82,
  /** Transaction id to height and position. */
  ids: 0x83,
  /** Account and ordinal of its first entry in a block to height and positions there: one key per account and block. */
  history: 0x84,
  /** Height to Receipts. */
  receipts: 0x85,
  /** Account to public key. */
  publicKeys: 0x86,
  /** Ordinal of a block's first transaction to height: only for blocks that have transactions. */
  ordinals: 0x87,
  /** Start of a five-minute bucket to its numbers of blocks and transactions. */
  buckets: 0x88,
  /** Height to the numbers of the block's events. */
  events: 0x89,
  /** Number of a pool and ordinal of its event to what happened. */
  poolEvents: 0x8a,
  /** Number over all pools' events to pool and ordinal. */
  poolEventOrder: 0x8b,
  /** Number of a pool, interval and start of a bucket to its candle. */
  candles: 0x8c,
  /** Account of a validator to the totals of its votes. */
  votes: 0x8d,
  /** Height to the active set that begins after its block, with its proof: only for blocks that change it. */
  sets: 0x8e,
  /** Height to RecentBlock: the last blocks of a restored snapshot, for the replay rule and for the next snapshot. */
  recent: 0x8f,
  /** Number of a pool, or 0 for all pools, to the number of its first event here: only in a store that began with a snapshot. */
  poolBeginnings: 0x90,
  /** Height to the keys that go with the block: only in a pruned directory. */
  trails: 0x91,
  /** Key of a record of the state and height to the record after that block: only in an archive directory (`archive.ts`). */
  archive: 0x92,
} as const;

/** First byte above the state tables. */
export const FIRST_STORE_TABLE = 0x80;

const inTable = (table: number, key: Uint8Array): Uint8Array => concatBytes(Uint8Array.of(table), key);

export type MetaName =
  | 'format'
  | 'chain'
  | 'genesis'
  | 'tip'
  | 'certificate'
  | 'events-from'
  | 'votes-from'
  /** While a snapshot is being restored: which one, and how much of it is here. */
  | 'restore'
  /** Why the block of the snapshot with which the store began was trusted; absent in a store that began with its genesis block. */
  | 'snapshot-trust'
  | 'mode'
  /** Lowest height above genesis whose block is here whole; absent where all are. */
  | 'blocks-from'
  | 'trails-from';
export const metaKey = (name: MetaName): Uint8Array => inTable(storeTables.meta, utf8(name));
/** Key of bodies, signatures and changed balances in their own families. */
export const heightKey = u64Bytes;
export const blockKey = (height: number): Uint8Array => inTable(storeTables.blocks, u64Bytes(height));
export const hashKey = (hash: Uint8Array): Uint8Array => inTable(storeTables.hashes, hash);
export const idKey = (id: Uint8Array): Uint8Array => inTable(storeTables.ids, id);
export const receiptsKey = (height: number): Uint8Array => inTable(storeTables.receipts, u64Bytes(height));
export const publicKeyKey = (account: AccountId): Uint8Array => inTable(storeTables.publicKeys, accountBytes(account));
export const ordinalKey = (ordinal: number): Uint8Array => inTable(storeTables.ordinals, u64Bytes(ordinal));
export const bucketKey = (start: number): Uint8Array => inTable(storeTables.buckets, u64Bytes(start));
export const poolBeginningKey = (pool: number): Uint8Array => inTable(storeTables.poolBeginnings, u64Bytes(pool));
export const recentKey = (height: number): Uint8Array => inTable(storeTables.recent, u64Bytes(height));
export const setKey = (height: number): Uint8Array => inTable(storeTables.sets, u64Bytes(height));
export const trailKey = (height: number): Uint8Array => inTable(storeTables.trails, u64Bytes(height));
export const eventsKey = (height: number): Uint8Array => inTable(storeTables.events, u64Bytes(height));
/** @param owner an account or a subject. */
export const historyKey = (owner: AccountId | SubjectId, ordinal: number): Uint8Array =>
  inTable(storeTables.history, concatBytes(fromBinary(owner), u64Bytes(ordinal)));
/** @param pool number of the pool. @param ordinal of the pool's events, from 0. */
export const poolEventKey = (pool: number, ordinal: number): Uint8Array =>
  inTable(storeTables.poolEvents, concatBytes(u64Bytes(pool), u64Bytes(ordinal)));
/** @param sequence of all pools' events, from 0. */
export const poolEventOrderKey = (sequence: number): Uint8Array =>
  inTable(storeTables.poolEventOrder, u64Bytes(sequence));
/** @param interval number of a kept interval. @param start milliseconds since the epoch. */
export const candleKey = (pool: number, interval: number, start: number): Uint8Array =>
  inTable(storeTables.candles, concatBytes(u64Bytes(pool), Uint8Array.of(interval), u64Bytes(start)));

/** The number at the end of a key. */
export const keyNumber = (key: Uint8Array): number => readU64(key, key.length - 8);
