/** Conversations as answers show them: the specification's names, and those of the clients that are there. */

import { toHex } from '../../../base/bytes.js';
import { type AccountId, accountBytes } from '../../../crypto/address.js';
import { FollowingScene } from '../../followingScene.js';
import { keyText } from '../../keys.js';
import type { SceneReader } from '../../scene.js';
import type { Directory } from '../../surroundings.js';
import { rowName } from '../../table.js';
import { type Conversation, conversationAt } from './conversation.js';
import { conversationText } from './conversationIds.js';
import { isoTime } from './isoTime.js';
import { conversationNames, pairs } from './tables.js';
import {
  type Folder,
  folderOf,
  lastMessage,
  latestRows,
  prefetchLatest,
  type Reader,
  readerOf,
  unreadCount,
  type VisibleMessage,
} from './visibility.js';
import { type KnownWallets, knownWallets } from './wallets.js';

export interface ConversationSummary {
  readonly reader: Omit<Reader, 'now'>;
  readonly name: string | null;
  readonly last: VisibleMessage | undefined;
  readonly unread: number;
  readonly folder: Folder;
}

/** The name that a member has given it last. */
export async function nameOf(scene: SceneReader, { key, members }: Conversation): Promise<string | null> {
  const hexes = new Set(members.map((member) => toHex(accountBytes(member))));
  const named = await conversationNames.readWhere(scene, key, ({ author }) => hexes.has(author));
  return named?.name ?? null;
}

export async function summaryOf(scene: SceneReader, reader: Reader): Promise<ConversationSummary> {
  const [name, last, unread] = await Promise.all([
    nameOf(scene, reader.conversation),
    lastMessage(scene, reader),
    unreadCount(scene, reader),
  ]);
  return { reader, name, last, unread, folder: folderOf(reader, last) };
}

/** Of a summary with one other member. */
const SUMMARY_BYTES = 1_024;
const MEMBER_BYTES = 64;

const summaryKey = (account: AccountId, key: Uint8Array): string => `summary ${account}${keyText(key)}`;

/** Reads a summary, and keeps it where it follows from rows alone, and not from the time. */
async function readSummary(
  scene: SceneReader,
  key: Uint8Array,
  account: AccountId,
  now: number,
): Promise<ConversationSummary | undefined> {
  const epoch = scene.rows?.epoch;
  const following = new FollowingScene(scene);
  const conversation = await conversationAt(following, key);
  if (!conversation?.members.includes(account)) return undefined;
  const summary = await summaryOf(following, await readerOf(following, conversation, account, now));
  const { reader, last } = summary;
  const { names } = following;
  // A deletion ends with time, and so does a message that destroys itself.
  const isTimeless = reader.folder === undefined && last?.info.destructSeconds === undefined;
  if (isTimeless && names && epoch !== undefined) {
    const bytes = SUMMARY_BYTES + MEMBER_BYTES * conversation.members.length;
    scene.rows?.keepResult(summaryKey(account, key), summary, names, bytes, epoch);
  }
  return summary;
}

/** Reads at once what the summaries of conversations of two need, which most are. */
async function prefetchSummaries(scene: SceneReader, keys: readonly Uint8Array[], account: AccountId): Promise<void> {
  if (!scene.prefetch || keys.length === 0) return;
  await scene.prefetch(
    keys.flatMap((key) => [rowName(pairs, key), conversationNames.presence(key), ...latestRows(key, account)]),
  );
  const found = await scene.getMany(pairs, keys);
  const conversations = keys.flatMap((key, at) => {
    const accounts = found[at]?.accounts;
    return accounts ? [{ key, members: [...new Set(accounts)] }] : [];
  });
  await prefetchLatest(scene, conversations, account);
}

/** Conversations of one who is in them. @param keys of conversations. @returns in their order; undefined for those that he is not in. */
export async function summariesOf(
  scene: SceneReader,
  keys: readonly Uint8Array[],
  account: AccountId,
  now: number,
): Promise<readonly (ConversationSummary | undefined)[]> {
  const kept = keys.map((key) => scene.rows?.findResult(summaryKey(account, key)) as ConversationSummary | undefined);
  await prefetchSummaries(
    scene,
    keys.filter((_, at) => !kept[at]),
    account,
  );
  return Promise.all(keys.map((key, at) => kept[at] ?? readSummary(scene, key, account, now)));
}

/** Larger conversations are read when somebody asks: a message to 50 would cost as much as a page. */
const MOST_KEPT_MEMBERS = 4;

/** After a message its members look at their lists: what these show is kept before they ask. */
export async function keepSummaries(scene: SceneReader, { key, members }: Conversation, now: number): Promise<void> {
  if (!scene.rows || members.length > MOST_KEPT_MEMBERS) return;
  await Promise.all(members.map((member) => summariesOf(scene, [key], member, now)));
}

const PREVIEWS: Readonly<Record<string, string>> = { image: '[Image]', video: '[Video]' };

const previewOf = (type: string): string => PREVIEWS[type] ?? '[Encrypted message]';

function viewOf({ reader, name, last, unread }: ConversationSummary, wallets: KnownWallets): object {
  const { account, conversation, folder } = reader;
  const id = conversationText(conversation);
  const lastTime = last ? isoTime(last.info.timestamp) : null;
  return {
    id,
    conversationId: id,
    participants: conversation.members.map((member) => ({
      publicKey: wallets.key(member),
      displayName: wallets.displayName(member),
    })),
    participant_ids: conversation.members.map((member) => wallets.id(member)),
    created_by: wallets.id(conversation.creator),
    name,
    is_group: !conversation.isPair,
    // What others have deleted for themselves is theirs to know.
    deleted_by: folder?.deleted ? [wallets.id(account)] : [],
    created_at: isoTime(conversation.createdAt),
    lastMessage: lastTime,
    last_message_at: lastTime,
    last_sender_id: last ? wallets.id(last.info.author) : null,
    last_message_preview: last ? previewOf(last.info.type) : null,
    unreadCount: unread,
    unread_count: unread,
  };
}

/** Asks the directory once for all of them. */
export async function conversationViews(
  directory: Directory,
  summaries: readonly ConversationSummary[],
): Promise<readonly object[]> {
  const accounts = new Set<AccountId>();
  for (const { reader } of summaries) {
    const { members, creator } = reader.conversation;
    for (const account of [...members, creator]) accounts.add(account);
  }
  const wallets = await knownWallets(directory, accounts);
  return summaries.map((summary) => viewOf(summary, wallets));
}
