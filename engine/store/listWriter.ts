/** Gathers JSON items into pieces of a list without its brackets, so that neither thread ever holds a large answer. */

import { utf8 } from '../base/bytes.js';

/** Items in one piece of a streamed answer: transactions take about 0.7 MB of JSON. */
export const CHUNK_ITEMS = 64;

export class ListWriter {
  #items: string[] = [];
  #first = true;

  /** @returns a piece when enough has come together. */
  add(item: unknown): Uint8Array | undefined {
    this.#items.push(JSON.stringify(item));
    return this.#items.length >= CHUNK_ITEMS ? this.flush() : undefined;
  }

  flush(): Uint8Array | undefined {
    if (this.#items.length === 0) return undefined;
    const text = (this.#first ? '' : ',') + this.#items.join(',');
    this.#first = false;
    this.#items = [];
    return utf8(text);
  }
}
