/** social_post: somebody publishes a text, or replies to another. */

import { toHex } from '../../../base/bytes.js';
import { isRefusal, refuse } from '../../../base/refusal.js';
import { type AccountId, accountBytes } from '../../../crypto/address.js';
import type { RecordReader } from '../../contentKind.js';
import { refuseMembers } from '../../foreignMembers.js';
import { keyOf, textPart } from '../../keys.js';
import { eraseRecord, recordOf, type StoredRecord } from '../../records.js';
import type { Scene, SceneReader } from '../../scene.js';
import { defineServiceKind } from '../../serviceKind.js';
import { setTable } from '../../table.js';
import { isNew } from '../../tally.js';
import { bodyMember, readBody } from './body.js';
import { type Counted, countKey, counts } from './counts.js';
import { authorOf, readTarget, targetMember } from './target.js';
import { likes, reposts } from './toggle.js';

const POST_CHARACTERS = 4_000;

interface Post {
  readonly body: string;
  readonly replyTo: Uint8Array | undefined;
}

/** Key: signed time, id. */
export const timeline = setTable(0x36, 'timeline');
/** Key: author, signed time, id. */
export const postsByAuthor = setTable(0x37, 'posts_by_author');
/** Key: id of the post that is replied to, signed time, id. */
export const replies = setTable(0x38, 'replies');

export const postRecord: RecordReader<Post> = {
  name: 'social_post_create',
  members: [
    bodyMember(POST_CHARACTERS),
    targetMember('replyToId', 'reply_to_id', 'Id of the post that this one replies to', false),
  ],
  decode(reader) {
    refuseMembers(reader, ['trackId', 'track_id'], 'social_comment');
    const body = readBody(reader, 'Post', POST_CHARACTERS);
    const isReply = (reader.text('replyToId') ?? '') !== '';
    const replyTo = isReply ? readTarget(reader, 'replyToId', 'Post not found') : undefined;
    return body === undefined || reader.refusal ? undefined : { body, replyTo };
  },
};

const postView = ({ id, meta, fields, publicKey }: StoredRecord<Post>) => ({
  id: toHex(id),
  author_pubkey: toHex(publicKey),
  body: fields.body,
  reply_to_id: fields.replyTo ? toHex(fields.replyTo) : null,
  created_at: new Date(meta.timestamp).toISOString(),
});

export async function postOf(scene: SceneReader, id: Uint8Array) {
  const stored = await recordOf(scene, id, postRecord);
  return stored && postView(stored);
}

/** A post is liked as a track is: by the text of its id. */
export async function postStats(scene: SceneReader, id: Uint8Array, viewer: AccountId | undefined) {
  const liked = textPart(toHex(id));
  const [likeCount, repostCount, replyCount, isLiked, isReposted] = await Promise.all([
    likes.ofTarget(scene, liked),
    reposts.ofTarget(scene, id),
    counts.read(scene, countKey('repliesOfPost', id)),
    viewer !== undefined && likes.isOn(scene, viewer, liked),
    viewer !== undefined && reposts.isOn(scene, viewer, id),
  ]);
  return { likes: likeCount, reposts: repostCount, replies: replyCount, liked: isLiked, reposted: isReposted };
}

/** The lists that a post is in, each with its count. */
function placesOf(author: AccountId, timestamp: number, id: Uint8Array, replyTo: Uint8Array | undefined) {
  const own = accountBytes(author);
  const places: { table: typeof timeline; key: Uint8Array; what: Counted; whose: readonly Uint8Array[] }[] = [
    { table: timeline, key: keyOf(timestamp, id), what: 'posts', whose: [] },
    { table: postsByAuthor, key: keyOf(own, timestamp, id), what: 'postsOfUser', whose: [own] },
  ];
  if (replyTo)
    places.push({ table: replies, key: keyOf(replyTo, timestamp, id), what: 'repliesOfPost', whose: [replyTo] });
  return places;
}

/** Takes a post from all lists and drops what it says. */
export async function withdrawPost(scene: Scene, id: Uint8Array): Promise<void> {
  const stored = await recordOf(scene, id, postRecord);
  if (!stored) return;
  const { meta, fields } = stored;
  for (const { table, key, what, whose } of placesOf(meta.author, meta.timestamp, id, fields.replyTo)) {
    scene.delete(table, key);
    await counts.add(scene, countKey(what, ...whose), -1);
  }
  await eraseRecord(scene, id, postRecord.name);
}

export const post = defineServiceKind<Post>({
  ...postRecord,
  route: '/api/v2/social/post',
  chapter: 'Social',
  summary: 'Publishes a post, or a reply to one',
  scope: 'public',
  refusals: ['not_found'],
  async check(scene, { fields: { replyTo } }) {
    const author = replyTo && (await authorOf(scene, replyTo, postRecord.name, 'Post'));
    return isRefusal(author) ? author : undefined;
  },
  async merge(scene, record) {
    if (!isNew(record)) return;
    const { id, sender, timestamp, fields } = record;
    if (await reposts.isMarked(scene, sender, id)) return eraseRecord(scene, id, postRecord.name);
    for (const { table, key, what, whose } of placesOf(sender, timestamp, id, fields.replyTo)) {
      scene.put(table, key, true);
      await counts.add(scene, countKey(what, ...whose), 1);
    }
  },
  erased: (scene, { id }) => withdrawPost(scene, id),
  async answer(scene, { id }) {
    const view = await postOf(scene, id);
    return view ? { post: view } : refuse('not_found', 'The post is deleted already');
  },
});
