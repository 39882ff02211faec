/** The kernel's interface: what the host may call, and where it writes (`layout.ts`). */

import { openCache } from './cache';
import { writeRoundConstants } from './keccak';
import { SCRATCH, SCRATCH_END } from './layout';
import { writeTables } from './ntt';

export { cacheEvictions, cacheHits, cacheMisses, cacheSlots, cacheUsed } from './cache';
export { keygen } from './keygen';
export {
  HASH_KEY,
  LANE_HASH,
  LANE_KEY,
  LANE_LIMBS,
  LANE_MESSAGE,
  LANE_SIGNATURE,
  LANE_W,
  LANE_Z,
  MESSAGE_BYTES,
  ROW_SCALE,
  SCRATCH,
  SCRATCH_END,
  SECRET_KEY,
  SECRET_SEEDS,
  SIGN_SLOT,
} from './layout';
// For the tests of their bounds.
export { inverseNtt, ntt } from './ntt';
export { applyHints, encodeW1 } from './packing';
export { cutLimbs, rowProducts } from './rows';
export { hashMessage, prepareSigning, sign } from './sign';
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

/** Call once, before anything else. The host writes the random bytes of HASH_KEY on its own.
 *  @param capacity bytes of the cache of expanded keys. @returns false when there is not so much memory. */
export function open(capacity: usize): bool {
  writeRoundConstants();
  writeTables();
  return openCache(capacity);
}

/** Clears the scratch, and with it everything that a key or a signature was made from. */
export function wipe(): void {
  memory.fill(SCRATCH, 0, SCRATCH_END - SCRATCH);
}
