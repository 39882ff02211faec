/** What a transaction did to one pool: the source of pool events, prices, statistics and candles.
 *
 *  The ledger numbers each event twice, within its pool and over all pools, so that every page of events is found without a
 *  scan. Each event holds running sums, so the figures of any time window are the difference of two events. */

import {
  type ResultCodec,
  resultOf,
  storedAmount,
  storedFlag,
  storedList,
  storedNumber,
  storedRecord,
  storedText,
  storedWord,
} from './resultCodec.js';

export const poolEventTypes = ['create_pool', 'Swap', 'add_liquidity', 'remove_liquidity'] as const;
export type PoolEventType = (typeof poolEventTypes)[number];

export interface PoolEvent {
  readonly type: PoolEventType;
  readonly poolId: string;
  /** Number of the pool, in the order of creation, from 1. */
  readonly pool: number;
  /** Number among the pool's events, from 0. */
  readonly ordinal: number;
  /** Number among the events of all pools, from 0. */
  readonly sequence: number;
  /** Whether the first token of the pool went in and the second came out; only for swaps. */
  readonly aToB: boolean;
  /** What moved on each side, in quanta or base units. */
  readonly amountA: bigint;
  readonly amountB: bigint;
  /** LP units created or redeemed; 0 for a swap. */
  readonly lp: bigint;
  /** Reserves after the event. */
  readonly reserveA: bigint;
  readonly reserveB: bigint;
  readonly lpSupply: bigint;
  /** Swaps of the pool and what they moved on each side, this one included: sums of up to 256 bits. */
  readonly swaps: number;
  readonly volumeA: bigint;
  readonly volumeB: bigint;
}

/** The stored result of a transaction of the exchange. */
export interface PoolResult {
  readonly events: readonly PoolEvent[];
}

const storedEvent = storedRecord<PoolEvent>({
  type: ['type', storedWord(poolEventTypes)],
  poolId: ['poolId', storedText],
  pool: ['pool', storedNumber],
  ordinal: ['ordinal', storedNumber],
  sequence: ['sequence', storedNumber],
  aToB: ['aToB', storedFlag],
  amountA: ['amountA', storedAmount],
  amountB: ['amountB', storedAmount],
  lp: ['lp', storedAmount],
  reserveA: ['reserveA', storedAmount],
  reserveB: ['reserveB', storedAmount],
  lpSupply: ['lpSupply', storedAmount],
  swaps: ['swaps', storedNumber],
  volumeA: ['volumeA', storedAmount],
  volumeB: ['volumeB', storedAmount],
});

/** The stored member of a result that holds the events. */
export const storedEvents = ['pool_events', storedList(storedEvent)] as const;

export const storedPoolResult: ResultCodec<PoolResult> = resultOf<PoolResult>({ events: storedEvents });

export const poolEventsOf = ({ events }: PoolResult): readonly PoolEvent[] => events;
