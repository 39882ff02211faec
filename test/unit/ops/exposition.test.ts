/** The page of metrics as text: escaping, numbers, histograms; and what the process tells of itself. */

import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Histogram } from '../../../engine/base/histogram.js';
import { EXPOSITION_TYPE, exposition, type Reading } from '../../../ops/metrics/exposition.js';
import { ProcessWatch } from '../../../ops/metrics/processReading.js';
import { readExposition } from '../../support/exposition.js';

const gauge = (samples: Reading['samples']): Reading =>
  ({ type: 'gauge', name: 'a_gauge', help: 'Says something.', samples }) as Reading;

test('a page is what the format says, byte for byte', () => {
  const seconds = new Histogram([0.001, 0.5]);
  for (const value of [2 ** -10, 0.25, 0.5, 3]) seconds.observe(value);
  const page = exposition([
    { type: 'counter', name: 'a_total', help: 'Counts \\ and\nso on.', samples: 7 },
    {
      type: 'gauge',
      name: 'of_labels',
      help: 'G.',
      samples: [
        [{ code: 'a"b\\c\nd', of: 'x' }, -0.5],
        [{ code: '', of: 'y' }, 1e21],
      ],
    },
    { type: 'gauge', name: 'unknown', help: 'U.', samples: undefined },
    { type: 'histogram', name: 's', help: 'S.', samples: seconds },
    { type: 'histogram', name: 'k', help: 'K.', samples: [[{ kind: 'minor' }, new Histogram([1])]] },
  ]);
  expect(page).toBe(
    [
      '# HELP a_total Counts \\\\ and\\nso on.',
      '# TYPE a_total counter',
      'a_total 7',
      '# HELP of_labels G.',
      '# TYPE of_labels gauge',
      'of_labels{code="a\\"b\\\\c\\nd",of="x"} -0.5',
      'of_labels{code="",of="y"} 1e+21',
      '# HELP unknown U.',
      '# TYPE unknown gauge',
      '# HELP s S.',
      '# TYPE s histogram',
      's_bucket{le="0.001"} 1',
      's_bucket{le="0.5"} 3',
      's_bucket{le="+Inf"} 4',
      's_sum 3.7509765625',
      's_count 4',
      '# HELP k K.',
      '# TYPE k histogram',
      'k_bucket{kind="minor",le="1"} 0',
      'k_bucket{kind="minor",le="+Inf"} 0',
      'k_sum{kind="minor"} 0',
      'k_count{kind="minor"} 0',
      '',
    ].join('\n'),
  );
  expect(readExposition(page).size).toBe(5);
  expect(EXPOSITION_TYPE).toBe('text/plain; version=0.0.4; charset=utf-8');
});

test.each([
  [Number.POSITIVE_INFINITY, '+Inf'],
  [Number.NEGATIVE_INFINITY, '-Inf'],
  [Number.NaN, 'NaN'],
  [1e-7, '1e-7'],
  [0, '0'],
  [2 ** 53, '9007199254740992'],
])('%s is written %s', (value, text) => {
  expect(exposition([gauge(value)])).toBe(`# HELP a_gauge Says something.\n# TYPE a_gauge gauge\na_gauge ${text}\n`);
});

/** Only Linux shows a process its descriptors. */
const showsDescriptors = process.platform === 'linux';

test('the process tells its memory, time and descriptors', () => {
  const { residentBytes, heapUsedBytes, externalBytes, ...rest } = new ProcessWatch().read();
  expect(residentBytes).toBeGreaterThan(heapUsedBytes);
  expect(heapUsedBytes).toBeGreaterThan(1e6);
  expect(externalBytes).toBeGreaterThan(0);
  expect(rest.cpuSeconds).toBeGreaterThan(0);
  expect(Math.abs(rest.startTime + process.uptime() - Date.now() / 1_000)).toBeLessThan(2);
  expect(rest.collections.size).toBe(0);
  expect(rest.openDescriptors !== undefined).toBe(showsDescriptors);
  if (showsDescriptors) expect(rest.maxDescriptors).toBeGreaterThan(rest.openDescriptors as number);
});

test('collections of garbage are counted by kind from the start until the stop', async () => {
  const watch = new ProcessWatch();
  watch.start();
  onTestFinished(() => watch.stop());
  let kept: unknown[] = [];
  while (watch.read().collections.size === 0) {
    // More than the young generation holds, so that it is collected.
    kept = Array.from({ length: 100_000 }, (_, at) => [at]);
    await delay();
  }
  expect(kept).toHaveLength(100_000);
  for (const [kind, { sum, counts }] of watch.read().collections) {
    expect(['minor', 'major', 'incremental', 'weakcb']).toContain(kind);
    expect(counts.reduce((all, count) => all + count)).toBeGreaterThan(0);
    expect(sum).toBeGreaterThan(0);
    expect(sum).toBeLessThan(60);
  }
});
