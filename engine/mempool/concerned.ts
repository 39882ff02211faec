/** The accounts that a block's state changes concern, as far as pending transactions depend on them.
 *
 *  In: what a block changed. Out: accounts, in time proportional to the changes. These accounts need not have signed anything: with
 *  an allowance one account spends the tokens of another. */

import type { AccountId } from '../crypto/address.js';
import { ACCOUNT_BYTES } from '../crypto/address.js';
import { type Account, accounts, faucetRecords, tokenBalances } from '../ledger/tables.js';
import type { Change } from '../state/state.js';

export interface Concerned {
  /** Has less XRGE or less of a token than before. */
  readonly poorer: readonly AccountId[];
  /** Something that a request on its behalf depends on has changed: its balance, or when the faucet last paid it. */
  readonly served: readonly AccountId[];
}

const fell = (before: bigint | undefined, after: bigint | undefined): boolean => (after ?? 0n) < (before ?? 0n);

export function concernedBy(changes: readonly Change[]): Concerned {
  const poorer: AccountId[] = [];
  const served: AccountId[] = [];
  for (const { table, key, before, after } of changes) {
    if (table.id === accounts.id) {
      const was = (before as Account | undefined)?.balance;
      const is = (after as Account | undefined)?.balance;
      if (was === is) continue;
      served.push(key as AccountId);
      if (fell(was, is)) poorer.push(key as AccountId);
    } else if (table.id === tokenBalances.id) {
      if (fell(before as bigint | undefined, after as bigint | undefined))
        poorer.push(key.slice(0, ACCOUNT_BYTES) as AccountId);
    } else if (table.id === faucetRecords.id) served.push(key as AccountId);
  }
  return { poorer, served };
}
