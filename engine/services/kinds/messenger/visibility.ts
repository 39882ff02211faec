/** Which messages a reader gets, and how many of them are new to him. */

import { joinBytes } from '../../../base/bytes.js';
import { ACCOUNT_BYTES, type AccountId, accountBytes, accountOfBytes } from '../../../crypto/address.js';
import { entriesOf } from '../../entries.js';
import { keyOf } from '../../keys.js';
import { recordKey, recordMetas } from '../../record.js';
import type { Found, SceneReader } from '../../scene.js';
import { type RowName, rowName } from '../../table.js';
import { type Conversation, memberKey } from './conversation.js';
import { destructionTime } from './destruction.js';
import { accountKey, deletedAt } from './messageState.js';
import { SEND } from './sent.js';
import {
  conversationMessages,
  type FolderState,
  folders,
  latestPlaces,
  type MessageInfo,
  marks,
  messageInfos,
  NOT_READ,
  removals,
  seenCounts,
  sentCounts,
} from './tables.js';

/** What was deleted can be restored for so long (reference, conversations/delete). */
export const RETENTION_MS = 30 * 86_400_000;

/** A reader of one conversation at a moment. */
export interface Reader {
  readonly account: AccountId;
  readonly conversation: Conversation;
  /** Whether he has deleted the conversation, last. */
  readonly folder: FolderState | undefined;
  readonly now: number;
}

export async function readerOf(
  scene: SceneReader,
  conversation: Conversation,
  account: AccountId,
  now: number,
): Promise<Reader> {
  return { account, conversation, now, folder: await folders.read(scene, memberKey(conversation, account)) };
}

/** Until when a deletion can be taken back; undefined when it cannot. */
export const recoverableUntil = ({ deleted, purge, at }: FolderState): number | undefined =>
  deleted && !purge ? at + RETENTION_MS : undefined;

/** Messages until this time are gone for a reader who has deleted the conversation for good; -1 when none are. */
function goneUntil({ folder, now }: Reader): number {
  if (!folder?.deleted) return -1;
  return (recoverableUntil(folder) ?? 0) <= now ? folder.at : -1;
}

export interface VisibleMessage {
  readonly id: Uint8Array;
  readonly info: MessageInfo;
}

/** A message of the conversation's list as the reader may have it; undefined when not. */
export async function visibleMessage(
  scene: SceneReader,
  reader: Reader,
  { key, value }: Found<Uint8Array>,
): Promise<VisibleMessage | undefined> {
  const { account, conversation, now } = reader;
  const author = accountOfBytes(value.slice());
  if (!conversation.members.includes(author)) return undefined;
  const id = key.slice(conversation.key.length + 8);
  const info = await scene.get(messageInfos, id);
  if (!info || info.timestamp <= goneUntil(reader)) return undefined;
  if ((await deletedAt(scene, id, author)) !== undefined) return undefined;
  if (account !== author) {
    const readAt = await scene.get(marks, accountKey(id, account));
    if (info.destructSeconds !== undefined && readAt !== undefined && readAt < NOT_READ) return undefined;
    if (readAt !== undefined && (await deletedAt(scene, id, account)) !== undefined) return undefined;
  }
  const end = await destructionTime(scene, id, info, conversation.members);
  return end !== undefined && end <= now ? undefined : { id, info };
}

/** Reads at once what `visibleMessage` and a view ask of messages of a list. */
export async function prefetchMessages(
  scene: SceneReader,
  { account, conversation }: Reader,
  found: readonly Found<Uint8Array>[],
): Promise<void> {
  await scene.prefetch?.(
    found.flatMap(({ key, value }) => {
      const id = key.slice(conversation.key.length + 8);
      const author = accountOfBytes(value);
      const readers = author === account ? conversation.members.filter((member) => member !== account) : [account];
      return [
        rowName(messageInfos, id),
        rowName(recordMetas, recordKey(id, SEND)),
        removals.presence(accountKey(id, author)),
        ...readers.map((reader) => rowName(marks, accountKey(id, reader))),
      ];
    }),
  );
}

/** Rows of a conversation from which follows which others its last message needs. */
export const latestRows = (key: Uint8Array, account: AccountId): readonly RowName[] => [
  rowName(latestPlaces, key),
  folders.presence(memberKey({ key }, account)),
];

/** Reads at once what the last message and the counts of conversations need, beside `latestRows`. */
export async function prefetchLatest(
  scene: SceneReader,
  conversations: readonly Pick<Conversation, 'key' | 'members'>[],
  account: AccountId,
): Promise<void> {
  const places = await scene.getMany(
    latestPlaces,
    conversations.map(({ key }) => key),
  );
  await scene.prefetch?.(
    conversations.flatMap((conversation, at) => [
      ...placeRows(places[at], account),
      ...conversation.members
        .filter((author) => author !== account)
        .flatMap((author) => [
          sentCounts.row(memberKey(conversation, author)),
          seenCounts.row(keyOf(conversation.key, accountBytes(account), accountBytes(author))),
        ]),
    ]),
  );
}

function placeRows(place: Uint8Array | undefined, account: AccountId): readonly RowName[] {
  if (!place) return [];
  const { id, author } = placed(place);
  return [
    rowName(messageInfos, id),
    removals.presence(accountKey(id, author)),
    rowName(marks, accountKey(id, account)),
  ];
}

/** Messages that are looked at for the last one, or for new ones after a deletion. */
const MOST_LOOKED_AT = 1_000;

/** What the reader may have, newest first. */
async function* newestMessages(scene: SceneReader, reader: Reader): AsyncGenerator<VisibleMessage> {
  const gone = goneUntil(reader);
  let looked = 0;
  for await (const found of entriesOf(scene, conversationMessages, reader.conversation.key, { reverse: true })) {
    const time = Number(new DataView(found.key.buffer, found.key.byteOffset + found.key.length - 40).getBigUint64(0));
    if (time <= gone || ++looked > MOST_LOOKED_AT) return;
    const message = await visibleMessage(scene, reader, found);
    if (message) yield message;
  }
}

/** The message of a place of `latestPlaces`. */
function placed(place: Uint8Array): { readonly id: Uint8Array; readonly author: AccountId } {
  const at = place.length - ACCOUNT_BYTES;
  return { id: place.slice(8, at), author: accountOfBytes(place.subarray(at)) };
}

export async function lastMessage(scene: SceneReader, reader: Reader): Promise<VisibleMessage | undefined> {
  const { key } = reader.conversation;
  const newest = await scene.get(latestPlaces, key);
  if (!newest) return undefined;
  const at = newest.length - ACCOUNT_BYTES;
  const found = { key: joinBytes([key, newest.subarray(0, at)]), value: newest.subarray(at) };
  const message = await visibleMessage(scene, reader, found);
  if (message) return message;
  // The last one is not for him: the one before it may be.
  for await (const message of newestMessages(scene, reader)) return message;
  return undefined;
}

/** Messages of others that the reader has neither read nor hidden. */
export async function unreadCount(scene: SceneReader, reader: Reader): Promise<number> {
  const { account, conversation } = reader;
  const { key, members } = conversation;
  // Counts know nothing of what one reader has deleted.
  if (goneUntil(reader) >= 0) return countUnread(scene, reader);
  const counts = await Promise.all(
    members
      .filter((author) => author !== account)
      .map(async (author) => {
        const sent = await sentCounts.read(scene, keyOf(key, accountBytes(author)));
        if (sent === 0) return 0;
        return sent - (await seenCounts.read(scene, keyOf(key, accountBytes(account), accountBytes(author))));
      }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

async function countUnread(scene: SceneReader, reader: Reader): Promise<number> {
  let unread = 0;
  for await (const { id, info } of newestMessages(scene, reader)) {
    if (info.author === reader.account) continue;
    const readAt = await scene.get(marks, accountKey(id, reader.account));
    if (readAt === undefined || readAt === NOT_READ) unread++;
  }
  return unread;
}

export type Folder = 'inbox' | 'trash' | 'none';

/** Where the reader finds the conversation. A message after the deletion brings it back. */
export function folderOf({ folder, now }: Reader, last: VisibleMessage | undefined): Folder {
  if (!folder?.deleted || (last && last.info.timestamp > folder.at)) return 'inbox';
  return (recoverableUntil(folder) ?? 0) > now ? 'trash' : 'none';
}
