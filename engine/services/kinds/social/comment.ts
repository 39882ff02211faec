/** social_comment: somebody says something about a track. */

import { toHex } from '../../../base/bytes.js';
import { refuse } from '../../../base/refusal.js';
import { accountBytes } from '../../../crypto/address.js';
import type { RecordReader } from '../../contentKind.js';
import { keyOf, textPart } from '../../keys.js';
import { eraseRecord, recordOf, type StoredRecord } from '../../records.js';
import type { Scene, SceneReader } from '../../scene.js';
import { defineServiceKind } from '../../serviceKind.js';
import { setTable } from '../../table.js';
import { isNew } from '../../tally.js';
import { bodyMember, readBody } from './body.js';
import { countKey, counts } from './counts.js';
import { readTrack, trackMember } from './track.js';

const COMMENT_CHARACTERS = 2_000;

interface Comment {
  readonly trackId: string;
  readonly body: string;
}

/** Key: hash of the track, signed time, id. */
export const comments = setTable(0x35, 'comments');

/** Who has deleted which comment; it counts when it is the author. Key: id of the comment, account. */
export const commentDeletions = setTable(0x39, 'comment_deletions');

export const commentRecord: RecordReader<Comment> = {
  name: 'social_comment',
  members: [trackMember, bodyMember(COMMENT_CHARACTERS)],
  decode(reader) {
    const track = readTrack(reader);
    const body = readBody(reader, 'Comment', COMMENT_CHARACTERS);
    return track && body !== undefined ? { ...track, body } : undefined;
  },
};

const listKey = (trackId: string, timestamp: number, id: Uint8Array): Uint8Array =>
  keyOf(textPart(trackId), timestamp, id);

const commentView = ({ id, meta, fields, publicKey }: StoredRecord<Comment>) => ({
  id: toHex(id),
  track_id: fields.trackId,
  wallet_pubkey: toHex(publicKey),
  body: fields.body,
  timestamp: new Date(meta.timestamp).toISOString(),
});

export async function commentOf(scene: SceneReader, id: Uint8Array) {
  const stored = await recordOf(scene, id, commentRecord);
  return stored && commentView(stored);
}

/** Takes a comment from its track and drops what it says. */
export async function withdrawComment(scene: Scene, id: Uint8Array): Promise<void> {
  const stored = await recordOf(scene, id, commentRecord);
  if (!stored) return;
  scene.delete(comments, listKey(stored.fields.trackId, stored.meta.timestamp, id));
  await counts.add(scene, countKey('commentsOfTrack', textPart(stored.fields.trackId)), -1);
  await eraseRecord(scene, id, commentRecord.name);
}

export const comment = defineServiceKind<Comment>({
  ...commentRecord,
  route: '/api/v2/social/comment',
  chapter: 'Social',
  summary: 'Comments on a track',
  scope: 'public',
  refusals: ['not_found'],
  async merge(scene, record) {
    if (!isNew(record)) return;
    const { id, sender, timestamp, fields } = record;
    if (await scene.get(commentDeletions, keyOf(id, accountBytes(sender))))
      return eraseRecord(scene, id, commentRecord.name);
    scene.put(comments, listKey(fields.trackId, timestamp, id), true);
    await counts.add(scene, countKey('commentsOfTrack', textPart(fields.trackId)), 1);
  },
  erased: (scene, { id }) => withdrawComment(scene, id),
  async answer(scene, { id }) {
    const view = await commentOf(scene, id);
    return view ? { comment: view } : refuse('not_found', 'The comment is deleted already');
  },
});
