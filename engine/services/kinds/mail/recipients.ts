/** Who sends a mail and who gets it. An address and a signing key name an account by themselves; ids, names and encryption keys are
 *  looked up in the chain's directory, which may not know them yet on a node that is behind. */

import { type Refusal, refuse } from '../../../base/refusal.js';
import { type AccountId, addressOf, resolveAccount } from '../../../crypto/address.js';
import {
  AMBIGUOUS,
  ambiguousSentence,
  type Directory,
  type DirectoryWallet,
  type Surroundings,
  walletNamed,
} from '../../surroundings.js';
import type { MailFields } from './sendFields.js';

/** Characters of a text that a refusal repeats. */
const SHOWN = 64;

const recipientsOf = (fields: MailFields): readonly string[] =>
  fields.form === 'flat' ? [fields.toPublicKey] : fields.toWalletIds;

/** Whether a text names the wallet; its encryption key does, whoever else has registered that. */
function isOf({ account, id, name, signingKey, encryptionKey }: DirectoryWallet, text: string): boolean {
  const small = text.toLowerCase();
  return text === id || text === addressOf(account) || [signingKey, encryptionKey, name].includes(small);
}

/** Why this node does not take a mail in. */
export async function checkParticipants(
  fields: MailFields,
  sender: AccountId,
  { directory }: Surroundings,
): Promise<Refusal | undefined> {
  const texts = recipientsOf(fields);
  const [[own], wallets] = await Promise.all([directory.walletsOf([sender]), directory.wallets(texts)]);
  if (!own) return refuse('not_found', 'Wallet not registered');
  const ownText = fields.form === 'flat' ? fields.fromPublicKey : fields.fromWalletId;
  if (ownText !== undefined && !isOf(own, ownText))
    return refuse('not_authorized', 'Not authorized to send from this wallet');
  const ambiguous = texts.find((_, at) => wallets[at] === AMBIGUOUS);
  if (ambiguous !== undefined) return refuse('invalid_recipient', ambiguousSentence(ambiguous));
  const missing = texts.find((_, at) => !wallets[at]);
  if (missing !== undefined)
    return refuse('invalid_recipient', `Recipient not registered: no wallet is called ${missing.slice(0, SHOWN)}`);
  if (fields.form === 'flat' && walletNamed(wallets[0])?.name !== fields.to)
    return refuse(
      'invalid_recipient',
      `Recipient not registered: the wallet of toPublicKey does not have the mail name ${fields.to.slice(0, SHOWN)}`,
    );
  return undefined;
}

export interface Resolved {
  readonly accounts: readonly AccountId[];
  /** Texts that the directory does not know yet. */
  readonly isComplete: boolean;
}

function accountIn(text: string): AccountId | undefined {
  const resolved = resolveAccount(text);
  return resolved && resolved.contract === undefined ? resolved.account : undefined;
}

export async function resolveRecipients(fields: MailFields, directory: Directory): Promise<Resolved> {
  const named = recipientsOf(fields).map((text) => ({ text, account: accountIn(text) }));
  const asked = named.filter(({ account }) => account === undefined).map(({ text }) => text);
  const found = new Map<string, AccountId | undefined>();
  for (const [at, wallet] of (await directory.wallets(asked)).entries())
    found.set(asked[at] as string, walletNamed(wallet)?.account);
  const accounts = named
    .map(({ text, account }) => account ?? found.get(text))
    .filter((account) => account !== undefined);
  return { accounts: [...new Set(accounts)], isComplete: accounts.length === named.length };
}
