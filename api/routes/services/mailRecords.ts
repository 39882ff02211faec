/** Mails in answers: the flat item of the specification, and the record with its label that the published client reads. */

import { folders } from '../../../engine/services/kinds/mail/labels.js';
import { Type } from '../../routing/schema.js';
import { Hash } from '../../schemas.js';
import { orNull } from '../nftRecords.js';

export const MailId = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Id of a mail' });
export const MailFolder = Type.Union(folders.map((name) => Type.Literal(name)));

const Ciphertext = (description: string) => Type.String({ description });
const Signature = Type.String({ description: 'Signature of the sender over the ciphertexts; empty without one' });
const HasAttachment = Type.Boolean({ description: 'As the sender says; always with an attachment' });
const ReplyTo = orNull(Hash);
const Attachment = Ciphertext('The attachment, where there is one');
const PartOr = Ciphertext('Empty in mails of the flat form, whose ciphertext has all parts');

export const MailItem = Type.Object(
  {
    id: MailId,
    from: Type.String({ description: 'Mail name of the sender now; its address when it has none' }),
    fromPublicKey: Type.String({ description: 'Hex' }),
    to: Type.String({ description: 'Mail name of the first recipient now; its address when it has none' }),
    toPublicKey: Type.String({ description: 'Hex' }),
    encrypted: Ciphertext("The reader's copy; the body in mails with wallet ids"),
    subjectEncrypted: PartOr,
    bodyEncrypted: Ciphertext('As encrypted'),
    attachment_encrypted: Type.Optional(Attachment),
    attachmentEncrypted: Type.Optional(Attachment),
    hasAttachment: HasAttachment,
    attachmentHash: Type.Optional(Type.String()),
    contentSignature: Signature,
    timestamp: Type.Integer({ description: 'Milliseconds, signed' }),
    read: Type.Boolean({ description: 'By the reader' }),
    replyToId: ReplyTo,
    folder: MailFolder,
  },
  { title: 'MailItem' },
);

export const MailMessage = Type.Object(
  {
    id: MailId,
    from_wallet_id: Type.String(),
    to_wallet_ids: Type.Array(Type.String()),
    subject_encrypted: PartOr,
    body_encrypted: Ciphertext("The body; in mails of the flat form the reader's copy"),
    attachment_encrypted: Type.Optional(Attachment),
    signature: Signature,
    created_at: Type.String({ description: 'The signed time, ISO 8601' }),
    reply_to_id: ReplyTo,
    has_attachment: HasAttachment,
    attachment_hash: orNull(Type.String()),
  },
  { title: 'MailMessage' },
);

export const MailLabel = Type.Object(
  {
    message_id: MailId,
    wallet_id: Type.String({ description: 'Wallet of the reader' }),
    folder: MailFolder,
    is_read: Type.Boolean(),
  },
  { title: 'MailLabel' },
);
