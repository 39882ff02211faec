/** The metric table as a page: numbers are read at a scrape, and cost nothing before. */

import type { MetricsPage } from '../../api/operations.js';
import type { Metric, Sources } from './definition.js';
import { EXPOSITION_TYPE, exposition, type Reading } from './exposition.js';
import { metricTable } from './table.js';

function readingOf(metric: Metric, sources: Sources): Reading {
  const { name, help } = metric;
  return metric.type === 'histogram'
    ? { type: metric.type, name, help, samples: metric.read(sources) }
    : { type: metric.type, name, help, samples: metric.read(sources) };
}

/** @param take called once a scrape. */
export const createMetricsPage = (take: () => Sources): MetricsPage => ({
  contentType: EXPOSITION_TYPE,
  render() {
    const sources = take();
    return exposition(metricTable.map((metric) => readingOf(metric, sources)));
  },
});
