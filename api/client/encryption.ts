/** Messages and mail that only their sender and their recipients can read: the two formats of the network's web client.
 *
 *  In: plain text, the sender's account and the recipients' encryption keys. Out: the ciphertexts and the content signature, as the routes
 *  of messages and mail take them; and the way back. A node stores what it cannot read.
 *
 *  A message is JSON of two copies of one text, each under a shared secret of its own: one for the recipient, one for the sender. A
 *  part of a mail (subject, body, attachment) is JSON of one ciphertext, whose key is wrapped for the sender and every recipient. The
 *  content signature is ML-DSA-65 over the ciphertexts, those of a mail joined by `|`. It is checked before anything is decrypted. It does
 *  not cover to whom and when a text was sent: a node that keeps it can show it twice or elsewhere. */

import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js';
import { base64 } from '@scure/base';
import type { Account } from './account.js';
import { fromHex, randomBytes, toHex, utf8 } from './bytes.js';
import {
  AES_KEY_BYTES,
  decryptBytes,
  type Encrypted,
  type EncryptionKeys,
  encapsulate,
  encryptBytes,
  IV_BYTES,
  KEM_CIPHERTEXT_BYTES,
} from './encryptionKeys.js';
import { check, RougedError } from './error.js';

/** What the derived keys are for: HKDF's info. */
const MESSAGE_INFO = 'pqc-msg';
const WRAP_INFO = 'pqc-cek-wrap';
const MAIL_VERSION = 2;
/** Of AES-GCM, at the end of a ciphertext. */
const TAG_BYTES = 16;
const SIGNING_KEY_BYTES = 1_952;
const SIGNATURE_BYTES = 3_309;

/** Largest attachment, before it is encrypted. As ciphertext, which is hex of base64, it has 2.7 times as many characters. */
export const MAX_ATTACHMENT_BYTES = 2 * 1024 * 1024;

/** An encrypted message, as it is sent. */
export interface EncryptedMessage {
  readonly encryptedContent: string;
  /** Hex. */
  readonly contentSignature: string;
}

export interface Attachment {
  readonly name: string;
  /** MIME type. */
  readonly type: string;
  readonly data: Uint8Array;
}

export interface MailContent {
  readonly subject: string;
  readonly body: string;
  readonly attachment?: Attachment | undefined;
}

/** An encrypted mail, as it is sent. */
export interface EncryptedMail {
  readonly subjectEncrypted: string;
  readonly bodyEncrypted: string;
  readonly attachmentEncrypted?: string | undefined;
  /** Hex. */
  readonly contentSignature: string;
}

/** Whose signature a text must have: the sender's signing key, hex. */
interface FromSender {
  readonly senderPublicKey: string;
}

type Members = Readonly<Record<string, unknown>>;

const damaged = (what: string, cause?: unknown): RougedError =>
  new RougedError('damaged_ciphertext', `the ciphertext is damaged: ${what}`, { cause });

const wrongKey = (what: string): RougedError =>
  new RougedError('wrong_key', `the ${what} was not encrypted for this wallet's key`);

function membersOf(text: string): Members {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw damaged('it is not JSON', cause);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw damaged('it is not a JSON object');
  return value as Members;
}

function hexMember(members: Members, name: string, bytes: number): Uint8Array {
  const found = Object.hasOwn(members, name) ? fromHex(members[name], bytes) : undefined;
  if (!found) throw damaged(`${name} is not ${bytes} bytes of hex`);
  return found;
}

/** A ciphertext of any length. */
function contentMember(members: Members, name: string): Uint8Array {
  const text = Object.hasOwn(members, name) ? members[name] : undefined;
  const content = typeof text === 'string' ? fromHex(text, text.length / 2) : undefined;
  if (!content || content.length < TAG_BYTES) throw damaged(`${name} is not a ciphertext in hex`);
  return content;
}

function textOf(plain: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain);
  } catch (cause) {
    throw damaged('what was encrypted is not UTF-8 text', cause);
  }
}

const signText = (account: Account, text: string): string => toHex(account.sign(utf8(text)));

/** @throws RougedError `invalid_signature` unless the sender has signed exactly this text. */
function checkSignature(text: string, contentSignature: string, senderPublicKey: string): void {
  const key = fromHex(senderPublicKey, SIGNING_KEY_BYTES);
  const signature = fromHex(contentSignature, SIGNATURE_BYTES);
  if (!key || !signature || !ml_dsa65.verify(signature, utf8(text), key))
    throw new RougedError('invalid_signature', 'the content signature is not that of the sender');
}

/** One copy of a message, for one key. */
async function copyFor(publicKey: string, plain: Uint8Array) {
  const { kemCipherText, key } = encapsulate(publicKey, MESSAGE_INFO);
  const { iv, content } = await encryptBytes(key, plain);
  return { kemCipherText: toHex(kemCipherText), iv: toHex(iv), encryptedContent: toHex(content) };
}

/** Encrypts a message for its recipient and its sender.
 *  @param recipientKey encryption key of the recipient, hex.
 *  @throws RougedError `invalid_key` when that is not a key of ML-KEM-768. */
export async function encryptMessage(account: Account, text: string, recipientKey: string): Promise<EncryptedMessage> {
  const plain = utf8(text);
  const copy = await copyFor(recipientKey, plain);
  const own = await copyFor(account.encryptionKeys().publicKey, plain);
  const encryptedContent = JSON.stringify({
    ...copy,
    senderKemCipherText: own.kemCipherText,
    senderIv: own.iv,
    senderEncryptedContent: own.encryptedContent,
  });
  return { encryptedContent, contentSignature: signText(account, encryptedContent) };
}

/** Names of the members of one copy of a message. */
const RECIPIENT_COPY = { kem: 'kemCipherText', iv: 'iv', content: 'encryptedContent' } as const;
const SENDER_COPY = { kem: 'senderKemCipherText', iv: 'senderIv', content: 'senderEncryptedContent' } as const;

async function openCopy(
  members: Members,
  { kem, iv, content }: typeof RECIPIENT_COPY | typeof SENDER_COPY,
  keys: EncryptionKeys,
): Promise<Uint8Array | undefined> {
  const key = keys.open(hexMember(members, kem, KEM_CIPHERTEXT_BYTES), MESSAGE_INFO);
  return decryptBytes(key, { iv: hexMember(members, iv, IV_BYTES), content: contentMember(members, content) });
}

/** The text of a message, for its recipient and for its sender.
 *  @throws RougedError `invalid_signature` when the sender did not sign it, `damaged_ciphertext` when it is not in the format,
 *  `wrong_key` when none of its copies is for these keys. */
export async function decryptMessage(
  { encryptedContent, contentSignature, senderPublicKey }: EncryptedMessage & FromSender,
  keys: EncryptionKeys,
): Promise<string> {
  checkSignature(encryptedContent, contentSignature, senderPublicKey);
  const members = membersOf(encryptedContent);
  const asRecipient = await openCopy(members, RECIPIENT_COPY, keys);
  if (asRecipient) return textOf(asRecipient);
  const asSender = Object.hasOwn(members, SENDER_COPY.kem) ? await openCopy(members, SENDER_COPY, keys) : undefined;
  if (asSender) return textOf(asSender);
  throw wrongKey('message');
}

/** Attachments travel as JSON inside their ciphertext. */
const attachmentText = ({ name, type, data }: Attachment): string =>
  JSON.stringify({ name, type, data: base64.encode(data), size: data.length });

function attachmentOf(text: string): Attachment {
  const { name, type, data, size } = membersOf(text);
  if (typeof name !== 'string' || typeof type !== 'string' || typeof data !== 'string')
    throw damaged('the attachment has no name, type or data');
  let bytes: Uint8Array;
  try {
    bytes = base64.decode(data);
  } catch (cause) {
    throw damaged('the data of the attachment is not base64', cause);
  }
  if (bytes.length !== size) throw damaged('the attachment has another size than it says');
  return { name, type, data: bytes };
}

/** The content key, for everybody who may read, by encryption key. */
async function wrapKey(contentKey: Uint8Array, publicKeys: ReadonlySet<string>) {
  const wrapped: Record<string, { kemCipherText: string; wrappedCek: string; wrappedIv: string }> = {};
  for (const publicKey of publicKeys) {
    const { kemCipherText, key } = encapsulate(publicKey, WRAP_INFO);
    const { iv, content } = await encryptBytes(key, contentKey);
    wrapped[publicKey] = {
      kemCipherText: toHex(kemCipherText),
      wrappedCek: toHex(content),
      wrappedIv: toHex(iv),
    };
  }
  return wrapped;
}

const signedMailText = ({
  subjectEncrypted,
  bodyEncrypted,
  attachmentEncrypted,
}: Omit<EncryptedMail, 'contentSignature'>) =>
  [subjectEncrypted, bodyEncrypted, ...(attachmentEncrypted === undefined ? [] : [attachmentEncrypted])].join('|');

/** Encrypts a mail for its recipients and its sender. One random key encrypts all of its parts.
 *
 *  Each part has about 4,700 characters for each key that may read it, and nodes take 10,240 of a subject: so much is one recipient.
 *  @param recipientKeys encryption keys of the recipients, hex.
 *  @throws RougedError `invalid_key` for a text that is no key of ML-KEM-768, `invalid_input` for an attachment above 2 MB. */
export async function encryptMail(
  account: Account,
  { subject, body, attachment }: MailContent,
  recipientKeys: readonly string[],
): Promise<EncryptedMail> {
  check(recipientKeys.length > 0, 'a mail needs a recipient');
  const size = attachment?.data.length ?? 0;
  check(size <= MAX_ATTACHMENT_BYTES, `an attachment has at most ${MAX_ATTACHMENT_BYTES} bytes, not ${size}`);
  const contentKey = randomBytes(AES_KEY_BYTES);
  const readers = new Set([...recipientKeys, account.encryptionKeys().publicKey].map((key) => key.toLowerCase()));
  const wrappedKeys = await wrapKey(contentKey, readers);
  const part = async (text: string): Promise<string> => {
    const { iv, content } = await encryptBytes(contentKey, utf8(text));
    return JSON.stringify({ version: MAIL_VERSION, iv: toHex(iv), encryptedContent: toHex(content), wrappedKeys });
  };
  const parts = {
    subjectEncrypted: await part(subject),
    bodyEncrypted: await part(body),
    ...(attachment && { attachmentEncrypted: await part(attachmentText(attachment)) }),
  };
  return { ...parts, contentSignature: signText(account, signedMailText(parts)) };
}

/** What is wrapped for one key. */
function wrappedFor(publicKey: string, wrappedKeys: unknown): Members {
  if (typeof wrappedKeys !== 'object' || wrappedKeys === null) throw damaged('it has no wrappedKeys');
  const name = Object.keys(wrappedKeys).find((key) => key.toLowerCase() === publicKey);
  if (name === undefined) throw wrongKey('mail');
  const wrapped = (wrappedKeys as Members)[name];
  if (typeof wrapped !== 'object' || wrapped === null) throw damaged('a wrapped key is not an object');
  return wrapped as Members;
}

async function openPart(text: string, keys: EncryptionKeys): Promise<string> {
  const members = membersOf(text);
  if (members.version !== MAIL_VERSION) throw damaged(`its version is not ${MAIL_VERSION}`);
  const sealed: Encrypted = {
    iv: hexMember(members, 'iv', IV_BYTES),
    content: contentMember(members, 'encryptedContent'),
  };
  const wrapped = wrappedFor(keys.publicKey, members.wrappedKeys);
  const wrapping = keys.open(hexMember(wrapped, 'kemCipherText', KEM_CIPHERTEXT_BYTES), WRAP_INFO);
  const contentKey = await decryptBytes(wrapping, {
    iv: hexMember(wrapped, 'wrappedIv', IV_BYTES),
    content: hexMember(wrapped, 'wrappedCek', AES_KEY_BYTES + TAG_BYTES),
  });
  if (!contentKey) throw damaged('the content key cannot be unwrapped');
  const plain = await decryptBytes(contentKey, sealed);
  if (!plain) throw damaged('its content does not match its tag');
  return textOf(plain);
}

/** The content of a mail, for a recipient and for its sender.
 *  @throws RougedError `invalid_signature` when the sender did not sign it, `damaged_ciphertext` when it is not in the format or was
 *  encrypted wrongly, `wrong_key` when it is not for these keys. */
export async function decryptMail(mail: EncryptedMail & FromSender, keys: EncryptionKeys): Promise<MailContent> {
  const subject = await decryptSubject(mail, keys);
  const body = await openPart(mail.bodyEncrypted, keys);
  if (mail.attachmentEncrypted === undefined) return { subject, body };
  return { subject, body, attachment: attachmentOf(await openPart(mail.attachmentEncrypted, keys)) };
}

/** The subject alone, for lists. The signature is of the whole mail, so all of its parts are needed. @throws as `decryptMail`. */
export async function decryptSubject(mail: EncryptedMail & FromSender, keys: EncryptionKeys): Promise<string> {
  checkSignature(signedMailText(mail), mail.contentSignature, mail.senderPublicKey);
  return openPart(mail.subjectEncrypted, keys);
}
