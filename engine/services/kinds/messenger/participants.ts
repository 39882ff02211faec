/** Participants as requests name them: wallet ids, addresses, signing keys, encryption keys.
 *
 *  An address and a signing key say themselves whose they are. The others are looked up in the chain's directory, so a record is merged
 *  by a node that has at least the height at which it was taken in. */

import { type Refusal, refuse } from '../../../base/refusal.js';
import { SERVICE_COUNTS } from '../../../base/serviceLimits.js';
import { type AccountId, isSystemAccount, resolveAccount } from '../../../crypto/address.js';
import { PUBLIC_KEY_BYTES } from '../../../crypto/mldsa.js';
import type { PayloadReader } from '../../../ledger/payload.js';
import { AMBIGUOUS, ambiguousSentence, type Directory, walletNamed } from '../../surroundings.js';

/** The longest is a signing key in hex. */
export const PARTICIPANT_CHARACTERS = 2 * PUBLIC_KEY_BYTES;

export const participantsMember = {
  name: 'participantIds',
  aliases: ['participant_ids'],
  type: 'texts',
  items: SERVICE_COUNTS.participants,
  characters: PARTICIPANT_CHARACTERS,
  plain: true,
  required: true,
  about: `Wallet ids, addresses, signing or encryption keys of registered wallets, ${SERVICE_COUNTS.participants} at most`,
} as const;

export function readParticipants(reader: PayloadReader): readonly string[] | undefined {
  const given = reader.raw('participantIds');
  if (Array.isArray(given) && given.length > SERVICE_COUNTS.participants) return reader.fail(tooMany());
  const texts = reader.texts('participantIds', SERVICE_COUNTS.participants, PARTICIPANT_CHARACTERS);
  if (reader.refusal) return undefined;
  if (texts === undefined || texts.length === 0)
    return reader.fail(refuse('malformed_payload', 'participantIds is required'));
  return [...new Set(texts.map((text) => text.trim()))];
}

export const tooMany = (): Refusal =>
  refuse('malformed_payload', `Maximum ${SERVICE_COUNTS.participants} participants`);

function ownAccount(text: string): AccountId | undefined {
  const resolved = resolveAccount(text);
  return resolved && resolved.contract === undefined && !isSystemAccount(resolved.account)
    ? resolved.account
    : undefined;
}

/** @returns in the order of the texts; undefined for one that names nobody, or could name two. */
export async function accountsNamed(
  directory: Directory,
  texts: readonly string[],
): Promise<readonly (AccountId | undefined)[]> {
  const own = texts.map(ownAccount);
  const others = texts.filter((_, at) => own[at] === undefined);
  const found = others.length === 0 ? [] : await directory.wallets(others);
  let next = 0;
  return own.map((account) => account ?? walletNamed(found[next++])?.account);
}

async function strangeText(directory: Directory, text: string): Promise<Refusal> {
  const isAmbiguous = ownAccount(text) === undefined && (await directory.wallets([text]))[0] === AMBIGUOUS;
  return refuse('not_found', isAmbiguous ? ambiguousSentence(text) : `Wallet not registered: ${text.slice(0, 80)}`);
}

/** Their accounts, each once, when all of them are registered. */
export async function registeredAccounts(
  directory: Directory,
  texts: readonly string[],
): Promise<readonly AccountId[] | Refusal> {
  const accounts = await accountsNamed(directory, texts);
  const known = accounts.filter((account) => account !== undefined);
  const wallets = await directory.walletsOf(known);
  const registered = new Set(wallets.map((wallet) => wallet?.account));
  const stranger = texts.findIndex((_, at) => accounts[at] === undefined || !registered.has(accounts[at]));
  if (stranger >= 0) return strangeText(directory, texts[stranger] as string);
  return [...new Set(known)];
}

/** Why an account may not begin anything: nobody could answer it. */
export async function checkRegistered(directory: Directory, account: AccountId): Promise<Refusal | undefined> {
  const [wallet] = await directory.walletsOf([account]);
  return wallet ? undefined : refuse('not_found', 'Wallet not registered');
}
