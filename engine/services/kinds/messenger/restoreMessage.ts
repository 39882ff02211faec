/** messenger_restore: takes back what the one who asks has deleted. */

import { toHex } from '../../../base/bytes.js';
import { isRefusal, refuse } from '../../../base/refusal.js';
import { contentsOf } from '../../records.js';
import { defineServiceKind } from '../../serviceKind.js';
import { conversationText } from './conversationIds.js';
import { type MessageFields, messageMembers, readMessageFields } from './members.js';
import { messageContents } from './messageContent.js';
import { accountKey, changeMessage, deletedAt, mark } from './messageState.js';
import { messageView } from './messageView.js';
import { noMessage, ownMessage } from './ownMessage.js';
import { NOT_READ, removals } from './tables.js';
import { RETENTION_MS, readerOf } from './visibility.js';
import { knownWallets } from './wallets.js';

export const RESTORE_ROUTE = '/api/v2/messenger/messages/restore';

export const restoreMessage = defineServiceKind<MessageFields>({
  name: 'messenger_restore',
  route: RESTORE_ROUTE,
  chapter: 'Messenger',
  summary: 'Restores a message that the signer has deleted',
  scope: 'private',
  members: messageMembers,
  refusals: ['not_found', 'not_authorized', 'rule_violation'],
  decode: readMessageFields,
  async check(scene, request, { now }) {
    const { sender } = request;
    const message = await ownMessage(scene, request);
    if (isRefusal(message)) return message;
    const { id, info } = message;
    const deleted = await deletedAt(scene, id, sender);
    if (deleted !== undefined && deleted + RETENTION_MS > now) return undefined;
    if (info.author !== sender && (await deletedAt(scene, id, info.author)) !== undefined)
      return refuse('not_authorized', 'Only the sender can restore a message');
    return refuse('not_found', 'Message is not in the trash of this conversation');
  },
  async merge(scene, record) {
    const { sender, timestamp, fields } = record;
    const id = fields.messageId;
    await changeMessage(scene, id, async () => {
      removals.write(scene, accountKey(id, sender), record, { deleted: false, at: timestamp });
      await mark(scene, id, { account: sender, readAt: NOT_READ });
    });
  },
  async answer(scene, request, { now, directory }) {
    const { sender } = request;
    const message = await ownMessage(scene, request);
    if (isRefusal(message)) return message;
    const { conversation, id, info } = message;
    const [record] = await contentsOf(scene, [id], messageContents);
    if (!record) return noMessage();
    const reader = await readerOf(scene, conversation, sender, now);
    const wallets = await knownWallets(directory, [info.author]);
    const view = await messageView(scene, reader, message, record.content, wallets);
    return { messageId: toHex(id), conversationId: conversationText(conversation), message: view };
  },
});
