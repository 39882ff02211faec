/** What limits a run, on given readings, and where the time of a transfer went. */

import { describe, expect, test } from 'vitest';
import { type LimitReadings, limitOf } from '../../../bench/load/limit.js';
import { Span } from '../../../bench/load/nodeReadings.js';
import { readSamples } from '../../../bench/load/prometheus.js';
import { Growth, stagesOf } from '../../../bench/load/stages.js';

const readings: LimitReadings = {
  asked: 'max',
  rates: { offered: 4_000, accepted: 4_000, refused: 0, included: 4_000, final: 4_000 },
  offered: 40_000,
  refused: {},
  blockIntervalMs: 400,
  blockTimeMs: 400,
  filledByTransactions: 0.1,
  filledByBytes: 0.4,
  main: { active: 0.5, running: 0.48, waiting: 0.02 },
  verifyShare: 0.5,
  storeShare: 0.1,
  stages: [
    { name: 'receive', on: 'main', microsecondsPerTransfer: 90, share: 0.3 },
    { name: 'apply', on: 'main', microsecondsPerTransfer: 120, share: 0.4 },
    { name: 'verify', on: 'verify', microsecondsPerTransfer: 200, share: 0.5 },
  ],
  generator: 0.4,
  cores: 8,
  coresTaken: 2,
  requestsUnderWay: 128,
};

const limitWith = (changes: Partial<LimitReadings>) => limitOf({ ...readings, ...changes });

describe('the limit of a run', () => {
  test('is the offered rate when the node kept up', () => {
    expect(limitWith({ asked: 4_000 })).toEqual({
      name: 'offered rate',
      because: "4,000/s were offered and 4,000/s included; the node's main thread worked 50 % of the time",
    });
    expect(limitWith({ asked: 5_000 }).name).not.toBe('offered rate');
    expect(limitWith({ asked: 4_000, refused: { busy: 4_000 } }).name).not.toBe('offered rate');
  });

  test('is a rule that refuses, but not a sign of overload', () => {
    expect(limitWith({ refused: { insufficient_balance: 8_000, busy: 20_000 } })).toEqual({
      name: 'refusals: insufficient_balance',
      because: '20 % of the requests were refused with insufficient_balance',
    });
    for (const code of ['busy', 'mempool_full', 'connection', 'not_sent'])
      expect(limitWith({ refused: { [code]: 20_000 } }).name).toBe('requests under way');
  });

  test('is no refusal when nothing was offered', () => {
    expect(limitWith({ offered: 0 }).name).toBe('requests under way');
  });

  test('is the block, by bytes or by count, when it is full and in time', () => {
    expect(limitWith({ filledByBytes: 0.97 })).toEqual({
      name: 'block limit: signed bytes',
      because: 'blocks used 97 % of the signed bytes that the network allows, one each 400 ms',
    });
    expect(limitWith({ filledByTransactions: 0.95 }).name).toBe('block limit: transactions');
    expect(limitWith({ filledByBytes: 0.97, blockIntervalMs: 900 }).name).not.toMatch(/^block/);
  });

  test('is the stage with the largest share of a busy main thread', () => {
    expect(limitWith({ main: { active: 0.95, running: 0.9, waiting: 0.05 } })).toEqual({
      name: 'main thread: apply',
      because: "the node's main thread worked 95 % of the time, 40 % in apply",
    });
    expect(limitWith({ main: { active: 0.95 } }).name).toBe('main thread: apply');
  });

  test('is the processor when the main thread waits for one', () => {
    expect(limitWith({ main: { active: 0.95, running: 0.5, waiting: 0.4 } }).name).toBe('processor');
    expect(limitWith({ coresTaken: 7.6 }).name).toBe('processor');
  });

  test('is another thread, or the generator itself', () => {
    expect(limitWith({ verifyShare: 0.93 }).name).toBe('verify');
    expect(limitWith({ storeShare: 0.93 }).name).toBe('store');
    expect(limitWith({ generator: 0.93 }).name).toBe('generator');
  });

  test('is not made up where the target says nothing', () => {
    const { main: _, verifyShare: __, storeShare: ___, coresTaken: ____, ...rest } = readings;
    expect(limitOf({ ...rest, stages: [] }).name).toBe('unknown');
  });
});

describe('stages', () => {
  const page = (factor: number, clock: number): string =>
    [
      '# HELP rouged_clock_seconds The clock.',
      `rouged_clock_seconds ${clock}`,
      `rouged_transactions_total{result="applied"} ${factor * 900}`,
      `rouged_transactions_total{result="failed"} ${factor * 100}`,
      'rouged_verify_lanes 2',
      `rouged_thread_active_seconds_total{thread="main"} ${factor * 5}`,
      `rouged_thread_active_seconds_total{thread="store"} ${factor * 1}`,
      `rouged_thread_active_seconds_total{thread="verify-0"} ${factor * 4}`,
      `rouged_thread_active_seconds_total{thread="verify-1"} ${factor * 6}`,
      ...['admit', 'apply', 'root', 'sign', 'settle', 'stream', 'certify'].map(
        (stage, at) => `rouged_stage_seconds_sum{stage="${stage}"} ${factor * (at + 1) * 0.1}`,
      ),
      `rouged_verify_wait_seconds_sum ${factor * 2}`,
      `rouged_verify_wait_seconds_count ${factor * 500}`,
      '',
    ].join('\n');
  const reading = (factor: number, clock: number) => ({ at: clock * 1_000, samples: readSamples(page(factor, clock)) });
  const growth = new Growth([new Span(reading(1, 100), reading(2, 110)), new Span(reading(7, 200), reading(8, 210))]);

  test('are divided by the transfers of all windows, and what is left of the main thread is receiving', () => {
    expect(growth.seconds).toBe(20);
    expect(growth.transactions).toBe(2_000);
    const stages = Object.fromEntries(stagesOf(growth).map((stage) => [stage.name, stage]));
    const each = (name: string): number => stages[name]?.microsecondsPerTransfer ?? Number.NaN;
    expect(Object.keys(stages)).toHaveLength(9);
    // admit 0.1 and settle 0.5 seconds in each window; apply 0.2, root 0.3, stream 0.6.
    expect(each('mempool')).toBeCloseTo(600);
    expect(each('apply')).toBeCloseTo(200);
    expect(each('root')).toBeCloseTo(300);
    expect(each('stream')).toBeCloseTo(600);
    expect(each('receive')).toBeCloseTo(5_000 - 600 - 200 - 300 - 600);
    expect(each('verify')).toBeCloseTo(10_000);
    expect(stages.verify?.share).toBeCloseTo(0.5);
    expect(each('commit')).toBeCloseTo(1_000);
    expect(stages.commit?.share).toBeCloseTo(0.1);
    expect(each('sign')).toBeCloseTo(400 + 700);
    expect(each('packet wait')).toBeCloseTo(4_000);
  });

  test('of no transfers are none', () => {
    expect(stagesOf(new Growth([]))).toEqual([]);
    expect(stagesOf(new Growth([new Span(reading(1, 100), reading(1, 110))]))).toEqual([]);
  });
});
