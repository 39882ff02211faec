/** Reads the lists and parts that components are made of, besides the primitive values that modules are made of too. */

import { BinaryReader } from '../binary/reader.js';
import { MAX_NAME_BYTES } from '../limits.js';
import { fault } from '../moduleFault.js';

/** Most items of all lists and sections of a component together, so that an upload of 1 MiB does not become a million objects.
 *  The longest lists are those of the contract's functions, at most 10,000. */
const MAX_ITEMS = 65_536;

export class ComponentReader extends BinaryReader {
  /** What is left of `MAX_ITEMS`; one count for a component and all of its parts. */
  readonly #left: { items: number };

  constructor(bytes: Uint8Array, at = 0, end = bytes.length, left = { items: MAX_ITEMS }) {
    super(bytes, at, end);
    this.#left = left;
  }

  /** @throws ModuleFault when the component has had too many items. */
  #take(items: number, offset: number): void {
    this.#left.items -= items;
    if (this.#left.items < 0) fault(`it has more than ${MAX_ITEMS} items`, offset);
  }

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
    this.#take(count, start);
    const items: T[] = [];
    while (items.length < count) items.push(read(this.at));
    return items;
  }

  /** Hands out the next `size` bytes and steps over them. */
  part(size: number): ComponentReader {
    const start = this.at;
    this.skip(size);
    this.#take(1, start);
    return new ComponentReader(this.bytes, start, this.at, this.#left);
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
