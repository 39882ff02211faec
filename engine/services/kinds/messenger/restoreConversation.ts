/** messenger_restore_conversation: takes a conversation out of the trash of the one who asks. */

import { isRefusal, refuse } from '../../../base/refusal.js';
import { refuseMembers } from '../../foreignMembers.js';
import { defineServiceKind } from '../../serviceKind.js';
import { answerOfRequest } from './answers.js';
import { memberKey, requestedConversation } from './conversation.js';
import { readConversationAlone } from './conversationAlone.js';
import { parseConversationId } from './conversationIds.js';
import { conversationMember } from './members.js';
import { folders } from './tables.js';
import { readerOf, recoverableUntil } from './visibility.js';

export const restoreConversation = defineServiceKind<{ readonly conversationId: string }>({
  name: 'messenger_restore_conversation',
  route: '/api/v2/messenger/conversations/restore',
  chapter: 'Messenger',
  summary: 'Restores a conversation that the signer has deleted',
  scope: 'private',
  members: [conversationMember(true)],
  refusals: ['not_found', 'not_authorized'],
  decode(reader) {
    refuseMembers(reader, ['name'], 'messenger_update');
    refuseMembers(reader, ['purge'], 'messenger_delete_conversation');
    const conversationId = readConversationAlone(reader);
    return conversationId === undefined ? undefined : { conversationId };
  },
  async check(scene, request, { now }) {
    const conversation = await requestedConversation(scene, request);
    if (isRefusal(conversation)) return conversation;
    const { folder } = await readerOf(scene, conversation, request.sender, now);
    const until = folder && recoverableUntil(folder);
    return until !== undefined && until > now ? undefined : refuse('not_found', 'Conversation is not in the trash');
  },
  async merge(scene, record) {
    const id = parseConversationId(record.fields.conversationId);
    if (!id) return;
    const open = { deleted: false, purge: false, at: record.timestamp };
    folders.write(scene, memberKey(id, record.sender), record, open);
  },
  answer: answerOfRequest,
});
