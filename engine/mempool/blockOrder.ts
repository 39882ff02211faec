import { Heap } from '../base/heap.js';
import { byPriority, type Entry, type PoolItem } from './entry.js';

/** Candidates in block order: by tip, then arrival; a sender's own transactions keep their order.
 *  @param queues the entries of each sender in the order of their arrival; they may change while this runs. */
export function* inBlockOrder(queues: Iterable<readonly Entry[]>): Generator<PoolItem> {
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
