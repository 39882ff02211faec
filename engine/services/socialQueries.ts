/** Public reads of the social chapter: what needs no signature. */

import { fromHex, utf8Text } from '../base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import { type AccountId, accountBytes, accountOfBytes } from '../crypto/address.js';
import { keyOf, textPart } from './keys.js';
import { commentOf, comments } from './kinds/social/comment.js';
import { type Counted, countKey, counts } from './kinds/social/counts.js';
import { hiddenTracks } from './kinds/social/hideTrack.js';
import { shownPerson } from './kinds/social/people.js';
import { plays } from './kinds/social/play.js';
import { postOf, postStats, postsByAuthor, replies, timeline } from './kinds/social/post.js';
import { recordIdOf } from './kinds/social/target.js';
import { endOf, follows, likes, togglesByAuthor, togglesByTarget } from './kinds/social/toggle.js';
import { badPage, type Listing, pageFrom } from './paging.js';
import type { SceneReader } from './scene.js';
import type { ServiceQuery } from './serviceQuery.js';

interface PageArgs {
  readonly limit: number;
  readonly offset: number;
  readonly cursor?: string;
}

interface UserArgs {
  /** Account, hex. */
  readonly user: string;
}

interface PostArgs {
  readonly post: string;
}

interface Viewed {
  /** Account, hex. */
  readonly viewer?: string;
}

/** Arguments come from a route of this node, which has checked them. */
const query =
  <A>(read: (scene: SceneReader, args: A) => Promise<object | Refusal>): ServiceQuery =>
  (scene, args) =>
    read(scene, args as unknown as A);

const accountOf = (hex: string): AccountId => accountOfBytes(Buffer.from(hex, 'hex'));
const viewerOf = ({ viewer }: Viewed): AccountId | undefined => (viewer === undefined ? undefined : accountOf(viewer));
const noPost = (): Refusal => refuse('not_found', 'Post not found');

/** A page under the member that clients read. */
async function pageAs<V>(
  member: string,
  scene: SceneReader,
  listing: Listing<V>,
  { limit, offset, cursor }: PageArgs,
): Promise<object | Refusal> {
  const behind = cursor === undefined ? undefined : fromHex(cursor);
  if (cursor !== undefined && !behind) return badPage();
  const { items, next_cursor } = await pageFrom(scene, listing, { limit, behind }, offset);
  return { [member]: items, next_cursor };
}

/** The same with how many there are in all. */
async function countedPage<V>(
  member: string,
  scene: SceneReader,
  listing: Listing<V>,
  args: PageArgs,
  [what, ...whose]: readonly [Counted, ...Uint8Array[]],
): Promise<object | Refusal> {
  const page = await pageAs(member, scene, listing, args);
  return isRefusal(page) ? page : { ...page, total: await counts.read(scene, countKey(what, ...whose)) };
}

const trackStats = query<{ readonly track: string } & Viewed>(async (scene, args) => {
  const track = textPart(args.track);
  const viewer = viewerOf(args);
  const [playCount, likeCount, commentCount, liked] = await Promise.all([
    plays.read(scene, track),
    likes.ofTarget(scene, track),
    counts.read(scene, countKey('commentsOfTrack', track)),
    viewer !== undefined && likes.isOn(scene, viewer, track),
  ]);
  return { plays: playCount, likes: likeCount, commentCount, liked };
});

const trackComments = query<{ readonly track: string } & PageArgs>((scene, args) =>
  pageAs(
    'comments',
    scene,
    { table: comments, prefix: textPart(args.track), reverse: true, view: ({ key }) => commentOf(scene, endOf(key)) },
    args,
  ),
);

const artistStats = query<UserArgs & Viewed>(async (scene, args) => {
  const artist = accountOf(args.user);
  const viewer = viewerOf(args);
  const target = accountBytes(artist);
  const [followers, following, isFollowing] = await Promise.all([
    follows.ofTarget(scene, target),
    counts.read(scene, countKey('followedBy', target)),
    viewer !== undefined && follows.isOn(scene, viewer, target),
  ]);
  return { followers, following, isFollowing };
});

const personAt =
  (scene: SceneReader) =>
  ({ key }: { readonly key: Uint8Array }): Promise<string> =>
    shownPerson(scene, accountOfBytes(endOf(key)));

const textAt = async ({ value }: { readonly value: Uint8Array }): Promise<string> => utf8Text(value);

const userLikes = query<UserArgs & PageArgs>((scene, args) => {
  const user = accountOf(args.user);
  const listing = { table: togglesByAuthor, prefix: likes.authorPrefix(user), reverse: true, view: textAt };
  return countedPage('trackIds', scene, listing, args, ['likesOfUser', accountBytes(user)]);
});

const userFollowing = query<UserArgs & PageArgs>((scene, args) => {
  const user = accountOf(args.user);
  const listing = { table: togglesByAuthor, prefix: follows.authorPrefix(user), reverse: true, view: personAt(scene) };
  return countedPage('artists', scene, listing, args, ['followedBy', accountBytes(user)]);
});

const userFollowers = query<UserArgs & PageArgs>((scene, args) => {
  const user = accountBytes(accountOf(args.user));
  const prefix = follows.targetPrefix(user);
  const listing = { table: togglesByTarget, prefix, reverse: true, view: personAt(scene) };
  return countedPage('followers', scene, listing, args, ['followersOf', user]);
});

const postAt =
  (scene: SceneReader) =>
  ({ key }: { readonly key: Uint8Array }) =>
    postOf(scene, endOf(key));

const userPosts = query<UserArgs & PageArgs>((scene, args) => {
  const prefix = accountBytes(accountOf(args.user));
  const listing = { table: postsByAuthor, prefix, reverse: true, view: postAt(scene) };
  return countedPage('posts', scene, listing, args, ['postsOfUser', prefix]);
});

const timelinePage = query<PageArgs>((scene, args) =>
  countedPage('posts', scene, { table: timeline, prefix: keyOf(), reverse: true, view: postAt(scene) }, args, [
    'posts',
  ]),
);

const onePost = query<PostArgs & Viewed>(async (scene, args) => {
  const id = recordIdOf(args.post);
  const post = id && (await postOf(scene, id));
  return id && post ? { post, stats: await postStats(scene, id, viewerOf(args)) } : noPost();
});

const onePostStats = query<PostArgs & Viewed>(async (scene, args) => {
  const id = recordIdOf(args.post);
  return id && (await postOf(scene, id)) ? postStats(scene, id, viewerOf(args)) : noPost();
});

/** The replies to a post that is deleted stay. */
const postReplies = query<PostArgs & PageArgs>(async (scene, args) => {
  const id = recordIdOf(args.post);
  if (!id) return { replies: [], next_cursor: null, total: 0 };
  const listing = { table: replies, prefix: id, view: postAt(scene) };
  return countedPage('replies', scene, listing, args, ['repliesOfPost', id]);
});

const userHiddenTracks = query<UserArgs & PageArgs>((scene, args) => {
  const prefix = accountBytes(accountOf(args.user));
  return pageAs('trackIds', scene, { table: hiddenTracks, prefix, view: textAt }, args);
});

export const socialQueries: Readonly<Record<string, ServiceQuery>> = {
  social_track_stats: trackStats,
  social_track_comments: trackComments,
  social_artist_stats: artistStats,
  social_user_likes: userLikes,
  social_user_following: userFollowing,
  social_user_followers: userFollowers,
  social_user_posts: userPosts,
  social_timeline: timelinePage,
  social_post: onePost,
  social_post_stats: onePostStats,
  social_post_replies: postReplies,
  social_hidden_tracks: userHiddenTracks,
};
