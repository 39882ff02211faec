/** mail_send: a mail from the signer's wallet to other wallets, encrypted by the client. */

import { fromHex, toHex } from '../../../base/bytes.js';
import { dueAt, recordOf } from '../../records.js';
import type { Scene } from '../../scene.js';
import { defineServiceKind, type ServiceRequest } from '../../serviceKind.js';
import type { Surroundings } from '../../surroundings.js';
import { deliver, labelOf, participants, withdrawMail } from './labels.js';
import { mailContents } from './mailContent.js';
import { noMail } from './mailId.js';
import { mailViews } from './mailView.js';
import { checkParticipants, resolveRecipients } from './recipients.js';
import { type MailFields, mailReader } from './sendFields.js';

/** A node that gets a mail before the block that registers its recipient looks again after this time, until the mail is so old. */
const LOOK_AGAIN = { everyMs: 10_000, forMs: 24 * 3_600_000 } as const;

type Mail = Pick<ServiceRequest<MailFields>, 'id' | 'sender' | 'fields' | 'timestamp'>;

async function deliverKnown(scene: Scene, mail: Mail, { directory, now }: Surroundings): Promise<void> {
  const { id, sender, fields, timestamp } = mail;
  const { accounts, isComplete } = await resolveRecipients(fields, directory);
  const isOpen = !isComplete && now < timestamp + LOOK_AGAIN.forMs;
  await deliver(scene, id, { timestamp, isOpen, from: sender, to: accounts });
  if (isOpen) dueAt(scene, now + LOOK_AGAIN.everyMs, id, mailReader.name, 'deliver');
}

export const send = defineServiceKind<MailFields>({
  ...mailReader,
  route: '/api/v2/mail/send',
  chapter: 'Mail and names',
  summary: 'Sends an encrypted mail to up to 50 wallets',
  scope: 'private',
  contents: mailContents,
  refusals: ['not_found', 'not_authorized', 'invalid_recipient', 'too_large'],

  async check(scene, { sender, fields }, around) {
    const refused = await checkParticipants(fields, sender, around);
    if (refused || fields.replyToId === undefined) return refused;
    const replied = fromHex(fields.replyToId);
    return replied && (await labelOf(scene, sender, replied)) ? undefined : noMail();
  },

  async merge(scene, record, around) {
    // Nothing about a mail depends on its height.
    if (record.before === undefined) await deliverKnown(scene, record, around);
  },

  async due(scene, id, _action, around) {
    const record = await recordOf(scene, id, mailReader);
    if (!record) return;
    const { author: sender, timestamp } = record.meta;
    await deliverKnown(scene, { id, sender, timestamp, fields: record.fields }, around);
  },

  erased: (scene, { id }) => withdrawMail(scene, id),

  async answer(scene, { id, sender }, around) {
    const label = await labelOf(scene, sender, id);
    const [view] = label ? await mailViews(scene, sender, [{ mail: id, ...label }], around) : [];
    return view ? { id: toHex(id), message: view.message } : noMail();
  },

  async events(scene, { id, sender }) {
    const parts = await scene.get(participants, id);
    const accounts = (parts?.to ?? []).filter((account) => account !== sender);
    return accounts.length === 0 ? [] : [{ type: 'mail', accounts, data: { id: toHex(id) } }];
  },
});
