/** The state transition of one block, in an order that every node must keep: (1) the fees that the parent's certificate
 *  releases, (2) unbonding entries that are due, (3) transactions, (4) this block's fees into the pending pool, (5) the next
 *  base fee and the next active set. The caller takes the root (6) from the overlay.
 *
 *  In: an overlay over the state after the parent, and transactions one by one. Out: receipts, and the overlay's
 *  writes. Nothing is lost: a failed transaction keeps its receipt, its fee and its nonce, and nothing else. */

import { XRGE } from '../base/amounts.js';
import { DIRECTORY_PER_BLOCK } from '../base/directoryLimits.js';
import { invariant, isRefusal, Refusal, refuse } from '../base/refusal.js';
import type { Transaction } from '../chain/transaction.js';
import { isActive } from '../chain/upgrades.js';
import { type AccountId, treasuryAccount } from '../crypto/address.js';
import { type Mark, Overlay, type StateView, type StateWriter } from '../state/state.js';
import { MachineExhausted } from '../vm/instance.js';
import { type ActiveSet, activeSetOf, closeVoting, openVoting, tipSetOf } from './activeSet.js';
import { admitTransaction, feeOf, kindOfTransaction, shortage } from './admission.js';
import { BlockCode } from './blockCode.js';
import type { BlockContext } from './blockContext.js';
import { rememberParent } from './blockHashes.js';
import { CodeMissing, Postponed } from './contractMachine.js';
import { balanceOf, charge, countActivity, credit } from './funds.js';
import { type AnyKind, KeptFailure } from './kind.js';
import { type ReplayTag, type ReplayTags, replayTag } from './replayGuard.js';
import { releaseUnbonding } from './staking.js';
import { countSubject, type SubjectId } from './subjects.js';
import { pendingFees, SINGLE, type Totals, totals, validators } from './tables.js';

/** The outcome of an included transaction. */
export interface Outcome {
  readonly transaction: Transaction;
  /** Sequential account nonce. */
  readonly nonce: number;
  /** Quanta. */
  readonly fee: bigint;
  /** Fuel that contracts used. */
  readonly fuel: number;
  /** Why it failed; undefined when it succeeded. */
  readonly failure: Refusal | undefined;
  /** The kind's own result; null for a failed transaction, unless it is a `KeptFailure`. */
  readonly result: unknown;
  /** Accounts in whose history it appears, with its ordinal there, counted from 0. The signer comes first. */
  readonly parties: readonly { readonly account: AccountId; readonly ordinal: number }[];
  /** Tokens and collections in whose history it appears, with its ordinal there. */
  readonly subjects: readonly { readonly subject: SubjectId; readonly ordinal: number }[];
}

const NO_SUBJECTS: Outcome['subjects'] = [];

/** Parties of a transaction up to which each is searched for among the others. */
const FEW_PARTIES = 8;

/** A transaction that made the program itself fail: an exception where a rule should have refused. All its changes are undone,
 *  a new block leaves it out, and a block that carries it is refused. */
export class TransactionFault extends Refusal {
  constructor(
    /** What was thrown: for the log, never for a client. */
    readonly cause: unknown,
  ) {
    super(
      'internal',
      'the node failed on this transaction and left it out; nothing was charged. Report its id to whoever runs the node',
    );
  }
}

export const totalsOf = (view: StateView): Totals => {
  const value = view.get(totals, SINGLE);
  invariant(value, 'the state has no totals: genesis was not applied');
  return value;
};

/** Makes a kind encode now what the store will encode when the block is packed. By then the block is signed, and no
 *  transaction can be left out any more. */
function rehearse({ fields }: Transaction, kind: AnyKind, result: unknown): void {
  kind.reveals?.(fields);
  if (result === null) return;
  kind.result.encode(result);
  kind.poolEvents?.(result);
}

/** Why a transaction failed. When its signer could not pay, the refusal names everything that the transaction takes: its kind
 *  names one payment only and does not know the fee, which is taken first.
 *  @param state with the fee taken and everything else of the transaction undone. */
function inAll(state: StateView, transaction: Transaction, block: BlockContext, fee: bigint, why: Refusal): Refusal {
  if (why.code !== 'insufficient_balance') return why;
  const before = (token: string): bigint => balanceOf(state, transaction.sender, token) + (token === XRGE ? fee : 0n);
  return shortage(state, transaction, block, before) ?? why;
}

/** Takes the fee, or the most that it may be; the caller gives back the rest. @returns the account nonce. */
function take(state: Overlay, sender: AccountId, fee: bigint): number {
  const nonce = charge(state, sender, fee);
  invariant(nonce !== undefined, 'admission has checked the fee');
  return nonce;
}

/** The signer first, then each other account once, numbered in their histories. */
function countParties(state: Overlay, sender: AccountId, others: readonly AccountId[]): Outcome['parties'] {
  const parties = [{ account: sender, ordinal: countActivity(state, sender) }];
  // Most kinds have two parties at most: a set of them takes longer to make than the search.
  const seen = others.length > FEW_PARTIES ? new Set([sender]) : undefined;
  for (const account of others) {
    if (seen ? seen.has(account) : parties.some((party) => party.account === account)) continue;
    seen?.add(account);
    parties.push({ account, ordinal: countActivity(state, account) });
  }
  return parties;
}

/** Runs an admitted transaction: charges its fee, applies it, and undoes it if it fails.
 *  @returns `Postponed` when it cannot run now, or not to its end: the caller lets it go on, or undoes what it has changed.
 *  @throws whatever a bug in its kind throws, with its writes half done. */
function runTransaction(
  state: Overlay,
  transaction: Transaction,
  block: BlockContext,
): Outcome | Postponed | CodeMissing<Outcome> {
  const kind = kindOfTransaction(transaction);
  const most = feeOf(transaction, block, kind);
  const nonce = take(state, transaction.sender, most);
  const mark = state.mark();
  const applied = kind.apply(state, transaction, block);
  if (applied instanceof CodeMissing)
    return applied.followedBy((later) =>
      later instanceof Postponed ? later : conclude(state, transaction, block, { kind, most, nonce, mark }, later),
    );
  return applied instanceof Postponed
    ? applied
    : conclude(state, transaction, block, { kind, most, nonce, mark }, applied);
}

/** A transaction whose fee is taken. */
interface Begun {
  readonly kind: AnyKind;
  /** Quanta that were taken. */
  readonly most: bigint;
  readonly nonce: number;
  /** Of the overlay before its kind changed anything. */
  readonly mark: Mark;
}

/** What follows a transaction's own changes. @param applied its result, or why it failed. */
function conclude(
  state: Overlay,
  transaction: Transaction,
  block: BlockContext,
  { kind, most, nonce, mark }: Begun,
  applied: unknown,
): Outcome {
  const { sender, fields } = transaction;
  const failed = isRefusal(applied);
  const result = applied instanceof KeptFailure ? applied.result : failed ? null : applied;
  if (failed) state.rollback(mark);
  const fuel = result === null ? 0 : (kind.fuel?.used(result) ?? 0);
  const fee = kind.fuel ? feeOf(transaction, block, kind, fuel) : most;
  invariant(fee <= most, 'a transaction used more fuel than it had');
  credit(state, sender, XRGE, most - fee);
  const parties = countParties(state, sender, failed ? [] : kind.parties(fields, result));
  if (!failed || result !== null) rehearse(transaction, kind, result);
  // Written out: spreading what both ends share takes as long as the rest of a transfer.
  if (failed) {
    const failure = inAll(state, transaction, block, fee, applied);
    return { transaction, nonce, fee, fuel, failure, result, parties, subjects: NO_SUBJECTS };
  }
  const subjects =
    kind.subjects?.(fields, result).map((subject) => ({ subject, ordinal: countSubject(state, subject) })) ??
    NO_SUBJECTS;
  return { transaction, nonce, fee, fuel, failure: undefined, result, parties, subjects };
}

/** The reason why a transaction would fail now, found by running it and undoing everything; `Postponed` when that has to wait.
 *  @throws whatever a bug in its kind throws; its writes are undone then too. */
export function probeTransaction(state: Overlay, transaction: Transaction, block: BlockContext): Refusal | undefined {
  // No contract runs before its transaction is in a block.
  if (kindOfTransaction(transaction).fuel) return undefined;
  const mark = state.mark();
  try {
    const outcome = runTransaction(state, transaction, block);
    return isRefusal(outcome) ? outcome : outcome.failure;
  } finally {
    state.rollback(mark);
  }
}

/** Why a transaction would fail now, as `probeTransaction`, in the shortest way there is.
 *  @param state where its outflow is covered. */
export function foreseenFailure(state: Overlay, transaction: Transaction, block: BlockContext): Refusal | undefined {
  const kind = kindOfTransaction(transaction);
  return kind.foresee ? kind.foresee(state, transaction) : probeTransaction(state, transaction, block);
}

/** A part of a block: transactions, and their signed bytes. */
export interface BlockRoom {
  readonly transactions: number;
  readonly bytes: number;
}

export const NOTHING_KEPT: BlockRoom = { transactions: 0, bytes: 0 };

/** What is left of a transaction that was begun. */
type Continuation = () => Outcome | Refusal | CodeMissing<Outcome>;

export class BlockExecution {
  readonly outcomes: Outcome[] = [];
  readonly tags: ReplayTag[] = [];
  /** Sum of signed bytes so far. */
  bytes = 0;
  /** Fuel that contracts have used so far. */
  fuel = 0;

  /** Transactions of the directory so far. */
  #directory = 0;

  readonly #used = new Set<ReplayTag>();
  /** Who proposes this block, votes for it and shares in its fees. */
  readonly set: ActiveSet;
  /** Whose votes made the parent final. */
  readonly parentSet: ActiveSet;
  #collected = 0n;
  /** Transactions that move the base fee, and those of them that pay. */
  #volume = 0;
  #paying = 0;
  readonly #code = new BlockCode();
  /** What the block has in common. */
  readonly block: BlockContext;
  /** A transaction that lacks code in its midst: its changes are kept until it goes on. */
  #held: { readonly transaction: Transaction; readonly mark: Mark; readonly goOn: Continuation } | undefined;

  /** @param state over the state after the parent block, without writes that concern stakes.
   *  @param tryFirst whether each transaction first runs on a separate overlay, up to the bytes of its records: a transaction
   *  that cannot be encoded is found while it can still be left out, at twice the cost. */
  constructor(
    readonly state: Overlay,
    block: BlockContext,
    private readonly replay: ReplayTags,
    private readonly tryFirst = false,
  ) {
    this.block = { ...block, code: this.#code };
    this.set = activeSetOf(state, block.genesis);
    this.parentSet = tipSetOf(state, block.genesis);
    rememberParent(state, block);
    openVoting(state, block);
    this.#releaseFees();
    releaseUnbonding(state, block.height);
  }

  /** Step 1: pays out the fees of the parent, whose certificate this block carries. */
  #releaseFees(): void {
    const pending = this.state.get(pendingFees, SINGLE);
    if (!pending) return;
    for (const { account, amount } of pending.shares) credit(this.state, account, XRGE, amount);
    this.state.delete(pendingFees, SINGLE);
  }

  /** Whether another transaction of this size fits the block. @param kept room that others are to have. */
  hasRoom(transaction: Transaction, kept: BlockRoom = NOTHING_KEPT): boolean {
    const bytes = this.bytes + transaction.signedLength + kept.bytes;
    return this.hasPlace(kept) && bytes <= this.block.limits.bytes;
  }

  /** Whether another transaction fits the block, if it is small enough. @param kept room that others are to have. */
  hasPlace(kept: BlockRoom = NOTHING_KEPT): boolean {
    return this.outcomes.length + kept.transactions < this.block.limits.transactions;
  }

  /** Step 3: one transaction. @param holds whether a transaction that lacks code keeps what it has done: then the next one to be included
   *  is the same, which goes on where it was. @param tag its replay tag, when the caller has it already.
   *  @returns a refusal, with nothing changed, when the transaction cannot be in this block; a TransactionFault when the cause is an
   *  exception, and `Postponed` when a later block may carry it. */
  include(transaction: Transaction, holds = false, tag?: ReplayTag): Outcome | Refusal {
    const held = this.#held;
    this.#held = undefined;
    invariant(!held || held.transaction.id === transaction.id, 'a transaction that is held goes on before any other');
    const mark = held?.mark ?? this.state.mark();
    try {
      const outcome = held ? held.goOn() : this.#include(transaction, tag);
      if (!(outcome instanceof Postponed)) return outcome;
      if (holds && outcome instanceof CodeMissing && outcome.goOn)
        this.#held = { transaction, mark, goOn: outcome.goOn };
      else this.state.rollback(mark);
      return outcome;
    } catch (error) {
      // What this machine lacks is nothing that a transaction did: leaving it out would be a block of another chain.
      if (error instanceof MachineExhausted) throw error;
      this.state.rollback(mark);
      return new TransactionFault(error);
    }
  }

  #include(transaction: Transaction, known: ReplayTag | undefined): ReturnType<Continuation> {
    if (!this.hasRoom(transaction)) return refuse('rule_violation', 'the block is full');
    const kind = kindOfTransaction(transaction);
    if (kind.isOfDirectory ? this.#directory >= DIRECTORY_PER_BLOCK : this.#directory > 0)
      return new Postponed(kind.isOfDirectory ? 'places' : 'order');
    const tag = known ?? replayTag(transaction);
    if (this.#used.has(tag)) return refuse('nonce_used', 'Duplicate nonce (possible replay attack)');
    const refusal = admitTransaction(this.state, transaction, this.block, this.replay, undefined, tag);
    if (refusal) return refusal;
    const limit = kind.fuel?.limit(transaction.fields) ?? 0;
    if (this.fuel + limit > this.block.limits.fuel) return new Postponed('fuel');
    if (this.tryFirst) {
      const trial = new Overlay(this.state);
      runTransaction(trial, transaction, this.block);
      trial.changes();
    }
    this.#code.begin();
    const outcome = runTransaction(this.state, transaction, this.block);
    if (outcome instanceof CodeMissing)
      return outcome.followedBy((later) => (isRefusal(later) ? later : this.#keep(later, kind, tag)));
    return isRefusal(outcome) ? outcome : this.#keep(outcome, kind, tag);
  }

  /** Sums and tags change last, when nothing can throw any more. */
  #keep(outcome: Outcome, kind: AnyKind, tag: ReplayTag): Outcome {
    this.#code.keep();
    const { transaction } = outcome;
    this.#used.add(tag);
    this.tags.push(tag);
    this.outcomes.push(outcome);
    this.bytes += transaction.signedLength;
    this.fuel += outcome.fuel;
    this.#collected += outcome.fee;
    if (kind.isOfDirectory) this.#directory++;
    // What costs nothing must not make anything else dearer, nor what costs next to nothing.
    else if (!kind.isPricedByUse) this.#volume++;
    if (this.#pays(kind, outcome.fee)) this.#paying++;
    this.state.settle();
    return outcome;
  }

  /** Whether half a base fee is burned for it. Before there is a directory every fee counts, of a faucet request with a tip too; from
   *  then on one below the base fee does not, or a tip of one quantum would burn what others pay. */
  #pays({ isPricedByUse, isOfDirectory }: AnyKind, fee: bigint): boolean {
    const { genesis, height, baseFee } = this.block;
    if (isPricedByUse || isOfDirectory) return false;
    return isActive(genesis.schedule, 'directory', height) ? fee > 0n && fee >= baseFee : fee > 0n;
  }

  /** Steps 4 and 5. @param proposer account of the block's proposer. @returns the fees collected, in quanta. */
  finish(proposer: AccountId): bigint {
    const { state, block } = this;
    const before = totalsOf(state);
    // Shares are in the order of the accounts: it is in the state's bytes.
    const sharers = [...this.set.validators].sort((a, b) => (a.account < b.account ? -1 : 1));
    const split = block.protocol.splitFees(
      this.#collected,
      block.baseFee,
      this.#paying,
      sharers.map(({ stake }) => stake),
    );
    const shares = [
      { account: proposer, amount: split.proposer },
      ...sharers.map(({ account }, index) => ({ account, amount: split.validators[index] ?? 0n })),
      { account: treasuryAccount, amount: split.treasury },
    ].filter((share) => share.amount > 0n);
    if (shares.length > 0) state.put(pendingFees, SINGLE, { shares });
    state.put(totals, SINGLE, {
      baseFee: block.protocol.nextBaseFee(before.baseFee, this.#volume, block.genesis.fees),
      feesCollected: before.feesCollected + this.#collected,
      feesBurned: before.feesBurned + split.burned,
      feesInLastBlock: this.#collected,
    });
    countProposal(state, proposer);
    closeVoting(state, block);
    return this.#collected;
  }
}

function countProposal(state: StateWriter, proposer: AccountId): void {
  const validator = state.get(validators, proposer);
  if (validator) state.put(validators, proposer, { ...validator, blocksProposed: validator.blocksProposed + 1 });
}
