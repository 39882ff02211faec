/** The message that a request names, for one who is in its conversation. What counts is the conversation of the message; an id beside it
 *  that says another one is refused. */

import { bytesEqual } from '../../../base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../../../base/refusal.js';
import type { SceneReader } from '../../scene.js';
import type { ServiceRequest } from '../../serviceKind.js';
import { type Conversation, conversationAt, notParticipant } from './conversation.js';
import { conversationNamed } from './conversationIds.js';
import type { MessageFields } from './members.js';
import { deletedAt } from './messageState.js';
import { messageInfos } from './tables.js';
import type { VisibleMessage } from './visibility.js';

export interface OwnMessage extends VisibleMessage {
  readonly conversation: Conversation;
}

export type AboutMessage = Pick<ServiceRequest<MessageFields>, 'sender' | 'fields'>;

export const noMessage = (): Refusal => refuse('not_found', 'Message not found');

export async function ownMessage(
  scene: SceneReader,
  { sender, fields: { messageId: id, conversationId } }: AboutMessage,
): Promise<OwnMessage | Refusal> {
  const info = await scene.get(messageInfos, id);
  if (!info) return noMessage();
  const conversation = await conversationAt(scene, info.conversation);
  if (!conversation?.members.includes(sender)) return notParticipant();
  if (!conversation.members.includes(info.author)) return noMessage();
  if (conversationId !== undefined) {
    const named = await conversationNamed(scene, sender, conversationId);
    if (!named || named.isPair !== conversation.isPair || !bytesEqual(named.key, conversation.key))
      return refuse('rule_violation', 'conversationId is not the conversation of this message');
  }
  return { id, info, conversation };
}

/** The same, but a message that its sender or the one who asks has deleted is none. */
export async function presentMessage(scene: SceneReader, request: AboutMessage): Promise<OwnMessage | Refusal> {
  const message = await ownMessage(scene, request);
  if (isRefusal(message)) return message;
  for (const account of new Set([message.info.author, request.sender]))
    if ((await deletedAt(scene, message.id, account)) !== undefined) return noMessage();
  return message;
}
