/** Reads of one result, noted, so that it can be kept with the rows that it follows from.
 *
 *  In: reads. Out: what the scene gives, and the names of the rows. A range is no row: whoever has read one follows from rows that are not
 *  there yet. */

import type { Found, RangeOptions, SceneReader } from './scene.js';

import { type RowName, rowName, type ServiceTable } from './table.js';

export class FollowingScene implements SceneReader {
  readonly #names: RowName[] = [];
  #hasRange = false;

  constructor(private readonly scene: SceneReader) {}

  /** Undefined after a range. */
  get names(): readonly RowName[] | undefined {
    return this.#hasRange ? undefined : this.#names;
  }

  get<V>(table: ServiceTable<V>, key: Uint8Array): Promise<V | undefined> {
    this.#names.push(rowName(table, key));
    return this.scene.get(table, key);
  }

  getMany<V>(table: ServiceTable<V>, keys: readonly Uint8Array[]): Promise<readonly (V | undefined)[]> {
    for (const key of keys) this.#names.push(rowName(table, key));
    return this.scene.getMany(table, keys);
  }

  range<V>(table: ServiceTable<V>, prefix: Uint8Array, options: RangeOptions): Promise<readonly Found<V>[]> {
    this.#hasRange = true;
    return this.scene.range(table, prefix, options);
  }
}
