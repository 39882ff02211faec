/** Answers and events that requests about a conversation have in common. */

import { isRefusal, type Refusal } from '../../../base/refusal.js';
import type { AccountId } from '../../../crypto/address.js';
import type { SceneReader } from '../../scene.js';
import type { ServiceEvent } from '../../serviceEvent.js';
import type { Surroundings } from '../../surroundings.js';
import { type AboutConversation, type Conversation, requestedConversation } from './conversation.js';
import { conversationText } from './conversationIds.js';
import { conversationViews, summaryOf } from './conversationView.js';
import { readerOf } from './visibility.js';

/** @returns {conversation, conversationId}. */
export async function conversationAnswer(
  scene: SceneReader,
  conversation: Conversation,
  account: AccountId,
  { now, directory }: Surroundings,
): Promise<{ readonly conversation: object; readonly conversationId: string }> {
  const summary = await summaryOf(scene, await readerOf(scene, conversation, account, now));
  const [view] = await conversationViews(directory, [summary]);
  return { conversation: view as object, conversationId: conversationText(conversation) };
}

/** The same for a request that names the conversation. */
export async function answerOfRequest(
  scene: SceneReader,
  request: AboutConversation,
  around: Surroundings,
): Promise<object | Refusal> {
  const conversation = await requestedConversation(scene, request);
  return isRefusal(conversation) ? conversation : conversationAnswer(scene, conversation, request.sender, around);
}

export async function checkParticipant(scene: SceneReader, request: AboutConversation): Promise<Refusal | undefined> {
  const conversation = await requestedConversation(scene, request);
  return isRefusal(conversation) ? conversation : undefined;
}

/** @returns no event when nobody gets it. */
export const eventFor = (
  type: ServiceEvent['type'],
  accounts: readonly AccountId[],
  data: ServiceEvent['data'],
): readonly ServiceEvent[] => (accounts.length === 0 ? [] : [{ type, accounts, data }]);

export const othersIn = ({ members }: Conversation, account: AccountId): readonly AccountId[] =>
  members.filter((member) => member !== account);
