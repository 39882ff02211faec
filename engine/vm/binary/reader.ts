/** Reads the primitive values of the WebAssembly binary format (core specification 1.0, 5.2) from bytes, strictly: a number in
 *  more bytes than its width allows, or with bits beyond it, is a fault. */

import { fault } from '../moduleFault.js';

const names = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export class BinaryReader {
  constructor(
    readonly bytes: Uint8Array,
    /** Offset of the next byte. */
    at = 0,
    /** Offset behind the last byte. */
    readonly end = bytes.length,
  ) {
    this.at = at;
  }

  at: number;

  get isAtEnd(): boolean {
    return this.at >= this.end;
  }

  byte(): number {
    if (this.at >= this.end) fault('the module ends too early', this.at);
    return this.bytes[this.at++] as number;
  }

  u32(): number {
    const first = this.bytes[this.at] as number;
    if (first < 0x80 && this.at < this.end) {
      this.at++;
      return first;
    }
    const start = this.at;
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      if (shift === 28 && byte > 0x0f) fault('a number has more than 32 bits', start);
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }

  /** Reads over a signed number. @param bits 32, 33 or 64. */
  skipSigned(bits: number): void {
    const start = this.at;
    const bytes = Math.ceil(bits / 7);
    for (let count = 1; ; count++) {
      const byte = this.byte();
      if (count === bytes) {
        // The bits above the width repeat the sign.
        const used = bits - 7 * (bytes - 1);
        const rest = (byte & 0x7f) >> (used - 1);
        if (byte >= 0x80 || (rest !== 0 && rest !== 0x7f >> (used - 1)))
          fault(`a number has more than ${bits} bits`, start);
        return;
      }
      if (byte < 0x80) return;
    }
  }

  /** A signed number of 32 or 33 bits. */
  signed(bits: 32 | 33): number {
    const start = this.at;
    this.skipSigned(bits);
    let value = 0;
    for (let at = this.at - 1; at >= start; at--) value = value * 128 + ((this.bytes[at] as number) & 0x7f);
    const range = 2 ** (7 * (this.at - start));
    return value >= range / 2 ? value - range : value;
  }

  skip(count: number): void {
    if (count > this.end - this.at) fault('the module ends too early', this.at);
    this.at += count;
  }

  /** UTF-8 of a length that stands before it. */
  name(most: number): string {
    const start = this.at;
    const length = this.u32();
    if (length > most) fault(`a name of ${length} bytes, the limit is ${most}`, start);
    const from = this.at;
    this.skip(length);
    try {
      return names.decode(this.bytes.subarray(from, this.at));
    } catch (error) {
      // A full native stack or a failed allocation is no property of the module.
      if (!(error instanceof TypeError)) throw error;
      return fault('a name is not UTF-8', from);
    }
  }
}
