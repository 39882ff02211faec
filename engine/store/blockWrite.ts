/** The writes of one block, packed for the store: one body, one value of signatures, one batch, and which of its changes are
 *  balances.
 *
 *  In: an executed block with its seal. Out: buffers whose memory moves to the store's thread. The batch holds the state's
 *  changes, the block's record, the numbers of its events and its receipts, and index keys: at most three per transfer (its id,
 *  and one history entry for each account, token and collection per block), and two for each event of a pool. */

import { WireReceipts } from '../../proto/wire.js';
import { fromHex, joinBytes, u64Bytes } from '../base/bytes.js';
import { invariant } from '../base/refusal.js';
import { type Certificate, encodeCertificate } from '../chain/certificate.js';
import type { Header } from '../chain/header.js';
import type { ExecutedBlock } from '../consensus/production.js';
import { ACCOUNT_BYTES, type AccountId, accountOfKey } from '../crypto/address.js';
import { SIGNATURE_BYTES } from '../crypto/mldsa.js';
import { kindOfTransaction } from '../ledger/admission.js';
import type { Outcome } from '../ledger/execution.js';
import type { SubjectId } from '../ledger/subjects.js';
import { bodyEntryOfItem } from '../mempool/entry.js';
import { BatchWriter } from './batch.js';
import { blockKey, bucketKey, eventsKey, hashKey, heightKey, metaKey, receiptsKey, storeTables } from './keys.js';
import { putPoolEvent } from './poolRecords.js';
import type { BlockWrite } from './port.js';
import {
  type Bucket,
  type EventRange,
  encodeBucket,
  encodeEventRange,
  encodeLocation,
  encodePositions,
  encodeStoredBlock,
  type StoredBlock,
} from './records.js';
import { writeSetChange } from './setLog.js';
import { type VoteChanges, writeVotes } from './voteLog.js';

/** Reused bytes of index entries: account or subject and ordinal, the key of a history entry; and a position at its height. One for
 *  all entries of a block: the batch copies them. */
class IndexBytes {
  readonly historyKey = Buffer.alloc(ACCOUNT_BYTES + 8);
  readonly location: Buffer;

  constructor(height: number) {
    this.location = Buffer.from(encodeLocation(height, 0));
  }

  keyOf(owner: AccountId | SubjectId, ordinal: number): Uint8Array {
    this.historyKey.write(owner, 0, 'latin1');
    this.historyKey.writeUInt32BE(Math.floor(ordinal / 2 ** 32), ACCOUNT_BYTES);
    this.historyKey.writeUInt32BE(ordinal >>> 0, ACCOUNT_BYTES + 4);
    return this.historyKey;
  }

  locationOf(position: number): Uint8Array {
    this.location.writeUInt32BE(position, this.location.length - 4);
    return this.location;
  }
}

interface IndexEntry {
  readonly ordinal: number;
  readonly positions: number[];
}

type IndexEntries = Map<AccountId | SubjectId, IndexEntry>;

function joinEntry(entries: IndexEntries, owner: AccountId | SubjectId, ordinal: number, position: number): void {
  const entry = entries.get(owner);
  if (entry) entry.positions.push(position);
  else entries.set(owner, { ordinal, positions: [position] });
}

function writeIndexes(batch: BatchWriter, height: number, outcomes: readonly Outcome[]): void {
  const bytes = new IndexBytes(height);
  const entries: IndexEntries = new Map();
  for (const [position, { transaction, parties, subjects }] of outcomes.entries()) {
    batch.putIn(storeTables.ids, transaction.id, bytes.locationOf(position));
    for (const { account, ordinal } of parties) joinEntry(entries, account, ordinal, position);
    for (const { subject, ordinal } of subjects) joinEntry(entries, subject, ordinal, position);
  }
  for (const [owner, { ordinal, positions }] of entries) {
    // A list of one position is encoded as a location.
    const value = positions.length > 1 ? encodePositions(height, positions) : bytes.locationOf(positions[0] ?? 0);
    batch.putIn(storeTables.history, bytes.keyOf(owner, ordinal), value);
  }
}

/** A key is written once: with an account's first transaction, or at its first appearance when a transaction names it by key. */
function writePublicKeys(batch: BatchWriter, outcomes: readonly Outcome[]): void {
  for (const { transaction, nonce, failure, parties } of outcomes) {
    if (nonce === 1) batch.putIn(storeTables.publicKeys, transaction.sender, transaction.publicKey);
    if (failure) continue;
    const first = parties.filter(({ ordinal }) => ordinal === 0);
    if (first.length === 0) continue;
    for (const key of kindOfTransaction(transaction).reveals?.(transaction.fields) ?? []) {
      const account = accountOfKey(key);
      if (first.some((party) => party.account === account)) batch.putIn(storeTables.publicKeys, account, key);
    }
  }
}

/** @returns whether there were any. */
function writePoolEvents(batch: BatchWriter, { height, time }: Header, outcomes: readonly Outcome[]): boolean {
  let some = false;
  for (const { transaction, result, failure } of outcomes) {
    // A transaction that moves no pool mostly has no result, and a failed one is about none.
    if (result === null || failure) continue;
    const { id: transactionId, sender: user } = transaction;
    kindOfTransaction(transaction)
      .poolEvents?.(result)
      .forEach((event, place) => {
        putPoolEvent(batch, { ...event, transactionId, place, user, height, time });
        some = true;
      });
  }
  return some;
}

const receiptOf = ({ transaction, nonce, fee, failure, result }: Outcome) => ({
  nonce,
  fee: String(fee),
  failure: failure?.message ?? '',
  result: failure && result === null ? '' : kindOfTransaction(transaction).result.encode(result),
});

const encodeReceipts = (outcomes: readonly Outcome[]): Uint8Array =>
  WireReceipts.encode({ receipts: outcomes.map(receiptOf) }).finish();

function packSignatures(outcomes: readonly Outcome[]): Uint8Array {
  const bytes = new Uint8Array(outcomes.length * SIGNATURE_BYTES);
  let at = 0;
  for (const { transaction } of outcomes) {
    invariant(transaction.signature.length === SIGNATURE_BYTES, 'a verified signature has another length');
    bytes.set(transaction.signature, at);
    at += SIGNATURE_BYTES;
  }
  return bytes;
}

/** @param bucket the block's time bucket with this block counted in.
 *  @param events the numbers of its events.
 *  @param unchanged from the survey of its changes: account records whose balance has not changed.
 *  @param votes what it adds to the vote totals.
 *  @param decided its own certificate; absent on heights that have none. */
export function packBlock(
  executed: ExecutedBlock,
  stored: StoredBlock,
  bucket: Bucket,
  events: EventRange,
  unchanged: Uint32Array,
  votes: VoteChanges,
  decided: Certificate | undefined,
): BlockWrite {
  const { height } = stored.header;
  const { outcomes } = executed.execution;
  const batch = new BatchWriter(1_024 + outcomes.length * 512);
  for (const { table, key, value } of executed.prepared.changes) {
    if (value) batch.putIn(table.id, key, value);
    else batch.deleteIn(table.id, key);
  }
  batch.put(blockKey(height), encodeStoredBlock(stored));
  batch.put(hashKey(fromHex(stored.hash) ?? new Uint8Array()), u64Bytes(height));
  batch.put(metaKey('tip'), u64Bytes(height));
  if (decided) batch.put(metaKey('certificate'), encodeCertificate(decided));
  batch.put(bucketKey(bucket.start), encodeBucket(bucket));
  batch.put(eventsKey(height), encodeEventRange(events));
  writeVotes(batch, votes);
  writeSetChange(batch, executed);
  const balances = events.balances > 0 ? { balances: { key: heightKey(height), unchanged } } : {};
  if (outcomes.length === 0) return { ...balances, batch: batch.finish() };
  batch.putIn(storeTables.ordinals, u64Bytes(stored.firstOrdinal), u64Bytes(height));
  batch.put(receiptsKey(height), encodeReceipts(outcomes));
  writeIndexes(batch, height, outcomes);
  writePublicKeys(batch, outcomes);
  const hasPoolEvents = writePoolEvents(batch, stored.header, outcomes);
  return {
    body: { key: heightKey(height), value: joinBytes(executed.items.map(bodyEntryOfItem)) },
    signatures: { key: heightKey(height), value: packSignatures(outcomes) },
    ...balances,
    ...(hasPoolEvents && { hasPoolEvents }),
    batch: batch.finish(),
  };
}
