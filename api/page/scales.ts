/** The arithmetic of the price chart: intervals without gaps, prices seen from the other token, round steps. Pure. */

import type { Candle } from './assetAnswers.js';
import { grouped, price } from './format.js';

/** One interval of the chart. */
export interface Bucket {
  /** Seconds. */
  readonly at: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Volume, in the token that the price is in. */
  readonly volume: number;
  readonly swaps: number;
}

export interface Range {
  readonly name: string;
  /** Its name within a sentence. */
  readonly said: string;
  /** The API's name of the interval. */
  readonly interval: string;
  /** Length of one interval in seconds. */
  readonly step: number;
  /** Number of intervals. */
  readonly count: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

export const ranges = [
  { name: '1 h', said: 'hour', interval: '1m', step: MINUTE, count: 60 },
  { name: '6 h', said: '6 hours', interval: '5m', step: 5 * MINUTE, count: 72 },
  { name: '1 d', said: 'day', interval: '30m', step: 30 * MINUTE, count: 48 },
  { name: '1 w', said: 'week', interval: '4h', step: 4 * HOUR, count: 42 },
  { name: '1 mo', said: 'month', interval: '1d', step: DAY, count: 30 },
  { name: '1 y', said: 'year', interval: '1w', step: WEEK, count: 52 },
] as const satisfies readonly Range[];

/** The shortest range that holds all of a pool's life, so that a young pool fills its chart. @param age in seconds. */
export const rangeFor = (age: number): Range => ranges.find(({ step, count }) => step * count >= age) ?? ranges[5];

/** The price of the other token: the highest becomes the lowest. */
export const inverted = (candle: Candle): Candle => ({
  ...candle,
  open: 1 / candle.open,
  high: 1 / candle.low,
  low: 1 / candle.high,
  close: 1 / candle.close,
  volume_a: candle.volume_b,
  volume_b: candle.volume_a,
});

/** Every interval of the range up to `now`, from the first price on; an interval without trades keeps the price.
 *  @param candles oldest first; those before the range give its opening price. @param now in seconds. */
export function bucketsOf(candles: readonly Candle[], { step, count }: Range, now: number): readonly Bucket[] {
  const known = new Map(candles.map((candle) => [candle.timestamp, candle]));
  const last = candles.at(-1);
  if (!last) return [];
  // The API decides where intervals begin; all begin at the same offset.
  const offset = last.timestamp % step;
  const end = Math.max(last.timestamp, Math.floor((now - offset) / step) * step + offset);
  const begin = end - (count - 1) * step;
  let close = candles.filter(({ timestamp }) => timestamp < begin).at(-1)?.close;
  const buckets: Bucket[] = [];
  for (let at = begin; at <= end; at += step) {
    const candle = known.get(at);
    if (candle) {
      const { open, high, low, volume_b: volume, swaps } = candle;
      buckets.push({ at, open, high, low, close: candle.close, volume, swaps });
      close = candle.close;
    } else if (close !== undefined)
      buckets.push({ at, open: close, high: close, low: close, close, volume: 0, swaps: 0 });
  }
  return buckets;
}

export interface Tick {
  readonly value: number;
  /** With as many decimals as its neighbours. */
  readonly text: string;
}

/** Texts longer than this do not fit beside the chart. */
const TICK_DECIMALS = 8;

/** Smallest span relative to the value: below it, doubles are too coarse for steps. */
const LEAST_SPAN = 1e-9;

/** Round values within the limits, at most `wanted`; none when the limits are not a range. */
export function ticks(low: number, high: number, wanted: number): readonly Tick[] {
  const span = high - low;
  if (!(span > Math.abs(high) * LEAST_SPAN) || !Number.isFinite(span)) return [];
  const power = Math.floor(Math.log10(span / wanted));
  const times = [1, 2, 5].find((one) => span / (one * 10 ** power) <= wanted) ?? 10;
  const step = times * 10 ** power;
  const decimals = Math.max(0, times === 10 ? -power - 1 : -power);
  const found: Tick[] = [];
  // Counted in whole steps: repeatedly adding a fraction would drift.
  for (let at = Math.ceil(low / step - 1e-9); at * step <= high && found.length < wanted + 1; at++) {
    const value = Number((at * step).toPrecision(12));
    const plain = decimals <= TICK_DECIMALS && high < 1e9;
    const [whole = '', fraction] = value.toFixed(Math.min(decimals, TICK_DECIMALS)).split('.');
    const text = fraction === undefined ? grouped(whole) : `${grouped(whole)}.${fraction}`;
    found.push({ value, text: plain ? text : price(value) });
  }
  return found;
}

/** The limits of the price axis: the shown prices with some margin, never an empty range. */
export function limitsOf(buckets: readonly Bucket[]): readonly [low: number, high: number] {
  const low = Math.min(...buckets.map((bucket) => bucket.low));
  const high = Math.max(...buckets.map((bucket) => bucket.high));
  const room = high > low ? (high - low) * 0.06 : Math.abs(high) * 0.05 || 1;
  return [Math.max(0, low - room), high + room];
}
