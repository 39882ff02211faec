/** Reading and moving funds: the only functions that change a balance. Amounts are quanta for XRGE, base units for
 *  tokens. A debit that the account cannot pay changes nothing, and its result says so. */

import { formatXrge, XRGE } from '../base/amounts.js';
import { U128_MAX } from '../base/bytes.js';
import { invariant, type Refusal, refuse } from '../base/refusal.js';
import { type AccountId, burnAccount } from '../crypto/address.js';
import type { StateView, StateWriter } from '../state/state.js';
import { lpBalanceKey, lpBalances } from './poolTables.js';
import {
  type Account,
  accounts,
  SINGLE,
  type Supply,
  supplies,
  tokenBalanceKey,
  tokenBalances,
  totals,
} from './tables.js';
import { shownSymbol } from './tokens.js';

const EMPTY_ACCOUNT: Account = { balance: 0n, nonce: 0, activity: 0 };
const NO_SUPPLY: Supply = { minted: 0n, burned: 0n };

export const accountOf = (view: StateView, id: AccountId): Account => view.get(accounts, id) ?? EMPTY_ACCOUNT;

/** Balance in quanta for XRGE, in base units for a token. */
export const balanceOf = (view: StateView, id: AccountId, token: string): bigint =>
  token === XRGE ? accountOf(view, id).balance : (view.get(tokenBalances, tokenBalanceKey(id, token)) ?? 0n);

export const supplyOf = (view: StateView, token: string): Supply => view.get(supplies, token) ?? NO_SUPPLY;

/** Burned fees, which are XRGE: they never were at the burn address, so `Supply.burned` does not count them. */
export const feesBurnedOf = (view: StateView, token: string): bigint =>
  token === XRGE ? (view.get(totals, SINGLE)?.feesBurned ?? 0n) : 0n;

/** The circulating supply: excludes what was sent to the burn address, and for XRGE also burned fees. */
export function circulatingOf(view: StateView, token: string): bigint {
  const { minted, burned } = supplyOf(view, token);
  return minted - burned - feesBurnedOf(view, token);
}

const checkBalance = (balance: bigint): void =>
  invariant(balance >= 0n && balance <= U128_MAX, 'a balance left its range');

function setTokenBalance(state: StateWriter, id: AccountId, token: string, balance: bigint): void {
  checkBalance(balance);
  const key = tokenBalanceKey(id, token);
  if (balance === 0n) state.delete(tokenBalances, key);
  else state.put(tokenBalances, key, balance);
}

function setXrge(state: StateWriter, id: AccountId, { nonce, activity }: Account, balance: bigint): void {
  checkBalance(balance);
  state.put(accounts, id, { balance, nonce, activity });
}

export function credit(state: StateWriter, id: AccountId, token: string, amount: bigint): void {
  if (amount <= 0n) return;
  if (token === XRGE) {
    const account = accountOf(state, id);
    setXrge(state, id, account, account.balance + amount);
  } else setTokenBalance(state, id, token, balanceOf(state, id, token) + amount);
}

/** @returns false, with nothing changed, when the balance is below the amount. */
export function debit(state: StateWriter, id: AccountId, token: string, amount: bigint): boolean {
  const account = token === XRGE ? accountOf(state, id) : undefined;
  const balance = account ? account.balance : balanceOf(state, id, token);
  if (balance < amount) return false;
  if (amount <= 0n) return true;
  if (account) setXrge(state, id, account, balance - amount);
  else setTokenBalance(state, id, token, balance - amount);
  return true;
}

/** LP units of an account in a pool. */
export const lpBalanceOf = (view: StateView, id: AccountId, poolId: string): bigint =>
  view.get(lpBalances, lpBalanceKey(id, poolId)) ?? 0n;

export function setLpBalance(state: StateWriter, id: AccountId, poolId: string, units: bigint): void {
  invariant(units >= 0n && units <= U128_MAX, 'a balance of LP units left its range');
  if (units === 0n) state.delete(lpBalances, lpBalanceKey(id, poolId));
  else state.put(lpBalances, lpBalanceKey(id, poolId), units);
}

/** A phrase with the balance of a token and the amount needed, in XRGE or base units. */
export const shortOf = (token: string, have: bigint, need: bigint): string =>
  token === XRGE
    ? `insufficient balance: have ${formatXrge(have)} XRGE, need ${formatXrge(need)} XRGE`
    : `insufficient ${shownSymbol(token)} balance: have ${have}, need ${need}`;

/** The refusal for an account whose balance is below an amount. */
export const insufficientFunds = (view: StateView, id: AccountId, token: string, need: bigint): Refusal =>
  refuse('insufficient_balance', shortOf(token, balanceOf(view, id, token), need));

/** Creates units and counts them in the supply. @returns false when the supply would exceed 128 bits. */
export function mint(state: StateWriter, id: AccountId, token: string, amount: bigint): boolean {
  const supply = supplyOf(state, token);
  if (supply.minted + amount > U128_MAX) return false;
  state.put(supplies, token, { ...supply, minted: supply.minted + amount });
  credit(state, id, token, amount);
  return true;
}

/** Counts units as destroyed; the caller has debited them. */
export function countBurned(state: StateWriter, token: string, amount: bigint): void {
  if (amount === 0n) return;
  const supply = supplyOf(state, token);
  state.put(supplies, token, { ...supply, burned: supply.burned + amount });
}

/** Moves units from one account to another; units sent to the burn address are destroyed.
 *  @returns why the owner cannot pay, with nothing changed. */
export function move(
  state: StateWriter,
  owner: AccountId,
  to: AccountId,
  token: string,
  amount: bigint,
): Refusal | undefined {
  if (!debit(state, owner, token, amount)) return insufficientFunds(state, owner, token, amount);
  if (to === burnAccount) countBurned(state, token, amount);
  else credit(state, to, token, amount);
  return undefined;
}

/** Takes the fee of a transaction and its sequential nonce from its signer. @param fee in quanta.
 *  @returns the nonce; undefined, with nothing changed, when the balance is below the fee. */
export function charge(state: StateWriter, id: AccountId, fee: bigint): number | undefined {
  const { balance, nonce, activity } = accountOf(state, id);
  if (balance < fee) return undefined;
  state.put(accounts, id, { balance: balance - fee, nonce: nonce + 1, activity });
  return nonce + 1;
}

/** Numbers one more entry of the account's history. @returns its ordinal, counted from 0. */
export function countActivity(state: StateWriter, id: AccountId): number {
  const { balance, nonce, activity } = accountOf(state, id);
  state.put(accounts, id, { balance, nonce, activity: activity + 1 });
  return activity;
}
