/** Rules of tokens that several kinds share: which symbols exist, how they are shown, who created a token, what a freeze
 *  stops, what a spender may move. */

import { XRGE, XRGE_DECIMALS } from '../base/amounts.js';
import { type Refusal, refuse } from '../base/refusal.js';
import type { AccountId } from '../crypto/address.js';
import type { StateView, StateWriter } from '../state/state.js';
import { supplies } from './tables.js';
import { allowanceKey, allowances, type Token, tokens } from './tokenTables.js';

/** A token that no transaction creates: the native one, and those that bridges mint. */
export interface BuiltInToken {
  readonly symbol: string;
  /** As it is shown. */
  readonly shown: string;
  readonly name: string;
  readonly decimals: number;
  readonly description: string;
}

export const builtInTokens: readonly BuiltInToken[] = [
  {
    symbol: XRGE,
    shown: XRGE,
    name: 'XRGE',
    decimals: XRGE_DECIMALS,
    description: 'The native token: it pays fees and is staked by validators',
  },
  { symbol: 'QETH', shown: 'qETH', name: 'Bridged ETH', decimals: 6, description: 'ETH held by the bridge' },
  { symbol: 'QUSDC', shown: 'qUSDC', name: 'Bridged USDC', decimals: 6, description: 'USDC held by the bridge' },
  {
    symbol: 'QBTC',
    shown: 'qBTC',
    name: 'Bridged BTC',
    decimals: 8,
    description: 'BTC held by the bridge; a unit is a satoshi',
  },
];

const bySymbol: ReadonlyMap<string, BuiltInToken> = new Map(builtInTokens.map((token) => [token.symbol, token]));

/** @param symbol in upper case. */
export const builtInToken = (symbol: string): BuiltInToken | undefined => bySymbol.get(symbol);

/** Symbols that no new token may take (specification, Tokens): the built-in ones and the assets that they represent. */
const reserved: ReadonlySet<string> = new Set([...bySymbol.keys(), 'ETH', 'USDC', 'BTC']);

/** @param symbol in upper case. */
export const isReserved = (symbol: string): boolean => reserved.has(symbol);

/** The symbol as it is shown: in upper case, except for bridged tokens. @param symbol in upper case. */
export const shownSymbol = (symbol: string): string => bySymbol.get(symbol)?.shown ?? symbol;

/** Whether the token exists: created, built in, or allocated by the genesis file. @param symbol in upper case. */
export const tokenExists = (view: StateView, symbol: string): boolean =>
  bySymbol.has(symbol) || view.get(tokens, symbol) !== undefined || view.get(supplies, symbol) !== undefined;

export const tokenNotFound = (symbol: string): Refusal => refuse('not_found', `Token ${shownSymbol(symbol)} not found`);

/** Decimals for display. @param symbol in upper case. */
export const decimalsOf = (view: StateView, symbol: string): number =>
  bySymbol.get(symbol)?.decimals ?? view.get(tokens, symbol)?.decimals ?? 0;

/** The refusal for a movement of a frozen token; undefined for every other token. */
export function checkFrozen(view: StateView, symbol: string): Refusal | undefined {
  if (symbol === XRGE || !view.get(tokens, symbol)?.frozen) return undefined;
  return refuse('rule_violation', `Token ${symbol} is frozen — transfers are paused by the creator`);
}

/** The token, if the account created it. Built-in tokens and those of the genesis file have no creator.
 *  @param sentence the refusal's text for any other account. */
export function tokenOfCreator(view: StateView, symbol: string, account: AccountId, sentence: string): Token | Refusal {
  const token = view.get(tokens, symbol);
  if (token?.creator === account) return token;
  return tokenExists(view, symbol) ? refuse('not_authorized', sentence) : tokenNotFound(symbol);
}

/** The refusal for an allowance of XRGE, which moves only with its owner's signature. */
export const checkAllowable = (symbol: string): Refusal | undefined =>
  symbol === XRGE ? refuse('rule_violation', 'XRGE cannot be moved by allowance') : undefined;

/** Base units that the spender may still move for the owner. */
export const allowanceOf = (view: StateView, owner: AccountId, spender: AccountId, symbol: string): bigint =>
  view.get(allowances, allowanceKey(owner, spender, symbol)) ?? 0n;

/** Replaces the previous allowance. */
export function setAllowance(
  state: StateWriter,
  owner: AccountId,
  spender: AccountId,
  symbol: string,
  units: bigint,
): void {
  const key = allowanceKey(owner, spender, symbol);
  if (units === 0n) state.delete(allowances, key);
  else state.put(allowances, key, units);
}
