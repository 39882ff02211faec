/** The relayer: watches the contracts and the custody address of a node's bridge, and claims what is deposited there.
 *
 *  It holds no key of a foreign chain and decides nothing: the node verifies every claim by its own providers. Each provider has a watcher for each
 *  address, so one that fails, lags or hides something keeps no deposit from being found by another. What is found and how far the watchers are is durable
 *  before anything is claimed; a claim leaves the state when the node has it. A crash at any point repeats work and loses nothing.
 *
 *  Numbered effects: 1 a range is scanned, 2 its claims and its end are written, 3 a claim is posted, 4 its answer has come, 5 the state without it is
 *  written. */

import { setMaxListeners } from 'node:events';
import type { Log } from '../../engine/base/ports.js';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import type { FoundCoin } from '../../engine/bridge/foundDeposit.js';
import type { JsonRpc } from '../bridge/jsonRpc.js';
import { isNodeFault, type NodeClient } from '../cli/client.js';
import { printable } from '../cli/terminal.js';
import { ClaimPoster } from './claimPoster.js';
import { CLAIM_TIMES, ClaimQueue, type ClaimTimes, waitAfter } from './claimQueue.js';
import { type EvmPlace, EvmSource, otherChain } from './evmSource.js';
import { Lane } from './lane.js';
import { LANE_KINDS, type RelayerReading } from './measures.js';
import { askNodeBridge, type BridgeExpectations, contradiction, type NodeBridge } from './nodeBridge.js';
import { Pauses } from './pauses.js';
import type { DepositSource, LaneKind } from './source.js';
import { EMPTY_STATE, type LaneState, readState, writeState } from './stateFile.js';
import { Watcher } from './watcher.js';

/** Claims that wait for an answer of the node at once: it verifies a few at a time, and refuses more. */
const POSTERS = 4;

const LANE_OF: Readonly<Record<FoundCoin, LaneKind>> = { ETH: 'bridge', USDC: 'bridge', XRGE: 'vault', BTC: 'custody' };

/** The members of the node's bridge. */
const PART_OF: Readonly<Record<LaneKind, keyof NodeBridge>> = { bridge: 'evm', vault: 'vault', custody: 'btc' };

/** Depth of deposits on the EVM chain when neither the options nor the node say it (specification, Limits). */
const STANDARD_CONFIRMATIONS = 6;

/** Providers times addresses; a node that names a new address at every question would add watchers without an end. */
const MOST_WATCHERS = 64;

/** What the options say about the foreign chains. */
export interface Watched {
  readonly expected: BridgeExpectations;
  readonly rpcs: readonly JsonRpc[];
  /** Undefined: what the node asks for. */
  readonly confirmations: number | undefined;
  /** First block of the EVM chain that a new watcher scans; undefined: from now on. */
  readonly fromBlock: number | undefined;
  readonly btcFromBlock: number | undefined;
  /** The watchers of custody, or why there are none. */
  readonly btcSources: (btc: Required<NodeBridge>['btc']) => readonly DepositSource[] | Refusal;
}

export interface RelayerTimes {
  /** Between two looks for new blocks. */
  readonly pollMs: number;
  /** Between two questions for the bridge of the node. */
  readonly configMs: number;
  readonly claims: ClaimTimes;
  /** Waits after a failure of a provider or of the node. */
  readonly troubles: ClaimTimes;
}

export const RELAYER_TIMES: Omit<RelayerTimes, 'pollMs'> = {
  configMs: 60_000,
  claims: CLAIM_TIMES,
  troubles: { firstWaitMs: 1_000, mostWaitMs: 60_000 },
};

export interface RelayerParts {
  readonly node: NodeClient;
  readonly watched: Watched;
  readonly statePath: string;
  readonly readSecret: () => string | Refusal;
  readonly log: Log;
  readonly times: RelayerTimes;
  /** Ends the run; the relayer ends it too when it cannot go on. */
  readonly stop: AbortController;
  readonly now: () => number;
  readonly monotonic: () => number;
  readonly random: () => number;
}

export class Relayer {
  readonly #pauses: Pauses;
  /** Waits for claims. */
  readonly #idle: Pauses;
  readonly #queue: ClaimQueue;
  readonly #poster: ClaimPoster;
  readonly #watchers = new Map<string, Watcher>();
  readonly #running: Promise<void>[] = [];
  /** Lanes of earlier runs, of which some may have no watcher now. */
  readonly #kept: ReadonlyMap<string, LaneState>;
  readonly #notes = new Set<string>();
  #on: ReadonlySet<string> = new Set();
  #enabled: ReadonlySet<LaneKind> = new Set();
  #bridge: NodeBridge | undefined;
  #fatal: Refusal | undefined;
  #stateFailures = 0;
  #isStateWritten = true;
  /** Questions for the bridge of the node in a row. */
  #unanswered = 0;

  private constructor(
    private readonly parts: RelayerParts,
    state: Exclude<ReturnType<typeof readState>, undefined | Refusal>,
  ) {
    const { now, monotonic, random, times, node, readSecret, log, stop } = parts;
    // Each wait and each request under way listens to it.
    setMaxListeners(0, stop.signal);
    this.#kept = state.lanes;
    this.#pauses = new Pauses(stop.signal);
    this.#idle = new Pauses(stop.signal);
    this.#queue = new ClaimQueue({ now, monotonic, random, times: times.claims }, state.claims);
    this.#poster = new ClaimPoster({
      ...{ node, readSecret, log, random, monotonic, queue: this.#queue, stop: stop.signal, times: times.troubles },
      onSettled: () => this.#write(),
    });
  }

  /** @returns a refusal when the state cannot be read or written. */
  static open(parts: RelayerParts): Relayer | Refusal {
    const state = readState(parts.statePath);
    if (isRefusal(state)) return state;
    return writeState(parts.statePath, state ?? EMPTY_STATE) ?? new Relayer(parts, state ?? EMPTY_STATE);
  }

  get reading(): RelayerReading {
    const { claims } = this.#queue;
    const waiting = { ETH: 0, USDC: 0, XRGE: 0, BTC: 0 };
    for (const { coin } of claims) waiting[coin]++;
    const oldest = claims.reduce((since, claim) => Math.min(since, claim.since), Number.POSITIVE_INFINITY);
    return {
      lanes: [...this.#watchers.values()].map(({ reading }) => reading),
      ...{ posts: this.#poster.posts, waiting, enabled: this.#enabled, stateFailures: this.#stateFailures },
      oldestSeconds: claims.length === 0 ? 0 : Math.max(0, (this.parts.now() - oldest) / 1_000),
      isNodeReachable: this.#unanswered === 0 && this.#poster.isNodeReachable,
    };
  }

  /** Runs until it is stopped. @returns why it cannot go on. */
  async run(): Promise<Refusal | undefined> {
    for (let poster = 0; poster < POSTERS; poster++) this.#running.push(this.#post());
    await this.#follow();
    await Promise.all(this.#running);
    this.#write();
    return this.#fatal;
  }

  /** Asks the node for its bridge again and again. */
  async #follow(): Promise<void> {
    const { node, stop, times, random } = this.parts;
    while (!this.#pauses.isStopped) {
      const bridge = await askNodeBridge(node, stop.signal);
      if (this.#pauses.isStopped) return;
      if (isNodeFault(bridge) || isRefusal(bridge)) {
        this.#unknown(printable(bridge.message));
        await this.#pauses.wait(waitAfter(this.#unanswered++, times.troubles, random()));
        continue;
      }
      this.#unanswered = 0;
      const fault = await this.#take(bridge);
      if (fault) return this.#end(fault);
      await this.#pauses.wait(times.configMs);
    }
  }

  /** Said at the first of several failures. */
  #unknown(reason: string): void {
    if (this.#unanswered === 0)
      this.parts.log.error({ reason }, 'the bridge of the node is not known; it is asked again');
  }

  #end(fault: Refusal): void {
    this.#fatal = fault;
    this.parts.stop.abort();
  }

  /** Begins watchers for what is new and rests those of what is off. @returns a contradiction. */
  async #take(bridge: NodeBridge): Promise<Refusal | undefined> {
    const fault = contradiction(this.parts.watched.expected, bridge) ?? (await this.#chainFault(bridge));
    if (fault || this.#pauses.isStopped) return fault;
    const enabled = new Set(LANE_KINDS.filter((kind) => bridge[PART_OF[kind]] !== undefined));
    if (enabled.size === 0 && (this.#bridge === undefined || this.#enabled.size > 0))
      this.parts.log.warn({}, 'the bridge of the node is disabled; nothing is watched or claimed until it is enabled');
    this.#bridge = bridge;
    this.#enabled = enabled;
    const sources = this.#sources(bridge);
    this.#on = new Set(sources.map(({ name }) => name));
    for (const source of sources) if (!this.#watchers.has(source.name)) this.#watch(source);
    return this.#watchers.size > MOST_WATCHERS
      ? refuse('rule_violation', `the node has named more than ${MOST_WATCHERS} addresses since the relayer runs`)
      : undefined;
  }

  /** A provider of another chain is an error of the options when it is asked first; later it is a failure of the provider. */
  async #chainFault({ evm, vault }: NodeBridge): Promise<Refusal | undefined> {
    const chainId = (evm ?? vault)?.chainId;
    const before = (this.#bridge?.evm ?? this.#bridge?.vault)?.chainId;
    if (chainId === undefined || chainId === before) return undefined;
    const faults = await Promise.all(this.parts.watched.rpcs.map((rpc) => otherChain(rpc, chainId)));
    const other = faults.find((fault) => fault?.code === 'rule_violation');
    return other && refuse('malformed_parameter', `--evm-rpc: ${other.message}`);
  }

  #sources({ evm, vault, btc, confirmations: asked }: NodeBridge): readonly DepositSource[] {
    const { expected, rpcs, confirmations = asked ?? STANDARD_CONFIRMATIONS, btcSources } = this.parts.watched;
    const contract = expected.bridgeContract ?? evm?.contract;
    if ((evm || vault) && rpcs.length === 0)
      this.#note('without --evm-rpc no deposits of ETH, USDC and XRGE are watched');
    if (evm && contract === undefined)
      this.#note('without --bridge-contract no deposits of ETH and USDC are watched: the node does not name it');
    const places: EvmPlace[] = [];
    if (evm && contract !== undefined)
      places.push({ chainId: evm.chainId, emitter: contract, contract: 'bridge', confirmations });
    if (vault) places.push({ chainId: vault.chainId, emitter: vault.address, contract: 'vault', confirmations });
    const sources = rpcs.flatMap((rpc) => places.map((place) => new EvmSource(rpc, place)));
    const custody = btc ? btcSources(btc) : [];
    if (!isRefusal(custody)) return [...sources, ...custody];
    this.#note(custody.message);
    return sources;
  }

  #watch(source: DepositSource): void {
    const { watched, log, times, random, monotonic } = this.parts;
    const { name, kind } = source;
    const start = kind === 'custody' ? watched.btcFromBlock : watched.fromBlock;
    const lane = new Lane(source, this.#queue, this.#kept.get(name), start);
    if (lane.scanned !== undefined)
      log.info(
        { source: kind, provider: source.provider, height: lane.scanned },
        'the watch goes on behind this block',
      );
    const watcher = new Watcher(lane, {
      ...{ log, random, monotonic, pauses: this.#pauses, pollMs: times.pollMs, times: times.troubles },
      isOn: () => this.#on.has(name),
      onMoved: (found) => {
        this.#write();
        if (found > 0) this.#idle.wake();
      },
    });
    this.#watchers.set(name, watcher);
    this.#running.push(watcher.run());
  }

  async #post(): Promise<void> {
    const { pollMs } = this.parts.times;
    while (!this.#pauses.isStopped) {
      const { wait = pollMs, isPaused } = await this.#poster.step((coin) => this.#enabled.has(LANE_OF[coin]));
      if (isPaused) await this.#pauses.wait(wait);
      else if (wait > 0) await this.#idle.wait(Math.min(wait, pollMs));
    }
  }

  /** A sentence that is said once. */
  #note(reason: string): void {
    if (this.#notes.has(reason)) return;
    this.#notes.add(reason);
    this.parts.log.warn({ reason }, 'a part of the bridge is not watched');
  }

  /** A state that cannot be written is written with the next change: until then a crash repeats more. */
  #write(): void {
    const lanes = new Map(this.#kept);
    for (const [name, { lane }] of this.#watchers) if (lane.state) lanes.set(name, lane.state);
    const fault = writeState(this.parts.statePath, { lanes, claims: this.#queue.claims });
    if (fault) {
      this.#stateFailures++;
      if (this.#isStateWritten)
        this.parts.log.error({ reason: fault.message }, 'the state of the relayer cannot be written');
    } else if (!this.#isStateWritten) this.parts.log.info({}, 'the state of the relayer is written again');
    this.#isStateWritten = fault === undefined;
  }
}
