/** Bytes of what pools did: golden values, and what comes back. */

import { expect, test } from 'vitest';
import { fromHex, toBinary, U128_MAX } from '../../../engine/base/bytes.js';
import type { AccountId } from '../../../engine/crypto/address.js';
import { readBatch } from '../../../engine/store/batch.js';
import { type Candle, decodeCandle, encodeCandle } from '../../../engine/store/candles.js';
import { candleKey, poolEventKey, poolEventOrderKey } from '../../../engine/store/keys.js';
import {
  decodePoolEvent,
  encodePoolEvent,
  poolEventKeyAt,
  type StoredPoolEvent,
} from '../../../engine/store/poolRecords.js';
import { batchOf, PoolScene } from '../../support/poolScene.js';
import { SeededRandom, testSeed } from '../../support/random.js';
import { big, hex, join, pattern } from '../../vectors/independent.js';

const event: StoredPoolEvent = {
  type: 'Swap',
  poolId: 'XRGE-qETH',
  pool: 2 ** 33,
  ordinal: 2 ** 34,
  sequence: 2 ** 35,
  aToB: true,
  amountA: U128_MAX,
  amountB: 1n,
  lp: 2n,
  reserveA: 2n ** 100n,
  reserveB: 3n,
  lpSupply: 4n,
  swaps: 2 ** 36,
  volumeA: 2n ** 200n,
  volumeB: 5n,
  transactionId: toBinary(pattern(32, 1)),
  place: 2,
  user: toBinary(pattern(32, 200)) as AccountId,
  height: 2 ** 37,
  time: 1_700_000_000_123,
};

const candle: Candle = {
  open: { a: 1n, b: 2n },
  high: { a: 3n, b: U128_MAX },
  low: { a: U128_MAX, b: 4n },
  close: { a: 5n, b: 6n },
  volumeA: 2n ** 255n,
  volumeB: 7n,
  events: 2 ** 40,
  swaps: 8,
};

test('the record of an event has these bytes', () => {
  const expected = join(
    big(1, 1),
    // Direction, and above it the place.
    big(2 * 2 + 1, 1),
    ...[event.sequence, event.height, event.time, event.swaps].map((value) => big(value, 8)),
    pattern(32, 1),
    pattern(32, 200),
    ...[event.amountA, event.amountB, event.lp, event.reserveA, event.reserveB, event.lpSupply].map((one) =>
      big(one, 16),
    ),
    ...[event.volumeA, event.volumeB].map((value) => big(value, 32)),
    'XRGE-qETH',
  );
  expect(hex(encodePoolEvent(event))).toBe(hex(expected));
});

test('the record of a candle has these bytes', () => {
  const expected = join(
    ...[1n, 2n, 3n, U128_MAX, U128_MAX, 4n, 5n, 6n].map((value) => big(value, 16)),
    ...[candle.volumeA, candle.volumeB].map((value) => big(value, 32)),
    big(candle.events, 8),
    big(candle.swaps, 8),
  );
  expect(hex(encodeCandle(candle))).toBe(hex(expected));
  expect(decodeCandle(encodeCandle(candle))).toEqual(candle);
});

test('keys have these bytes, and their order is that of their numbers', () => {
  expect(hex(poolEventKey(258, 3))).toBe('8a00000000000001020000000000000003');
  expect(hex(poolEventOrderKey(259))).toBe('8b0000000000000103');
  expect(hex(candleKey(1, 2, 256))).toBe('8c0000000000000001020000000000000100');
  expect(fromHex(hex(poolEventKeyAt(poolEventKey(7, 8).subarray(1))))).toEqual(poolEventKey(7, 8));
});

test('events come back from a batch, each with its place in the order of all', () => {
  const scene = new PoolScene(new SeededRandom(testSeed()), 5, 1_700_000_000_000);
  for (let block = 0; block < 100; block++) scene.block(100_000, 3);
  const expected = scene.events;
  const events: StoredPoolEvent[] = [];
  const places: string[] = [];
  readBatch(batchOf(expected), {
    put: (key, value) => {
      if (key[0] === 0x8a) events.push(decodePoolEvent(key, value));
      else places.push(hex(poolEventKeyAt(value)));
    },
    delete: () => expect.unreachable(),
  });
  expect(events).toEqual(expected);
  expect(places).toEqual(expected.map(({ pool, ordinal }) => hex(poolEventKey(pool, ordinal))));
  expect(events.length).toBe(300);
});
