import type { ServiceKind } from '../../serviceKind.js';
import { addParticipants } from './addParticipants.js';
import { create } from './create.js';
import { deleteConversation } from './deleteConversation.js';
import { deleteMessage } from './deleteMessage.js';
import { listConversations } from './listConversations.js';
import { listMessages } from './listMessages.js';
import { read } from './read.js';
import { restoreConversation } from './restoreConversation.js';
import { restoreMessage } from './restoreMessage.js';
import { send } from './send.js';
import { update } from './update.js';

export const messengerKinds: readonly ServiceKind[] = [
  ...[create, listConversations, update, addParticipants, deleteConversation, restoreConversation],
  ...[send, listMessages, read, deleteMessage, restoreMessage],
];
