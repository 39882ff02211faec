/** The published client of the social chapter, whose answers are checked against what their routes declare. */

import type { CheckedApi } from './checkedApi.js';
import { JSON_HEADERS } from './httpClient.js';
import { type ClientWallet, loadPublishedClient, type Submitted } from './publishedClient.js';
import type { SigningActor } from './transactions.js';

type Answer = Readonly<Record<string, unknown>>;

interface Sent {
  readonly method?: string;
  readonly body?: string;
}

export interface ClientPost {
  readonly id: string;
  readonly author_pubkey: string;
  readonly body: string;
  readonly reply_to_id: string | null;
  readonly created_at: string;
}

export interface SocialClient {
  recordPlay(wallet: ClientWallet, trackId: string): Promise<Submitted>;
  toggleLike(wallet: ClientWallet, trackId: string): Promise<Submitted>;
  postComment(wallet: ClientWallet, trackId: string, body: string): Promise<Submitted>;
  deleteComment(wallet: ClientWallet, commentId: string): Promise<Submitted>;
  toggleFollow(wallet: ClientWallet, artistPubkey: string): Promise<Submitted>;
  getTrackStats(trackId: string, viewer?: string): Promise<Answer>;
  getComments(trackId: string, limit?: number, offset?: number): Promise<readonly Answer[]>;
  getArtistStats(pubkey: string, viewer?: string): Promise<Answer>;
  getUserLikes(pubkey: string): Promise<readonly string[]>;
  getUserFollowing(pubkey: string): Promise<readonly string[]>;
  createPost(wallet: ClientWallet, body: string, replyToId?: string): Promise<Submitted>;
  deletePost(wallet: ClientWallet, postId: string): Promise<Submitted>;
  toggleRepost(wallet: ClientWallet, postId: string): Promise<Submitted>;
  getPost(postId: string, viewer?: string): Promise<{ readonly post: ClientPost; readonly stats: Answer } | null>;
  getPostStats(postId: string, viewer?: string): Promise<Answer>;
  getPostReplies(postId: string, limit?: number, offset?: number): Promise<readonly ClientPost[]>;
  getUserPosts(
    pubkey: string,
    limit?: number,
    offset?: number,
  ): Promise<{ readonly posts: readonly ClientPost[]; readonly total: number }>;
  getGlobalTimeline(limit?: number, offset?: number): Promise<readonly ClientPost[]>;
  getFollowingFeed(wallet: ClientWallet, limit?: number, offset?: number): Promise<readonly ClientPost[]>;
  hideTrack(wallet: ClientWallet, trackId: string, hidden?: boolean): Promise<Submitted>;
  getHiddenTracks(pubkey: string): Promise<readonly string[]>;
}

export interface CheckedClient {
  readonly social: SocialClient;
  registerPushToken(wallet: ClientWallet, pushToken: string, platform?: string): Promise<Submitted>;
  unregisterPushToken(wallet: ClientWallet): Promise<Submitted>;
}

export const clientWallet = ({ keyHex, secretKey }: SigningActor): ClientWallet => ({
  publicKey: keyHex,
  privateKey: Buffer.from(secretKey).toString('hex'),
});

/** The client over an API that checks every answer. */
export async function checkedClient(api: CheckedApi): Promise<CheckedClient> {
  const { RougeChain } = await loadPublishedClient();
  const fetch = async (url: string, { method = 'GET', body }: Sent): Promise<Response> => {
    const sending = body === undefined ? { method } : { method, headers: JSON_HEADERS, body };
    const { status, text } = await api.send(url.slice(api.url.length), sending);
    return new Response(text, { status });
  };
  return new RougeChain(`${api.url}/api`, { fetch }) as unknown as CheckedClient;
}

/** @returns a part of the client that notes which of its methods are called, and the names of all that it has. */
export function noted<Part extends object>(part: Part) {
  const called = new Set<string>();
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(part)).filter((name) => name !== 'constructor');
  const client = new Proxy(part, {
    get(target, name) {
      if (names.includes(String(name))) called.add(String(name));
      return Reflect.get(target, name) as unknown;
    },
  });
  return { client, called, names };
}
