/** Rows that answers ask for, decoded: those that they have read, and those that were written lately. A page of them needs no read of the
 *  database but that of its list.
 *
 *  In: rows as the database has them, absent ones too, what was made of a row, and results that follow from several rows; what each group that has
 *  become durable has written. Out: what was kept.
 *  Its bytes are bounded: two generations, of which the older goes when the recent one has half of them, so what nobody asks for is gone
 *  after at most one turn of the whole. A row that a group has written takes the place of the one before it, with which goes what was made of
 *  that, so no content of an erased record stays here. */

import { ownBytes } from '../base/bytes.js';
import { keyText } from './keys.js';
import type { RowName } from './table.js';

/** Of an entry beside its key and what it keeps: two objects and their place in a map, as V8 lays them out. */
const ENTRY_BYTES = 160;

/** A decoded row takes about so many times the bytes of the stored one: texts and numbers in objects. */
const DECODED = 2;

/** Longer rows are payloads and lists of weights, which are read once for what is made of them: keys of authors fit. */
const MOST_ROW_BYTES = 2_048;

/** What was made of one row takes at most this part of the whole: a larger one would drive out too much. */
const LARGEST_SHARE = 1 / 16;

/** The same of a row that nobody has asked for yet. */
const LARGEST_WRITTEN_SHARE = 1 / 256;

/** What is made of a row with much work. */
export interface Made {
  readonly made: unknown;
  /** That it takes. */
  readonly bytes: number;
}

/** What lists show of a row, to be made when the row has become durable. */
export interface ShownLater {
  /** At least about what it takes. */
  readonly bytes: number;
  make(): Made;
}

export interface WrittenRow extends RowName {
  /** Undefined: deleted, or not needed because rows of the table are not kept. */
  readonly stored: Uint8Array | undefined;
  readonly shown: ShownLater | undefined;
}

export interface KeptRow {
  /** Undefined: the database does not have it. */
  readonly value: unknown;
  /** What was made of it, with much work. */
  readonly made: unknown;
}

interface Entry extends KeptRow {
  readonly bytes: number;
}

/** Results have no table. */
const RESULTS = 0;

/** A row that a result was made of, as it was then. */
interface Needed {
  readonly table: number;
  readonly key: string;
  readonly row: KeptRow;
}

interface Result {
  readonly result: unknown;
  readonly needs: readonly Needed[];
}

/** Of a row that a result needs: the object, and its key where no map has it. */
const NEEDED_BYTES = 160;

/** A state of the database, by the groups that were written before. */
export type Epoch = number & { readonly __brand: 'Epoch' };

/** Entries by the number of their table, then by their key as `keyText` gives it. */
class Generation {
  readonly #tables: (Map<string, Entry> | undefined)[] = [];
  bytes = 0;

  get size(): number {
    return this.#tables.reduce((sum, table) => sum + (table?.size ?? 0), 0);
  }

  find(table: number, key: string): Entry | undefined {
    return this.#tables[table]?.get(key);
  }

  add(table: number, key: string, entry: Entry): void {
    const entries = this.#tables[table] ?? new Map<string, Entry>();
    this.#tables[table] = entries;
    entries.set(key, entry);
    this.bytes += entry.bytes;
  }

  drop(table: number, key: string): Entry | undefined {
    const entry = this.find(table, key);
    if (!entry) return undefined;
    this.#tables[table]?.delete(key);
    this.bytes -= entry.bytes;
    return entry;
  }
}

export class RowCache {
  #recent = new Generation();
  #older = new Generation();
  #epoch = 0;
  #isSuspended = false;

  constructor(readonly mostBytes: number) {}

  /** About what it takes. */
  get bytes(): number {
    return this.#recent.bytes + this.#older.bytes;
  }

  get size(): number {
    return this.#recent.size + this.#older.size;
  }

  /** To be read before the database is: what was read before a group became durable is not kept after it. */
  get epoch(): Epoch {
    return this.#epoch as Epoch;
  }

  find(table: number, key: string): KeptRow | undefined {
    const recent = this.#recent.find(table, key);
    if (recent) return recent;
    const older = this.#older.drop(table, key);
    if (older) this.#add(table, key, older);
    return older;
  }

  /** @param row its value, and how many bytes the stored one has. @param epoch before it was read. */
  keep(table: number, key: string, row: { readonly value: unknown; readonly bytes: number }, epoch: Epoch): void {
    if (!this.#takes(epoch) || row.bytes > MOST_ROW_BYTES) return;
    this.#drop(table, key);
    const bytes = ENTRY_BYTES + key.length + DECODED * row.bytes;
    this.#add(table, key, { value: row.value, made: undefined, bytes });
  }

  /** Keeps what was made of a row with the row. */
  keepMade(table: number, key: string, { made, bytes }: Made, epoch: Epoch): void {
    const row = this.#recent.find(table, key) ?? this.#older.find(table, key);
    if (!row || row.made !== undefined || !this.#takes(epoch) || bytes > this.mostBytes * LARGEST_SHARE) return;
    this.#drop(table, key);
    this.#add(table, key, { value: row.value, made, bytes: row.bytes + bytes });
  }

  /** A result that follows from rows alone, while all of them are kept as they were. */
  findResult(key: string): unknown {
    const kept = this.find(RESULTS, key)?.value as Result | undefined;
    if (!kept) return undefined;
    if (kept.needs.every((need) => this.find(need.table, need.key) === need.row)) return kept.result;
    this.#drop(RESULTS, key);
    return undefined;
  }

  /** @param names of all rows that it was made of. @param bytes that it takes. @param epoch before they were read. */
  keepResult(key: string, result: unknown, names: readonly RowName[], bytes: number, epoch: Epoch): void {
    if (!this.#takes(epoch)) return;
    const needs: Needed[] = [];
    for (const name of names) {
      const [table, text] = [name.table.id, keyText(name.key)];
      const row = this.find(table, text);
      // Driven out meanwhile: nobody would tell that it was written.
      if (!row) return;
      needs.push({ table, key: text, row });
    }
    const value: Result = { result, needs };
    this.#drop(RESULTS, key);
    const all = ENTRY_BYTES + key.length + bytes + needs.length * NEEDED_BYTES;
    this.#add(RESULTS, key, { value, made: undefined, bytes: all });
  }

  /** A group has become durable. */
  written(rows: Iterable<WrittenRow>): void {
    // After a write that failed nobody knows what the database has, until the next one has succeeded.
    if (this.#isSuspended) this.#clear();
    this.#isSuspended = false;
    this.#epoch++;
    for (const row of rows) {
      const text = keyText(row.key);
      this.#drop(row.table.id, text);
      if (row.table.isKept) this.#keepWritten(row, text);
    }
  }

  #keepWritten({ table, stored, shown }: WrittenRow, text: string): void {
    const epoch = this.epoch;
    const bytes = stored?.length ?? 0;
    if (bytes > MOST_ROW_BYTES) return;
    // Decoded anew: a row that was read could not be another, and what was put may be a part of a whole request.
    const value = stored && table.decode(ownBytes(stored));
    this.keep(table.id, text, { value, bytes }, epoch);
    if (shown && shown.bytes <= this.mostBytes * LARGEST_WRITTEN_SHARE)
      this.keepMade(table.id, text, shown.make(), epoch);
  }

  /** A group could not be written: the database is opened anew, perhaps with it. Nothing is kept until another is durable. */
  failed(): void {
    this.#isSuspended = true;
    this.#clear();
  }

  #takes(epoch: Epoch): boolean {
    return epoch === this.#epoch && !this.#isSuspended;
  }

  #add(table: number, key: string, entry: Entry): void {
    if (entry.bytes > this.mostBytes / 2) return;
    if (this.#recent.bytes + entry.bytes > this.mostBytes / 2) {
      this.#older = this.#recent;
      this.#recent = new Generation();
    }
    this.#recent.add(table, key, entry);
  }

  #drop(table: number, key: string): void {
    this.#recent.drop(table, key);
    this.#older.drop(table, key);
  }

  #clear(): void {
    this.#epoch++;
    this.#recent = new Generation();
    this.#older = new Generation();
  }
}
