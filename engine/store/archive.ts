/** The archive: every record of the state as it was after every block. Only an archive directory has it.
 *
 *  In: a block's packed batch, in the store's thread. Out: for each record that it writes, the value under (the record's key, height), in
 *  the same batch. A read at a height is one search: for the last entry of the key up to that height. Nothing is executed again.
 *  A value begins with a byte that says whether there is a record. */

import { asBuffer, concatBytes, readU64, u64Bytes } from '../base/bytes.js';
import { BatchWriter, readBatch } from './batch.js';
import { FIRST_STORE_TABLE, storeTables } from './keys.js';
import { packPresent } from './packedValues.js';
import type { KeyReader, RangeQuery } from './port.js';

const HEIGHT_BYTES = 8;
const PRESENT = 1;
const ABSENT = Uint8Array.of(0);

/** Above every height: heights are safe integers. */
const NO_HEIGHT = u64Bytes(2 ** 53 - 1);

/** A zero in a key is followed by this, and a key ends with two zeros: so the entries of a key lie together, in the order of heights, and
 *  keys keep their order, even where one begins with another. */
const AFTER_ZERO = 0xff;
const END = Uint8Array.of(0, 0);

function escaped(key: Uint8Array): Uint8Array {
  if (!key.includes(0)) return key;
  const bytes: number[] = [];
  for (const byte of key) {
    bytes.push(byte);
    if (byte === 0) bytes.push(AFTER_ZERO);
  }
  return Uint8Array.from(bytes);
}

const unescaped = (bytes: Uint8Array): Uint8Array =>
  bytes.includes(0) ? bytes.filter((byte, at) => byte !== AFTER_ZERO || bytes[at - 1] !== 0) : bytes;

const inArchive = (...parts: readonly Uint8Array[]): Uint8Array =>
  concatBytes(Uint8Array.of(storeTables.archive), ...parts);

/** @param key table number and key of the record. */
const archiveKey = (key: Uint8Array, height: Uint8Array): Uint8Array => inArchive(escaped(key), END, height);

/** The key of the record that an entry is of. */
const recordKey = (entry: Uint8Array): Uint8Array =>
  unescaped(entry.subarray(1, entry.length - HEIGHT_BYTES - END.length));

/** Puts a record as it is after a block. */
export function putArchived(batch: BatchWriter, key: Uint8Array, height: number, value: Uint8Array): void {
  batch.put(archiveKey(key, u64Bytes(height)), concatBytes(Uint8Array.of(PRESENT), value));
}

/** @param batch of a block. @returns a batch of what the archive gets from it. */
export function archiveBatch(batch: Uint8Array, height: number): Uint8Array {
  const archived = new BatchWriter(2 * batch.length);
  readBatch(batch, {
    put: (key, value) => {
      if ((key[0] as number) < FIRST_STORE_TABLE) putArchived(archived, key, height, value);
    },
    delete: (key) => {
      if ((key[0] as number) < FIRST_STORE_TABLE) archived.put(archiveKey(key, u64Bytes(height)), ABSENT);
    },
  });
  return archived.finish();
}

/** The record at a key after a block: one search. */
async function recordAt(reader: KeyReader, key: Uint8Array, height: number): Promise<Uint8Array | undefined> {
  const range = { gte: archiveKey(key, u64Bytes(0)), lt: archiveKey(key, u64Bytes(height + 1)) };
  const [found] = await reader.range({ ...range, reverse: true, limit: 1 });
  return found?.value[0] === PRESENT ? found.value.subarray(1) : undefined;
}

export interface PastRecordsQuery {
  readonly keys: readonly Uint8Array[];
  readonly height: number;
}

/** Records at keys after a block. @returns as `packPresent`. */
async function pastRecords(reader: KeyReader, args: unknown): Promise<Uint8Array> {
  const { keys, height } = args as PastRecordsQuery;
  return packPresent(await Promise.all(keys.map((key) => recordAt(reader, key, height))));
}

export interface PastRangeQuery {
  /** Beginning of the keys: at least the table number. */
  readonly prefix: Uint8Array;
  readonly height: number;
  /** Keys that have ever had a record, looked at for one answer. */
  readonly most: number;
}

/** Keys that begin with a prefix and have ever had a record, in their order, with the records after a block. Each key costs two searches,
 *  however often its record was written.
 *  @param first no key before this one. */
export async function* archivedRange(
  reader: KeyReader,
  prefix: Uint8Array,
  height: number,
  first = prefix,
): AsyncGenerator<{ readonly key: Uint8Array; readonly value: Uint8Array | undefined }> {
  const lt = nextPrefix(inArchive(escaped(prefix)));
  let gte = inArchive(escaped(first));
  for (;;) {
    const next: RangeQuery = { gte, lt, limit: 1, keysOnly: true };
    const [found] = await reader.range(next);
    if (!found) return;
    const key = recordKey(found.key);
    const isLater = readU64(found.key, found.key.length - HEIGHT_BYTES) > height;
    yield { key, value: isLater ? undefined : await recordAt(reader, key, height) };
    gte = archiveKey(key, NO_HEIGHT);
  }
}

/** Records whose keys begin with a prefix, after a block, in the order of their keys.
 *  @returns a packed batch of puts; undefined when more keys than `most` have ever had a record. */
async function pastRange(reader: KeyReader, args: unknown): Promise<Uint8Array | undefined> {
  const { prefix, height, most } = args as PastRangeQuery;
  const records = new BatchWriter();
  let looked = 0;
  for await (const { key, value } of archivedRange(reader, prefix, height)) {
    if (looked++ === most) return undefined;
    if (value) records.put(key, value);
  }
  return records.finish();
}

/** The first key behind those that begin with a prefix. */
export function nextPrefix(prefix: Uint8Array): Uint8Array {
  const end = asBuffer(prefix.slice());
  for (let at = end.length - 1; at >= 0; at--)
    if ((end[at] as number) < 0xff) {
      end[at] = (end[at] as number) + 1;
      return end.subarray(0, at + 1);
    }
  return new Uint8Array();
}

export const archiveQueries = { pastRecords, pastRange };
