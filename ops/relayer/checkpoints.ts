/** Blocks that a scan has passed, by height and hash: by them a reorganisation below the scan is noticed, and the place found from which to
 *  scan again.
 *
 *  Near the newest one they are dense, and their distances double with their depth, so that some eighty of them reach back to the
 *  beginning. */

export interface Checkpoint {
  readonly height: number;
  readonly hash: string;
}

/** The lowest first. */
export type Checkpoints = readonly Checkpoint[];

/** Depths of one doubling are one bucket. */
const bucketOf = (depth: number): number => (depth <= 0 ? -1 : Math.floor(Math.log2(depth)));

/** @param next above all of them. @returns them with the new one: of each bucket the lowest and the highest stay. */
export function withCheckpoint(checkpoints: Checkpoints, next: Checkpoint): Checkpoints {
  const all = [...checkpoints, next];
  const bucketAt = (at: number): number => bucketOf(next.height - (all[at]?.height ?? 0));
  const isInner = (at: number): boolean =>
    at > 0 && at < all.length - 1 && bucketAt(at - 1) === bucketAt(at) && bucketAt(at + 1) === bucketAt(at);
  return all.filter((_, at) => !isInner(at));
}

/** @returns those up to a height. */
export const upTo = (checkpoints: Checkpoints, height: number): Checkpoints =>
  checkpoints.filter((checkpoint) => checkpoint.height <= height);
