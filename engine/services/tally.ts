/** Counts that several nodes add to. Each record counts once, whatever the order of arrival: `merge` sees an id for the first time
 *  once, and again only when its height moves. */

import type { Scene, SceneReader } from './scene.js';
import type { MergedRecord } from './serviceKind.js';
import { keptTable, numberTable, type RowName, rowName, type ServiceTable } from './table.js';

export class Tally {
  readonly #table: ServiceTable<number>;

  constructor(id: number, name: string) {
    this.#table = keptTable(numberTable(id, name));
  }

  async add(scene: Scene, key: Uint8Array, amount: 1 | -1): Promise<void> {
    const count = (await this.read(scene, key)) + amount;
    if (count === 0) scene.delete(this.#table, key);
    else scene.put(this.#table, key, count);
  }

  row(key: Uint8Array): RowName {
    return rowName(this.#table, key);
  }

  async read(scene: SceneReader, key: Uint8Array): Promise<number> {
    return (await scene.get(this.#table, key)) ?? 0;
  }
}

export const isNew = ({ before }: Pick<MergedRecord<unknown>, 'before'>): boolean => before === undefined;
