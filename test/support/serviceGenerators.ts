/** Random requests of each service kind that is replicated, for property tests: a kind without a generator is not drawn. */

import type { SeededRandom } from './random.js';

export interface RequestDraw {
  readonly random: SeededRandom;
  /** Ids in hex of records of a kind that were taken in before. */
  readonly earlier: (kind: string) => readonly string[];
  /** Those who have a wallet; the key in hex. */
  readonly people: readonly { readonly name: string; readonly publicKey: string }[];
}

/** @returns the members of a request; undefined when there is nothing yet that it could be about. */
export type RequestGenerator = (draw: RequestDraw) => object | undefined;

const TRACKS = 3;
/** Of what was taken in before, what requests are about: so few that several are about the same. */
const RECENT = 3;

const track = ({ random }: RequestDraw): object => ({ trackId: `track ${random.below(TRACKS)}` });

/** A request about a record of a kind. */
const about =
  (member: string, kind: string, more: (draw: RequestDraw) => object = () => ({})): RequestGenerator =>
  (draw) => {
    const recent = draw.earlier(kind).slice(-RECENT);
    return recent.length === 0 ? undefined : { [member]: draw.random.pick(recent), ...more(draw) };
  };

export const serviceGenerators: Readonly<Record<string, RequestGenerator>> = {
  social_play: track,
  social_like: track,
  social_hide_track: (draw) => ({ ...track(draw), ...(draw.random.chance(50) && { hidden: draw.random.chance(50) }) }),
  social_follow: ({ random, people }) => ({ artistPubkey: random.pick(people).publicKey }),
  social_comment: (draw) => ({ ...track(draw), body: 'remark' }),
  social_comment_delete: about('commentId', 'social_comment'),
  // With a member of another kind: a client may sign what the node does not know of this one.
  social_post_create: ({ random, people }) => ({
    body: 'text',
    ...(random.chance(30) && { artistPubkey: random.pick(people).publicKey }),
  }),
  social_post_delete: about('postId', 'social_post_create'),
  social_repost: about('postId', 'social_post_create'),
  mail_send({ random, people }) {
    const { name, publicKey } = random.pick(people);
    return { to: name, toPublicKey: publicKey, senderEncrypted: 'own', recipientEncrypted: 'theirs' };
  },
  mail_read: about('messageId', 'mail_send'),
  mail_message: about('messageId', 'mail_send'),
  mail_move: about('messageId', 'mail_send', ({ random }) => ({ folder: random.pick(['inbox', 'trash', 'starred']) })),
  mail_delete: about('messageId', 'mail_send'),
};
