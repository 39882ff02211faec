/** A small database in memory for desks of the services: batches in, reads by key and by range out, each in logarithmic time. */

import { compareBytes, toBinary } from '../../engine/base/bytes.js';
import type { ServicesStore } from '../../engine/services/desk.js';
import { readBatch } from '../../engine/store/batch.js';
import type { Entry, RangeQuery } from '../../engine/store/port.js';

export class SortedStore implements ServicesStore {
  readonly #values = new Map<string, Entry>();
  #sorted: readonly Entry[] = [];

  async commit({ batch }: { readonly batch: Uint8Array }): Promise<void> {
    readBatch(batch, {
      put: (key, value) => this.#values.set(toBinary(key), { key: key.slice(), value: value.slice() }),
      delete: (key) => this.#values.delete(toBinary(key)),
    });
    this.#sorted = [...this.#values.values()].sort((a, b) => compareBytes(a.key, b.key));
  }

  async compact(): Promise<void> {}

  async get(key: Uint8Array): Promise<Uint8Array | undefined> {
    return this.#values.get(toBinary(key))?.value;
  }

  async getMany(keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]> {
    return keys.map((key) => this.#values.get(toBinary(key))?.value);
  }

  async getFrom(): Promise<undefined> {}

  async range({ gte, lt, reverse = false, limit }: RangeQuery): Promise<readonly Entry[]> {
    const [from, to] = [this.#place(gte), this.#place(lt)];
    return reverse
      ? this.#sorted.slice(Math.max(from, to - limit), to).reverse()
      : this.#sorted.slice(from, Math.min(to, from + limit));
  }

  /** In the order of the keys. */
  all(): readonly Entry[] {
    return this.#sorted;
  }

  /** Of the first key that is not less. */
  #place(key: Uint8Array): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareBytes((this.#sorted[middle] as Entry).key, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
