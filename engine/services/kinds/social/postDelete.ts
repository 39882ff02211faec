/** social_post_delete: the author of a post takes it back. What such a record means is in `postMark.ts`. */

import { isRefusal, refuse } from '../../../base/refusal.js';
import { defineServiceKind } from '../../serviceKind.js';
import { postRecord } from './post.js';
import { mergePostMark, type PostMark, postMember, readPostMark } from './postMark.js';
import { repost } from './repost.js';
import { authorOf } from './target.js';

export const postDelete = defineServiceKind<PostMark>({
  name: 'social_post_delete',
  keptAs: repost.name,
  route: '/api/v2/social/post/delete',
  chapter: 'Social',
  summary: 'Deletes a post; its author alone may',
  scope: 'public',
  outlivesRetention: true,
  makesRoom: true,
  members: [postMember],
  refusals: ['not_found', 'not_authorized'],
  decode: readPostMark,
  async check(scene, { sender, fields }) {
    const author = await authorOf(scene, fields.postId, postRecord.name, 'Post');
    if (isRefusal(author)) return author;
    return author === sender ? undefined : refuse('not_authorized', 'Only the author can delete a post');
  },
  merge: mergePostMark,
  answer: async () => ({}),
});
