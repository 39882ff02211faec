/** Chapter Social: tracks, artists, posts. */

import type { TSchema } from 'typebox';
import { binaryToHex } from '../../../engine/base/bytes.js';
import { isRefusal, type Refusal, type RefusalCode } from '../../../engine/base/refusal.js';
import { SERVICE_PAGE } from '../../../engine/base/serviceLimits.js';
import { defineRoute } from '../../context.js';
import type { Content } from '../../routing/answer.js';
import { text, wholeNumber } from '../../routing/parameters.js';
import { Type } from '../../routing/schema.js';
import { AccountText, Hash } from '../../schemas.js';
import { pageLimit, readAccount } from '../parts.js';
import { type Asker, asker, serviceRead, serviceRoute } from './serviceRoute.js';

const chapter = 'Social';

const Count = Type.Integer({ minimum: 0 });
const Time = Type.String({ description: 'RFC 3339', examples: ['2026-01-01T00:00:00.000Z'] });
const Person = Type.String({
  description: 'Public key in hex, or the address where nobody has shown the key to this node',
});
const Track = Type.String({ description: 'As the request named it' });

const Comment = Type.Object(
  { id: Hash, track_id: Track, wallet_pubkey: Type.String(), body: Type.String(), timestamp: Time },
  { title: 'Comment' },
);

const Post = Type.Object(
  {
    id: Hash,
    author_pubkey: Type.String(),
    body: Type.String(),
    reply_to_id: Type.Union([Type.String(), Type.Null()], { description: 'Id of the post that it replies to' }),
    created_at: Time,
  },
  { title: 'Post' },
);

const postStats = {
  likes: Type.Integer({ minimum: 0, description: 'A post is liked as a track is, by its id' }),
  reposts: Count,
  replies: Count,
  liked: Type.Boolean({ description: 'By the viewer; false without one' }),
  reposted: Type.Boolean({ description: 'By the viewer; false without one' }),
};

const signed = [
  serviceRoute('social_play', { plays: Count }),
  serviceRoute('social_like', { liked: Type.Boolean(), likes: Count }),
  serviceRoute('social_comment', { comment: Comment }),
  serviceRoute('social_comment_delete', {}),
  serviceRoute('social_follow', { following: Type.Boolean(), followers: Count }),
  serviceRoute('social_post_create', { post: Post }),
  serviceRoute('social_post_delete', {}),
  serviceRoute('social_repost', { reposted: Type.Boolean(), reposts: Count }),
  serviceRoute('social_feed', {
    posts: Type.Array(Post),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: '`cursor` of the next page; null at the end',
    }),
  }),
  serviceRoute('social_hide_track', { hidden: Type.Boolean(), trackId: Track }),
];

const trackParams = Type.Object({ trackId: text({ mustBe: 'a track', maxLength: 1_024, examples: ['track-1'] }) });
const userParams = Type.Object({ pubkey: AccountText });
const postParams = Type.Object({
  id: text({ mustBe: 'the id of a post', maxLength: 256, examples: ['0'.repeat(64)] }),
});
const viewerQuery = Type.Object({ viewer: Type.Optional(AccountText) });

/** Hex in either case, as in signed requests. */
const CURSOR = '^([0-9a-fA-F]{2}){1,256}$';

/** @param usual elements of a page without `limit`. @param most the largest page. */
const pageQuery = (usual: number = SERVICE_PAGE.default, most: number = SERVICE_PAGE.most) =>
  Type.Object({
    limit: pageLimit({ default: usual, max: most }),
    offset: wholeNumber({
      minimum: 0,
      maximum: SERVICE_PAGE.offset,
      default: 0,
      description: 'Elements to leave out; to read on, take the cursor',
    }),
    cursor: Type.Optional(
      text({ mustBe: 'the next_cursor of an earlier answer', pattern: CURSOR, examples: ['0'.repeat(80)] }),
    ),
  });

const NextCursor = Type.Union([Type.String(), Type.Null()], {
  description:
    '`cursor` of the next page; null at the end. A page also ends with the element with which it reaches 8 MiB',
});

const refusals: readonly RefusalCode[] = ['malformed_payload', 'busy', 'stopping'];

/** What a public read declares beside its parameters. */
const read = (path: string, summary: string, answer: Readonly<Record<string, TSchema>>, more: RefusalCode[] = []) => ({
  method: 'GET' as const,
  path: `/api/social/${path}`,
  chapter,
  summary,
  hasNoHeight: true as const,
  refusals: [...refusals, ...more],
  response: { 200: Type.Object(answer) },
});

/** Accounts of a request as the reads take them, in hex. The texts may be absent. */
function accounts<Name extends string>(
  texts: Readonly<Record<Name, string | undefined>>,
): Readonly<Partial<Record<Name, string>>> | Refusal {
  const found: Partial<Record<Name, string>> = {};
  for (const [name, value] of Object.entries(texts) as [Name, string | undefined][]) {
    if (value === undefined) continue;
    const named = readAccount(value);
    if (isRefusal(named)) return named;
    found[name] = binaryToHex(named.account);
  }
  return found;
}

/** Asks a read about accounts. @param texts that name accounts. */
async function readAbout(
  client: Asker,
  query: string,
  texts: Readonly<Record<string, string | undefined>>,
  args: Readonly<Record<string, unknown>> = {},
): Promise<Content | Refusal> {
  const named = accounts(texts);
  return isRefusal(named) ? named : serviceRead(client, query, { ...args, ...named });
}

const tracks = [
  defineRoute({
    ...read('track/:trackId/stats', 'Plays, likes and comments of a track', {
      plays: Count,
      likes: Count,
      commentCount: Count,
      liked: Type.Boolean({ description: 'By the viewer; false without one' }),
    }),
    params: trackParams,
    query: viewerQuery,
    handler: (context, { params, query: { viewer }, request }) =>
      readAbout(asker(context, request), 'social_track_stats', { viewer }, { track: params.trackId }),
  }),
  defineRoute({
    ...read('track/:trackId/comments', 'Comments on a track, newest first', {
      comments: Type.Array(Comment),
      next_cursor: NextCursor,
    }),
    params: trackParams,
    query: pageQuery(),
    handler: (context, { params, query, request }) =>
      serviceRead(asker(context, request), 'social_track_comments', { ...query, track: params.trackId }),
  }),
];

const artistStats = defineRoute({
  ...read('artist/:pubkey/stats', 'How many follow somebody, and how many they follow', {
    followers: Count,
    following: Count,
    isFollowing: Type.Boolean({ description: 'Whether the viewer does; false without one' }),
  }),
  params: userParams,
  query: viewerQuery,
  handler: (context, { params, query: { viewer }, request }) =>
    readAbout(asker(context, request), 'social_artist_stats', { user: params.pubkey, viewer }),
});

/** A list of one person. */
const ofUser = (
  path: string,
  query: string,
  summary: string,
  answer: Readonly<Record<string, TSchema>>,
  page: ReturnType<typeof pageQuery>,
) =>
  defineRoute({
    ...read(path, summary, { ...answer, next_cursor: NextCursor }),
    params: userParams,
    query: page,
    handler: (context, request) =>
      readAbout(asker(context, request.request), query, { user: request.params.pubkey }, { ...request.query }),
  });

/** Keys have 3,904 characters each. */
const people = pageQuery(50, 200);
const texts = pageQuery(SERVICE_PAGE.most);

const users = [
  ofUser(
    'user/:pubkey/likes',
    'social_user_likes',
    'Tracks that somebody likes, the latest first',
    { trackIds: Type.Array(Track), total: Count },
    texts,
  ),
  ofUser(
    'user/:pubkey/following',
    'social_user_following',
    'Whom somebody follows, the latest first',
    { artists: Type.Array(Person), total: Count },
    pageQuery(200, 200),
  ),
  ofUser(
    'user/:pubkey/followers',
    'social_user_followers',
    'Who follows somebody, the latest first',
    { followers: Type.Array(Person), total: Count },
    people,
  ),
  ofUser(
    'user/:pubkey/posts',
    'social_user_posts',
    'Posts of somebody, replies among them, newest first',
    { posts: Type.Array(Post), total: Count },
    pageQuery(),
  ),
  ofUser(
    'hidden-tracks/:pubkey',
    'social_hidden_tracks',
    'Tracks that somebody has hidden from their profile',
    { trackIds: Type.Array(Track) },
    texts,
  ),
];

const posts = [
  defineRoute({
    ...read('timeline', 'All posts, replies among them, newest first', {
      posts: Type.Array(Post),
      total: Count,
      next_cursor: NextCursor,
    }),
    query: pageQuery(),
    handler: (context, { query, request }) => serviceRead(asker(context, request), 'social_timeline', { ...query }),
  }),
  defineRoute({
    ...read('post/:id', 'A post', { post: Post, stats: Type.Object(postStats, { title: 'PostStats' }) }, ['not_found']),
    params: postParams,
    query: viewerQuery,
    handler: (context, { params, query: { viewer }, request }) =>
      readAbout(asker(context, request), 'social_post', { viewer }, { post: params.id }),
  }),
  defineRoute({
    ...read('post/:id/stats', 'Likes, reposts and replies of a post', postStats, ['not_found']),
    params: postParams,
    query: viewerQuery,
    handler: (context, { params, query: { viewer }, request }) =>
      readAbout(asker(context, request), 'social_post_stats', { viewer }, { post: params.id }),
  }),
  defineRoute({
    ...read('post/:id/replies', 'Replies to a post, oldest first; they stay when the post is deleted', {
      replies: Type.Array(Post),
      total: Count,
      next_cursor: NextCursor,
    }),
    params: postParams,
    query: pageQuery(),
    handler: (context, { params, query, request }) =>
      serviceRead(asker(context, request), 'social_post_replies', { ...query, post: params.id }),
  }),
];

export const socialRoutes = [...signed, ...tracks, artistStats, ...users, ...posts];
