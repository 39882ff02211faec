/** What a mail says. Clients send it in two forms: one with the ids of wallets, for up to 50 recipients, whose parts every participant
 *  can decrypt; and a flat one with one recipient, and a ciphertext of its own for each of the two. Ciphertexts are never looked into. */

import { fromHex, toHex } from '../../../base/bytes.js';
import { DIRECTORY_RECORD } from '../../../base/directoryLimits.js';
import { refuse } from '../../../base/refusal.js';
import { CIPHERTEXT, SERVICE_COUNTS, WRAPPED_KEY_CHARACTERS } from '../../../base/serviceLimits.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../../../crypto/mldsa.js';
import type { PayloadMember, PayloadReader } from '../../../ledger/payload.js';
import type { RecordReader } from '../../contentKind.js';
import { RECORD_ID_BYTES } from '../../record.js';
import { shownText } from '../../shownText.js';

interface CommonFields {
  readonly attachment: string | undefined;
  readonly hasAttachment: boolean;
  readonly attachmentHash: string | undefined;
  readonly contentSignature: string;
  /** Hex. */
  readonly replyToId: string | undefined;
}

export interface WalletMail extends CommonFields {
  readonly form: 'wallets';
  readonly fromWalletId: string;
  /** Ids, addresses, keys or mail names. */
  readonly toWalletIds: readonly string[];
  readonly subject: string;
  readonly body: string;
}

export interface FlatMail extends CommonFields {
  readonly form: 'flat';
  readonly fromPublicKey: string | undefined;
  /** Mail name. */
  readonly to: string;
  readonly toPublicKey: string;
  readonly senderEncrypted: string;
  readonly recipientEncrypted: string;
}

export type MailFields = WalletMail | FlatMail;

const KEY_CHARACTERS = 2 * PUBLIC_KEY_BYTES;
const HASH_CHARACTERS = 128;
/** Hex or base64 of one signature, with room for clients that sign with two. */
const SIGNATURE_CHARACTERS = 4 * SIGNATURE_BYTES;
/** A ciphertext of the flat form holds the attachment too. */
const FLAT_CHARACTERS = CIPHERTEXT.attachment;

const MOST_WRAPPED = (SERVICE_COUNTS.recipients - 1) * WRAPPED_KEY_CHARACTERS;
const SUBJECT_MOST = CIPHERTEXT.subject + MOST_WRAPPED;
const BODY_MOST = CIPHERTEXT.body + MOST_WRAPPED;

const KIB = 1024;

const ciphertext = (name: string, aliases: readonly string[], characters: number, about: string): PayloadMember => ({
  ...{ name, aliases, type: 'text', characters, required: false, about },
});

const members: readonly PayloadMember[] = [
  {
    ...{ name: 'fromWalletId', aliases: ['from_wallet_id'], type: 'text', characters: KEY_CHARACTERS, plain: true },
    ...{
      required: false,
      about: 'With toWalletIds: the wallet of the signer, by its id, its address, a key or its name',
    },
  },
  {
    ...{ name: 'toWalletIds', aliases: ['to_wallet_ids'], type: 'texts', items: SERVICE_COUNTS.recipients },
    ...{ characters: KEY_CHARACTERS, plain: true, required: false },
    about: `1 to ${SERVICE_COUNTS.recipients} registered wallets, each by its id, its address, a key or its mail name`,
  },
  ciphertext(
    'subjectEncrypted',
    ['subject_encrypted'],
    SUBJECT_MOST,
    'With toWalletIds: at most 10 KiB, and 5 KiB for each further recipient',
  ),
  ciphertext(
    'bodyEncrypted',
    ['body_encrypted'],
    BODY_MOST,
    'With toWalletIds: at most 512 KiB, and 5 KiB for each further recipient',
  ),
  {
    ...{ name: 'fromPublicKey', aliases: ['from_public_key'], type: 'text', characters: KEY_CHARACTERS, plain: true },
    ...{ required: false, about: 'Without toWalletIds: a key of the wallet of the signer, hex' },
  },
  {
    ...{ name: 'to', type: 'text', characters: KEY_CHARACTERS, plain: true, required: false },
    about: 'Without toWalletIds: mail name of the recipient, with or without a domain behind @',
  },
  {
    ...{ name: 'toPublicKey', aliases: ['to_public_key'], type: 'text', characters: KEY_CHARACTERS, plain: true },
    ...{ required: false, about: 'Without toWalletIds: a key of the wallet that has this name, hex' },
  },
  ciphertext('senderEncrypted', ['sender_encrypted'], FLAT_CHARACTERS, "Without toWalletIds: the sender's copy"),
  ciphertext(
    'recipientEncrypted',
    ['recipient_encrypted'],
    FLAT_CHARACTERS,
    "Without toWalletIds: the recipient's copy",
  ),
  ciphertext('attachmentEncrypted', ['attachment_encrypted'], CIPHERTEXT.attachment, 'A file of up to 2 MB, encrypted'),
  { name: 'hasAttachment', aliases: ['has_attachment'], type: 'flag', required: false, about: 'Shown in lists' },
  {
    ...{ name: 'attachmentHash', aliases: ['attachment_hash'], type: 'text', characters: HASH_CHARACTERS },
    ...{ required: false, about: 'Of the attachment, as the client makes it' },
  },
  {
    ...{ name: 'contentSignature', aliases: ['content_signature', 'signature'], type: 'text' },
    ...{ characters: SIGNATURE_CHARACTERS, plain: true, required: false },
    about: 'Signature of the sender over the ciphertexts, which readers check',
  },
  {
    ...{ name: 'replyToId', aliases: ['reply_to_id'], type: 'text', characters: 2 * RECORD_ID_BYTES, plain: true },
    ...{ required: false, about: 'A mail that the sender has; null for none' },
  },
];

/** @param limit as the refusal writes it. */
function readCiphertext(reader: PayloadReader, name: string, what: string, most: number, limit: string): string {
  const text = reader.text(name) ?? '';
  if (Buffer.byteLength(text) > most) reader.fail(refuse('too_large', `${what} too large (max ${limit})`));
  return text;
}

function required(reader: PayloadReader, name: string, text: string): string {
  if (text === '') reader.fail(refuse('malformed_payload', `${name} is required`));
  return text;
}

function readReply(reader: PayloadReader): string | undefined {
  const text = reader.text('replyToId') ?? '';
  if (text === '') return undefined;
  const id = fromHex(text, RECORD_ID_BYTES);
  if (!id) reader.fail(refuse('not_found', NO_MAIL));
  return id && toHex(id);
}

function readCommon(reader: PayloadReader): CommonFields {
  const attachment =
    readCiphertext(reader, 'attachmentEncrypted', 'Attachment', CIPHERTEXT.attachment, '2MB') || undefined;
  return {
    attachment,
    hasAttachment: (reader.flag('hasAttachment') ?? false) || attachment !== undefined,
    attachmentHash: shownText(reader, 'attachmentHash', reader.optionalText('attachmentHash', HASH_CHARACTERS)),
    contentSignature: reader.optionalText('contentSignature', SIGNATURE_CHARACTERS) ?? '',
    replyToId: readReply(reader),
  };
}

/** A mail's own sentence, before the reader's about the length of a list. */
function readRecipients(reader: PayloadReader): readonly string[] {
  const listed = reader.raw('toWalletIds');
  if (listed === undefined || (Array.isArray(listed) && listed.length === 0))
    reader.fail(refuse('malformed_payload', 'toWalletIds is required'));
  if (Array.isArray(listed) && listed.length > SERVICE_COUNTS.recipients)
    reader.fail(refuse('malformed_payload', `Maximum ${SERVICE_COUNTS.recipients} recipients`));
  const texts = reader.texts('toWalletIds', SERVICE_COUNTS.recipients, KEY_CHARACTERS) ?? [];
  const [first] = texts;
  // Most mails have one, and to find others like it a key would be hashed.
  if (first !== undefined && texts.length === 1) return [first.trim()];
  return [...new Set(texts.map((text) => text.trim()))];
}

function readWalletMail(reader: PayloadReader): WalletMail {
  const toWalletIds = readRecipients(reader);
  const wrapped = Math.max(0, toWalletIds.length - 1) * WRAPPED_KEY_CHARACTERS;
  const readPart = (name: string, what: string, alone: number): string =>
    readCiphertext(reader, name, what, alone + wrapped, `${(alone + wrapped) / KIB}KB`);
  return {
    form: 'wallets',
    fromWalletId: reader.requiredText('fromWalletId', KEY_CHARACTERS) ?? '',
    toWalletIds,
    subject: readPart('subjectEncrypted', 'Subject', CIPHERTEXT.subject),
    body: readPart('bodyEncrypted', 'Body', CIPHERTEXT.body),
    ...readCommon(reader),
  };
}

/** The name of `alice@rouge.quant` is alice: domains are for display only. */
const withoutDomain = (text: string): string => text.replace(/@.*$/s, '').replace(/[A-Z]/g, (a) => a.toLowerCase());

function readKey(reader: PayloadReader, name: string): string | undefined {
  const text = reader.optionalText(name, KEY_CHARACTERS);
  if (text === undefined) return undefined;
  if (!fromHex(text, PUBLIC_KEY_BYTES) && !fromHex(text, DIRECTORY_RECORD.encryptionKeyBytes))
    reader.fail(refuse('malformed_payload', `${name} must be a signing or an encryption key in hex`));
  return text.toLowerCase();
}

function readFlatMail(reader: PayloadReader): FlatMail {
  const most = `${FLAT_CHARACTERS / KIB}KB`;
  const copy = (name: string): string =>
    required(reader, name, readCiphertext(reader, name, name, FLAT_CHARACTERS, most));
  return {
    form: 'flat',
    fromPublicKey: readKey(reader, 'fromPublicKey'),
    to: withoutDomain(reader.requiredText('to', KEY_CHARACTERS) ?? ''),
    toPublicKey: required(reader, 'toPublicKey', readKey(reader, 'toPublicKey') ?? ''),
    senderEncrypted: copy('senderEncrypted'),
    recipientEncrypted: copy('recipientEncrypted'),
    ...readCommon(reader),
  };
}

const FLAT = ['to', 'toPublicKey', 'senderEncrypted', 'recipientEncrypted'] as const;
const WALLETS = ['fromWalletId', 'toWalletIds', 'subjectEncrypted', 'bodyEncrypted'] as const;

export const NO_MAIL = 'Message not found';

export const mailReader: RecordReader<MailFields> & { readonly members: readonly PayloadMember[] } = {
  name: 'mail_send',
  members,
  decode(reader) {
    const isThere = (name: string): boolean => reader.raw(name) !== undefined;
    const [isFlat, hasWallets] = [FLAT.some(isThere), WALLETS.some(isThere)];
    if (isFlat && hasWallets)
      reader.fail(refuse('malformed_payload', `send ${FLAT.join(', ')}, or ${WALLETS.join(', ')}, not both`));
    const fields = isFlat ? readFlatMail(reader) : readWalletMail(reader);
    return reader.refusal ? undefined : fields;
  },
};
