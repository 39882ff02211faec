/** Payouts of withdrawals: whether a transaction of custody has settled what is owed.
 *
 *  In: the rules, what is owed, the answers of both providers. Out: the outputs that settle it and the fee that its recipient bore, or a refusal
 *  in the words of the facts. The recipient bears the network fee up to a cap, so that a payout can pay the amount minus the fee. */

import { bytesEqual } from '../../base/bytes.js';
import { isRefusal, type Refusal, refuse, refuseOneSided } from '../../base/refusal.js';
import { settlingParts } from '../settlingParts.js';
import type { BtcAddress } from './address.js';
import { agreedDepth, heardSecondary, PAYOUT, type Shown } from './agreement.js';
import { type BtcAnswer, type EstablishedTransaction, establish } from './evidence.js';
import type { BtcBridgeRules } from './rules.js';

/** What earlier withdrawals have used of transactions. One payout settles one withdrawal. */
export interface SettledPayouts {
  /** `<txid>:<vout>`. */
  readonly outputs: ReadonlySet<string>;
  /** Satoshis of the network fee of a transaction that recipients have borne, by its id. */
  readonly fees: ReadonlyMap<string, bigint>;
}

export const NOTHING_SETTLED: SettledPayouts = { outputs: new Set(), fees: new Map() };

export interface OwedPayout {
  readonly destination: BtcAddress;
  /** Satoshis that were burned. */
  readonly owed: bigint;
}

export interface VerifiedPayout {
  readonly id: string;
  /** `<txid>:<vout>`, to be consumed durably with the settlement. */
  readonly outputs: readonly string[];
  /** Satoshis that the destination got. */
  readonly paid: bigint;
  /** Satoshis that it got less than owed, covered by the network fee; to be recorded with the settlement. */
  readonly feeBorne: bigint;
  /** Of the whole transaction, in satoshis; 0 where the destination got all that is owed, because then it does not matter. */
  readonly networkFee: bigint;
  readonly blockHash: string;
  readonly height: number;
  readonly depth: number;
}

interface PayoutFacts {
  readonly outputs: readonly string[];
  readonly paid: bigint;
  readonly feeBorne: bigint;
  readonly networkFee: bigint;
}

const bad = (sentence: string): Refusal => refuse('rule_violation', sentence);

/** Inputs minus outputs, which has to be what the provider says. @returns satoshis. */
export function networkFee({ inputs, outputs, shownFee }: EstablishedTransaction): bigint | Refusal {
  if (inputs.length === 0) return bad('payout has no inputs');
  let spent = 0n;
  for (const { value } of inputs) {
    if (value === undefined) return bad('payout input is missing its prevout value; cannot compute the network fee');
    spent += value;
  }
  const paid = outputs.reduce((sum, { value }) => sum + value, 0n);
  if (paid > spent) return bad('payout outputs exceed inputs (inconsistent provider data)');
  const fee = spent - paid;
  if (shownFee === undefined) return bad('provider gives no network fee to compare — refusing to verify');
  if (shownFee !== fee)
    return bad(`provider fee ${shownFee} sats disagrees with inputs − outputs ${fee} sats — refusing to verify`);
  return fee;
}

/** The part of what is owed that the network fee covers. */
function feeBorne(
  transaction: EstablishedTransaction,
  { destination, owed }: OwedPayout,
  paid: bigint,
  settled: SettledPayouts,
  { maxNetworkFee }: BtcBridgeRules,
): Pick<PayoutFacts, 'feeBorne' | 'networkFee'> | Refusal {
  if (paid >= owed) return { feeBorne: 0n, networkFee: 0n };
  const fee = networkFee(transaction);
  if (isRefusal(fee)) return fee;
  if (fee > maxNetworkFee)
    return bad(
      `payout network fee ${fee} sats exceeds the ${maxNetworkFee} sat cap (QV_BRIDGE_BTC_MAX_NETWORK_FEE_SATS)`,
    );
  // A transaction that pays many has one fee: together they bear no more than that.
  const left = fee - (settled.fees.get(transaction.id) ?? 0n);
  return paid + left >= owed
    ? { feeBorne: owed - paid, networkFee: fee }
    : bad(`payout paid ${paid} sats to ${destination.text} plus ${left} sats network fee, less than the ${owed} owed`);
}

/** What of the network fee recipients may still bear; nothing where it is unknown or above the cap. */
function bearableFee(
  transaction: EstablishedTransaction,
  settled: SettledPayouts,
  { maxNetworkFee }: BtcBridgeRules,
): bigint {
  const fee = networkFee(transaction);
  return isRefusal(fee) || fee > maxNetworkFee ? 0n : fee - (settled.fees.get(transaction.id) ?? 0n);
}

function payoutFacts(
  transaction: EstablishedTransaction,
  owed: OwedPayout,
  settled: SettledPayouts,
  rules: BtcBridgeRules,
): PayoutFacts | Refusal {
  const isFunded = transaction.inputs.some(({ script }) => script && bytesEqual(script, rules.custody.script));
  if (!isFunded) return bad('payout was not funded by the custody address');
  const { script, text } = owed.destination;
  const parts = transaction.outputs.flatMap((output, index) => {
    const name = `${transaction.id}:${index}`;
    const isOwn = output.value > 0n && bytesEqual(output.script, script) && !settled.outputs.has(name);
    return isOwn ? [{ name, amount: output.value }] : [];
  });
  if (parts.length === 0) return bad(`payout pays nothing to ${text}`);
  const own = settlingParts(parts, owed.owed, bearableFee(transaction, settled, rules));
  const paid = own.reduce((sum, { amount }) => sum + amount, 0n);
  const borne = feeBorne(transaction, owed, paid, settled, rules);
  return isRefusal(borne) ? borne : { outputs: own.map(({ name }) => name), paid, ...borne };
}

/** What one provider shows. @param needed confirmations. */
function shownPayout(
  answer: BtcAnswer,
  id: string,
  owed: OwedPayout,
  settled: SettledPayouts,
  rules: BtcBridgeRules,
  needed: number,
): Shown<PayoutFacts> | Refusal {
  const transaction = isRefusal(answer) ? answer : establish(answer, id, rules);
  if (isRefusal(transaction)) return transaction;
  if (!transaction.block) return refuse('unconfirmed', 'payout is still unconfirmed');
  const { confirmations } = transaction;
  if (confirmations < needed)
    return refuse('unconfirmed', `payout has ${confirmations} confirmation(s); ${needed} required`);
  const facts = payoutFacts(transaction, owed, settled, rules);
  return isRefusal(facts) ? facts : { transaction, facts };
}

/** @param id as `readTxid` gives it. */
export function verifyPayout(
  rules: BtcBridgeRules,
  owed: OwedPayout,
  settled: SettledPayouts,
  id: string,
  primaryAnswer: BtcAnswer,
  secondaryAnswer: BtcAnswer,
): VerifiedPayout | Refusal {
  const needed = rules.minConfirmations;
  const primary = shownPayout(primaryAnswer, id, owed, settled, rules, needed);
  if (isRefusal(primary)) return primary;
  // The depth of the secondary has a sentence of its own.
  const heard = heardSecondary(shownPayout(secondaryAnswer, id, owed, settled, rules, 0), PAYOUT, rules);
  if (isRefusal(heard)) return heard;
  const { facts, transaction } = primary;
  if (heard && (heard.facts.paid !== facts.paid || heard.facts.outputs.join() !== facts.outputs.join()))
    return refuseOneSided(
      'rule_violation',
      `provider disagreement on amount (${facts.paid} vs ${heard.facts.paid} sats) — ${PAYOUT.refusing}`,
    );
  if (heard && heard.facts.networkFee !== facts.networkFee)
    return refuseOneSided(
      'rule_violation',
      `provider disagreement on the network fee (${facts.networkFee} vs ${heard.facts.networkFee} sats) — ${PAYOUT.refusing}`,
    );
  const depth = heard ? agreedDepth(transaction, heard.transaction, needed, PAYOUT) : transaction.confirmations;
  if (isRefusal(depth)) return depth;
  return {
    ...{ id, ...facts, depth },
    ...{ blockHash: transaction.block?.hash ?? '', height: transaction.block?.height ?? 0 },
  };
}
