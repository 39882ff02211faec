/** Reads the primitive values that modules and components are written in, strictly: nothing beyond the end, no number with more
 *  bits than its width, no name that is not UTF-8. */

import { decodeUtf8 } from '../../base/bytes.js';
import { fault } from './componentFault.js';

/** Longest name in bytes. The longest name of the world, with the prefix of today's tools, has 35. */
export const MAX_NAME_BYTES = 128;

/** Most items of one list, so that a short upload does not become many objects. A contract has at most 10,000 functions. */
const MAX_ITEMS = 10_000;

export class ComponentReader {
  constructor(
    readonly bytes: Uint8Array,
    /** Offset of the next byte. */
    public at = 0,
    /** Offset behind the last byte. */
    readonly end = bytes.length,
  ) {}

  get isAtEnd(): boolean {
    return this.at >= this.end;
  }

  byte(): number {
    if (this.at >= this.end) fault('it ends too early', this.at);
    return this.bytes[this.at++] as number;
  }

  /** An unsigned number in LEB128. */
  u32(): number {
    const start = this.at;
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      if (shift === 28 && byte > 0x0f) fault('a number has more than 32 bits', start);
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }

  /** A signed number in LEB128 that must not be negative: an index where the format also has codes below zero, or a constant. */
  index(): number {
    const start = this.at;
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      if (shift === 28 && byte > 0x07) fault('a number is not in range', start);
      value += (byte & 0x7f) * 2 ** shift;
      if (byte >= 0x80) continue;
      if (byte >= 0x40) fault('a number is negative', start);
      return value;
    }
  }

  /** @throws ComponentFault when the next byte is another one. */
  expect(byte: number, sentence: string): void {
    const start = this.at;
    if (this.byte() !== byte) fault(sentence, start);
  }

  /** @returns the offset where the skipped bytes begin. */
  skip(count: number): number {
    const start = this.at;
    if (count > this.end - this.at) fault('it ends too early', start);
    this.at += count;
    return start;
  }

  name(): string {
    const start = this.at;
    const length = this.u32();
    if (length > MAX_NAME_BYTES) fault(`a name has ${length} bytes, the limit is ${MAX_NAME_BYTES}`, start);
    const from = this.skip(length);
    return decodeUtf8(this.bytes.subarray(from, this.at)) ?? fault('a name is not UTF-8', from);
  }

  /** Items behind their number. */
  items<T>(read: (offset: number) => T): readonly T[] {
    const at = this.at;
    const count = this.u32();
    if (count > MAX_ITEMS) fault(`a list has ${count} items, the limit is ${MAX_ITEMS}`, at);
    const items: T[] = [];
    while (items.length < count) {
      items.push(read(this.at));
    }
    return items;
  }

  /** Hands out the next `size` bytes and steps over them. */
  part(size: number): ComponentReader {
    const start = this.skip(size);
    return new ComponentReader(this.bytes, start, this.at);
  }

  /** @throws ComponentFault when bytes are left. */
  finish(what: string): void {
    if (!this.isAtEnd) fault(`${what} has bytes behind its end`, this.at);
  }
}

/** The content of one section. */
export interface Section {
  readonly id: number;
  readonly content: ComponentReader;
}

/** The sections of a module or a component behind its first eight bytes; custom sections are stepped over once their name is read. */
export function* sectionsOf(reader: ComponentReader): Generator<Section> {
  while (!reader.isAtEnd) {
    const id = reader.byte();
    const content = reader.part(reader.u32());
    if (id === 0) content.name();
    else yield { id, content };
  }
}
