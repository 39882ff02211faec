/** Chapter Messenger: conversations and messages. Every route is signed, those that read too: nobody sees who writes to whom. */

import { Type } from '../../routing/schema.js';
import { Hash, Milliseconds } from '../../schemas.js';
import { serviceRoute } from './serviceRoute.js';

const Text = Type.String();
const Count = Type.Integer({ minimum: 0 });
const Time = Type.String({ description: 'ISO 8601' });
const orNull = <T extends ReturnType<typeof Type.String>>(schema: T) => Type.Union([schema, Type.Null()]);
const ConversationId = Type.String({
  description: 'dm_ and the hash of the two accounts, or the id of the record that has made the group',
  examples: [`dm_${'0'.repeat(64)}`],
});
const NextCursor = orNull(Type.String({ description: 'The cursor of the next page; null at the end' }));

const Conversation = Type.Object(
  {
    id: ConversationId,
    conversationId: ConversationId,
    participants: Type.Array(Type.Object({ publicKey: Text, displayName: Text })),
    participant_ids: Type.Array(Text, { description: 'Wallet ids' }),
    created_by: Type.String({ description: 'Wallet id' }),
    name: orNull(Text),
    is_group: Type.Boolean(),
    deleted_by: Type.Array(Text, { description: 'The wallet of the signer, when it has deleted the conversation' }),
    created_at: Time,
    lastMessage: orNull(Time),
    last_message_at: orNull(Time),
    last_sender_id: orNull(Text),
    last_message_preview: orNull(Type.String({ description: 'What kind of message it is, never its content' })),
    unreadCount: Count,
    unread_count: Count,
  },
  { title: 'Conversation' },
);

const messageMembers = {
  id: Hash,
  conversationId: ConversationId,
  conversation_id: ConversationId,
  senderPublicKey: Text,
  senderDisplayName: Text,
  sender_wallet_id: Text,
  signature: Type.String({ description: 'contentSignature, as it was sent' }),
  timestamp: Milliseconds,
  created_at: Time,
  selfDestruct: Type.Boolean(),
  self_destruct: Type.Boolean(),
  destruct_after_seconds: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  mediaType: orNull(Type.String({ description: 'null for text' })),
  message_type: Text,
  spoiler: Type.Boolean(),
  is_read: Type.Boolean({ description: 'By the signer; his own message by another' }),
  read_at: orNull(Time),
};

const SentMessage = Type.Object(messageMembers, { title: 'SentMessage' });

const Message = Type.Object(
  {
    ...messageMembers,
    encrypted: Type.String({ description: 'The ciphertext that is meant for the signer' }),
    encrypted_content: Type.String({ description: 'The same' }),
  },
  { title: 'Message' },
);

const conversation = { conversation: Conversation, conversationId: ConversationId };
const sent = { messageId: Hash, conversationId: ConversationId, message: SentMessage };

export const messengerRoutes = [
  serviceRoute('messenger_create', { ...conversation, existing: Type.Boolean() }),
  serviceRoute('messenger_conversations', {
    conversations: Type.Array(Conversation),
    folder: Type.Enum(['inbox', 'trash', 'all']),
    next_cursor: NextCursor,
  }),
  serviceRoute('messenger_update', conversation),
  serviceRoute('messenger_add_participants', conversation),
  serviceRoute('messenger_delete_conversation', {
    softDeleted: Type.Literal(true),
    conversationId: ConversationId,
    purge: Type.Boolean(),
    recoverableUntil: orNull(Time),
  }),
  serviceRoute('messenger_restore_conversation', conversation),
  serviceRoute('messenger_send', sent),
  serviceRoute('messenger_messages', {
    conversationId: ConversationId,
    messages: Type.Array(Message),
    next_cursor: NextCursor,
  }),
  serviceRoute('messenger_read', {
    messageId: Hash,
    conversationId: ConversationId,
    is_read: Type.Literal(true),
    read_at: Time,
  }),
  serviceRoute('messenger_delete', {
    softDeleted: Type.Literal(true),
    messageId: Hash,
    forEverybody: Type.Boolean(),
    restoreEndpoint: Text,
    recoverableUntil: Time,
  }),
  serviceRoute('messenger_restore', sent),
];
