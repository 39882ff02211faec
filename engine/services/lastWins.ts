/** A value that its writers replace: of all that were ever written the last one counts, by the order of records.
 *
 *  All are kept, because a record can move down in the order when another node is found to have had it earlier; so whatever the order
 *  of arrival, the same one wins. Beside them stands that there is one, because most things have none, and to ask for one key costs a
 *  thread much less than to look through a range. */

import { joinBytes } from '../base/bytes.js';
import { entriesOf } from './entries.js';
import { idInOrder } from './record.js';
import type { Found, Scene, SceneReader } from './scene.js';
import type { MergedRecord } from './serviceKind.js';
import { jsonTable, keptTable, type RowName, rowName, type ServiceTable } from './table.js';

const CLEARED_AT_ONCE = 256;

export class LastWins<V> {
  readonly #table: ServiceTable<V | null>;

  /** Values are plain JSON. */
  constructor(id: number, name: string) {
    this.#table = keptTable(jsonTable<V | null>(id, name));
  }

  /** @param key of the thing whose value it is, of fixed length. */
  write(
    scene: Scene,
    key: Uint8Array,
    { order, before }: Pick<MergedRecord<unknown>, 'order' | 'before'>,
    value: V,
  ): void {
    if (before) scene.delete(this.#table, joinBytes([key, before]));
    scene.put(this.#table, joinBytes([key, order]), value);
    scene.put(this.#table, key, null);
  }

  /** The row that says whether something has a value: most things have none, and no other row is read for them. */
  presence(key: Uint8Array): RowName {
    return rowName(this.#table, key);
  }

  async read(scene: SceneReader, key: Uint8Array): Promise<V | undefined> {
    if (!(await this.#isThere(scene, key))) return undefined;
    const [last] = await scene.range(this.#table, key, { reverse: true, limit: 1 });
    return (last as Found<V> | undefined)?.value;
  }

  /** Whether it was ever written: the key without an order, which is before all those with one. */
  async #isThere(scene: SceneReader, key: Uint8Array): Promise<boolean> {
    return (await scene.get(this.#table, key)) !== undefined;
  }

  /** How often it was written, `most` at most. */
  async count(scene: SceneReader, key: Uint8Array, most: number): Promise<number> {
    return (await scene.range(this.#table, key, { limit: most, behind: key })).length;
  }

  /** Forgets all that were written. @returns the ids of their records. */
  async clear(scene: Scene, key: Uint8Array): Promise<readonly Uint8Array[]> {
    const ids: Uint8Array[] = [];
    for (;;) {
      const found = await scene.range(this.#table, key, { limit: CLEARED_AT_ONCE, behind: key });
      for (const entry of found) {
        scene.delete(this.#table, entry.key);
        ids.push(idInOrder(entry.key.subarray(key.length)));
      }
      if (found.length === CLEARED_AT_ONCE) continue;
      scene.delete(this.#table, key);
      return ids;
    }
  }

  /** The last value that counts for the reader: whether its author may write is known only when somebody reads. */
  async readWhere(scene: SceneReader, key: Uint8Array, counts: (value: V) => boolean): Promise<V | undefined> {
    if (!(await this.#isThere(scene, key))) return undefined;
    for await (const { key: found, value } of entriesOf(scene, this.#table, key, { reverse: true }))
      if (found.length > key.length && counts(value as V)) return value as V;
    return undefined;
  }

  /** Drops what was ever written under keys that begin with `prefix`. */
  async forget(scene: Scene, prefix: Uint8Array): Promise<void> {
    for await (const { key } of entriesOf(scene, this.#table, prefix)) scene.delete(this.#table, key);
  }
}
