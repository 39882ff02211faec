/** messenger_update: the name of a conversation, for all who are in it. */

import { toHex } from '../../../base/bytes.js';
import { isRefusal, refuse } from '../../../base/refusal.js';
import { accountBytes } from '../../../crypto/address.js';
import { refuseMembers } from '../../foreignMembers.js';
import { defineServiceKind } from '../../serviceKind.js';
import { answerOfRequest, checkParticipant, eventFor, othersIn } from './answers.js';
import { requestedConversation } from './conversation.js';
import { readConversationAlone } from './conversationAlone.js';
import { conversationText, parseConversationId } from './conversationIds.js';
import { conversationMember, nameMember, readName } from './members.js';
import { conversationNames } from './tables.js';

export const update = defineServiceKind<{ readonly conversationId: string; readonly name: string | null }>({
  name: 'messenger_update',
  route: '/api/v2/messenger/conversations/update',
  chapter: 'Messenger',
  summary: 'Names a conversation',
  scope: 'private',
  outlivesRetention: true,
  members: [conversationMember(true), { ...nameMember('The new name; empty for none'), required: true }],
  refusals: ['not_found', 'not_authorized'],
  decode(reader) {
    refuseMembers(reader, ['purge'], 'messenger_delete_conversation');
    const conversationId = readConversationAlone(reader);
    // Without it this is what its signer may have signed to delete the conversation, or to restore it.
    if (!reader.payload.has('name'))
      reader.fail(refuse('malformed_payload', 'name is required; an empty one removes the name'));
    const name = readName(reader) ?? null;
    return conversationId === undefined ? undefined : { conversationId, name };
  },
  check: checkParticipant,
  async merge(scene, record) {
    const { fields, sender } = record;
    const id = parseConversationId(fields.conversationId);
    if (id) conversationNames.write(scene, id.key, record, { name: fields.name, author: toHex(accountBytes(sender)) });
  },
  answer: answerOfRequest,
  async events(scene, request) {
    const conversation = await requestedConversation(scene, request);
    if (isRefusal(conversation)) return [];
    const data = { conversation_id: conversationText(conversation), name: request.fields.name };
    return eventFor('conversation_update', othersIn(conversation, request.sender), data);
  },
});
