/** A kind of transaction: everything the engine, the API and its reference know about one operation, in one definition.
 *
 *  Two gates. `admit`: a transaction that fails it makes its block invalid; the API, the mempool and
 *  the producer ask it first. `apply`: its refusal leaves a failed receipt; the fee is taken, nothing else of it stays. */

import type { Refusal, RefusalCode } from '../base/refusal.js';
import type { Transaction } from '../chain/transaction.js';
import type { AccountId } from '../crypto/address.js';
import type { StateView, StateWriter } from '../state/state.js';
import type { BlockContext } from './blockContext.js';
import type { Layout } from './layout.js';
import type { Movement } from './movement.js';
import type { PayloadMember, PayloadReader } from './payload.js';
import type { PoolEvent } from './poolEvent.js';
import type { ResultCodec } from './resultCodec.js';
import type { SubjectId } from './subjects.js';

/** An amount that leaves the signer beside the fee. */
export interface Outflow {
  readonly token: string;
  readonly amount: bigint;
}

export interface ReceiptLog {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What an answer to an accepted request may look at. */
export interface AnswerContext {
  /** The state after the tip. */
  readonly view: StateView;
  readonly sender: AccountId;
  /** ML-DSA-65 key of the sender. */
  readonly publicKey: Uint8Array;
  /** Everything of the sender that waits for a block, this transaction among it. */
  readonly pending: Iterable<Transaction>;
}

/** A member of the API's answer to an accepted request; `digits` is a whole number as text. */
export interface AnswerMember {
  readonly name: string;
  readonly type: 'text' | 'number' | 'digits' | 'flag' | 'record';
  /** All texts that it can be. */
  readonly words?: readonly string[];
  readonly about: string;
}

/** What an event of the stream tells of a transaction beside its signer and its fate, in whatever format. */
export interface EventFacts {
  /** Whom the fields name as the recipient, and how. */
  readonly to?: { readonly account: AccountId; readonly text: string };
  /** Symbol that the fields name; absent for a kind that knows XRGE alone. */
  readonly token?: string;
  /** Base units of `token`: quanta for XRGE, and where there is no token. */
  readonly amount?: bigint;
}

/** @typeParam Fields what the payload says. @typeParam Result what `apply` finds out and a reader could not derive from the
 *  fields (an output amount, a new id); null for none. */
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
  /** Codes of the refusals that `decode` and `admit` make, beside those of every signed request. */
  readonly refusals?: readonly RefusalCode[];
  readonly layout: Layout<Fields>;

  /** How the result is kept in the receipt. */
  readonly result: ResultCodec<Result>;

  /** Whether a payload must name the operation itself: asked of a kind whose members are also those of another one, where
   *  the signed bytes alone would not tell which of them was meant. */
  readonly namesItself?: true;

  /** Reads the payload's members. Complaints go to the reader. Runs in a verification worker. */
  decode(reader: PayloadReader, signer: AccountId): Fields | undefined;

  /** How many times the table fee is paid; once when absent. */
  feeUnits?(fields: Fields): number;

  /** What the signer must own for the operation, beside the fee. `held` outflows are asked for by `admit`. */
  outflow(fields: Fields): readonly Outflow[];

  /** Everything that it would pay on a state beside the fee, where the fields alone do not say it: what a refusal names.
   *  Absent: the outflow. */
  payments?(view: StateView, transaction: Transaction<Fields>): readonly Outflow[];

  /** Whether the fee alone, or the fee and the XRGE outflow, must be payable for the block to be valid. */
  readonly admitsOutflow: boolean;

  /** What a signer hears who cannot pay; the sentence with both amounts when absent, or when this gives nothing.
   *  @param have quanta that are there. @param need quanta that must be. */
  insufficient?(view: StateView, transaction: Transaction<Fields>, have: bigint, need: bigint): Refusal | undefined;

  /** Rules of validity of its own, beyond the payable fee. */
  admit?(view: StateView, transaction: Transaction<Fields>, block: BlockContext): Refusal | undefined;

  /** A local courtesy beside the gates: why it would fail whatever the sender owns, or behind what it has pending. Asked
   *  before the outflow. */
  checkBeside?(view: StateView, transaction: Transaction<Fields>, pending: Iterable<Transaction>): Refusal | undefined;

  /** For a kind of which one account may have only one pending: that account, and what a second one hears. */
  exclusive?(transaction: Transaction<Fields>): { readonly account: AccountId; readonly refusal: Refusal };

  /** Changes the state, or refuses. The caller has charged the fee and undoes everything else on a refusal. */
  apply(state: StateWriter, transaction: Transaction<Fields>, block: BlockContext): Result | Refusal;

  /** Logs of the receipt of a successful transaction, made when somebody reads it. */
  logs(transaction: Transaction<Fields>, result: Result): readonly ReceiptLog[];

  /** What the successful transaction moved beside its fee, made when somebody reads it; nothing when absent. Every account in it
   *  that is not the signer is one of its `parties`. */
  movements?(transaction: Transaction<Fields>, result: Result): readonly Movement[];

  /** Accounts beside the signer that the successful transaction concerns: they find it in their history. */
  parties(fields: Fields, result: Result): readonly AccountId[];

  /** Tokens and collections that the successful transaction concerns: it stands in their histories. XRGE has none of its own. */
  subjects?(fields: Fields, result: Result): readonly SubjectId[];

  /** Symbols of the tokens that the successful transaction moves, XRGE among them, where that is not the one token of
   *  `event`. */
  tokens?(fields: Fields, result: Result): readonly string[];

  /** What the successful transaction did to pools, in its order. */
  poolEvents?(result: Result): readonly PoolEvent[];

  /** Public keys that the fields name: with the first appearance of an account its key becomes known. */
  reveals?(fields: Fields): readonly Uint8Array[];

  /** Members of the API's answer to an accepted request, beside `success` and `txId`. */
  answer(fields: Fields, context: AnswerContext): Readonly<Record<string, unknown>>;

  /** What an event tells of it: made for every transaction that somebody follows, so it holds nothing that costs. */
  event(fields: Fields): EventFacts;

  /** Members of the TxV1 payload. @param result of a transaction that succeeded: what it adds to what was signed. */
  view(fields: Fields, result?: Result): Readonly<Record<string, unknown>>;

  /** Members of `view` that are JSON of the signer's, as their canonical text: what is compared where a double, which
   *  `view` shows, would not do. */
  exactJson?(fields: Fields): Readonly<Record<string, string>>;
}

/** Written with a kind's own types, kept in the table without them. */
export type AnyKind = Kind<unknown, unknown>;

/** The one place where a kind loses its types: every use goes back through the same kind's own methods. */
export const defineKind = <Fields, Result = null>(kind: Kind<Fields, Result>): AnyKind => kind as unknown as AnyKind;
