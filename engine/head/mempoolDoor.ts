/** The door of the mempool: decides on requests whose signatures hold, on the state after the tip.
 *
 *  In: verified transactions, one at a time. Out: nothing for those that are pending now, a refusal for every other one. A
 *  transaction that the program fails on is refused, logged once and never executed again. */

import { type Refusal, refuse } from '../base/refusal.js';
import type { Transaction } from '../chain/transaction.js';
import type { AccountId } from '../crypto/address.js';
import type { VerifiedTransaction } from '../intake/verifier.js';
import { feeOf, kindOfTransaction } from '../ledger/admission.js';
import type { BlockContext } from '../ledger/blockContext.js';
import { isForCode, type Postponed } from '../ledger/contractMachine.js';
import { TransactionFault } from '../ledger/execution.js';
import { checkFaucet, faucetDisabled, faucetRestricted } from '../ledger/kinds/faucet.js';
import type { PreviewOrder } from '../ledger/previewOrder.js';
import type { Faults } from '../measures/faults.js';
import type { NodeMeasures } from '../measures/nodeMeasures.js';
import { type Mempool, nextNonce } from '../mempool/mempool.js';
import { Overlay, type State } from '../state/state.js';
import { MachineExhausted } from '../vm/machine.js';

/** This node's own gates before its faucet. */
export interface FaucetGate {
  readonly enabled: boolean;
  /** Undefined: everybody may use it. */
  readonly whitelist: ReadonlySet<AccountId> | undefined;
  /** Makes accounts wait between two mints even where the network's rules do not; when absent, the rules decide. */
  readonly coolDown?: boolean;
}

export interface MempoolDoorParts {
  readonly state: State;
  readonly mempool: Mempool;
  readonly measures: NodeMeasures;
  readonly faults: Faults;
  readonly faucet: FaucetGate;
  /** Context of the earliest block that a transaction sent now could be in. */
  readonly nextBlock: () => BlockContext;
  readonly isStopping: () => boolean;
  readonly onAdmitted: () => void;
  /** As in `HeadParts`. */
  readonly compiled?: (() => Promise<void>) | undefined;
}

/** A machine that lacks memory or threads now may have them later. */
const MACHINE_RETRY_SECONDS = 10;

/** Transactions that wait for their contracts to be compiled: each holds up to a megabyte. */
const MAX_COMPILING = 8;

export class MempoolDoor {
  #compiling = 0;
  /** Scratch over the committed state, for finding out what a transaction would do; always rolled back. */
  readonly #scratch: Overlay;

  constructor(private readonly parts: MempoolDoorParts) {
    this.#scratch = new Overlay(parts.state);
  }

  /** Admits a transaction once the contract that it brings is compiled. @param refusal what `admit` has said. */
  async admitCompiled(item: VerifiedTransaction, refusal: Postponed): Promise<Refusal | undefined> {
    const { compiled } = this.parts;
    for (let latest: Refusal | undefined = refusal; ; latest = this.admit(item)) {
      if (!isForCode(latest) || !compiled) return latest;
      this.#compiling++;
      try {
        await compiled();
      } finally {
        this.#compiling--;
      }
    }
  }

  /** Why a transaction would be refused, as far as that is known without running what it calls. */
  check(item: VerifiedTransaction): Refusal | undefined {
    const refusal = this.#decideSafely(item, (block) => this.parts.mempool.check(item, this.#scratch, block));
    if (refusal) this.parts.measures.refused(refusal.code);
    return refusal;
  }

  /** What is run before a transaction is admitted; undefined for one that calls no contract. */
  dryRunOf(transaction: Transaction): PreviewOrder | undefined {
    return kindOfTransaction(transaction).dryRun?.(transaction, feeOf(transaction, this.parts.nextBlock()));
  }

  /** Counts and times the decisions of `#decide`. */
  admit(item: VerifiedTransaction): Refusal | undefined {
    const { measures, mempool, onAdmitted } = this.parts;
    const lap = measures.laps();
    const refusal = this.#decideSafely(item, (block) => {
      const refused = mempool.add(item, this.#scratch, block);
      if (!refused) onAdmitted();
      return refused;
    });
    lap('admit');
    if (isForCode(refusal)) return refusal;
    if (refusal) measures.refused(refusal.code);
    else measures.admitted++;
    return refusal;
  }

  /** An exception costs this request only, not those that came in the same body, and only once: sent again, it is refused as
   *  one that a block failed on. */
  #decideSafely(item: VerifiedTransaction, ask: (block: BlockContext) => Refusal | undefined): Refusal | undefined {
    const { mempool, faults, nextBlock, isStopping } = this.parts;
    if (isStopping()) return refuse('stopping', 'the node is shutting down; try again later', 5);
    const { transaction } = item;
    // Before anything of it is compiled: blocks wait for the same thread.
    if (transaction.operation === 'contract_deploy' && this.#compiling >= MAX_COMPILING)
      return refuse('busy', 'this node is compiling other contracts; try again in a moment', 2);
    const condemned = mempool.condemned(transaction.id);
    if (condemned) return condemned;
    let block: BlockContext | undefined;
    try {
      block = nextBlock();
      return this.#decide(item, block, ask);
    } catch (error) {
      if (error instanceof MachineExhausted)
        return refuse('busy', 'this node cannot compile contracts at present; try again later', MACHINE_RETRY_SECONDS);
      faults.ofTransaction('admit', transaction, error);
      const fault = new TransactionFault(error);
      // A failure before the transaction was looked at is not its fault.
      if (block) mempool.condemn(transaction.id, fault);
      return fault;
    }
  }

  /** @param ask the mempool, once nothing else refuses. */
  #decide(
    item: VerifiedTransaction,
    block: BlockContext,
    ask: (block: BlockContext) => Refusal | undefined,
  ): Refusal | undefined {
    const { state, mempool } = this.parts;
    const { transaction, expected } = item;
    const nonce = (): number => nextNonce(state, mempool, transaction.sender);
    const early =
      this.#gate(transaction, block) ??
      (expected.nonce !== undefined && expected.nonce !== nonce()
        ? refuse('derived_field_mismatch', `nonce must be ${nonce()}, got ${expected.nonce}`)
        : undefined) ??
      (expected.fee !== undefined && expected.fee !== feeOf(transaction, block)
        ? refuse('derived_field_mismatch', 'fee differs from what the network charges; leave it out')
        : undefined);
    // A reused nonce is reported before a missing authorization (specification, Authentication).
    return early ? (mempool.checkNonce(transaction, block.time) ?? early) : ask(block);
  }

  /** Local gates on top of the rules: this node's faucet flag and whitelist. */
  #gate(transaction: Transaction, block: BlockContext): Refusal | undefined {
    if (transaction.operation !== 'faucet') return undefined;
    const { enabled, whitelist, coolDown } = this.parts.faucet;
    if (!enabled) return faucetDisabled();
    const recipient = kindOfTransaction(transaction).exclusive?.(transaction).account;
    if (whitelist && (recipient === undefined || !whitelist.has(recipient))) return faucetRestricted();
    if (!coolDown || recipient === undefined) return undefined;
    return checkFaucet(this.parts.state, recipient, recipient !== transaction.sender, block, true);
  }
}
