/** What a node lists, as far as it has the form that was agreed; everything else of it is not looked at. Nodes write names in camel
 *  case, in snake case, or in both. */

import { RougedError } from '../../../api/client/error.js';
import { addressOfKey } from '../../../engine/crypto/address.js';

/** The address of a signing key that a node has given; undefined when it is none. */
export const addressOfHex = (publicKey: string): string | undefined =>
  /^[0-9a-f]{3904}$/i.test(publicKey) ? addressOfKey(new Uint8Array(Buffer.from(publicKey, 'hex'))) : undefined;

type Members = Readonly<Record<string, unknown>>;

const membersOf = (value: unknown): Members | undefined =>
  typeof value === 'object' && value !== null ? (value as Members) : undefined;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const optionalText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);

export interface MailItem {
  readonly id: string;
  /** Name of the sender, as the node says; empty when it gives none but key or address. */
  readonly from: string;
  /** Signing key of the sender, hex. */
  readonly senderPublicKey: string;
  readonly to: string;
  readonly recipientPublicKey: string;
  readonly subjectEncrypted: string;
  readonly bodyEncrypted: string;
  readonly attachmentEncrypted: string | undefined;
  readonly contentSignature: string;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
  readonly isRead: boolean;
  readonly replyToId: string | undefined;
  readonly hasAttachment: boolean;
}

/** What somebody is called; a key or an address is no name. */
const calledName = (name: unknown, key: unknown): string =>
  name === key || name === addressOfHex(textOf(key)) ? '' : textOf(name);

function mailItem(value: unknown): MailItem | undefined {
  const mail = membersOf(value);
  if (!mail || typeof mail.id !== 'string') return undefined;
  return {
    id: mail.id,
    from: calledName(mail.from, mail.fromPublicKey),
    senderPublicKey: textOf(mail.fromPublicKey),
    to: calledName(mail.to, mail.toPublicKey),
    recipientPublicKey: textOf(mail.toPublicKey),
    subjectEncrypted: textOf(mail.subjectEncrypted),
    bodyEncrypted: textOf(mail.bodyEncrypted),
    attachmentEncrypted: optionalText(mail.attachmentEncrypted),
    contentSignature: textOf(mail.contentSignature),
    timestamp: numberOf(mail.timestamp),
    isRead: mail.read === true,
    replyToId: optionalText(mail.replyToId),
    hasAttachment: mail.hasAttachment === true,
  };
}

export interface MessageItem {
  readonly id: string;
  readonly senderPublicKey: string;
  readonly senderDisplayName: string;
  readonly encryptedContent: string;
  readonly contentSignature: string;
  readonly timestamp: number;
  readonly isRead: boolean;
  /** Seconds from the reading to the erasure; undefined when the message stays. */
  readonly destructAfterSeconds: number | undefined;
}

/** Seconds of a self-destructing message that names none. */
const STANDARD_DESTRUCT_SECONDS = 30;

function messageItem(value: unknown): MessageItem | undefined {
  const message = membersOf(value);
  if (!message || typeof message.id !== 'string') return undefined;
  const seconds = message.destructAfterSeconds ?? message.destruct_after_seconds;
  const named = typeof seconds === 'number' ? seconds : STANDARD_DESTRUCT_SECONDS;
  return {
    id: message.id,
    senderPublicKey: textOf(message.senderPublicKey),
    senderDisplayName: textOf(message.senderDisplayName),
    encryptedContent: textOf(message.encryptedContent ?? message.encrypted_content),
    contentSignature: textOf(message.contentSignature ?? message.signature),
    timestamp: numberOf(message.timestamp),
    isRead: (message.read ?? message.is_read) === true,
    destructAfterSeconds: (message.selfDestruct ?? message.self_destruct) === true ? named : undefined,
  };
}

export interface ConversationItem {
  readonly id: string;
  readonly isGroup: boolean;
  readonly participants: readonly { readonly publicKey: string; readonly displayName: string }[];
  readonly unread: number;
}

function conversationItem(value: unknown): ConversationItem | undefined {
  const conversation = membersOf(value);
  const id = optionalText(conversation?.conversationId) ?? optionalText(conversation?.id);
  if (!conversation || id === undefined) return undefined;
  const { participants } = conversation;
  return {
    id,
    isGroup: conversation.is_group === true || conversation.isGroup === true,
    participants: (Array.isArray(participants) ? participants : []).map((value: unknown) => {
      const participant = membersOf(value);
      return { publicKey: textOf(participant?.publicKey), displayName: textOf(participant?.displayName) };
    }),
    unread: numberOf(conversation.unreadCount ?? conversation.unread_count) || 0,
  };
}

function listOf<T>(value: unknown, read: (value: unknown) => T | undefined): readonly T[] {
  if (!Array.isArray(value)) throw new RougedError('malformed_answer', 'the answer of the node has no list');
  return value.map(read).filter((item) => item !== undefined);
}

export const mailItems = (value: unknown): readonly MailItem[] => listOf(value, mailItem);
export const messageItems = (value: unknown): readonly MessageItem[] => listOf(value, messageItem);
export const conversationItems = (value: unknown): readonly ConversationItem[] => listOf(value, conversationItem);

/** @throws RougedError `malformed_answer`. */
export function oneMail(value: unknown): MailItem {
  const item = mailItem(value);
  if (!item) throw new RougedError('malformed_answer', 'the answer of the node has no mail');
  return item;
}
