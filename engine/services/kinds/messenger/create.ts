/** messenger_create: a conversation. Of two there is one for ever, and asking again gives the one that is there; a group is new each time. */

import { compareBytes, toHex } from '../../../base/bytes.js';
import { isRefusal, refuse } from '../../../base/refusal.js';
import { type AccountId, accountBytes } from '../../../crypto/address.js';
import { namesOf, refuseMembers } from '../../foreignMembers.js';
import { idInOrder } from '../../record.js';
import type { Scene, SceneReader } from '../../scene.js';
import { defineServiceKind, type MergedRecord, type ServiceRequest } from '../../serviceKind.js';
import type { Directory } from '../../surroundings.js';
import { conversationAnswer, eventFor, othersIn } from './answers.js';
import { type Conversation, CREATE, conversationAt } from './conversation.js';
import { conversationText, pairKey } from './conversationIds.js';
import { conversationMember, nameMember, readName } from './members.js';
import { beginPair, invite } from './membership.js';
import {
  accountsNamed,
  checkRegistered,
  participantsMember,
  readParticipants,
  registeredAccounts,
} from './participants.js';
import { conversationNames, pairs } from './tables.js';
import { knownWallets } from './wallets.js';

const CONVERSATION = namesOf([conversationMember(true)]);

interface Fields {
  readonly participants: readonly string[];
  readonly name: string | null | undefined;
  readonly isGroup: boolean;
}

type Request = Pick<ServiceRequest<Fields>, 'sender' | 'id' | 'fields'>;

/** The other of a conversation of two, the sender himself in one with himself; undefined in a group. */
function otherOf({ sender, fields }: Request, accounts: readonly AccountId[]): AccountId | undefined {
  const others = accounts.filter((account) => account !== sender);
  return fields.isGroup || others.length > 1 ? undefined : (others[0] ?? sender);
}

async function madeBy(scene: SceneReader, request: Request, directory: Directory): Promise<Conversation | undefined> {
  const accounts = await accountsNamed(directory, request.fields.participants);
  if (accounts.includes(undefined)) return undefined;
  const other = otherOf(request, accounts as readonly AccountId[]);
  return conversationAt(scene, other === undefined ? request.id : pairKey(request.sender, other));
}

/** Whether the conversation was there before the request. */
async function existed(scene: SceneReader, request: Request, { key, isPair }: Conversation): Promise<boolean> {
  if (!isPair) return false;
  const pair = await scene.get(pairs, key);
  return pair !== undefined && compareBytes(idInOrder(pair.order), request.id) !== 0;
}

async function merge(scene: Scene, record: MergedRecord<Fields>, directory: Directory): Promise<void> {
  const { sender, id, fields } = record;
  const accounts = await accountsNamed(directory, fields.participants);
  if (accounts.includes(undefined)) return;
  const known = accounts as readonly AccountId[];
  const other = otherOf(record, known);
  if (other === undefined) await invite(scene, id, record, [...new Set([sender, ...known])]);
  const key = other === undefined ? id : await beginPair(scene, record, other);
  if (fields.name)
    conversationNames.write(scene, key, record, { name: fields.name, author: toHex(accountBytes(sender)) });
}

export const create = defineServiceKind<Fields>({
  name: CREATE,
  route: '/api/v2/messenger/conversations',
  chapter: 'Messenger',
  summary: 'Begins a conversation; of two accounts there is one, which is given when it exists',
  scope: 'private',
  outlivesRetention: true,
  members: [
    participantsMember,
    nameMember('Name of the group'),
    {
      name: 'isGroup',
      aliases: ['is_group'],
      type: 'flag',
      required: false,
      about: 'Whether it is a group although it begins with two; more than two are always one',
    },
  ],
  refusals: ['not_found'],
  decode(reader) {
    refuseMembers(reader, CONVERSATION, 'messenger_add_participants');
    const participants = readParticipants(reader);
    const name = readName(reader);
    const isGroup = reader.flag('isGroup') ?? false;
    return participants && { participants, name, isGroup };
  },
  async check(_, { sender, fields }, { directory }) {
    const unregistered = await checkRegistered(directory, sender);
    if (unregistered) return unregistered;
    const accounts = await registeredAccounts(directory, fields.participants);
    if (isRefusal(accounts)) return accounts;
    return accounts.includes(sender) ? undefined : refuse('malformed_payload', 'Creator must be a participant');
  },
  merge: (scene, record, { directory }) => merge(scene, record, directory),
  async answer(scene, request, around) {
    const made = await madeBy(scene, request, around.directory);
    if (!made) return refuse('not_found', 'Conversation not found');
    return {
      ...(await conversationAnswer(scene, made, request.sender, around)),
      existing: await existed(scene, request, made),
    };
  },
  async events(scene, request, { directory }) {
    const made = await madeBy(scene, request, directory);
    // Of a conversation of two the other hears with its first message: it is no group to which he was added.
    if (!made || made.isPair) return [];
    const wallets = await knownWallets(directory, made.members);
    return eventFor('conversation_participant', othersIn(made, request.sender), {
      conversation_id: conversationText(made),
      participant_ids: made.members.map((member) => wallets.key(member)),
    });
  },
});
