/** Comparing measured ratios with the baseline, without measuring anything.
 *
 *  In: entries of the baseline and ratios of this run. Out: a verdict for each, and sentences for those that fail. Every
 *  entry must have been measured and every ratio must be in the baseline: otherwise a figure could disappear from either
 *  unnoticed and would no longer be checked. */

import { type BaselineEntry, lowestAllowed, type MeasuredRatio } from './baseline.js';

export type Verdict = 'kept' | 'FELL' | 'NOT MEASURED' | 'NOT IN THE BASELINE';

export interface Comparison {
  readonly bench: string;
  readonly figure: string;
  readonly verdict: Verdict;
  /** Absent when the figure is not in the baseline. */
  readonly entry?: BaselineEntry;
  /** Absent when the figure was not measured; the second measurement's when there was one. */
  readonly measured?: MeasuredRatio;
  /** Set when it was measured a second time. */
  readonly first?: MeasuredRatio;
}

const isOf =
  ({ bench, figure }: { readonly bench: string; readonly figure: string }) =>
  (other: { readonly bench: string; readonly figure: string }): boolean =>
    other.bench === bench && other.figure === figure;

const verdictOf = (entry: BaselineEntry, { ratio }: MeasuredRatio): Verdict =>
  ratio.best < lowestAllowed(entry) ? 'FELL' : 'kept';

/** In the order of the baseline, followed by figures that are not in it. */
export function compareRatios(
  entries: readonly BaselineEntry[],
  ratios: readonly MeasuredRatio[],
): readonly Comparison[] {
  const known = entries.map((entry): Comparison => {
    const { bench, figure } = entry;
    const measured = ratios.find(isOf(entry));
    if (!measured) return { bench, figure, entry, verdict: 'NOT MEASURED' };
    return { bench, figure, entry, measured, verdict: verdictOf(entry, measured) };
  });
  const unknown = ratios.filter((ratio) => !entries.some(isOf(ratio)));
  return [
    ...known,
    ...unknown.map(
      (measured): Comparison => ({
        bench: measured.bench,
        figure: measured.figure,
        measured,
        verdict: 'NOT IN THE BASELINE',
      }),
    ),
  ];
}

/** Benches to measure a second time before one of their ratios counts as fallen. */
export const suspectsOf = (comparisons: readonly Comparison[]): ReadonlySet<string> =>
  new Set(comparisons.filter(({ verdict }) => verdict === 'FELL').map(({ bench }) => bench));

/** A ratio that fell the first time is judged by the second measurement alone; the others keep their verdicts. */
export const judgedAgain = (
  comparisons: readonly Comparison[],
  second: readonly MeasuredRatio[],
): readonly Comparison[] =>
  comparisons.map((comparison) => {
    const { verdict, entry, measured: first } = comparison;
    const measured = second.find(isOf(comparison));
    if (verdict !== 'FELL' || !entry || !first || !measured) return comparison;
    return { ...comparison, measured, first, verdict: verdictOf(entry, measured) };
  });

const times = (ratio: number): string => `x ${ratio >= 1_000 ? ratio.toFixed(0) : ratio.toPrecision(3)}`;

const allowanceText = (entry: BaselineEntry): string =>
  'floor' in entry
    ? `the floor is ${times(entry.floor)}`
    : `${times(entry.ratio)} less ${(entry.tolerance * 100).toFixed(0)} % is ${times(lowestAllowed(entry))}`;

/** What failed and what to do about it; undefined for a ratio that passes. */
export function complaintOf({ bench, figure, verdict, entry, measured, first }: Comparison): string | undefined {
  const name = `${bench}, "${figure}"`;
  if (verdict === 'NOT MEASURED')
    return `${name} is in the baseline and was not measured: bring the figure back, or take it out with npm run gate -- --update`;
  if (verdict === 'NOT IN THE BASELINE')
    return `${name} is not in the baseline: put it in with npm run gate -- --update`;
  if (verdict === 'kept' || !entry || !measured) return undefined;
  const again = first ? ` (and ${times(first.ratio.best)} before)` : '';
  return (
    `${name} fell to ${times(measured.ratio.best)}${again}, ${allowanceText(entry)}: the engine's way lost beside the other; ` +
    `find the change that did it with npm run bench -- ${bench} before and after, or, when the loss is meant or the baseline ` +
    'comes from another kind of machine, write it anew with npm run gate -- --update'
  );
}

const HEAD = ['bench', 'figure', 'baseline', 'lowest', 'now', 'median', 'change', 'verdict'];

/** A head and one row for each comparison. The median of the rounds' ratios, which benches print, is only for information. */
export const rowsOf = (comparisons: readonly Comparison[]): readonly (readonly string[])[] => [
  HEAD,
  ...comparisons.map(({ bench, figure, verdict, entry, measured, first }) => {
    const ratio = measured?.ratio;
    const change = entry && ratio ? (ratio.best / entry.ratio - 1) * 100 : undefined;
    return [
      bench,
      figure,
      entry ? times(entry.ratio) : '',
      entry ? times(lowestAllowed(entry)) : '',
      ratio ? times(ratio.best) : '',
      ratio ? times(ratio.median) : '',
      change === undefined ? '' : `${change < 0 ? '-' : '+'}${Math.abs(change).toFixed(0)} %`,
      first ? `${verdict}, measured twice (${times(first.ratio.best)} at first)` : verdict,
    ];
  }),
];

/** One JSON object. */
export const comparisonLine = ({ bench, figure, verdict, entry, measured, first }: Comparison): string =>
  JSON.stringify({
    gate: bench,
    name: figure,
    verdict,
    ...(entry && { baseline: entry.ratio, lowest: lowestAllowed(entry) }),
    ...(measured && { ratio: measured.ratio }),
    ...(first && { first: first.ratio }),
  });
