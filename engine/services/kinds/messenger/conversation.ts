/** A conversation as it follows from the tables: who is in it, and what it has to do with a reader.
 *
 *  Members of a group are those whom its creator has brought in, and whom members have: the records are taken in their order, and places
 *  end at the specification's limit, so that two nodes at which the last place was given away agree on who has it. Nobody leaves. */

import { compareBytes, readU64 } from '../../../base/bytes.js';
import { type Refusal, refuse } from '../../../base/refusal.js';
import { SERVICE_COUNTS } from '../../../base/serviceLimits.js';
import { ACCOUNT_BYTES, type AccountId, accountBytes, accountOfBytes } from '../../../crypto/address.js';
import { entriesOf } from '../../entries.js';
import { keyOf } from '../../keys.js';
import type { RecordOrder } from '../../record.js';
import { metaOf } from '../../records.js';
import type { SceneReader } from '../../scene.js';
import type { ServiceRequest } from '../../serviceKind.js';
import { type ConversationId, conversationNamed, parseConversationId } from './conversationIds.js';
import { invitations, pairs } from './tables.js';

export const CREATE = 'messenger_create';

export interface Conversation extends ConversationId {
  /** In the order in which they came in. */
  readonly members: readonly AccountId[];
  readonly creator: AccountId;
  /** Signed, milliseconds. */
  readonly createdAt: number;
}

/** A request about one conversation. */
export type AboutConversation = Pick<ServiceRequest<{ readonly conversationId: string }>, 'sender' | 'fields'>;

interface Invitation {
  readonly author: AccountId;
  readonly account: AccountId;
  readonly order: RecordOrder;
}

export async function* invitationsTo(scene: SceneReader, key: Uint8Array): AsyncGenerator<Invitation> {
  for await (const { key: found, value } of entriesOf(scene, invitations, key)) {
    const author = accountOfBytes(found.slice(key.length, key.length + ACCOUNT_BYTES));
    yield { author, account: accountOfBytes(found.slice(key.length + ACCOUNT_BYTES)), order: value };
  }
}

/** @param invited in any order. */
function membersOf(creator: AccountId, invited: readonly Invitation[]): readonly AccountId[] {
  const inOrder = [...invited].sort(
    (a, b) => compareBytes(a.order, b.order) || compareBytes(accountBytes(a.account), accountBytes(b.account)),
  );
  const members = new Set([creator]);
  for (let before = 0; before < members.size; ) {
    before = members.size;
    for (const { author, account } of inOrder)
      if (members.has(author) && members.size < SERVICE_COUNTS.participants) members.add(account);
  }
  return [...members];
}

async function groupOf(scene: SceneReader, key: Uint8Array): Promise<Conversation | undefined> {
  const meta = await metaOf(scene, key, CREATE);
  if (!meta) return undefined;
  const invited: Invitation[] = [];
  for await (const invitation of invitationsTo(scene, key)) invited.push(invitation);
  // A request that began a conversation of two has made no group.
  if (invited.length === 0) return undefined;
  const { author: creator, timestamp: createdAt } = meta;
  return { key, isPair: false, members: membersOf(creator, invited), creator, createdAt };
}

export async function conversationAt(scene: SceneReader, key: Uint8Array): Promise<Conversation | undefined> {
  const pair = await scene.get(pairs, key);
  if (!pair) return groupOf(scene, key);
  const members = [...new Set(pair.accounts)];
  return { key, isPair: true, members, creator: pair.author, createdAt: readU64(pair.order, 8) };
}

export const notParticipant = (): Refusal => refuse('not_authorized', 'Not a participant in this conversation');

/** The conversation of a key, for one who is in it. Whether there is one that he is not in, is not told: the id of a conversation of two
 *  can be computed by anybody. */
export async function ownConversation(
  scene: SceneReader,
  account: AccountId,
  { key, isPair }: ConversationId,
): Promise<Conversation | Refusal> {
  const conversation = await conversationAt(scene, key);
  return conversation?.isPair === isPair && conversation.members.includes(account) ? conversation : notParticipant();
}

/** The conversation that a request to change one names. By id alone: what its signer calls a conversation follows from other records, and
 *  a change must be the same whichever comes first. */
export async function requestedConversation(
  scene: SceneReader,
  { sender, fields: { conversationId } }: AboutConversation,
): Promise<Conversation | Refusal> {
  const id = parseConversationId(conversationId);
  return id ? ownConversation(scene, sender, id) : refuse('not_found', 'Conversation not found');
}

/** The conversation that a request to read one names, as its signer calls it. */
export async function readConversation(
  scene: SceneReader,
  { sender, fields: { conversationId } }: AboutConversation,
): Promise<Conversation | Refusal> {
  const id = await conversationNamed(scene, sender, conversationId);
  return id ? ownConversation(scene, sender, id) : refuse('not_found', 'Conversation not found');
}

export const memberKey = ({ key }: Pick<ConversationId, 'key'>, account: AccountId): Uint8Array =>
  keyOf(key, accountBytes(account));
