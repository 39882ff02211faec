/** The times between which a height was the last final one: what the signed time of a record is compared with. */

import { TIMESTAMP_WINDOW_MS } from '../../base/limits.js';
import { blockKey } from '../../store/keys.js';
import type { StorePort } from '../../store/port.js';
import { decodeStoredBlock } from '../../store/records.js';

/** `ahead`: above the tip; `unknown`: this node does not keep that block. `next`: of the block after it; undefined at the tip. */
export type HeightTime = { readonly time: number; readonly next: number | undefined } | 'ahead' | 'unknown';

/** A block is final, and seen by a node that serves clients, so much after its time at the latest. */
const SEEN_MS = 60_000;

/** Whether a request with this signed time can have been taken in when `height` was the last final one: at most five minutes before its
 *  block, and after the next one. */
export function isTimely(timestamp: number, of: Exclude<HeightTime, 'ahead'>, now: number): boolean {
  if (of === 'unknown') return timestamp <= now + TIMESTAMP_WINDOW_MS;
  const until = Math.min(of.next === undefined ? now : of.next + SEEN_MS, now);
  return timestamp >= of.time - TIMESTAMP_WINDOW_MS && timestamp <= until + TIMESTAMP_WINDOW_MS;
}

interface Chain {
  readonly tip: { readonly height: number };
}

/** Blocks that are read at once. */
const AT_ONCE = 64;

/** Reads the times of heights out of the chain. @returns in the order of the heights. */
export async function readBlockTimes(
  store: Pick<StorePort, 'getMany'>,
  { tip }: Chain,
  heights: readonly number[],
): Promise<readonly HeightTime[]> {
  const wanted = [...new Set(heights.flatMap((height) => [height, height + 1]))].filter(
    (height) => height <= tip.height,
  );
  const times = new Map<number, number>();
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    const some = wanted.slice(at, at + AT_ONCE);
    const records = await store.getMany(some.map(blockKey));
    for (const [index, bytes] of records.entries())
      if (bytes) times.set(some[index] as number, decodeStoredBlock(bytes).header.time);
  }
  return heights.map((height) => {
    const time = times.get(height);
    if (height > tip.height) return 'ahead';
    return time === undefined ? 'unknown' : { time, next: times.get(height + 1) };
  });
}
