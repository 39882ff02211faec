/** Reads of one answer, gathered: keys that are asked for at the same time go to the database in one call, which costs a thread about
 *  as much as a single key. Lists look at their elements side by side, so that most of their reads are such.
 *
 *  In: reads. Out: what the database gives. Between two calls of one answer the database may go on, as without gathering. */

import type { Entry, Family, KeyReader, RangeQuery } from '../store/port.js';

interface Asked {
  readonly keys: readonly Uint8Array[];
  readonly resolve: (values: readonly (Uint8Array | undefined)[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Steps of promises that a call waits for others: readers that do the same come to their next read at nearly the same step. */
const STEPS = 4;

export class GatheringReader implements KeyReader {
  #asked: Asked[] = [];

  constructor(private readonly reader: KeyReader) {}

  async get(key: Uint8Array): Promise<Uint8Array | undefined> {
    const [value] = await this.getMany([key]);
    return value;
  }

  getMany(keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ keys, resolve, reject });
      if (this.#asked.length === 1) void this.#flush();
    });
  }

  getFrom(family: Family, key: Uint8Array): Promise<Uint8Array | undefined> {
    return this.reader.getFrom(family, key);
  }

  range(query: RangeQuery): Promise<readonly Entry[]> {
    return this.reader.range(query);
  }

  async #flush(): Promise<void> {
    for (let step = 0; step < STEPS; step++) await undefined;
    const asked = this.#asked;
    this.#asked = [];
    try {
      const values = await this.reader.getMany(asked.flatMap(({ keys }) => keys));
      let at = 0;
      for (const { keys, resolve } of asked) {
        resolve(values.slice(at, at + keys.length));
        at += keys.length;
      }
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}
