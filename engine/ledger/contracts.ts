/** Rules of contracts that kinds share: addresses, who is a contract, what may be sent to one. */

import { concatBytes, toHex, utf8 } from '../base/bytes.js';
import { CONTRACT } from '../base/limits.js';
import { type Refusal, refuse } from '../base/refusal.js';
import { isActive } from '../chain/upgrades.js';
import { type AccountId, addressOf, contractAddress } from '../crypto/address.js';
import { sha256 } from '../crypto/sha256.js';
import type { StateView } from '../state/state.js';
import type { BlockContext } from './blockContext.js';
import { type Contract, contractAccounts, contractCode, contractKey, contracts } from './contractTables.js';

const ADDRESS_BYTES = 20;
const ZERO = Uint8Array.of(0);
const ADDRESS_TAG = utf8('rougechain/contract/v2');

/** The address that a deploy gives to its contract: 40 hex characters.
 *  @param from the signer's key in hex, exactly as signed. @param nonce of the payload. @param codeHash 32 bytes. */
export const deployedAddress = (from: string, nonce: string, codeHash: Uint8Array): string =>
  toHex(sha256(concatBytes(ADDRESS_TAG, utf8(from), ZERO, utf8(nonce), ZERO, codeHash)).subarray(0, ADDRESS_BYTES));

/** @param address any text; only 40 hex characters in small letters are the address of a contract. */
export const contractOf = (view: StateView, address: string): Contract | undefined =>
  contractAddress(address) === address ? view.get(contracts, contractKey(address)) : undefined;

/** The module of a contract, as it was uploaded. */
export const codeOf = (view: StateView, { codeHash }: Pick<Contract, 'codeHash'>): Uint8Array | undefined =>
  view.get(contractCode, codeHash);

/** The address of the contract that an account belongs to; undefined for every other account. */
export function contractOfAccount(view: StateView, account: AccountId): string | undefined {
  const key = view.get(contractAccounts, account);
  return key === undefined ? undefined : Buffer.from(key, 'latin1').toString('hex');
}

/** How contracts write an account: the 40 characters of a contract, the address of any other account. */
export const accountText = (view: StateView, account: AccountId): string =>
  contractOfAccount(view, account) ?? addressOf(account);

export const contractNotFound = (address: string): Refusal => refuse('not_found', `Contract not found: ${address}`);

/** Whether a network has contracts at this height, whatever they may do. */
export const hasContracts = ({ genesis, height }: Pick<BlockContext, 'genesis' | 'height'>): boolean =>
  isActive(genesis.schedule, 'contracts', height) && isActive(genesis.schedule, 'game_ready', height);

/** The refusal for a recipient that is named as a contract where there are none yet. */
export const checkContractForm = (text: string, block: BlockContext): Refusal | undefined =>
  contractAddress(text) === undefined || hasContracts(block)
    ? undefined
    : refuse('invalid_recipient', 'there are no contracts on this network yet');

/** The refusal for a recipient that is named as a contract but is none: nobody could spend what it got.
 *  @param text the recipient as it was given. */
export function checkContractExists(view: StateView, text: string): Refusal | undefined {
  const address = contractAddress(text);
  if (address === undefined || contractOf(view, address)) return undefined;
  return refuse('invalid_recipient', `there is no contract ${address}: what is sent there would be lost`);
}

/** Symbols as contracts and attached payments name them; wider than those of tokens, so that a text can be one of no token. */
const SYMBOL = /^[A-Za-z0-9_-]{1,32}$/;

/** @returns the symbol in upper case; undefined for a text that is none. */
export function symbolOf(text: string): string | undefined {
  const symbol = text.trim();
  // Before the change of case, which turns some letters of other alphabets into these.
  return SYMBOL.test(symbol) ? symbol.toUpperCase() : undefined;
}

/** Why a module is refused before it is read; undefined when it is not. */
export function checkCodeBytes({ length }: Pick<Uint8Array, 'length'>): Refusal | undefined {
  if (length === 0) return refuse('malformed_payload', 'Empty WASM module');
  if (length <= CONTRACT.codeBytes) return undefined;
  return refuse('too_large', `WASM too large: ${length} bytes (max ${CONTRACT.codeBytes})`);
}
