/** mail_move: puts a mail into another folder of the signer. */

import { toHex } from '../../../base/bytes.js';
import { refuse } from '../../../base/refusal.js';
import { defineServiceKind } from '../../serviceKind.js';
import { folderMember, readFolder } from './folder.js';
import { enterMove, type Folder, labelOf, MOVE, moveCount } from './labels.js';
import { labelAnswer, mailIdMember, noMail, type OfMail, readMailId } from './mailId.js';

interface Fields extends OfMail {
  readonly folder: Folder;
}

/** Each move is kept until the mail is deleted, which then erases them all at once. */
const MOVES_OF_MAIL = 128;

export const move = defineServiceKind<Fields>({
  name: MOVE,
  route: '/api/v2/mail/move',
  chapter: 'Mail and names',
  summary: 'Moves a mail to another folder of the signer',
  scope: 'private',
  members: [mailIdMember, { ...folderMember, required: true }],
  refusals: ['not_found'],

  decode(reader) {
    const named = readMailId(reader);
    const folder = readFolder(reader);
    if (!reader.refusal && folder === undefined) reader.fail(refuse('malformed_payload', 'folder is required'));
    return named && folder && { ...named, folder };
  },

  async check(scene, { sender, fields: { mail } }) {
    if (!(await labelOf(scene, sender, mail))) return noMail();
    if ((await moveCount(scene, sender, mail, MOVES_OF_MAIL)) < MOVES_OF_MAIL) return undefined;
    return refuse('sender_limit', `a mail can be moved ${MOVES_OF_MAIL} times`);
  },

  changes: async (scene, { sender, fields: { mail, folder } }) =>
    (await labelOf(scene, sender, mail))?.folder !== folder,

  merge: (scene, record) => enterMove(scene, record, record.fields.mail, record.fields.folder),
  answer: (scene, request) => labelAnswer(scene, request, toHex(request.fields.mail)),
});
