/** Tables of the messenger. Every one merges in any order; who may write what is asked when somebody reads.
 *
 *  A conversation has a key of 32 bytes: of two it is the hash of their accounts, of a group the id of the record that has made it. A
 *  message has the id of its record. */

import { fromHex, joinBytes, toHex } from '../../../base/bytes.js';
import { invariant } from '../../../base/refusal.js';
import { ACCOUNT_BYTES, type AccountId, accountBytes, accountOfBytes } from '../../../crypto/address.js';
import { LastWins } from '../../lastWins.js';
import type { RecordOrder } from '../../record.js';
import {
  bytesTable,
  jsonTable,
  keptTable,
  numberTable,
  type ServiceTable,
  serviceTable,
  setTable,
} from '../../table.js';
import { Tally } from '../../tally.js';

/** Who has brought whom into a group, first. Key: conversation, author, account; value: the lowest order of a record that says so. */
export const invitations: ServiceTable<RecordOrder> = bytesTable(0x10, 'messenger_invitations');

/** A conversation of two, or of one with himself. */
export interface Pair {
  readonly accounts: readonly [AccountId, AccountId];
  /** The first record that has led to it, and who has signed that. */
  readonly order: RecordOrder;
  readonly author: AccountId;
}

/** Key: conversation. */
export const pairs: ServiceTable<Pair> = serviceTable<Pair>({
  id: 0x11,
  name: 'messenger_pairs',
  isKept: true,
  encode: ({ accounts, order, author }) => joinBytes([...[...accounts, author].map(accountBytes), order]),
  decode(bytes) {
    invariant(bytes.length > 3 * ACCOUNT_BYTES, 'a pair has two accounts, an author and an order');
    const account = (at: number): AccountId => accountOfBytes(bytes.slice(at, at + ACCOUNT_BYTES));
    return {
      accounts: [account(0), account(ACCOUNT_BYTES)],
      author: account(2 * ACCOUNT_BYTES),
      order: bytes.slice(3 * ACCOUNT_BYTES),
    };
  },
});

/** Names of conversations; null for none. Key: conversation. The author's account is in hex. */
export const conversationNames = new LastWins<{ readonly name: string | null; readonly author: string }>(
  0x12,
  'messenger_names',
);

/** The newest signed time of what has happened in a conversation, milliseconds. Key: conversation. */
export const activities = numberTable(0x13, 'messenger_activities');

/** Conversations of an account by activity. Key: account, activity, conversation. */
export const inboxes = setTable(0x14, 'messenger_inboxes');

/** Messages of a conversation in their order. Key: conversation, signed time, message; value: the author's account. */
export const conversationMessages = bytesTable(0x15, 'messenger_messages');

/** What is known of a message without reading it. */
export interface MessageInfo {
  readonly conversation: Uint8Array;
  readonly author: AccountId;
  /** Signed, milliseconds. */
  readonly timestamp: number;
  /** As the sender calls it: text, image, video. */
  readonly type: string;
  /** Seconds from the first reading to the end; undefined for one that stays. */
  readonly destructSeconds: number | undefined;
}

interface InfoJson {
  readonly conversation: string;
  readonly author: string;
  readonly timestamp: number;
  readonly type: string;
  readonly destructSeconds?: number;
}

const infoTable = keptTable(jsonTable<InfoJson>(0x16, 'messenger_infos'));
const bytesOf = (hex: string): Uint8Array => fromHex(hex) as Uint8Array;

/** Key: message. */
export const messageInfos: ServiceTable<MessageInfo> = {
  ...infoTable,
  encode: ({ conversation, author, timestamp, type, destructSeconds }) =>
    infoTable.encode({
      conversation: toHex(conversation),
      author: toHex(accountBytes(author)),
      timestamp,
      type,
      ...(destructSeconds !== undefined && { destructSeconds }),
    }),
  decode(bytes) {
    const { conversation, author, timestamp, type, destructSeconds } = infoTable.decode(bytes);
    return {
      ...{ conversation: bytesOf(conversation), author: accountOfBytes(bytesOf(author)), timestamp, type },
      destructSeconds,
    };
  },
};

/** The mark of a message that somebody has hidden and not read. */
export const NOT_READ = Number.MAX_SAFE_INTEGER;

/** When somebody has first read a message, signed milliseconds; `NOT_READ` when he has only hidden it. Key: message, account. */
export const marks = keptTable(numberTable(0x17, 'messenger_marks'));

/** Whether an account has deleted a message: the sender's word counts for everybody. Key: message, account. */
export const removals = new LastWins<{ readonly deleted: boolean; readonly at: number }>(0x18, 'messenger_removals');

export interface FolderState {
  readonly deleted: boolean;
  /** Not to be had back. */
  readonly purge: boolean;
  /** Signed, milliseconds. */
  readonly at: number;
}

/** Whether an account has deleted a conversation, for itself. Key: conversation, account. */
export const folders = new LastWins<FolderState>(0x19, 'messenger_folders');

/** What an account calls a conversation: its key, in hex. Key: account, hash of the text. */
export const aliases = new LastWins<string>(0x1a, 'messenger_aliases');

/** Messages that are there for others, by author. Key: conversation, author. */
export const sentCounts = new Tally(0x1b, 'messenger_sent');

/** Those of an author that a reader has read or hidden. Key: conversation, reader, author. */
export const seenCounts = new Tally(0x1c, 'messenger_seen');

/** The last of the messages of a conversation. Key: conversation; value: signed time, message, the author's account. */
export const latestPlaces = keptTable(bytesTable(0x1d, 'messenger_newest'));
