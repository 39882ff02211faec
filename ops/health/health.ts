/** The node's health: collects the readings and runs the checks on them.
 *
 *  In: the running node, its ports, the vital signs. Out: problems for `/api/health`, the metrics and the log. A change is
 *  logged once, at the check of every second that sees it. */

import type { HealthProblem } from '../../api/operations.js';
import type { Clock, Log } from '../../engine/base/ports.js';
import type { Problem } from '../../engine/base/problem.js';
import type { VerifierPort } from '../../engine/intake/verifier.js';
import type { Node } from '../../engine/node.js';
import type { ServicesStats } from '../../engine/services/port.js';
import type { StorePort } from '../../engine/store/port.js';
import type { BridgeReading } from '../bridge/bridgeReading.js';
import type { PushDelivery } from '../push/delivery.js';
import { type BlocksReading, type HealthReadings, healthProblems, type PeersReading } from './checks.js';
import { type BarPlace, SyncWatch } from './syncWatch.js';
import { Vitals } from './vitals.js';

export interface ObservedServices {
  /** Why they cannot be used; undefined when they can. */
  readonly problem: Problem | undefined;
  stats(): ServicesStats;
}

export interface HealthParts {
  readonly node: Node;
  readonly store: StorePort;
  readonly verifier: VerifierPort;
  /** Absent for a node without signed services. */
  readonly services?: ObservedServices;
  readonly clock: Clock;
  readonly dataDir: string;
  readonly log: Log;
  /** Of a terminal: where it shows how the node catches up. */
  readonly status?: BarPlace | undefined;
  /** Absent while push is off. */
  readonly push?: PushDelivery | undefined;
  /** Reads the bridge; absent where the network has none. */
  readonly bridge?: (() => BridgeReading) | undefined;
}

/** How old an answer may be: a quarter of the interval between checks. */
const FRESH_MS = 250;

/** How long ago the tip moved, and since when transactions wait, with the precision of the interval between checks. */
export class BlockWatch {
  #height: number;
  #movedAt: number;
  #waitingSince: number | undefined;

  constructor(height: number, now: number) {
    this.#height = height;
    this.#movedAt = now;
  }

  look(height: number, waiting: boolean, now: number): void {
    if (height !== this.#height) {
      this.#height = height;
      this.#movedAt = now;
      this.#waitingSince = undefined;
    }
    if (!waiting) this.#waitingSince = undefined;
    else this.#waitingSince ??= now;
  }

  read(now: number): Pick<BlocksReading, 'sinceBlockMs' | 'waitingMs'> {
    const since = this.#waitingSince;
    return { sinceBlockMs: now - this.#movedAt, waitingMs: since === undefined ? undefined : now - since };
  }
}

const servicesReading = (services: ObservedServices): HealthReadings['services'] => {
  const { bytes, mostBytes } = services.stats();
  return { problem: services.problem, bytes, mostBytes };
};

export class Health {
  readonly vitals: Vitals;
  readonly sync: SyncWatch;
  readonly #blocks: BlockWatch;
  #stopping = false;
  #codes = '';
  #seen: { readonly at: number; readonly problems: readonly HealthProblem[] } | undefined;
  #seenProduction: string | undefined;

  constructor(private readonly parts: HealthParts) {
    const { node, clock, log, dataDir } = parts;
    this.#blocks = new BlockWatch(node.chain.tip.height, clock.monotonic());
    this.sync = new SyncWatch(log, parts.status);
    this.vitals = new Vitals({
      dataDir,
      clock,
      onClockStep: (byMs) => {
        const { held } = parts.node.chainClock;
        const heldSeconds = held ? Math.ceil(held.leftMs / 1_000) : 0;
        log.warn({ milliseconds: Math.round(byMs), heldSeconds }, 'the clock was set');
      },
      onLook: () => this.#look(),
    });
  }

  start(): Promise<void> {
    return this.vitals.start();
  }

  /** The node begins to stop: later answers say so. */
  stop(): void {
    this.#stopping = true;
    this.#seen = undefined;
    this.parts.status?.show(undefined);
    this.vitals.stop();
  }

  /** Answers from memory for a moment, so that a flood of requests costs no readings; a change of production shows at
   *  once. */
  problems(): readonly HealthProblem[] {
    const now = this.parts.clock.monotonic();
    const productionProblem = this.parts.node.role.productionProblem?.message;
    if (!this.#seen || now - this.#seen.at > FRESH_MS || productionProblem !== this.#seenProduction) {
      this.#seenProduction = productionProblem;
      this.#seen = { at: now, problems: healthProblems(this.#readings(now)) };
    }
    return this.#seen.problems;
  }

  #readings(now: number): HealthReadings {
    const { node, store, verifier, services, clock } = this.parts;
    const { last } = this.vitals.clockWatch;
    // An extra look: a block or transaction of the current second must not count as late.
    this.#blocks.look(node.chain.tip.height, node.mempool.size > 0, now);
    const { blockTimeMs, heartbeatMs } = node.options.times;
    const { workers, lanes } = verifier.stats();
    const { writeFailure, failures } = store.stats();
    const stateCheck = !node.isChecked;
    const standby = node.role.production === 'standby';
    // A validator that votes does its work, whoever proposes.
    const isHeard = (node.network?.peers().length ?? 0) > 0;
    const votes = standby && node.role.isValidator && node.role.signingProblem === undefined && isHeard;
    return {
      stopping: this.#stopping,
      services: services && servicesReading(services),
      stateCheck,
      productionProblem: votes || stateCheck ? undefined : node.role.productionProblem,
      standby,
      storeFailure: writeFailure,
      failedReads: (failures.get('STORE_READ_FAILED') ?? 0) + (failures.get('QUERY_FAILED') ?? 0),
      disk: this.vitals.disk,
      verifier: { workers, lanes },
      loopDelayP99Ms: this.vitals.delays.p99,
      clockStep: last && { byMs: last.byMs, agoMs: now - last.at },
      clockHeld: node.chainClock.held,
      tipLeadMs: node.chain.tip.time - clock.now(),
      equivocation: node.evidence.recentHeight,
      twin: node.role.twin,
      peers: this.#peers(),
      blocks:
        (node.options.mine || node.role.isConnected) && !node.paused
          ? { ...this.#blocks.read(now), blockTimeMs, heartbeatMs, waitsFor: node.role.waitsFor }
          : undefined,
      servicesFull: node.network?.servicesAreFull ?? false,
      push: this.parts.push?.failing,
      bridge: this.parts.bridge?.(),
    };
  }

  #peers(): PeersReading | undefined {
    const { network, options, head, behind, missed, snapshot, chain, role } = this.parts.node;
    if (!network) return undefined;
    const looksForPeers = (options.peers?.seeds.length ?? 0) > 0;
    const areNeeded = looksForPeers || (head.set.validators.length > 1 && !role.votesAlone);
    return { connected: network.peers().length, areNeeded, height: chain.tip.height, behind, missed, snapshot };
  }

  #look(): void {
    const { node, clock } = this.parts;
    this.sync.look(node.chain.tip.height, node.behind, clock.monotonic());
    const problems = this.problems();
    const codes = problems.map(({ code }) => code).join();
    if (codes === this.#codes) return;
    this.#codes = codes;
    if (problems.length === 0) this.parts.log.info({}, 'healthy again');
    else this.parts.log.warn({ reasons: problems }, 'health is degraded');
  }
}
