/** The social chapter: every method of the published client against a real node, good and refused, and the routes that it does not
 *  reach. Every answer is checked against what its route declares. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CheckedApi } from '../../support/checkedApi.js';
import { type InlineNode, startInlineNode } from '../../support/inlineNode.js';
import type { Submitted } from '../../support/publishedClient.js';
import { type Members, number, signed } from '../../support/signedRequests.js';
import { type ClientPost, checkedClient, clientWallet, noted, type SocialClient } from '../../support/socialClient.js';
import { type SigningActor, signingActor } from '../../support/transactions.js';

const [alice, bob, carol] = ['alice', 'bob', 'carol'].map((name) => signingActor(`social: ${name}`)) as [
  SigningActor,
  SigningActor,
  SigningActor,
];
const wallet = { alice: clientWallet(alice), bob: clientWallet(bob), carol: clientWallet(carol) };

const ID = /^[0-9a-f]{64}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UNKNOWN = 'ab'.repeat(32);

let node: InlineNode;
let api: CheckedApi;
let social: SocialClient;
let methods: { readonly called: ReadonlySet<string>; readonly names: readonly string[] };

beforeAll(async () => {
  node = await startInlineNode({});
  api = new CheckedApi(node.url);
  const { client, ...rest } = noted((await checkedClient(api)).social);
  social = client;
  methods = rest;
});

afterAll(() => node?.remove());

function data({ success, error, data: members }: Submitted): Readonly<Record<string, unknown>> {
  expect([success, error]).toEqual([true, undefined]);
  return members ?? {};
}

/** The client writes the answer of a refused request into its error. */
function refused({ success, error }: Submitted, status: number, code: string, words: string): void {
  expect(success).toBe(false);
  expect(error).toMatch(new RegExp(` failed: ${status} `));
  expect(JSON.parse(error?.slice(error.indexOf('{')) ?? '{}')).toEqual({ success: false, error: words, code });
}

async function post(body: string, author = wallet.alice, replyToId?: string): Promise<string> {
  const made = data(await social.createPost(author, body, replyToId)).post as { readonly id: string };
  return made.id;
}

async function answered(path: string, signer: SigningActor, members: Members) {
  const { status, json } = await api.post(path, signed(signer, members).body);
  return [status, json?.error ?? json] as const;
}

describe('tracks', () => {
  const track = 'a track/with % and ä';

  test('recordPlay, toggleLike, getTrackStats, getUserLikes', async () => {
    expect(data(await social.recordPlay(wallet.alice, track))).toEqual({ plays: 1 });
    expect(data(await social.recordPlay(wallet.alice, track))).toEqual({ plays: 2 });
    expect(data(await social.toggleLike(wallet.alice, track))).toEqual({ liked: true, likes: 1 });
    expect(data(await social.toggleLike(wallet.bob, track))).toEqual({ liked: true, likes: 2 });
    expect(data(await social.toggleLike(wallet.bob, track))).toEqual({ liked: false, likes: 1 });
    expect(data(await social.toggleLike(wallet.alice, 'second'))).toEqual({ liked: true, likes: 1 });
    const stats = { plays: 2, likes: 1, commentCount: 0 };
    expect(await social.getTrackStats(track)).toEqual({ ...stats, liked: false });
    expect(await social.getTrackStats(track, alice.keyHex)).toEqual({ ...stats, liked: true });
    expect(await social.getTrackStats(track, bob.address)).toEqual({ ...stats, liked: false });
    expect(await social.getUserLikes(alice.keyHex)).toEqual(['second', track]);
    expect(await social.getUserLikes(alice.address)).toEqual(['second', track]);
    expect(await social.getUserLikes(bob.keyHex)).toEqual([]);
    expect(await social.getTrackStats('unheard')).toEqual({ plays: 0, likes: 0, commentCount: 0, liked: false });
    refused(await social.recordPlay(wallet.alice, ' '), 400, 'malformed_payload', 'trackId is required');
    refused(await social.toggleLike(wallet.alice, ''), 400, 'malformed_payload', 'trackId is required');
    await expect(social.getTrackStats(track, 'nobody')).rejects.toThrow(/ failed: 400 /);
    await expect(social.getUserLikes('nobody')).rejects.toThrow(/ failed: 400 /);
  });

  test('postComment, getComments, deleteComment', async () => {
    const first = data(await social.postComment(wallet.alice, track, ' One ')).comment as { readonly id: string };
    expect(first).toEqual({
      ...{ id: expect.stringMatching(ID), track_id: track, wallet_pubkey: alice.keyHex, body: ' One ' },
      timestamp: expect.stringMatching(TIME),
    });
    const second = data(await social.postComment(wallet.bob, track, 'ä'.repeat(2_000))).comment;
    expect(await social.getComments(track)).toEqual([second, first]);
    expect(await social.getComments(track, 1)).toEqual([second]);
    expect(await social.getComments(track, 1, 1)).toEqual([first]);
    expect(await social.getComments(track, 1, 2)).toEqual([]);
    expect(await social.getTrackStats(track)).toMatchObject({ commentCount: 2 });
    const own = 'Only the author can delete a comment';
    refused(await social.deleteComment(wallet.bob, first.id), 403, 'not_authorized', own);
    expect(data(await social.deleteComment(wallet.alice, first.id))).toEqual({});
    expect(await social.getComments(track)).toEqual([second]);
    expect(await social.getTrackStats(track)).toMatchObject({ commentCount: 1 });
    for (const id of [first.id, UNKNOWN, 'no id'])
      refused(await social.deleteComment(wallet.alice, id), 404, 'not_found', 'Comment not found');
    const long = 'Comment body too long (max 2000 characters)';
    refused(await social.postComment(wallet.alice, track, 'x'.repeat(2_001)), 400, 'malformed_payload', long);
    refused(await social.postComment(wallet.alice, track, ' '), 400, 'malformed_payload', 'body is required');
    refused(await social.postComment(wallet.alice, '', 'One'), 400, 'malformed_payload', 'trackId is required');
  });

  test('hideTrack, getHiddenTracks', async () => {
    expect(data(await social.hideTrack(wallet.alice, 'mine'))).toEqual({ hidden: true, trackId: 'mine' });
    expect(data(await social.hideTrack(wallet.alice, 'mine'))).toEqual({ hidden: true, trackId: 'mine' });
    expect(data(await social.hideTrack(wallet.alice, 'other', true))).toEqual({ hidden: true, trackId: 'other' });
    expect([...(await social.getHiddenTracks(alice.keyHex))].sort()).toEqual(['mine', 'other']);
    expect(data(await social.hideTrack(wallet.alice, 'mine', false))).toEqual({ hidden: false, trackId: 'mine' });
    expect(await social.getHiddenTracks(alice.keyHex)).toEqual(['other']);
    expect(await social.getHiddenTracks(bob.keyHex)).toEqual([]);
    refused(await social.hideTrack(wallet.alice, ''), 400, 'malformed_payload', 'trackId is required');
    expect(await answered('/api/v2/social/hide-track', alice, { trackId: 'mine', hidden: 'yes' })).toEqual([
      400,
      'hidden must be true or false',
    ]);
  });
});

describe('people', () => {
  test('toggleFollow, getArtistStats, getUserFollowing, and who follows', async () => {
    expect(data(await social.toggleFollow(wallet.bob, alice.keyHex))).toEqual({ following: true, followers: 1 });
    expect(data(await social.toggleFollow(wallet.carol, alice.address))).toEqual({ following: true, followers: 2 });
    const stranger = signingActor('social: a stranger');
    expect(data(await social.toggleFollow(wallet.bob, stranger.keyHex))).toEqual({ following: true, followers: 1 });
    const nameless = signingActor('social: without a key here');
    expect(data(await social.toggleFollow(wallet.bob, nameless.address))).toEqual({ following: true, followers: 1 });
    expect(await social.getArtistStats(alice.keyHex, bob.keyHex)).toEqual({
      ...{ followers: 2, following: 0, isFollowing: true },
    });
    expect(await social.getArtistStats(bob.address)).toEqual({ followers: 0, following: 3, isFollowing: false });
    expect(await social.getUserFollowing(bob.keyHex)).toEqual([nameless.address, stranger.keyHex, alice.keyHex]);
    const followers = `/api/social/user/${alice.address}/followers`;
    expect(await api.get(followers)).toEqual({ followers: [carol.keyHex, bob.keyHex], total: 2, next_cursor: null });
    const page = await api.get(`${followers}?limit=1`);
    expect(page).toEqual({ followers: [carol.keyHex], total: 2, next_cursor: expect.stringMatching(/^[0-9a-f]+$/) });
    expect(await api.get(`${followers}?limit=1&cursor=${page.next_cursor}`)).toMatchObject({
      ...{ followers: [bob.keyHex], next_cursor: null },
    });
    expect(data(await social.toggleFollow(wallet.carol, alice.keyHex))).toEqual({ following: false, followers: 1 });
    expect(await api.get(followers)).toMatchObject({ followers: [bob.keyHex], total: 1 });
    const { success, error } = await social.toggleFollow(wallet.bob, 'nobody');
    expect([success, error?.includes('artistPubkey must be a rouge1 address')]).toEqual([false, true]);
    expect(await answered('/api/v2/social/follow', bob, {})).toEqual([400, 'artistPubkey is required']);
    await expect(social.getArtistStats('nobody')).rejects.toThrow(/ failed: 400 /);
    await expect(social.getUserFollowing('nobody')).rejects.toThrow(/ failed: 400 /);
  });
});

describe('posts', () => {
  test('createPost, getPost, getPostReplies, getUserPosts, getGlobalTimeline', async () => {
    const made = data(await social.createPost(wallet.alice, 'First')).post as { readonly id: string };
    expect(made).toEqual({
      ...{ id: expect.stringMatching(ID), author_pubkey: alice.keyHex, body: 'First', reply_to_id: null },
      created_at: expect.stringMatching(TIME),
    });
    const replies = [await post('Second', wallet.bob, made.id), await post('ä'.repeat(4_000), wallet.alice, made.id)];
    const stats = { likes: 0, reposts: 0, replies: 2, liked: false, reposted: false };
    expect(await social.getPost(made.id)).toEqual({ post: made, stats });
    const found = await social.getPostReplies(made.id);
    expect(found.map(({ id, reply_to_id }) => [id, reply_to_id])).toEqual(replies.map((id) => [id, made.id]));
    expect((await social.getPostReplies(made.id, 1, 1)).map(({ id }) => id)).toEqual([replies[1]]);
    const own = await social.getUserPosts(alice.keyHex);
    expect([own.posts.map(({ id }) => id), own.total]).toEqual([[replies[1], made.id], 2]);
    expect((await social.getUserPosts(alice.keyHex, 1, 1)).posts).toEqual([made]);
    const newest = await social.getGlobalTimeline();
    expect(newest.map(({ id }) => id)).toEqual([replies[1], replies[0], made.id]);
    expect((await social.getGlobalTimeline(1, 1)).map(({ id }) => id)).toEqual([replies[0]]);
    const long = 'Post body too long (max 4000 characters)';
    refused(await social.createPost(wallet.alice, 'x'.repeat(4_001)), 400, 'malformed_payload', long);
    refused(await social.createPost(wallet.alice, ''), 400, 'malformed_payload', 'body is required');
    for (const id of [UNKNOWN, 'no id'])
      refused(await social.createPost(wallet.alice, 'x', id), 404, 'not_found', 'Post not found');
    for (const id of [UNKNOWN, 'no id']) {
      expect(await social.getPost(id)).toBeNull();
      await expect(social.getPostStats(id)).rejects.toThrow(/ failed: 404 /);
      expect(await social.getPostReplies(id)).toEqual([]);
    }
    await expect(social.getGlobalTimeline(0)).rejects.toThrow(/ failed: 400 /);
    await expect(social.getGlobalTimeline(1, 10_001)).rejects.toThrow(/ failed: 400 /);
    await expect(social.getUserPosts('nobody')).rejects.toThrow(/ failed: 400 /);
  });

  test('toggleRepost, getPostStats; a post is liked by its id', async () => {
    const id = await post('To repost');
    expect(data(await social.toggleRepost(wallet.bob, id))).toEqual({ reposted: true, reposts: 1 });
    expect(data(await social.toggleRepost(wallet.carol, id))).toEqual({ reposted: true, reposts: 2 });
    expect(data(await social.toggleRepost(wallet.carol, id))).toEqual({ reposted: false, reposts: 1 });
    data(await social.toggleLike(wallet.carol, id));
    const stats = { likes: 1, reposts: 1, replies: 0 };
    expect(await social.getPostStats(id, bob.keyHex)).toEqual({ ...stats, liked: false, reposted: true });
    expect(await social.getPostStats(id, carol.keyHex)).toEqual({ ...stats, liked: true, reposted: false });
    const own = 'You cannot repost your own post';
    refused(await social.toggleRepost(wallet.alice, id), 400, 'rule_violation', own);
    expect(await social.getPost(id)).not.toBeNull();
    for (const unknown of [UNKNOWN, 'no id'])
      refused(await social.toggleRepost(wallet.bob, unknown), 404, 'not_found', 'Post not found');
  });

  test('deletePost takes a post from timelines, replies and counts', async () => {
    const parent = await post('Parent');
    const reply = await post('Reply', wallet.bob, parent);
    const before = (await social.getUserPosts(bob.keyHex)).total;
    const words = 'Only the author can delete a post';
    refused(await social.deletePost(wallet.alice, reply), 403, 'not_authorized', words);
    expect(data(await social.deletePost(wallet.bob, reply))).toEqual({});
    expect(await social.getPost(reply)).toBeNull();
    expect(await social.getPostReplies(parent)).toEqual([]);
    expect(await social.getPostStats(parent)).toMatchObject({ replies: 0 });
    expect((await social.getUserPosts(bob.keyHex)).total).toBe(before - 1);
    expect((await social.getGlobalTimeline()).map(({ id }) => id)).not.toContain(reply);
    for (const id of [reply, UNKNOWN, 'no id'])
      refused(await social.deletePost(wallet.bob, id), 404, 'not_found', 'Post not found');
    refused(await social.createPost(wallet.bob, 'x', reply), 404, 'not_found', 'Post not found');
    const another = await post('Stays', wallet.bob, parent);
    data(await social.deletePost(wallet.alice, parent));
    expect((await social.getPostReplies(parent)).map(({ id }) => id)).toEqual([another]);
  });

  test('getFollowingFeed: of those whom one follows, newest first, page by page', async () => {
    const reader = signingActor('social: reader');
    const authors = ['one', 'two', 'three'].map((name) => signingActor(`social: author ${name}`));
    const made: string[] = [];
    for (let round = 0; round < 10; round++)
      for (const author of authors) made.push(await post(`Post ${round}`, clientWallet(author)));
    const path = '/api/v2/social/feed';
    const feed = async (members: Readonly<Record<string, number | string>> = {}) => {
      const sent = Object.entries(members).map(([name, value]) => [
        name,
        typeof value === 'number' ? number(value) : value,
      ]);
      const [status, answer] = await answered(path, reader, Object.fromEntries(sent));
      expect(status).toBe(200);
      const { posts, next_cursor } = answer as { posts: readonly ClientPost[]; next_cursor: string | null };
      return { ids: posts.map(({ id }) => id), next_cursor };
    };
    expect(await feed()).toEqual({ ids: [], next_cursor: null });
    for (const { keyHex } of authors.slice(0, 2)) data(await social.toggleFollow(clientWallet(reader), keyHex));
    const expected = made.filter((_, at) => at % 3 < 2).reverse();
    expect(expected.length).toBe(20);
    expect(await feed()).toEqual({ ids: expected, next_cursor: null });
    expect((await feed({ limit: 5, offset: 3 })).ids).toEqual(expected.slice(3, 8));
    const first = await feed({ limit: 7 });
    const second = await feed({ limit: 500, cursor: String(first.next_cursor) });
    expect([...first.ids, ...second.ids]).toEqual(expected);
    expect([first.ids.length, second.next_cursor]).toEqual([7, null]);
    data(await social.deletePost(clientWallet(authors[1] as SigningActor), expected[0] as string));
    expect((await feed({ limit: 1 })).ids).toEqual([expected[1]]);
    const far = 'offset is at most 10000: go on with cursor';
    expect(await answered(path, reader, { offset: number(10_001) })).toEqual([400, far]);
    expect(await answered(path, reader, { cursor: 'x' })).toEqual([400, 'cursor is not the next_cursor of a page']);
    // This version of the client looks for `posts` beside `data` instead of in it, so it shows an empty feed whatever a node answers.
    const before = api.checked.get(`POST ${path}`) ?? 0;
    expect(await social.getFollowingFeed(clientWallet(reader), 5, 3)).toEqual([]);
    expect(api.checked.get(`POST ${path}`)).toBe(before + 1);
  });
});

test('what names another request of the services is refused', async () => {
  const refusal = 'payload names "social_like", this is the request of social_play';
  expect(await answered('/api/v2/social/play', alice, { trackId: 'x', type: 'social_like' })).toEqual([400, refusal]);
  const more = 'body belongs to a request of social_comment';
  expect(await answered('/api/v2/social/like', alice, { trackId: 'x', body: 'y' })).toEqual([400, more]);
});

test('every method of the client and every route of the chapter has been tried', () => {
  expect([...methods.called].sort()).toEqual([...methods.names].sort());
  expect(methods.names.length).toBe(21);
  expect([...api.checked.keys()].filter((name) => / \/api\/(v2\/)?social\//.test(name)).length).toBe(22);
});
