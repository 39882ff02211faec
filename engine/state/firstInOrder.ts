/** The first entries of an order, out of many that come in no order, without sorting them all.
 *
 *  In: entries one by one. Out: as many of them as were asked for, sorted. Held at any time: a few times that many. */

import type { Compare } from './sortedList.js';

/** Entries that may come together, as a multiple of those that are kept, before the others are let go of. Letting go takes
 *  linear time: with four times as many it costs each entry that came in at most a few comparisons. */
const ROOM = 4;

/** @param count entries at most, at least 1. */
export function firstInOrder<T>(entries: Iterable<T>, count: number, compare: Compare<T>): T[] {
  const found: T[] = [];
  /** Set once `count` entries are known that all stand at or before it. */
  let last: T | undefined;
  for (const entry of entries) {
    if (last !== undefined && compare(entry, last) > 0) continue;
    found.push(entry);
    if (found.length >= ROOM * count) last = keepFirst(found, count, compare);
  }
  if (found.length > count) keepFirst(found, count, compare);
  return found.sort(compare);
}

/** Leaves the first `count` entries, in no order. @returns the last of them. */
function keepFirst<T>(entries: T[], count: number, compare: Compare<T>): T {
  let low = 0;
  let high = entries.length - 1;
  const wanted = count - 1;
  while (low < high) {
    const pivot = middleOf(entries, low, high, compare);
    let left = low;
    let right = high;
    // Hoare's partition: up to `right` nothing stands behind the pivot, from `left` on nothing before it.
    while (left <= right) {
      while (compare(entries[left] as T, pivot) < 0) left++;
      while (compare(entries[right] as T, pivot) > 0) right--;
      if (left > right) break;
      [entries[left], entries[right]] = [entries[right] as T, entries[left] as T];
      left++;
      right--;
    }
    if (wanted <= right) high = right;
    else if (wanted >= left) low = left;
    else break;
  }
  entries.length = count;
  return entries[wanted] as T;
}

/** Of the first, the middle and the last entry the one in the middle: entries in order are no bad case then. */
function middleOf<T>(entries: readonly T[], low: number, high: number, compare: Compare<T>): T {
  const three = [entries[low] as T, entries[(low + high) >>> 1] as T, entries[high] as T];
  return three.sort(compare)[1] as T;
}
