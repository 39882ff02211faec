import type { ServiceKind } from '../../serviceKind.js';
import { comment } from './comment.js';
import { commentDelete } from './commentDelete.js';
import { feed } from './feed.js';
import { follow } from './follow.js';
import { hideTrack } from './hideTrack.js';
import { like } from './like.js';
import { play } from './play.js';
import { post } from './post.js';
import { postDelete } from './postDelete.js';
import { repost } from './repost.js';

export const socialKinds: readonly ServiceKind[] = [
  play,
  like,
  comment,
  commentDelete,
  follow,
  post,
  postDelete,
  repost,
  feed,
  hideTrack,
];
