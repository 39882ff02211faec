/** When requests are sent, and what the books say of them, on a clock that the tests set. */

import { describe, expect, test } from 'vitest';
import { Ledger, NOT_SENT, UNANSWERED } from '../../../bench/load/ledger.js';
import { ClosedPace, type Due, OpenPace } from '../../../bench/load/pace.js';
import { NumberList, quantilesOf } from '../../../bench/load/quantiles.js';
import { planRounds } from '../../../bench/load/run.js';

const WINDOW = { begin: 1_000, end: 3_000 };
const idOf = (slot: number): number => 7_000 + slot;
const ledger = (): Ledger => new Ledger(WINDOW, idOf);

const openPace = (changes: Partial<ConstructorParameters<typeof OpenPace>[0]> = {}): OpenPace =>
  new OpenPace({ begin: 0, end: 3_000, ramp: 0, rate: 10, batch: 1, count: 100, maxWaiting: 100, ...changes });

function takeAll(pace: OpenPace, now: number): Due[] {
  const all: Due[] = [];
  for (let due = pace.next(now); due; due = pace.next(now)) all.push(due);
  return all;
}

describe('open loop', () => {
  test('the rate rises evenly to its height, and no faster', () => {
    const pace = openPace({ ramp: 2_000, end: 4_000, count: 1_000 });
    const planned = takeAll(pace, 60_000).map((due) => due.planned);
    // Half of the rate in the ramp: ten requests, of which a quarter in its first half; then ten a second.
    expect(planned.filter((at) => at < 2_000)).toHaveLength(10);
    expect(planned.filter((at) => at < 1_000)).toHaveLength(3);
    expect(planned.slice(10)).toEqual(Array.from({ length: 20 }, (_, at) => 2_000 + at * 100));
    const gaps = planned.slice(1).map((at, index) => at - (planned[index] as number));
    expect(gaps.every((gap, index) => index === 0 || gap <= (gaps[index - 1] as number) + 1e-9)).toBe(true);
  });

  test('requests fall due at the rate, whenever they are asked for', () => {
    const pace = openPace();
    expect(takeAll(pace, 0).map(({ planned }) => planned)).toEqual([0]);
    expect(takeAll(pace, 99)).toEqual([]);
    expect(takeAll(pace, 350).map(({ planned }) => planned)).toEqual([100, 200, 300]);
    expect(pace.isOver(2_899)).toBe(false);
    expect(takeAll(pace, 60_000).map(({ slots }) => slots[0])).toEqual(Array.from({ length: 26 }, (_, at) => at + 4));
    expect(pace.isOver(60_000)).toBe(true);
  });

  test('the latency of one that had to wait for a connection counts from the plan', () => {
    const pace = openPace();
    const books = ledger();
    takeAll(pace, 1_099);
    // The node stalls: what fell due at 1,100 and 1,200 leaves at 1,900 and is answered at 1,950.
    const late = takeAll(pace, 1_250);
    expect(late.map(({ planned }) => planned)).toEqual([1_100, 1_200]);
    for (const due of late) books.offer(due);
    for (const due of late) books.answered(due, 'accepted', 1_950, false);
    expect([...books.close().answerMs]).toEqual([850, 750]);
  });

  test('batches fall due together, and only whole ones', () => {
    const pace = openPace({ batch: 4, count: 10 });
    expect(takeAll(pace, 10_000)).toEqual([
      { slots: [0, 1, 2, 3], planned: 0 },
      { slots: [4, 5, 6, 7], planned: 400 },
    ]);
  });

  test('a request without room in the queue is dropped, and counted', () => {
    const pace = openPace({ maxWaiting: 3 });
    expect(pace.next(900)?.planned).toBe(0);
    expect(pace.notSent.map(({ planned }) => planned)).toEqual([300, 400, 500, 600, 700, 800, 900]);
    expect(takeAll(pace, 900).map(({ planned }) => planned)).toEqual([100, 200]);
    takeAll(pace, 1_000);
    expect(pace.next(1_100)?.planned).toBe(1_100);
  });

  test('a long run keeps its queue short', () => {
    const pace = openPace({ rate: 1_000, count: 3_000 });
    let taken = 0;
    for (let now = 0; now < 3_000; now++) taken += takeAll(pace, now).length;
    expect(taken).toBe(3_000);
  });
});

describe('closed loop', () => {
  const closed = (): ClosedPace => new ClosedPace({ begin: 0, end: 1_000, batch: 2, count: 5 });

  test('there is always a next one, until the supply or the time is over', () => {
    const pace = closed();
    expect(pace.next(-1)).toBeUndefined();
    expect(pace.next(5)).toEqual({ slots: [0, 1], planned: 5 });
    expect(pace.next(1_000)).toBeUndefined();
    expect(pace.next(6)).toEqual({ slots: [2, 3], planned: 6 });
    expect(pace.ranOut).toBe(false);
    expect(pace.next(7)).toEqual({ slots: [4], planned: 7 });
    expect(pace.ranOut).toBe(true);
  });

  test('what was refused goes first', () => {
    const pace = closed();
    pace.next(1);
    pace.again([1]);
    expect(pace.next(2)?.slots).toEqual([1, 2]);
  });
});

describe('books', () => {
  const due = (slots: readonly number[], planned: number): Due => ({ slots, planned });
  const busy = { code: 'busy', retryAfterSeconds: 1 };

  test('the window takes what was to be sent in it, and totals add up', () => {
    const books = ledger();
    const before = due([0, 1], 999);
    const inside = due([2, 3, 4], 1_000);
    const after = due([5], 3_000);
    for (const one of [before, inside, after]) books.offer(one);
    books.answered(before, 'accepted', 1_500, false);
    books.answered(inside, [undefined, { code: 'nonce_used', retryAfterSeconds: undefined }, busy], 2_400, false);
    books.answered(after, 'accepted', 3_100, false);
    const lost = due([6, 7], 2_999);
    books.offer(lost);
    books.lost(lost, UNANSWERED, 9_000);
    const given = due([8], 2_000);
    books.offer(given);
    books.lost(given, NOT_SENT, 2_100);
    const closed = books.close();
    expect(closed.offered).toBe(6);
    expect(closed.refused).toEqual({ nonce_used: 1, busy: 1, connection: 2, not_sent: 1 });
    expect([...closed.ids]).toEqual([idOf(2)]);
    expect(closed.seconds).toEqual({ offered: [3, 3], accepted: [2, 1], refused: [0, 3] });
  });

  test('one that is sent again is final since it was first to be sent, and answered since the last time', () => {
    const books = ledger();
    const first = due([4], 1_100);
    books.offer(first);
    expect(books.answered(first, [busy], 1_200, true)).toEqual([4]);
    const second = due([4], 1_300);
    books.offer(second);
    books.answered(second, 'accepted', 1_350, true);
    const closed = books.close();
    expect(closed.offered).toBe(2);
    expect(closed.refused).toEqual({ busy: 1 });
    expect([...closed.begun]).toEqual([1_100]);
    expect([...closed.answerMs]).toEqual([50]);
  });

  test('a refusal for good is not sent again', () => {
    const books = ledger();
    expect(books.answered(due([4], 1_100), [{ code: 'x', retryAfterSeconds: undefined }], 1_200, true)).toEqual([]);
  });
});

describe('quantiles', () => {
  test('by nearest rank, of values in any order', () => {
    const values = Float64Array.from({ length: 100 }, (_, at) => ((at * 37) % 100) + 1);
    expect(quantilesOf(values)).toEqual({ count: 100, p50: 50, p95: 95, p99: 99, max: 100 });
    expect(quantilesOf(Float64Array.of(3))).toEqual({ count: 1, p50: 3, p95: 3, p99: 3, max: 3 });
    expect(quantilesOf(new Float64Array())).toEqual({ count: 0, p50: 0, p95: 0, p99: 0, max: 0 });
  });

  test('a list of numbers grows', () => {
    const list = new NumberList();
    for (let value = 0; value < 5_000; value++) list.push(value);
    expect(list.length).toBe(5_000);
    expect([...list.from(4_998)]).toEqual([4_998, 4_999]);
  });
});

describe('rounds', () => {
  test('a run that can be signed ahead is one round with its warm-up', () => {
    expect(planRounds(30, 1_000, 100_000)).toEqual([
      { seconds: 30, warmUpSeconds: 5, count: 35_000, expectedRate: 1_000 },
    ]);
    expect(planRounds(2, 100, 100_000)[0]).toMatchObject({ seconds: 2, warmUpSeconds: 1, count: 300 });
  });

  test.each([
    [300, 4_000, 280_000],
    [3_600, 100, 280_000],
    [10, 100_000, 200_000],
  ])('%i s at %i/s with memory for %i are split into whole seconds', (seconds, rate, items) => {
    const plans = planRounds(seconds, rate, items);
    expect(plans.reduce((sum, plan) => sum + plan.seconds, 0)).toBe(seconds);
    for (const plan of plans) {
      expect(plan.count).toBeLessThanOrEqual(items);
      expect(plan.seconds).toBeGreaterThan(0);
      expect(plan.seconds).toBeLessThanOrEqual(240);
    }
    expect(plans.length).toBeGreaterThan(1);
  });
});
