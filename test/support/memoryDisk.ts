/** The disk of the simulated machine: what a store in memory leaves behind when its process is gone.
 *
 *  In: the effects of writes in order, and the points at which they are synced. Out: what a reader sees, and what a restart
 *  finds after a crash. What was synced is never lost. What becomes of the rest is random within the store's contract
 *  (engine/store/port.ts): the writes up to some point are complete, the write during the power cut may have left its large
 *  values as orphans, a batch is present completely or not at all, and the sign journal is the old one or the new one. */

import { toBinary } from '../../engine/base/bytes.js';
import { readBatch } from '../../engine/store/batch.js';
import type { Family, JournalName } from '../../engine/store/port.js';
import { type Bounds, MemoryTable } from './memoryTable.js';
import type { SeededRandom } from './random.js';

/** One lasting effect of a write, in the order of the write-ahead log. */
export type Effect =
  | { readonly kind: 'put'; readonly family: Family; readonly key: Uint8Array; readonly value: Uint8Array }
  | { readonly kind: 'batches'; readonly packed: readonly Uint8Array[] }
  | { readonly kind: 'deleteRange'; readonly family: Family; readonly from: Uint8Array; readonly to: Uint8Array };

/** Share of the orphans above the last complete write that a crash leaves, in percent. */
const ORPHANS_LEFT = 50;

export const boundsOf = (gte: Uint8Array, lt: Uint8Array): Bounds => ({ gte: toBinary(gte), lt: toBinary(lt) });

export interface StoredJournal {
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
}

export class MemoryDisk {
  readonly tables: Readonly<Record<Family, MemoryTable>> = {
    default: new MemoryTable(),
    bodies: new MemoryTable(),
    signatures: new MemoryTable(),
    balances: new MemoryTable(),
  };
  /** Refuses writes. */
  isFull = false;
  /** Whether a store has it open. */
  inUse = false;
  /** Whether there is a database; then a full disk can still be read. */
  #isMade = false;
  #version = 0;
  /** How many views read each version. */
  readonly #views = new Map<number, number>();
  /** Written, but not yet visible to new views. */
  #log: Effect[] = [];
  /** Effects of the log that are synced. */
  #synced = 0;
  /** Values of the batches in the log: the writer itself already reads them. */
  readonly #written = new Map<string, Uint8Array | undefined>();
  readonly #journals = new Map<JournalName, StoredJournal>();
  /** Renamed over the old journals, but the directory is not synced yet. */
  readonly #renamed = new Map<JournalName, Uint8Array>();

  /** Records that a database was created here. */
  make(): void {
    this.#isMade = true;
  }

  get isMade(): boolean {
    return this.#isMade;
  }

  /** Pins the newest published state while a reader uses it. @returns its version, to pass to `release`. */
  hold(): number {
    this.#views.set(this.#version, (this.#views.get(this.#version) ?? 0) + 1);
    return this.#version;
  }

  release(version: number): void {
    const holders = (this.#views.get(version) ?? 0) - 1;
    if (holders > 0) this.#views.set(version, holders);
    else this.#views.delete(version);
  }

  /** @throws InvariantError for a damaged batch, of which nothing is written. */
  write(effect: Effect): void {
    const values: [string, Uint8Array | undefined][] = [];
    if (effect.kind === 'batches')
      for (const packed of effect.packed)
        readBatch(packed, {
          put: (key, value) => values.push([toBinary(key), value]),
          delete: (key) => values.push([toBinary(key), undefined]),
        });
    for (const [key, value] of values) this.#written.set(key, value);
    this.#log.push(effect);
  }

  /** A value of the default family as written, synced or not. */
  readWritten(key: Uint8Array): Uint8Array | undefined {
    const name = toBinary(key);
    return this.#written.has(name) ? this.#written.get(name) : this.tables.default.get(name, this.#version);
  }

  /** Everything written so far is durable. */
  sync(): void {
    this.#synced = this.#log.length;
  }

  /** Makes everything synced visible to new views. */
  publish(): void {
    this.#settle(this.#log.slice(0, this.#synced));
  }

  /** A power cut, or the database is closed after a failed write and opened again: chance decides what survives of
   *  the writes that were not synced. */
  crash(random: SeededRandom): void {
    const whole = random.between(this.#synced, this.#log.length);
    const orphans = this.#log.slice(whole).filter(({ kind }) => kind === 'put' && random.chance(ORPHANS_LEFT));
    this.#settle([...this.#log.slice(0, whole), ...orphans]);
    for (const name of this.#renamed.keys()) if (random.chance(50)) this.syncJournal(name);
    this.#renamed.clear();
  }

  /** A store opens the disk: reads then show everything in the log, durable or not. */
  open(): void {
    this.#isMade = true;
    this.inUse = true;
    this.sync();
    this.publish();
  }

  /** What a backup of the machine holds: everything that is durable, the journal included. */
  copy(): MemoryDisk {
    const copy = new MemoryDisk();
    for (const [family, table] of Object.entries(this.tables))
      for (const { key, value } of table.entries({ gte: '', lt: '' }, this.#version))
        copy.tables[family as Family].set(toBinary(key), value, 0, 0);
    for (const [name, journal] of this.#journals) copy.#journals.set(name, journal);
    if (this.#isMade) copy.make();
    return copy;
  }

  /** Takes the journals of another disk: those of a machine outlive its database. */
  takeJournals(other: MemoryDisk): void {
    for (const [name, journal] of other.#journals) this.#journals.set(name, journal);
  }

  /** Whether a power cut now would leave this value of the default family. */
  isDurable(key: Uint8Array): boolean {
    return this.tables.default.get(toBinary(key), this.#version) !== undefined;
  }

  /** Forgets the views of a process that is gone. */
  leave(): void {
    this.#views.clear();
    this.inUse = false;
  }

  journal(name: JournalName = 'slot'): StoredJournal | undefined {
    const bytes = this.#renamed.get(name);
    return bytes === undefined ? this.#journals.get(name) : { bytes, isWhole: true };
  }

  /** The bytes are synced under their temporary name and replace the journal in one step, which a crash may still undo. */
  renameJournal(name: JournalName, bytes: Uint8Array): void {
    this.#renamed.set(name, bytes.slice());
  }

  syncJournal(name: JournalName): void {
    const bytes = this.#renamed.get(name);
    if (bytes !== undefined) this.#journals.set(name, { bytes, isWhole: true });
    this.#renamed.delete(name);
  }

  /** Whether a power cut would leave what was written last. */
  isJournalSynced(name: JournalName): boolean {
    return !this.#renamed.has(name);
  }

  /** Truncates the journal, as a damaged disk does and no crash does. */
  tearJournal(name: JournalName = 'slot'): void {
    const torn = this.journal(name);
    this.#renamed.delete(name);
    if (torn !== undefined) this.#journals.set(name, { bytes: torn.bytes.slice(0, -1), isWhole: false });
  }

  /** Deletes the journal, as an operator does and no crash does. */
  removeJournal(name: JournalName): void {
    this.#renamed.delete(name);
    this.#journals.delete(name);
  }

  #settle(effects: readonly Effect[]): void {
    const since = ++this.#version;
    const oldest = Math.min(since, ...this.#views.keys());
    for (const effect of effects) this.#apply(effect, since, oldest);
    this.#log = [];
    this.#synced = 0;
    this.#written.clear();
  }

  #apply(effect: Effect, since: number, oldest: number): void {
    if (effect.kind === 'put') this.tables[effect.family].set(toBinary(effect.key), effect.value, since, oldest);
    else if (effect.kind === 'deleteRange')
      this.tables[effect.family].deleteRange(boundsOf(effect.from, effect.to), since, oldest);
    else
      for (const packed of effect.packed)
        readBatch(packed, {
          put: (key, value) => this.tables.default.set(toBinary(key), value, since, oldest),
          delete: (key) => this.tables.default.set(toBinary(key), undefined, since, oldest),
        });
  }
}

/** Directories of one simulated machine, by path. */
export class MemoryDisks {
  readonly #disks = new Map<string, MemoryDisk>();

  at(directory: string): MemoryDisk {
    const disk = this.#disks.get(directory) ?? new MemoryDisk();
    this.#disks.set(directory, disk);
    return disk;
  }

  has(directory: string): boolean {
    return this.#disks.has(directory);
  }

  put(directory: string, disk: MemoryDisk): void {
    this.#disks.set(directory, disk);
  }
  remove(directory: string): void {
    this.#disks.delete(directory);
  }
}
