/** What a reader of history gets of a result that `apply` has given. */

import type { Transaction } from '../../../engine/chain/transaction.js';
import { kindOfTransaction } from '../../../engine/ledger/admission.js';

export function storedResult(transaction: Transaction, result: unknown): unknown {
  const codec = kindOfTransaction(transaction).result;
  return codec.decode(codec.encode(result));
}
