/** The merge of the social chapter: whatever the order in which nodes get the same records, and however often, with whatever height,
 *  their tables are the same bytes and their readers get the same answers; and these are what a simple model says. */

import { describe, expect, test } from 'vitest';
import { toHex, utf8 } from '../../../engine/base/bytes.js';
import { invariant, isRefusal } from '../../../engine/base/refusal.js';
import { type AccountId, accountBytes, accountOfKey } from '../../../engine/crypto/address.js';
import { sha256 } from '../../../engine/crypto/sha256.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { serviceKindOf } from '../../../engine/services/kinds/index.js';
import { recordPayloads, usages } from '../../../engine/services/record.js';
import { RecordBook } from '../../../engine/services/recordBook.js';
import { TOTAL_USAGE } from '../../../engine/services/records.js';
import { DurableScene, Scene } from '../../../engine/services/scene.js';
import { type ReadRequest, readRequest } from '../../../engine/services/serviceRequest.js';
import { socialQueries } from '../../../engine/services/socialQueries.js';
import type { Surroundings } from '../../../engine/services/surroundings.js';
import { keyedBackend } from '../../support/keyedBackend.js';
import { openMemoryStore } from '../../support/memoryStore.js';
import { readingsOf, relabelled } from '../../support/otherReadings.js';
import { SeededRandom, testSeed } from '../../support/random.js';
import { loneNode } from '../../support/servicesDesk.js';
import { type Members, number, payloadText, signText } from '../../support/signedRequests.js';
import { entriesOf } from '../../support/storeContent.js';
import { CHAIN_ID, type SigningActor } from '../../support/transactions.js';

const NOW = 1_767_225_600_000;

const around: Surroundings = {
  now: NOW,
  height: 1,
  directory: { wallets: async () => [], walletsOf: async () => [] },
  node: loneNode,
};

const context = {
  chainId: CHAIN_ID,
  requireChainId: false,
  protocol: nativeProtocol,
  backend: keyedBackend,
  isKind: (name: string) => serviceKindOf(name) !== undefined,
};

const people = ['ada', 'ben', 'cyd', 'dan'].map((name): SigningActor => {
  const { publicKey, secretKey } = keyedBackend.keygen(sha256(utf8(`social merge: ${name}`)));
  const account = accountOfKey(publicKey);
  return { publicKey, secretKey, account, keyHex: toHex(publicKey), address: '' };
});
const [ada, ben] = people as [SigningActor, SigningActor];

const hexOf = (account: AccountId): string => toHex(accountBytes(account));

/** A record with the heights at which nodes have taken it in. */
interface Copies {
  readonly request: ReadRequest;
  readonly heights: readonly number[];
}

let nonces = 0;

/** As clients sign it: nothing says which request it is. */
const textOf = (signer: SigningActor, members: Members, timestamp: number): string =>
  payloadText(signer, {
    ...members,
    timestamp: number(timestamp),
    nonce: `nonce-${String(++nonces).padStart(8, '0')}`,
  });

function requestOf(kind: string, signer: SigningActor, members: Members, timestamp: number): ReadRequest {
  const found = serviceKindOf(kind);
  invariant(found, `there is no kind ${kind}`);
  const { body } = signText(signer, textOf(signer, members, timestamp), '', keyedBackend);
  const request = readRequest(found, utf8(body), { now: timestamp }, context);
  invariant(!isRefusal(request), `${kind}: ${isRefusal(request) ? request.message : ''}`);
  return request;
}

/** One delivery: a record as one node had it. */
type Delivery = readonly [ReadRequest, number];

async function nodeWith(deliveries: readonly Delivery[], random?: SeededRandom) {
  const store = await openMemoryStore();
  const book = new RecordBook({ nodeKey: ada.publicKey, mostBytes: 1_000_000_000 });
  let scene = new Scene(store);
  for (const [request, height] of deliveries) {
    expect(await book.record(scene, request, height, around)).toBeUndefined();
    if (random && !random.chance(20)) continue;
    if (!scene.isEmpty) await store.commit({ batch: scene.finish() });
    scene = new Scene(store);
  }
  if (!scene.isEmpty) await store.commit({ batch: scene.finish() });
  return store;
}

type Store = Awaited<ReturnType<typeof nodeWith>>;

const dump = async (store: Store): Promise<string[]> =>
  (await entriesOf(store)).map(({ entry: { key, value } }) => `${toHex(key)} ${toHex(sha256(value))}`);

const page = { limit: 500, offset: 0 };

async function ask(store: Store, name: string, args: Readonly<Record<string, unknown>>): Promise<unknown> {
  const query = socialQueries[name];
  invariant(query, `there is no read ${name}`);
  const answer = await query(new DurableScene(store), args, around);
  return isRefusal(answer) ? answer.code : answer;
}

const tracks = ['one', 'two', 'three'];

/** All that readers can ask. */
async function answers(store: Store, posts: readonly string[]): Promise<unknown[]> {
  const found: unknown[] = [await ask(store, 'social_timeline', page)];
  for (const viewer of people.map(({ account }) => hexOf(account))) {
    for (const track of tracks) found.push(await ask(store, 'social_track_stats', { track, viewer }));
    for (const post of posts) {
      found.push(await ask(store, 'social_post', { post, viewer }));
      found.push(await ask(store, 'social_post_stats', { post, viewer }));
    }
    found.push(await ask(store, 'social_artist_stats', { user: viewer, viewer: hexOf(ada.account) }));
    for (const list of ['likes', 'following', 'followers', 'posts'])
      found.push(await ask(store, `social_user_${list}`, { user: viewer, ...page }));
    found.push(await ask(store, 'social_hidden_tracks', { user: viewer, ...page }));
  }
  for (const track of tracks) found.push(await ask(store, 'social_track_comments', { track, ...page }));
  for (const post of posts) found.push(await ask(store, 'social_post_replies', { post, ...page }));
  return found;
}

/** Draws records: posts and comments first, so that others can be about them; the order of delivery is drawn later. */
function draw(random: SeededRandom, count: number): Copies[] {
  const drawn: Copies[] = [];
  const posts: { readonly id: string; readonly author: SigningActor }[] = [];
  const remarks: { readonly id: string; readonly author: SigningActor }[] = [];
  const someone = (): SigningActor => random.pick(people);
  const add = (kind: string, signer: SigningActor, members: Members): string => {
    const request = requestOf(kind, signer, members, NOW + random.below(60_000));
    const heights = Array.from({ length: random.between(1, 3) }, () => random.between(1, 50));
    drawn.push({ request, heights });
    return toHex(request.id);
  };
  const trackId = (): string => random.pick(tracks);
  const some: readonly (() => void)[] = [
    () => add('social_play', someone(), { trackId: trackId() }),
    () =>
      add('social_like', someone(), {
        trackId: posts.length > 0 && random.chance(30) ? random.pick(posts).id : trackId(),
      }),
    () => add('social_follow', someone(), { artistPubkey: someone().keyHex }),
    () => add('social_hide_track', someone(), { trackId: trackId(), hidden: random.chance(60) }),
    () => {
      const author = someone();
      const replyToId = posts.length > 0 && random.chance(50) ? random.pick(posts).id : undefined;
      posts.push({ author, id: add('social_post_create', author, { body: 'text', ...(replyToId && { replyToId }) }) });
    },
    () => {
      const author = someone();
      remarks.push({ author, id: add('social_comment', author, { trackId: trackId(), body: 'remark' }) });
    },
    () => {
      if (posts.length === 0) return;
      const { id, author } = random.pick(posts);
      const signer = someone();
      // Of its own post a node takes only a deletion; of another's only a repost.
      add(signer === author ? 'social_post_delete' : 'social_repost', signer, { postId: id });
    },
    () => {
      if (remarks.length === 0) return;
      const { id, author } = random.pick(remarks);
      // Of a stranger's too: a node that does not know the comment cannot tell.
      add('social_comment_delete', random.chance(70) ? author : someone(), { commentId: id });
    },
  ];
  while (drawn.length < count) random.pick(some)();
  return drawn;
}

const idsOf = (drawn: readonly Copies[], kind: string): string[] =>
  drawn.filter(({ request }) => request.kind.name === kind).map(({ request }) => toHex(request.id));

const deliveriesOf = (drawn: readonly Copies[]): Delivery[] =>
  drawn.flatMap(({ request, heights }) => heights.map((height): Delivery => [request, height]));

const lowestOnly = (drawn: readonly Copies[]): Delivery[] =>
  drawn.map(({ request, heights }) => [request, Math.min(...heights)]);

/** What a hostile node has listed of them as whatever else they can be. */
const relabelledOf = (drawn: readonly Copies[], random: SeededRandom): Copies[] =>
  relabelled(
    drawn.map(({ request }) => request),
    random,
    30,
    CHAIN_ID,
  ).map((request) => ({ request, heights: [random.between(1, 50), random.between(1, 50)] }));

const ROUNDS = 5;
const RECORDS = 90;

describe('any order of arrival', () => {
  const seed = testSeed();

  test(`gives the same tables and the same answers (seed ${seed})`, async () => {
    const seen = { erased: 0, compared: 0, relabelled: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const random = SeededRandom.of(seed, `round ${round}`);
      const honest = draw(random, RECORDS);
      const others = relabelledOf(honest, random);
      const drawn = [...honest, ...others];
      seen.relabelled += others.length;
      const posts = idsOf(drawn, 'social_post_create');
      const straight = await nodeWith(lowestOnly(drawn));
      const tables = await dump(straight);
      const read = await answers(straight, posts);
      for (let order = 0; order < 3; order++) {
        const store = await nodeWith(random.shuffled(deliveriesOf(drawn)), random);
        expect(await dump(store)).toEqual(tables);
        expect(await answers(store, posts)).toEqual(read);
        seen.compared++;
      }
      for (const { request } of drawn)
        if (!(await new DurableScene(straight).get(recordPayloads, request.id))) seen.erased++;
    }
    expect(seen.compared).toBe(3 * ROUNDS);
    expect(seen.erased).toBeGreaterThan(ROUNDS);
    expect(seen.relabelled).toBeGreaterThan(5 * ROUNDS);
  });

  test(`gives what a simple model says (seed ${seed})`, async () => {
    const random = SeededRandom.of(seed, 'model');
    const drawn = draw(random, 400);
    const store = await nodeWith(random.shuffled(deliveriesOf(drawn)), random);
    const requests = drawn.map(({ request }) => request as ReadRequest & { readonly fields: Record<string, unknown> });
    const of = (kind: string) => requests.filter((request) => request.kind.name === kind);
    const isOwn = (kind: string, target: string, post: ReadRequest): boolean =>
      of(kind).some(
        ({ sender, fields }) => sender === post.sender && toHex(fields[target] as Uint8Array) === toHex(post.id),
      );
    const newestFirst = (found: readonly ReadRequest[]): string[] =>
      [...found]
        .sort((a, b) => b.timestamp - a.timestamp || (toHex(a.id) < toHex(b.id) ? 1 : -1))
        .map(({ id }) => toHex(id));
    const living = of('social_post_create').filter((post) => !isOwn('social_post_delete', 'postId', post));
    const timeline = (await ask(store, 'social_timeline', page)) as { posts: { id: string }[]; total: number };
    expect(timeline.posts.map(({ id }) => id)).toEqual(newestFirst(living));
    expect(timeline.total).toBe(living.length);
    expect(living.length).toBeLessThan(of('social_post_create').length);
    for (const track of tracks) {
      const remarks = of('social_comment').filter(
        (remark) => remark.fields.trackId === track && !isOwn('social_comment_delete', 'commentId', remark),
      );
      const { comments } = (await ask(store, 'social_track_comments', { track, ...page })) as {
        comments: { id: string }[];
      };
      expect(comments.map(({ id }) => id)).toEqual(newestFirst(remarks));
      const likesOf = (account: AccountId): number =>
        of('social_like').filter(({ sender, fields }) => sender === account && fields.trackId === track).length;
      expect(await ask(store, 'social_track_stats', { track, viewer: hexOf(ben.account) })).toEqual({
        plays: of('social_play').filter(({ fields }) => fields.trackId === track).length,
        likes: people.filter(({ account }) => likesOf(account) % 2 === 1).length,
        commentCount: remarks.length,
        liked: likesOf(ben.account) % 2 === 1,
      });
    }
  });
});

describe('a record under the name of another kind', () => {
  const post = requestOf('social_post_create', ada, { body: 'text' }, NOW);
  const postId = toHex(post.id);
  /** Passed on under the other name: the same signed bytes. */
  const renamed = (request: ReadRequest, name: string): ReadRequest => {
    const found = readingsOf(request, CHAIN_ID).find(({ kind }) => kind.name === name);
    invariant(found, `it is none of ${name}`);
    return found;
  };

  test("a repost of another's that comes as a deletion is a repost, and a deletion that comes as a repost deletes", async () => {
    const repost = requestOf('social_repost', ben, { postId }, NOW + 1);
    const deletion = requestOf('social_post_delete', ada, { postId }, NOW + 2);
    const right = await nodeWith([
      [post, 1],
      [repost, 1],
    ]);
    const wrong = await nodeWith([
      [renamed(repost, 'social_post_delete'), 1],
      [post, 1],
    ]);
    const read = await answers(right, [postId]);
    expect(read[0]).toMatchObject({ total: 1, posts: [{ id: postId }] });
    expect(await ask(right, 'social_post_stats', { post: postId })).toMatchObject({ reposts: 1 });
    expect(await answers(wrong, [postId])).toEqual(read);
    for (const name of ['social_repost', 'social_post_delete']) {
      const store = await nodeWith([
        [repost, 1],
        [renamed(deletion, name), 1],
        [post, 1],
      ]);
      expect(await ask(store, 'social_post', { post: postId })).toBe('not_found');
      expect(await ask(store, 'social_timeline', page)).toEqual({ posts: [], total: 0, next_cursor: null });
      expect(await new DurableScene(store).get(recordPayloads, post.id)).toBeUndefined();
    }
  });

  test('a repost that comes under both names is one record', async () => {
    const repost = requestOf('social_repost', ben, { postId }, NOW + 1);
    const deletion = renamed(repost, 'social_post_delete');
    const once = await dump(
      await nodeWith([
        [post, 1],
        [repost, 2],
      ]),
    );
    for (const both of [
      [repost, deletion],
      [deletion, repost],
    ] as const) {
      const store = await nodeWith([[post, 1], ...both.map((each, at): Delivery => [each, 3 - at])]);
      expect(await dump(store)).toEqual(once);
      expect(await ask(store, 'social_post_stats', { post: postId })).toMatchObject({ reposts: 1 });
    }
  });

  test('the bytes of a like count as each kind under which they come, and take room once', async () => {
    const like = requestOf('social_like', ben, { trackId: 'one' }, NOW);
    const readings = readingsOf(like, CHAIN_ID);
    expect(readings.map(({ kind }) => kind.name).sort()).toEqual(['social_hide_track', 'social_like', 'social_play']);
    const deliveries = readings.map((reading, at): Delivery => [reading, at + 1]);
    const store = await nodeWith(deliveries);
    expect(await dump(await nodeWith(deliveries.toReversed()))).toEqual(await dump(store));
    const stats = { viewer: hexOf(ben.account), track: 'one' };
    expect(await ask(store, 'social_track_stats', stats)).toMatchObject({ plays: 1, likes: 1, liked: true });
    const scene = new DurableScene(store);
    const alone = new DurableScene(await nodeWith([[like, 1]]));
    for (const whose of [TOTAL_USAGE, accountBytes(ben.account)])
      expect(await scene.get(usages, whose)).toEqual(await alone.get(usages, whose));
    // Ben takes back what he has not asked for: his own requests count whatever others list.
    const again = requestOf('social_like', ben, { trackId: 'one' }, NOW + 1);
    const after = await nodeWith([...deliveries, [again, 4]]);
    expect(await ask(after, 'social_track_stats', stats)).toMatchObject({ likes: 0, liked: false });
  });

  test('what the published client signs with a text in it is of one kind only', () => {
    const alone: Readonly<Record<string, Members>> = {
      social_post_create: { body: 'text', replyToId: postId },
      social_comment: { trackId: 'one', body: 'remark' },
      messenger_send: { conversationId: postId, encryptedContent: 'sealed', contentSignature: '', spoiler: false },
      mail_send: {
        ...{ fromWalletId: 'ada', toWalletIds: ['ben'], subjectEncrypted: 's', bodyEncrypted: 'b' },
        ...{ contentSignature: 'aa', hasAttachment: false },
      },
    };
    for (const [kind, members] of Object.entries(alone))
      expect(readingsOf(requestOf(kind, ada, members, NOW), CHAIN_ID).map(({ kind: { name } }) => name)).toEqual([
        kind,
      ]);
    expect(Object.keys(alone)).toHaveLength(4);
  });

  test('a payload stays until the last of its records is erased', async () => {
    const both = requestOf('social_post_create', ada, { body: 'text', messageId: postId }, NOW);
    const [created, read] = [both, renamed(both, 'mail_read')];
    const gone = requestOf('social_post_delete', ada, { postId: toHex(both.id) }, NOW + 1);
    const erasing = requestOf('mail_delete', ada, { messageId: postId }, NOW + 1);
    const kept = async (...records: readonly ReadRequest[]): Promise<boolean> => {
      const store = await nodeWith(records.map((record) => [record, 1]));
      return (await new DurableScene(store).get(recordPayloads, both.id)) !== undefined;
    };
    expect(await kept(created, read, gone)).toBe(true);
    expect(await kept(created, gone, read)).toBe(true);
    expect(await kept(gone, created, erasing, read)).toBe(false);
    expect(await kept(created, read, erasing, gone)).toBe(false);
  });

  test('a comment is no post, no play and no like; a hidden track is no play', () => {
    const refused = (kind: string, members: Members): string => {
      const found = serviceKindOf(kind);
      invariant(found, `there is no kind ${kind}`);
      const request = readRequest(
        found,
        utf8(signText(ada, textOf(ada, members, NOW), '', keyedBackend).body),
        { now: NOW },
        context,
      );
      return isRefusal(request) ? request.code : 'taken';
    };
    const remark = { trackId: 'one', body: 'remark' };
    expect(
      ['social_post_create', 'social_play', 'social_like', 'social_hide_track'].map((kind) => refused(kind, remark)),
    ).toEqual(Array.from({ length: 4 }, () => 'operation_mismatch'));
    expect(refused('social_play', { trackId: 'one', hidden: true })).toBe('operation_mismatch');
    expect(refused('social_comment', remark)).toBe('taken');
    expect(refused('social_play', { trackId: 'one', other: number(1) })).toBe('taken');
  });
});
