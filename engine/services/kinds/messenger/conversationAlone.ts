/** The conversation of a request that is about nothing else: not about a message, nor about who takes part.
 *
 *  Without this a message would be a request to delete its conversation too, for whoever lists it as one; and its ciphertext would stay
 *  with that record when the message is erased. */

import type { PayloadReader } from '../../../ledger/payload.js';
import { namesOf, refuseMembers } from '../../foreignMembers.js';
import { contentMembers } from './content.js';
import { messageMember, readConversationId } from './members.js';
import { participantsMember } from './participants.js';

const MESSAGE = namesOf([messageMember]);
const CONTENT = namesOf(contentMembers);
const PARTICIPANTS = namesOf([participantsMember]);

export function readConversationAlone(reader: PayloadReader): string | undefined {
  refuseMembers(reader, MESSAGE, 'messenger_read, messenger_delete or messenger_restore');
  refuseMembers(reader, CONTENT, 'messenger_send');
  refuseMembers(reader, PARTICIPANTS, 'messenger_add_participants');
  const conversationId = readConversationId(reader);
  return reader.refusal ? undefined : conversationId;
}
