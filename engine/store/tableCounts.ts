/** How many records each of the store's own tables must have, and the check of how many it has. */

import { bytesEqual, toBinary } from '../base/bytes.js';
import { ShardedMap } from '../state/shardedMap.js';
import { FIRST_STORE_TABLE, heightKey, storeTables } from './keys.js';
import type { Family, StorePort } from './port.js';

/** Records that blocks have written, by table. */
export class TableCounts {
  readonly byTable = new Map<number, number>();
  /** Blocks with a body, and therefore with signatures. */
  bodies = 0;
  /** Lists of changed balances of the blocks whose events are kept. */
  balances = 0;
  /** Height from which the lists are kept. */
  balancesFrom = 0;
  /** Keys of all accounts: more than one Set can hold. */
  readonly #publicKeys = new ShardedMap<true>();
  /** Records that later blocks overwrite: their last values are compared at the end. */
  readonly overwritten = new Map<string, Uint8Array>();

  add(key: Uint8Array): void {
    const table = key[0] as number;
    // An account's key is written again when a transaction names the account by key before it signs.
    if (table === storeTables.publicKeys) this.#publicKeys.set(toBinary(key), true);
    else this.byTable.set(table, (this.byTable.get(table) ?? 0) + 1);
  }

  overwrite(key: Uint8Array, value: Uint8Array): void {
    const name = toBinary(key);
    if (!this.overwritten.has(name)) this.add(key);
    this.overwritten.set(name, value);
  }

  expected(table: number): number {
    if (table === storeTables.publicKeys) return this.#publicKeys.size;
    return this.byTable.get(table) ?? 0;
  }
}

/** Keys read at a time. */
const PAGE = 8_192;

async function countKeys(store: StorePort, from: Uint8Array, to: Uint8Array, family: Family): Promise<number> {
  let count = 0;
  let gte = from;
  for (;;) {
    const page = await store.range({ gte, lt: to, family, keysOnly: true, limit: PAGE });
    count += page.length;
    const last = page.at(-1);
    if (page.length < PAGE || !last) return count;
    // The next key in byte order.
    gte = new Uint8Array([...last.key, 0]);
  }
}

/** Yields a sentence for every table whose number of records differs from the count. */
export async function* countRecords(store: StorePort, counts: TableCounts): AsyncIterable<string> {
  const named = new Map<number, string>(Object.entries(storeTables).map(([name, id]) => [id, name]));
  for (let table = FIRST_STORE_TABLE; table <= 0xff; table++) {
    const end = table === 0xff ? new Uint8Array() : Uint8Array.of(table + 1);
    const found = await countKeys(store, Uint8Array.of(table), end, 'default');
    const expected = counts.expected(table);
    if (found !== expected)
      yield `${named.get(table) ?? `table ${table}`} holds ${found} records instead of ${expected}`;
  }
  for (const family of ['bodies', 'signatures'] as const) {
    const found = await countKeys(store, new Uint8Array(), new Uint8Array(), family);
    if (found !== counts.bodies) yield `${family} holds ${found} values instead of ${counts.bodies}`;
  }
  // What is below was pruned, and may not be deleted yet.
  const lists = await countKeys(store, heightKey(counts.balancesFrom), new Uint8Array(), 'balances');
  if (lists !== counts.balances) yield `balances holds ${lists} values instead of ${counts.balances}`;
  for (const [name, value] of counts.overwritten) {
    const key = Buffer.from(name, 'latin1');
    const stored = await store.get(key);
    if (!stored || !bytesEqual(stored, value)) yield `a record of ${named.get(key[0] as number)} differs`;
  }
}
