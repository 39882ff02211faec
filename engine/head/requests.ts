/** The way of a signed request into the mempool: verified in the pool, then decided on the state after the tip.
 *
 *  In: raw requests. Out: the accepted transaction or a refusal, one for each. Nothing is accepted that no block would carry, and
 *  nothing is called refused that another node may hold: it stays here and is offered again, and the client is told that its outcome is
 *  not known yet. The same bytes again ask the peers again. */

import { binaryToHex, fromBinary } from '../base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import type { Transaction } from '../chain/transaction.js';
import type { ChainClock } from '../consensus/chainClock.js';
import type { RawItem, VerifiedTransaction, VerifierPort } from '../intake/verifier.js';
import { kindOfTransaction } from '../ledger/admission.js';
import { CodeMissing } from '../ledger/contractMachine.js';
import { faucetDisabled } from '../ledger/kinds/faucet.js';
import type { ContractPreview, PreviewOrder } from '../ledger/previewOrder.js';
import type { Mempool } from '../mempool/mempool.js';
import type { HandedOver } from '../network/events.js';
import type { ChainStore } from '../store/chainStore.js';
import type { ContractPreviews } from './contractPreviews.js';
import type { MempoolDoor } from './mempoolDoor.js';

/** A request that the node has accepted. */
export interface Accepted {
  /** 64 hex characters. */
  readonly txId: string;
  readonly transaction: Transaction;
  /** What its dry run has shown. */
  readonly preview?: ContractPreview | undefined;
}

export interface RequestParts {
  readonly verifier: VerifierPort;
  readonly mempool: Mempool;
  readonly chain: ChainStore;
  readonly chainClock: ChainClock;
  readonly door: MempoolDoor;
  /** Runs contracts outside of blocks; absent: none is tried. */
  readonly previews?: ContractPreviews | undefined;
  readonly faucetEnabled: boolean;
  /** What this node refuses beside the rules of the network; undefined where it says nothing. */
  readonly guard?: (transaction: Transaction) => Promise<Refusal | undefined> | undefined;
  readonly isStopping: () => boolean;
  /** The refusal of everything while no block would carry it. */
  readonly idle: () => Refusal | undefined;
  /** The way to the proposer, where it is another node; undefined when it is this one. */
  readonly forward: () => Forwarder | undefined;
  /** Whether a block that is offered for the open slot carries a transaction. @param id a binary string of 32 bytes. */
  readonly isProposed: (id: string) => boolean;
  /** This node answers for transactions that wait here: peers may be told. */
  readonly admitted: (ids: readonly string[]) => void;
}

/** Asks peers to hold a transaction. */
export type Forwarder = (transaction: Transaction) => Promise<HandedOver>;

/** Another proposer may be known by then. */
const FORWARD_RETRY_SECONDS = 5;

/** Unconfirmed transactions are remembered up to this many before those that no longer wait are forgotten. */
const UNCONFIRMED = 4_096;

/** Whether the same bytes are answered again while they wait or are in a block: of a broadcast, and of a kind whose answer says what
 *  its block made of it. A client whose connection was lost has no other way to learn that. */
const isAnsweredAgain = ({ kind }: RawItem, transaction: Transaction): boolean =>
  kind === 'broadcast' || kindOfTransaction(transaction).isOfDirectory === true;

export class Requests {
  /** Transactions that are being handed on, by id: until then nobody is told that they are held. */
  readonly #handing = new Map<string, Promise<Refusal | undefined>>();
  /** Transactions that wait here and that a peer may hold, but none has said so. */
  readonly #unconfirmed = new Set<string>();
  /** Transactions that this node answers for since a moment ago: peers are not told yet. */
  readonly #answeredFor: string[] = [];
  #telling: Promise<undefined> | undefined;

  constructor(private readonly parts: RequestParts) {}

  /** @param isTried whether a contract that it calls is run first, to see whether it would fail. */
  async take(item: RawItem, isTried = false): Promise<Accepted | Refusal> {
    const refusal = this.#closed([item]);
    if (refusal) return refusal;
    const answer = await this.#decide(item, await this.#verify(item), isTried);
    if (!isRefusal(answer)) await this.#telling;
    return answer;
  }

  /** As `take`, for the requests of one body: each is decided as soon as it is verified, and nothing else is waited for but that peers are
   *  told. @returns one answer each, in their order. */
  takeAll(items: readonly RawItem[]): Promise<(Accepted | Refusal)[]> {
    const { verifier, chainClock } = this.parts;
    if (items.length === 0 || chainClock.shiftMs !== 0 || this.#closed(items))
      return Promise.all(items.map((item) => this.take(item)));
    return new Promise((resolve, reject) => {
      const answers = new Array<Accepted | Refusal>(items.length);
      const verdicts: { readonly at: number; readonly verified: VerifiedTransaction | Refusal }[] = [];
      let open = items.length;
      let fault: { readonly error: unknown } | undefined;
      // The body is needed until the last of them is answered, whatever has failed before.
      const end = (): void => {
        if (--open > 0) return;
        if (fault) reject(fault.error);
        else if (this.#telling) this.#telling.then(() => resolve(answers), reject);
        else resolve(answers);
      };
      const answer = (at: number, decided: Accepted | Refusal): void => {
        answers[at] = decided;
        end();
      };
      const fail = (error: unknown): void => {
        fault ??= { error };
        end();
      };
      const decideAll = (): void => {
        for (const { at, verified } of verdicts.splice(0)) {
          try {
            const decided = this.#decide(items[at] as RawItem, verified);
            if (decided instanceof Promise) decided.then((later) => answer(at, later), fail);
            else answer(at, decided);
          } catch (error) {
            fail(error);
          }
        }
      };
      verifier.verifyAll(items, chainClock.now(), (at, verified) => {
        // Those of one packet together, once the verifier has done with it.
        if (verdicts.push({ at, verified }) === 1) queueMicrotask(decideAll);
      });
    });
  }

  /** The refusal of all of these before they are looked at. */
  #closed(items: readonly RawItem[]): Refusal | undefined {
    const { faucetEnabled, idle, isStopping } = this.parts;
    if (isStopping()) return refuse('stopping', 'the node is shutting down; try again later', 5);
    if (!faucetEnabled && items.some(({ operation }) => operation === 'faucet')) return faucetDisabled();
    return idle();
  }

  /** @returns without a promise what nothing is waited for; whoever answers it waits until peers are told. */
  #decide(
    item: RawItem,
    verified: VerifiedTransaction | Refusal,
    isTried = false,
  ): Accepted | Refusal | Promise<Accepted | Refusal> {
    if (isRefusal(verified)) return this.#ofHeldClock(verified) ?? verified;
    const { transaction } = verified;
    const guarded = this.parts.guard?.(transaction);
    const isRun = isTried && this.#dryRunOf(transaction) !== undefined;
    if (isRun || guarded || isAnsweredAgain(item, transaction) || this.#isUndecided(transaction))
      return this.#decideInTurn(item, verified, isRun, guarded);
    const refused = this.parts.door.admit(verified);
    if (refused instanceof CodeMissing) return this.#admitCompiled(verified, refused);
    return refused ?? this.#accept(transaction);
  }

  async #admitCompiled(verified: VerifiedTransaction, first: CodeMissing): Promise<Accepted | Refusal> {
    return (await this.parts.door.admitCompiled(verified, first)) ?? this.#accept(verified.transaction);
  }

  #accept(transaction: Transaction): Accepted | Promise<Accepted | Refusal> {
    const accepted = { txId: binaryToHex(transaction.id), transaction };
    const confirming = this.#confirm(transaction);
    if (confirming === undefined || confirming === this.#telling) return accepted;
    return confirming.then((refusal) => refusal ?? accepted);
  }

  /** What is looked for, tried or confirmed before it is admitted. */
  async #decideInTurn(
    item: RawItem,
    verified: VerifiedTransaction,
    isTried: boolean,
    guarded: Promise<Refusal | undefined> | undefined,
  ): Promise<Accepted | Refusal> {
    const { door } = this.parts;
    const { transaction } = verified;
    const accepted = { txId: binaryToHex(transaction.id), transaction };
    const guardRefusal = guarded && (await guarded);
    if (guardRefusal) return guardRefusal;
    if (this.#isUndecided(transaction)) return (await this.#confirm(transaction)) ?? accepted;
    const isAgain = isAnsweredAgain(item, transaction);
    const held = isAgain ? await this.#answerHeld(accepted) : undefined;
    if (held) return held;
    const preview = isTried ? await this.#dryRun(verified) : undefined;
    if (isRefusal(preview)) return preview;
    // While it ran, the same bytes may have been taken from another request.
    if (preview && this.#isUndecided(transaction))
      return (await this.#confirm(transaction)) ?? { ...accepted, preview };
    // Whoever sends the same bytes meanwhile must find that they are being handed on: nothing is waited for that is there.
    const first = door.admit(verified);
    const refused = first instanceof CodeMissing ? await door.admitCompiled(verified, first) : first;
    // The same bytes may have been taken since they were looked for.
    if (refused)
      return (isAgain && refused.code === 'nonce_used' ? await this.#answerHeld(accepted) : undefined) ?? refused;
    return (await this.#confirm(transaction)) ?? { ...accepted, preview };
  }

  /** The answer to bytes that wait already or are in a block. */
  async #answerHeld(accepted: Accepted): Promise<Accepted | Refusal | undefined> {
    const { transaction } = accepted;
    if (!(await this.#has(transaction))) return undefined;
    if (this.#isUndecided(transaction)) return (await this.#confirm(transaction)) ?? accepted;
    await this.#answerFor(transaction);
    return accepted;
  }

  #dryRunOf(transaction: Transaction): PreviewOrder | undefined {
    return this.parts.previews && this.parts.door.dryRunOf(transaction);
  }

  /** Runs the contract that a call names, where somebody else's thread does: a call that would fail costs its sender nothing. So
   *  nothing runs that would be refused anyway, above all what is pending or in a block already. */
  async #dryRun(item: VerifiedTransaction): Promise<ContractPreview | Refusal | undefined> {
    const { previews, door } = this.parts;
    const { transaction } = item;
    const order = this.#dryRunOf(transaction);
    if (!previews || !order) return undefined;
    const refused = door.check(item);
    if (refused) return refused;
    const preview = await previews.preview(order);
    if (isRefusal(preview)) return preview;
    return kindOfTransaction(transaction).checkDryRun?.(transaction.fields, preview) ?? preview;
  }

  /** Whether nothing was said about it yet but that its outcome is not known. Its nonce is used by nobody but itself. */
  #isUndecided({ id }: Transaction): boolean {
    return this.#handing.has(id) || (this.#unconfirmed.has(id) && this.parts.mempool.get(id) !== undefined);
  }

  /** All who send one transaction at a time get one answer. @returns without a promise of its own where this node makes the next block. */
  #confirm(transaction: Transaction): Promise<Refusal | undefined> | undefined {
    const { id } = transaction;
    let handing = this.#handing.get(id);
    if (!handing && this.parts.forward() === undefined) {
      this.#unconfirmed.delete(id);
      return this.#answerFor(transaction);
    }
    if (!handing) {
      handing = this.#handOn(transaction).finally(() => this.#handing.delete(id));
      this.#handing.set(id, handing);
    }
    return handing;
  }

  /** A transaction counts as accepted when the proposer is this node, or when another node holds it too: this one may go away.
   *  What no other node can hold leaves the mempool again, so that nothing else is said about it later. */
  async #handOn(transaction: Transaction): Promise<Refusal | undefined> {
    const { forward, mempool, chain } = this.parts;
    const { id } = transaction;
    const hand = forward();
    const outcome = hand ? await hand(transaction) : ({ held: true } as const);
    const isIncluded = mempool.get(id) === undefined && (await chain.includes(fromBinary(id)));
    if (isIncluded || (typeof outcome !== 'string' && outcome.held) || this.#isMine(id)) {
      this.#unconfirmed.delete(id);
      return this.#answerFor(transaction);
    }
    if (outcome === 'unclear' || this.#unconfirmed.has(id)) return this.#keep(transaction);
    mempool.drop(id);
    if (outcome === 'unsent')
      return refuse(
        'not_producing',
        'no way to the node that makes the next block: the transaction was not taken; try again in a few seconds',
        FORWARD_RETRY_SECONDS,
      );
    return refuse(outcome.code, outcome.message, outcome.retryAfterSeconds);
  }

  /** Whether this node has become the one that puts it in a block, or a block has it, whatever a peer said meanwhile. */
  #isMine(id: string): boolean {
    return this.parts.forward() === undefined || this.parts.isProposed(id);
  }

  /** A peer may hold it, and may put it in a block. So it is this node's too, and its client must not sign another one instead. */
  async #keep(transaction: Transaction): Promise<Refusal> {
    const { mempool } = this.parts;
    if (this.#unconfirmed.size >= UNCONFIRMED)
      for (const id of this.#unconfirmed) if (mempool.get(id) === undefined) this.#unconfirmed.delete(id);
    this.#unconfirmed.add(transaction.id);
    await this.#answerFor(transaction);
    const id = binaryToHex(transaction.id);
    return refuse(
      'unconfirmed',
      `no other node has confirmed yet that it holds transaction ${id}: it waits here and may still be included; send the same bytes again or ask GET /api/tx/${id}, and do not sign another one in its place before that says that it is in no block`,
    );
  }

  /** Those of one packet are told together: each telling is a step of the whole peer network. */
  #answerFor({ id }: Transaction): Promise<undefined> | undefined {
    if (this.parts.mempool.get(id) === undefined) return undefined;
    this.#answeredFor.push(id);
    this.#telling ??= Promise.resolve().then(() => {
      this.#telling = undefined;
      this.parts.admitted(this.#answeredFor.splice(0));
      return undefined;
    });
    return this.#telling;
  }

  /** After a developer has moved the clock, requests may be dated by it or by the machine's own: clients know only the latter.
   *  Then the replay guard, which forgets by the chain's clock, does not remember all requests that the machine's clock still
   *  lets in. */
  #verify(item: RawItem): Promise<VerifiedTransaction | Refusal> {
    const { chainClock } = this.parts;
    const now = chainClock.now();
    const { shiftMs } = chainClock;
    return shiftMs === 0 ? this.parts.verifier.verify(item, now) : this.#verifyShifted(item, now, shiftMs);
  }

  async #verifyShifted(item: RawItem, now: number, shiftMs: number): Promise<VerifiedTransaction | Refusal> {
    const { verifier, chain, chainClock } = this.parts;
    const byMachine = await verifier.verify(item, now - shiftMs);
    const isOutside = isRefusal(byMachine) && byMachine.code === 'timestamp_window';
    const verified = isOutside ? await verifier.verify(item, chainClock.now()) : byMachine;
    if (isRefusal(verified) || isAnsweredAgain(item, verified.transaction)) return verified;
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
