/** Messages on their way to SHA-256, laid out as the hash function reads them.
 *
 *  In: messages one by one. Out: the same, side by side, each padded to whole blocks (FIPS 180-4, section 5.1.1: a one
 *  bit, zeros, the length in bits as 8 bytes). Code that hashes many at once takes the blocks as they are; code that hashes
 *  one at a time takes the message without padding. */

export const BLOCK_BYTES = 64;
const MIN_PADDING_BYTES = 9;

export const blocksOf = (length: number): number => Math.ceil((length + MIN_PADDING_BYTES) / BLOCK_BYTES);

export interface Messages {
  /** Each message begins where the blocks of the previous one end. */
  readonly bytes: Uint8Array;
  /** In bytes, without padding. */
  readonly lengths: Int32Array;
  readonly count: number;
}

/** Pads the message of `length` bytes (fewer than 2^29) at `start`. @returns where its blocks end. */
export function pad(bytes: Uint8Array, start: number, length: number): number {
  const end = start + blocksOf(length) * BLOCK_BYTES;
  bytes[start + length] = 0x80;
  bytes.fill(0, start + length + 1, end - 4);
  bytes[end - 4] = length >>> 21;
  bytes[end - 3] = length >>> 13;
  bytes[end - 2] = length >>> 5;
  bytes[end - 1] = length << 3;
  return end;
}

export class MessageList implements Messages {
  bytes: Uint8Array;
  readonly lengths: Int32Array;
  count = 0;
  #end = 0;

  /** @param capacity messages at most. */
  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity * BLOCK_BYTES);
    this.lengths = new Int32Array(capacity);
  }

  add(message: Uint8Array): void {
    const start = this.#take(message.length);
    this.bytes.set(message, start);
  }

  /** Adds one byte and a binary string: a record's full key, without allocating bytes for it. */
  addKey(first: number, rest: string): void {
    const start = this.#take(1 + rest.length);
    const { bytes } = this;
    bytes[start] = first;
    for (let index = 0; index < rest.length; index++) bytes[start + 1 + index] = rest.charCodeAt(index);
  }

  /** Reserves padded room for a message. @returns where it begins. */
  #take(length: number): number {
    const start = this.#end;
    const end = start + blocksOf(length) * BLOCK_BYTES;
    if (end > this.bytes.length) this.#grow(end * 2);
    this.lengths[this.count++] = length;
    this.#end = pad(this.bytes, start, length);
    return start;
  }

  clear(): void {
    this.count = 0;
    this.#end = 0;
  }

  #grow(length: number): void {
    const bytes = new Uint8Array(length);
    bytes.set(this.bytes);
    this.bytes = bytes;
  }
}
