/** What the kinds of the directory share: when it begins, the free places, whose a wallet is.
 *
 *  Its transactions cost nothing, so every rule of them is in `admit`: one that breaks a rule can never fill a block. They come last
 *  in a block, `DIRECTORY_PER_BLOCK` of them at most, and do not count for the base fee. */

import { formatXrge } from '../base/amounts.js';
import { fromBinary, fromHex, toHex } from '../base/bytes.js';
import { DIRECTORY_FREE, DIRECTORY_RECORD, DIRECTORY_TIP } from '../base/directoryLimits.js';
import { type Refusal, refuse } from '../base/refusal.js';
import type { Transaction } from '../chain/transaction.js';
import { isActive } from '../chain/upgrades.js';
import { type AccountId, resolveAccount } from '../crypto/address.js';
import type { StateView, StateWriter } from '../state/state.js';
import type { BlockContext } from './blockContext.js';
import { Postponed } from './contractMachine.js';
import { countOf } from './counters.js';
import {
  directoryPace,
  encryptionKeyOwner,
  type NameEntry,
  names,
  type Wallet,
  walletIds,
  wallets,
} from './directoryTables.js';
import type { ExclusiveSlot } from './kind.js';
import { SINGLE } from './tables.js';

/** Characters of a wallet's id: those of UUIDs, of hex and base64 without its slash, of addresses. */
const WALLET_ID = /^[A-Za-z0-9][A-Za-z0-9._:@+=~-]*$/;
/** GET /api/messenger/wallets/register is a path of the API. */
const RESERVED_ID = 'register';

export const isWalletId = (text: string): boolean => WALLET_ID.test(text) && text !== RESERVED_ID;

const NO_DIRECTORY = 'there is no directory of wallets and names on this network yet';
const PENDING = `this key has a pending request of the directory; wait for a block, or replace it with a priority_fee of at least ${formatXrge(DIRECTORY_TIP)} XRGE that is higher than before`;

/** Whether it needs one of the free places. A developer's network counts none. */
export const isFree = ({ priorityFee }: Transaction, { genesis }: BlockContext): boolean =>
  priorityFee < DIRECTORY_TIP && !genesis.developerRules;

/** Time between two free places, milliseconds. */
function placeEvery(view: StateView): number {
  const { everyMs, wallets: step, halvings } = DIRECTORY_FREE;
  return everyMs * 2 ** Math.min(halvings, Math.floor(countOf(view, 'wallets') / step));
}

/** The record after some more free places are taken. */
function nextPace(view: StateView, { time }: BlockContext, places: number): number {
  const { atOnce } = DIRECTORY_FREE;
  const everyMs = placeEvery(view);
  return Math.max(view.get(directoryPace, SINGLE) ?? 0, time - everyMs * atOnce) + places * everyMs;
}

/** The rules of a kind of the directory: first that there is one, then the kind's own, and last the free places. What a block has
 *  given away is known so whether or not a place is free.
 *  @param own why the kind's own rules refuse it.
 *  @returns `Postponed` for one that waits for a free place only. */
export function checkDirectory(
  view: StateView,
  transaction: Transaction,
  block: BlockContext,
  own: () => Refusal | undefined,
): Refusal | undefined {
  if (!isActive(block.genesis.schedule, 'directory', block.height)) return refuse('rule_violation', NO_DIRECTORY);
  return own() ?? (isFree(transaction, block) ? checkPlaces(view, block, 1) : undefined);
}

/** @param places that are asked for. */
export function checkPlaces(view: StateView, block: BlockContext, places: number): Postponed | undefined {
  const wait = nextPace(view, block, places) - block.time;
  return wait > 0 ? new Postponed('free', Math.ceil(wait / 1_000)) : undefined;
}

/** Takes the free place that `checkDirectory` has found. */
export function takePlace(state: StateWriter, transaction: Transaction, block: BlockContext): void {
  if (isFree(transaction, block)) state.put(directoryPace, SINGLE, nextPace(state, block, 1));
}

/** One pending transaction of any of the kinds for each key. One that waits for a free place may be replaced by one that needs none. */
export const directorySlot = ({ sender }: Transaction): ExclusiveSlot => ({
  slot: 'directory',
  account: sender,
  refusal: refuse('sender_limit', PENDING, 1),
  replacedFrom: DIRECTORY_TIP,
});

export const signingKeyOf = ({ signingKey }: Wallet): string => toHex(fromBinary(signingKey));

export const encryptionKeyOf = ({ encryptionKey }: Wallet): string => toHex(fromBinary(encryptionKey));

/** The id as clients see it. */
export const walletIdOf = (wallet: Wallet): string => wallet.id || signingKeyOf(wallet);

/** The account whose wallet a text names: by id, by address or signing key, by an encryption key that no other wallet has. No id is
 *  another account's address or key, so they do not contradict each other. */
export function walletOwner(view: StateView, text: string): AccountId | undefined {
  const owner = isWalletId(text) ? view.get(walletIds, text) : undefined;
  if (owner !== undefined) return owner;
  const resolved = resolveAccount(text);
  if (resolved) return view.get(wallets, resolved.account) && resolved.account;
  const key = fromHex(text, DIRECTORY_RECORD.encryptionKeyBytes);
  return key && encryptionKeyOwner(view, key);
}

/** Whether a text names the wallet of an account; its encryption key does, whoever else has registered that. */
export function isWalletOf(view: StateView, text: string, account: AccountId): boolean {
  if (walletOwner(view, text) === account) return true;
  const wallet = view.get(wallets, account);
  return wallet !== undefined && encryptionKeyOf(wallet) === text.toLowerCase();
}

const NAME = /^[a-z0-9_]{3,20}$/;

/** Whether a text can be a name at all, in small letters. */
export const isName = (text: string): boolean => NAME.test(text);

/** The entry of a name, in any case. ASCII letters alone are made small: others would become letters of names. */
export const nameEntry = (view: StateView, text: string): { name: string; entry: NameEntry } | undefined => {
  const name = lowered(text);
  const entry = isName(name) ? view.get(names, name) : undefined;
  return entry && { name, entry };
};

export const lowered = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
