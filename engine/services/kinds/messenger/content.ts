/** The two shapes of what a message says: one ciphertext with the copies of all in it, or one for the sender and one for the others.
 *  The node never looks into either. */

import { refuse } from '../../../base/refusal.js';
import { CIPHERTEXT } from '../../../base/serviceLimits.js';
import type { PayloadMember, PayloadReader } from '../../../ledger/payload.js';

export interface Content {
  /** For the sender. */
  readonly own: string;
  /** For the others: the same text in the shape of one ciphertext. */
  readonly others: string;
  /** Of the sender over the ciphertext; empty when the request alone is signed. */
  readonly signature: string;
}

const SIGNATURE_CHARACTERS = 8_192;

const ciphertext = (name: string, alias: string, about: string): PayloadMember => ({
  name,
  aliases: [alias],
  type: 'text',
  characters: CIPHERTEXT.message,
  required: false,
  about,
});

/** Members that only messages have. */
export const contentMembers: readonly PayloadMember[] = [
  ciphertext('encryptedContent', 'encrypted_content', 'The ciphertext for all; or the two that follow'),
  ciphertext('senderEncrypted', 'sender_encrypted', 'The ciphertext that the sender can read'),
  ciphertext('recipientEncrypted', 'recipient_encrypted', 'The ciphertext that the recipient can read'),
  {
    name: 'contentSignature',
    aliases: ['content_signature'],
    type: 'text',
    characters: SIGNATURE_CHARACTERS,
    plain: true,
    required: false,
    about: 'Signature of the sender over encryptedContent, for clients that check it; the node does not',
  },
];

function readCiphertext(reader: PayloadReader, name: string): string | undefined {
  const text = reader.text(name);
  if (text === undefined || text === '') return undefined;
  if (Buffer.byteLength(text) > CIPHERTEXT.message)
    return reader.fail(refuse('too_large', 'Message too large (max 2MB)'));
  return text;
}

export function readContent(reader: PayloadReader): Content | undefined {
  const [one, own, others] = ['encryptedContent', 'senderEncrypted', 'recipientEncrypted'].map((name) =>
    readCiphertext(reader, name),
  );
  const signature = reader.optionalText('contentSignature', SIGNATURE_CHARACTERS) ?? '';
  if (reader.refusal) return undefined;
  if (one !== undefined && own === undefined && others === undefined) return { own: one, others: one, signature };
  if (one === undefined && own !== undefined && others !== undefined) return { own, others, signature };
  return reader.fail(refuse('malformed_payload', 'send encryptedContent, or senderEncrypted and recipientEncrypted'));
}
