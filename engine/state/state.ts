/** The state: every current record in memory, under one Merkle root.
 *
 *  In: records from disk at start, then one overlay per block. Out: reads, the root, and per block the changes to make
 *  durable. A block's root is needed before the block is durable, so a change has two phases: `prepare` moves the trie
 *  and leaves the values, `commit` shows the values to readers, `revert` moves the trie back. Nothing may be lost between
 *  the two; a program that stops there starts again from disk. */

import { invariant } from '../base/refusal.js';
import { LeafBatch } from './leafBatch.js';
import { NO_LEAF } from './leaves.js';
import type { Change, Overlay, StateView, StoredRecord } from './overlay.js';
import type { Table } from './table.js';
import { Trie } from './trie.js';
import { type TrieHashing, trieHashing } from './trieHashing.js';

export { type Change, type Mark, Overlay, type StateView, type StateWriter } from './overlay.js';

interface TableEntries {
  readonly table: Table<unknown>;
  readonly entries: Map<string, StoredRecord>;
}

/** A write on its way through `prepare`. */
interface Pending {
  readonly home: TableEntries;
  readonly key: string;
  /** Undefined: deleted. */
  readonly value: unknown;
  readonly bytes: Uint8Array | undefined;
  /** Undefined: the record is new. */
  readonly record: StoredRecord | undefined;
}

/** A block's changes, in the trie but not yet visible to readers. One of the two methods is called once. */
export interface Prepared {
  /** 32 bytes: the root with the changes. */
  readonly root: Uint8Array;
  /** What differs from the committed state: by table number, then in the order of first writes. */
  readonly changes: readonly Change[];
  /** Makes the changes visible to readers, in time proportional to them. */
  commit(): void;
  /** Takes the trie back to the old root. */
  revert(): void;
}

export class State implements StateView {
  /** By table number. */
  readonly #homes: (TableEntries | undefined)[] = [];
  readonly #trie: Trie;
  readonly #batch: LeafBatch;
  /** Records read since the last `finishLoad`, in the order of their changes in the batch. */
  #loading: { readonly batch: LeafBatch; readonly entries: StoredRecord[] } | undefined;
  /** The writes of the change that is prepared. */
  #prepared: readonly Pending[] | undefined;

  /** @param tables all tables that records may belong to.
   *  @param hashing exchanged only to compare ways of hashing: the root is the same. */
  constructor(
    tables: readonly Table<unknown>[],
    private readonly hashing: TrieHashing = trieHashing,
  ) {
    for (const table of tables) {
      invariant(!this.#homes[table.id], `two tables have the number ${table.id}`);
      this.#homes[table.id] = { table, entries: new Map() };
    }
    this.#trie = new Trie(hashing);
    this.#batch = new LeafBatch(this.#trie, hashing);
  }

  /** Records in all tables, as last committed. */
  get size(): number {
    let size = 0;
    for (const home of this.#homes) size += home?.entries.size ?? 0;
    return size;
  }

  /** Bytes of memory behind the trie. The values' own memory comes on top. */
  get trieBytes(): number {
    return this.#trie.memoryBytes;
  }

  get<V>(table: Table<V>, key: string): V | undefined {
    return this.#home(table).entries.get(key)?.value as V | undefined;
  }

  locate(table: Table<unknown>, key: string): StoredRecord | undefined {
    return this.#home(table).entries.get(key);
  }

  /** Committed records of a table, in no order that a rule may depend on. A commit during the iteration shows. */
  *entries<V>(table: Table<V>): IterableIterator<[string, V]> {
    for (const [key, record] of this.#home(table).entries) yield [key, record.value as V];
  }

  /** @returns the 32-byte root: of the committed records, or of the prepared ones while there are such. */
  root(): Uint8Array {
    invariant(!this.#loading, 'the root is asked for while records are being loaded');
    return this.#trie.root();
  }

  /** Takes one record from disk. All of them are seen by readers at once, the root follows with `finishLoad`.
   *  @throws InvariantError for an unknown table or a key that is there already. */
  load(tableId: number, key: string, value: Uint8Array): void {
    const home = this.#homes[tableId];
    invariant(home, `no table has the number ${tableId}`);
    invariant(!home.entries.has(key), `two records of one key in table ${home.table.name}`);
    invariant(!this.#prepared, 'records are loaded while a change is prepared');
    this.#loading ??= { batch: new LeafBatch(this.#trie, this.hashing), entries: [] };
    const record: StoredRecord = { value: home.table.decode(value), leaf: NO_LEAF };
    home.entries.set(key, record);
    this.#loading.entries.push(record);
    this.#loading.batch.insert(tableId, key, value);
  }

  /** Builds the trie over all loaded records at once. */
  finishLoad(): void {
    if (!this.#loading) return;
    const { batch, entries } = this.#loading;
    this.#loading = undefined;
    const changes = batch.finish();
    this.#trie.reserve(entries.length);
    this.#trie.apply(changes);
    entries.forEach((record, index) => {
      record.leaf = changes.leaves[index] as number;
    });
  }

  /** Moves the trie to the overlay's writes; readers see nothing of it yet.
   *  @throws InvariantError when another change is prepared or the overlay does not lie directly on this state. */
  prepare(overlay: Overlay): Prepared {
    invariant(overlay.base === this, 'an overlay is prepared on a state that it does not lie on');
    invariant(!this.#prepared, 'two changes are prepared at once');
    invariant(!this.#loading, 'a change is prepared while records are being loaded');
    const before = this.#trie.root();
    const pending: Pending[] = [];
    this.#batch.clear();
    overlay.forEachWrite((table, key, value, located) => {
      // A record that was removed since the overlay first wrote to it, or that was not there then, is looked for again.
      const record = located && located.leaf !== NO_LEAF ? located : this.locate(table, key);
      this.#stage(pending, this.#home(table), key, value, record);
    });
    const leaves = this.#batch.finish();
    this.#prepared = pending;
    this.#trie.apply(leaves);
    const changed = pending.filter((_, index) => leaves.changed[index] === 1);
    return {
      root: this.#trie.root(),
      changes: changed.map(({ home, key, bytes }) => ({ table: home.table, key, value: bytes })),
      commit: () => {
        this.#settle(pending);
        pending.forEach((write, index) => {
          showWrite(write, leaves.leaves[index] as number);
        });
      },
      revert: () => {
        this.#settle(pending);
        this.#trie.apply(leaves);
        pending.forEach(({ record }, index) => {
          if (record) record.leaf = leaves.leaves[index] as number;
        });
        invariant(Buffer.compare(this.#trie.root(), before) === 0, 'a reverted trie has another root than before');
      },
    };
  }

  /** Puts a write into the batch, if it can be a change. One index numbers it in `pending` and in the batch. */
  #stage(pending: Pending[], home: TableEntries, key: string, value: unknown, record: StoredRecord | undefined): void {
    if (record?.value === value) return;
    const bytes = value === undefined ? undefined : home.table.encode(value);
    if (bytes === undefined) this.#batch.remove((record as StoredRecord).leaf);
    else if (record) this.#batch.update(record.leaf, bytes);
    else this.#batch.insert(home.table.id, key, bytes);
    pending.push({ home, key, value, bytes, record });
  }

  #settle(pending: readonly Pending[]): void {
    invariant(this.#prepared === pending, 'a prepared change is committed or reverted twice');
    this.#prepared = undefined;
  }

  #home(table: Table<unknown>): TableEntries {
    const home = this.#homes[table.id];
    invariant(home?.table === table, `table ${table.name} is not of this state`);
    return home;
  }
}

function showWrite({ home, key, value, record }: Pending, leaf: number): void {
  if (record) {
    record.value = value;
    record.leaf = leaf;
    if (value === undefined) home.entries.delete(key);
  } else home.entries.set(key, { value, leaf });
}
