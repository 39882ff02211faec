/** Counters of the state: how many tokens, pools, collections, pool events, contracts and wallets there are. Each also assigns numbers to them. */

import { readU64, u64Bytes } from '../base/bytes.js';
import type { StateView, StateWriter } from '../state/state.js';
import { defineTable, type Table } from '../state/table.js';

export type CounterName = 'tokens' | 'pools' | 'collections' | 'pool_events' | 'contracts' | 'wallets';

/** Key: the counter's name. */
export const counters: Table<number> = defineTable({
  id: 0x16,
  name: 'counters',
  encode: u64Bytes,
  decode: (bytes) => readU64(bytes, 0),
});

export const countOf = (view: StateView, name: CounterName): number => view.get(counters, name) ?? 0;

/** Counts one more. @returns the count before it. */
export function countOne(state: StateWriter, name: CounterName): number {
  const before = countOf(state, name);
  state.put(counters, name, before + 1);
  return before;
}
