/** mail_read: marks a mail as read. */

import { toHex } from '../../../base/bytes.js';
import { defineServiceKind } from '../../serviceKind.js';
import { enterRead, READ } from './labels.js';
import { checkHasMail, isUnread, labelAnswer, mailIdMember, type OfMail, readMailIdAlone } from './mailId.js';

export const read = defineServiceKind<OfMail>({
  name: READ,
  route: '/api/v2/mail/read',
  chapter: 'Mail and names',
  summary: 'Marks a mail as read',
  scope: 'private',
  members: [mailIdMember],
  refusals: ['not_found'],
  decode: readMailIdAlone,
  check: checkHasMail,
  changes: isUnread,
  merge: (scene, record) => enterRead(scene, record, record.fields.mail),
  answer: (scene, request) => labelAnswer(scene, request, toHex(request.fields.mail)),
});
