/** The way of a signed request into the mempool: verified in the pool, then decided on the state after the tip.
 *
 *  In: raw requests. Out: the accepted transaction or a refusal, one for each. Nothing is accepted that no block would carry. */

import { binaryToHex, fromBinary } from '../base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import type { Transaction } from '../chain/transaction.js';
import type { ChainClock } from '../consensus/chainClock.js';
import type { RawItem, VerifiedTransaction, VerifierPort } from '../intake/verifier.js';
import { faucetDisabled } from '../ledger/kinds/faucet.js';
import type { Mempool } from '../mempool/mempool.js';
import type { HandedOver } from '../network/messages.js';
import type { ChainStore } from '../store/chainStore.js';
import type { MempoolDoor } from './mempoolDoor.js';

/** A request that the node has accepted. */
export interface Accepted {
  /** 64 hex characters. */
  readonly txId: string;
  readonly transaction: Transaction;
}

export interface RequestParts {
  readonly verifier: VerifierPort;
  readonly mempool: Mempool;
  readonly chain: ChainStore;
  readonly chainClock: ChainClock;
  readonly door: MempoolDoor;
  readonly faucetEnabled: boolean;
  readonly isStopping: () => boolean;
  /** The refusal of everything while no block would carry it. */
  readonly idle: () => Refusal | undefined;
  /** The way to the proposer, where it is another node; undefined when it is this one. */
  readonly forward: () => Forwarder | undefined;
  /** Transactions wait here: peers may be told. */
  readonly admitted: (ids: readonly string[]) => void;
}

/** Asks peers to hold a transaction. @returns undefined when none took it. */
export type Forwarder = (transaction: Transaction) => Promise<HandedOver>;

/** Another proposer may be known by then. */
const FORWARD_RETRY_SECONDS = 5;

/** A peer that goes away, or is silent, may have the transaction: it is handed to the next one, which answers that it holds it when it
 *  has heard of it. */
const ATTEMPTS = 3;

export class Requests {
  /** Transactions that are being handed on, by id: until then nobody is told that they are held. */
  readonly #handing = new Map<string, Promise<Refusal | undefined>>();

  constructor(private readonly parts: RequestParts) {}

  async take(item: RawItem): Promise<Accepted | Refusal> {
    const { door, faucetEnabled, idle, isStopping } = this.parts;
    if (isStopping()) return refuse('stopping', 'the node is shutting down; try again later', 5);
    if (item.operation === 'faucet' && !faucetEnabled) return faucetDisabled();
    const refusal = idle();
    if (refusal) return refusal;
    const verified = await this.#verify(item);
    if (isRefusal(verified)) return this.#ofHeldClock(verified) ?? verified;
    const { transaction } = verified;
    const accepted = { txId: binaryToHex(transaction.id), transaction };
    if (item.kind === 'broadcast' && (await this.#has(transaction)))
      return (await this.#handing.get(transaction.id)) ?? accepted;
    const refused = door.admit(verified);
    if (refused) return refused;
    const handing = this.#handOn(transaction).finally(() => this.#handing.delete(transaction.id));
    this.#handing.set(transaction.id, handing);
    return (await handing) ?? accepted;
  }

  /** A transaction counts as accepted when the proposer is this node, or when another node holds it too: this one may go away.
   *  Whatever is refused here leaves the mempool again, so that nothing else is said about it later. */
  async #handOn(transaction: Transaction): Promise<Refusal | undefined> {
    const { forward, mempool, admitted } = this.parts;
    let outcome: HandedOver = 'unanswered';
    let mayHaveLeft = false;
    for (let attempt = 0; attempt < ATTEMPTS && outcome === 'unanswered'; attempt++) {
      const hand = forward();
      if (!hand) {
        admitted([transaction.id]);
        return undefined;
      }
      outcome = await hand(transaction);
      mayHaveLeft ||= outcome === 'unanswered';
    }
    // Meanwhile a block may have carried it.
    const isGone = mempool.get(transaction.id) === undefined;
    const isHeld = typeof outcome === 'object' && outcome.held;
    if (isHeld || (isGone && (await this.parts.chain.includes(fromBinary(transaction.id))))) {
      if (!isGone) admitted([transaction.id]);
      return undefined;
    }
    if (mayHaveLeft && (outcome === undefined || outcome === 'unanswered')) return this.#keepUnsure(transaction);
    mempool.drop(transaction.id);
    if (typeof outcome !== 'object' || outcome.held)
      return refuse(
        'not_producing',
        'no way to the node that makes the next block: the transaction was not taken; try again in a few seconds',
        FORWARD_RETRY_SECONDS,
      );
    return refuse(outcome.code, outcome.message, outcome.retryAfterSeconds);
  }

  /** Nobody can say that it was not taken: it stays here, is offered again, and /api/tx tells what becomes of it. */
  #keepUnsure(transaction: Transaction): Refusal {
    this.parts.admitted([transaction.id]);
    return refuse(
      'busy',
      `no other node has confirmed this transaction yet; it may still be included: ask /api/tx/${binaryToHex(transaction.id)} before you sign another one`,
      FORWARD_RETRY_SECONDS,
    );
  }

  /** After a developer has moved the clock, requests may be dated by it or by the machine's own: clients know only the latter.
   *  Then the replay guard, which forgets by the chain's clock, does not remember all requests that the machine's clock still
   *  lets in. */
  async #verify(item: RawItem): Promise<VerifiedTransaction | Refusal> {
    const { verifier, chain, chainClock } = this.parts;
    const { shiftMs } = chainClock;
    const now = chainClock.now();
    if (shiftMs === 0) return verifier.verify(item, now);
    const byMachine = await verifier.verify(item, now - shiftMs);
    const isOutside = isRefusal(byMachine) && byMachine.code === 'timestamp_window';
    const verified = isOutside ? await verifier.verify(item, chainClock.now()) : byMachine;
    if (isRefusal(verified) || item.kind === 'broadcast') return verified;
    return (await chain.includes(fromBinary(verified.transaction.id)))
      ? refuse('nonce_used', 'Duplicate nonce (possible replay attack)')
      : verified;
  }

  /** The refusal of a request that may be dated correctly while this node does not follow the machine's clock yet. */
  #ofHeldClock({ code }: Refusal): Refusal | undefined {
    const held = code === 'timestamp_window' ? this.parts.chainClock.held : undefined;
    if (!held) return undefined;
    const left = Math.max(1, Math.ceil(held.leftMs / 1_000));
    return refuse(
      'not_producing',
      `the clock of this node was set forward by ${Math.round(held.byMs / 1_000)} s a moment ago; its blocks keep the old time for ${left} s more in case that was a mistake, and this request's timestamp is too far from it: try again then`,
      left,
    );
  }

  /** Whether exactly this transaction is already pending or included. */
  async #has(transaction: Transaction): Promise<boolean> {
    const { mempool, chain } = this.parts;
    return mempool.get(transaction.id) !== undefined || chain.includes(fromBinary(transaction.id));
  }
}
