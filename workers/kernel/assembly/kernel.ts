/** The kernel's door: what the host may call, and where it writes (`layout.ts`). */

import { openCache } from './cache';
import { writeRoundConstants } from './keccak';
import { writeTables } from './ntt';

export { cacheEvictions, cacheHits, cacheMisses, cacheSlots, cacheUsed } from './cache';
export { HASH_KEY, LANE_KEY, LANE_MESSAGE, LANE_SIGNATURE, MESSAGE_BYTES, SCRATCH, SCRATCH_END } from './layout';
export { inverseNtt, ntt } from './ntt';
export {
  absorbPiece,
  beginPieces,
  checkSignature,
  endPieces,
  laneAt,
  prepareMessage,
  verifyMu,
  verifyOne,
  verifyPair,
} from './verify';

/** Once, before anything else. The host writes the random bytes of HASH_KEY itself.
 *  @param capacity bytes of the cache of expanded keys. @returns false when there is not so much memory. */
export function open(capacity: u32): bool {
  writeRoundConstants();
  writeTables();
  return openCache(capacity);
}
