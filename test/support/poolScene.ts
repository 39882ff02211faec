/** Pools with a random history, and the expected answers about it: plain computations over the whole list of events. */

import type { AccountId } from '../../engine/crypto/address.js';
import { poolEventTypes } from '../../engine/ledger/poolEvent.js';
import { BatchWriter } from '../../engine/store/batch.js';
import type { Candle, Price } from '../../engine/store/candles.js';
import { putPoolEvent, type StoredPoolEvent } from '../../engine/store/poolRecords.js';
import type { SeededRandom } from './random.js';

const POOL_IDS = ['GOLD-XRGE', 'IRON-XRGE', 'GOLD-IRON', 'XRGE-qETH', 'A-XRGE', 'B-XRGE', 'C-XRGE'] as const;

interface Standing {
  readonly events: StoredPoolEvent[];
  reserveA: bigint;
  reserveB: bigint;
  lpSupply: bigint;
  swaps: number;
  volumeA: bigint;
  volumeB: bigint;
}

const share = (of: bigint, random: SeededRandom): bigint => (of * BigInt(random.between(1, 200))) / 1_000n + 1n;

const bytes = (random: SeededRandom): string =>
  Array.from({ length: 32 }, () => String.fromCharCode(random.below(256))).join('');

/** Pools, numbered from 1, whose events come in blocks. */
export class PoolScene {
  readonly #pools: Standing[] = [];
  #sequence = 0;
  /** Milliseconds. */
  time: number;
  height = 0;

  /** @param count pools to be opened. @param time of the last block before the first event.
   *  @param openPercent of the events open a pool while there are fewer pools than `count`. */
  constructor(
    private readonly random: SeededRandom,
    private readonly count: number,
    time: number,
    private readonly openPercent = 10,
  ) {
    this.time = time;
  }

  /** Events of a pool so far. */
  eventsOf(pool: number): readonly StoredPoolEvent[] {
    return this.#pools[pool - 1]?.events ?? [];
  }

  poolIdOf = (pool: number): string => POOL_IDS[pool - 1] ?? `P${pool}-XRGE`;

  get pools(): number {
    return this.#pools.length;
  }

  /** All events in their order. */
  get events(): readonly StoredPoolEvent[] {
    return this.#pools.flatMap(({ events }) => events).sort((one, other) => one.sequence - other.sequence);
  }

  /** A block at most `gapMs` after the last one, with `events` events. */
  block(gapMs: number, events: number): readonly StoredPoolEvent[] {
    this.time += this.random.between(1, gapMs);
    this.height++;
    return Array.from({ length: events }, () => this.#event());
  }

  #event(): StoredPoolEvent {
    const { random } = this;
    const opens = this.#pools.length < this.count && (this.#pools.length === 0 || random.chance(this.openPercent));
    if (opens) this.#pools.push(this.#opened());
    const pool = opens ? this.#pools.length : random.between(1, this.#pools.length);
    const standing = this.#pools[pool - 1] as Standing;
    const type = opens ? 'create_pool' : random.chance(70) ? 'Swap' : random.pick(poolEventTypes.slice(2));
    const aToB = random.chance(50);
    const amountA = share(standing.reserveA, random);
    const amountB = share(standing.reserveB, random);
    if (type === 'Swap') {
      standing.reserveA += aToB ? amountA : -amountA;
      standing.reserveB += aToB ? -amountB : amountB;
      standing.swaps++;
      standing.volumeA += amountA;
      standing.volumeB += amountB;
    } else if (!opens) {
      const sign = type === 'add_liquidity' ? 1n : -1n;
      standing.reserveA += sign * amountA;
      standing.reserveB += sign * amountB;
    }
    const { events, ...state } = standing;
    const event: StoredPoolEvent = {
      type,
      poolId: this.poolIdOf(pool),
      pool,
      ordinal: events.length,
      sequence: this.#sequence++,
      aToB: type === 'Swap' && aToB,
      amountA,
      amountB,
      lp: type === 'Swap' ? 0n : amountA,
      ...state,
      transactionId: bytes(random),
      place: random.below(3),
      user: bytes(random) as AccountId,
      height: this.height,
      time: this.time,
    };
    events.push(event);
    return event;
  }

  /** Sides of many sizes, some beyond 64 bits, and sums beyond 128. */
  #opened(): Standing {
    const side = (): bigint => (1n << BigInt(this.random.between(30, 110))) + BigInt(this.random.below(1_000));
    const volume = this.random.chance(30) ? (1n << 128n) - 1n : 0n;
    const sides = { reserveA: side(), reserveB: side(), lpSupply: 1_000_000n };
    return { events: [], ...sides, swaps: 0, volumeA: volume, volumeB: volume };
  }
}

export function batchOf(events: readonly StoredPoolEvent[]): Uint8Array {
  const batch = new BatchWriter();
  for (const event of events) putPoolEvent(batch, event);
  return batch.finish();
}

const priceOf = ({ reserveA, reserveB }: StoredPoolEvent): Price => ({ a: reserveA, b: reserveB });

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

/** Candles of one pool, from all its events: buckets at `origin` and every `width` milliseconds from there. */
export function plainCandles(events: readonly StoredPoolEvent[], width: number, origin: number): Map<number, Candle> {
  const candles = new Map<number, Candle>();
  const starts = [...new Set(events.map(({ time }) => time - ((((time - origin) % width) + width) % width)))];
  for (const start of starts) {
    const inside = events.filter(({ time }) => time >= start && time < start + width);
    const before = events[(inside[0] as StoredPoolEvent).ordinal - 1] ?? (inside[0] as StoredPoolEvent);
    const prices = [before, ...inside].map(priceOf);
    // Of equal prices the earliest stays first: sorting is stable.
    const rising = prices.toSorted((x, y) => Number(x.b * y.a > y.b * x.a) - Number(x.b * y.a < y.b * x.a));
    const falling = prices.toSorted((x, y) => Number(x.b * y.a < y.b * x.a) - Number(x.b * y.a > y.b * x.a));
    const swaps = inside.filter(({ type }) => type === 'Swap');
    candles.set(start, {
      open: prices[0] as Price,
      high: falling[0] as Price,
      low: rising[0] as Price,
      close: prices.at(-1) as Price,
      volumeA: sum(swaps.map(({ amountA }) => amountA)),
      volumeB: sum(swaps.map(({ amountB }) => amountB)),
      events: inside.length,
      swaps: swaps.length,
    });
  }
  return candles;
}
