/** Withdrawals and how they end: paid out on the other chain, or minted again. (Specification, Bridge withdrawal.) */

import { XRGE } from '../base/amounts.js';
import { binaryToHex, fromHex, toBinary, U128_MAX } from '../base/bytes.js';
import { invariant, type Refusal, refuse } from '../base/refusal.js';
import type { BridgeRules } from '../chain/bridgeRules.js';
import type { StateView, StateWriter } from '../state/state.js';
import type { BlockContext } from './blockContext.js';
import { authoritiesAmong, isForeignHash, noBridge, totalsOf } from './bridge.js';
import {
  type BorneFee,
  type BridgeWithdrawal,
  borneFees,
  bridgeTotals,
  bridgeWithdrawals,
  payoutPart,
  settledPayouts,
  type WithdrawalApproval,
} from './bridgeTables.js';
import { mint, supplyOf } from './funds.js';
import { shownSymbol } from './tokens.js';

const NO_FEE: BorneFee = { fee: 0n, borne: 0n };

const XRGE_ID = 'xrge:';

/** Id of a withdrawal as relayers and routes write it. @param id of the transaction, a binary string. */
export const withdrawalText = (id: string, token: string): string =>
  `${token === XRGE ? XRGE_ID : ''}${binaryToHex(id)}`;

export interface FoundWithdrawal {
  /** Key of its record. */
  readonly id: string;
  readonly withdrawal: BridgeWithdrawal;
}

/** @param text 64 hex characters, after `xrge:` for XRGE. */
export function findWithdrawal(view: StateView, text: string): FoundWithdrawal | undefined {
  const isXrge = text.startsWith(XRGE_ID);
  const bytes = fromHex(isXrge ? text.slice(XRGE_ID.length) : text, 32);
  const id = bytes && toBinary(bytes);
  const withdrawal = id === undefined ? undefined : view.get(bridgeWithdrawals, id);
  return id !== undefined && withdrawal && (withdrawal.token === XRGE) === isXrge ? { id, withdrawal } : undefined;
}

export const isOpen = ({ status }: BridgeWithdrawal): boolean => status === 'pending' || status === 'failed';

/** Why a withdrawal cannot end any more. @param text its id. */
export function openWithdrawal(view: StateView, text: string): FoundWithdrawal | Refusal {
  const found = findWithdrawal(view, text);
  if (!found) return refuse('not_found', 'Withdrawal not found');
  const { status } = found.withdrawal;
  if (status === 'refunded') return refuse('already_exists', 'Withdrawal already refunded');
  if (status === 'fulfilled') return refuse('already_exists', 'Withdrawal already fulfilled');
  return found;
}

/** What the recipient of a payout of Bitcoin bears of its network fee. */
export interface PaidOut {
  /** Of the foreign transaction. */
  readonly hash: string;
  /** Logs in their block, or outputs. */
  readonly positions: readonly number[];
  /** Satoshis that the outputs pay, and the network fee of the transaction; undefined for the EVM. */
  readonly bitcoin: { readonly paid: bigint; readonly fee: bigint } | undefined;
}

function checkBorne(
  view: StateView,
  { units }: BridgeWithdrawal,
  { hash, bitcoin }: PaidOut,
  rules: BridgeRules,
): Refusal | undefined {
  if (!bitcoin) return refuse('malformed_payload', 'paid and networkFee are required for qBTC');
  const { paid, fee } = bitcoin;
  if (paid >= units) return undefined;
  const short = units - paid;
  const before = view.get(borneFees, hash) ?? NO_FEE;
  if (before.borne > 0n && before.fee !== fee)
    return refuse('rule_violation', `payout not verified: the network fee of ${hash} was ${before.fee} sats before`);
  if (paid === 0n) return refuse('rule_violation', 'payout not verified: it pays nothing');
  if (fee > rules.btcMaxNetworkFee)
    return refuse(
      'rule_violation',
      `payout not verified: payout network fee ${fee} sats exceeds the ${rules.btcMaxNetworkFee} sat cap (QV_BRIDGE_BTC_MAX_NETWORK_FEE_SATS)`,
    );
  return before.borne + short > fee
    ? refuse(
        'rule_violation',
        `payout not verified: payout paid ${paid} sats plus ${fee - before.borne} sats network fee, less than the ${units} owed`,
      )
    : undefined;
}

/** Whether a payout may settle a withdrawal: each part of it settles one only. */
export function checkPayout(
  view: StateView,
  found: FoundWithdrawal,
  payout: PaidOut,
  { genesis }: Pick<BlockContext, 'genesis'>,
): Refusal | undefined {
  const { bridge } = genesis;
  if (!bridge) return noBridge();
  const { token } = found.withdrawal;
  if (!isForeignHash(payout.hash, token))
    return refuse('malformed_payload', `payoutTx must be the hash of a transaction that pays ${shownSymbol(token)}`);
  if (payout.positions.some((position) => view.get(settledPayouts, payoutPart(payout.hash, position)) !== undefined))
    return refuse('already_exists', 'payout not verified: it has settled another withdrawal');
  return token === 'QBTC' ? checkBorne(view, found.withdrawal, payout, bridge) : undefined;
}

/** Records an approval of what would end a withdrawal. @returns whether it has all it needs. */
export function approveEnding(
  state: StateWriter,
  { id, withdrawal }: FoundWithdrawal,
  approval: WithdrawalApproval,
  { genesis }: BlockContext,
): boolean {
  const { bridge } = genesis;
  invariant(bridge, 'admit has asked for the bridge');
  const approvals = [...withdrawal.approvals.filter(({ authority }) => authority !== approval.authority), approval];
  const same = approvals.filter(({ ending }) => ending === approval.ending).map(({ authority }) => authority);
  if (authoritiesAmong(bridge, same) >= bridge.threshold) return true;
  state.put(bridgeWithdrawals, id, { ...withdrawal, approvals });
  return false;
}

/** Why an approval of an ending would change nothing. */
export const checkEndingNews = ({ withdrawal }: FoundWithdrawal, approval: WithdrawalApproval): Refusal | undefined =>
  withdrawal.approvals.some(({ authority, ending }) => authority === approval.authority && ending === approval.ending)
    ? refuse('already_exists', 'this key has approved that already; it waits for other authorities')
    : undefined;

export function settle(
  state: StateWriter,
  { id, withdrawal }: FoundWithdrawal,
  { hash, positions, bitcoin }: PaidOut,
  block: BlockContext,
): void {
  const { token, units } = withdrawal;
  for (const position of positions) state.put(settledPayouts, payoutPart(hash, position), id);
  if (bitcoin && bitcoin.paid < units) {
    const { borne } = state.get(borneFees, hash) ?? NO_FEE;
    state.put(borneFees, hash, { fee: bitcoin.fee, borne: borne + units - bitcoin.paid });
  }
  const totals = totalsOf(state, token);
  state.put(bridgeTotals, token, { ...totals, fulfilled: totals.fulfilled + units });
  state.put(bridgeWithdrawals, id, {
    ...withdrawal,
    ...{ status: 'fulfilled', payout: hash, updatedAt: block.time, approvals: [] },
  });
}

/** Mints again what a withdrawal has burned. */
export function refund(state: StateWriter, { id, withdrawal }: FoundWithdrawal, block: BlockContext): void {
  const { owner, token, units } = withdrawal;
  const totals = totalsOf(state, token);
  state.put(bridgeTotals, token, { ...totals, refunded: totals.refunded + units });
  state.put(bridgeWithdrawals, id, { ...withdrawal, status: 'refunded', updatedAt: block.time, approvals: [] });
  invariant(mint(state, owner, token, units), 'checkRefund has checked the supply');
}

/** @returns why nothing can be minted to the owner. */
export const checkRefund = (view: StateView, { withdrawal: { token, units } }: FoundWithdrawal): Refusal | undefined =>
  supplyOf(view, token).minted + units > U128_MAX
    ? refuse('rule_violation', `supply overflow of ${shownSymbol(token)}`)
    : undefined;
