/** Metrics of an edge. */

import type { MetricsPage } from '../../api/operations.js';
import type { Samples } from '../metrics/definition.js';
import { EXPOSITION_TYPE, exposition } from '../metrics/exposition.js';
import type { EdgeReading } from './edge.js';
import { lagOf } from './edgeHealth.js';

/** With what its server knows. */
export interface EdgeNumbers extends EdgeReading {
  readonly readers: number;
  readonly privateClients: number;
  /** Bytes that wait for clients. */
  readonly heldBytes: number;
}

interface EdgeMetric {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  read(numbers: EdgeNumbers): number;
}

export const edgeMetrics: readonly EdgeMetric[] = [
  { name: 'rouged_edge_clients', type: 'gauge', help: 'Clients of the stream.', read: ({ clients }) => clients },
  {
    name: 'rouged_edge_readers',
    type: 'gauge',
    help: 'Those of them that read server-sent events.',
    read: ({ readers }) => readers,
  },
  {
    name: 'rouged_edge_private_clients',
    type: 'gauge',
    help: 'Those of them with a connection to the node for private events.',
    read: ({ privateClients }) => privateClients,
  },
  {
    name: 'rouged_edge_events_total',
    type: 'counter',
    help: 'Events that have come from the stream.',
    read: ({ events }) => events,
  },
  { name: 'rouged_edge_bytes_total', type: 'counter', help: 'Their bytes.', read: ({ bytes }) => bytes },
  {
    name: 'rouged_edge_deliveries_total',
    type: 'counter',
    help: 'Events that were given to a client, live.',
    read: ({ deliveries }) => deliveries,
  },
  {
    name: 'rouged_edge_log_reads_total',
    type: 'counter',
    help: 'Parts of the log that clients asked for again.',
    read: ({ reads }) => reads,
  },
  {
    name: 'rouged_edge_stream_reads_total',
    type: 'counter',
    help: 'Those for which JetStream was read, because they were not in memory.',
    read: ({ streamReads }) => streamReads,
  },
  {
    name: 'rouged_edge_last_event',
    type: 'gauge',
    help: 'Number of the latest event that clients have.',
    read: ({ event }) => event,
  },
  {
    name: 'rouged_edge_lag_events',
    type: 'gauge',
    help: 'Events of the stream, or of the node as far as it is known, that clients do not have yet.',
    read: lagOf,
  },
  {
    name: 'rouged_edge_remembered_bytes',
    type: 'gauge',
    help: 'Bytes of the latest events in memory.',
    read: ({ rememberedBytes }) => rememberedBytes,
  },
  {
    name: 'rouged_edge_held_bytes',
    type: 'gauge',
    help: 'Bytes that wait for clients.',
    read: ({ heldBytes }) => heldBytes,
  },
  {
    name: 'rouged_edge_restarts_total',
    type: 'counter',
    help: 'New beginnings after NATS was away.',
    read: ({ restarts }) => restarts,
  },
  {
    name: 'rouged_edge_connected',
    type: 'gauge',
    help: '1 while there is a connection to NATS.',
    read: ({ isConnected }) => (isConnected ? 1 : 0),
  },
];

export const edgePage = (numbers: () => EdgeNumbers): MetricsPage => ({
  contentType: EXPOSITION_TYPE,
  render(): string {
    const now = numbers();
    return exposition(
      edgeMetrics.map(({ name, type, help, read }) => ({ name, type, help, samples: [[{}, read(now)]] as Samples })),
    );
  },
});
