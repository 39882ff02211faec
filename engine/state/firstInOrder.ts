/** The first entries in an order, out of many unsorted ones, without sorting them all.
 *
 *  In: entries one by one. Out: as many of them as the caller wants, sorted. It holds at most a few times that many. */

import type { Compare } from './sortedList.js';

/** How many entries may collect, as a multiple of those that are kept, before the others are dropped. Dropping takes linear
 *  time: with a factor of four it costs at most a few comparisons for each entry. */
const ROOM = 4;

/** @param count entries at most, at least 1. */
export function firstInOrder<T>(entries: Iterable<T>, count: number, compare: Compare<T>): T[] {
  const found: T[] = [];
  /** Set once `count` entries are known that are all at or before it. */
  let last: T | undefined;
  for (const entry of entries) {
    if (last !== undefined && compare(entry, last) > 0) continue;
    found.push(entry);
    if (found.length >= ROOM * count) last = keepFirst(found, count, compare);
  }
  if (found.length > count) keepFirst(found, count, compare);
  return found.sort(compare);
}

/** Keeps only the first `count` entries, unsorted. @returns the last of them in the order. */
function keepFirst<T>(entries: T[], count: number, compare: Compare<T>): T {
  let low = 0;
  let high = entries.length - 1;
  const wanted = count - 1;
  while (low < high) {
    const pivot = middleOf(entries, low, high, compare);
    let left = low;
    let right = high;
    // Hoare's partition: up to `right` nothing comes after the pivot, from `left` on nothing comes before it.
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

/** The median of the first, the middle and the last entry, so that sorted input is not a bad case. */
function middleOf<T>(entries: readonly T[], low: number, high: number, compare: Compare<T>): T {
  const three = [entries[low] as T, entries[(low + high) >>> 1] as T, entries[high] as T];
  return three.sort(compare)[1] as T;
}
