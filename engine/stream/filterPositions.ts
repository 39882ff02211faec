/** Which transactions a replay has to read, when its filter does not select all of them.
 *
 *  In: a filter, and a height from which events are wanted. Out: positions of transactions by height, from the histories of what
 *  the filter names. */

import { XRGE } from '../base/amounts.js';
import type { AccountId } from '../crypto/address.js';
import { contractSubject, type SubjectId, tokenSubject } from '../ledger/subjects.js';
import type { EventFilter } from '../store/chainStore.js';
import { historyKey, keyNumber } from '../store/keys.js';
import type { KeyReader } from '../store/port.js';
import { decodePositions } from '../store/records.js';

/** Entries of histories that one replay may hold: when it would need more, its blocks are decoded instead. */
const MAX_ENTRIES = 50_000;
const PAGE = 512;

/** Positions of transactions by height. */
export type Positions = ReadonlyMap<number, ReadonlySet<number>>;

/** Positions of the transactions in some histories, from a height on: read newest first.
 *  @returns undefined when there are too many. */
export async function positionsIn(
  reader: KeyReader,
  wanted: readonly (AccountId | SubjectId)[],
  height: number,
): Promise<Positions | undefined> {
  const found = new Map<number, Set<number>>();
  let entries = 0;
  for (const owner of wanted) {
    let end = Number.MAX_SAFE_INTEGER;
    for (let more = true; more; ) {
      const range = { gte: historyKey(owner, 0), lt: historyKey(owner, end), reverse: true, limit: PAGE };
      const page = await reader.range(range);
      more = page.length === PAGE;
      for (const { key, value } of page) {
        const entry = decodePositions(value);
        more &&= entry.height >= height;
        if (entry.height < height) break;
        end = keyNumber(key);
        entries += entry.positions.length;
        const positions = found.get(entry.height) ?? new Set();
        for (const position of entry.positions) positions.add(position);
        found.set(entry.height, positions);
      }
      if (entries > MAX_ENTRIES) return undefined;
    }
  }
  return found;
}

/** The histories that together hold every transaction of the accounts and tokens of a filter, and every one in which its contracts
 *  emitted events; XRGE has no history. Where all contracts are followed, the records of events name their transactions.
 *  @returns undefined when something has no history. */
export function historiesOf({ accounts, tokens, contracts, contractEvents }: EventFilter) {
  if (tokens.includes(XRGE)) return undefined;
  const emitters = contractEvents ? [] : contracts.map(contractSubject);
  return [...accounts, ...tokens.map(tokenSubject), ...emitters];
}
