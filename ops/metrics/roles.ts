/** What is shown of the programs beside nodes, and when an operator is told: publishers, edges, indexers, relayers. Each serves its own page of
 *  metrics; these are the panels of one dashboard for all of them, and their alerts. */

import { type Alert, chosen, lines, type Panel, rate } from './definition.js';

export interface PanelRow {
  readonly title: string;
  readonly panels: readonly Panel[];
}

const each = (title: string, unit: Panel['unit'], expr: string): Panel => lines(title, unit, { '{{instance}}': expr });

export const roleRows: readonly PanelRow[] = [
  {
    title: 'Publishers',
    panels: [
      each('Events behind the node', 'short', chosen('rouged_publish_lag_events')),
      each('Events a second', 'ops', rate('rouged_publish_events_total')),
      each('Connected', 'short', chosen('rouged_publish_connected')),
    ],
  },
  {
    title: 'Edges',
    panels: [
      each('Events behind the stream', 'short', chosen('rouged_edge_lag_events')),
      lines('Clients', 'short', {
        '{{instance}}': chosen('rouged_edge_clients'),
        'server-sent events {{instance}}': chosen('rouged_edge_readers'),
        'private {{instance}}': chosen('rouged_edge_private_clients'),
      }),
      each('Deliveries a second', 'ops', rate('rouged_edge_deliveries_total')),
      lines('Resumes a second', 'ops', {
        '{{instance}}': rate('rouged_edge_log_reads_total'),
        'from JetStream {{instance}}': rate('rouged_edge_stream_reads_total'),
      }),
      lines('Memory', 'bytes', {
        'events {{instance}}': chosen('rouged_edge_remembered_bytes'),
        'for slow clients {{instance}}': chosen('rouged_edge_held_bytes'),
      }),
      each('Connected', 'short', chosen('rouged_edge_connected')),
    ],
  },
  {
    title: 'Indexes',
    panels: [
      each('Blocks behind the node', 'short', chosen('rouged_index_lag_blocks')),
      each('Transactions a second', 'ops', rate('rouged_index_transactions_total')),
      each('Connected', 'short', chosen('rouged_index_connected')),
    ],
  },
  {
    title: 'Relayers',
    panels: [
      each('Age of the oldest claim', 's', chosen('rouged_relayer_oldest_claim_seconds')),
      each('Claims that wait', 'short', chosen('rouged_relayer_claims_waiting')),
      each('Failures of providers a second', 'ops', rate('rouged_relayer_provider_failures_total')),
    ],
  },
];

const alert = (name: string, expr: string, wait: string, severity: Alert['severity'], summary: string): Alert => ({
  ...{ name, expr, for: wait, severity, summary, runbook: 'roles' },
});

export const roleAlerts: readonly Alert[] = [
  alert(
    'RougedPublisherAway',
    'rouged_publish_connected == 0',
    '5m',
    'ticket',
    'A publisher carries no events: NATS or its node is away.',
  ),
  alert(
    'RougedPublisherLags',
    'rouged_publish_lag_events > 10000',
    '5m',
    'ticket',
    'A publisher is more than 10,000 events behind its node.',
  ),
  alert('RougedEdgeAway', 'rouged_edge_connected == 0', '2m', 'page', 'An edge has no events: NATS is away.'),
  alert(
    'RougedEdgeLags',
    'rouged_edge_lag_events > 10000',
    '2m',
    'page',
    'Clients of an edge are more than 10,000 events behind the stream.',
  ),
  alert(
    'RougedIndexAway',
    'rouged_index_connected == 0',
    '10m',
    'ticket',
    'An indexer writes nothing: PostgreSQL or its node is away.',
  ),
  alert(
    'RougedIndexLags',
    'rouged_index_lag_blocks > 1000',
    '10m',
    'ticket',
    'An index is more than 1,000 blocks behind its node.',
  ),
  alert(
    'RougedRelayerWaits',
    'rouged_relayer_oldest_claim_seconds > 3600',
    '5m',
    'page',
    'A deposit that a relayer has found is not minted for an hour.',
  ),
  alert(
    'RougedRelayerNodeAway',
    'rouged_relayer_node_reachable == 0',
    '5m',
    'page',
    'A relayer cannot reach its node: no deposit is claimed.',
  ),
];
