/** Candidates in block order: by tip, then arrival. What is of the directory comes after everything else, so it has a list of its own.
 *  A sender's own transactions keep their order, but what does not count on its place passes a transaction of the directory. */

import { Heap } from '../base/heap.js';
import { byPriority, type Entry, type PoolItem } from './entry.js';

/** Those of one sender that come before the directory's. An account nonce counts every transaction before it. So whatever names one
 *  keeps its place behind the directory's transaction, and waits for the next block; and nothing passes a transaction of the directory
 *  that names one. */
function firstOf(entries: readonly Entry[]): readonly Entry[] {
  const at = entries.findIndex(({ isOfDirectory }) => isOfDirectory);
  const own = entries[at];
  if (!own) return entries;
  const counts = ({ item }: Entry): boolean => item.transaction.accountNonce !== undefined;
  const behind = entries.slice(at + 1).filter(({ isOfDirectory }) => !isOfDirectory);
  const stop = counts(own) ? 0 : behind.findIndex(counts);
  return [...entries.slice(0, at), ...(stop < 0 ? behind : behind.slice(0, stop))];
}

/** Without the directory. @param queues the entries of each sender in the order of their arrival; they may change while this runs. */
export function* inBlockOrder(queues: Iterable<readonly Entry[]>): Generator<PoolItem> {
  const first: (readonly Entry[])[] = [];
  for (const entries of queues) first.push(firstOf(entries));
  yield* byTip(first);
}

/** What is of the directory. Blocks may carry it before others of its sender, which do not count on their place. */
export interface DirectoryItem {
  readonly item: PoolItem;
  /** The account nonce that its sender has when all are in the chain that come before it and count. */
  readonly afterNonce: number;
}

/** @param queues the entries of each sender of which one is of the directory, in the order of their arrival. */
export function directoryInOrder(queues: Iterable<readonly Entry[]>): DirectoryItem[] {
  const found: { readonly entry: Entry; readonly afterNonce: number }[] = [];
  for (const entries of queues) {
    let afterNonce = 0;
    for (const entry of entries) {
      const named = entry.item.transaction.accountNonce ?? 0;
      if (entry.isOfDirectory) found.push({ entry, afterNonce: Math.max(afterNonce, named - 1) });
      if (entry.isOfDirectory) break;
      afterNonce = Math.max(afterNonce, named);
    }
  }
  found.sort((a, b) => byPriority(a.entry, b.entry));
  return found.map(({ entry: { item }, afterNonce }) => ({ item, afterNonce }));
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
