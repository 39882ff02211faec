/** Metrics of an indexer. */

import type { MetricsPage } from '../../api/operations.js';
import type { Samples } from '../metrics/definition.js';
import { EXPOSITION_TYPE, exposition } from '../metrics/exposition.js';
import type { IndexerReading } from './indexer.js';

interface IndexerMetric {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  read(reading: IndexerReading): number;
}

export const indexerMetrics: readonly IndexerMetric[] = [
  { name: 'rouged_index_blocks_total', type: 'counter', help: 'Blocks written.', read: ({ blocks }) => blocks },
  {
    name: 'rouged_index_transactions_total',
    type: 'counter',
    help: 'Their transactions.',
    read: ({ transactions }) => transactions,
  },
  {
    name: 'rouged_index_height',
    type: 'gauge',
    help: 'Height of the newest block in the index; -1 while it has none.',
    read: ({ height }) => height,
  },
  {
    name: 'rouged_index_lag_blocks',
    type: 'gauge',
    help: 'Blocks of the node that the index does not have yet.',
    read: ({ latest, height }) => Math.max(0, latest - height),
  },
  {
    name: 'rouged_index_restarts_total',
    type: 'counter',
    help: 'New beginnings after PostgreSQL or the node was away.',
    read: ({ restarts }) => restarts,
  },
  {
    name: 'rouged_index_connected',
    type: 'gauge',
    help: '1 while blocks are indexed.',
    read: ({ isConnected }) => (isConnected ? 1 : 0),
  },
];

export const indexerPage = (reading: () => IndexerReading): MetricsPage => ({
  contentType: EXPOSITION_TYPE,
  render(): string {
    const now = reading();
    return exposition(
      indexerMetrics.map(({ name, type, help, read }) => ({ name, type, help, samples: [[{}, read(now)]] as Samples })),
    );
  },
});
