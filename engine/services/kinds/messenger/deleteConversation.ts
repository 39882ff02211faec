/** messenger_delete_conversation: puts a conversation into the trash of the one who asks, and of nobody else. When all who are in it have
 *  deleted it and none can restore it any more, the messages until then are erased. */

import { isRefusal } from '../../../base/refusal.js';
import { entriesOf } from '../../entries.js';
import { refuseMembers } from '../../foreignMembers.js';
import { dueAt } from '../../records.js';
import type { Scene } from '../../scene.js';
import { defineServiceKind, type MergedRecord } from '../../serviceKind.js';
import { checkParticipant } from './answers.js';
import { conversationAt, memberKey, requestedConversation } from './conversation.js';
import { readConversationAlone } from './conversationAlone.js';
import { conversationText, parseConversationId } from './conversationIds.js';
import { isoTime } from './isoTime.js';
import { conversationMember } from './members.js';
import { eraseMessage } from './messageState.js';
import { conversationMessages, folders } from './tables.js';
import { RETENTION_MS, recoverableUntil } from './visibility.js';

interface Fields {
  readonly conversationId: string;
  readonly purge: boolean;
}

const NAME = 'messenger_delete_conversation';
const CONVERSATION_BYTES = 32;

/** Messages that are erased in one piece of due work. */
const ERASED_AT_ONCE = 256;

function write(scene: Scene, record: MergedRecord<Fields>): void {
  const { fields, sender, timestamp } = record;
  const id = parseConversationId(fields.conversationId);
  if (!id) return;
  const { purge } = fields;
  const key = memberKey(id, sender);
  folders.write(scene, key, record, { deleted: true, purge, at: timestamp });
  dueAt(scene, purge ? timestamp : timestamp + RETENTION_MS, key, NAME, 'erase');
}

/** Until which time messages are to be erased; undefined while somebody has the conversation or can restore it. */
async function erasedUntil(scene: Scene, key: Uint8Array, now: number): Promise<number | undefined> {
  const conversation = await conversationAt(scene, key);
  if (!conversation) return undefined;
  let until = Number.MAX_SAFE_INTEGER;
  for (const member of conversation.members) {
    const state = await folders.read(scene, memberKey(conversation, member));
    if (!state?.deleted || (recoverableUntil(state) ?? 0) > now) return undefined;
    until = Math.min(until, state.at);
  }
  return until;
}

async function erase(scene: Scene, work: Uint8Array, now: number): Promise<void> {
  const key = work.slice(0, CONVERSATION_BYTES);
  const until = await erasedUntil(scene, key, now);
  if (until === undefined) return;
  let erased = 0;
  for await (const found of entriesOf(scene, conversationMessages, key)) {
    const time = Number(new DataView(found.key.buffer, found.key.byteOffset + key.length).getBigUint64(0));
    if (time > until) return;
    if (erased++ === ERASED_AT_ONCE) return dueAt(scene, now, work, NAME, 'erase');
    await eraseMessage(scene, found.key.slice(key.length + 8));
  }
}

export const deleteConversation = defineServiceKind<Fields>({
  name: NAME,
  route: '/api/v2/messenger/conversations/delete',
  chapter: 'Messenger',
  summary: 'Deletes a conversation for the signer; it can be restored for 30 days unless it is purged',
  scope: 'private',
  makesRoom: true,
  members: [
    conversationMember(true),
    { name: 'purge', type: 'flag', required: false, about: 'Whether it cannot be restored' },
  ],
  refusals: ['not_found', 'not_authorized'],
  decode(reader) {
    refuseMembers(reader, ['name'], 'messenger_update');
    const conversationId = readConversationAlone(reader);
    const purge = reader.flag('purge') ?? false;
    return conversationId === undefined ? undefined : { conversationId, purge };
  },
  check: checkParticipant,
  merge: async (scene, record) => write(scene, record),
  async answer(scene, request) {
    const conversation = await requestedConversation(scene, request);
    if (isRefusal(conversation)) return conversation;
    const { purge } = request.fields;
    return {
      softDeleted: true,
      conversationId: conversationText(conversation),
      purge,
      recoverableUntil: purge ? null : isoTime(request.timestamp + RETENTION_MS),
    };
  },
  due: (scene, work, _, { now }) => erase(scene, work, now),
});
