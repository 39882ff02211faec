/** Packed puts and deletes in one growable buffer: what the main thread hands to the store, one buffer per block.
 *
 *  In: keys and values, as bytes or as binary strings. Out: one buffer whose memory can be transferred. Nothing may be
 *  lost: the header counts the entries, and a reader that does not find exactly those, to the last byte, throws.
 *  The same layout, with puts only, carries ranges of the database to the main thread.
 *
 *  Layout, big-endian: u32 count; then for each entry u16 key length, u32 value length (0xffffffff: a delete), key,
 *  value. */

import { MAX_BATCH_BYTES } from '../base/limits.js';
import { InvariantError, invariant } from '../base/refusal.js';

const COUNT_BYTES = 4;
const ENTRY_HEADER_BYTES = 6;
const DELETE = 0xffff_ffff;
const MAX_KEY_BYTES = 0xffff;

/** A heartbeat block fits without growing; a full one doubles six times, which costs less than its entries. */
const FIRST_BYTES = 32 * 1024;

/** Bytes, or a binary string (one byte per character). */
export type Bytes = Uint8Array | string;

export class BatchWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView;
  #at = COUNT_BYTES;
  #count = 0;
  #finished = false;

  constructor(firstBytes = FIRST_BYTES) {
    this.#bytes = new Uint8Array(Math.max(firstBytes, COUNT_BYTES));
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** Entries so far. */
  get count(): number {
    return this.#count;
  }

  /** Bytes so far. */
  get byteLength(): number {
    return this.#at;
  }

  put(key: Bytes, value: Bytes): void {
    let at = this.#entry(key.length, value.length, value.length);
    at = copy(key, this.#bytes, at);
    this.#at = copy(value, this.#bytes, at);
  }

  /** Puts under the key (table byte, key), without a joined copy of it. */
  putIn(table: number, key: Bytes, value: Bytes): void {
    let at = this.#entry(key.length + 1, value.length, value.length);
    this.#bytes[at] = table;
    at = copy(key, this.#bytes, at + 1);
    this.#at = copy(value, this.#bytes, at);
  }

  delete(key: Bytes): void {
    const at = this.#entry(key.length, DELETE, 0);
    this.#at = copy(key, this.#bytes, at);
  }

  /** Deletes the key (table byte, key). */
  deleteIn(table: number, key: Bytes): void {
    const at = this.#entry(key.length + 1, DELETE, 0);
    this.#bytes[at] = table;
    this.#at = copy(key, this.#bytes, at + 1);
  }

  /** @returns the packed batch, a view from the start of its buffer; the writer must not be used afterwards. */
  finish(): Uint8Array<ArrayBuffer> {
    invariant(!this.#finished, 'the batch is finished');
    this.#finished = true;
    this.#view.setUint32(0, this.#count);
    return this.#bytes.subarray(0, this.#at);
  }

  /** Writes an entry's header and makes room for key and value. @returns where the key goes. */
  #entry(keyLength: number, valueField: number, valueLength: number): number {
    invariant(!this.#finished, 'the batch is finished');
    // The database's iterators treat an empty key as an open end, so empty keys are refused.
    if (keyLength === 0 || keyLength > MAX_KEY_BYTES)
      throw new InvariantError(`a key has 1 to 65,535 bytes: ${keyLength}`);
    const at = this.#at;
    const end = at + ENTRY_HEADER_BYTES + keyLength + valueLength;
    if (end > this.#bytes.length) this.#grow(end);
    this.#view.setUint16(at, keyLength);
    this.#view.setUint32(at + 2, valueField);
    this.#count++;
    return at + ENTRY_HEADER_BYTES;
  }

  #grow(needed: number): void {
    if (needed > MAX_BATCH_BYTES) throw new InvariantError(`a batch of ${needed} bytes is beyond any block`);
    let size = this.#bytes.length * 2;
    while (size < needed) size *= 2;
    const grown = new Uint8Array(Math.min(size, MAX_BATCH_BYTES));
    grown.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}

/** @returns the packed batch with one more put at its end. */
export function withPut(batch: Uint8Array, key: Uint8Array, value: Uint8Array): Uint8Array<ArrayBuffer> {
  const more = new BatchWriter(COUNT_BYTES + ENTRY_HEADER_BYTES + key.length + value.length);
  more.put(key, value);
  const entry = more.finish().subarray(COUNT_BYTES);
  const joined = new Uint8Array(batch.length + entry.length);
  joined.set(batch);
  joined.set(entry, batch.length);
  new DataView(joined.buffer).setUint32(0, batchCount(batch) + 1);
  return joined;
}

/** Bytes are copied by `TypedArray.set`: a loop over 40 of them is no faster when optimised and three times slower before. Strings
 *  are copied by a loop: `Buffer.latin1Write` would silently cut a wide character.
 *  @returns the position after the copy.
 *  @throws InvariantError for a character above 255. */
function copy(source: Bytes, target: Uint8Array, at: number): number {
  const length = source.length;
  if (typeof source === 'string') {
    let seen = 0;
    for (let i = 0; i < length; i++) {
      const code = source.charCodeAt(i);
      seen |= code;
      target[at + i] = code;
    }
    if (seen > 0xff) throw new InvariantError('not a binary string: a character above 255');
  } else {
    target.set(source, at);
  }
  return at + length;
}

export interface BatchVisitor {
  put(key: Uint8Array, value: Uint8Array): void;
  delete(key: Uint8Array): void;
}

/** The number of entries that a packed batch declares. */
export function batchCount(bytes: Uint8Array): number {
  if (bytes.length < COUNT_BYTES) throw new InvariantError('a packed batch has no header');
  return new DataView(bytes.buffer, bytes.byteOffset, COUNT_BYTES).getUint32(0);
}

/** Passes every entry to the visitor, in the order of writing, as views over `bytes`.
 *  @throws InvariantError when lengths and count do not match the end of the bytes exactly; the visitor has then seen the entries
 *  before that place, so it must not let them take effect until the call has returned. */
export function readBatch(bytes: Uint8Array, visitor: BatchVisitor): void {
  const count = batchCount(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = COUNT_BYTES;
  for (let i = 0; i < count; i++) {
    const keyAt = at + ENTRY_HEADER_BYTES;
    if (keyAt > bytes.length) throw new InvariantError(`a packed batch ends before entry ${i}`);
    const keyLength = view.getUint16(at);
    const valueField = view.getUint32(at + 2);
    const valueAt = keyAt + keyLength;
    at = valueField === DELETE ? valueAt : valueAt + valueField;
    if (keyLength === 0 || at > bytes.length) throw new InvariantError(`a packed batch ends inside entry ${i}`);
    const key = bytes.subarray(keyAt, valueAt);
    if (valueField === DELETE) visitor.delete(key);
    else visitor.put(key, bytes.subarray(valueAt, at));
  }
  if (at !== bytes.length) throw new InvariantError('a packed batch continues after its last entry');
}
