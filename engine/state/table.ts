/** Tables: the typed view of the state's flat key space.
 *
 *  In: a table's number, its name, and the encoder and decoder of its values. Out: the same, checked and frozen. A record's
 *  full key is the table's number as one byte, then the record's own key. Both end up under the state root, so a table's
 *  number and its encoding are part of the network's rules. */

import { invariant } from '../base/refusal.js';

/** The upper half of the first byte's range stays free for keys that are not state. */
const MAX_TABLE_ID = 127;

/** Values that all have one length. */
export interface PackedValues<V> {
  /** Length of every encoded value. */
  readonly bytes: number;
  /** `decode` of the bytes from this position on. */
  read(source: Uint8Array, at: number): V;
}

/** Keys inside a table are binary strings (one byte per character); values are never changed in place, only replaced. */
export interface Table<V> {
  /** 1 to 127: the first byte of every full key of this table. */
  readonly id: number;
  /** For messages and metrics. */
  readonly name: string;
  /** @returns fresh bytes of fixed big-endian fields: equal values give equal bytes. */
  encode(value: V): Uint8Array;
  decode(bytes: Uint8Array): V;
  /** Set where all values have one length: the state then keeps the records as bytes side by side, a third of the memory of
   *  objects. Each read decodes the value, so this is for small ones. */
  readonly packed?: PackedValues<V>;
  /** A strict total order of the table's values, when a rule needs the first ones: the state then keeps its records in it
   *  (`StateView.inOrder`). Negative: `a` comes first. */
  order?(a: V, b: V): number;
}

/** @throws InvariantError for a number outside 1 to 127 or an empty name. */
export function defineTable<V>(definition: Table<V>): Table<V> {
  const { id, name } = definition;
  invariant(Number.isInteger(id) && id >= 1 && id <= MAX_TABLE_ID, `table number ${id} is not between 1 and 127`);
  invariant(name !== '', `table ${id} has no name`);
  return Object.freeze({ ...definition });
}

/** The full key of a record: the bytes that the state root covers and the store writes. */
export function stateKey(table: Pick<Table<unknown>, 'id'>, key: string): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(1 + key.length);
  bytes[0] = table.id;
  bytes.write(key, 1, 'latin1');
  return new Uint8Array(bytes.buffer);
}
