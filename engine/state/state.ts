/** The state: every current record in memory, under one Merkle root.
 *
 *  In: records from disk at start, then one overlay per block. Out: reads, the root, and for each block the changes to make
 *  durable. A block's root is needed before the block is durable, so a change has two phases: `prepare` changes the trie
 *  but not the values, then `commit` shows the values to readers or `revert` changes the trie back. Nothing may be lost
 *  between the two; a program that stops there starts again from disk. */

import { bytesEqual } from '../base/bytes.js';
import { invariant } from '../base/refusal.js';
import { sha256 } from '../crypto/sha256.js';
import type { StateTree } from '../protocol/protocol.js';
import { LeafBatch } from './leafBatch.js';
import { LeafOwners } from './leafOwners.js';
import { NO_LEAF } from './leaves.js';
import type { Change, Overlay, StateView, StoredRecord } from './overlay.js';
import { ShardedMap } from './shardedMap.js';
import { SortedList } from './sortedList.js';
import type { Table } from './table.js';
import { Trie } from './trie.js';
import { type TrieHashing, trieHashing } from './trieHashing.js';

export { type Change, type Mark, Overlay, type StateView, type StateWriter } from './overlay.js';

interface TableEntries {
  readonly table: Table<unknown>;
  readonly entries: ShardedMap<StoredRecord>;
  /** All records in the table's order, if it has one. */
  sorted: SortedList<OrderedRecord> | undefined;
}

interface OrderedRecord {
  readonly key: string;
  readonly record: StoredRecord;
}

/** The records of a table in its order; undefined for a table without one. */
function inOrderOf(table: Table<unknown>, entries: Iterable<[string, StoredRecord]>): TableEntries['sorted'] {
  if (!table.order) return undefined;
  const compare = (a: OrderedRecord, b: OrderedRecord): number => table.order?.(a.record.value, b.record.value) ?? 0;
  return SortedList.of([...entries].map(([key, record]) => ({ key, record })).sort(compare), compare);
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

/** A block's changes, in the trie but not yet visible to readers. Exactly one of the two methods is called, once. */
export interface Prepared {
  /** 32 bytes: the root with the changes. */
  readonly root: Uint8Array;
  /** Differences from the committed state: by table number, then in the order of first writes. */
  readonly changes: readonly Change[];
  /** Hashes beside the path of a key that the changes wrote, from the root down: with the key's new value they lead to `root`. Until
   *  the next change is prepared. */
  siblingsOf(key: Uint8Array): readonly Uint8Array[];
  /** Makes the changes visible to readers, in time proportional to them. */
  commit(): void;
  /** Changes the trie back to the old root. */
  revert(): void;
}

/** Runs a step between `prepare` and `commit`; when it throws, the trie is reverted. */
export function undoing<T>(prepared: Prepared, step: () => T): T {
  try {
    return step();
  } catch (error) {
    prepared.revert();
    throw error;
  }
}

/** Proof that a key has a value, or none, under a root (`proofVerifier.ts` checks it). */
export interface StateProof {
  /** 32 bytes. */
  readonly root: Uint8Array;
  /** Undefined: the key has no record. */
  readonly value: Uint8Array | undefined;
  /** Hashes beside the path from the root down, 32 bytes each. */
  readonly siblings: readonly Uint8Array[];
  /** Hashes of the record of another key that is in this key's place. */
  readonly other: { readonly keyHash: Uint8Array; readonly valueHash: Uint8Array } | undefined;
}

export class State implements StateView {
  /** By table number. */
  readonly #homes: (TableEntries | undefined)[] = [];
  readonly #trie: Trie;
  readonly #batch: LeafBatch;
  readonly #owners = new LeafOwners();
  /** Records read since the last `finishLoad`, in the order of their changes in the batch. */
  #loading: { readonly batch: LeafBatch; readonly entries: StoredRecord[]; readonly tables: number[] } | undefined;
  /** The writes of the prepared change. */
  #prepared: readonly Pending[] | undefined;

  /** @param tables all tables that records may belong to.
   *  @param tree how the network hashes them.
   *  @param hashing replaced only to compare implementations of hashing: the root is the same.
   *  @param makeShard replaced only to test what does not fit one Map. */
  constructor(
    tables: readonly Table<unknown>[],
    private readonly tree: StateTree,
    private readonly hashing: TrieHashing = trieHashing,
    makeShard?: () => Map<string, StoredRecord>,
  ) {
    for (const table of tables) {
      invariant(!this.#homes[table.id], `two tables have the number ${table.id}`);
      this.#homes[table.id] = { table, entries: new ShardedMap(makeShard), sorted: inOrderOf(table, []) };
    }
    this.#trie = new Trie(hashing);
    this.#batch = new LeafBatch(this.#trie, hashing, tree);
  }

  /** Records in all tables, as last committed. */
  get size(): number {
    let size = 0;
    for (const home of this.#homes) size += home?.entries.size ?? 0;
    return size;
  }

  /** Bytes of memory that the trie uses, without the memory of the values. */
  get trieBytes(): number {
    return this.#trie.memoryBytes;
  }

  get<V>(table: Table<V>, key: string): V | undefined {
    return this.#home(table).entries.get(key)?.value as V | undefined;
  }

  locate(table: Table<unknown>, key: string): StoredRecord | undefined {
    return this.#home(table).entries.get(key);
  }

  /** Committed records of a table, in no order that a rule may depend on. A commit during the iteration is visible in it. */
  *entries<V>(table: Table<V>): IterableIterator<[string, V]> {
    for (const [key, record] of this.#home(table).entries) yield [key, record.value as V];
  }

  /** @throws InvariantError for a table without an order. */
  *inOrder<V>(table: Table<V>): IterableIterator<readonly [key: string, value: V]> {
    const { sorted } = this.#home(table);
    invariant(sorted && !this.#loading, `the records of table ${table.name} are in no order`);
    for (const { key, record } of sorted.from(0, sorted.size)) yield [key, record.value as V];
  }

  /** @returns the 32-byte root: of the prepared records while a change is prepared, otherwise of the committed ones. */
  root(): Uint8Array {
    invariant(!this.#loading, 'the root is asked for while records are being loaded');
    return this.#trie.root();
  }

  /** Adds one record from disk. Readers see it at once; `finishLoad` updates the root.
   *  @throws InvariantError for an unknown table or a key that is there already. */
  load(tableId: number, key: string, value: Uint8Array): void {
    const home = this.#homes[tableId];
    invariant(home, `no table has the number ${tableId}`);
    invariant(!home.entries.has(key), `two records of one key in table ${home.table.name}`);
    invariant(!this.#prepared, 'records are loaded while a change is prepared');
    this.#loading ??= { batch: new LeafBatch(this.#trie, this.hashing, this.tree), entries: [], tables: [] };
    const record: StoredRecord = { value: home.table.decode(value), leaf: NO_LEAF };
    home.entries.set(key, record);
    this.#loading.entries.push(record);
    this.#loading.tables.push(tableId);
    this.#loading.batch.insert(tableId, key, value);
  }

  /** Builds the trie over all loaded records at once. */
  finishLoad(): void {
    if (!this.#loading) return;
    const { batch, entries, tables } = this.#loading;
    this.#loading = undefined;
    const changes = batch.finish();
    this.#trie.reserve(entries.length);
    this.#trie.apply(changes);
    entries.forEach((record, index) => {
      record.leaf = changes.leaves[index] as number;
      this.#owners.set(record.leaf, record, tables[index] as number);
    });
    for (const home of this.#homes) if (home?.table.order) home.sorted = inOrderOf(home.table, home.entries);
  }

  /** Whether there are prepared changes that readers do not see yet: then the trie is ahead of the records. */
  get isAhead(): boolean {
    return this.#prepared !== undefined;
  }

  /** Proves what the committed state holds at a key.
   *  @param key table number, then the record's own key: any bytes.
   *  @throws InvariantError while changes are prepared. */
  prove(key: Uint8Array): StateProof {
    invariant(!this.#prepared && !this.#loading, 'a proof is asked for while the trie is ahead of the records');
    const path = sha256(key);
    const { siblings, leaf, leafPath } = this.#trie.walk(path);
    const root = this.#trie.root();
    if (leafPath === undefined) return { root, value: undefined, siblings, other: undefined };
    const { record, table } = this.#owners.get(leaf);
    const value = (this.#homes[table] as TableEntries).table.encode(record.value);
    if (bytesEqual(leafPath, path)) return { root, value, siblings, other: undefined };
    return { root, value: undefined, siblings, other: { keyHash: leafPath, valueHash: sha256(value) } };
  }

  /** Applies the overlay's writes to the trie; readers do not see them yet.
   *  @throws InvariantError when another change is prepared or the overlay's base is not this state. */
  prepare(overlay: Overlay): Prepared {
    invariant(overlay.base === this, 'an overlay is prepared on a state that it does not lie on');
    invariant(!this.#prepared, 'two changes are prepared at once');
    invariant(!this.#loading, 'a change is prepared while records are being loaded');
    const before = this.#trie.root();
    const pending: Pending[] = [];
    this.#batch.clear();
    overlay.forEachWrite((table, key, value, located) => {
      // A record that was removed after the overlay first wrote to it, or did not exist then, is looked up again.
      const record = located && located.leaf !== NO_LEAF ? located : this.locate(table, key);
      this.#stage(pending, this.#home(table), key, value, record);
    });
    const leaves = this.#batch.finish();
    this.#prepared = pending;
    this.#trie.apply(leaves);
    const changed = pending.filter((_, index) => leaves.changed[index] === 1);
    return {
      root: this.#trie.root(),
      changes: changed.map(({ home, key, value, bytes, record }) => ({
        table: home.table,
        key,
        value: bytes,
        before: record?.value,
        after: value,
      })),
      siblingsOf: (key) => this.#trie.walk(sha256(key)).siblings,
      commit: () => {
        this.#settle(pending);
        pending.forEach((write, index) => {
          this.#show(write, leaves.leaves[index] as number);
        });
      },
      revert: () => {
        this.#settle(pending);
        this.#trie.apply(leaves);
        pending.forEach(({ record, home }, index) => {
          if (record) this.#place(record, home, leaves.leaves[index] as number);
        });
        invariant(Buffer.compare(this.#trie.root(), before) === 0, 'a reverted trie has another root than before');
      },
    };
  }

  /** Puts a write into the batch if it can be a change. It has the same index in `pending` and in the batch. */
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

  #show({ home, key, value, record }: Pending, leaf: number): void {
    const shown = record ?? { value, leaf: NO_LEAF };
    if (home.sorted) this.#move(home, key, shown, record?.value, value);
    shown.value = value;
    this.#place(shown, home, leaf);
    if (!record) home.entries.set(key, shown);
    else if (value === undefined) home.entries.delete(key);
  }

  /** Gives a record of an ordered table its new place. A change that the order does not see leaves it where it is. */
  #move({ table, sorted }: TableEntries, key: string, record: StoredRecord, before: unknown, after: unknown): void {
    const stays = before !== undefined && after !== undefined && table.order?.(before, after) === 0;
    if (stays) return;
    if (before !== undefined) sorted?.remove({ key, record });
    if (after === undefined) return;
    record.value = after;
    sorted?.add({ key, record });
  }

  /** Sets a record's leaf. Most changes are of records whose leaf stays the same. */
  #place(record: StoredRecord, home: TableEntries, leaf: number): void {
    if (record.leaf === leaf) return;
    record.leaf = leaf;
    if (leaf !== NO_LEAF) this.#owners.set(leaf, record, home.table.id);
  }

  #home(table: Table<unknown>): TableEntries {
    const home = this.#homes[table.id];
    invariant(home?.table === table, `table ${table.name} is not of this state`);
    return home;
  }
}
