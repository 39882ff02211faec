/** A kind of transaction: everything the engine, the API and its reference know about one operation, in one definition.
 *
 *  Two gates. `admit`: a transaction that fails it makes its block invalid; the API, the mempool and
 *  the producer check it first. `apply`: its refusal leaves a failed receipt; the fee is taken, everything else is undone. */

import type { JsonObject } from '../base/json.js';
import { Refusal, type RefusalCode } from '../base/refusal.js';
import type { Transaction } from '../chain/transaction.js';
import type { AccountId } from '../crypto/address.js';
import type { Overlay, StateView } from '../state/state.js';
import type { BlockContext } from './blockContext.js';
import type { Layout } from './layout.js';
import type { Movement } from './movement.js';
import type { PayloadMember, PayloadReader } from './payload.js';
import type { PoolEvent } from './poolEvent.js';
import type { ContractPreview, PreviewOrder } from './previewOrder.js';
import type { ResultCodec } from './resultCodec.js';
import type { SubjectId } from './subjects.js';

/** An amount that leaves the signer besides the fee. */
export interface Outflow {
  readonly token: string;
  readonly amount: bigint;
}

export interface ReceiptLog {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What an answer to an accepted request may use. */
export interface AnswerContext {
  /** The state after the tip. */
  readonly view: StateView;
  readonly sender: AccountId;
  /** ML-DSA-65 key of the sender. */
  readonly publicKey: Uint8Array;
  /** The sender's transactions that wait for a block, including this one. */
  readonly pending: Iterable<Transaction>;
  /** What its dry run has shown, for a kind that has one. */
  readonly preview?: ContractPreview | undefined;
}

/** What a contract has told the outside world. */
export interface ContractEvent {
  /** Address of the contract, 40 hex characters. */
  readonly contract: string;
  readonly topic: string;
  readonly data: string;
}

/** Why a transaction failed, with a result all the same: its receipt keeps both. */
export class KeptFailure extends Refusal {
  constructor(
    code: RefusalCode,
    message: string,
    readonly result: unknown,
  ) {
    super(code, message);
  }
}

/** A member of the API's answer to an accepted request; the type `digits` is a whole number as text. */
export interface AnswerMember {
  readonly name: string;
  readonly type: 'text' | 'number' | 'digits' | 'flag' | 'record';
  /** All possible texts. */
  readonly words?: readonly string[];
  readonly about: string;
}

/** What an event of the stream says about a transaction besides its signer and its outcome, in any format. */
export interface EventFacts {
  /** The recipient that the fields name, and the text that names it. */
  readonly to?: { readonly account: AccountId; readonly text: string };
  /** Symbol that the fields name; absent for a kind that only knows XRGE. */
  readonly token?: string;
  /** Base units of `token`; quanta for XRGE or without a token. */
  readonly amount?: bigint;
}

/** A place of which each account has only one in the mempool. */
export interface ExclusiveSlot {
  /** Kinds may share it. */
  readonly slot: string;
  readonly account: AccountId;
  /** Of a second one. */
  readonly refusal: Refusal;
  /** Least priority fee, in quanta, with which a second one of the same signer replaces the first, when it is higher than that of the
   *  first; none does when absent. */
  readonly replacedFrom?: bigint;
}

/** @typeParam Fields what the payload says. @typeParam Result what `apply` determines and a reader could not derive from the
 *  fields (an output amount, a new id); null for nothing. */
export interface Kind<Fields, Result = null> {
  /** Name of the operation, as in `payload.type`. */
  readonly name: string;
  /** Path of its signed route. */
  readonly route: string;
  readonly chapter: string;
  readonly summary: string;
  readonly members: readonly PayloadMember[];
  /** Describes what `answer` gives. */
  readonly answers?: readonly AnswerMember[];
  /** Codes of the refusals by `decode` and `admit`, besides those of every signed request. */
  readonly refusals?: readonly RefusalCode[];
  readonly layout: Layout<Fields>;

  /** How the result is kept in the receipt. */
  readonly result: ResultCodec<Result>;

  /** Whether a payload must name the operation itself: for a kind that shares its members with another one, so that the
   *  signed bytes alone would not tell which of them was meant. */
  readonly namesItself?: true;

  /** Reads the payload's members. Refusals go to the reader. Runs in a verification worker. */
  decode(reader: PayloadReader, signer: AccountId): Fields | undefined;

  /** Refuses a member that is too long, in its own words, where the signed bytes are too many: they have not been decoded. */
  oversized?(payload: JsonObject): Refusal | undefined;

  /** How many times the table fee is paid; once when absent. */
  feeUnits?(fields: Fields): number;

  /** It pays for each unit of what it uses, however little, and nothing like the base fee: it counts neither in the volume that moves
   *  the base fee nor among the transactions of whose fees half a base fee is burned. Otherwise the cheapest calls would make
   *  transfers dear, and burn the fees of others. */
  readonly isPricedByUse?: boolean;

  /** How many free allowances of signed bytes it has; as many as it pays table fees when absent. */
  allowances?(fields: Fields): number;

  /** Signed bytes that the table fee pays for: they take no allowance and cost nothing else. */
  coveredBytes?(fields: Fields): number;

  /** For a kind that runs a contract. Its `feeUnits` are the fuel that it may use at most: they are reserved before it runs, and what
   *  it did not use is given back when it has ended, well or not. Such a kind runs in blocks only, never to see whether it would fail. */
  readonly fuel?: {
    limit(fields: Fields): number;
    /** @param result also that of a `KeptFailure`. */
    used(result: Result): number;
  };

  /** For a kind that runs a contract: what its own route runs before it takes a request.
   *  @param fee that its block reserves, in quanta. */
  dryRun?(transaction: Transaction<Fields>, fee: bigint): PreviewOrder;

  /** Why the request is refused after its dry run. */
  checkDryRun?(fields: Fields, preview: ContractPreview): Refusal | undefined;

  /** What the signer must own for the operation, besides the fee. `admit` checks `held` outflows. */
  outflow(fields: Fields): readonly Outflow[];

  /** Everything that it would pay on a given state besides the fee, when the fields alone do not say it. A refusal names this.
   *  Absent: the outflow. */
  payments?(view: StateView, transaction: Transaction<Fields>): readonly Outflow[];

  /** Whether the fee alone, or the fee and the XRGE outflow, must be payable for the block to be valid. */
  readonly admitsOutflow: boolean;

  /** The refusal for a signer that cannot pay. When absent, or when it returns nothing, a sentence with both amounts is used.
   *  @param have quanta that the signer has. @param need quanta that it needs. */
  insufficient?(view: StateView, transaction: Transaction<Fields>, have: bigint, need: bigint): Refusal | undefined;

  /** The same for any token, in the kind's own words throughout: nothing is added to them. */
  shortage?(fields: Fields, token: string, have: bigint, need: bigint): Refusal;

  /** The kind's own rules of validity, beyond the payable fee. */
  admit?(view: StateView, transaction: Transaction<Fields>, block: BlockContext): Refusal | undefined;

  /** A local check that is not one of the gates: why the transaction would fail whatever the sender owns, or after the sender's
   *  pending transactions. Runs before the check of the outflow. */
  checkBeside?(view: StateView, transaction: Transaction<Fields>, pending: Iterable<Transaction>): Refusal | undefined;

  /** For a kind of which an account may have only one pending transaction. */
  exclusive?(transaction: Transaction<Fields>): ExclusiveSlot;

  /** What the state gives to one account only, as unique texts: of all pending transactions that want one of them only the one with the
   *  highest tip waits, the first among equals. The others would be in no block. */
  wants?(fields: Fields): readonly string[];

  /** Whether it belongs to the directory: its transactions come last in a block, a bounded number of them, have a bounded part of the
   *  mempool, and do not count for the base fee. Its route answers after the block. */
  readonly isOfDirectory?: true;

  /** Whether authorities or validators speak for the bridge with it, without a fee: their keys are checked when it is admitted. A producer takes a
   *  few of them before what pays, and none leaves the mempool for a tip. */
  readonly isOfBridge?: true;

  /** Changes the state, or refuses. The caller has charged the fee and undoes everything else on a refusal. On a `Postponed` the
   *  caller undoes the fee too. */
  apply(state: Overlay, transaction: Transaction<Fields>, block: BlockContext): Result | Refusal;

  /** Why `apply` would refuse an admitted transaction whose outflow is covered, said without applying it. The mempool asks this instead of
   *  running the transaction and undoing it, which takes longer than the rest of its way there. */
  foresee?(view: StateView, transaction: Transaction<Fields>): Refusal | undefined;

  /** Logs of the receipt of a successful transaction, made when somebody reads it. */
  logs(transaction: Transaction<Fields>, result: Result): readonly ReceiptLog[];

  /** What the successful transaction moved besides its fee, made when somebody reads it; nothing when absent. Every account in
   *  it, other than the signer, is one of its `parties`. */
  movements?(transaction: Transaction<Fields>, result: Result): readonly Movement[];

  /** Accounts besides the signer that the successful transaction concerns: it is in their histories. */
  parties(fields: Fields, result: Result): readonly AccountId[];

  /** Tokens and collections that the successful transaction concerns: it is in their histories. XRGE has no history. */
  subjects?(fields: Fields, result: Result): readonly SubjectId[];

  /** Symbols of the tokens that the successful transaction moves, including XRGE, when they are not just the token of
   *  `event`. */
  tokens?(fields: Fields, result: Result): readonly string[];

  /** What the successful transaction did to pools, in its order. */
  poolEvents?(result: Result): readonly PoolEvent[];

  /** Events of contracts in the successful transaction, in their order. */
  emitted?(result: Result): readonly ContractEvent[];

  /** Members of the receipt beside those that all receipts have; of a failed transaction when it is a `KeptFailure`. */
  receipt?(fields: Fields, result: Result): Readonly<Record<string, unknown>>;

  /** Public keys that the fields name: the key of an account becomes known when it first appears. */
  reveals?(fields: Fields): readonly Uint8Array[];

  /** Members of the API's answer to an accepted request, besides `success` and `txId`. */
  answer(fields: Fields, context: AnswerContext): Readonly<Record<string, unknown>>;

  /** What an event says about it. Made for every transaction that somebody follows, so it must be cheap. */
  event(fields: Fields): EventFacts;

  /** Members of the TxV1 payload. @param result of a successful transaction: what it adds to what was signed. */
  view(fields: Fields, result?: Result): Readonly<Record<string, unknown>>;

  /** Members of `view` that are the signer's own JSON, as canonical text: used for comparisons where the doubles that `view`
   *  shows are not exact enough. */
  exactJson?(fields: Fields): Readonly<Record<string, string>>;
}

/** A kind as the table holds it: without its own types. */
export type AnyKind = Kind<unknown, unknown>;

/** The only place where a kind loses its types. This is safe because its values are only passed to its own methods. */
export const defineKind = <Fields, Result = null>(kind: Kind<Fields, Result>): AnyKind => kind as unknown as AnyKind;
