/** Writes the binary format into memory that grows. */

export class BinaryWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  /** Bytes written so far. */
  length = 0;

  constructor(capacity = 1_024) {
    this.#bytes = new Uint8Array(capacity);
  }

  #room(count: number): void {
    if (this.length + count <= this.#bytes.length) return;
    const bytes = new Uint8Array(Math.max(2 * this.#bytes.length, this.length + count));
    bytes.set(this.#bytes.subarray(0, this.length));
    this.#bytes = bytes;
  }

  byte(value: number): void {
    this.#room(1);
    this.#bytes[this.length++] = value;
  }

  bytes(values: ArrayLike<number>): void {
    this.#room(values.length);
    this.#bytes.set(values, this.length);
    this.length += values.length;
  }

  /** Copies a stretch of other bytes. */
  copy(source: Uint8Array, start: number, end: number): void {
    if (end > start) this.bytes(source.subarray(start, end));
  }

  u32(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    this.byte(rest);
  }

  /** A signed number of 32 bits. */
  i32(value: number): void {
    let rest = value;
    for (;;) {
      const byte = rest & 0x7f;
      rest >>= 7;
      if ((rest === 0 && (byte & 0x40) === 0) || (rest === -1 && (byte & 0x40) !== 0)) {
        this.byte(byte);
        return;
      }
      this.byte(byte | 0x80);
    }
  }

  name(text: string): void {
    const bytes = new TextEncoder().encode(text);
    this.u32(bytes.length);
    this.bytes(bytes);
  }

  clear(): void {
    this.length = 0;
  }

  written(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.length);
  }

  /** What was written, without a copy; valid until the next write. */
  view(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.length);
  }
}
