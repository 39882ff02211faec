/** Messages as answers show them: the specification's names, and those of the clients that are there. */

import { toHex } from '../../../base/bytes.js';
import type { SceneReader } from '../../scene.js';
import { conversationText } from './conversationIds.js';
import { isoTime } from './isoTime.js';
import type { MessageContent } from './messageContent.js';
import { accountKey } from './messageState.js';
import { marks, NOT_READ } from './tables.js';
import type { Reader, VisibleMessage } from './visibility.js';
import type { KnownWallets } from './wallets.js';

/** When the reader has read it; of his own message, when the first of the others has. */
async function readTime(
  scene: SceneReader,
  { account, conversation }: Reader,
  { id, info }: VisibleMessage,
): Promise<number | undefined> {
  const readers = info.author === account ? conversation.members.filter((member) => member !== account) : [account];
  const times = await scene.getMany(
    marks,
    readers.map((reader) => accountKey(id, reader)),
  );
  const first = times.reduce<number>((least, time = NOT_READ) => Math.min(least, time), NOT_READ);
  return first === NOT_READ ? undefined : first;
}

/** All but the ciphertext. */
export async function messageView(
  scene: SceneReader,
  reader: Reader,
  message: VisibleMessage,
  { spoiler, signature }: Pick<MessageContent, 'spoiler' | 'signature'>,
  wallets: KnownWallets,
): Promise<object> {
  const { id, info } = message;
  const conversation = conversationText(reader.conversation);
  const readAt = await readTime(scene, reader, message);
  const { author, timestamp, type, destructSeconds } = info;
  return {
    id: toHex(id),
    conversationId: conversation,
    conversation_id: conversation,
    senderPublicKey: wallets.key(author),
    senderDisplayName: wallets.displayName(author),
    sender_wallet_id: wallets.id(author),
    signature,
    timestamp,
    created_at: isoTime(timestamp),
    selfDestruct: destructSeconds !== undefined,
    self_destruct: destructSeconds !== undefined,
    destruct_after_seconds: destructSeconds ?? null,
    mediaType: type === 'text' ? null : type,
    message_type: type,
    spoiler,
    is_read: readAt !== undefined,
    read_at: readAt === undefined ? null : isoTime(readAt),
  };
}

/** The copy of the ciphertext that fits the reader, under both names. */
export function ciphertextFor({ account }: Reader, { info }: VisibleMessage, { own, others }: MessageContent) {
  const encrypted = info.author === account ? own : others;
  return { encrypted, encrypted_content: encrypted };
}
