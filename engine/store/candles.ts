/** Candles: what the price of a pool did in a bucket of time.
 *
 *  In: the events of a pool in their order. Out: for each bucket with events, the first, last, highest and lowest price, and
 *  the volumes of its swaps. A price is a pair of reserves, so that nothing is rounded before it is displayed. A bucket opens
 *  at the price of the event before it, so that a chart has no gaps, and its high and low include that price. */

import { readU64, readU128, readU256, writeU64, writeU128, writeU256 } from '../base/bytes.js';

/** Reserves after an event: the price is B for one A. */
export interface Price {
  readonly a: bigint;
  readonly b: bigint;
}

export interface Candle {
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  /** Volume of swaps on each side, in quanta or base units: sums of up to 256 bits. */
  readonly volumeA: bigint;
  readonly volumeB: bigint;
  readonly events: number;
  readonly swaps: number;
}

/** The data of an event that a candle uses. */
export interface CandleEvent {
  readonly type: string;
  readonly amountA: bigint;
  readonly amountB: bigint;
  readonly reserveA: bigint;
  readonly reserveB: bigint;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Intervals whose candles are kept; their positions here are their numbers in keys. */
export const keptIntervals = [MINUTE, HOUR, DAY] as const;

/** An interval that readers can ask for. */
export interface Interval {
  /** Milliseconds. */
  readonly width: number;
  /** A bucket starts here, in milliseconds since the epoch, and at every multiple of the width from there. */
  readonly origin: number;
  /** Number of the kept interval whose candles it is built from. */
  readonly kept: 0 | 1 | 2;
}

/** Weeks start on Monday: the epoch was a Thursday. */
const FIRST_MONDAY = 4 * DAY;

export const intervals = {
  '1m': { width: MINUTE, origin: 0, kept: 0 },
  '5m': { width: 5 * MINUTE, origin: 0, kept: 0 },
  '15m': { width: 15 * MINUTE, origin: 0, kept: 0 },
  '30m': { width: 30 * MINUTE, origin: 0, kept: 0 },
  '1h': { width: HOUR, origin: 0, kept: 1 },
  '4h': { width: 4 * HOUR, origin: 0, kept: 1 },
  '1d': { width: DAY, origin: 0, kept: 2 },
  '1w': { width: 7 * DAY, origin: FIRST_MONDAY, kept: 2 },
} as const satisfies Readonly<Record<string, Interval>>;

export type IntervalName = keyof typeof intervals;

/** Start of the bucket that holds a time; before the epoch for the week that contains it. */
export const candleStart = ({ width, origin }: Pick<Interval, 'width' | 'origin'>, time: number): number =>
  Math.floor((time - origin) / width) * width + origin;

/** Negative when `one` is the lower price. Compares by cross-multiplication: reserves are above zero. */
export function comparePrices(one: Price, other: Price): number {
  const difference = one.b * other.a - other.b * one.a;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

const higher = (one: Price, other: Price): Price => (comparePrices(other, one) > 0 ? other : one);
const lower = (one: Price, other: Price): Price => (comparePrices(other, one) < 0 ? other : one);

/** The candle of a bucket without events. @param price of the event before it. */
export const flatCandle = (price: Price): Candle => ({
  open: price,
  high: price,
  low: price,
  close: price,
  volumeA: 0n,
  volumeB: 0n,
  events: 0,
  swaps: 0,
});

/** The candle with one more event of its bucket. */
export function withEvent(candle: Candle, event: CandleEvent): Candle {
  const close = { a: event.reserveA, b: event.reserveB };
  const isSwap = event.type === 'Swap';
  return {
    open: candle.open,
    high: higher(candle.high, close),
    low: lower(candle.low, close),
    close,
    volumeA: candle.volumeA + (isSwap ? event.amountA : 0n),
    volumeB: candle.volumeB + (isSwap ? event.amountB : 0n),
    events: candle.events + 1,
    swaps: candle.swaps + (isSwap ? 1 : 0),
  };
}

/** Joins two consecutive candles into one. */
export const joined = (first: Candle, second: Candle): Candle => ({
  open: first.open,
  high: higher(first.high, second.high),
  low: lower(first.low, second.low),
  close: second.close,
  volumeA: first.volumeA + second.volumeA,
  volumeB: first.volumeB + second.volumeB,
  events: first.events + second.events,
  swaps: first.swaps + second.swaps,
});

const PRICE_BYTES = 32;
const VOLUMES_AT = 4 * PRICE_BYTES;
const COUNTS_AT = VOLUMES_AT + 64;
const CANDLE_BYTES = COUNTS_AT + 16;

export function encodeCandle({ open, high, low, close, volumeA, volumeB, events, swaps }: Candle): Uint8Array {
  const bytes = new Uint8Array(CANDLE_BYTES);
  [open, high, low, close].forEach(({ a, b }, index) => {
    writeU128(bytes, PRICE_BYTES * index, a);
    writeU128(bytes, PRICE_BYTES * index + 16, b);
  });
  writeU256(bytes, VOLUMES_AT, volumeA);
  writeU256(bytes, VOLUMES_AT + 32, volumeB);
  writeU64(bytes, COUNTS_AT, events);
  writeU64(bytes, COUNTS_AT + 8, swaps);
  return bytes;
}

export function decodeCandle(bytes: Uint8Array): Candle {
  const price = (index: number): Price => ({
    a: readU128(bytes, PRICE_BYTES * index),
    b: readU128(bytes, PRICE_BYTES * index + 16),
  });
  return {
    open: price(0),
    high: price(1),
    low: price(2),
    close: price(3),
    volumeA: readU256(bytes, VOLUMES_AT),
    volumeB: readU256(bytes, VOLUMES_AT + 32),
    events: readU64(bytes, COUNTS_AT),
    swaps: readU64(bytes, COUNTS_AT + 8),
  };
}
