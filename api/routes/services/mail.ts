/** Chapter Mail and names: mails. Wallets and names are in directory.ts. */

import { Type } from '../../routing/schema.js';
import { NextCursor } from '../parts.js';
import { MailFolder, MailId, MailItem, MailLabel, MailMessage } from './mailRecords.js';
import { serviceRoute } from './serviceRoute.js';

const labelled = { messageId: MailId, folder: MailFolder, read: Type.Boolean() };

export const mailRoutes = [
  serviceRoute('mail_send', { id: MailId, message: MailMessage }),
  serviceRoute('mail_folder', {
    folder: MailFolder,
    mail: Type.Array(MailItem),
    messages: Type.Array(Type.Object({ message: MailMessage, label: MailLabel })),
    next_cursor: NextCursor,
  }),
  serviceRoute('mail_message', { mail: MailItem, message: MailMessage, label: MailLabel }),
  serviceRoute('mail_read', labelled),
  serviceRoute('mail_move', labelled),
  serviceRoute('mail_delete', { messageId: MailId }),
];
