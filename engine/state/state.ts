/** The state: every current record in memory, under one Merkle root.
 *
 *  In: records from disk at start, then one overlay per block. Out: reads, the root, and for each block the changes to make
 *  durable. A block's root is needed before the block is durable, so a change has two phases: `prepare` changes the trie
 *  but not the values, then `commit` shows the values to readers or `revert` changes the trie back. Nothing may be lost
 *  between the two; a program that stops there starts again from disk. */

import { bytesEqual } from '../base/bytes.js';
import { InvariantError, invariant } from '../base/refusal.js';
import { type BatchHashing, batchHashing } from '../crypto/batchHashing.js';
import { sha256 } from '../crypto/sha256.js';
import type { StateTree } from '../protocol/protocol.js';
import { KeyHash } from './keyHash.js';
import { LeafBatch } from './leafBatch.js';
import { NO_LEAF } from './leaves.js';
import { type ObjectRecord, ObjectRecords } from './objectRecords.js';
import type { Change, Overlay, StateView } from './overlay.js';
import type { PackedCopy } from './packedCopy.js';
import { PackedRecords } from './packedRecords.js';
import { NO_RECORD, type Records, SLAB_RECORDS, Slabs } from './records.js';
import { IMAGE_FORMAT, type ImageReader, ImageWriter } from './stateImage.js';
import { StateRecheck } from './stateRecheck.js';
import { stateKey, type Table } from './table.js';
import { Trie } from './trie.js';
import { readTrie, writeTrie } from './trieMemory.js';

export { type Change, type Mark, Overlay, type StateView, type StateWriter } from './overlay.js';

/** A write on its way through `prepare`. */
interface Pending {
  readonly home: Records;
  readonly key: string;
  readonly number: number;
  readonly isNew: boolean;
  /** The committed value; undefined: the record is new. */
  readonly before: unknown;
  /** Undefined: deleted. */
  readonly value: unknown;
  readonly bytes: Uint8Array | undefined;
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

/** More than the owners of one table. */
const OWNERS = 0x1_0000;

/** First numbers of the slabs of an owner. */
function firstsOf(owners: Int32Array, wanted: number): number[] {
  const firsts: number[] = [];
  for (let slab = 0; slab < owners.length; slab++) if (owners[slab] === wanted) firsts.push(slab * SLAB_RECORDS);
  return firsts;
}

/** Makes a prepared write visible to readers. */
function show({ home, key, number, isNew, value, bytes }: Pending): void {
  if (!bytes) home.remove(number);
  else if (isNew) home.show(number, key, value, bytes);
  else home.replace(number, value, bytes);
}

/** @param changed 1 for each pending write that differs from what the trie had. */
function changesOf(pending: readonly Pending[], changed: Uint8Array): Change[] {
  const changes: Change[] = [];
  for (const [index, { home, key, value, bytes, before }] of pending.entries())
    if (changed[index] === 1) changes.push({ table: home.table, key, value: bytes, before, after: value });
  return changes;
}

export class State implements StateView {
  /** By table number. */
  readonly #homes: (Records | undefined)[] = [];
  readonly #slabs = new Slabs();
  readonly #trie: Trie;
  readonly #hash: KeyHash;
  readonly #batch: LeafBatch;
  /** Records read since the last `finishLoad`. */
  #loading: LeafBatch | undefined;
  /** The writes of the prepared change. */
  #prepared: readonly Pending[] | undefined;
  /** The writes of the overlay that is being prepared. */
  #staged: Pending[] = [];
  readonly #stageWrite = (table: Table<unknown>, key: string, value: unknown, located: number): void => {
    const home = this.#home(table);
    // A record that was removed after the overlay first wrote to it, or did not exist then, is looked up again.
    const number = located !== NO_RECORD && home.holds(located, key) ? located : home.find(key);
    this.#stage(this.#staged, home, key, value, number);
  };

  /** @param tables all tables that records may belong to.
   *  @param tree how the network hashes them.
   *  @param hashing replaced only to compare implementations of hashing: the root is the same.
   *  @param secret of the places of keys in memory (`KeyHash`).
   *  @param makeShard replaced only to test what does not fit one Map. */
  constructor(
    tables: readonly Table<unknown>[],
    private readonly tree: StateTree,
    private readonly hashing: BatchHashing = batchHashing,
    secret?: Uint8Array,
    makeShard?: () => Map<string, ObjectRecord>,
  ) {
    const hash = new KeyHash(secret);
    this.#hash = hash;
    for (const table of tables) {
      invariant(!this.#homes[table.id], `two tables have the number ${table.id}`);
      this.#homes[table.id] = table.packed
        ? new PackedRecords(table, table.packed, this.#slabs, hash)
        : new ObjectRecords(table, this.#slabs, makeShard);
    }
    this.#trie = new Trie(hashing, (leaf) => this.#pathOf(leaf));
    this.#batch = new LeafBatch(hashing, tree);
  }

  /** Records in all tables, as last committed. */
  get size(): number {
    let size = 0;
    for (const home of this.#homes) size += home?.size ?? 0;
    return size;
  }

  /** Bytes of memory that the trie uses, without the memory of the values. */
  get trieBytes(): number {
    return this.#trie.memoryBytes;
  }

  get<V>(table: Table<V>, key: string): V | undefined {
    return this.#home(table).get(key) as V | undefined;
  }

  locate(table: Table<unknown>, key: string): number {
    return this.#home(table).find(key);
  }

  /** Committed records of a table, in no order that a rule may depend on. A commit during the iteration is visible in it. */
  entries<V>(table: Table<V>): IterableIterator<[string, V]> {
    return this.#home(table).entries() as IterableIterator<[string, V]>;
  }

  /** Copies the committed records of a packed table whose keys have this length; undefined when there are none. It is done in steps
   *  of some microseconds. The copy is of one moment when nothing was committed between its first step and its last.
   *  @throws InvariantError for a table that is not packed. */
  packedCopy(table: Table<unknown>, keyBytes: number): Generator<void, PackedCopy, undefined> | undefined {
    const home = this.#home(table);
    invariant(home instanceof PackedRecords, `the records of table ${table.name} are not packed`);
    return home.copy(keyBytes);
  }

  /** @throws InvariantError for a table without an order. */
  *inOrder<V>(table: Table<V>): IterableIterator<readonly [key: string, value: V]> {
    const home = this.#home(table);
    const sorted = home instanceof ObjectRecords ? home.inOrder() : undefined;
    invariant(sorted && !this.#loading, `the records of table ${table.name} are in no order`);
    for (const { key, value } of sorted) yield [key, value as V];
  }

  /** @returns the 32-byte root: of the prepared records while a change is prepared, otherwise of the committed ones. */
  root(): Uint8Array {
    invariant(!this.#loading, 'the root is asked for while records are being loaded');
    return this.#trie.root();
  }

  /** Adds one record from disk. Readers see it at once; `finishLoad` updates the root.
   *  @param key full: the table's number, then the key inside it. Nothing of either memory is kept.
   *  @throws InvariantError for an unknown table, a key that is there already, or a value of another length than the table's. */
  loadRecord(key: Uint8Array, value: Uint8Array): void {
    const home = this.#homes[key[0] as number];
    invariant(home, `no table has the number ${key[0]}`);
    invariant(!this.#prepared, 'records are loaded while a change is prepared');
    this.#loading ??= new LeafBatch(this.hashing, this.tree);
    const number = home.load(key.subarray(1), value);
    invariant(number !== NO_RECORD, `two records of one key in table ${home.table.name}`);
    this.#loading.putFull(number, key, value);
  }

  /** `loadRecord` for a key inside a table. */
  load(tableId: number, key: string, value: Uint8Array): void {
    this.loadRecord(stateKey({ id: tableId }, key), value);
  }

  /** Builds the trie over all loaded records at once. */
  finishLoad(): void {
    if (!this.#loading) return;
    const changes = this.#loading.finish();
    this.#loading = undefined;
    this.#trie.reserve(changes.count);
    this.#trie.apply(changes);
    for (const home of this.#homes) home?.finishLoad();
  }

  /** Writes all of its memory into an image. @throws InvariantError while changes are prepared. */
  image(): ImageWriter {
    invariant(!this.#prepared && !this.#loading, 'an image is made while the trie is ahead of the records');
    const image = new ImageWriter();
    image.add([this.#hash.secret]);
    image.add([this.#layout()]);
    image.add([Int32Array.from(this.#slabs.all, ({ owner }) => owner.table.id * OWNERS + owner.owner)]);
    for (const home of this.#homes) home?.write(image);
    writeTrie(image, this.#trie.memory);
    return image;
  }

  /** A state that goes on in the memory of an image. Its root is the one that the image says, until `recheck` has ended.
   *  @param tables as they were when the image was made. @throws ImageFault when the parts do not fit. */
  static restore(
    tables: readonly Table<unknown>[],
    tree: StateTree,
    image: ImageReader,
    hashing: BatchHashing = batchHashing,
  ): State {
    const state = new State(tables, tree, hashing, image.bytes());
    const layout = state.#layout();
    image.expect(image.words().toString() === layout.toString());
    const owners = image.words();
    for (const home of state.#homes) home?.restore(image, (owner) => firstsOf(owners, home.table.id * OWNERS + owner));
    state.#trie.memory = readTrie(image);
    image.end();
    image.expect(owners.every((_, slab) => state.#slabs.all[slab] !== undefined));
    image.expect(state.#trie.size === state.size);
    return state;
  }

  /** What an image means depends on these. */
  #layout(): Int32Array {
    const tables = this.#homes.flatMap((home) => (home ? [home.table.id, home.table.packed?.bytes ?? -1] : []));
    return Int32Array.of(IMAGE_FORMAT, ...tables);
  }

  /** Begins to prove that the root is the one of the records; nothing changes the state before that has ended. */
  recheck(): StateRecheck {
    const { memory } = this.#trie;
    return new StateRecheck({ homes: this.#homes, slabs: this.#slabs, memory, hashing: this.hashing, tree: this.tree });
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
    const { siblings, leaf } = this.#trie.walk(path);
    const root = this.#trie.root();
    if (leaf === NO_LEAF) return { root, value: undefined, siblings, other: undefined };
    const keyHash = this.#pathOf(leaf);
    const value = this.#slabs.of(leaf).owner.bytesOf(leaf);
    if (bytesEqual(keyHash, path)) return { root, value, siblings, other: undefined };
    return { root, value: undefined, siblings, other: { keyHash, valueHash: sha256(value) } };
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
    this.#staged = pending;
    overlay.forEachWrite(this.#stageWrite);
    this.#staged = [];
    const leaves = this.#batch.finish();
    this.#prepared = pending;
    this.#trie.apply(leaves);
    return {
      root: this.#trie.root(),
      changes: changesOf(pending, leaves.changed),
      siblingsOf: (key) => this.#trie.walk(sha256(key)).siblings,
      commit: () => {
        this.#settle(pending);
        for (const write of pending) show(write);
      },
      revert: () => {
        this.#settle(pending);
        this.#trie.apply(leaves);
        for (const { home, number, isNew } of pending) if (isNew) home.release(number);
        invariant(Buffer.compare(this.#trie.root(), before) === 0, 'a reverted trie has another root than before');
      },
    };
  }

  /** Puts a write into the batch if it can be a change. It has the same index in `pending` and in the batch. */
  #stage(pending: Pending[], home: Records, key: string, value: unknown, found: number): void {
    const isNew = found === NO_RECORD;
    if (isNew ? value === undefined : home.isValue(found, value)) return;
    const before = isNew ? undefined : home.value(found);
    const bytes = value === undefined ? undefined : home.table.encode(value);
    const number = isNew ? home.reserve(key) : found;
    if (bytes) this.#batch.put(number, home.table.id, key, bytes);
    else this.#batch.remove(number, home.table.id, key);
    pending.push({ home, key, number, isNew, before, value, bytes });
  }

  #settle(pending: readonly Pending[]): void {
    invariant(this.#prepared === pending, 'a prepared change is committed or reverted twice');
    this.#prepared = undefined;
  }

  #pathOf(leaf: number): Uint8Array {
    const { owner } = this.#slabs.of(leaf);
    return sha256(stateKey(owner.table, owner.keyOf(leaf)));
  }

  #home(table: Table<unknown>): Records {
    const home = this.#homes[table.id];
    if (home?.table !== table) this.#refuseTable(table);
    return home;
  }

  #refuseTable({ name }: Table<unknown>): never {
    throw new InvariantError(`table ${name} is not of this state`);
  }
}
