/** What somebody signs about a post by its id alone: a repost, or its deletion.
 *
 *  Clients sign the same members for both, `postId` and nothing that tells them apart, so a node could pass on a repost as a deletion
 *  and the other way round. So it does not matter under which of the two names such a record comes, and under both it is one record: signed
 *  by the author of the post it deletes the post, signed by anyone else it turns a repost on or off. No repost of one's own post is taken in, so its author
 *  signs a `postId` only to delete. The rule looks at the record and at the author of the post and at nothing else, and whoever
 *  merges the same records in another order gets the same. */

import type { PayloadReader } from '../../../ledger/payload.js';
import { metaOf } from '../../records.js';
import type { Scene } from '../../scene.js';
import type { MergedRecord } from '../../serviceKind.js';
import { postRecord, withdrawPost } from './post.js';
import { readTarget, targetMember } from './target.js';
import { reposts } from './toggle.js';

export interface PostMark {
  readonly postId: Uint8Array;
}

export const postMember = targetMember('postId', 'post_id', 'Id of the post');

export function readPostMark(reader: PayloadReader): PostMark | undefined {
  const postId = readTarget(reader, 'postId', 'Post not found');
  return postId && { postId };
}

export async function mergePostMark(scene: Scene, record: MergedRecord<PostMark>): Promise<void> {
  const { postId } = record.fields;
  await reposts.merge(scene, record, postId);
  const meta = await metaOf(scene, postId, postRecord.name);
  if (meta?.author === record.sender) await withdrawPost(scene, postId);
}
