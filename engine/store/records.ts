/** Values of the store's own tables. */

import { BlockRecord } from '../../proto/wire.js';
import { asBuffer, fromHex, readU64, toHex, utf8Text, writeU64 } from '../base/bytes.js';
import { invariant, isRefusal } from '../base/refusal.js';
import { type Certificate, certificateFromWire, certificateToWire } from '../chain/certificate.js';
import { type Header, parseHeader } from '../chain/header.js';
import { addressOfKey } from '../crypto/address.js';
import { PUBLIC_KEY_BYTES } from '../crypto/mldsa.js';
import type { VoteWeights } from './voteLog.js';

/** What is kept of a block beside body, signatures and receipts. */
export interface StoredBlock {
  readonly header: Header;
  readonly headerBytes: Uint8Array;
  /** 3,309 bytes; in the genesis block 32 bytes in its place. */
  readonly proposerSignature: Uint8Array;
  /** 64 hex characters. */
  readonly hash: string;
  readonly certificate: Certificate | undefined;
  /** Weights of the certificate's votes; absent without a certificate, and in blocks stored by an older version. */
  readonly voteWeights?: VoteWeights | undefined;
  readonly transactionCount: number;
  /** Transactions in all earlier blocks. */
  readonly firstOrdinal: number;
  /** Quanta. */
  readonly fees: bigint;
}

/** The genesis block has no proposer. */
export function proposerAddressOf({ proposer_pub_key }: Pick<Header, 'proposer_pub_key'>): string | null {
  const key = fromHex(proposer_pub_key, PUBLIC_KEY_BYTES);
  return key ? addressOfKey(key) : null;
}

export function encodeStoredBlock(block: StoredBlock): Uint8Array {
  const { certificate } = block;
  return BlockRecord.encode({
    header: block.headerBytes,
    proposerSignature: block.proposerSignature,
    hash: fromHex(block.hash) ?? new Uint8Array(),
    parentCertificate: certificate ? certificateToWire(certificate) : null,
    transactionCount: block.transactionCount,
    firstOrdinal: block.firstOrdinal,
    fees: String(block.fees),
    voteWeights: block.voteWeights?.each.map(String) ?? [],
    voteTotal: block.voteWeights ? String(block.voteWeights.total) : '',
  }).finish();
}

/** @throws InvariantError for bytes that this program did not write. */
export function decodeStoredBlock(bytes: Uint8Array): StoredBlock {
  const record = BlockRecord.decode(bytes);
  const header = parseHeader(utf8Text(record.header));
  invariant(!isRefusal(header), 'a stored header cannot be read');
  const commit = record.parentCertificate;
  return {
    header,
    headerBytes: record.header,
    proposerSignature: record.proposerSignature,
    hash: toHex(record.hash),
    certificate: commit ? certificateFromWire(commit) : undefined,
    transactionCount: record.transactionCount,
    firstOrdinal: Number(record.firstOrdinal),
    fees: BigInt(record.fees || '0'),
    ...(record.voteTotal && { voteWeights: { total: BigInt(record.voteTotal), each: record.voteWeights.map(BigInt) } }),
  };
}

const LOCATION_BYTES = 12;

/** Where a transaction is. */
export interface Location {
  readonly height: number;
  readonly position: number;
}

export function encodeLocation(height: number, position: number): Uint8Array {
  const bytes = new Uint8Array(LOCATION_BYTES);
  writeU64(bytes, 0, height);
  asBuffer(bytes).writeUInt32BE(position, 8);
  return bytes;
}

export const decodeLocation = (bytes: Uint8Array): Location => ({
  height: readU64(bytes, 0),
  position: asBuffer(bytes).readUInt32BE(8),
});

/** Positions of one account's transactions in one block, in ascending order. */
export function encodePositions(height: number, positions: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(8 + 4 * positions.length);
  writeU64(bytes, 0, height);
  const buffer = asBuffer(bytes);
  positions.forEach((position, index) => {
    buffer.writeUInt32BE(position, 8 + 4 * index);
  });
  return bytes;
}

export function decodePositions(bytes: Uint8Array): { height: number; positions: number[] } {
  const buffer = asBuffer(bytes);
  const positions: number[] = [];
  for (let at = 8; at < bytes.length; at += 4) positions.push(buffer.readUInt32BE(at));
  return { height: readU64(bytes, 0), positions };
}

/** Numbers of blocks and transactions in one bucket of time. */
export interface Bucket {
  /** Milliseconds since the epoch, a multiple of BUCKET_MS. */
  readonly start: number;
  readonly blocks: number;
  readonly transactions: number;
}

/** Width of a bucket: the finest interval that `GET /api/blocks/summary` shows. */
export const BUCKET_MS = 300_000;

export function encodeBucket(bucket: Bucket): Uint8Array {
  const bytes = new Uint8Array(16);
  writeU64(bytes, 0, bucket.blocks);
  writeU64(bytes, 8, bucket.transactions);
  return bytes;
}

export const decodeBucket = (start: number, bytes: Uint8Array): Bucket => ({
  start,
  blocks: readU64(bytes, 0),
  transactions: readU64(bytes, 8),
});

/** A transaction in which contracts emitted events. */
export interface Emitter {
  /** In its block. */
  readonly position: number;
  /** Events that contracts emitted in the block up to the end of this transaction. */
  readonly through: number;
}

/** The numbers of one block's events: one for the block; one for each transaction, each followed by one for each event that
 *  contracts emitted in it; one for each changed balance. They follow from the chain alone, so every node that has the same
 *  blocks gives an event the same number. */
export interface EventRange {
  readonly height: number;
  /** Number of the block's own event; the first block after genesis has 1. */
  readonly first: number;
  readonly transactions: number;
  /** In the order of their positions. */
  readonly emitters: readonly Emitter[];
  readonly balances: number;
}

/** How many events contracts emitted in the block. */
export const contractEventsIn = ({ emitters }: Pick<EventRange, 'emitters'>): number => emitters.at(-1)?.through ?? 0;

/** Number of the block's last event. */
export const lastOf = (range: EventRange): number =>
  range.first + range.transactions + contractEventsIn(range) + range.balances;

/** The genesis block has no events. */
export const NO_EVENTS: EventRange = { height: 0, first: 0, transactions: 0, emitters: [], balances: 0 };

const RANGE_BYTES = 16;
const EMITTER_BYTES = 8;

/** The emitters come last: the record of a block without any is the one that was written before there were contracts. */
export function encodeEventRange({ first, transactions, emitters, balances }: EventRange): Uint8Array {
  const bytes = new Uint8Array(RANGE_BYTES + EMITTER_BYTES * emitters.length);
  writeU64(bytes, 0, first);
  const buffer = asBuffer(bytes);
  buffer.writeUInt32BE(transactions, 8);
  buffer.writeUInt32BE(balances, 12);
  emitters.forEach(({ position, through }, index) => {
    const at = RANGE_BYTES + EMITTER_BYTES * index;
    buffer.writeUInt32BE(position, at);
    buffer.writeUInt32BE(through, at + 4);
  });
  return bytes;
}

export function decodeEventRange(height: number, bytes: Uint8Array): EventRange {
  const buffer = asBuffer(bytes);
  const emitters: Emitter[] = [];
  for (let at = RANGE_BYTES; at < bytes.length; at += EMITTER_BYTES)
    emitters.push({ position: buffer.readUInt32BE(at), through: buffer.readUInt32BE(at + 4) });
  return {
    height,
    first: readU64(bytes, 0),
    transactions: buffer.readUInt32BE(8),
    emitters,
    balances: buffer.readUInt32BE(12),
  };
}
