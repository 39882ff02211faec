/** mail_delete: the signer has this mail no more, for good. When no participant has it any more its content is erased. */

import { toHex } from '../../../base/bytes.js';
import { defineServiceKind } from '../../serviceKind.js';
import { DELETION, enterDeletion } from './labels.js';
import { checkHasMail, mailIdMember, type OfMail, readMailIdAlone } from './mailId.js';

export const remove = defineServiceKind<OfMail>({
  name: DELETION,
  route: '/api/v2/mail/delete',
  chapter: 'Mail and names',
  summary: 'Deletes a mail of the signer for good; erases it when all participants have deleted it',
  scope: 'private',
  makesRoom: true,
  members: [mailIdMember],
  refusals: ['not_found'],
  decode: readMailIdAlone,
  check: checkHasMail,
  merge: (scene, record) => enterDeletion(scene, record, record.fields.mail),
  answer: async (_scene, { fields: { mail } }) => ({ messageId: toHex(mail) }),
});
