/** Two providers that have to say the same about one transaction.
 *
 *  In: what the primary and the secondary established. Out: what both say, or a refusal. A provider that does not answer is excused only when
 *  the rules allow a single one; a provider that answers otherwise never is. */

import { isRefusal, type Refusal, type RefusalCode, refuse, refuseOneSided } from '../../base/refusal.js';
import type { EstablishedTransaction } from './evidence.js';
import type { BtcBridgeRules } from './rules.js';

/** What one provider shows: the transaction, and what the operation reads from it. */
export interface Shown<T> {
  readonly transaction: EstablishedTransaction;
  readonly facts: T;
}

/** How an operation names itself in the sentences of the facts. */
export interface Wording {
  /** `deposit` or `payout`. */
  readonly subject: string;
  /** Ends a sentence about a disagreement. */
  readonly refusing: string;
}

export const DEPOSIT: Wording = { subject: 'deposit', refusing: 'refusing to mint' };
export const PAYOUT: Wording = { subject: 'payout', refusing: 'refusing to verify' };

/** Nothing that the primary says: a refusal for good is one that both give. */
const PASSING: ReadonlySet<RefusalCode> = new Set(['busy', 'not_found', 'unconfirmed']);

/** What the refusal of the primary comes to, which the secondary may not share. */
export function refusedByPrimary<T>(
  primary: Refusal,
  secondary: Shown<T> | Refusal,
  { subject, refusing }: Wording,
  { allowSingleProvider }: BtcBridgeRules,
): Refusal {
  if (PASSING.has(primary.code)) return primary;
  const isShared = isRefusal(secondary) && secondary.message === primary.message;
  if (isShared || (isRefusal(secondary) && secondary.code === 'busy' && allowSingleProvider)) return primary;
  const other = isRefusal(secondary) ? secondary.message : `it confirms the ${subject}`;
  return refuseOneSided(
    primary.code,
    `provider disagreement on the ${subject} (${primary.message}; the second Esplora provider: ${other}) — ${refusing}`,
  );
}

/** @returns undefined when the secondary may be left out. */
export function heardSecondary<T>(
  secondary: Shown<T> | Refusal,
  { subject, refusing }: Wording,
  { allowSingleProvider }: BtcBridgeRules,
): Shown<T> | Refusal | undefined {
  if (!isRefusal(secondary)) return secondary;
  if (secondary.code === 'busy' && allowSingleProvider) return undefined;
  const sentence = `second Esplora provider could not confirm the ${subject} (${secondary.message}) — ${refusing}`;
  return refuseOneSided(secondary.code, sentence);
}

/** Amounts and recipients are equal already: the block has to be, and it has to be deep enough for both.
 *  @param needed confirmations. @returns the least depth that a provider shows. */
export function agreedDepth(
  primary: EstablishedTransaction,
  secondary: EstablishedTransaction,
  needed: number,
  { refusing }: Wording,
): number | Refusal {
  if (secondary.confirmations < needed)
    return refuse(
      'unconfirmed',
      `second provider shows only ${secondary.confirmations} confirmation(s); ${needed} required`,
    );
  const [a, b] = [primary.block, secondary.block];
  if (a?.height !== b?.height)
    return refuseOneSided(
      'rule_violation',
      `provider disagreement on block (height ${a?.height} vs ${b?.height}) — ${refusing}`,
    );
  if (a?.hash !== undefined && b?.hash !== undefined && a.hash !== b.hash)
    return refuseOneSided('rule_violation', `provider disagreement on block (${a.hash} vs ${b.hash}) — ${refusing}`);
  return Math.min(primary.confirmations, secondary.confirmations);
}
