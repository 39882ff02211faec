/** The part of `promtool check metrics` that looks at names: the rules of Prometheus' promlint, rewritten here so that
 *  they are checked where that program is not installed. */

import type { ScrapedMetric } from './exposition.js';

const TYPES = ['counter', 'gauge', 'histogram', 'summary'] as const;

/** Units that are not base units, and short forms of any. Seconds, bytes, ratios and counts remain. */
const OTHER_UNITS =
  /(?:^|_)(?:(?:nano|micro|milli|kilo|mega|giga|tera)?(?:seconds|bytes|bits)|minutes?|hours?|days?|weeks?|percent|bits?)(?:_|$)/;
const BASE_UNITS = /(?:^|_)(?:seconds|bytes)(?:_|$)/;
const SHORT_UNITS = /_(?:s|ms|us|ns|sec|b|kb|mb|gb|tb|pb|m|h|d)(?:_|$)/;
const SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
const SUFFIXES_OF_HISTOGRAMS = /_(?:count|sum|bucket)$/;

/** @returns one sentence for each fault. */
export function lintMetric(name: string, { type, help, samples }: ScrapedMetric): readonly string[] {
  const faults: string[] = [];
  const fault = (is: boolean, text: string): void => {
    if (is) faults.push(`${name}: ${text}`);
  };
  fault(help.trim() === '', 'has no help text');
  fault(!TYPES.includes(type as (typeof TYPES)[number]), `has the type ${type}`);
  fault(type === 'counter' && !name.endsWith('_total'), 'is a counter and does not end in _total');
  fault(type !== 'counter' && name.endsWith('_total'), 'ends in _total and is no counter');
  fault(type !== 'histogram' && SUFFIXES_OF_HISTOGRAMS.test(name), 'has the suffix of a histogram');
  fault(!SNAKE_CASE.test(name), 'is not in snake case');
  fault(OTHER_UNITS.test(name) && !BASE_UNITS.test(name), 'has a unit that is no base unit');
  fault(SHORT_UNITS.test(name), 'has an abbreviated unit');
  fault(new RegExp(`_${type}(?:_|$)`).test(name), 'has its type in its name');
  const labels = new Set(samples.flatMap((sample) => Object.keys(sample.labels)));
  for (const label of labels) {
    fault(!SNAKE_CASE.test(label), `has the label ${label}, which is not in snake case`);
    fault(label === 'le' && type !== 'histogram', 'has the label of a histogram');
    fault(label === 'quantile' && type !== 'summary', 'has the label of a summary');
  }
  return faults;
}
