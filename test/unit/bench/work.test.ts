/** The work of a transfer: processor time divided by what was included, and by a signature's time. */

import { describe, expect, test } from 'vitest';
import { readResult } from '../../../bench/load/resultFile.js';
import { tableOfSeries } from '../../../bench/load/seriesTable.js';
import { tableOfLoad } from '../../../bench/load/table.js';
import { workOf } from '../../../bench/load/work.js';
import { warmSignatureProbe } from '../../../bench/micro/warmSignature.js';
import { loadSample } from '../../support/loadSample.js';
import { SeededRandom, testSeed } from '../../support/random.js';

describe('the work of a transfer', () => {
  test('milliseconds of all transfers become microseconds of one, and signatures', () => {
    expect(workOf({ transfers: 2_000, nodeMs: 480, mainMs: 130 }, 10)).toEqual({
      signatureUs: 10,
      nodeUs: 240,
      mainUs: 65,
      node: 24,
      main: 6.5,
    });
  });

  test('without the main thread its members are absent', () => {
    expect(workOf({ transfers: 100, nodeMs: 20, mainMs: undefined }, 8)).toEqual({
      signatureUs: 8,
      nodeUs: 200,
      node: 25,
    });
  });

  test('nothing was included, or nothing is known of the time', () => {
    expect(workOf({ transfers: 0, nodeMs: 480, mainMs: 130 }, 10)).toBeUndefined();
    expect(workOf({ transfers: 10, nodeMs: 0, mainMs: undefined }, 10)).toBeUndefined();
    expect(workOf({ transfers: 10, nodeMs: Number.NaN, mainMs: undefined }, 10)).toBeUndefined();
    expect(workOf({ transfers: 10, nodeMs: 5, mainMs: 1 }, 0)).toBeUndefined();
  });

  test('a run prints it, and its result is read back', () => {
    const result = loadSample(new SeededRandom(testSeed()), 5);
    expect(readResult(JSON.stringify(result)).work).toEqual(result.work);
    const lines = tableOfLoad(result).split('\n');
    expect(lines.filter((line) => /^ {2}work +24\.0 signatures {3}a transaction 240\.0 us/.test(line))).toHaveLength(1);
    expect(lines.filter((line) => /^ {4}of it main thread +6\.5 signatures {3}65\.0 us$/.test(line))).toHaveLength(1);
    const { work: _, ...without } = result;
    expect(tableOfLoad(without)).not.toContain('signatures');
  });

  test('a series prints it in the row of its rate, beside the times', () => {
    const maximum = loadSample(new SeededRandom(testSeed()), 5);
    const { options, rates, latency } = maximum;
    const [at, refused] = [Math.round(rates.included / 2), { busy: 2, connection: 1 }];
    const half = {
      ...{ ...maximum, options: { ...options, rate: at }, notes: ['it rained'] },
      totals: { ...maximum.totals, refused },
      latency: { ...latency, answer: { count: 1, p50: 1.25, p95: 2, p99: 3.75, max: 9 } },
    };
    const { work: _, ...without } = half;
    const lines = tableOfSeries([{ ...maximum, options: { ...options, rate: 'max' } }, half, without]).split('\n');
    expect(lines[0]).toContain('several rates, each for 5 s');
    const [first, second, third] = lines.slice(5).map((line) => line.trim().split(/ {2,}/));
    const numbers = ['24.0', '6.5', '240.0', '65.0'];
    expect(first?.[0]).toBe('maximum');
    expect(first?.slice(-4)).toEqual(numbers);
    expect(second?.slice(0, 6)).toEqual([
      ...[`${at.toLocaleString('en-US')}/s`, '50 %', first?.[1], '3', '1.3', '3.8'],
    ]);
    expect(second?.slice(-4)).toEqual(numbers);
    expect(third).toEqual(second?.slice(0, -4));
    expect(lines).toContain(`note: ${at.toLocaleString('en-US')}/s: it rained`);
  });

  test('the probe verifies signatures that hold, and takes time', () => {
    const us = warmSignatureProbe()();
    expect(us).toBeGreaterThan(0);
  });
});
