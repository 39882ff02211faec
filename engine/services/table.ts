/** Tables of the services' database. The first byte of a key is the table's number: it never changes its meaning, since databases
 *  keep it. */

import { readU64, u64Bytes, utf8, utf8Text } from '../base/bytes.js';
import { invariant } from '../base/refusal.js';

export interface ServiceTable<V> {
  /** 1 to 254, of this table alone. */
  readonly id: number;
  readonly name: string;
  /** Whether answers ask for its rows one by one: these are kept in memory from their writing on. */
  readonly isKept?: true;
  encode(value: V): Uint8Array;
  decode(bytes: Uint8Array): V;
}

export interface RowName {
  readonly table: ServiceTable<unknown>;
  /** Without the table's byte. */
  readonly key: Uint8Array;
}

export const rowName = <V>(table: ServiceTable<V>, key: Uint8Array): RowName => ({
  table: table as ServiceTable<unknown>,
  key,
});

const taken = new Map<number, string>();

export function serviceTable<V>(table: ServiceTable<V>): ServiceTable<V> {
  const { id, name } = table;
  invariant(id > 0 && id < 0xff && !taken.has(id), `table ${name} needs a number of its own, not ${id}`);
  taken.set(id, name);
  return table;
}

/** Small records of plain values, as JSON. */
export const jsonTable = <V>(id: number, name: string): ServiceTable<V> =>
  serviceTable<V>({
    id,
    name,
    encode: (value) => utf8(JSON.stringify(value)),
    decode: (bytes) => JSON.parse(utf8Text(bytes)) as V,
  });

/** A table whose rows are kept in memory from their writing on. */
export const keptTable = <V>(table: ServiceTable<V>): ServiceTable<V> => ({ ...table, isKept: true });

const NOTHING = new Uint8Array(0);

/** Keys that are there or not. */
export const setTable = (id: number, name: string): ServiceTable<true> =>
  serviceTable<true>({ id, name, encode: () => NOTHING, decode: () => true });

export const numberTable = (id: number, name: string): ServiceTable<number> =>
  serviceTable<number>({ id, name, encode: u64Bytes, decode: (bytes) => readU64(bytes, 0) });

export const bytesTable = (id: number, name: string): ServiceTable<Uint8Array> =>
  serviceTable<Uint8Array>({ id, name, encode: (bytes) => bytes, decode: (bytes) => bytes });
