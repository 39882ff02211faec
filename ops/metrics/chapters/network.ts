/** Metrics of peers and votes. Those of peers have no samples on a node that connects to none. */

import type { NetworkCounters, Traffic } from '../../../engine/network/counters.js';
import {
  byLabel,
  type Chapter,
  chosen,
  type Labels,
  lines,
  quantile,
  rate,
  type Samples,
  type Sources,
} from '../definition.js';

/** Samples from the counters of the peer network. */
const ofNetwork =
  (read: (counters: NetworkCounters) => Samples) =>
  ({ node: { network } }: Sources): Samples =>
    network ? read(network.counters) : [];

/** Traffic of both directions by kind of message. */
const traffic = (of: keyof Traffic) =>
  ofNetwork(({ received, sent }) =>
    Object.entries({ in: received, out: sent }).flatMap(([direction, table]) =>
      Object.entries(table).map(([kind, one]) => [{ direction, kind }, one[of]] as readonly [Labels, number]),
    ),
  );

export const networkChapter: Chapter = {
  title: 'Peers and votes',
  metrics: [
    {
      name: 'rouged_peers',
      type: 'gauge',
      help: 'Connected nodes, by who opened the connection: out (this node), in (the other).',
      labels: ['direction'],
      read: ({ node: { network } }) => {
        if (!network) return [];
        const peers = network.peers();
        const count = (wanted: string): number => peers.filter(({ direction }) => direction === wanted).length;
        return [
          [{ direction: 'out' }, count('dial')],
          [{ direction: 'in' }, count('accept')],
        ];
      },
      panels: [lines('Peers', 'short', { '{{direction}} {{instance}}': chosen('rouged_peers') })],
      alerts: [
        {
          name: 'RougedNoPeers',
          expr: 'rouged_health_problem{code="no_peers"} == 1',
          for: '2m',
          severity: 'page',
          summary: 'The node needs other nodes, and none is connected.',
          runbook: 'stuck-chain',
        },
      ],
    },
    {
      name: 'rouged_network_height',
      type: 'gauge',
      help: 'Height that half of the connected nodes say they have reached.',
      read: ({ node: { network } }) => network?.saidHeight(),
      panels: [
        lines('Blocks behind the network', 'short', {
          '{{instance}}': `clamp_min(${chosen('rouged_network_height')} - ${chosen('rouged_tip_height')}, 0)`,
        }),
      ],
      alerts: [
        {
          name: 'RougedBehind',
          expr: 'rouged_health_problem{code="syncing"} == 1',
          for: '10m',
          severity: 'ticket',
          summary:
            'The node has been fetching blocks for ten minutes: it falls behind, or peers lie about their height.',
          runbook: 'stuck-chain',
        },
      ],
    },
    {
      name: 'rouged_sync_target_height',
      type: 'gauge',
      help: 'While the node is behind: last block whose header has a checked certificate; height that nodes ahead say they have, while the chain goes on beyond the headers that are fetched ahead.',
      read: ({ health }) => health.sync.reading?.target,
    },
    {
      name: 'rouged_sync_blocks_per_second',
      type: 'gauge',
      help: 'While the node is behind: blocks that came in over the last 30 s, a second.',
      read: ({ health }) => health.sync.reading?.blocksPerSecond,
      panels: [lines('Blocks fetched a second', 'short', { '{{instance}}': chosen('rouged_sync_blocks_per_second') })],
    },
    {
      name: 'rouged_sync_remaining_seconds',
      type: 'gauge',
      help: 'While the node is behind: time until it has caught up at this rate.',
      read: ({ health }) => health.sync.reading?.remainingSeconds,
    },
    {
      name: 'rouged_peer_messages_total',
      type: 'counter',
      help: 'Messages of peers by direction and kind; received ones that could not be read are unknown or malformed.',
      labels: ['direction', 'kind'],
      read: traffic('messages'),
      panels: [
        lines('Messages a second', 'ops', {
          '{{direction}} {{kind}} {{instance}}': rate('rouged_peer_messages_total', 'direction, kind'),
        }),
      ],
    },
    {
      name: 'rouged_peer_bytes_total',
      type: 'counter',
      help: 'Bytes of these messages, before they are sealed.',
      labels: ['direction', 'kind'],
      read: traffic('bytes'),
      panels: [
        lines('Bytes a second', 'bytes', {
          '{{direction}} {{kind}} {{instance}}': rate('rouged_peer_bytes_total', 'direction, kind'),
        }),
      ],
    },
    {
      name: 'rouged_peer_connections_total',
      type: 'counter',
      help: 'Authenticated connections by what became of them: taken, or refused (banned, connected already, no free place).',
      labels: ['result'],
      read: ofNetwork(({ connections, refusedConnections }) => [
        [{ result: 'taken' }, connections],
        [{ result: 'refused' }, refusedConnections],
      ]),
    },
    {
      name: 'rouged_peer_dials_total',
      type: 'counter',
      help: 'Connections that this node tried to open; some are still under way.',
      read: ofNetwork(({ dials }) => dials),
      panels: [
        lines('Dials a second', 'ops', {
          'all {{instance}}': rate('rouged_peer_dials_total'),
          'failed {{instance}}': rate('rouged_peer_dials_failed_total'),
        }),
      ],
    },
    {
      name: 'rouged_peer_dials_failed_total',
      type: 'counter',
      help: 'Those of them that led to no connection.',
      read: ofNetwork(({ failedDials }) => failedDials),
    },
    {
      name: 'rouged_peer_faults_total',
      type: 'counter',
      help: 'What peers lost points for.',
      labels: ['fault'],
      read: ofNetwork(({ faults }) => byLabel('fault', Object.entries(faults))),
      panels: [
        lines('Faults of peers', 'short', {
          '{{fault}} {{instance}}': `increase(${chosen('rouged_peer_faults_total')}[5m])`,
        }),
      ],
    },
    {
      name: 'rouged_peer_bans_total',
      type: 'counter',
      help: 'Bans by the fault that led to them.',
      labels: ['fault'],
      read: ofNetwork(({ bans }) => byLabel('fault', Object.entries(bans))),
      alerts: [
        {
          name: 'RougedPeersBanned',
          expr: 'sum by (job, instance) (increase(rouged_peer_bans_total[10m])) > 3',
          for: '0s',
          severity: 'ticket',
          summary: 'Several nodes were banned: an attack, or nodes that run other rules.',
          runbook: 'stuck-chain',
        },
      ],
    },
    {
      name: 'rouged_peers_banned',
      type: 'gauge',
      help: 'Nodes that may not connect at this moment.',
      read: ({ node: { network } }) => network?.bans().length,
    },
    {
      name: 'rouged_peer_limited_total',
      type: 'counter',
      help: 'Messages over the limit of their kind, which were not looked at.',
      labels: ['kind'],
      read: ofNetwork(({ limited }) => byLabel('kind', Object.entries(limited))),
    },
    {
      name: 'rouged_peer_requests_timed_out_total',
      type: 'counter',
      help: 'Requests to peers without an answer in time, by what was asked for.',
      labels: ['what'],
      read: ofNetwork(({ timedOut }) => byLabel('what', Object.entries(timedOut))),
      panels: [
        lines('Requests timed out', 'short', {
          '{{what}} {{instance}}': `increase(${chosen('rouged_peer_requests_timed_out_total')}[5m])`,
        }),
      ],
    },
    {
      name: 'rouged_peer_lost_total',
      type: 'counter',
      help: 'What was left out for want of room: bulk messages to slow peers, votes and announcements of one peer beyond its share.',
      labels: ['what'],
      read: ofNetwork(({ lost, droppedVotes, droppedAnnouncements }) => [
        [{ what: 'messages' }, lost],
        [{ what: 'votes' }, droppedVotes],
        [{ what: 'announcements' }, droppedAnnouncements],
      ]),
    },
    {
      name: 'rouged_compact_blocks_total',
      type: 'counter',
      help: 'Blocks that came without their transactions: received, and those of them that the mempool completed at once; transactions that were asked for, and blocks that were asked for whole.',
      labels: ['result'],
      read: ofNetwork(({ compactBlocks }) => [
        [{ result: 'received' }, compactBlocks.received],
        [{ result: 'complete' }, compactBlocks.complete],
        [{ result: 'transactions_asked' }, compactBlocks.transactionsAsked],
        [{ result: 'whole_asked' }, compactBlocks.wholeAsked],
      ]),
    },
    {
      name: 'rouged_blocks_exchanged_total',
      type: 'counter',
      help: 'Blocks of the chain that nodes have fetched from each other: fetched (by this one), served (to others).',
      labels: ['direction'],
      read: ofNetwork(({ blocksFetched, blocksServed }) => [
        [{ direction: 'fetched' }, blocksFetched],
        [{ direction: 'served' }, blocksServed],
      ]),
    },
    {
      name: 'rouged_headers_exchanged_total',
      type: 'counter',
      help: 'Headers of the chain, with their certificates, that nodes have fetched from each other: fetched (by this one), served (to others).',
      labels: ['direction'],
      read: ofNetwork(({ headersFetched, headersServed }) => [
        [{ direction: 'fetched' }, headersFetched],
        [{ direction: 'served' }, headersServed],
      ]),
    },
    {
      name: 'rouged_snapshot_bytes_exchanged_total',
      type: 'counter',
      help: 'Bytes of snapshots that nodes have fetched from each other: fetched (by this one), served (to others).',
      labels: ['direction'],
      read: ofNetwork(({ snapshotBytesFetched, snapshotBytesServed }) => [
        [{ direction: 'fetched' }, snapshotBytesFetched],
        [{ direction: 'served' }, snapshotBytesServed],
      ]),
    },
    {
      name: 'rouged_service_log_bytes_exchanged_total',
      type: 'counter',
      help: 'Bytes of records of the services that nodes have had from each other: received (by this one), served (to others).',
      labels: ['direction'],
      read: ofNetwork(({ serviceBytesReceived, serviceBytesServed }) => [
        [{ direction: 'received' }, serviceBytesReceived],
        [{ direction: 'served' }, serviceBytesServed],
      ]),
    },
    {
      name: 'rouged_network_held',
      type: 'gauge',
      help: 'What the peer network holds at this moment: votes, blocks being put together, transactions and blocks that are asked for, headers ahead of the chain, known addresses, logs of the services.',
      labels: ['of'],
      read: ({ node: { network } }) => {
        if (!network) return [];
        const { votes, openBlocks, wantedTransactions, blockRequests, headers, addresses, serviceLogs } =
          network.sizes();
        return [
          [{ of: 'votes' }, votes],
          [{ of: 'open_blocks' }, openBlocks],
          [{ of: 'service_logs' }, serviceLogs],
          [{ of: 'wanted_transactions' }, wantedTransactions],
          [{ of: 'block_requests' }, blockRequests],
          [{ of: 'headers' }, headers],
          [{ of: 'addresses' }, addresses],
        ];
      },
    },
    {
      name: 'rouged_votes_total',
      type: 'counter',
      help: "Votes that count, by whose they are: own (this node's), others.",
      labels: ['of'],
      read: ({ node: { measures } }) => byLabel('of', Object.entries(measures.votes)),
      panels: [lines('Votes a second', 'ops', { '{{of}} {{instance}}': rate('rouged_votes_total', 'of') })],
    },
    {
      name: 'rouged_vote_round',
      type: 'gauge',
      help: 'Round of the votes for the next block; above 0 only after its proposer has signed two blocks.',
      read: ({ node }) => node.votes.round,
    },
    {
      name: 'rouged_certificates_total',
      type: 'counter',
      help: 'Certificates of blocks by their round: first (0), later.',
      labels: ['round'],
      read: ({ node: { measures } }) => byLabel('round', Object.entries(measures.certificates)),
    },
    {
      name: 'rouged_blocks_executed_ahead_total',
      type: 'counter',
      help: 'Blocks of the past that were executed while the block before them was written: nearly all while a node catches up.',
      read: ({ node: { measures } }) => measures.executedAhead,
    },
    {
      name: 'rouged_certificate_seconds',
      type: 'histogram',
      help: 'Time from the moment at which this node has a block until it has the votes of two thirds of the stake for it.',
      read: ({ node }) => node.measures.certificateSeconds,
      panels: [
        lines('Block to certificate', 's', {
          'p50 {{instance}}': quantile(0.5, 'rouged_certificate_seconds'),
          'p99 {{instance}}': quantile(0.99, 'rouged_certificate_seconds'),
        }),
      ],
      alerts: [
        {
          name: 'RougedCertificatesSlow',
          expr: 'histogram_quantile(0.9, sum by (job, instance, le) (rate(rouged_certificate_seconds_bucket[5m]))) > 2',
          for: '5m',
          severity: 'ticket',
          summary: 'Votes of two thirds of the stake take more than two seconds.',
          runbook: 'stuck-chain',
        },
      ],
    },
    {
      name: 'rouged_evidence',
      type: 'gauge',
      help: 'Equivocations of validators whose two texts are kept.',
      read: ({ node }) => node.evidence.list.length,
      alerts: [
        {
          name: 'RougedEquivocation',
          expr: 'rouged_health_problem{code="equivocation"} == 1',
          for: '0s',
          severity: 'ticket',
          summary: 'A validator has signed two texts that exclude each other; /api/evidence has both.',
          runbook: 'stuck-chain',
        },
        {
          name: 'RougedKeyElsewhere',
          expr: 'rouged_health_problem{code="key_elsewhere"} == 1',
          for: '0s',
          severity: 'page',
          summary: "Another process runs with this node's key, or a peer says so: only one may run.",
          runbook: 'stuck-chain',
        },
      ],
    },
  ],
};
