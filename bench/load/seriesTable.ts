/** The results of several runs at one node as text for a terminal. In: the results, that at the maximum first. Out: lines, a row for each. */

import { aligned } from '../report.js';
import type { LoadResult, Quantiles } from './result.js';
import { headingOf } from './table.js';

const HEAD = ['offered', 'of the maximum', 'included', 'refused'] as const;
const TIMES = ['answer', 'inclusion', 'finality'] as const;
const WORK = ['work', 'of it main thread', 'work', 'of it main thread'] as const;

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
const one = (value: number | undefined): string => value?.toFixed(1) ?? '';

const pair = ({ count, p50, p99 }: Quantiles): string[] => (count === 0 ? ['', ''] : [one(p50), one(p99)]);

/** @param maximum included a second in the first run. */
function rowOf({ options, rates, totals, latency, work }: LoadResult, maximum: number): string[] {
  const { rate } = options;
  const refused = Object.values(totals.refused).reduce((sum, count) => sum + count, 0);
  return [
    rate === 'max' ? 'maximum' : `${whole(rate)}/s`,
    rate === 'max' || maximum === 0 ? '' : `${whole((rate / maximum) * 100)} %`,
    `${whole(rates.included)}/s`,
    whole(refused),
    ...TIMES.flatMap((name) => pair(latency[name])),
    ...[work?.node, work?.main, work?.nodeUs, work?.mainUs].map(one),
  ];
}

/** @returns lines with a final line feed. */
export function tableOfSeries(results: readonly LoadResult[]): string {
  const [first] = results;
  if (!first) return '';
  const units = [...HEAD.map(() => ''), ...TIMES.flatMap(() => ['p50 ms', 'p99 ms'])];
  const rows = [
    [...HEAD, ...TIMES.flatMap((name) => [`to ${name}`, '']), ...WORK],
    [...units, 'signatures', 'signatures', 'us', 'us'],
    ...results.map((result) => rowOf(result, first.rates.included)),
  ];
  const notes = results.flatMap(({ options, notes = [] }) =>
    notes.map((note) => `note: ${options.rate === 'max' ? 'maximum' : `${whole(options.rate)}/s`}: ${note}`),
  );
  const lines = [...headingOf(first, 'several rates, each'), '', aligned(rows, () => true)];
  return `${[...lines, ...(notes.length > 0 ? ['', ...notes] : [])].join('\n')}\n`;
}
