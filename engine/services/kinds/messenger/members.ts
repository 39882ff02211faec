/** Members that several requests of the messenger have. */

import { fromHex } from '../../../base/bytes.js';
import { refuse } from '../../../base/refusal.js';
import type { PayloadMember, PayloadReader } from '../../../ledger/payload.js';
import { RECORD_ID_BYTES } from '../../record.js';
import { NO_NUL, shownText } from '../../shownText.js';

/** Of an id, or of what a client calls a conversation: two keys in hex and a sign fit. */
const ID_CHARACTERS = 8_192;

export const NAME_CHARACTERS = 100;

export const conversationMember = (required: boolean): PayloadMember => ({
  name: 'conversationId',
  aliases: ['conversation_id'],
  type: 'text',
  characters: ID_CHARACTERS,
  required,
  about: 'Id of the conversation, or what the signer has called it in a message',
});

export const readConversationId = (reader: PayloadReader): string | undefined =>
  reader.requiredText('conversationId', ID_CHARACTERS);

export function readOptionalConversationId(reader: PayloadReader): string | undefined {
  const text = reader.optionalText('conversationId', ID_CHARACTERS)?.trim();
  return text === '' ? undefined : text;
}

export const messageMember: PayloadMember = {
  name: 'messageId',
  aliases: ['message_id'],
  type: 'text',
  characters: 2 * RECORD_ID_BYTES,
  plain: true,
  required: true,
  about: 'Id of the message',
};

/** Fields of a request about one message. */
export interface MessageFields {
  readonly messageId: Uint8Array;
  /** Beside it; it must be the message's own. */
  readonly conversationId: string | undefined;
}

export const messageMembers: readonly PayloadMember[] = [messageMember, conversationMember(false)];

export function readMessageFields(reader: PayloadReader): MessageFields | undefined {
  const text = reader.requiredText('messageId', ID_CHARACTERS);
  const conversationId = readOptionalConversationId(reader);
  if (reader.refusal || text === undefined) return undefined;
  const messageId = fromHex(text, RECORD_ID_BYTES);
  return messageId ? { messageId, conversationId } : reader.fail(refuse('not_found', 'Message not found'));
}

export const nameMember = (about: string): PayloadMember => ({
  name: 'name',
  type: 'text',
  characters: NAME_CHARACTERS,
  required: false,
  about: `${about}; ${NAME_CHARACTERS} characters at most, ${NO_NUL}`,
});

/** @returns null for an empty one; undefined when there is none. */
export function readName(reader: PayloadReader): string | null | undefined {
  const name = shownText(reader, 'name', reader.text('name')?.trim());
  if (name === undefined) return undefined;
  if (name.length > NAME_CHARACTERS)
    return reader.fail(refuse('malformed_payload', `Name too long (max ${NAME_CHARACTERS} characters)`));
  return name === '' ? null : name;
}
