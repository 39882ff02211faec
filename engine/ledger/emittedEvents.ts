/** The events of contracts in a transaction. */

import type { Transaction } from '../chain/transaction.js';
import { kindOfTransaction } from './admission.js';
import type { ContractEvent } from './kind.js';

const NONE: readonly ContractEvent[] = [];

/** In the order in which they were emitted.
 *  @param result the kind's own result. @param failed such a transaction has none, whatever its contracts emitted before it failed. */
export function emittedIn(transaction: Transaction, result: unknown, failed: boolean): readonly ContractEvent[] {
  // Asked for every transaction of a block, and most have no result.
  if (failed || result === null) return NONE;
  return kindOfTransaction(transaction).emitted?.(result) ?? NONE;
}
