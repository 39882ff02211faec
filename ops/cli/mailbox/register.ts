/** `rouged wallet mail register`: the wallet with its encryption key, and a mail name, in the chain's directory. What is registered
 *  already is left as it is. */

import { isRefusal, type Refusal } from '../../../engine/base/refusal.js';
import { badOption } from '../../config/optionKinds.js';
import { EXIT_OK, printable, type Terminal } from '../terminal.js';
import { type Mailbox, outSuccess, withMailbox } from './mailbox.js';
import type { MailValues } from './options.js';
import { ifPresent } from './recipient.js';

type Outcome = 'new' | 'changed' | 'unchanged';

async function registerWallet(mailbox: Mailbox, values: MailValues): Promise<Outcome | Refusal> {
  const { account, client } = mailbox;
  const encryptionPublicKey = account.encryptionKeys().publicKey;
  const before = await mailbox.registered();
  const displayName = values.displayName ?? before?.display_name ?? values.name;
  if (displayName === undefined) return badOption('rouged wallet mail register needs --name <name>');
  const hasOtherKey = before !== undefined && before.encryption_public_key.toLowerCase() !== encryptionPublicKey;
  if (hasOtherKey && !values.replaceKey)
    return badOption(
      'this wallet is registered with the encryption key of another program; --replace-key registers the key of this file instead, and that program will not be able to read what is sent from then on',
    );
  if (before && !hasOtherKey && before.display_name === displayName && before.discoverable === values.listed)
    return 'unchanged';
  await client.registerWallet(account, {
    ...{ id: before?.id ?? account.publicKey, displayName, discoverable: values.listed },
    ...{ signingPublicKey: account.publicKey, encryptionPublicKey },
    ...(before?.avatar_url ? { avatarUrl: before.avatar_url } : {}),
  });
  return before ? 'changed' : 'new';
}

/** @returns the wallet's name, and whether it is new; a name that it has stays, because a wallet has one. */
async function registerName(
  { account, client }: Mailbox,
  name: string | undefined,
): Promise<{ readonly name: string | null; readonly outcome: Outcome }> {
  const before = (await ifPresent(client.getNamesReverse(account.address)))?.name ?? null;
  if (name === undefined || before === name.toLowerCase()) return { name: before, outcome: 'unchanged' };
  const { entry } = await client.registerName(account, { name, walletId: account.publicKey });
  return { name: entry?.name ?? name.toLowerCase(), outcome: 'new' };
}

export const runRegister = (values: MailValues, terminal: Terminal): Promise<number | Refusal> =>
  withMailbox(values, terminal, async (mailbox) => {
    const wallet = await registerWallet(mailbox, values);
    if (isRefusal(wallet)) return wallet;
    const { name, outcome } = await registerName(mailbox, values.name);
    const { address } = mailbox.account;
    if (values.json) {
      const encryption_public_key = mailbox.account.encryptionKeys().publicKey;
      outSuccess(terminal, { address, wallet, name, name_outcome: outcome, encryption_public_key });
      return EXIT_OK;
    }
    terminal.out(`wallet  ${address} (${wallet})\n`);
    terminal.out(name === null ? 'name    none\n' : `name    ${printable(name)} (${outcome})\n`);
    return EXIT_OK;
  });
