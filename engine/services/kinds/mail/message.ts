/** mail_message: one mail, which is marked as read. A mail that was read before is shown without a record. */

import { defineServiceKind } from '../../serviceKind.js';
import { enterRead, labelOf, READ } from './labels.js';
import { checkHasMail, isUnread, mailIdMember, noMail, type OfMail, readMailIdAlone } from './mailId.js';
import { mailViews } from './mailView.js';

export const message = defineServiceKind<OfMail>({
  name: 'mail_message',
  // Clients sign the same members for both, and both say that the mail was read.
  keptAs: READ,
  route: '/api/v2/mail/message',
  chapter: 'Mail and names',
  summary: 'One mail; marks it as read',
  scope: 'private',
  members: [mailIdMember],
  refusals: ['not_found'],
  decode: readMailIdAlone,
  check: checkHasMail,
  changes: isUnread,
  merge: (scene, record) => enterRead(scene, record, record.fields.mail),
  async answer(scene, { sender, fields: { mail } }, around) {
    const label = await labelOf(scene, sender, mail);
    const [view] = label ? await mailViews(scene, sender, [{ mail, ...label }], around) : [];
    return view ?? noMail();
  },
});
