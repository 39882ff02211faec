/** Candidates in block order: a few of the bridge, then by tip and arrival. What is of the directory comes after everything else, so it has a list of its own.
 *  A sender's own transactions keep their order, but what does not count on its place passes a transaction of the directory. */

import { Heap } from '../base/heap.js';
import { byPriority, type Entry, type PoolItem } from './entry.js';

const isDirectoryEntry = ({ isOfDirectory }: Entry): boolean => isOfDirectory;

const namesPlace = ({ item }: Entry): boolean => item.transaction.accountNonce !== undefined;

/** Those of one sender that come before the directory's. An account nonce counts every transaction before it. So whatever names one
 *  keeps its place behind the directory's transaction, and waits for the next block; and nothing passes a transaction of the directory
 *  that names one. */
function firstOf(entries: readonly Entry[]): readonly Entry[] {
  const at = entries.findIndex(isDirectoryEntry);
  const own = entries[at];
  if (!own) return entries;
  const behind = entries.slice(at + 1).filter(({ isOfDirectory }) => !isOfDirectory);
  const stop = namesPlace(own) ? 0 : behind.findIndex(namesPlace);
  return [...entries.slice(0, at), ...(stop < 0 ? behind : behind.slice(0, stop))];
}

/** Places of a block before what pays. What authorities state is free, so blocks full of tips would never carry it; a key that was stolen must
 *  not fill blocks either. A node verifies as many claims at a time. */
const BRIDGE_PLACES = 8;

/** What is of the bridge and comes first. What names an account nonce keeps its place, and nothing passes such a one of its sender.
 *  @param waiting in the order of arrival. @param queueOf the entries of its sender, in that order. */
export function firstOfBridge(
  waiting: Iterable<Entry>,
  queueOf: (entry: Entry) => readonly Entry[],
): ReadonlySet<Entry> {
  const first = new Set<Entry>();
  for (const entry of waiting) {
    if (first.size === BRIDGE_PLACES) break;
    const named = queueOf(entry).find((own) => own === entry || namesPlace(own));
    if (named === entry && !namesPlace(entry)) first.add(entry);
  }
  return first;
}

/** Without the directory. @param queues the entries of each sender in the order of their arrival; they may change while this runs.
 *  @param first what comes before all others. */
export function* inBlockOrder(
  queues: Iterable<readonly Entry[]>,
  first: ReadonlySet<Entry> = new Set(),
): Generator<PoolItem> {
  const others: (readonly Entry[])[] = [];
  for (const entries of queues) {
    const own = firstOf(entries);
    others.push(first.size === 0 ? own : own.filter((entry) => !first.has(entry)));
  }
  for (const { item } of first) yield item;
  yield* byTip(others);
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

/** The next of a sender's entries. */
interface QueueHead {
  entry: Entry;
  readonly rest: readonly Entry[];
  /** Place of the one after it in `rest`. */
  next: number;
}

const compareHeads = (a: QueueHead, b: QueueHead): number => byPriority(a.entry, b.entry);

function* byTip(queues: Iterable<readonly Entry[]>): Generator<PoolItem> {
  const heads = new Heap(compareHeads);
  for (const entries of queues) {
    const [entry] = entries;
    if (entry) heads.push({ entry, rest: [...entries], next: 1 });
  }
  for (let head = heads.peek(); head; head = heads.peek()) {
    yield head.entry.item;
    const entry = head.rest[head.next++];
    if (entry) {
      head.entry = entry;
      heads.replaceTop(head);
    } else heads.pop();
  }
}
