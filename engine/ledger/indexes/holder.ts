/** A holder as the lists keep it, and their order: greatest balance first, ties by the bytes of the account. */

import { XRGE } from '../../base/amounts.js';
import { ACCOUNT_BYTES, type AccountId } from '../../crypto/address.js';
import { tokenBalanceKey } from '../tables.js';

/** Forty bytes, and a place in a list. */
export interface Holder {
  /** Key of the balance in the state: account, then symbol; the account alone for XRGE. The string is shared with the state,
   *  so that it is held once. All keys of one list end alike, so their order is that of the accounts. */
  readonly key: string;
  /** Quanta or base units, above zero. */
  readonly balance: bigint;
}

export function byBalance(a: Holder, b: Holder): number {
  if (a.balance !== b.balance) return a.balance > b.balance ? -1 : 1;
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}

/** Key of an account's balance. XRGE is in the account's own record. @param symbol in upper case. */
export const balanceKey = (account: AccountId, symbol: string): string =>
  symbol === XRGE ? account : tokenBalanceKey(account, symbol);

export const accountOfHolder = ({ key }: Holder): AccountId => key.slice(0, ACCOUNT_BYTES) as AccountId;
