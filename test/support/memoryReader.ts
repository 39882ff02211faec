/** The default family of a database in memory: batches in, reads by key and by range out. */

import { compareBytes, fromBinary, toBinary } from '../../engine/base/bytes.js';
import { readBatch } from '../../engine/store/batch.js';
import type { Entry, KeyReader } from '../../engine/store/port.js';

export class MemoryDatabase {
  readonly #values = new Map<string, Uint8Array>();
  /** In key order; built on demand. */
  #sorted: readonly Entry[] | undefined;
  /** Reads so far. */
  reads = 0;

  apply(batch: Uint8Array): void {
    this.#sorted = undefined;
    readBatch(batch, {
      put: (key, value) => this.#values.set(toBinary(key), value.slice()),
      delete: (key) => this.#values.delete(toBinary(key)),
    });
  }

  /** Entries of one table in the order of their keys. */
  table(id: number): readonly Entry[] {
    return this.#entries().filter(({ key }) => key[0] === id);
  }

  readonly many = async (keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]> => {
    this.reads += keys.length;
    return keys.map((key) => this.#values.get(toBinary(key)));
  };

  readonly reader: KeyReader = {
    get: async (key) => (await this.many([key]))[0],
    getMany: this.many,
    getFrom: async () => undefined,
    range: async ({ gte, lt, reverse = false, limit }) => {
      const inside = this.#entries().filter(({ key }) => compareBytes(key, gte) >= 0 && compareBytes(key, lt) < 0);
      const found = (reverse ? inside.reverse() : inside).slice(0, limit);
      this.reads += found.length;
      return found;
    },
  };

  #entries(): readonly Entry[] {
    this.#sorted ??= [...this.#values]
      .map(([key, value]) => ({ key: fromBinary(key), value }))
      .sort((one, other) => compareBytes(one.key, other.key));
    return this.#sorted;
  }
}
