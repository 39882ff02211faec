/** Which record each leaf of the trie belongs to.
 *
 *  A leaf knows only the hash of its record's key, but a proof that some key has no record must open the leaf in its place.
 *  The owner is kept for every leaf, because finding it would mean looking at all records; 9 bytes each. */

import { invariant } from '../base/refusal.js';
import { grown } from './leaves.js';
import type { StoredRecord } from './overlay.js';

export interface LeafOwner {
  readonly record: StoredRecord;
  /** Number of the record's table. */
  readonly table: number;
}

export class LeafOwners {
  readonly #records: StoredRecord[] = [];
  #tables = new Uint8Array(0);

  /** A leaf's number is reused after its record is removed: the latest owner counts. */
  set(leaf: number, record: StoredRecord, table: number): void {
    if (leaf >= this.#tables.length) {
      const tables = new Uint8Array(grown(leaf + 1));
      tables.set(this.#tables);
      this.#tables = tables;
    }
    this.#records[leaf] = record;
    this.#tables[leaf] = table;
  }

  /** @throws InvariantError for a leaf that belongs to no record. */
  get(leaf: number): LeafOwner {
    const record = this.#records[leaf];
    invariant(record?.leaf === leaf, `leaf ${leaf} belongs to no record`);
    return { record, table: this.#tables[leaf] as number };
  }
}
