/** The queue of claims and the checkpoints of a scan: bounds, waits, reorganisations. */

import { describe, expect, test } from 'vitest';
import type { FoundCoin, FoundDeposit } from '../../../../engine/bridge/foundDeposit.js';
import { type Checkpoint, type Checkpoints, upTo, withCheckpoint } from '../../../../ops/relayer/checkpoints.js';
import { ClaimQueue, waitAfter } from '../../../../ops/relayer/claimQueue.js';

const TIMES = { firstWaitMs: 1_000, mostWaitMs: 60_000 };

const deposit = (number: number, coin: FoundCoin = 'ETH'): FoundDeposit => {
  const hash = `0x${number.toString(16).padStart(64, '0')}`;
  return { coin, claimKey: hash, hash, recipient: 'rouge1abc', height: number };
};

const anything = (): boolean => true;

function queueAt(random = 1) {
  const time = { now: 0 };
  const clock = (): number => time.now;
  const queue = new ClaimQueue({ now: () => 5_000, monotonic: clock, random: () => random, times: TIMES });
  return { queue, time };
}

describe('claims', () => {
  test('one of several providers is enough, and each is counted', () => {
    const { queue } = queueAt();
    expect(queue.add('a', deposit(1))).toBe(true);
    expect(queue.add('b', deposit(1))).toBe(false);
    expect([queue.size, queue.countOf('a'), queue.countOf('b'), queue.countOf('c')]).toEqual([1, 1, 1, 0]);
    expect(queue.claims[0]).toMatchObject({ since: 5_000, claimKey: deposit(1).claimKey });
  });

  test('are taken in their order, each by one; what is settled is not found again', () => {
    const { queue } = queueAt();
    for (const number of [1, 2]) queue.add('a', deposit(number));
    const [first, second] = [queue.take(anything), queue.take(anything)];
    expect([first?.height, second?.height, queue.take(anything)]).toEqual([1, 2, undefined]);
    expect(queue.wait(anything)).toBeUndefined();
    queue.settle(deposit(1).claimKey);
    expect(queue.add('b', deposit(1))).toBe(false);
    expect(queue.size).toBe(1);
  });

  test('an answer that may change is asked for again, later and later, and the others go first', () => {
    const { queue, time } = queueAt();
    for (const number of [1, 2]) queue.add('a', deposit(number));
    const waits: number[] = [];
    for (let attempt = 0; attempt < 9; attempt++) {
      expect(queue.take((coin) => coin === 'ETH' && attempt >= 0)?.height).toBe(attempt === 0 ? 1 : 1);
      waits.push(queue.putOff(deposit(1).claimKey));
      if (attempt === 0) {
        expect(queue.take(anything)?.height).toBe(2);
        queue.settle(deposit(2).claimKey);
      }
      time.now += (waits.at(-1) as number) - 1;
      expect(queue.take(anything)).toBeUndefined();
      expect(queue.wait(anything)).toBe(1);
      time.now += 1;
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  });

  test('the wait has jitter between half of it and all of it', () => {
    expect([0, 0.5, 1].map((random) => waitAfter(2, TIMES, random))).toEqual([2_000, 3_000, 4_000]);
    expect(waitAfter(5_000, TIMES, 0)).toBe(30_000);
  });

  test('a claim that is given back goes behind those that wait, at once', () => {
    const { queue, time } = queueAt();
    for (const number of [1, 2]) queue.add('a', deposit(number));
    expect(queue.take(anything)?.height).toBe(1);
    time.now = 7;
    queue.giveBack(deposit(1).claimKey);
    expect([queue.take(anything)?.height, queue.take(anything)?.height]).toEqual([2, 1]);
  });

  test('coins whose part of the bridge is off wait', () => {
    const { queue } = queueAt();
    queue.add('a', deposit(1, 'XRGE'));
    queue.add('a', deposit(2, 'BTC'));
    expect(queue.take((coin) => coin === 'BTC')?.height).toBe(2);
    expect(queue.take((coin) => coin === 'BTC')).toBeUndefined();
    expect(queue.wait((coin) => coin === 'BTC')).toBeUndefined();
    expect(queue.wait(anything)).toBe(0);
  });

  test('a reorganisation takes away what nobody else has seen, and settled ones may come again', () => {
    const { queue } = queueAt();
    for (const number of [1, 5, 6, 7]) queue.add('a', deposit(number));
    queue.add('b', deposit(6));
    queue.take(anything);
    queue.settle(deposit(1).claimKey);
    expect(queue.forget('a', 5)).toBe(1);
    expect(queue.claims.map(({ height }) => height)).toEqual([5, 6]);
    expect([queue.countOf('a'), queue.countOf('b')]).toEqual([1, 1]);
    expect(queue.add('a', deposit(1))).toBe(true);
  });

  test('one that a reorganisation took away while it was asked for may be found again', () => {
    const { queue } = queueAt();
    queue.add('a', deposit(9));
    queue.take(anything);
    queue.forget('a', 5);
    queue.settle(deposit(9).claimKey);
    expect(queue.add('a', deposit(9))).toBe(true);
  });
});

describe('checkpoints', () => {
  const hash = (height: number): string => `h${height}`;

  test('stay few, reach back to the beginning, and are dense near the newest', () => {
    let checkpoints: Checkpoints = [];
    const steps = 20_000;
    for (let height = 5; height < steps * 5; height += 5)
      checkpoints = withCheckpoint(checkpoints, { height, hash: hash(height) });
    expect(checkpoints.length).toBeLessThan(45);
    expect(checkpoints[0]?.height).toBe(5);
    const heights = checkpoints.map(({ height }) => height);
    expect(heights.slice(-3)).toEqual([99_985, 99_990, 99_995]);
    for (const [at, height] of heights.entries()) {
      const depth = 99_995 - height;
      const next = heights[at + 1] ?? height;
      expect(next - height, `below ${height}`).toBeLessThanOrEqual(Math.max(5, depth));
      expect(checkpoints[at]).toEqual({ height, hash: hash(height) } satisfies Checkpoint);
    }
  });

  test('are cut at a height', () => {
    const three = [3, 6, 9].map((height) => ({ height, hash: hash(height) }));
    expect(upTo(three, 6)).toEqual(three.slice(0, 2));
    expect(upTo(three, 2)).toEqual([]);
  });
});
