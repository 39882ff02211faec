/** messenger_send: a message.
 *
 *  One that names its recipient goes into the conversation of the two, which it begins; what the client calls that is remembered for the
 *  sender alone. One without a recipient names a conversation by id. */

import { toHex } from '../../../base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../../../base/refusal.js';
import type { AccountId } from '../../../crypto/address.js';
import type { Scene, SceneReader } from '../../scene.js';
import { defineServiceKind, type MergedRecord, type ServiceRequest } from '../../serviceKind.js';
import type { Directory, Surroundings } from '../../surroundings.js';
import { isNew } from '../../tally.js';
import { eventFor, othersIn } from './answers.js';
import { type Conversation, conversationAt, ownConversation } from './conversation.js';
import { aliasKey, conversationText, pairKey, parseConversationId } from './conversationIds.js';
import { keepSummaries } from './conversationView.js';
import { destroy, planDestruction } from './destruction.js';
import { isoTime } from './isoTime.js';
import { beginPair, touch } from './membership.js';
import { messageContents } from './messageContent.js';
import { changeMessage, eraseMessage, listMessage, marksOf } from './messageState.js';
import { messageView } from './messageView.js';
import { accountsNamed, registeredAccounts } from './participants.js';
import { type SentMessage, sentReader } from './sent.js';
import { aliases, type MessageInfo, messageInfos } from './tables.js';
import { readerOf } from './visibility.js';
import { knownWallets } from './wallets.js';

type Request = Pick<ServiceRequest<SentMessage>, 'sender' | 'id' | 'fields' | 'timestamp'>;

/** The key of the conversation that a message belongs to; undefined when it names none. */
async function targetOf({ sender, fields }: Request, directory: Directory): Promise<Uint8Array | undefined> {
  if (fields.recipient === undefined) return parseConversationId(fields.conversationId ?? '')?.key;
  const [recipient] = await accountsNamed(directory, [fields.recipient]);
  return recipient && pairKey(sender, recipient);
}

async function checkRecipient(
  { sender, fields }: Request,
  recipient: string,
  directory: Directory,
): Promise<Refusal | undefined> {
  const accounts = await registeredAccounts(directory, [fields.sender ?? recipient, recipient]);
  if (isRefusal(accounts)) return accounts;
  const [other] = (await accountsNamed(directory, [recipient])) as [AccountId];
  const given = fields.conversationId === undefined ? undefined : parseConversationId(fields.conversationId);
  // An id of another conversation would be a message in a place that its sender does not mean.
  if (given && conversationText(given) !== conversationText({ key: pairKey(sender, other), isPair: true }))
    return refuse('rule_violation', 'conversationId is not the conversation of the sender and the recipient');
  return undefined;
}

async function check(
  scene: SceneReader,
  request: ServiceRequest<SentMessage>,
  directory: Directory,
): Promise<Refusal | undefined> {
  const { sender, fields } = request;
  const [wallet] = await directory.walletsOf([sender]);
  if (!wallet) return refuse('not_found', 'Wallet not registered');
  if (fields.sender !== undefined && (await accountsNamed(directory, [fields.sender]))[0] !== sender)
    return refuse('not_authorized', 'senderPublicKey is not the key of the signer');
  if (fields.recipient !== undefined) return checkRecipient(request, fields.recipient, directory);
  const id = parseConversationId(fields.conversationId ?? '');
  if (!id) return refuse('not_found', 'Conversation not found');
  const conversation = await ownConversation(scene, sender, id);
  return isRefusal(conversation) ? conversation : undefined;
}

async function merge(scene: Scene, record: MergedRecord<SentMessage>, { directory }: Surroundings): Promise<void> {
  const { sender, id, timestamp, fields } = record;
  const { recipient, conversationId, type, destructSeconds } = fields;
  const conversation = await targetOf(record, directory);
  if (!conversation) return;
  if (recipient !== undefined) {
    const [other] = (await accountsNamed(directory, [recipient])) as [AccountId];
    await beginPair(scene, record, other);
    if (conversationId !== undefined && !parseConversationId(conversationId))
      aliases.write(scene, aliasKey(sender, conversationId), record, toHex(conversation));
  }
  if (!isNew(record)) return;
  const info: MessageInfo = { conversation, author: sender, timestamp, type, destructSeconds };
  await changeMessage(scene, id, async () => {
    scene.put(messageInfos, id, info);
    await listMessage(scene, id, info);
  });
  for await (const mark of marksOf(scene, id)) planDestruction(scene, id, info, mark);
  await touch(scene, conversation, timestamp);
}

async function sentTo(scene: SceneReader, request: Request, directory: Directory): Promise<Conversation | undefined> {
  const key = await targetOf(request, directory);
  return key && conversationAt(scene, key);
}

export const send = defineServiceKind<SentMessage>({
  ...sentReader,
  route: '/api/v2/messenger/messages',
  chapter: 'Messenger',
  summary: 'Sends a message, to a conversation or to a recipient',
  scope: 'private',
  contents: messageContents,
  refusals: ['not_found', 'not_authorized', 'rule_violation', 'too_large'],
  check: (scene, request, { directory }) => check(scene, request, directory),
  merge,
  async answer(scene, request, { now, directory }) {
    const { sender, id } = request;
    const conversation = await sentTo(scene, request, directory);
    const info = await scene.get(messageInfos, id);
    if (!conversation || !info) return refuse('not_found', 'Message not found');
    const reader = await readerOf(scene, conversation, sender, now);
    const wallets = await knownWallets(directory, [sender]);
    const { spoiler, content } = request.fields;
    const shown = { spoiler, signature: content.signature };
    const message = await messageView(scene, reader, { id, info }, shown, wallets);
    return { messageId: toHex(id), conversationId: conversationText(conversation), message };
  },
  async events(scene, request, { directory, now }) {
    const { sender, id, timestamp } = request;
    const conversation = await sentTo(scene, request, directory);
    if (!conversation) return [];
    await keepSummaries(scene, conversation, now);
    const wallets = await knownWallets(directory, conversation.members);
    return eventFor('message', othersIn(conversation, sender), {
      conversation_id: conversationText(conversation),
      message_id: toHex(id),
      created_at: isoTime(timestamp),
      sender_wallet_id: wallets.key(sender),
      participant_ids: conversation.members.map((member) => wallets.key(member)),
    });
  },
  due: (scene, work, _, { now }) => destroy(scene, work, now),
  erased: (scene, { id }) => eraseMessage(scene, id),
});
