/** Health checks: each looks at one reading of the node and says what is wrong, or nothing.
 *
 *  In: readings, taken together at one moment. Out: problems, most important first. Pure, so
 *  that a test can force every state. A new check is one entry of the list; its code is for programs and never changes. */

import type { HealthProblem } from '../../api/operations.js';
import { MAX_CLOCK_LEAD_MS, TIMESTAMP_WINDOW_MS } from '../../engine/base/limits.js';
import type { Problem } from '../../engine/base/problem.js';
import { STATE_CHECK } from '../../engine/head/startCheck.js';
import type { SnapshotView } from '../../engine/network/snapshotEvents.js';
import { type BridgeReading, WITHDRAWAL_WAITS_MS } from '../bridge/bridgeReading.js';

/** What the checks look at. Times are milliseconds. */
export interface HealthReadings {
  readonly stopping: boolean;
  /** The state came out of its file and is not proven yet. */
  readonly stateCheck: boolean;
  /** Why the node does not produce blocks although it should. */
  readonly productionProblem: Problem | undefined;
  /** The reason is that another validator proposes before this node. */
  readonly standby: boolean;
  /** Why the store takes no writes. */
  readonly storeFailure: Problem | undefined;
  /** Reads of the past that the database could not answer since the start. */
  readonly failedReads: number;
  /** Undefined for a node without signed services. */
  readonly services:
    | { readonly problem: Problem | undefined; readonly bytes: number; readonly mostBytes: number }
    | undefined;
  /** Undefined when it could not be read. */
  readonly disk: { readonly freeBytes: number } | undefined;
  readonly verifier: { readonly workers: number; readonly lanes: number };
  /** 99th percentile of the event loop's delays in the last full window. */
  readonly loopDelayP99Ms: number;
  /** The latest time at which the wall clock jumped; undefined when it never did. */
  readonly clockStep: { readonly byMs: number; readonly agoMs: number } | undefined;
  /** The jump of the wall clock that blocks do not follow yet; undefined when they do. */
  readonly clockHeld: { readonly byMs: number; readonly leftMs: number } | undefined;
  /** Header time of the tip minus the wall clock. */
  readonly tipLeadMs: number;
  /** Height of an equivocation that was found a short while ago. */
  readonly equivocation: number | undefined;
  /** What is known of another process with this node's key; undefined for nothing. */
  readonly twin: string | undefined;
  /** Undefined for a node that connects to no others. */
  readonly peers: PeersReading | undefined;
  /** Undefined for a node that neither produces blocks nor hears of those of others. */
  readonly blocks: BlocksReading | undefined;
  /** Records that other nodes have taken in find no room here. */
  readonly servicesFull: boolean;
  /** The provider of push messages that takes none; undefined while all do, or push is off. */
  readonly push: PushReading | undefined;
  /** Undefined where the network has no bridge. */
  readonly bridge: Pick<BridgeReading, 'health' | 'reserves' | 'oldestWithdrawalMs'> | undefined;
}

export interface PushReading {
  readonly platform: string;
  /** Reason of the latest failure. */
  readonly failure: string;
  readonly forMs: number;
}

export interface PeersReading {
  readonly connected: number;
  /** Whether it cannot do its work alone: it was told where others are, or others vote. */
  readonly areNeeded: boolean;
  readonly height: number;
  /** What peers that are ahead say; undefined while none is. */
  readonly behind: number | undefined;
  /** The lowest block of those that say they are ahead, when none of them has the next one. */
  readonly missed: number | undefined;
  /** How far the snapshot is with which the chain is to begin; undefined when none is fetched. */
  readonly snapshot: SnapshotView | undefined;
}

export interface BlocksReading {
  readonly sinceBlockMs: number;
  /** Since when transactions wait without a block; undefined when none wait. */
  readonly waitingMs: number | undefined;
  readonly blockTimeMs: number;
  readonly heartbeatMs: number;
  /** What the next block waits for, as far as this node knows; undefined when it knows of nothing. */
  readonly waitsFor: string | undefined;
}

/** Room that RocksDB needs to write out its memory tables (three families of four 64 MiB) and a blob file of 256 MiB. */
export const DISK_LOW_BYTES = 1024 ** 3;

/** Two and a half slots of 400 ms: from here on slots are missed. */
export const LOOP_STALLED_MS = 1_000;

/** Half of what a block's time may be ahead of its receivers' clocks. Clocks that are slewed never jump that far. */
export const CLOCK_STEP_MS = MAX_CLOCK_LEAD_MS / 2;

/** A jump is shown as long as requests from before it may still be in their window. */
const CLOCK_STEP_SHOWN_MS = TIMESTAMP_WINDOW_MS;

/** Delays of blocks below this are harmless: a slow disk, a restart of a thread. */
export const BLOCK_GRACE_MS = 5_000;

/** A block is late after this many block times with transactions waiting, or this many heartbeats without. */
const LATE_BLOCK_TIMES = 10;
const LATE_HEARTBEATS = 2;

/** A provider that restarts is back sooner; messages are kept for an hour. */
export const PUSH_FAILING_MS = 600_000;

/** A provider that restarts is back sooner. */
export const PROVIDER_FAILING_MS = 300_000;

/** Ten minutes of blocks on Base, half an hour on Bitcoin. */
export const PROVIDER_BEHIND = { evm: 300, btc: 3 } as const;

/** A contradiction is shown as long as its operator may not have seen it. */
export const DISAGREEMENT_SHOWN_MS = 900_000;

/** Part of the services' bytes from which on the operator should act. */
const SERVICES_FULL = 0.9;

type Check = (readings: HealthReadings) => HealthProblem | undefined;

const problem = (code: string, message: string): HealthProblem => ({ code, message });
const problemAs = (code: string, why: Problem): HealthProblem => ({ code, ...why });

const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 1_000)} s`;
const mebibytes = (bytes: number): string => `${Math.floor(bytes / 1024 ** 2)} MiB`;

const lateBlock: Check = ({ blocks, productionProblem }) => {
  if (!blocks || productionProblem !== undefined) return undefined;
  const { sinceBlockMs, waitingMs, blockTimeMs, heartbeatMs, waitsFor } = blocks;
  const because = waitsFor === undefined ? '' : `: ${waitsFor}`;
  if (waitingMs !== undefined && waitingMs > LATE_BLOCK_TIMES * blockTimeMs + BLOCK_GRACE_MS)
    return problem('block_late', `transactions wait for a block since ${seconds(waitingMs)}${because}`);
  return sinceBlockMs > LATE_HEARTBEATS * heartbeatMs + BLOCK_GRACE_MS
    ? problem('block_late', `there was no block for ${seconds(sinceBlockMs)}${because}`)
    : undefined;
};

const isHeld = (held: HealthReadings['clockHeld']): held is NonNullable<typeof held> =>
  held !== undefined && held.byMs >= CLOCK_STEP_MS;

/** What happened to the clock, and what the node does about it. */
const steppedClock: Check = ({ clockStep, clockHeld, tipLeadMs }) => {
  const held = isHeld(clockHeld) ? clockHeld : undefined;
  const recent = clockStep && clockStep.agoMs <= CLOCK_STEP_SHOWN_MS ? clockStep : undefined;
  if (!held && !recent) return undefined;
  const step = recent
    ? `the clock was set ${recent.byMs < 0 ? 'back' : 'forward'} by ${seconds(Math.abs(recent.byMs))}, ${seconds(recent.agoMs)} ago`
    : 'the clock was set forward';
  const consequence = held
    ? `; blocks are dated ${seconds(held.byMs)} before it for ${seconds(held.leftMs)} more, in case it is set back`
    : tipLeadMs > MAX_CLOCK_LEAD_MS
      ? `; no block can be made for ${seconds(tipLeadMs - MAX_CLOCK_LEAD_MS)}, until it has come to the time of the newest one`
      : '; blocks follow it';
  return problem('clock_stepped', step + consequence);
};

function snapshotText({ phase, offer, done, parts }: SnapshotView): string {
  if (!offer) return 'the node asks its peers for a snapshot with which its chain can begin';
  const name = `the snapshot of block ${offer.height}`;
  if (phase === 'restoring') return `the node restores ${name}: each of its ${parts} parts is here`;
  return parts === 0 ? `the node fetches ${name}` : `the node fetches ${name}: ${done} of ${parts} parts are here`;
}

/** By code, in the order of the answer. */
const checks: Readonly<Record<string, Check>> = {
  stopping: ({ stopping }) => (stopping ? problem('stopping', 'the node is shutting down') : undefined),
  state_check: ({ stateCheck }) => (stateCheck ? problem('state_check', STATE_CHECK) : undefined),
  production_halted: ({ productionProblem: why, standby }) =>
    why === undefined || standby ? undefined : problemAs('production_halted', why),
  production_standby: ({ productionProblem: why, standby }) =>
    why === undefined || !standby ? undefined : problemAs('production_standby', why),
  store_failed: ({ storeFailure: why }) => (why === undefined ? undefined : problemAs('store_failed', why)),
  store_damaged: ({ failedReads }) =>
    failedReads > 0
      ? problem(
          'store_damaged',
          `the database could not give what it should hold to ${failedReads} ${failedReads === 1 ? 'reader' : 'readers'} since the start: stop the node and run rouged verify-db`,
        )
      : undefined,
  equivocation: ({ equivocation: height }) =>
    height === undefined
      ? undefined
      : problem(
          'equivocation',
          `equivocation at ${height}: a validator has signed two texts that exclude each other; /api/evidence has both`,
        ),
  key_elsewhere: ({ twin }) => (twin === undefined ? undefined : problem('key_elsewhere', twin)),
  no_peers: ({ peers }) =>
    peers?.areNeeded && peers.connected === 0
      ? problem('no_peers', 'no other node is connected: check the network and --peers')
      : undefined,
  syncing: ({ peers }) => {
    if (peers?.snapshot) return problem('syncing', snapshotText(peers.snapshot));
    return peers?.behind === undefined
      ? undefined
      : problem('syncing', `the node is at height ${peers.height} and fetches blocks: others say ${peers.behind}`);
  },
  blocks_dropped: ({ peers }) =>
    peers?.missed === undefined || peers.snapshot
      ? undefined
      : problem(
          'blocks_dropped',
          `the node is at height ${peers.height}, and the peers that are ahead have no block below ${peers.missed}: name one that has them with --peers, or begin with a snapshot: --snapshot-sync and an empty data directory`,
        ),
  disk_low: ({ disk }) =>
    disk && disk.freeBytes < DISK_LOW_BYTES
      ? problem('disk_low', `only ${mebibytes(disk.freeBytes)} are free on the disk of the data directory`)
      : undefined,
  services_down: ({ services }) =>
    services?.problem === undefined ? undefined : problemAs('services_down', services.problem),
  services_full: ({ services, servicesFull }) => {
    const isNearlyFull = services && services.mostBytes > 0 && services.bytes > SERVICES_FULL * services.mostBytes;
    if (isNearlyFull)
      return problem(
        'services_full',
        `messages, mail and posts take ${mebibytes(services.bytes)} of ${mebibytes(services.mostBytes)}: raise --services-megabytes or set --services-retention-days`,
      );
    return servicesFull
      ? problem(
          'services_full',
          'the services have no room for the records of other nodes, which stay out: raise --services-megabytes',
        )
      : undefined;
  },
  verifier_down: ({ verifier: { workers, lanes } }) =>
    workers === 0 ? problem('verifier_down', `none of the ${lanes} verification threads is alive`) : undefined,
  block_late: lateBlock,
  event_loop_stalled: ({ loopDelayP99Ms }) =>
    loopDelayP99Ms > LOOP_STALLED_MS
      ? problem('event_loop_stalled', `the main thread was held up for ${seconds(loopDelayP99Ms)} and more`)
      : undefined,
  clock_behind: ({ tipLeadMs }) =>
    tipLeadMs > MAX_CLOCK_LEAD_MS
      ? problem('clock_behind', `the clock is ${seconds(tipLeadMs)} behind the newest block: check its synchronisation`)
      : undefined,
  clock_stepped: steppedClock,
  push_failing: ({ push }) =>
    push && push.forMs >= PUSH_FAILING_MS
      ? problem(
          'push_failing',
          `the push provider of ${push.platform} has taken no message for ${seconds(push.forMs)} (${push.failure}): check --push-endpoint and the access token`,
        )
      : undefined,
  bridge_provider_failing: ({ bridge }) => {
    const failing = bridge?.health?.providers.find(({ failingMs = 0 }) => failingMs >= PROVIDER_FAILING_MS);
    if (!failing) return undefined;
    const what = `has given no usable answer for ${seconds(failing.failingMs ?? 0)}: claims that need it are refused`;
    return problemAs('bridge_provider_failing', {
      message: `a provider of the bridge ${what}`,
      detail: `the provider ${failing.provider} of the bridge ${what} (${failing.failure})`,
    });
  },
  bridge_provider_lagging: ({ bridge }) => {
    const lagging = bridge?.health?.providers.find(({ chain, behind = 0 }) => behind > PROVIDER_BEHIND[chain]);
    if (!lagging) return undefined;
    const what = `is ${lagging.behind} blocks behind the others`;
    return problemAs('bridge_provider_lagging', {
      message: `a provider of the bridge ${what}`,
      detail: `the provider ${lagging.provider} of the bridge ${what}`,
    });
  },
  bridge_providers_disagree: ({ bridge }) => {
    const last = bridge?.health?.disagreement;
    if (!last || last.agoMs >= DISAGREEMENT_SHOWN_MS) return undefined;
    const message = 'providers of the bridge contradict each other: nothing is minted meanwhile';
    return problemAs('bridge_providers_disagree', { message, detail: `${message} (${last.sentence})` });
  },
  bridge_coins_missing: ({ bridge }) => {
    const short = bridge?.reserves.find(({ difference = 0n }) => difference < 0n);
    return (
      short &&
      problem(
        'bridge_coins_missing',
        `custody has ${-(short.difference ?? 0n)} units of ${short.token} fewer than the chain owes: /api/bridge/reserves has the books`,
      )
    );
  },
  bridge_withdrawal_waits: ({ bridge }) =>
    (bridge?.oldestWithdrawalMs ?? 0) >= WITHDRAWAL_WAITS_MS
      ? problem(
          'bridge_withdrawal_waits',
          `a withdrawal was neither paid nor refunded for ${Math.floor((bridge?.oldestWithdrawalMs ?? 0) / 3_600_000)} hours: rouged bridge pending lists it`,
        )
      : undefined,
};

/** Every code that `healthProblems` can give. */
export const healthCodes: readonly string[] = Object.keys(checks);

export const healthProblems = (readings: HealthReadings): readonly HealthProblem[] =>
  Object.values(checks).flatMap((check) => check(readings) ?? []);
