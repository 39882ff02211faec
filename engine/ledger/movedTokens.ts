/** Which tokens a successful transaction is about: whom the topic `token:<symbol>` of the stream reaches.
 *
 *  Every fee is XRGE, so a fee does not count. */

import { XRGE } from '../base/amounts.js';
import type { Transaction } from '../chain/transaction.js';
import { kindOfTransaction } from './admission.js';

const XRGE_ALONE = [XRGE] as const;

/** @param result what `apply` returned. @returns symbols in upper case, XRGE among them where it moves. A transaction of a
 *  custom token stands in the history of that token too. */
export function tokensMovedBy(transaction: Transaction, result: unknown): readonly string[] {
  const kind = kindOfTransaction(transaction);
  if (kind.tokens) return kind.tokens(transaction.fields, result);
  const { token, amount } = kind.event(transaction.fields);
  if (token !== undefined) return [token];
  return amount === undefined ? [] : XRGE_ALONE;
}
