/** The work of a transfer: processor time divided by what was included, and by a signature's time. */

import { describe, expect, test } from 'vitest';
import { readResult } from '../../../bench/load/resultFile.js';
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

  test('the probe verifies signatures that hold, and takes time', () => {
    const us = warmSignatureProbe()();
    expect(us).toBeGreaterThan(0);
  });
});
