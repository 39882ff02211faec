/** Chunks of a snapshot: all records under one prefix of the trie, with the hashes that lead from there to the state root.
 *
 *  In: the bytes of a chunk, its place, and a state root that the caller trusts. Out: its records, or a fault with a name. A chunk
 *  proves itself: whoever has the root of a header needs no other chunk to check one. With an account's record travels the
 *  account's key, which the root covers too, because an account is the hash of its key. */

import { WireStateChunk } from '../../proto/wire.js';
import { bytesEqual, compareBytes } from '../base/bytes.js';
import { sha256 } from '../crypto/sha256.js';
import { HASH_BYTES } from './leaves.js';
import { faulty, isFault, type SnapshotFault } from './snapshotFault.js';
import {
  isUnder,
  type Leaf,
  leafOf,
  type Prefix,
  prefixOf,
  rootAbove,
  type Subtree,
  splitAt,
  subtreeHash,
} from './subtree.js';

/** Size at which a subtree is cut in two. A chunk is checked in some 20 ms and travels in one message. */
export const CHUNK_BYTES = 1024 * 1024;

/** Bytes of the greatest chunk or run of recent blocks that is read. Cutting ends at a single record and at a single block: 16 MiB of
 *  signed bytes, and 64 bytes beside each of 20,000 transactions. */
export const MAX_PIECE_BYTES = 24 * 1024 * 1024;

/** A manifest of a terabyte in chunks of 1 MiB. */
export const MAX_MANIFEST_BYTES = 96 * 1024 * 1024;

export interface ChunkRecord {
  /** Table number, then the record's own key. */
  readonly key: Uint8Array;
  readonly value: Uint8Array;
  /** With an account's record: its key, where the chain has seen it. */
  readonly publicKey?: Uint8Array | undefined;
}

/** Which records must and may carry a key. */
export interface KeyRule {
  /** The account that a record is of, 32 bytes; undefined for records of other tables. */
  accountOf(key: Uint8Array): Uint8Array | undefined;
  /** Whether the chain must have seen the key of the account with this record: it has signed. */
  hasSigned(value: Uint8Array): boolean;
}

export interface PathRecord extends ChunkRecord {
  readonly path: Uint8Array;
}

const NO_BYTES = new Uint8Array();

/** Bytes of a field: tag, length and content. An empty field is left out. */
const fieldBytes = (length: number): number =>
  length === 0 ? 0 : 1 + length + (length < 128 ? 1 : length < 16_384 ? 2 : length < 2_097_152 ? 3 : 4);

/** Bytes that a record takes in the message of its chunk. */
export function recordBytes({ key, value, publicKey = NO_BYTES }: ChunkRecord): number {
  return fieldBytes(fieldBytes(key.length) + fieldBytes(value.length) + fieldBytes(publicKey.length));
}

/** The records of a chunk as the first part of its message; `encodeSiblings` is the rest. */
export const encodeRecords = (records: readonly ChunkRecord[]): Uint8Array =>
  WireStateChunk.encode({
    records: records.map(({ key, value, publicKey }) => ({ key, value, publicKey: publicKey ?? NO_BYTES })),
    siblings: [],
  }).finish();

export const encodeSiblings = (siblings: readonly Uint8Array[]): Uint8Array =>
  WireStateChunk.encode({ records: [], siblings: [...siblings] }).finish();

export interface Cut extends Subtree {
  readonly records: readonly PathRecord[];
}

/** Cuts the subtree of these records into chunks. A subtree with at least two records is cut in two when it is too large.
 *  @param records in the order of their paths; they agree in the first `bits` bits. */
export function* cutRecords(
  records: readonly PathRecord[],
  leafPrefix: number,
  place: Prefix,
  chunkBytes = CHUNK_BYTES,
): Generator<Cut> {
  const size = records.reduce((sum, record) => sum + recordBytes(record), 0);
  if (size <= chunkBytes || records.length < 2) {
    const leaves = records.map(({ key, value }) => leafOf(leafPrefix, key, value));
    yield { ...place, records, hash: subtreeHash(leaves, place.bits) };
    return;
  }
  const bits = place.bits + 1;
  const middle = splitAt(records, 0, records.length, place.bits);
  yield* cutRecords(records.slice(0, middle), leafPrefix, halfOf(place, 0), chunkBytes);
  yield* cutRecords(records.slice(middle), leafPrefix, halfOf(place, 1), chunkBytes);

  function halfOf({ prefix }: Prefix, bit: number): Prefix {
    const path = new Uint8Array(HASH_BYTES);
    path.set(prefix);
    if (bit === 1) path[(bits - 1) >>> 3] = (path[(bits - 1) >>> 3] as number) | (0x80 >>> ((bits - 1) & 7));
    return prefixOf(path, bits);
  }
}

type Decoded = ReturnType<typeof WireStateChunk.decode>;

function decode(bytes: Uint8Array): Decoded | undefined {
  try {
    const chunk = WireStateChunk.decode(bytes);
    return bytesEqual(WireStateChunk.encode(chunk).finish(), bytes) ? chunk : undefined;
  } catch {
    return undefined;
  }
}

/** What is wrong with a record's key; undefined when nothing is. */
function keyFault({ key, value, publicKey }: ChunkRecord, rule: KeyRule, name: string): SnapshotFault | undefined {
  const account = rule.accountOf(key);
  if (publicKey === undefined)
    return account && rule.hasSigned(value)
      ? faulty('key', `${name}: the key of an account that has signed is missing`)
      : undefined;
  if (!account) return faulty('key', `${name}: a record that is no account's carries a key`);
  return bytesEqual(sha256(publicKey), account)
    ? undefined
    : faulty('key', `${name}: a key is not that of its account`);
}

/** The leaves of a chunk. */
function leavesOf(
  records: readonly ChunkRecord[],
  place: Prefix,
  leafPrefix: number,
  name: string,
): Leaf[] | SnapshotFault {
  const leaves: Leaf[] = [];
  for (const record of records) {
    const leaf = leafOf(leafPrefix, record.key, record.value);
    const last = leaves.at(-1);
    if (!isUnder(leaf.path, place)) return faulty('prefix', `${name}: a record is not under the chunk's prefix`);
    if (last && compareBytes(last.path, leaf.path) >= 0)
      return faulty('order', `${name}: records are not in the order of their paths, each once`);
    leaves.push(leaf);
  }
  return leaves;
}

/** Everything that a chunk is checked against. */
export interface ChunkCheck extends Prefix {
  /** For the sentence of a fault, such as "chunk 3". */
  readonly name: string;
  /** SHA-256 of the message, as the manifest names it. */
  readonly hash: Uint8Array;
  readonly stateRoot: Uint8Array;
  /** Of the network's state tree. */
  readonly leafPrefix: number;
  readonly rule: KeyRule;
}

/** @returns the records, all of which are in the state with this root, and no other record under the prefix is. */
export function verifyChunk(bytes: Uint8Array, check: ChunkCheck): readonly ChunkRecord[] | SnapshotFault {
  const { name, hash, stateRoot, leafPrefix, rule, bits } = check;
  if (!bytesEqual(sha256(bytes), hash))
    return faulty('damaged', `${name}: its bytes are not those that the manifest names`);
  const chunk = decode(bytes);
  if (!chunk) return faulty('encoding', `${name}: it is no message of a chunk`);
  const siblings = chunk.siblings;
  if (siblings.length !== bits || siblings.some((sibling) => sibling.length !== HASH_BYTES))
    return faulty('siblings', `${name}: it has not one sibling for each bit of its prefix`);
  const records = chunk.records.map(({ key, value, publicKey }) => ({
    key: key ?? NO_BYTES,
    value: value ?? NO_BYTES,
    publicKey: publicKey?.length ? publicKey : undefined,
  }));
  const leaves = leavesOf(records, check, leafPrefix, name);
  if (isFault(leaves)) return leaves;
  if (!bytesEqual(rootAbove(subtreeHash(leaves, bits), check, siblings), stateRoot))
    return faulty('root', `${name}: it does not lead to the state root of the header`);
  // Only now: the rule reads values, and these are the state's own.
  for (const record of records) {
    const fault = keyFault(record, rule, name);
    if (fault) return fault;
  }
  return records;
}
