/** social_comment_delete: the author of a comment takes it back.
 *
 *  It is kept as (comment, signer) and counts when the signer is the author, in whatever order the two come. No other request of the
 *  services is made of a `commentId` alone, so nothing else that somebody signs can be passed on as a deletion. */

import { isRefusal, refuse } from '../../../base/refusal.js';
import { accountBytes } from '../../../crypto/address.js';
import { keyOf } from '../../keys.js';
import { metaOf } from '../../records.js';
import { defineServiceKind } from '../../serviceKind.js';
import { commentDeletions, commentRecord, withdrawComment } from './comment.js';
import { authorOf, readTarget, targetMember } from './target.js';

export const commentDelete = defineServiceKind<{ readonly commentId: Uint8Array }>({
  name: 'social_comment_delete',
  route: '/api/v2/social/comment/delete',
  chapter: 'Social',
  summary: 'Deletes a comment; its author alone may',
  scope: 'public',
  makesRoom: true,
  members: [targetMember('commentId', 'comment_id', 'Id of the comment')],
  refusals: ['not_found', 'not_authorized'],
  decode(reader) {
    const commentId = readTarget(reader, 'commentId', 'Comment not found');
    return commentId && { commentId };
  },
  async check(scene, { sender, fields }) {
    const author = await authorOf(scene, fields.commentId, commentRecord.name, 'Comment');
    if (isRefusal(author)) return author;
    return author === sender ? undefined : refuse('not_authorized', 'Only the author can delete a comment');
  },
  async merge(scene, { sender, fields: { commentId } }) {
    scene.put(commentDeletions, keyOf(commentId, accountBytes(sender)), true);
    const meta = await metaOf(scene, commentId, commentRecord.name);
    if (meta?.author === sender) await withdrawComment(scene, commentId);
  },
  answer: async () => ({}),
});
