/** `rouged wallet mail`: encrypted mail. What is sent is encrypted here, and what is read is verified and decrypted here. */

import { type Attachment, decryptMail, decryptSubject, encryptMail } from '../../../api/client/encryption.js';
import { RougedError } from '../../../api/client/error.js';
import { isRefusal, type Refusal } from '../../../engine/base/refusal.js';
import { badOption } from '../../config/optionKinds.js';
import type { Action, Subcommand } from '../subcommand.js';
import { EXIT_FAILED, EXIT_OK, printable, printableLines, type Terminal } from '../terminal.js';
import { readAttachment, saveAttachment } from './attachment.js';
import { addressOfHex, type MailItem, mailItems, oneMail } from './items.js';
import {
  type Mailbox,
  nameOf,
  outcomeOf,
  outSuccess,
  type Problem,
  proofWords,
  shownTime,
  warnOf,
  withMailbox,
} from './mailbox.js';
import { type MailTable, type MailValues, mailTable, textOrFile } from './options.js';
import { type Correspondent, isNameOf } from './recipient.js';
import { runRegister } from './register.js';

const MAILBOX_OPTIONS = ['url', 'file', 'account', 'data-dir', 'json'] as const;

interface Draft {
  readonly subject: string;
  readonly body: string;
  readonly attachment: Attachment | undefined;
}

function draftOf(values: MailValues): Draft | Refusal {
  const { subject = '', attach, attachType } = values;
  const body = textOrFile(values.body, values.bodyFile, { text: 'body', file: 'body-file' });
  if (isRefusal(body)) return body;
  const attachment = attach === undefined ? undefined : readAttachment(attach, attachType);
  if (isRefusal(attachment)) return attachment;
  if (body === undefined && attachment === undefined && subject === '')
    return badOption('rouged wallet mail send needs --body <text>, --body-file <file> or --attach <file>');
  return { subject, body: body ?? '', attachment };
}

interface Sent {
  readonly id: string;
  readonly to: Correspondent;
}

/** Sends one mail to each recipient: the wrapped keys of two do not fit into the subject that nodes take. All are encrypted before
 *  the first one leaves. */
async function sendAll(
  mailbox: Mailbox,
  draft: Draft,
  people: readonly Correspondent[],
  replyToId: string | null,
  done: (sent: Sent) => void,
): Promise<void> {
  const { id: fromWalletId } = await mailbox.own();
  const mails = [];
  for (const to of people) mails.push({ to, mail: await encryptMail(mailbox.account, draft, [to.encryptionKey]) });
  for (const { to, mail } of mails) {
    const members = { ...mail, fromWalletId, toWalletIds: [to.id], replyToId, hasAttachment: !!draft.attachment };
    const { id } = await mailbox.post<{ readonly id?: unknown }>('mail_send', members);
    if (typeof id !== 'string') throw new RougedError('malformed_answer', 'the node took the mail and gave no id');
    done({ id, to });
  }
}

const sentFacts = ({ id, to }: Sent) => ({ id, to: to.id, address: to.address, key_proven_by: to.provenBy });

function runSend(values: MailValues, terminal: Terminal): Promise<number | Refusal> | Refusal {
  if (values.to.length === 0) return badOption('rouged wallet mail send needs --to <recipient>');
  const draft = draftOf(values);
  if (isRefusal(draft)) return draft;
  return withMailbox(values, terminal, async (mailbox) => {
    const people: Correspondent[] = [];
    for (const text of values.to) {
      const found = await mailbox.find(text);
      warnOf(found, text, terminal);
      people.push(found);
    }
    const sent: Sent[] = [];
    const done = (one: Sent): void => {
      sent.push(one);
      if (!values.json) terminal.out(`sent ${printable(one.id)} to ${nameOf(one.to)}, ${proofWords(one.to)}\n`);
    };
    try {
      await sendAll(mailbox, draft, people, values.replyTo ?? null, done);
    } catch (error) {
      if (!values.json || sent.length === 0 || !(error instanceof RougedError)) throw error;
      const facts = { success: false, error: error.message, code: error.code, sent: sent.map(sentFacts) };
      terminal.out(`${JSON.stringify(facts)}\n`);
      return EXIT_FAILED;
    }
    if (values.json) outSuccess(terminal, { sent: sent.map(sentFacts) });
    return EXIT_OK;
  });
}

/** The subject of a listed mail, or why it is not shown. A node may leave attachments out of lists, and the signature is of all. */
function listedSubject(mailbox: Mailbox, item: MailItem): ReturnType<typeof outcomeOf<string>> {
  if (!item.hasAttachment || item.attachmentEncrypted !== undefined)
    return outcomeOf(decryptSubject(item, mailbox.account.encryptionKeys()));
  const error = 'it has an attachment; rouged wallet mail read verifies and shows it';
  return Promise.resolve({ problem: { code: 'attachment_left_out', error } });
}

const problemWords = ({ error }: Problem): string => `[${printable(error)}]`;

const recipientWords = ({ to, recipientPublicKey }: MailItem): string =>
  printable(to === '' ? (addressOfHex(recipientPublicKey) ?? 'unknown recipient') : to);

function runList(values: MailValues, terminal: Terminal): Promise<number | Refusal> {
  const { folder, limit, cursor, json } = values;
  return withMailbox(values, terminal, async (mailbox) => {
    const answer = await mailbox.post<{ readonly mail?: unknown; readonly next_cursor?: unknown }>('mail_folder', {
      ...{ folder, limit, cursor },
    });
    const next = typeof answer.next_cursor === 'string' ? answer.next_cursor : null;
    const listed = [];
    for (const item of mailItems(answer.mail)) {
      const subject = await listedSubject(mailbox, item);
      const { id, from, to, timestamp, isRead, replyToId = null, hasAttachment } = item;
      const address = addressOfHex(item.senderPublicKey) ?? null;
      listed.push({
        ...{ id, from, from_address: address, to, timestamp, read: isRead },
        ...{ reply_to_id: replyToId, has_attachment: hasAttachment },
        ...('content' in subject ? { subject: subject.content } : { problem: subject.problem }),
      });
      if (json) continue;
      const marks = `${isRead ? ' ' : '*'}${hasAttachment ? '+' : ' '}`;
      const text = 'content' in subject ? printable(subject.content) : problemWords(subject.problem);
      const sender = [...(from === '' ? [] : [printable(from)]), address ?? 'unknown sender'].join(' ');
      const who = folder === 'sent' ? `to ${recipientWords(item)}` : sender;
      terminal.out(`${marks} ${printable(id)}  ${shownTime(timestamp)}  ${who}  ${text}\n`);
    }
    if (json) outSuccess(terminal, { mail: listed, next_cursor: next });
    else if (next !== null) terminal.out(`more with --cursor ${printable(next)}\n`);
    return EXIT_OK;
  });
}

/** What is known of the sender, whose signature holds: the address by the signature, the name only with a proof. */
async function senderOf({ trust }: Mailbox, { from, senderPublicKey }: MailItem) {
  const address = addressOfHex(senderPublicKey) ?? '';
  if (from === '' || from === address) return { address, name: null, isProven: false };
  try {
    return { address, name: from, isProven: await isNameOf(trust, from.toLowerCase(), senderPublicKey) };
  } catch {
    return { address, name: from, isProven: false };
  }
}

function senderWords({ address, name, isProven }: Awaited<ReturnType<typeof senderOf>>): string {
  if (name === null) return address;
  return isProven ? `${printable(name)} (${address})` : `${address}, whom the node calls ${printable(name)}`;
}

async function showMail(mailbox: Mailbox, item: MailItem, values: MailValues, terminal: Terminal) {
  const { subject, body, attachment } = await decryptMail(item, mailbox.account.encryptionKeys());
  const sender = await senderOf(mailbox, item);
  const { json, save } = values;
  const fault = attachment && save !== undefined ? saveAttachment(save, attachment) : undefined;
  if (fault) return fault;
  const { id, to, timestamp, replyToId } = item;
  const file = attachment && { name: attachment.name, type: attachment.type, size: attachment.data.length };
  if (json) {
    const facts = { from: sender.name, from_address: sender.address, from_name_proven: sender.isProven, to };
    const parts = { subject, body, attachment: file ? { ...file, saved: save ?? null } : null };
    outSuccess(terminal, { mail: { id, ...facts, timestamp, reply_to_id: replyToId ?? null, ...parts } });
    return undefined;
  }
  terminal.out(`from        ${senderWords(sender)}\nto          ${recipientWords(item)}\n`);
  terminal.out(`date        ${shownTime(timestamp)}\n`);
  if (replyToId !== undefined) terminal.out(`in reply to ${printable(replyToId)}\n`);
  terminal.out(`subject     ${printable(subject)}\n`);
  if (file) {
    const place = save === undefined ? '--save <file> writes it to a file' : `written to ${save}`;
    terminal.out(`attachment  ${printable(file.name)} (${printable(file.type)}, ${file.size} bytes): ${place}\n`);
  }
  terminal.out(`signature   holds\n\n${printableLines(body)}\n`);
  return undefined;
}

function runRead(
  values: MailValues,
  terminal: Terminal,
  words: readonly string[],
): Promise<number | Refusal> | Refusal {
  const [messageId] = words;
  if (messageId === undefined) return badOption('rouged wallet mail read needs the id of a mail');
  return withMailbox(values, terminal, async (mailbox) => {
    const answer = await mailbox.post<{ readonly mail?: unknown }>('mail_message', { messageId });
    const item = oneMail(answer.mail);
    if (item.id !== messageId) throw new RougedError('malformed_answer', 'the node has answered with another mail');
    const fault = await showMail(mailbox, item, values, terminal);
    if (fault) return fault;
    const isOwn = item.senderPublicKey.toLowerCase() === mailbox.account.publicKey;
    if (!isOwn && !item.isRead) await mailbox.post('mail_read', { messageId });
    return EXIT_OK;
  });
}

/** An action on one mail that only answers that it was done. */
const change =
  (
    name: 'move' | 'delete',
    members: (values: MailValues) => Readonly<Record<string, string>>,
  ): Action<MailTable>['run'] =>
  async (values, terminal, words) => {
    const [messageId] = words;
    if (messageId === undefined) return badOption(`rouged wallet mail ${name} needs the id of a mail`);
    return withMailbox(values, terminal, async (mailbox) => {
      await mailbox.post(`mail_${name}`, { messageId, ...members(values) });
      if (values.json) outSuccess(terminal, { id: messageId, ...members(values) });
      else terminal.out(`${name === 'move' ? `moved to ${values.folder}` : 'deleted'}\n`);
      return EXIT_OK;
    });
  };

export const mailCommand: Subcommand<MailTable> = {
  name: 'wallet mail',
  summary:
    'rouged wallet mail: mail that only its sender and its recipient can read. The nodes that keep a mailbox know who writes to whom and when, never what.',
  table: mailTable,
  isJsonAll: true,
  actions: {
    register: {
      usage: '--name <name> [--display-name <text>] [--no-listed] [--replace-key]',
      help: 'Register this wallet, the key that others encrypt for, and a mail name. Needed once, for mail and messages.',
      options: [...MAILBOX_OPTIONS, 'name', 'display-name', 'listed', 'replace-key'],
      run: runRegister,
    },
    send: {
      usage: '--to <recipient> [--subject <text>] [--body <text>] [--attach <file>] [--reply-to <id>]',
      help: 'Encrypt a mail and send it. The encryption key of the recipient is compared with the state of the chain first.',
      options: [
        ...MAILBOX_OPTIONS,
        ...(['genesis', 'to', 'subject', 'body', 'body-file', 'attach', 'attach-type', 'reply-to'] as const),
      ],
      run: async (values, terminal) => runSend(values, terminal),
    },
    list: {
      usage: '[--folder <folder>] [--limit <number>] [--cursor <text>]',
      help: 'List a folder: * is unread, + has an attachment.',
      options: [...MAILBOX_OPTIONS, 'folder', 'limit', 'cursor'],
      run: runList,
    },
    read: {
      usage: '<id> [--save <file>]',
      help: 'Verify, decrypt and print one mail, and mark it as read.',
      options: [...MAILBOX_OPTIONS, 'genesis', 'save'],
      words: 1,
      run: async (values, terminal, words) => runRead(values, terminal, words),
    },
    move: {
      usage: '<id> --folder <folder>',
      help: 'Move a mail to another folder.',
      options: [...MAILBOX_OPTIONS, 'folder'],
      words: 1,
      run: change('move', ({ folder }) => ({ folder })),
    },
    delete: {
      usage: '<id>',
      help: 'Delete a mail for good.',
      options: MAILBOX_OPTIONS,
      words: 1,
      run: change('delete', () => ({})),
    },
  },
};
