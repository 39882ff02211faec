/** messenger_add_participants: more members of a group. */

import { isRefusal, type Refusal, refuse } from '../../../base/refusal.js';
import { SERVICE_COUNTS } from '../../../base/serviceLimits.js';
import type { SceneReader } from '../../scene.js';
import { defineServiceKind, type ServiceRequest } from '../../serviceKind.js';
import type { Directory } from '../../surroundings.js';
import { answerOfRequest, eventFor } from './answers.js';
import { requestedConversation } from './conversation.js';
import { conversationText, parseConversationId } from './conversationIds.js';
import { conversationMember, readConversationId } from './members.js';
import { invite } from './membership.js';
import { accountsNamed, participantsMember, readParticipants, registeredAccounts, tooMany } from './participants.js';
import { knownWallets } from './wallets.js';

interface Fields {
  readonly conversationId: string;
  readonly participants: readonly string[];
}

async function check(
  scene: SceneReader,
  request: ServiceRequest<Fields>,
  directory: Directory,
): Promise<Refusal | undefined> {
  const conversation = await requestedConversation(scene, request);
  if (isRefusal(conversation)) return conversation;
  if (conversation.isPair)
    return refuse('rule_violation', 'A conversation of two takes no more participants: create a group');
  const accounts = await registeredAccounts(directory, request.fields.participants);
  if (isRefusal(accounts)) return accounts;
  const members = new Set([...conversation.members, ...accounts]);
  return members.size > SERVICE_COUNTS.participants ? tooMany() : undefined;
}

export const addParticipants = defineServiceKind<Fields>({
  name: 'messenger_add_participants',
  route: '/api/v2/messenger/conversations/participants',
  chapter: 'Messenger',
  summary: 'Adds participants to a group',
  scope: 'private',
  outlivesRetention: true,
  members: [conversationMember(true), participantsMember],
  refusals: ['not_found', 'not_authorized', 'rule_violation'],
  decode(reader) {
    const conversationId = readConversationId(reader);
    const participants = readParticipants(reader);
    return conversationId === undefined || !participants ? undefined : { conversationId, participants };
  },
  check: (scene, request, { directory }) => check(scene, request, directory),
  async merge(scene, record, { directory }) {
    const id = parseConversationId(record.fields.conversationId);
    if (!id || id.isPair) return;
    const accounts = await accountsNamed(directory, record.fields.participants);
    await invite(scene, id.key, record, [...new Set(accounts.filter((account) => account !== undefined))]);
  },
  answer: answerOfRequest,
  async events(scene, request, { directory }) {
    const conversation = await requestedConversation(scene, request);
    if (isRefusal(conversation)) return [];
    const named = new Set(await accountsNamed(directory, request.fields.participants));
    const added = conversation.members.filter((member) => member !== request.sender && named.has(member));
    const wallets = await knownWallets(directory, conversation.members);
    return eventFor('conversation_participant', added, {
      conversation_id: conversationText(conversation),
      participant_ids: conversation.members.map((member) => wallets.key(member)),
    });
  },
});
