/** What has become of messages: who has read, hidden or deleted them, and the counts that follow.
 *
 *  Counts are kept by author, so that the messages of one who turns out to be no participant count for nobody: unread for a reader are,
 *  over all other members, those of each that are there less those that the reader has read or hidden. Whatever changes a message takes
 *  its share out of the counts before and puts it back after; so the order in which records come does not matter. */

import { compareBytes, joinBytes } from '../../../base/bytes.js';
import { type AccountId, accountBytes, accountOfBytes } from '../../../crypto/address.js';
import { entriesOf } from '../../entries.js';
import { keyOf } from '../../keys.js';
import { eraseRecord, metaOf } from '../../records.js';
import type { Found, Scene, SceneReader } from '../../scene.js';
import { SEND } from './sent.js';
import {
  conversationMessages,
  latestPlaces,
  type MessageInfo,
  marks,
  messageInfos,
  NOT_READ,
  removals,
  seenCounts,
  sentCounts,
} from './tables.js';

export interface Mark {
  readonly account: AccountId;
  /** Signed milliseconds of the first reading; `NOT_READ`. */
  readonly readAt: number;
}

export async function* marksOf(scene: SceneReader, id: Uint8Array): AsyncGenerator<Mark> {
  for await (const { key, value } of entriesOf(scene, marks, id))
    yield { account: accountOfBytes(key.slice(id.length)), readAt: value };
}

export const accountKey = (id: Uint8Array, account: AccountId): Uint8Array => keyOf(id, accountBytes(account));

/** When an account has deleted a message; undefined when it has not, or has restored it. */
export async function deletedAt(scene: SceneReader, id: Uint8Array, account: AccountId): Promise<number | undefined> {
  const removal = await removals.read(scene, accountKey(id, account));
  return removal?.deleted ? removal.at : undefined;
}

/** The accounts for which a message counts as seen; undefined for one that is not there. */
async function seenBy(
  scene: SceneReader,
  id: Uint8Array,
  author: AccountId,
): Promise<readonly AccountId[] | undefined> {
  if ((await deletedAt(scene, id, author)) !== undefined) return undefined;
  const seen: AccountId[] = [];
  for await (const { account, readAt } of marksOf(scene, id))
    if (account !== author && (readAt < NOT_READ || (await deletedAt(scene, id, account)) !== undefined))
      seen.push(account);
  return seen;
}

async function count(scene: Scene, id: Uint8Array, amount: 1 | -1): Promise<void> {
  const info = await scene.get(messageInfos, id);
  const seen = info && (await seenBy(scene, id, info.author));
  if (!info || !seen) return;
  const { conversation, author } = info;
  await sentCounts.add(scene, keyOf(conversation, accountBytes(author)), amount);
  for (const reader of seen)
    await seenCounts.add(scene, keyOf(conversation, accountBytes(reader), accountBytes(author)), amount);
}

/** Changes what is known of a message. One that was erased stays so. */
export async function changeMessage(scene: Scene, id: Uint8Array, change: () => Promise<void> | void): Promise<void> {
  if ((await metaOf(scene, id, SEND))?.isErased) return;
  await count(scene, id, -1);
  await change();
  await count(scene, id, 1);
}

/** An account has read a message at a time, or has hidden it. */
export async function mark(scene: Scene, id: Uint8Array, { account, readAt }: Mark): Promise<void> {
  const key = accountKey(id, account);
  const before = await scene.get(marks, key);
  if (before === undefined || readAt < before) scene.put(marks, key, readAt);
}

export const messageKey = (id: Uint8Array, { conversation, timestamp }: MessageInfo): Uint8Array =>
  keyOf(conversation, timestamp, id);

const newestOf = ({ key, value }: Found<Uint8Array>, conversation: Uint8Array): Uint8Array =>
  joinBytes([key.subarray(conversation.length), value]);

/** Enters a message into the list of its conversation. */
export async function listMessage(scene: Scene, id: Uint8Array, info: MessageInfo): Promise<void> {
  const { conversation, author } = info;
  const entry = { key: messageKey(id, info), value: accountBytes(author) };
  scene.put(conversationMessages, entry.key, entry.value);
  const newest = await scene.get(latestPlaces, conversation);
  const next = newestOf(entry, conversation);
  if (!newest || compareBytes(next, newest) > 0) scene.put(latestPlaces, conversation, next);
}

async function unlistMessage(scene: Scene, id: Uint8Array, info: MessageInfo): Promise<void> {
  const { conversation } = info;
  scene.delete(conversationMessages, messageKey(id, info));
  const [last] = await scene.range(conversationMessages, conversation, { reverse: true, limit: 1 });
  if (last) scene.put(latestPlaces, conversation, newestOf(last, conversation));
  else scene.delete(latestPlaces, conversation);
}

/** Takes a message away from every table; its record is erased. */
export async function eraseMessage(scene: Scene, id: Uint8Array): Promise<void> {
  const info = await scene.get(messageInfos, id);
  if (!info) return;
  await count(scene, id, -1);
  await unlistMessage(scene, id, info);
  scene.delete(messageInfos, id);
  for await (const { key } of entriesOf(scene, marks, id)) scene.delete(marks, key);
  await removals.forget(scene, id);
  await eraseRecord(scene, id, SEND);
}
