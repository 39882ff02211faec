/** Metrics of a publisher. */

import type { MetricsPage } from '../../api/operations.js';
import type { Samples } from '../metrics/definition.js';
import { EXPOSITION_TYPE, exposition } from '../metrics/exposition.js';
import type { PublisherReading } from './publisher.js';

interface PublisherMetric {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  read(reading: PublisherReading): number;
}

export const publisherMetrics: readonly PublisherMetric[] = [
  {
    name: 'rouged_publish_events_total',
    type: 'counter',
    help: 'Events that the stream has stored.',
    read: ({ events }) => events,
  },
  { name: 'rouged_publish_bytes_total', type: 'counter', help: 'Their bytes.', read: ({ bytes }) => bytes },
  {
    name: 'rouged_publish_last_event',
    type: 'gauge',
    help: 'Number of the last event in the stream.',
    read: ({ published }) => published,
  },
  {
    name: 'rouged_publish_lag_events',
    type: 'gauge',
    help: 'Events of the node that the stream does not have yet.',
    read: ({ latest, published }) => Math.max(0, latest - published),
  },
  {
    name: 'rouged_publish_restarts_total',
    type: 'counter',
    help: 'New beginnings after NATS or the node was away.',
    read: ({ restarts }) => restarts,
  },
  {
    name: 'rouged_publish_connected',
    type: 'gauge',
    help: '1 while events are carried.',
    read: ({ isConnected }) => (isConnected ? 1 : 0),
  },
];

export const publisherPage = (reading: () => PublisherReading): MetricsPage => ({
  contentType: EXPOSITION_TYPE,
  render(): string {
    const now = reading();
    return exposition(
      publisherMetrics.map(({ name, type, help, read }) => ({
        name,
        type,
        help,
        samples: [[{}, read(now)]] as Samples,
      })),
    );
  },
});
