/** Counts of the social chapter, in one table: how many of what. */

import { type KeyPart, keyOf } from '../../keys.js';
import { Tally } from '../../tally.js';

export const counts = new Tally(0x34, 'social_counts');

/** The first byte of a key. Databases keep it: a number never changes its meaning. */
const NUMBER = {
  likesOfTrack: 1,
  likesOfUser: 2,
  followersOf: 3,
  followedBy: 4,
  repostsOfPost: 5,
  commentsOfTrack: 6,
  postsOfUser: 7,
  posts: 8,
  repliesOfPost: 9,
} as const;

export type Counted = keyof typeof NUMBER;

export const countKey = (what: Counted, ...whose: readonly KeyPart[]): Uint8Array =>
  keyOf(Uint8Array.of(NUMBER[what]), ...whose);
