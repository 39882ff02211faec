/** What a relayer counts, and its page of metrics. */

import type { MetricsPage } from '../../api/operations.js';
import { FOUND_COINS, type FoundCoin } from '../../engine/bridge/foundDeposit.js';
import type { Labels, Samples } from '../metrics/definition.js';
import { EXPOSITION_TYPE, exposition } from '../metrics/exposition.js';
import type { ClaimAnswer, NodeTrouble } from './answers.js';
import type { LaneKind } from './source.js';

export const LANE_KINDS: readonly LaneKind[] = ['bridge', 'vault', 'custody'];

/** How an answer to a claim counts. */
export type PostResult = 'minted' | 'claimed' | 'refused' | 'later' | NodeTrouble;

export const POST_RESULTS: readonly PostResult[] = [
  ...['minted', 'claimed', 'refused', 'later'],
  ...['unreachable', 'unauthorized', 'rate_limited', 'unavailable'],
] as readonly PostResult[];

export const resultOf = (answer: ClaimAnswer): PostResult =>
  answer.kind === 'done' ? answer.was : answer.kind === 'node' ? answer.why : answer.kind;

/** Counters of one watcher. */
export interface LaneMeasures {
  readonly kind: LaneKind;
  readonly provider: string;
  found: number;
  unclaimable: number;
  failures: number;
  narrowed: number;
  reorganisations: number;
}

/** One watcher at a scrape. */
export interface LaneReading extends LaneMeasures {
  /** Undefined until it is known. */
  readonly head: number | undefined;
  readonly scanned: number | undefined;
}

export interface RelayerReading {
  readonly lanes: readonly LaneReading[];
  /** Answers of the node to claims. */
  readonly posts: Readonly<Record<PostResult, number>>;
  readonly waiting: Readonly<Record<FoundCoin, number>>;
  /** Age of the oldest claim in seconds; 0 without one. */
  readonly oldestSeconds: number;
  /** Whether the last request to the node was answered. */
  readonly isNodeReachable: boolean;
  /** Parts of the bridge that the node has switched on. */
  readonly enabled: ReadonlySet<LaneKind>;
  /** Failed writes of the state file. */
  readonly stateFailures: number;
}

interface RelayerMetric {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  read(reading: RelayerReading): Samples;
}

const labelsOf = ({ kind, provider }: LaneMeasures): Labels => ({ source: kind, provider });

const perLane =
  (read: (lane: LaneReading) => number | undefined) =>
  ({ lanes }: RelayerReading): Samples =>
    lanes.flatMap((lane) => {
      const value = read(lane);
      return value === undefined ? [] : [[labelsOf(lane), value] as const];
    });

export const relayerMetrics: readonly RelayerMetric[] = [
  {
    ...{ name: 'rouged_relayer_head_block', type: 'gauge' },
    help: 'Newest block of a provider, by the address that is watched.',
    read: perLane(({ head }) => head),
  },
  {
    ...{ name: 'rouged_relayer_scanned_block', type: 'gauge' },
    help: 'Block up to which deposits have been looked for.',
    read: perLane(({ scanned }) => scanned),
  },
  {
    ...{ name: 'rouged_relayer_deposits_found_total', type: 'counter' },
    help: 'Deposits found, by the provider that showed them first.',
    read: perLane(({ found }) => found),
  },
  {
    ...{ name: 'rouged_relayer_deposits_unclaimable_total', type: 'counter' },
    help: 'Deposits that name no account of the chain.',
    read: perLane(({ unclaimable }) => unclaimable),
  },
  {
    ...{ name: 'rouged_relayer_provider_failures_total', type: 'counter' },
    help: 'Questions that a provider has not answered, or not in a way that can be used.',
    read: perLane(({ failures }) => failures),
  },
  {
    ...{ name: 'rouged_relayer_ranges_narrowed_total', type: 'counter' },
    help: 'Ranges of blocks that a provider has refused and that were halved.',
    read: perLane(({ narrowed }) => narrowed),
  },
  {
    ...{ name: 'rouged_relayer_reorganisations_total', type: 'counter' },
    help: 'Times that a block which was scanned has been replaced.',
    read: perLane(({ reorganisations }) => reorganisations),
  },
  {
    ...{ name: 'rouged_relayer_claims_waiting', type: 'gauge' },
    help: 'Deposits that are found and not claimed yet.',
    read: ({ waiting }) => FOUND_COINS.map((coin) => [{ token: coin }, waiting[coin]]),
  },
  {
    ...{ name: 'rouged_relayer_oldest_claim_seconds', type: 'gauge' },
    help: 'Time since the oldest of these deposits was found.',
    read: ({ oldestSeconds }) => oldestSeconds,
  },
  {
    ...{ name: 'rouged_relayer_claims_total', type: 'counter' },
    help: 'Answers of the node to claims: minted, claimed before, refused for good, to be asked for later, or why it answered none.',
    read: ({ posts }) => POST_RESULTS.map((result) => [{ result }, posts[result]]),
  },
  {
    ...{ name: 'rouged_relayer_node_reachable', type: 'gauge' },
    help: '1 when the node has answered the last request.',
    read: ({ isNodeReachable }) => Number(isNodeReachable),
  },
  {
    ...{ name: 'rouged_relayer_bridge_enabled', type: 'gauge' },
    help: '1 for a part of the bridge that the node has switched on.',
    read: ({ enabled }) => LANE_KINDS.map((kind) => [{ source: kind }, Number(enabled.has(kind))]),
  },
  {
    ...{ name: 'rouged_relayer_state_failures_total', type: 'counter' },
    help: 'Writes of the state file that have failed.',
    read: ({ stateFailures }) => stateFailures,
  },
];

/** @param take called once a scrape. */
export const relayerPage = (take: () => RelayerReading): MetricsPage => ({
  contentType: EXPOSITION_TYPE,
  render() {
    const reading = take();
    return exposition(
      relayerMetrics.map(({ name, type, help, read }) => ({ name, type, help, samples: read(reading) })),
    );
  },
});
