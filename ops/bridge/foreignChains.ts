/** The port of the foreign chains, filled by a thread that asks the providers.
 *
 *  In: the calls of the node. Out: their answers, or `busy`. Verifications that somebody asks for are bounded in number; what relayers and
 *  operators ask for, and what the node itself asks now and then (deposit addresses, balances, health), have places of their own, so that none
 *  keeps the others out. The thread begins with
 *  the first call. When it dies, the calls under way are refused with `busy`, and the next call starts another one. */

import { Worker } from 'node:worker_threads';
import type { Log } from '../../engine/base/ports.js';
import { errorText, type Refusal, refuse } from '../../engine/base/refusal.js';
import type { BridgeFacts, ForeignChains } from '../../engine/bridge/port.js';
import { bundledFile } from '../../workers/threads/workerFile.js';
import type { ChainCalls } from './askedChains.js';
import { type BridgeWorkerData, type CallName, type FromBridge, unpacked } from './bridgeMessages.js';
import type { ChainOptions } from './chainSetup.js';

/** Verifications at a time: each asks some providers five times, and holds the largest answers in memory. */
export const VERIFICATIONS = 8;
/** What only relayers and operators ask for has as many places of its own: claims of strangers must not keep them out. */
const OPERATOR_CALLS = 8;
/** What the node asks by itself, second looks at what was verified included: a claim must not lose its place between the two. */
const OWN_CALLS = 16;
/** Destinations of withdrawals are compared with addresses that the thread knows: no provider is asked. */
const CHECKS = 256;

/** Longer than any operation takes with every one of its requests at its time-out (proof-of-work headers take 300 s): what is older hangs. */
const CALL_MS = 420_000;

const RETRY_SECONDS = 5;

/** Who asks. */
type Place = 'anybody' | 'operator' | 'own' | 'check';

const PLACES: Readonly<Record<CallName, Place>> = {
  ...{ claim: 'anybody', btcDeposit: 'anybody' },
  ...{
    deposit: 'operator',
    evmPayout: 'operator',
    btcPayout: 'operator',
    isReleased: 'operator',
    releases: 'operator',
  },
  ...{ btcAddressDeposits: 'own', btcOutputs: 'own', balance: 'own', health: 'own', recheck: 'own' },
  destination: 'check',
};

interface Pending {
  readonly place: Place;
  readonly answer: (result: unknown) => void;
  readonly limit: NodeJS.Timeout;
}

export interface ForeignChainsOptions {
  readonly facts: BridgeFacts;
  readonly options: ChainOptions;
  /** Deposit addresses that are known now. */
  readonly addresses: () => readonly string[];
  readonly log: Log;
  /** Replaces the file of the thread. */
  readonly worker?: URL;
  readonly verifications?: number;
  readonly callMs?: number;
}

const gone = (): Refusal => refuse('busy', 'the verification of foreign chains was interrupted; try again', 1);

export interface ForeignChainsStats {
  readonly verifying: number;
  readonly refused: number;
  readonly deaths: number;
}

export class ThreadedChains implements ForeignChains {
  readonly #pending = new Map<number, Pending>();
  #thread: Worker | undefined;
  #lastId = 0;
  #refused = 0;
  #deaths = 0;
  #isClosed = false;

  constructor(private readonly parts: ForeignChainsOptions) {}

  get facts(): BridgeFacts {
    return this.parts.facts;
  }

  deposit: ChainCalls['deposit'] = (...args) => this.#call('deposit', args);
  claim: ChainCalls['claim'] = (...args) => this.#call('claim', args);
  btcDeposit: ChainCalls['btcDeposit'] = (...args) => this.#call('btcDeposit', args);
  btcAddressDeposits: ChainCalls['btcAddressDeposits'] = (...args) => this.#call('btcAddressDeposits', args);
  btcOutputs: ChainCalls['btcOutputs'] = (...args) => this.#call('btcOutputs', args);
  recheck: ChainCalls['recheck'] = (...args) => this.#call('recheck', args);
  evmPayout: ChainCalls['evmPayout'] = (...args) => this.#call('evmPayout', args);
  btcPayout: ChainCalls['btcPayout'] = (...args) => this.#call('btcPayout', args);
  isReleased: ChainCalls['isReleased'] = (...args) => this.#call('isReleased', args);
  releases: ChainCalls['releases'] = (...args) => this.#call('releases', args);
  destination: ChainCalls['destination'] = (...args) => this.#call('destination', args);
  balance: ChainCalls['balance'] = (...args) => this.#call('balance', args);
  health: ChainCalls['health'] = (...args) => this.#call('health', args);

  /** New deposit addresses: deposits must not spend their coins, and withdrawals must not go there. */
  know(addresses: readonly string[]): void {
    this.#thread?.postMessage({ know: addresses });
  }

  stats(): ForeignChainsStats {
    return {
      verifying: this.#count('anybody') + this.#count('operator'),
      refused: this.#refused,
      deaths: this.#deaths,
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const thread = this.#thread;
    this.#thread = undefined;
    this.#settleAll(refuse('stopping', 'the node is shutting down', 1));
    await thread?.terminate();
  }

  #count(place: Place): number {
    let count = 0;
    for (const pending of this.#pending.values()) if (pending.place === place) count++;
    return count;
  }

  #call<Name extends CallName>(name: Name, args: Parameters<ChainCalls[Name]>): Promise<never> {
    const full = this.#full(PLACES[name]);
    if (full) return Promise.resolve(full as never);
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      const limit = setTimeout(() => this.#giveUp(id), this.parts.callMs ?? CALL_MS);
      limit.unref();
      this.#pending.set(id, { place: PLACES[name], answer: resolve as (result: unknown) => void, limit });
      this.#begun().postMessage({ id, name, args });
    });
  }

  #full(place: Place): Refusal | undefined {
    if (this.#isClosed) return refuse('stopping', 'the node is shutting down', 1);
    const { verifications = VERIFICATIONS } = this.parts;
    const most = { anybody: verifications, operator: OPERATOR_CALLS, own: OWN_CALLS, check: CHECKS }[place];
    if (this.#count(place) < most) return undefined;
    this.#refused++;
    return refuse(
      'busy',
      `this node verifies ${most} deposits and payouts already; try again in a moment`,
      RETRY_SECONDS,
    );
  }

  #begun(): Worker {
    if (this.#thread) return this.#thread;
    const { options, addresses, worker = bundledFile('ops/bridge/bridgeWorker.js') } = this.parts;
    const data: BridgeWorkerData = { options, addresses: addresses() };
    const thread = new Worker(worker, { workerData: data });
    this.#thread = thread;
    thread.on('message', (message: FromBridge) => this.#answered(message));
    thread.on('error', (error) => this.parts.log.error({ error }, 'the thread of the bridge failed'));
    thread.on('exit', () => this.#died(thread));
    // A stopped node does not wait for it.
    thread.unref();
    return thread;
  }

  #answered(message: FromBridge): void {
    if (!('fault' in message)) {
      this.#settle(message.id, unpacked(message));
      return;
    }
    this.parts.log.error({ error: errorText(message.fault) }, 'a question to a foreign chain failed');
    this.#settle(message.id, refuse('internal', 'this node could not verify it because of a fault of its own'));
  }

  #died(thread: Worker): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    this.#deaths++;
    this.#settleAll(gone());
  }

  /** A call has no answer for longer than any can take: whatever the thread does, it does it no more. */
  #giveUp(id: number): void {
    if (!this.#pending.has(id)) return;
    this.parts.log.error({}, 'the thread of the bridge does not answer; it is ended');
    const thread = this.#thread;
    if (!thread) return;
    this.#died(thread);
    void thread.terminate();
  }

  #settle(id: number, result: unknown): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.#pending.delete(id);
    clearTimeout(pending.limit);
    pending.answer(result);
  }

  #settleAll(result: Refusal): void {
    for (const id of [...this.#pending.keys()]) this.#settle(id, result);
  }
}
