/** A durable state of a memory disk, as one reader sees it for as long as it reads. */

import { toBinary } from '../../engine/base/bytes.js';
import { invariant } from '../../engine/base/refusal.js';
import { BatchWriter } from '../../engine/store/batch.js';
import type { Entry, Family, KeyRange, KeyReader, RangeQuery } from '../../engine/store/port.js';
import { boundsOf, type MemoryDisk } from './memoryDisk.js';

/** As in the real store. */
const MAX_RANGE_ENTRIES = 65_536;
const CHUNK_BYTES = 1024 * 1024;

export class MemoryView implements KeyReader {
  readonly #version: number;

  constructor(private readonly disk: MemoryDisk) {
    this.#version = disk.hold();
  }

  release(): void {
    this.disk.release(this.#version);
  }

  get(key: Uint8Array): Promise<Uint8Array | undefined> {
    return this.getFrom('default', key);
  }

  async getFrom(family: Family, key: Uint8Array): Promise<Uint8Array | undefined> {
    return this.disk.tables[family].get(toBinary(key), this.#version);
  }

  async getMany(keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]> {
    return keys.map((key) => this.disk.tables.default.get(toBinary(key), this.#version));
  }

  async range({ limit, reverse = false, keysOnly = false, ...range }: RangeQuery): Promise<readonly Entry[]> {
    invariant(
      Number.isInteger(limit) && limit >= 0 && limit <= MAX_RANGE_ENTRIES,
      `a range gives 0 to ${MAX_RANGE_ENTRIES} entries: ${limit}`,
    );
    const entries: Entry[] = [];
    if (limit === 0) return entries;
    for (const entry of this.#entries(range, reverse, keysOnly)) if (entries.push(entry) === limit) break;
    return entries;
  }

  /** All entries as packed chunks of puts. */
  async *chunks(range: KeyRange): AsyncGenerator<Uint8Array> {
    let writer = new BatchWriter(CHUNK_BYTES);
    for (const { key, value } of this.#entries(range, false, false)) {
      writer.put(key, value);
      if (writer.byteLength < CHUNK_BYTES) continue;
      yield writer.finish();
      writer = new BatchWriter(CHUNK_BYTES);
    }
    if (writer.count > 0) yield writer.finish();
  }

  #entries({ gte, lt, family = 'default' }: KeyRange, reverse: boolean, keysOnly: boolean): Iterable<Entry> {
    return this.disk.tables[family].entries(boundsOf(gte, lt), this.#version, reverse, keysOnly);
  }
}
