/** Prometheus' text format, version 0.0.4, as far as the table of metrics needs it.
 *
 *  In: metrics with their samples. Out: the page. A metric without a sample keeps its help and type, so that a reader of the
 *  page finds every name. Histograms have plain bucket counts on input and cumulative ones on output. */

import type { HistogramReading } from '../../engine/base/histogram.js';
import type { HistogramSamples, Labels, Samples } from './definition.js';

export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** A metric and its reading. */
export type Reading =
  | { readonly type: 'counter' | 'gauge'; readonly name: string; readonly help: string; readonly samples: Samples }
  | {
      readonly type: 'histogram';
      readonly name: string;
      readonly help: string;
      readonly samples: HistogramSamples;
    };

const helpText = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
const labelText = (text: string): string => helpText(text).replaceAll('"', '\\"');

/** Numbers as Go reads them. */
const numberText = (value: number): string => String(value).replace(/^(-?)Infinity$/, (_, sign) => `${sign || '+'}Inf`);

function line(name: string, labels: Labels, value: number, bound?: string): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${labelText(text)}"`);
  if (bound !== undefined) pairs.push(`le="${bound}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${numberText(value)}`;
}

function histogramLines(name: string, labels: Labels, { bounds, counts, sum }: HistogramReading): string[] {
  let count = 0;
  const buckets = counts.map((inBucket, index) => {
    count += inBucket;
    return line(`${name}_bucket`, labels, count, numberText(bounds[index] ?? Number.POSITIVE_INFINITY));
  });
  return [...buckets, line(`${name}_sum`, labels, sum), line(`${name}_count`, labels, count)];
}

function sampleLines(reading: Reading): readonly string[] {
  const { name } = reading;
  if (reading.type === 'histogram') {
    const { samples } = reading;
    const list = 'counts' in samples ? [[{}, samples] as const] : samples;
    return list.flatMap(([labels, one]) => histogramLines(name, labels, one));
  }
  const { samples } = reading;
  if (samples === undefined) return [];
  return typeof samples === 'number'
    ? [line(name, {}, samples)]
    : samples.map(([labels, value]) => line(name, labels, value));
}

export const exposition = (readings: Iterable<Reading>): string =>
  [...readings]
    .flatMap((reading) => [
      `# HELP ${reading.name} ${helpText(reading.help)}`,
      `# TYPE ${reading.name} ${reading.type}`,
      ...sampleLines(reading),
    ])
    .map((text) => `${text}\n`)
    .join('');
