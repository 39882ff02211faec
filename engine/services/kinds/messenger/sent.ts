/** What a message says: the members of its request. Whoever lists messages reads it again out of their records. */

import { refuse } from '../../../base/refusal.js';
import type { PayloadMember, PayloadReader } from '../../../ledger/payload.js';
import type { RecordReader } from '../../contentKind.js';
import { shownText } from '../../shownText.js';
import { type Content, contentMembers, readContent } from './content.js';
import { conversationMember, readOptionalConversationId } from './members.js';
import { PARTICIPANT_CHARACTERS } from './participants.js';

export interface SentMessage {
  readonly conversationId: string | undefined;
  readonly sender: string | undefined;
  readonly recipient: string | undefined;
  readonly content: Content;
  readonly type: string;
  readonly destructSeconds: number | undefined;
  readonly spoiler: boolean;
}

/** Reference, messenger: for a message that does not say. */
const DESTRUCT_SECONDS = 30;
/** A year: one who wants it longer can delete it. */
const MOST_DESTRUCT_SECONDS = 31_536_000;

export const SEND = 'messenger_send';
const TYPE_CHARACTERS = 32;
const DISPLAY_NAME_CHARACTERS = 256;

const party = (name: string, alias: string, about: string) =>
  ({
    name,
    aliases: [alias],
    type: 'text',
    characters: PARTICIPANT_CHARACTERS,
    plain: true,
    required: false,
    about,
  }) as const;

const shownName = (name: string, alias: string) =>
  ({
    name,
    aliases: [alias],
    type: 'text',
    characters: DISPLAY_NAME_CHARACTERS,
    required: false,
    about: 'Ignored: the directory says what a wallet is called',
  }) as const;

const sendMembers: readonly PayloadMember[] = [
  conversationMember(false),
  party('senderPublicKey', 'sender_public_key', 'The key of the signer'),
  party('recipientPublicKey', 'recipient_public_key', 'To whom it goes: without it, conversationId says so'),
  shownName('senderDisplayName', 'sender_display_name'),
  shownName('recipientDisplayName', 'recipient_display_name'),
  ...contentMembers,
  {
    name: 'messageType',
    aliases: ['message_type', 'mediaType', 'media_type'],
    type: 'text',
    characters: TYPE_CHARACTERS,
    required: false,
    about: 'text, image, video, or what clients agree on; text when absent',
  },
  {
    name: 'selfDestruct',
    aliases: ['self_destruct'],
    type: 'flag',
    required: false,
    about: 'Whether it is hidden when it is read, and erased some time later',
  },
  {
    name: 'destructSeconds',
    aliases: ['destructAfterSeconds', 'destruct_seconds', 'destruct_after_seconds'],
    type: 'integer',
    required: false,
    about: `Seconds from the first reading until it is erased, ${MOST_DESTRUCT_SECONDS} at most; ${DESTRUCT_SECONDS} when absent`,
  },
  { name: 'spoiler', type: 'flag', required: false, about: 'Whether clients show it only when asked' },
];

function readDestruction(reader: PayloadReader): number | undefined {
  const seconds = reader.integer('destructSeconds') ?? DESTRUCT_SECONDS;
  if (!reader.flag('selfDestruct')) return undefined;
  if (seconds <= MOST_DESTRUCT_SECONDS) return seconds;
  return reader.fail(
    refuse(
      'malformed_payload',
      `destructSeconds is at most ${MOST_DESTRUCT_SECONDS}, which is a year: send less, or no selfDestruct`,
    ),
  );
}

function readSent(reader: PayloadReader): SentMessage | undefined {
  const conversationId = readOptionalConversationId(reader);
  const [sender, recipient] = ['senderPublicKey', 'recipientPublicKey'].map(
    (name) => reader.optionalText(name, PARTICIPANT_CHARACTERS)?.trim() || undefined,
  );
  for (const name of ['senderDisplayName', 'recipientDisplayName']) reader.optionalText(name, DISPLAY_NAME_CHARACTERS);
  const content = readContent(reader);
  const type = shownText(reader, 'messageType', reader.optionalText('messageType', TYPE_CHARACTERS)) || 'text';
  const destructSeconds = readDestruction(reader);
  const spoiler = reader.flag('spoiler') ?? false;
  if (conversationId === undefined && recipient === undefined)
    return reader.fail(refuse('malformed_payload', 'conversationId is required'));
  return content && { conversationId, sender, recipient, content, type, destructSeconds, spoiler };
}

/** The part of the kind that reads its records. */
export const sentReader: RecordReader<SentMessage> = { name: SEND, members: sendMembers, decode: readSent };
