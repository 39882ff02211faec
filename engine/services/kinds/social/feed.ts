/** social_feed: the posts of those whom the signer follows, newest first. */

import { compareBytes, joinBytes, toHex } from '../../../base/bytes.js';
import { refuse } from '../../../base/refusal.js';
import { FEED_AUTHORS, SERVICE_PAGE } from '../../../base/serviceLimits.js';
import { ACCOUNT_BYTES, type AccountId } from '../../../crypto/address.js';
import { type PageRequest, pageMembers, readPage } from '../../paging.js';
import { RECORD_ID_BYTES } from '../../record.js';
import type { SceneReader } from '../../scene.js';
import { defineServiceKind } from '../../serviceKind.js';
import { postOf, postsByAuthor } from './post.js';
import { endOf, follows, togglesByAuthor } from './toggle.js';

interface Feed {
  readonly page: PageRequest;
  readonly offset: number;
}

/** Read at once of one author: most have few among the newest. */
const POSTS_AT_ONCE = 8;

/** The posts of one author, newest first. A place is the signed time and the id, as in the timeline. */
class AuthorPosts {
  #places: Uint8Array[] = [];
  #isEnd = false;

  constructor(
    private readonly scene: SceneReader,
    private readonly author: Uint8Array,
    private behind: Uint8Array | undefined,
  ) {}

  get head(): Uint8Array | undefined {
    return this.#places[0];
  }

  /** Reads when nothing is left. */
  async fill(): Promise<void> {
    if (this.#places.length > 0 || this.#isEnd) return;
    const behind = this.behind && joinBytes([this.author, this.behind]);
    const options = { reverse: true, limit: POSTS_AT_ONCE, behind };
    const found = await this.scene.range(postsByAuthor, this.author, options);
    this.#isEnd = found.length < POSTS_AT_ONCE;
    this.#places = found.map(({ key }) => key.slice(ACCOUNT_BYTES));
    this.behind = this.#places.at(-1) ?? this.behind;
  }

  async next(): Promise<void> {
    this.#places.shift();
    await this.fill();
  }
}

/** Puts an author in a list that is sorted by the newest post, the newest last. */
function insert(sorted: AuthorPosts[], one: AuthorPosts): void {
  const head = one.head;
  if (!head) return;
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareBytes((sorted[middle] as AuthorPosts).head as Uint8Array, head) < 0) low = middle + 1;
    else high = middle;
  }
  sorted.splice(low, 0, one);
}

/** Places of the posts of several authors, newest first. */
async function* mergedPosts(
  scene: SceneReader,
  authors: readonly Uint8Array[],
  behind: Uint8Array | undefined,
): AsyncGenerator<Uint8Array> {
  const lists = authors.map((author) => new AuthorPosts(scene, author, behind));
  await Promise.all(lists.map((list) => list.fill()));
  const sorted: AuthorPosts[] = [];
  for (const list of lists) insert(sorted, list);
  for (let newest = sorted.pop(); newest; newest = sorted.pop()) {
    yield newest.head as Uint8Array;
    await newest.next();
    insert(sorted, newest);
  }
}

async function feedOf(scene: SceneReader, reader: AccountId, { page: { limit, behind }, offset }: Feed) {
  const prefix = follows.authorPrefix(reader);
  const followed = await scene.range(togglesByAuthor, prefix, { reverse: true, limit: FEED_AUTHORS });
  const authors = followed.map(({ key }) => endOf(key));
  const posts: object[] = [];
  let [passed, bytes] = [0, 0];
  let last: Uint8Array | undefined;
  for await (const place of mergedPosts(scene, authors, behind)) {
    if (passed++ < offset) continue;
    if (posts.length === limit || bytes >= SERVICE_PAGE.bytes) return { posts, next_cursor: last ? toHex(last) : null };
    last = place;
    const post = await postOf(scene, place.slice(-RECORD_ID_BYTES));
    if (!post) continue;
    posts.push(post);
    bytes += JSON.stringify(post).length;
  }
  return { posts, next_cursor: null };
}

export const feed = defineServiceKind<Feed>({
  name: 'social_feed',
  route: '/api/v2/social/feed',
  chapter: 'Social',
  summary: `Posts of those whom the signer follows, of the ${FEED_AUTHORS} latest of them, newest first`,
  scope: 'read',
  members: [
    ...pageMembers,
    {
      name: 'offset',
      type: 'integer',
      required: false,
      about: `Posts to leave out, ${SERVICE_PAGE.offset} at most; to read on, take the cursor`,
    },
  ],
  refusals: [],
  decode(reader) {
    const page = readPage(reader);
    const offset = reader.integer('offset') ?? 0;
    if (offset > SERVICE_PAGE.offset)
      reader.fail(refuse('malformed_payload', `offset is at most ${SERVICE_PAGE.offset}: go on with cursor`));
    return { page, offset };
  },
  answer: (scene, { sender, fields }) => feedOf(scene, sender, fields),
});
