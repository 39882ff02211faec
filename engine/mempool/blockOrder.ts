/** Candidates in block order: first everything that is not of the directory, then the directory, each by tip, then arrival. A
 *  sender's own transactions keep their order, but what does not count on its place passes a transaction of the directory. */

import { Heap } from '../base/heap.js';
import { byPriority, type Entry, type PoolItem } from './entry.js';

/** One sender's entries in the two parts of a block, each in the order of arrival. */
interface Parts {
  readonly first: readonly Entry[];
  readonly last: readonly Entry[];
}

/** An account nonce counts every transaction before it. So whatever names one keeps its place behind the directory's transaction, and
 *  waits for the next block; and nothing passes a transaction of the directory that names one. */
function partsOf(entries: readonly Entry[]): Parts {
  const at = entries.findIndex(({ isOfDirectory }) => isOfDirectory);
  const own = entries[at];
  if (!own) return { first: entries, last: [] };
  const counts = ({ item }: Entry): boolean => item.transaction.accountNonce !== undefined;
  const behind = entries.slice(at + 1).filter(({ isOfDirectory }) => !isOfDirectory);
  const stop = counts(own) ? 0 : behind.findIndex(counts);
  return { first: [...entries.slice(0, at), ...(stop < 0 ? behind : behind.slice(0, stop))], last: [own] };
}

/** @param queues the entries of each sender in the order of their arrival; they may change while this runs. */
export function* inBlockOrder(queues: Iterable<readonly Entry[]>): Generator<PoolItem> {
  const last: (readonly Entry[])[] = [];
  const first: (readonly Entry[])[] = [];
  for (const entries of queues) {
    const parts = partsOf(entries);
    first.push(parts.first);
    if (parts.last.length > 0) last.push(parts.last);
  }
  yield* byTip(first);
  yield* byTip(last);
}

function* byTip(queues: Iterable<readonly Entry[]>): Generator<PoolItem> {
  const heads = new Heap<{ readonly entry: Entry; readonly rest: readonly Entry[]; readonly next: number }>((a, b) =>
    byPriority(a.entry, b.entry),
  );
  for (const entries of queues) {
    const [entry] = entries;
    if (entry) heads.push({ entry, rest: [...entries], next: 1 });
  }
  for (let head = heads.pop(); head; head = heads.pop()) {
    yield head.entry.item;
    const entry = head.rest[head.next];
    if (entry) heads.push({ entry, rest: head.rest, next: head.next + 1 });
  }
}
