/** What pending transactions will take from their sender, added up in the order of their arrival. */

import { XRGE } from '../base/amounts.js';
import type { Refusal } from '../base/refusal.js';
import type { Transaction } from '../chain/transaction.js';
import { feeOf, kindOfTransaction, shortage } from '../ledger/admission.js';
import type { BlockContext } from '../ledger/blockContext.js';
import { balanceOf } from '../ledger/funds.js';
import type { StateView } from '../state/state.js';

/** Adds what a transaction takes to the sums. */
export function reserve(sums: Map<string, bigint>, transaction: Transaction, block: BlockContext): void {
  sums.set(XRGE, (sums.get(XRGE) ?? 0n) + feeOf(transaction, block));
  for (const { token, amount } of kindOfTransaction(transaction).outflow(transaction.fields))
    sums.set(token, (sums.get(token) ?? 0n) + amount);
}

/** Checks that the funds cover every outflow beside what earlier pending transactions take. */
export function checkOutflow(
  view: StateView,
  transaction: Transaction,
  reserved: ReadonlyMap<string, bigint>,
  block: BlockContext,
): Refusal | undefined {
  const have = (token: string): bigint => {
    const taken = reserved.get(token) ?? 0n;
    const balance = balanceOf(view, transaction.sender, token);
    return balance > taken ? balance - taken : 0n;
  };
  for (const { token, amount } of kindOfTransaction(transaction).outflow(transaction.fields)) {
    const need = token === XRGE ? amount + feeOf(transaction, block) : amount;
    if (have(token) < need) return shortage(view, transaction, block, have);
  }
  return undefined;
}
