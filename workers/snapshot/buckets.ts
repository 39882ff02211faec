/** Records in 256 files by the first byte of their path: how a thread sorts a state that is larger than its memory.
 *
 *  In: records in any order. Out: those of one bucket at a time, in the order of their paths. A bucket of a state with ten million
 *  accounts and without keys is 4 MB. What was written is not durable: it is needed only by the process that wrote it. */

import { closeSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { asBuffer, compareBytes } from '../../engine/base/bytes.js';
import { sha256 } from '../../engine/crypto/sha256.js';
import { accounts } from '../../engine/ledger/tables.js';
import type { PathRecord } from '../../engine/state/stateChunk.js';

export const BUCKETS = 256;

/** Bits of a path that a bucket has in common. */
export const BUCKET_BITS = 8;

/** Bytes that wait in memory for a bucket: 16 MiB in all of them. */
const BUFFER_BYTES = 64 * 1024;

const HEADER_BYTES = 8;
const PATH_BYTES = 32;
/** In place of a key's length: the value is the public key of the account at this path. */
const PUBLIC_KEY = 0xffff_ffff;

class Bucket {
  /** Records, without public keys: what they take is the same on every node that has the state. */
  readonly held = { records: 0, bytes: 0 };
  #buffer = Buffer.alloc(0);
  #used = 0;
  #file: number | undefined;

  constructor(private readonly path: string) {}

  add(path: Uint8Array, key: Uint8Array | undefined, value: Uint8Array): void {
    const bytes = HEADER_BYTES + PATH_BYTES + (key?.length ?? 0) + value.length;
    if (key) {
      this.held.records++;
      this.held.bytes += key.length + value.length;
    }
    if (this.#used + bytes > this.#buffer.length) this.#makeRoom(bytes);
    const buffer = this.#buffer;
    let at = this.#used;
    buffer.writeUInt32BE(key?.length ?? PUBLIC_KEY, at);
    buffer.writeUInt32BE(value.length, at + 4);
    buffer.set(path, at + HEADER_BYTES);
    at += HEADER_BYTES + PATH_BYTES;
    if (key) {
      buffer.set(key, at);
      at += key.length;
    }
    buffer.set(value, at);
    this.#used += bytes;
  }

  /** A small state never leaves memory. */
  #makeRoom(bytes: number): void {
    const doubled = Math.max(4_096, this.#buffer.length * 2);
    if (this.#used + bytes > BUFFER_BYTES && this.#used > 0) this.#flush();
    if (this.#used + bytes <= this.#buffer.length) return;
    const grown = Buffer.alloc(Math.max(this.#used + bytes, Math.min(doubled, BUFFER_BYTES)));
    this.#buffer.copy(grown, 0, 0, this.#used);
    this.#buffer = grown;
  }

  #flush(): void {
    this.#file ??= openSync(this.path, 'wx', 0o600);
    for (let at = 0; at < this.#used; ) at += writeSync(this.#file, this.#buffer, at, this.#used - at);
    this.#used = 0;
  }

  /** Everything that was added; the bucket is empty afterwards. */
  take(): Buffer {
    if (this.#file === undefined) {
      const bytes = this.#buffer.subarray(0, this.#used);
      this.#buffer = Buffer.alloc(0);
      this.#used = 0;
      return bytes;
    }
    this.#flush();
    this.#buffer = Buffer.alloc(0);
    this.close();
    const bytes = readFileSync(this.path);
    unlinkSync(this.path);
    return bytes;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

function read(bytes: Buffer): PathRecord[] {
  const records: PathRecord[] = [];
  const publicKeys = new Map<string, Uint8Array>();
  for (let at = 0; at < bytes.length; ) {
    const keyLength = bytes.readUInt32BE(at);
    const valueLength = bytes.readUInt32BE(at + 4);
    const path = bytes.subarray(at + HEADER_BYTES, at + HEADER_BYTES + PATH_BYTES);
    at += HEADER_BYTES + PATH_BYTES;
    const keyEnd = at + (keyLength === PUBLIC_KEY ? 0 : keyLength);
    const value = bytes.subarray(keyEnd, keyEnd + valueLength);
    if (keyLength === PUBLIC_KEY) publicKeys.set(path.toString('latin1'), value);
    else records.push({ path, key: bytes.subarray(at, keyEnd), value });
    at = keyEnd + valueLength;
  }
  records.sort((a, b) => compareBytes(a.path, b.path));
  return records.map((record) => ({
    ...record,
    publicKey: publicKeys.get(asBuffer(record.path).toString('latin1')),
  }));
}

export class Buckets {
  readonly #buckets: readonly Bucket[];

  /** @param directory for files of buckets that do not fit in memory. */
  constructor(directory: string) {
    this.#buckets = Array.from({ length: BUCKETS }, (_, index) => new Bucket(join(directory, `bucket-${index}`)));
  }

  /** @param key table number, then the record's own key. */
  addRecord(key: Uint8Array, value: Uint8Array): void {
    const path = sha256(key);
    this.#buckets[path[0] as number]?.add(path, key, value);
  }

  /** The key of an account goes where the account's record is; without one it is left out. @param account 32 bytes. */
  addPublicKey(account: Uint8Array, publicKey: Uint8Array): void {
    const key = new Uint8Array(1 + account.length);
    key[0] = accounts.id;
    key.set(account, 1);
    const path = sha256(key);
    this.#buckets[path[0] as number]?.add(path, undefined, publicKey);
  }

  /** Records of the buckets from `from` to `to`, and bytes of their keys and values. */
  held(from: number, to: number): { readonly records: number; readonly bytes: number } {
    let records = 0;
    let bytes = 0;
    for (const { held } of this.#buckets.slice(from, to)) {
      records += held.records;
      bytes += held.bytes;
    }
    return { records, bytes };
  }

  /** The records of the buckets from `from` to `to` in the order of their paths. They are given once. */
  take(from: number, to: number): PathRecord[] {
    return this.#buckets.slice(from, to).flatMap((bucket) => read(bucket.take()));
  }

  close(): void {
    for (const bucket of this.#buckets) bucket.close();
  }
}
