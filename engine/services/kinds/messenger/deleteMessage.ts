/** messenger_delete: the sender takes a message back from everybody; another participant hides it from himself. What the sender does not
 *  restore is erased. */

import { toHex } from '../../../base/bytes.js';
import { isRefusal } from '../../../base/refusal.js';
import { dueAt } from '../../records.js';
import type { Scene } from '../../scene.js';
import { defineServiceKind } from '../../serviceKind.js';
import { eventFor, othersIn } from './answers.js';
import { conversationText } from './conversationIds.js';
import { isoTime } from './isoTime.js';
import { type MessageFields, messageMembers, readMessageFields } from './members.js';
import { accountKey, changeMessage, deletedAt, eraseMessage, mark } from './messageState.js';
import { ownMessage, presentMessage } from './ownMessage.js';
import { RESTORE_ROUTE } from './restoreMessage.js';
import { messageInfos, NOT_READ, removals } from './tables.js';
import { RETENTION_MS } from './visibility.js';

const NAME = 'messenger_delete';

async function erase(scene: Scene, id: Uint8Array, now: number): Promise<void> {
  const info = await scene.get(messageInfos, id);
  const deleted = info && (await deletedAt(scene, id, info.author));
  if (deleted !== undefined && deleted + RETENTION_MS <= now) await eraseMessage(scene, id);
}

export const deleteMessage = defineServiceKind<MessageFields>({
  name: NAME,
  route: '/api/v2/messenger/messages/delete',
  chapter: 'Messenger',
  summary:
    'Deletes a message: its sender for everybody, another participant for himself; it can be restored for 30 days',
  scope: 'private',
  makesRoom: true,
  members: messageMembers,
  refusals: ['not_found', 'not_authorized', 'rule_violation'],
  decode: readMessageFields,
  async check(scene, request) {
    const message = await presentMessage(scene, request);
    return isRefusal(message) ? message : undefined;
  },
  async merge(scene, record) {
    const { sender, timestamp, fields } = record;
    const id = fields.messageId;
    await changeMessage(scene, id, async () => {
      removals.write(scene, accountKey(id, sender), record, { deleted: true, at: timestamp });
      await mark(scene, id, { account: sender, readAt: NOT_READ });
      dueAt(scene, timestamp + RETENTION_MS, id, NAME, 'erase');
    });
  },
  async answer(scene, request) {
    const message = await ownMessage(scene, request);
    if (isRefusal(message)) return message;
    return {
      softDeleted: true,
      messageId: toHex(message.id),
      forEverybody: message.info.author === request.sender,
      restoreEndpoint: RESTORE_ROUTE,
      recoverableUntil: isoTime(request.timestamp + RETENTION_MS),
    };
  },
  async events(scene, request) {
    const message = await ownMessage(scene, request);
    if (isRefusal(message) || message.info.author !== request.sender) return [];
    return eventFor('message_deleted', othersIn(message.conversation, request.sender), {
      conversation_id: conversationText(message.conversation),
      message_id: toHex(message.id),
    });
  },
  due: (scene, id, _, { now }) => erase(scene, id, now),
});
