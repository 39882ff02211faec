/** What a contract moves: its own XRGE and tokens, by the rules that hold for everybody. Each movement is done at once, and noted. */

import { XRGE } from '../base/amounts.js';
import { InvariantError, isRefusal } from '../base/refusal.js';
import { type AccountId, accountOfContract, burnAccount, resolveAccount } from '../crypto/address.js';
import type { StateView, StateWriter } from '../state/state.js';
import type { TokenRefusal } from '../vm/scene.js';
import type { BlockContext } from './blockContext.js';
import { checkContractExists, symbolOf } from './contracts.js';
import { balanceOf, move } from './funds.js';
import { checkRecipient } from './secondRules.js';
import { checkFrozen } from './tokens.js';

/** One thing that a call moved. */
export interface ContractMove {
  /** Undefined for an NFT that the contract made. */
  readonly from: AccountId | undefined;
  readonly to: AccountId;
  /** `XRGE`, a token's symbol in upper case, or the id of a collection. */
  readonly name: string;
  /** Quanta, or base units of a token; undefined for an NFT. */
  readonly amount: bigint | undefined;
  /** Id of an NFT. */
  readonly nft: number | undefined;
}

/** Everything that contracts did to others in one transaction. */
export interface CallEffects {
  readonly moves: ContractMove[];
  /** Ids of the collections that they made. */
  readonly collections: string[];
}

/** One contract in the midst of a call. */
export interface ActingContract {
  readonly state: StateWriter;
  readonly block: BlockContext;
  /** 40 hex characters. */
  readonly address: string;
  readonly account: AccountId;
  readonly effects: CallEffects;
}

export const actingContract = (
  state: StateWriter,
  block: BlockContext,
  address: string,
  effects: CallEffects,
): ActingContract => ({ state, block, address, account: accountOfContract(address), effects });

/** The account to which a contract may give something; undefined for a text that names none. */
export function recipientOf({ state, block }: ActingContract, text: string): AccountId | undefined {
  const resolved = resolveAccount(text.trim());
  if (!resolved || checkContractExists(state, resolved.contract ?? '') || checkRecipient(resolved.account, block))
    return undefined;
  return resolved.account;
}

/** Units of a token, or quanta, in the account that a text names. */
export function balanceOfText(view: StateView, text: string, token: string): bigint {
  const resolved = resolveAccount(text.trim());
  return resolved ? balanceOf(view, resolved.account, token) : 0n;
}

/** The caller has checked the balance. */
function give({ state, account, effects }: ActingContract, to: AccountId, name: string, amount: bigint): void {
  if (to === account || amount === 0n) return;
  if (isRefusal(move(state, account, to, name, amount)))
    throw new InvariantError('a contract moves what it was seen to have');
  effects.moves.push({ from: account, to, name, amount, nft: undefined });
}

/** @param amount quanta. @returns false, with nothing moved, when the contract cannot. */
export function transferXrge(contract: ActingContract, to: string, amount: bigint): boolean {
  const recipient = recipientOf(contract, to);
  if (recipient === undefined || amount < 0n) return false;
  if (balanceOf(contract.state, contract.account, XRGE) < amount) return false;
  give(contract, recipient, XRGE, amount);
  return true;
}

/** @param amount base units. @returns why nothing was moved. */
export function transferToken(
  contract: ActingContract,
  written: string,
  to: string,
  amount: bigint,
): TokenRefusal | undefined {
  const { state, account } = contract;
  const symbol = symbolOf(written);
  const recipient = recipientOf(contract, to);
  if (symbol === undefined || symbol === XRGE || recipient === undefined || amount <= 0n) return 'invalid';
  if (checkFrozen(state, symbol)) return 'invalid';
  if (balanceOf(state, account, symbol) < amount) return 'insufficient';
  give(contract, recipient, symbol, amount);
  return undefined;
}

/** Where a movement ends that destroys. */
export const isBurn = ({ to }: ContractMove): boolean => to === burnAccount;
