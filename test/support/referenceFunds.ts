/** The reference's account balances: one map of amounts, and how much of each token was ever created and destroyed. */

import { XRGE } from '../../engine/base/amounts.js';
import { type AccountId, burnAccount } from '../../engine/crypto/address.js';
import { supplies, tokenBalances } from '../../engine/ledger/tables.js';
import type { State } from '../../engine/state/state.js';
import { line } from './referenceActions.js';

export const ALL_UNITS = (1n << 128n) - 1n;

export const addTo = <Key>(map: Map<Key, bigint>, key: Key, amount: bigint): void => {
  map.set(key, (map.get(key) ?? 0n) + amount);
};

export class ReferenceFunds {
  /** By account and symbol; an account without entries was never paid. */
  readonly balances = new Map<AccountId, Map<string, bigint>>();
  readonly minted = new Map<string, bigint>();
  readonly burned = new Map<string, bigint>();

  balance(account: AccountId, token: string): bigint {
    return this.balances.get(account)?.get(token) ?? 0n;
  }

  give(account: AccountId, token: string, amount: bigint): void {
    if (amount === 0n) return;
    const held = this.balances.get(account) ?? new Map<string, bigint>();
    this.balances.set(account, held);
    addTo(held, token, amount);
  }

  /** Makes units out of nothing. */
  create(account: AccountId, token: string, amount: bigint): void {
    addTo(this.minted, token, amount);
    this.give(account, token, amount);
  }

  /** The caller has checked the balance. What is sent to the burn address is destroyed. */
  pay(from: AccountId, to: AccountId, token: string, amount: bigint): void {
    this.give(from, token, -amount);
    if (to !== burnAccount) this.give(to, token, amount);
    else if (amount > 0n) addTo(this.burned, token, amount);
  }

  /** Tokens other than XRGE that an account holds. */
  tokensOf(account: AccountId): string[] {
    const held = [...(this.balances.get(account) ?? [])];
    return held.flatMap(([token, amount]) => (amount > 0n && token !== XRGE ? [token] : []));
  }

  records(out: Map<string, string>): void {
    for (const [account, held] of this.balances)
      for (const [token, amount] of held)
        if (amount > 0n && token !== XRGE) out.set(`${tokenBalances.name}/${account}${token}`, String(amount));
    for (const [token, amount] of this.minted)
      out.set(`${supplies.name}/${token}`, line(amount, this.burned.get(token) ?? 0n));
  }
}

export function fundRecordsOf(state: State, out: Map<string, string>): void {
  for (const [key, amount] of state.entries(tokenBalances)) out.set(`${tokenBalances.name}/${key}`, String(amount));
  for (const [key, { minted, burned }] of state.entries(supplies))
    out.set(`${supplies.name}/${key}`, line(minted, burned));
}
