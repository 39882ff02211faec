/** The member by which requests name a mail. Who has no part in a mail gets the answer of one that does not exist. */

import { fromHex } from '../../../base/bytes.js';
import { type Refusal, refuse } from '../../../base/refusal.js';
import type { AccountId } from '../../../crypto/address.js';
import type { PayloadReader } from '../../../ledger/payload.js';
import { refuseMembers } from '../../foreignMembers.js';
import { RECORD_ID_BYTES } from '../../record.js';
import type { SceneReader } from '../../scene.js';
import { labelOf, MOVE } from './labels.js';
import { NO_MAIL } from './sendFields.js';

/** Longer than an id: an id of another form is not found, and not malformed. */
const ID_CHARACTERS = 128;

export const mailIdMember = {
  name: 'messageId',
  aliases: ['message_id'],
  type: 'text',
  characters: ID_CHARACTERS,
  plain: true,
  required: true,
  about: 'Id of a mail of which the signer is the sender or a recipient',
} as const;

export interface OfMail {
  readonly mail: Uint8Array;
}

export const noMail = (): Refusal => refuse('not_found', NO_MAIL);

export function readMailId(reader: PayloadReader): OfMail | undefined {
  const text = reader.requiredText('messageId', ID_CHARACTERS);
  if (text === undefined) return undefined;
  const mail = fromHex(text, RECORD_ID_BYTES);
  return mail ? { mail } : reader.fail(noMail());
}

/** A mail and nothing else: a move must not become the deletion of its mail. */
export function readMailIdAlone(reader: PayloadReader): OfMail | undefined {
  refuseMembers(reader, ['folder'], MOVE);
  return readMailId(reader);
}

interface Asked {
  readonly sender: AccountId;
  readonly fields: OfMail;
}

export const checkHasMail = async (scene: SceneReader, { sender, fields }: Asked): Promise<Refusal | undefined> =>
  (await labelOf(scene, sender, fields.mail)) ? undefined : noMail();

/** Whether reading it changes its label. */
export const isUnread = async (scene: SceneReader, { sender, fields }: Asked): Promise<boolean> =>
  (await labelOf(scene, sender, fields.mail))?.isRead === false;

/** Answer of what changes a label. */
export async function labelAnswer(scene: SceneReader, { sender, fields }: Asked, messageId: string) {
  const label = await labelOf(scene, sender, fields.mail);
  return label ? { messageId, folder: label.folder, read: label.isRead } : noMail();
}
