/** Which tokens a successful transaction is about: it is sent to the stream's topic `token:<symbol>` of each.
 *
 *  Every fee is XRGE, so fees do not count. */

import { XRGE } from '../base/amounts.js';
import type { Transaction } from '../chain/transaction.js';
import { kindOfTransaction } from './admission.js';

const XRGE_ALONE = [XRGE] as const;

/** @param result what `apply` returned. @returns symbols in upper case, including XRGE when it moves. A transaction of a
 *  custom token is in that token's history too. */
export function tokensMovedBy(transaction: Transaction, result: unknown): readonly string[] {
  const kind = kindOfTransaction(transaction);
  if (kind.tokens) return kind.tokens(transaction.fields, result);
  const { token, amount } = kind.event(transaction.fields);
  if (token !== undefined) return [token];
  return amount === undefined ? [] : XRGE_ALONE;
}
