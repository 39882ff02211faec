/** Intervals between blocks: how long each took, and whether the chain was busy or idle.
 *
 *  A chain without transactions makes an empty block now and then to show that it is alive. That interval says nothing
 *  about its speed, and neither does the wait for the first transaction after an idle time. */

import { duration } from './format.js';
import type { Head } from './heads.js';

export interface Interval {
  readonly ms: number;
  /** The block was empty, or waited for its first transaction. */
  readonly idle: boolean;
}

/** Intervals this many times as long as the median of blocks with transactions count as idle. */
const PAUSE_TIMES = 4;

const middle = (sorted: readonly number[]): number | undefined => sorted[Math.floor((sorted.length - 1) / 2)];

/** @param heads newest first, without gaps. @returns intervals, oldest first, without the one after genesis, which can be years. */
export function intervalsOf(heads: readonly Head[], most: number): readonly Interval[] {
  const found = heads.slice(0, most + 1).flatMap((head, at) => {
    const before = heads[at + 1];
    return before && before.height > 0 ? [{ ms: Math.max(0, head.time - before.time), empty: head.txCount === 0 }] : [];
  });
  const busy = found.filter(({ empty }) => !empty);
  // Preferably blocks right after another block with transactions, which cannot have waited for their own transactions.
  const behind = found.filter(({ empty }, at) => !empty && found[at + 1]?.empty === false);
  const times = (behind.length > 0 ? behind : busy).map(({ ms }) => ms);
  const usual = middle(times.sort((a, b) => a - b)) ?? 0;
  return found
    .slice(0, most)
    .reverse()
    .map(({ ms, empty }) => ({ ms, idle: empty || ms > PAUSE_TIMES * usual }));
}

const rangeOf = (times: readonly number[]): string => {
  const [least, most] = [duration(Math.min(...times)), duration(Math.max(...times))];
  return least === most ? least : `${least} to ${most}`;
};

/** The intervals in a sentence. */
export function intervalSentence(intervals: readonly Interval[]): string {
  if (intervals.length === 0) return 'No two blocks yet.';
  const [busy, idle] = [false, true].map((wanted) =>
    intervals.flatMap((interval) => (interval.idle === wanted ? [interval.ms] : [])),
  ) as [number[], number[]];
  if (busy.length === 0) return `At rest: an empty block after ${rangeOf(idle)}.`;
  const rest = idle.length === 0 ? '' : ` ${idle.length} at rest, after up to ${duration(Math.max(...idle))}.`;
  return `${rangeOf(busy)} from block to block at work.${rest}`;
}
