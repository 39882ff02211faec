/** What stake and unstake share: the one member of their payload, the minimum stake, and the effect of pending ones. */

import { amountView, formatXrge, QUANTA, XRGE, XRGE_DECIMALS } from '../../base/amounts.js';
import { type Refusal, refuse } from '../../base/refusal.js';
import type { Transaction } from '../../chain/transaction.js';
import type { AnswerContext } from '../kind.js';
import { amount, layout } from '../layout.js';
import type { PayloadMember, PayloadReader } from '../payload.js';
import { stakeOf } from '../staking.js';

/** Least amount of a stake call (specification, Limits). */
export const MIN_STAKE_XRGE = 10_000;
export const MIN_STAKE = BigInt(MIN_STAKE_XRGE) * QUANTA;
export const MIN_STAKE_TEXT = `${formatXrge(MIN_STAKE)} XRGE`;

export interface StakeFields {
  /** Quanta. */
  readonly amount: bigint;
}

/** @param least smallest amount in XRGE. */
export const stakeMembers = (least: number): readonly PayloadMember[] => [
  { name: 'amount', type: 'xrge', required: true, about: 'XRGE', least },
];

export const stakeLayout = layout<StakeFields>({ amount });

/** @param check the operation's own rule, which depends on the amount only. */
export function readAmount(
  reader: PayloadReader,
  check: (quanta: bigint) => Refusal | undefined,
): StakeFields | undefined {
  const quanta = reader.amount('amount', XRGE_DECIMALS);
  if (reader.refusal) return undefined;
  if (quanta === undefined) return reader.fail(refuse('invalid_amount', 'amount is required'));
  const problem = check(quanta);
  return problem ? reader.fail(problem) : { amount: quanta };
}

export const stakeView = ({ amount: quanta }: StakeFields) => amountView(XRGE, quanta);

/** Sum of the pending transactions of one of the two operations, in quanta. */
export function pendingSum(pending: Iterable<Transaction>, operation: 'stake' | 'unstake'): bigint {
  let sum = 0n;
  for (const transaction of pending)
    if (transaction.operation === operation) sum += (transaction.fields as StakeFields).amount;
  return sum;
}

/** The sender's stake once all its pending transactions are in a block, in quanta. */
export function expectedStake({ view, sender, pending }: AnswerContext): bigint {
  const waiting = [...pending];
  const stake = stakeOf(view, sender) + pendingSum(waiting, 'stake') - pendingSum(waiting, 'unstake');
  return stake > 0n ? stake : 0n;
}
