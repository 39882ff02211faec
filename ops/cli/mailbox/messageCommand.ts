/** `rouged wallet message`: encrypted messages between two wallets. */

import { decryptMessage, encryptMessage } from '../../../api/client/encryption.js';
import { RougedError } from '../../../api/client/error.js';
import { isRefusal, type Refusal } from '../../../engine/base/refusal.js';
import { badOption } from '../../config/optionKinds.js';
import type { Subcommand } from '../subcommand.js';
import { EXIT_OK, printable, printableLines, type Terminal } from '../terminal.js';
import { addressOfHex, conversationItems, type MessageItem, messageItems } from './items.js';
import { type Mailbox, nameOf, outcomeOf, outSuccess, proofWords, shownTime, warnOf, withMailbox } from './mailbox.js';
import { type MessageTable, type MessageValues, messageTable, textOrFile } from './options.js';
import type { Correspondent } from './recipient.js';

const MAILBOX_OPTIONS = ['url', 'file', 'account', 'data-dir', 'json'] as const;

async function conversationWith(mailbox: Mailbox, { id }: Correspondent): Promise<string> {
  const own = await mailbox.own();
  const { conversationId } = await mailbox.post<{ readonly conversationId?: unknown }>('messenger_create', {
    ...{ participantIds: [own.id, id], isGroup: false },
  });
  if (typeof conversationId === 'string') return conversationId;
  throw new RougedError('malformed_answer', 'the node gave no id of the conversation');
}

function runSend(values: MessageValues, terminal: Terminal): Promise<number | Refusal> | Refusal {
  const { to, destruct, json } = values;
  if (to === undefined) return badOption('rouged wallet message send needs --to <recipient>');
  const text = textOrFile(values.text, values.textFile, { text: 'text', file: 'text-file' });
  if (isRefusal(text)) return text;
  if (text === undefined) return badOption('rouged wallet message send needs --text <text> or --text-file <file>');
  return withMailbox(values, terminal, async (mailbox) => {
    const person = await mailbox.find(to);
    warnOf(person, to, terminal);
    const encrypted = await encryptMessage(mailbox.account, text, person.encryptionKey);
    const conversationId = await conversationWith(mailbox, person);
    const { messageId } = await mailbox.post<{ readonly messageId?: unknown }>('messenger_send', {
      ...{ conversationId, ...encrypted, messageType: 'text', spoiler: false },
      ...{ selfDestruct: destruct !== undefined, ...(destruct === undefined ? {} : { destructSeconds: destruct }) },
    });
    if (typeof messageId !== 'string')
      throw new RougedError('malformed_answer', 'the node took the message and gave no id');
    if (json) {
      const { address, provenBy } = person;
      outSuccess(terminal, { id: messageId, conversation_id: conversationId, address, key_proven_by: provenBy });
    } else terminal.out(`sent ${printable(messageId)} to ${nameOf(person)}, ${proofWords(person)}\n`);
    return EXIT_OK;
  });
}

const conversations = async (mailbox: Mailbox) =>
  conversationItems(
    (await mailbox.post<{ readonly conversations?: unknown }>('messenger_conversations')).conversations,
  );

function runList(values: MessageValues, terminal: Terminal): Promise<number | Refusal> {
  return withMailbox(values, terminal, async (mailbox) => {
    const listed = (await conversations(mailbox)).map(({ id, isGroup, participants, unread }) => {
      const others = participants.filter(({ publicKey }) => publicKey.toLowerCase() !== mailbox.account.publicKey);
      const people = others.map(({ publicKey, displayName }) => ({
        ...{ address: addressOfHex(publicKey) ?? null, display_name: displayName },
      }));
      return { id, is_group: isGroup, with: people, unread };
    });
    if (values.json) outSuccess(terminal, { conversations: listed });
    else
      for (const { id, with: people, unread } of listed) {
        const names = people.map(
          ({ address, display_name }) => `${printable(display_name)} (${address ?? 'no address'})`,
        );
        terminal.out(`${printable(id)}  ${unread} unread  ${names.join(', ')}\n`);
      }
    return EXIT_OK;
  });
}

/** The conversation of two that is with somebody; it is not made by looking for it. */
async function foundConversation(mailbox: Mailbox, person: Correspondent, text: string): Promise<string> {
  const both = new Set([mailbox.account.publicKey, person.signingKey.toLowerCase()]);
  const found = (await conversations(mailbox)).find(
    ({ isGroup, participants }) =>
      !isGroup &&
      participants.length === both.size &&
      participants.every(({ publicKey }) => both.has(publicKey.toLowerCase())),
  );
  if (found) return found.id;
  throw new RougedError('not_found', `there is no conversation with ${text}`);
}

/** Who wrote a message, by the key whose signature is checked. */
function writerOf({ account }: Mailbox, item: MessageItem, person: Correspondent | undefined): string {
  const key = item.senderPublicKey.toLowerCase();
  if (key === account.publicKey) return 'you';
  if (person && key === person.signingKey.toLowerCase()) return nameOf(person);
  return `${addressOfHex(key) ?? 'unknown sender'}, whom the node calls ${printable(item.senderDisplayName)}`;
}

async function showMessage(
  mailbox: Mailbox,
  item: MessageItem,
  person: Correspondent | undefined,
  terminal: Terminal | undefined,
) {
  const { id, senderPublicKey, timestamp, destructAfterSeconds } = item;
  const read = await outcomeOf(decryptMessage(item, mailbox.account.encryptionKeys()));
  const writer = writerOf(mailbox, item, person);
  const ending = destructAfterSeconds === undefined ? '' : `, erased ${destructAfterSeconds} s after it is read`;
  terminal?.out(`${shownTime(timestamp)}  ${writer}${ending}  ${printable(id)}\n`);
  const text = 'content' in read ? printableLines(read.content) : `[not shown: ${printable(read.problem.error)}]`;
  terminal?.out(`${text.replace(/^/gm, '    ')}\n`);
  return {
    ...{ id, timestamp, from_address: addressOfHex(senderPublicKey) ?? null },
    destruct_after_seconds: destructAfterSeconds ?? null,
    ...('content' in read ? { text: read.content } : { problem: read.problem }),
  };
}

function runRead(
  values: MessageValues,
  terminal: Terminal,
  words: readonly string[],
): Promise<number | Refusal> | Refusal {
  const [id] = words;
  const { with: other, limit, cursor, json } = values;
  if ((id === undefined) === (other === undefined))
    return badOption('rouged wallet message read needs the id of a conversation, or --with <person>');
  return withMailbox(values, terminal, async (mailbox) => {
    const person = other === undefined ? undefined : await mailbox.find(other);
    if (person) warnOf(person, other ?? '', terminal);
    const conversationId = person ? await foundConversation(mailbox, person, other ?? '') : id;
    const answer = await mailbox.post<{ readonly messages?: unknown; readonly next_cursor?: unknown }>(
      'messenger_messages',
      // Pages lead back from the latest; each is oldest first.
      { conversationId, limit, cursor, latest: true },
    );
    const next = typeof answer.next_cursor === 'string' ? answer.next_cursor : null;
    const shown = [];
    for (const item of messageItems(answer.messages)) {
      const facts = await showMessage(mailbox, item, person, json ? undefined : terminal);
      const isOwn = item.senderPublicKey.toLowerCase() === mailbox.account.publicKey;
      const isNew = !isOwn && !item.isRead && 'text' in facts;
      const members = { messageId: item.id, conversationId };
      const marked = isNew ? await outcomeOf(mailbox.post('messenger_read', members)) : undefined;
      const problem = marked && 'problem' in marked ? marked.problem : undefined;
      if (problem) terminal.err(`rouged: ${printable(item.id)} is not marked as read: ${printable(problem.error)}\n`);
      shown.push({ ...facts, read: item.isRead || (isNew && !problem) });
    }
    if (json) outSuccess(terminal, { conversation_id: conversationId, messages: shown, next_cursor: next });
    else if (next !== null) terminal.out(`more with --cursor ${printable(next)}\n`);
    return EXIT_OK;
  });
}

export const messageCommand: Subcommand<MessageTable> = {
  name: 'wallet message',
  summary:
    'rouged wallet message: messages that only their two sides can read. Register the wallet first: rouged wallet mail register.',
  table: messageTable,
  isJsonAll: true,
  actions: {
    send: {
      usage: '--to <recipient> --text <text> [--destruct <seconds>]',
      help: 'Encrypt a message and send it. The encryption key of the recipient is compared with the state of the chain first.',
      options: [...MAILBOX_OPTIONS, 'genesis', 'to', 'text', 'text-file', 'destruct'],
      run: async (values, terminal) => runSend(values, terminal),
    },
    list: {
      usage: '',
      help: 'List the conversations.',
      options: MAILBOX_OPTIONS,
      run: runList,
    },
    read: {
      usage: '<conversation> | --with <person> [--limit <number>] [--cursor <text>]',
      help: 'Verify, decrypt and print the messages of a conversation, and mark them as read.',
      options: [...MAILBOX_OPTIONS, 'genesis', 'with', 'limit', 'cursor'],
      words: 1,
      run: async (values, terminal, words) => runRead(values, terminal, words),
    },
  },
};
