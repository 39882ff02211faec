/** social_repost: somebody passes on the post of another, or takes that back. What such a record means is in `postMark.ts`. */

import { isRefusal, refuse } from '../../../base/refusal.js';
import { defineServiceKind } from '../../serviceKind.js';
import { postRecord } from './post.js';
import { mergePostMark, type PostMark, postMember, readPostMark } from './postMark.js';
import { authorOf } from './target.js';
import { reposts } from './toggle.js';

export const repost = defineServiceKind<PostMark>({
  name: 'social_repost',
  route: '/api/v2/social/repost',
  chapter: 'Social',
  summary: "Reposts another's post, or takes that back",
  scope: 'public',
  outlivesRetention: true,
  members: [postMember],
  refusals: ['not_found', 'rule_violation'],
  decode: readPostMark,
  async check(scene, { sender, fields }) {
    const author = await authorOf(scene, fields.postId, postRecord.name, 'Post');
    if (isRefusal(author)) return author;
    return author === sender ? refuse('rule_violation', 'You cannot repost your own post') : undefined;
  },
  merge: mergePostMark,
  async answer(scene, { sender, fields: { postId } }) {
    const [reposted, count] = await Promise.all([reposts.isOn(scene, sender, postId), reposts.ofTarget(scene, postId)]);
    return { reposted, reposts: count };
  },
});
