/** Reads the lists and parts that components are made of, besides the primitive values that modules are made of too. */

import { BinaryReader } from '../binary/reader.js';
import { MAX_FUNCTIONS, MAX_NAME_BYTES } from '../limits.js';
import { fault } from '../moduleFault.js';

/** Most items of one list, so that a short upload does not become many objects. The longest is that of a contract's functions. */
const MAX_ITEMS = MAX_FUNCTIONS;

export class ComponentReader extends BinaryReader {
  /** A signed number that must not be negative: an index where the format also has codes below zero, or a constant. */
  index(): number {
    const start = this.at;
    const value = this.signed(33);
    return value < 0 ? fault('a number is negative', start) : value;
  }

  /** @throws ModuleFault when the next byte is another one. */
  expect(byte: number, sentence: string): void {
    const start = this.at;
    if (this.byte() !== byte) fault(sentence, start);
  }

  text(): string {
    return this.name(MAX_NAME_BYTES);
  }

  /** Items behind their number. */
  items<T>(read: (offset: number) => T): readonly T[] {
    const start = this.at;
    const count = this.u32();
    if (count > MAX_ITEMS) fault(`a list has ${count} items, the limit is ${MAX_ITEMS}`, start);
    const items: T[] = [];
    while (items.length < count) items.push(read(this.at));
    return items;
  }

  /** Hands out the next `size` bytes and steps over them. */
  part(size: number): ComponentReader {
    const start = this.at;
    this.skip(size);
    return new ComponentReader(this.bytes, start, this.at);
  }

  /** @throws ModuleFault when bytes are left. */
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
    if (id === 0) content.text();
    else yield { id, content };
  }
}
