/** A text that is the id of one wallet and the mail name of another names nobody: whoever registers the one after the other gets nothing that
 *  was meant for the other. */

import { expect, test } from 'vitest';
import { toBinary } from '../../../engine/base/bytes.js';
import { type AccountId, addressOf } from '../../../engine/crypto/address.js';
import { names, namesByOwner, walletIds, wallets } from '../../../engine/ledger/directoryTables.js';
import { resolveRecipients } from '../../../engine/services/kinds/mail/recipients.js';
import { StateDirectory } from '../../../engine/services/stateDirectory.js';
import type { Directory } from '../../../engine/services/surroundings.js';
import type { StateView } from '../../../engine/state/overlay.js';
import { openMemoryStore } from '../../support/memoryStore.js';
import { DeskScene, Signer } from '../../support/servicesDesk.js';

const [ann, bob, mallory] = ['ann', 'bob', 'mallory'].map((name) => new Signer(name)) as [Signer, Signer, Signer];

/** Ids of wallets and mail names by owner. */
type Registered = ReadonlyMap<Signer, { readonly id: string; readonly name?: string }>;

function directoryWith(registered: Registered): Directory {
  const rows = new Map<string, unknown>();
  const row = (table: { readonly name: string }, key: string): string => `${table.name} ${key}`;
  for (const [{ account, keys }, { id, name }] of registered) {
    const wallet = { id, displayName: id, signingKey: toBinary(keys.publicKey), encryptionKey: 'e'.repeat(1_184) };
    rows.set(row(wallets, account), wallet).set(row(walletIds, id), account);
    if (name !== undefined) rows.set(row(names, name), { owner: account }).set(row(namesByOwner, account), name);
  }
  const view = { get: (table: { readonly name: string }, key: string) => rows.get(row(table, key)) } as StateView;
  const state = new StateDirectory(view);
  return {
    wallets: async (texts) => state.wallets(texts),
    walletsOf: async (accounts: readonly AccountId[]) => state.walletsOf(accounts),
  };
}

const honest: Registered = new Map([
  [ann, { id: 'ann-1' }],
  [bob, { id: 'bob-1', name: 'bob' }],
]);
const attacked: Registered = new Map([...honest, [mallory, { id: 'bob' }]]);

const mail = (to: string) => ({
  ...{ fromWalletId: ann.publicKey, toWalletIds: [to], subjectEncrypted: 's', bodyEncrypted: 'b' },
  contentSignature: 'ab',
});

async function sending(registered: Registered) {
  const scene = new DeskScene(await openMemoryStore(), [ann], undefined, undefined, directoryWith(registered));
  return {
    mail: (to: string) => scene.send('mail_send', ann, mail(to)),
    message: (to: string) => scene.send('messenger_send', ann, { recipientPublicKey: to, encryptedContent: 'sealed' }),
  };
}

test('mail and messages to it are refused with what to write instead', async () => {
  const sentence =
    'bob is the id of one wallet and the mail name of another: name the one that is meant by address or by key';
  const before = await sending(honest);
  expect(await before.mail('bob')).toMatchObject({ success: true, message: { to_wallet_ids: ['bob-1'] } });
  expect(await before.message('bob')).toMatchObject({ success: true });
  const { mail: mailTo, message: messageTo } = await sending(attacked);
  expect(await mailTo('bob')).toMatchObject({ code: 'invalid_recipient', message: sentence });
  expect(await messageTo('bob')).toMatchObject({ code: 'not_found', message: sentence });
  for (const text of ['bob-1', bob.publicKey, addressOf(bob.account)])
    expect(await mailTo(text), text).toMatchObject({ success: true, message: { to_wallet_ids: ['bob-1'] } });
});

test('a node to which a mail comes later delivers it to nobody, and goes on looking', async () => {
  const fields = { form: 'wallets', toWalletIds: ['bob'] } as unknown as Parameters<typeof resolveRecipients>[0];
  expect(await resolveRecipients(fields, directoryWith(honest))).toEqual({ accounts: [bob.account], isComplete: true });
  expect(await resolveRecipients(fields, directoryWith(attacked))).toEqual({ accounts: [], isComplete: false });
});

test('one wallet may have both', async () => {
  const both = await sending(new Map([...honest, [bob, { id: 'bob', name: 'bob' }]]));
  expect(await both.mail('bob')).toMatchObject({ success: true, message: { to_wallet_ids: ['bob'] } });
});
