/** The first gate: what makes a transaction, and with it its block, invalid (specification, Limits).
 *
 *  The API, the mempool and the producer check it before a block exists; an importer checks it for every transaction of a
 *  block. It changes nothing. */

import { formatXrge, XRGE } from '../base/amounts.js';
import { TIMESTAMP_WINDOW_MS } from '../base/limits.js';
import { InvariantError, type Refusal, refuse } from '../base/refusal.js';
import type { Transaction } from '../chain/transaction.js';
import { isActive } from '../chain/upgrades.js';
import type { StateView } from '../state/state.js';
import type { BlockContext } from './blockContext.js';
import { accountOf, balanceOf, shortOf } from './funds.js';
import type { AnyKind } from './kind.js';
import { kindOf } from './kinds/index.js';
import { type ReplayTag, type ReplayTags, replayTag } from './replayGuard.js';
import { checkSignedLength } from './signedLength.js';
import { shownSymbol } from './tokens.js';
import { Unreadable, unreadableKind } from './unreadable.js';

/** The kind of a decoded transaction: decoding has already refused unknown ones. */
export function kindOfTransaction(transaction: Transaction): AnyKind {
  if (transaction.fields instanceof Unreadable) return unreadableKind;
  const kind = kindOf(transaction.operation);
  if (!kind) throw new InvariantError(`a decoded transaction has no kind: ${transaction.operation}`);
  return kind;
}

/** What fees depend on, besides the transaction. */
type FeeContext = Pick<BlockContext, 'protocol' | 'baseFee' | 'genesis'>;

/** How many times a transaction pays its table fee. */
const unitsOf = ({ fields }: Transaction, kind: AnyKind): number => kind.feeUnits?.(fields) ?? 1;

/** What its signed bytes cost beyond the allowance, in quanta. */
function byteFeeOf(transaction: Transaction, kind: AnyKind, { protocol, genesis }: FeeContext): bigint {
  const { fields, signedLength } = transaction;
  const allowances = kind.allowances?.(fields) ?? unitsOf(transaction, kind);
  return protocol.byteFee(signedLength - (kind.coveredBytes?.(fields) ?? 0), allowances, genesis.byteFees);
}

/** What a transaction pays in a block of this base fee, in quanta: the table fee, its bytes above the allowance, and the
 *  priority fee. Of one that runs a contract this is the most that it may pay.
 *  @param kind of the transaction, when the caller has it already. @param units table fees, when fewer are paid than reserved. */
export function feeOf(
  transaction: Transaction,
  block: FeeContext,
  kind = kindOfTransaction(transaction),
  units = unitsOf(transaction, kind),
): bigint {
  const fee = block.protocol.tableFee(transaction.operation, block.baseFee, units);
  if (fee === undefined) throw new InvariantError(`no fee for ${transaction.operation}`);
  return fee + byteFeeOf(transaction, kind, block) + transaction.priorityFee;
}

/** XRGE that the signer must have for the transaction to be valid: the fee, and for a transfer also the amount. */
export function requiredXrge(
  transaction: Transaction,
  block: FeeContext,
  kind = kindOfTransaction(transaction),
): bigint {
  let required = feeOf(transaction, block, kind);
  if (kind.admitsOutflow)
    for (const { token, amount } of kind.outflow(transaction.fields)) if (token === XRGE) required += amount;
  return required;
}

/** What a transaction takes from its signer on a given state, by token: XRGE including the fee, then the others. */
function needsOf(view: StateView, transaction: Transaction, block: FeeContext): ReadonlyMap<string, bigint> {
  const kind = kindOfTransaction(transaction);
  const payments = kind.payments?.(view, transaction) ?? kind.outflow(transaction.fields);
  const needs = new Map([[XRGE, feeOf(transaction, block, kind)]]);
  for (const { token, amount } of payments) needs.set(token, (needs.get(token) ?? 0n) + amount);
  return needs;
}

/** All needs in one phrase. */
function listed(needs: ReadonlyMap<string, bigint>): string {
  const parts = [...needs].map(([token, need]) =>
    token === XRGE ? `${formatXrge(need)} XRGE` : `${need} base unit${need === 1n ? '' : 's'} of ${shownSymbol(token)}`,
  );
  return [parts.slice(0, -1).join(', '), ...parts.slice(-1)].join(' and ');
}

/** The refusal for a signer that cannot pay. It names one missing token, the balance and the amount needed, including the fee
 *  and every other payment. When the transaction takes several tokens, it lists all of them.
 *  @param have what is left of a token for this transaction.
 *  @returns undefined when the signer can pay everything. */
export function shortage(
  view: StateView,
  transaction: Transaction,
  block: FeeContext,
  have: (token: string) => bigint,
): Refusal | undefined {
  const needs = needsOf(view, transaction, block);
  const kind = kindOfTransaction(transaction);
  for (const [token, need] of needs) {
    const there = have(token);
    if (there >= need) continue;
    if (kind.shortage) return kind.shortage(transaction.fields, token, there, need);
    const short =
      token === XRGE
        ? insufficientXrge(view, transaction, there, need, block)
        : refuse('insufficient_balance', shortOf(token, there, need));
    if (needs.size === 1 || short.code !== 'insufficient_balance') return short;
    return refuse('insufficient_balance', `${short.message}; with the fee it takes ${listed(needs)}`);
  }
  return undefined;
}

/** The error text of the specification: the kind's own, or that of a transfer, where `need` includes the fee. */
function insufficientXrge(
  view: StateView,
  transaction: Transaction,
  have: bigint,
  need: bigint,
  block: FeeContext,
): Refusal {
  const kind = kindOfTransaction(transaction);
  const refusal =
    kind.insufficient?.(view, transaction, have, need) ?? refuse('insufficient_balance', shortOf(XRGE, have, need));
  const bytes = byteFeeOf(transaction, kind, block);
  if (bytes === 0n || refusal.code !== 'insufficient_balance') return refusal;
  return refuse(
    refusal.code,
    `${refusal.message}, ${formatXrge(bytes)} of it for ${transaction.signedLength} signed bytes`,
  );
}

const NOTHING_RESERVED = { xrge: 0n, transactions: 0 } as const;

/** Whether the timestamp of a request is outside the window of a block with this time. Where the clock can be moved forward,
 *  requests dated by a machine's own clock are older than the block by the whole move. */
function isOutOfWindow(timestamp: number, { time, genesis }: BlockContext): boolean {
  if (timestamp - time > TIMESTAMP_WINDOW_MS) return true;
  return time - timestamp > TIMESTAMP_WINDOW_MS && !genesis.developerRules;
}

/** @param reserved XRGE that the signer's earlier pending transactions will take, and their number.
 *  @param tag the transaction's replay tag, when the caller has it already. */
export function admitTransaction(
  view: StateView,
  transaction: Transaction,
  block: BlockContext,
  replay: ReplayTags,
  reserved: { readonly xrge: bigint; readonly transactions: number } = NOTHING_RESERVED,
  tag: ReplayTag = replayTag(transaction),
): Refusal | undefined {
  if (isOutOfWindow(transaction.timestamp, block))
    return refuse('timestamp_window', 'Transaction expired (timestamp too old or too far in the future)');
  if (transaction.signedLength > block.limits.bytes)
    return refuse('too_large', `the signed bytes do not fit a block of ${block.limits.bytes} bytes`);
  const tooLong = checkSignedLength(transaction.operation, transaction.signedLength);
  if (tooLong) return tooLong;
  if (replay.isUsed(tag, block.time)) return refuse('nonce_used', 'Duplicate nonce (possible replay attack)');
  if (transaction.unsoundFee && isActive(block.genesis.schedule, 'monetary_integrity', block.height))
    return refuse('rule_violation', 'transaction fee must be a finite number that is not negative');
  const { sender } = transaction;
  const account = accountOf(view, sender);
  const next = account.nonce + reserved.transactions + 1;
  if (transaction.accountNonce !== undefined && transaction.accountNonce !== next)
    return refuse(
      'nonce_used',
      `invalid account_nonce: expected ${next}, got ${transaction.accountNonce} (stale or replayed transaction)`,
    );
  const kind = kindOfTransaction(transaction);
  const need = requiredXrge(transaction, block, kind);
  const have = account.balance > reserved.xrge ? account.balance - reserved.xrge : 0n;
  if (have < need)
    return (
      shortage(view, transaction, block, (token) => (token === XRGE ? have : balanceOf(view, sender, token))) ??
      insufficientXrge(view, transaction, have, need, block)
    );
  return kind.admit?.(view, transaction, block);
}
