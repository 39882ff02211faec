/** What a transaction did to one pool: the source of pool events, prices, statistics and candles.
 *
 *  Numbered twice by the ledger, within its pool and over all pools, so that every page of events is found without a scan.
 *  The sums up to and including it make any window of time the difference of two events. */

export const poolEventTypes = ['create_pool', 'Swap', 'add_liquidity', 'remove_liquidity'] as const;
export type PoolEventType = (typeof poolEventTypes)[number];

export interface PoolEvent {
  readonly type: PoolEventType;
  readonly poolId: string;
  /** Number of the pool, in the order of creation, from 1. */
  readonly pool: number;
  /** Of the pool's events, from 0. */
  readonly ordinal: number;
  /** Of all pools' events, from 0. */
  readonly sequence: number;
  /** Whether the first token of the pool went in and the second came out; of swaps alone. */
  readonly aToB: boolean;
  /** What moved on each side, in quanta or base units. */
  readonly amountA: bigint;
  readonly amountB: bigint;
  /** LP units made or given back; 0 for a swap. */
  readonly lp: bigint;
  /** After it. */
  readonly reserveA: bigint;
  readonly reserveB: bigint;
  readonly lpSupply: bigint;
  /** Swaps of the pool and what they moved on each side, this one included: sums of up to 256 bits. */
  readonly swaps: number;
  readonly volumeA: bigint;
  readonly volumeB: bigint;
}

type Amounts = 'amountA' | 'amountB' | 'lp' | 'reserveA' | 'reserveB' | 'lpSupply' | 'volumeA' | 'volumeB';

/** As it is kept in a receipt: JSON has no bigint. */
type StoredEvent = Omit<PoolEvent, Amounts> & Readonly<Record<Amounts, string>>;

/** The member of an `ApplyResult` that `poolEventsOf` reads. */
export const storedEvents = (events: readonly PoolEvent[]): readonly StoredEvent[] =>
  events.map((event) => ({
    ...event,
    amountA: String(event.amountA),
    amountB: String(event.amountB),
    lp: String(event.lp),
    reserveA: String(event.reserveA),
    reserveB: String(event.reserveB),
    lpSupply: String(event.lpSupply),
    volumeA: String(event.volumeA),
    volumeB: String(event.volumeB),
  }));

/** The events in an `ApplyResult` that has `pool_events`. */
export function poolEventsOf(result: Readonly<Record<string, unknown>> | null): readonly PoolEvent[] {
  const stored = (result?.pool_events ?? []) as readonly StoredEvent[];
  return stored.map((event) => ({
    ...event,
    amountA: BigInt(event.amountA),
    amountB: BigInt(event.amountB),
    lp: BigInt(event.lp),
    reserveA: BigInt(event.reserveA),
    reserveB: BigInt(event.reserveB),
    lpSupply: BigInt(event.lpSupply),
    volumeA: BigInt(event.volumeA),
    volumeB: BigInt(event.volumeB),
  }));
}
