/** The gate's comparison: what is a regression, what a second measurement changes, which figures are missing or new, and the
 *  form of the baseline. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  type BaselineEntry,
  baselineText,
  lowestAllowed,
  type MeasuredRatio,
  parseBaseline,
  renewedBaseline,
} from '../../../bench/gate/baseline.js';
import {
  compareRatios,
  comparisonLine,
  complaintOf,
  judgedAgain,
  rowsOf,
  suspectsOf,
} from '../../../bench/gate/comparison.js';
import { baselineFile } from '../../../bench/gate/gate.js';
import { gateSet } from '../../../bench/gate/set.js';

/** @param best ratio, which is judged; the median is another. */
const measured = (bench: string, figure: string, best: number): MeasuredRatio => ({
  bench,
  figure,
  ratio: { best, median: best * 2, low: best / 2, high: best * 3 },
});

const shared: BaselineEntry = { bench: 'trie', figure: 'one call each', ratio: 8, tolerance: 0.25 };
const floored: BaselineEntry = { bench: 'kernel', figure: 'noble', ratio: 150, floor: 130, because: 'promised' };

const verdicts = (...ratios: readonly MeasuredRatio[]): string[] =>
  compareRatios([shared, floored], ratios).map(({ verdict }) => verdict);

test('a ratio falls below its share or its floor, not at it', () => {
  expect(lowestAllowed(shared)).toBe(6);
  expect(lowestAllowed(floored)).toBe(130);
  expect(verdicts(measured('trie', 'one call each', 6), measured('kernel', 'noble', 130))).toEqual(['kept', 'kept']);
  expect(verdicts(measured('trie', 'one call each', 5.99), measured('kernel', 'noble', 129.9))).toEqual([
    'FELL',
    'FELL',
  ]);
});

test('a ratio that rose is kept', () => {
  expect(verdicts(measured('trie', 'one call each', 80), measured('kernel', 'noble', 1500))).toEqual(['kept', 'kept']);
});

test('a figure of the baseline that was not measured fails, and so does one of another bench', () => {
  expect(verdicts(measured('kernel', 'noble', 150), measured('trie2', 'one call each', 8))).toEqual([
    'NOT MEASURED',
    'kept',
    'NOT IN THE BASELINE',
  ]);
  const [missing, , unknown] = compareRatios(
    [shared, floored],
    [measured('kernel', 'noble', 150), measured('trie', 'new', 2)],
  );
  expect(missing && complaintOf(missing)).toMatch(/^trie, "one call each" is in the baseline and was not measured/);
  expect(unknown && complaintOf(unknown)).toMatch(/^trie, "new" is not in the baseline: .*--update/);
});

test('a ratio that fell once and not again is kept, and says both', () => {
  const first = compareRatios(
    [shared, floored],
    [measured('trie', 'one call each', 4), measured('kernel', 'noble', 150)],
  );
  expect([...suspectsOf(first)]).toEqual(['trie']);
  const judged = judgedAgain(first, [measured('trie', 'one call each', 7.5)]);
  expect(judged.map(({ verdict }) => verdict)).toEqual(['kept', 'kept']);
  expect(judged.map(complaintOf)).toEqual([undefined, undefined]);
  expect(rowsOf(judged)[1]).toEqual([
    'trie',
    'one call each',
    'x 8.00',
    'x 6.00',
    'x 7.50',
    'x 15.0',
    '-6 %',
    'kept, measured twice (x 4.00 at first)',
  ]);
});

test('a ratio that fell twice fails with a sentence that names both values and what to do', () => {
  const first = compareRatios([shared], [measured('trie', 'one call each', 4)]);
  const [judged] = judgedAgain(first, [measured('trie', 'one call each', 5)]);
  expect(judged?.verdict).toBe('FELL');
  const complaint = judged && complaintOf(judged);
  expect(complaint).toContain('trie, "one call each" fell to x 5.00 (and x 4.00 before), x 8.00 less 25 % is x 6.00');
  expect(complaint).toContain('npm run bench -- trie');
  expect(complaint).toContain('npm run gate -- --update');
  expect(JSON.parse(judged ? comparisonLine(judged) : '')).toMatchObject({
    gate: 'trie',
    name: 'one call each',
    verdict: 'FELL',
    baseline: 8,
    lowest: 6,
    ratio: { best: 5 },
    first: { best: 4 },
  });
});

test('the second measurement of a suspect changes no verdict of its neighbours', () => {
  const entries: BaselineEntry[] = [shared, { ...shared, figure: 'portable' }];
  const first = compareRatios(entries, [measured('trie', 'one call each', 4), measured('trie', 'portable', 8)]);
  const judged = judgedAgain(first, [measured('trie', 'one call each', 8), measured('trie', 'portable', 1)]);
  expect(judged.map(({ verdict }) => verdict)).toEqual(['kept', 'kept']);
});

test('a suspect that is not measured again stays fallen', () => {
  const first = compareRatios([shared], [measured('trie', 'one call each', 4)]);
  expect(judgedAgain(first, []).map(({ verdict }) => verdict)).toEqual(['FELL']);
});

test('a renewed baseline is sorted, takes the smaller ratio, keeps allowances and drops what is gone', () => {
  const ratios = [
    measured('trie', 'one call each', 9.8765),
    measured('kernel', 'noble', 160),
    measured('apply', 'copy', 1234.5),
    measured('trie', 'one call each', 8.1234),
    measured('kernel', 'noble', 155),
    measured('apply', 'copy', 1300),
  ];
  const gone: BaselineEntry = { bench: 'gone', figure: 'gone', ratio: 1, tolerance: 0.25 };
  const wide: BaselineEntry = { ...shared, tolerance: 0.4, because: 'noisy' };
  const baseline = renewedBaseline([gone, wide, floored], ratios, 'here');
  expect(baselineText(baseline)).toBe(`{
  "machine": "here",
  "entries": [
    {
      "bench": "apply",
      "figure": "copy",
      "ratio": 1230,
      "tolerance": 0.25
    },
    {
      "bench": "kernel",
      "figure": "noble",
      "ratio": 155,
      "floor": 130,
      "because": "promised"
    },
    {
      "bench": "trie",
      "figure": "one call each",
      "ratio": 8.12,
      "tolerance": 0.4,
      "because": "noisy"
    }
  ]
}
`);
  expect(parseBaseline(baselineText(baseline))).toEqual(baseline);
  expect(renewedBaseline(baseline.entries, [...ratios].reverse(), 'here')).toEqual(baseline);
});

test.each([
  ['no tolerance and no floor', { bench: 'a', figure: 'b', ratio: 1 }],
  ['both', { bench: 'a', figure: 'b', ratio: 1, tolerance: 0.25, floor: 0.5, because: 'c' }],
  ['a tolerance that lets everything pass', { bench: 'a', figure: 'b', ratio: 1, tolerance: 1, because: 'c' }],
  ['a floor above the ratio', { bench: 'a', figure: 'b', ratio: 1, floor: 2, because: 'c' }],
  ['a ratio that is no number', { bench: 'a', figure: 'b', ratio: '1', tolerance: 0.25 }],
  ['another tolerance without a reason', { bench: 'a', figure: 'b', ratio: 1, tolerance: 0.4 }],
  ['a floor without a reason', { bench: 'a', figure: 'b', ratio: 1, floor: 0.5 }],
])('a baseline is refused: %s', (_, entry) => {
  expect(() => parseBaseline(JSON.stringify({ machine: 'here', entries: [entry] }))).toThrow(/an entry has/);
});

test('a baseline is refused: two entries of one figure, no entries', () => {
  expect(() => parseBaseline(JSON.stringify({ machine: 'here', entries: [shared, shared] }))).toThrow(/two entries/);
  expect(() => parseBaseline('{"machine":"here"}')).toThrow(/a list of entries/);
});

test('the committed baseline can be read, has its own form, and covers every bench of the gate', () => {
  const text = readFileSync(baselineFile, 'utf8');
  const baseline = parseBaseline(text);
  expect(baselineText(baseline)).toBe(text);
  expect(new Set(baseline.entries.map(({ bench }) => bench))).toEqual(new Set(gateSet.map(({ bench }) => bench.name)));
  expect(baseline.entries.length).toBeGreaterThanOrEqual(gateSet.length);
});
