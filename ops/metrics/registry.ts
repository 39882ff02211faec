/** The metric table as a prom-client registry: numbers are read when somebody scrapes, and cost nothing before.
 *
 *  In: what the metrics read from. Out: the page for `/metrics`. The delays of the event loop that prom-client measures are
 *  left out: they start anew with every scrape, so that two scrapers take them from each other. So are its gauges whose names
 *  end in `_total` as only a counter's may. */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { MetricsPage } from '../../api/operations.js';
import type { HistogramReading } from '../../engine/base/histogram.js';
import type { HistogramMetric, HistogramSamples, Labels, NumberMetric, Samples, Sources } from './definition.js';
import { metricTable } from './table.js';

const LOOP_LAG = /^nodejs_eventloop_lag_/;
const GAUGE_CALLED_TOTAL = /^nodejs_active_\w+_total$/;

const sampleList = (samples: Samples): readonly (readonly [Labels, number])[] =>
  samples === undefined ? [] : typeof samples === 'number' ? [[{}, samples]] : samples;

const isReading = (samples: HistogramSamples): samples is HistogramReading => 'counts' in samples;

function addNumber(registry: Registry, metric: NumberMetric, sources: () => Sources): void {
  const { name, help, labels = [], type } = metric;
  const configuration = { name, help, labelNames: [...labels], registers: [registry] };
  if (type === 'gauge')
    new Gauge({
      ...configuration,
      collect() {
        this.reset();
        const samples = metric.read(sources());
        if (samples === undefined) this.remove();
        for (const [values, value] of sampleList(samples)) this.set(values, value);
      },
    });
  else
    new Counter({
      ...configuration,
      collect() {
        this.reset();
        for (const [values, value] of sampleList(metric.read(sources()))) this.inc(values, value);
      },
    });
}

interface BucketValue {
  readonly metricName: string;
  readonly labels: Record<string, string | number>;
  readonly value: number;
}

/** Samples of one histogram in the exposition format's terms: cumulative buckets, sum, count. */
function bucketsOf(name: string, labels: Labels, { bounds, counts, sum }: HistogramReading): BucketValue[] {
  const values: BucketValue[] = [];
  let count = 0;
  counts.forEach((inBucket, index) => {
    count += inBucket;
    values.push({ metricName: `${name}_bucket`, labels: { ...labels, le: bounds[index] ?? '+Inf' }, value: count });
  });
  values.push({ metricName: `${name}_sum`, labels, value: sum });
  values.push({ metricName: `${name}_count`, labels, value: count });
  return values;
}

/** A histogram that was counted elsewhere. */
class ReadHistogram extends Histogram {
  constructor(
    registry: Registry,
    private readonly metric: HistogramMetric,
    private readonly sources: () => Sources,
  ) {
    super({ name: metric.name, help: metric.help, labelNames: [...(metric.labels ?? [])], registers: [registry] });
  }

  /** What the registry asks for, and what `get` is made from. */
  getForPromString() {
    const samples = this.metric.read(this.sources());
    const list = isReading(samples) ? [[{}, samples] as const] : samples;
    const values = list.flatMap(([labels, reading]) => bucketsOf(this.metric.name, labels, reading));
    const { name, help } = this.metric;
    return Promise.resolve({ name, help, type: 'histogram', aggregator: 'sum', values });
  }
}

/** @param take called once a scrape. */
export function createMetricsPage(take: () => Sources): MetricsPage {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray()) {
    if (LOOP_LAG.test(name) || GAUGE_CALLED_TOTAL.test(name)) registry.removeSingleMetric(name);
  }
  let current: Sources | undefined;
  const sources = (): Sources => {
    current ??= take();
    return current;
  };
  for (const metric of metricTable) {
    if (metric.type === 'histogram') new ReadHistogram(registry, metric, sources);
    else if (metric.type !== 'default') addNumber(registry, metric, sources);
  }
  return {
    contentType: registry.contentType,
    render() {
      current = undefined;
      return registry.metrics();
    },
  };
}
