/** Who is written to: a mail name, a wallet id, an address or a key, as a wallet whose encryption key was proven.
 *
 *  The node's directory is compared with the state's own record, because whoever can give another key can read the mail. What does not
 *  agree is an error, and then nothing is encrypted. A node without proofs is used with a warning, unless the caller trusts
 *  validators only. */

import type { RougedClient } from '../../../api/client/client.js';
import { RougedError } from '../../../api/client/error.js';
import type { NamedWallet } from '../../../api/client/generated/answers.js';
import { fromHex, toHex } from '../../../engine/base/bytes.js';
import {
  type AccountId,
  accountBytes,
  accountOfKey,
  addressOf,
  resolveAccount,
} from '../../../engine/crypto/address.js';
import { PUBLIC_KEY_BYTES } from '../../../engine/crypto/mldsa.js';
import {
  nameStateKey,
  ProofError,
  readNameRecord,
  readWalletRecord,
  walletStateKey,
} from '../../../engine/state/proofVerifier.js';
import type { Proven, ProvenBy, Trust } from './trust.js';

export interface Correspondent {
  /** Of the wallet. */
  readonly id: string;
  readonly address: string;
  readonly displayName: string;
  /** The mail name that it was found by. */
  readonly name: string | undefined;
  /** Hex. */
  readonly signingKey: string;
  readonly encryptionKey: string;
  readonly provenBy: ProvenBy;
  /** Of the proof; undefined when there is none. */
  readonly height: number | undefined;
  /** Why it is not proven. */
  readonly doubt: string | undefined;
}

/** What display adds to a name: the site and the extensions, the mobile program. */
const MAIL_DOMAIN = /@(?:rouge\.quant|qwalla\.mail)$/i;
const NAME = /^[a-z0-9_]{3,20}$/;

/** @returns undefined for a text that is no mail name. */
function mailName(text: string): string | undefined {
  const name = text.replace(MAIL_DOMAIN, '').toLowerCase();
  return NAME.test(name) ? name : undefined;
}

/** The account of an address or a signing key. The address of a contract may be the id of a wallet as well. */
function accountNamed(text: string): AccountId | undefined {
  const resolved = resolveAccount(text);
  return resolved?.contract === undefined ? resolved?.account : undefined;
}

/** Newer nodes say 404; others 200 with `success: false`. */
const isAbsent = (error: unknown): boolean =>
  error instanceof RougedError && (error.status === 404 || (error.status === 200 && error.code === 'http_200'));

export async function ifPresent<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

interface Found {
  readonly wallet: NamedWallet;
  readonly name: string | undefined;
}

/** What the directory says. A name of one and a wallet id of another may be the same text: then nobody is meant. */
async function inDirectory(client: RougedClient, text: string): Promise<Found> {
  const name = accountNamed(text) === undefined ? mailName(text) : undefined;
  const named = name === undefined ? undefined : await ifPresent(client.getNamesResolve(name));
  const called = MAIL_DOMAIN.test(text) ? undefined : await ifPresent(client.getMessengerWalletsByWallet(text));
  if (named && called && named.wallet.signing_public_key !== called.wallet.signing_public_key)
    throw new RougedError(
      'ambiguous_recipient',
      `${text} is the mail name of one wallet and the id of another; write ${text}@rouge.quant, or an address`,
    );
  if (named) return { wallet: named.wallet, name };
  if (called) return { wallet: called.wallet, name: undefined };
  throw new RougedError('not_found', `${text} has no registered wallet: only who has one can be written to`);
}

const ownerOf = (signingKey: string) => {
  const bytes = fromHex(signingKey, PUBLIC_KEY_BYTES);
  if (!bytes) throw new RougedError('malformed_answer', 'the node gave a signing key that is none');
  return accountOfKey(bytes);
};

const mismatch = (sentence: string): RougedError =>
  new RougedError('key_mismatch', `${sentence}; nothing was encrypted, and this node should not be trusted`);

/** Compares what the directory gave with the state's record. @throws RougedError `key_mismatch`. */
function compare(text: string, { wallet, name }: Found, { value }: Proven): void {
  const record = readWalletRecord(value);
  if (!record) throw mismatch(`the node has given a wallet for ${text} that the state does not have`);
  if (toHex(record.encryptionPublicKey) !== wallet.encryption_public_key.toLowerCase())
    throw mismatch(`the encryption key that the node has given for ${text} is not the registered one`);
  if (toHex(record.signingPublicKey) !== wallet.signing_public_key.toLowerCase())
    throw mismatch(`the signing key that the node has given for ${text} is not the registered one`);
  const isMeant =
    name !== undefined ||
    accountNamed(text) !== undefined ||
    text === record.id ||
    text.toLowerCase() === toHex(record.encryptionPublicKey);
  if (!isMeant || record.id !== wallet.id) throw mismatch(`the wallet that the node has given is not called ${text}`);
}

/** Whether the state gives a name to the owner of a signing key. @throws as `Trust.valueAt`. */
export async function isNameOf(trust: Trust, name: string, signingKey: string): Promise<boolean> {
  const account = accountBytes(ownerOf(signingKey));
  const entry = readNameRecord((await trust.valueAt(nameStateKey(name))).value);
  return entry !== undefined && toHex(entry.owner) === toHex(account);
}

async function prove(text: string, found: Found, trust: Trust): Promise<number> {
  const { name, wallet } = found;
  if (name !== undefined && !(await isNameOf(trust, name, wallet.signing_public_key)))
    throw mismatch(`the name ${name} belongs to another wallet than the node says`);
  const proven = await trust.valueAt(walletStateKey(accountBytes(ownerOf(wallet.signing_public_key))));
  compare(text, found, proven);
  return proven.height;
}

/** Why a proof is missing, when that may be: the node has none. A proof that is wrong is no such case. */
function missing(error: unknown, trust: Trust): string | undefined {
  if (trust.by === 'validators' || !(error instanceof RougedError) || error.code === 'key_mismatch') return undefined;
  return isAbsent(error) || error.code === 'busy' ? error.message : undefined;
}

/** Finds a wallet and proves its keys.
 *  @throws RougedError `not_found`, `ambiguous_recipient`, `key_mismatch`, or a failure of the node. */
export async function findCorrespondent(client: RougedClient, text: string, trust: Trust): Promise<Correspondent> {
  const found = await inDirectory(client, text);
  const { wallet, name } = found;
  const owner = ownerOf(wallet.signing_public_key);
  const meant = accountNamed(text);
  if (meant !== undefined && meant !== owner)
    throw mismatch(`the node has given the wallet of another account for ${text}`);
  const facts = {
    ...{ id: wallet.id, address: addressOf(owner), displayName: wallet.display_name, name },
    ...{ signingKey: wallet.signing_public_key, encryptionKey: wallet.encryption_public_key },
  };
  try {
    return { ...facts, provenBy: trust.by, height: await prove(text, found, trust), doubt: undefined };
  } catch (error) {
    if (error instanceof ProofError) throw mismatch(`the proof for ${text} does not hold: ${error.message}`);
    const doubt = missing(error, trust);
    if (doubt === undefined) throw error;
    return { ...facts, provenBy: 'nobody', height: undefined, doubt };
  }
}
