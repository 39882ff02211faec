/** What requests of one group read and write: the durable database, and over it what the requests before them have written.
 *
 *  In: reads and writes. Out: one packed batch. Nothing is visible to others before the batch is durable; when it cannot be written,
 *  all of the group is refused. */

import { compareBytes } from '../base/bytes.js';
import { BatchWriter } from '../store/batch.js';
import type { KeyReader } from '../store/port.js';
import { justBehind, keyText, prefixRange } from './keys.js';
import type { RowCache, ShownLater, WrittenRow } from './rowCache.js';
import { type RowName, rowName, type ServiceTable } from './table.js';

export interface Found<V> {
  /** Without the table's byte. */
  readonly key: Uint8Array;
  readonly value: V;
}

export interface RangeOptions {
  /** Keys behind this one only, in the direction of reading; without the table's byte. */
  readonly behind?: Uint8Array | undefined;
  /** From the greatest key down. */
  readonly reverse?: boolean;
  readonly limit: number;
}

/** What only reads. */
export interface SceneReader {
  get<V>(table: ServiceTable<V>, key: Uint8Array): Promise<V | undefined>;
  getMany<V>(table: ServiceTable<V>, keys: readonly Uint8Array[]): Promise<readonly (V | undefined)[]>;
  /** Rows that are kept in memory; absent where each is read from the database. */
  readonly rows?: RowCache | undefined;
  /** Takes rows that are about to be asked for one by one into `rows`, with one call of the database. */
  prefetch?(rows: readonly RowName[]): Promise<void>;
  /** Records whose key begins with `prefix`, in the order of their keys. */
  range<V>(table: ServiceTable<V>, prefix: Uint8Array, options: RangeOptions): Promise<readonly Found<V>[]>;
}

function inTable({ id }: Pick<ServiceTable<unknown>, 'id'>, key: Uint8Array): Uint8Array {
  const out = new Uint8Array(1 + key.length);
  out[0] = id;
  out.set(key, 1);
  return out;
}

const rowText = ({ id }: Pick<ServiceTable<unknown>, 'id'>, key: Uint8Array): string =>
  String.fromCharCode(id) + keyText(key);

const decoded = <V>({ decode }: ServiceTable<V>, bytes: Uint8Array | undefined): V | undefined =>
  bytes && decode(bytes);

/** Reads of one durable state. */
export class DurableScene implements SceneReader {
  constructor(
    private readonly reader: KeyReader,
    readonly rows?: RowCache | undefined,
  ) {}

  get<V>(table: ServiceTable<V>, key: Uint8Array): Promise<V | undefined> {
    const { rows } = this;
    if (!rows) return this.#read(table, key);
    const text = keyText(key);
    const kept = rows.find(table.id, text);
    return kept ? Promise.resolve(kept.value as V | undefined) : this.#readAndKeep(rows, table, key, text);
  }

  async #read<V>(table: ServiceTable<V>, key: Uint8Array): Promise<V | undefined> {
    return decoded(table, await this.reader.get(inTable(table, key)));
  }

  async #readAndKeep<V>(rows: RowCache, table: ServiceTable<V>, key: Uint8Array, text: string): Promise<V | undefined> {
    const { epoch } = rows;
    const found = await this.reader.get(inTable(table, key));
    const value = decoded(table, found);
    rows.keep(table.id, text, { value, bytes: found?.length ?? 0 }, epoch);
    return value;
  }

  async getMany<V>(table: ServiceTable<V>, keys: readonly Uint8Array[]): Promise<readonly (V | undefined)[]> {
    const { rows } = this;
    if (rows) {
      const names = keys.map((key) => rowName(table, key));
      return this.#keptOrRead(rows, names) as Promise<(V | undefined)[]>;
    }
    const values = await this.reader.getMany(keys.map((key) => inTable(table, key)));
    return values.map((value) => decoded(table, value));
  }

  async prefetch(names: readonly RowName[]): Promise<void> {
    if (this.rows) await this.#keptOrRead(this.rows, names);
  }

  async #keptOrRead(rows: RowCache, names: readonly RowName[]): Promise<unknown[]> {
    const missing: { readonly at: number; readonly text: string; readonly name: RowName }[] = [];
    const values = names.map((name, at) => {
      const text = keyText(name.key);
      const kept = rows.find(name.table.id, text);
      if (!kept) missing.push({ at, text, name });
      return kept?.value;
    });
    if (missing.length === 0) return values;
    const { epoch } = rows;
    const found = await this.reader.getMany(missing.map(({ name: { table, key } }) => inTable(table, key)));
    for (const [index, { at, text, name }] of missing.entries()) {
      const bytes = found[index];
      const value = decoded(name.table, bytes);
      values[at] = value;
      rows.keep(name.table.id, text, { value, bytes: bytes?.length ?? 0 }, epoch);
    }
    return values;
  }

  async range<V>(
    table: ServiceTable<V>,
    prefix: Uint8Array,
    { behind, reverse = false, limit }: RangeOptions,
  ): Promise<readonly Found<V>[]> {
    const all = prefixRange(inTable(table, prefix));
    const from = behind && inTable(table, behind);
    const range = from === undefined ? all : reverse ? { ...all, lt: from } : { ...all, gte: justBehind(from) };
    if (compareBytes(range.gte, range.lt) >= 0) return [];
    const entries = await this.reader.range({ ...range, reverse, limit });
    return entries.map(({ key, value }) => ({ key: key.subarray(1), value: table.decode(value) }));
  }
}

/** Of a value that is not encoded yet. */
const SMALL_VALUE_BYTES = 128;

interface Written extends RowName {
  /** Undefined: deleted. */
  readonly value: unknown;
  readonly shown: ShownLater | undefined;
}

export class Scene implements SceneReader {
  readonly #durable: DurableScene;
  #written = new Map<string, Written>();
  #rows: readonly WrittenRow[] = [];
  #bytes = 0;
  /** What `undoable` work has replaced. */
  #replaced: Map<string, Written | undefined> | undefined;

  constructor(reader: KeyReader) {
    this.#durable = new DurableScene(reader);
  }

  /** About what the writes take. */
  get pendingBytes(): number {
    return this.#bytes;
  }

  get isEmpty(): boolean {
    return this.#written.size === 0;
  }

  /** What was written, as the batch of `finish` has it. */
  get writtenRows(): readonly WrittenRow[] {
    return this.#rows;
  }

  hasWritten(table: Pick<ServiceTable<unknown>, 'id'>, key: Uint8Array): boolean {
    return this.#written.has(rowText(table, key));
  }

  async get<V>(table: ServiceTable<V>, key: Uint8Array): Promise<V | undefined> {
    const written = this.#written.get(rowText(table, key));
    return written ? (written.value as V | undefined) : this.#durable.get(table, key);
  }

  getMany<V>(table: ServiceTable<V>, keys: readonly Uint8Array[]): Promise<readonly (V | undefined)[]> {
    return Promise.all(keys.map((key) => this.get(table, key)));
  }

  async range<V>(table: ServiceTable<V>, prefix: Uint8Array, options: RangeOptions): Promise<readonly Found<V>[]> {
    const own = this.#ownIn(table, prefix, options);
    // Each of those written may hide one of the durable ones.
    const durable = await this.#durable.range(table, prefix, { ...options, limit: options.limit + own.length });
    const hidden = new Set(own.map(({ key }) => keyText(key)));
    const kept = durable.filter(({ key }) => !hidden.has(keyText(key)));
    const shown = own.filter(({ value }) => value !== undefined) as unknown as Found<V>[];
    const sign = options.reverse ? -1 : 1;
    return [...kept, ...shown].sort((a, b) => sign * compareBytes(a.key, b.key)).slice(0, options.limit);
  }

  /** @param shown what lists show of the row. */
  put<V>(table: ServiceTable<V>, key: Uint8Array, value: V, shown?: ShownLater): void {
    this.#write({ ...rowName(table, key), value, shown });
  }

  delete<V>(table: ServiceTable<V>, key: Uint8Array): void {
    this.#write({ ...rowName(table, key), value: undefined, shown: undefined });
  }

  /** Runs work whose writes count only when it says so; such work may be part of other such work. @returns what the work returns. */
  async undoable<T>(work: () => Promise<T>, isKept: (result: T) => boolean): Promise<T> {
    const outer = this.#replaced;
    const replaced = new Map<string, Written | undefined>();
    this.#replaced = replaced;
    let kept = false;
    try {
      const result = await work();
      kept = isKept(result);
      return result;
    } finally {
      for (const [key, before] of replaced) {
        if (kept) {
          if (outer && !outer.has(key)) outer.set(key, before);
        } else if (before) this.#written.set(key, before);
        else this.#written.delete(key);
      }
      this.#replaced = outer;
    }
  }

  /** @returns the packed batch of all writes. */
  finish(): Uint8Array<ArrayBuffer> {
    const writer = new BatchWriter();
    this.#rows = Array.from(this.#written.values(), ({ table, key, value, shown }) => {
      if (value === undefined) {
        writer.deleteIn(table.id, key);
        return { table, key, stored: undefined, shown: undefined };
      }
      const stored = table.encode(value);
      writer.putIn(table.id, key, stored);
      return { table, key, stored: table.isKept && stored, shown };
    });
    return writer.finish();
  }

  #write(written: Written): void {
    const text = rowText(written.table, written.key);
    if (this.#replaced && !this.#replaced.has(text)) this.#replaced.set(text, this.#written.get(text));
    this.#written.set(text, written);
    this.#bytes += text.length + (written.value instanceof Uint8Array ? written.value.length : SMALL_VALUE_BYTES);
  }

  #ownIn(table: ServiceTable<unknown>, prefix: Uint8Array, { behind, reverse }: RangeOptions): readonly Written[] {
    const begin = keyText(prefix);
    const from = behind && keyText(behind);
    const own: Written[] = [];
    for (const written of this.#written.values()) {
      if (written.table.id !== table.id) continue;
      const key = keyText(written.key);
      if (key.startsWith(begin) && (from === undefined || (reverse ? key < from : key > from))) own.push(written);
    }
    return own;
  }
}
