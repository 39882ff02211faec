/** The price chart in words: one interval's numbers, and the whole range in a sentence. */

import { count, percent, price } from './format.js';
import type { Bucket, Range } from './scales.js';

export interface CandlePicture {
  readonly buckets: readonly Bucket[];
  readonly range: Range;
  /** The token that is priced; the price is in the other one. */
  readonly base: string;
  readonly unit: string;
}

const DAY = 86_400;

/** @param seconds since the epoch. @param step of the chart in seconds. */
export function timeText(seconds: number, step: number, whole: boolean): string {
  const time = new Date(seconds * 1_000);
  const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
  const day: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'short',
    ...(step >= 7 * DAY || whole ? { year: 'numeric' } : {}),
  };
  if (step >= DAY) return time.toLocaleDateString(undefined, day);
  return time.toLocaleString(undefined, whole ? { ...day, ...clock } : step >= 3_600 ? day : clock);
}

/** The numbers of one interval. */
export function readout(bucket: Bucket, { range, unit }: Pick<CandlePicture, 'range' | 'unit'>): string {
  const { at, open, high, low, close, volume, swaps } = bucket;
  const when = timeText(at, range.step, true);
  if (swaps === 0 && high === low) return `${when}: ${price(close)} ${unit}, no swap`;
  const moved =
    swaps === 0 ? 'no swap' : `${count(swaps)} ${swaps === 1 ? 'swap' : 'swaps'} of ${price(volume)} ${unit}`;
  return `${when}: open ${price(open)}, high ${price(high)}, low ${price(low)}, close ${price(close)} ${unit}, ${moved}`;
}

/** The whole range in a sentence. */
export function summaryOf({ buckets, range, base, unit }: CandlePicture): string {
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (!first || !last) return 'No price yet.';
  const swaps = buckets.reduce((sum, bucket) => sum + bucket.swaps, 0);
  const one = `One ${base} is ${price(last.close)} ${unit}`;
  const low = Math.min(...buckets.map((bucket) => bucket.low));
  const high = Math.max(...buckets.map((bucket) => bucket.high));
  if (low === high) return `${one}; the price did not move in the last ${range.said}.`;
  const change = percent((100 * (last.close - first.open)) / first.open);
  const moved = `${last.close >= first.open ? '+' : ''}${change} in the last ${range.said}`;
  const limits = `between ${price(low)} and ${price(high)}`;
  return `${one}: ${moved}, ${limits}, ${count(swaps)} ${swaps === 1 ? 'swap' : 'swaps'}.`;
}
