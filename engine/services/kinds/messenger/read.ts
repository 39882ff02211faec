/** messenger_read: the one who asks has read a message. A message that destroys itself is hidden from him then, and erased some time
 *  later. */

import { toHex } from '../../../base/bytes.js';
import { isRefusal } from '../../../base/refusal.js';
import { defineServiceKind } from '../../serviceKind.js';
import { eventFor, othersIn } from './answers.js';
import { conversationText } from './conversationIds.js';
import { planDestruction } from './destruction.js';
import { isoTime } from './isoTime.js';
import { type MessageFields, messageMembers, readMessageFields } from './members.js';
import { accountKey, changeMessage, mark } from './messageState.js';
import { noMessage, ownMessage, presentMessage } from './ownMessage.js';
import { marks, messageInfos } from './tables.js';

export const read = defineServiceKind<MessageFields>({
  name: 'messenger_read',
  route: '/api/v2/messenger/messages/read',
  chapter: 'Messenger',
  summary: 'Marks a message as read by the signer',
  scope: 'private',
  members: messageMembers,
  refusals: ['not_found', 'not_authorized', 'rule_violation'],
  decode: readMessageFields,
  async check(scene, request) {
    const message = await presentMessage(scene, request);
    return isRefusal(message) ? message : undefined;
  },
  async merge(scene, { sender, timestamp, fields: { messageId: id } }) {
    await changeMessage(scene, id, async () => {
      const before = await scene.get(marks, accountKey(id, sender));
      if (before !== undefined && before <= timestamp) return;
      const reading = { account: sender, readAt: timestamp };
      await mark(scene, id, reading);
      const info = await scene.get(messageInfos, id);
      if (info) planDestruction(scene, id, info, reading, before);
    });
  },
  async answer(scene, request) {
    const message = await ownMessage(scene, request);
    if (isRefusal(message)) return message;
    const { id, conversation } = message;
    const readAt = await scene.get(marks, accountKey(id, request.sender));
    if (readAt === undefined) return noMessage();
    const conversationId = conversationText(conversation);
    return { messageId: toHex(id), conversationId, is_read: true, read_at: isoTime(readAt) };
  },
  async events(scene, request) {
    const message = await ownMessage(scene, request);
    if (isRefusal(message)) return [];
    return eventFor('message_read', othersIn(message.conversation, request.sender), {
      conversation_id: conversationText(message.conversation),
      message_id: toHex(message.id),
    });
  },
});
