/** The map of the kernel's memory: every buffer at a fixed address, so that nothing is ever allocated.
 *
 *  Tables and public keys come first. Then comes the scratch, which holds every secret and which a wipe
 *  clears as a whole. The slots of expanded public keys come last; the capacity sets their size. */

import { POLY } from './parameters';

// Tables, written once.

/** 24 round constants of Keccak, each twice. */
export const ROUND_CONSTANTS: usize = 1_024;
/** Multipliers of the NTT in the order of its passes (`ntt.ts`): 3, 4 x 3 and 16 x 6 pairs of vectors. */
export const ZETAS: usize = 2_048;
/** Multipliers of the inverse, in the same places. */
export const INVERSE_ZETAS: usize = 6_144;
/** Two sets of last multipliers of the inverse: after products of rows, after single products. */
export const ROW_SCALE: usize = 10_240;
export const PRODUCT_SCALE: usize = 10_304;
/** Random bytes from the host, as many as a public key has: they choose the hash function of the cache. */
export const HASH_KEY: usize = 10_368;
/** Counters and heads of the cache (`cache.ts`). */
export const CACHE_HEADER: usize = 12_352;

/** The matrix of the last signing key and its seed rho: public, kept from one signature to the next. */
export const SIGN_SEED: usize = 12_416;
export const SIGN_SLOT: usize = 12_544;
/** Expanded matrix, a public key, its hash tr, and the links of the cache. */
export const SLOT_BYTES: usize = 38_912;

// Scratch.

export const SCRATCH: usize = SIGN_SLOT + SLOT_BYTES;
/** Keccak: two interleaved states and one state, each followed by as much working space; a squeezed block of each of
 *  two states. */
export const STATE2: usize = SCRATCH;
export const STATE1: usize = SCRATCH + 832;
export const BLOCK0: usize = SCRATCH + 1_280;
export const BLOCK1: usize = SCRATCH + 1_536;
/** Two polynomials that one pair of states fills, and one more. */
export const SAMPLED: usize = SCRATCH + 1_792;
/** Two lanes, one signature each. */
export const LANES: usize = SCRATCH + 5_120;

export const LANE_SIGNATURE: usize = 0;
/** A public key and its padding: 15 blocks of SHAKE256. */
export const LANE_KEY: usize = 3_328;
/** tr, then 0, the length of the context, the context, the message and its padding. */
export const LANE_MESSAGE: usize = 5_376;
/** Bytes of tr, context and message together that a lane takes at once; longer messages come in pieces. */
export const MESSAGE_BYTES: usize = 16_320;
/** mu, packed w1, padding: what the commitment hash covers. */
export const LANE_COMMITMENT: usize = LANE_MESSAGE + MESSAGE_BYTES + 256;
/** z (five polynomials) and c, side by side as the row product expects them. */
export const LANE_Z: usize = LANE_COMMITMENT + 1_024;
/** Products of the rows. */
export const LANE_W: usize = LANE_Z + 6 * POLY;
/** z and c in limbs. */
export const LANE_LIMBS: usize = LANE_W + 6 * POLY;
export const LANE_HASH: usize = LANE_LIMBS + 6 * POLY;
export const LANE_BYTES: usize = LANE_HASH + 128;

/** Working space of keygen and sign: seeds and hashes; the packed key; polynomials. */
export const SECRET_SEEDS: usize = LANES + 2 * LANE_BYTES;
export const SECRET_KEY: usize = SECRET_SEEDS + 1_024;
export const SECRET_S1: usize = SECRET_KEY + 4_096;
export const SECRET_S2: usize = SECRET_S1 + 5 * POLY;
export const SECRET_T0: usize = SECRET_S2 + 6 * POLY;
export const SECRET_Y: usize = SECRET_T0 + 6 * POLY;
export const SECRET_PRODUCT: usize = SECRET_Y + 5 * POLY;
export const SCRATCH_END: usize = SECRET_PRODUCT + POLY;

/** Heads of the cache's chains, then the slots; sized when the kernel is given its capacity. */
export const CHAINS: usize = SCRATCH_END;
