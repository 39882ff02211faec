/** ML-DSA.Verify, algorithms 3 and 8 of FIPS 204, in two halves: what depends only on the key is in its slot.
 *
 *  A lane holds one signature under way. The host writes signature, key, context and message into it; `checkSignature`
 *  does what needs no key; then one lane is verified, or both together, which hashes two states at a time.
 *
 *  Verification knows no secret: it branches on what it reads. */

import { slotOf } from './cache';
import { SLOT_TR } from './expand';
import { keccakF1, keccakF2 } from './keccak';
import {
  BLOCK0,
  BLOCK1,
  LANE_BYTES,
  LANE_COMMITMENT,
  LANE_HASH,
  LANE_KEY,
  LANE_LIMBS,
  LANE_MESSAGE,
  LANE_SIGNATURE,
  LANE_W,
  LANE_Z,
  LANES,
  ROW_SCALE,
  STATE1,
} from './layout';
import { inverseNtt, ntt } from './ntt';
import { applyHints, encodeW1, hintsAreEncoded, sampleInBall, unpackZ } from './packing';
import { BETA, C_TILDE, CRH, GAMMA1, K, PACKED_W1, POLY, RATE256, TAU } from './parameters';
import { cutLimbs, rowProducts } from './rows';
import { absorb1, clear1, clear2, extract2, mix2, pad, shake256, shake256Pair } from './sponge';

const CHALLENGE: usize = LANE_Z + 5 * POLY;
const SIGNS: usize = LANE_HASH + CRH;

/** Slots of the keys of both lanes. */
let slot0: usize = 0;
let slot1: usize = 0;

export function laneAt(lane: usize): usize {
  return LANES + lane * LANE_BYTES;
}

/** Steps 2 to 5 and the norm of step 13 of algorithm 8. Leaves z in the lane. @returns whether hints and z are valid. */
export function checkSignature(lane: usize): bool {
  const at = laneAt(lane);
  if (!hintsAreEncoded(at + LANE_SIGNATURE)) return false;
  return unpackZ(at + LANE_SIGNATURE + C_TILDE, at + LANE_Z) < GAMMA1 - BETA;
}

/** Finds or expands the lane's key and writes the bytes before the message: tr, 0, the length of the context. */
export function prepareMessage(lane: usize, contextLength: i32): void {
  const at = laneAt(lane);
  const slot = slotOf(at + LANE_KEY, lane);
  if (lane) slot1 = slot;
  else slot0 = slot;
  memory.copy(at + LANE_MESSAGE, slot + SLOT_TR, CRH);
  store<u8>(at + LANE_MESSAGE + CRH, 0);
  store<u8>(at + LANE_MESSAGE + CRH + 1, contextLength);
}

/** SampleInBall, algorithm 29, of the 48 bytes at `seed`. */
export function challenge(seed: usize, poly: usize, signs: usize): void {
  memory.copy(BLOCK0, seed, C_TILDE);
  pad(BLOCK0, C_TILDE, RATE256);
  clear1();
  absorb1(BLOCK0, 1, RATE256);
  memory.fill(poly, 0, POLY);
  let index = sampleInBall(STATE1, RATE256, poly, 256 - TAU, true, signs);
  while (index < 256) {
    keccakF1();
    index = sampleInBall(STATE1, RATE256, poly, index, false, signs);
  }
}

/** `challenge` of both lanes. */
function challengePair(first: usize, second: usize): void {
  memory.copy(BLOCK0, first + LANE_SIGNATURE, C_TILDE);
  memory.copy(BLOCK1, second + LANE_SIGNATURE, C_TILDE);
  pad(BLOCK0, C_TILDE, RATE256);
  pad(BLOCK1, C_TILDE, RATE256);
  clear2();
  mix2(BLOCK0, BLOCK1, RATE256);
  memory.fill(first + CHALLENGE, 0, POLY);
  memory.fill(second + CHALLENGE, 0, POLY);
  let a = 256 - TAU;
  let b = a;
  for (let round = 0; a < 256 || b < 256; round++) {
    keccakF2();
    extract2(BLOCK0, BLOCK1, RATE256);
    a = sampleInBall(BLOCK0, RATE256, first + CHALLENGE, a, round === 0, first + SIGNS);
    b = sampleInBall(BLOCK1, RATE256, second + CHALLENGE, b, round === 0, second + SIGNS);
  }
}

/** Steps 9 and 10 of algorithm 8: w1 from A z - c t1 2^d and the hints, encoded after mu and padded. */
function commitment(at: usize, slot: usize): void {
  for (let poly = at + LANE_Z; poly < at + LANE_Z + 6 * POLY; poly += POLY) ntt(poly);
  cutLimbs(at + LANE_Z, at + LANE_LIMBS);
  rowProducts(slot, at + LANE_LIMBS, at + LANE_W);
  for (let poly = at + LANE_W; poly < at + LANE_W + 6 * POLY; poly += POLY) inverseNtt(poly, ROW_SCALE);
  encodeW1(at + LANE_W, at + LANE_COMMITMENT + CRH);
  applyHints(at + LANE_SIGNATURE, at + LANE_W, at + LANE_COMMITMENT + CRH);
  pad(at + LANE_COMMITMENT, CRH + <usize>K * PACKED_W1, RATE256);
}

const COMMITMENT_BLOCKS: usize = 7;

/** Steps 12 and 13: whether the commitment hash equals the signature's. */
function commitmentHolds(at: usize): bool {
  let difference = i32x4.splat(0);
  for (let byte: usize = 0; byte < C_TILDE; byte += 16)
    difference = v128.or(difference, v128.xor(v128.load(at + LANE_HASH + byte), v128.load(at + LANE_SIGNATURE + byte)));
  return !v128.any_true(difference);
}

/** Verifies a lane whose mu has been made. */
export function verifyMu(lane: usize): bool {
  const at = laneAt(lane);
  challenge(at + LANE_SIGNATURE, at + CHALLENGE, at + SIGNS);
  commitment(at, lane ? slot1 : slot0);
  shake256(at + LANE_COMMITMENT, COMMITMENT_BLOCKS, at + LANE_HASH, C_TILDE);
  return commitmentHolds(at);
}

/** Verifies one prepared lane. @param length bytes of tr, context and message, including the two between. */
export function verifyOne(lane: usize, length: usize): bool {
  const at = laneAt(lane);
  shake256(at + LANE_MESSAGE, pad(at + LANE_MESSAGE, length, RATE256), at + LANE_COMMITMENT, CRH);
  return verifyMu(lane);
}

/** Verifies both prepared lanes. @returns bit 0 for the first, bit 1 for the second. */
export function verifyPair(length0: usize, length1: usize): i32 {
  const a = laneAt(0);
  const b = laneAt(1);
  const blocksA = pad(a + LANE_MESSAGE, length0, RATE256);
  const blocksB = pad(b + LANE_MESSAGE, length1, RATE256);
  shake256Pair(a + LANE_MESSAGE, blocksA, a + LANE_COMMITMENT, b + LANE_MESSAGE, blocksB, b + LANE_COMMITMENT, CRH);
  challengePair(a, b);
  commitment(a, slot0);
  commitment(b, slot1);
  const blocks = COMMITMENT_BLOCKS;
  shake256Pair(a + LANE_COMMITMENT, blocks, a + LANE_HASH, b + LANE_COMMITMENT, blocks, b + LANE_HASH, C_TILDE);
  return <i32>commitmentHolds(a) | ((<i32>commitmentHolds(b)) << 1);
}

// Messages longer than a lane, a piece at a time. Nothing else may be hashed in between.

export function beginPieces(): void {
  clear1();
}

/** @param blocks whole blocks of 136 bytes at the start of the lane's message. */
export function absorbPiece(lane: usize, blocks: usize): void {
  absorb1(laneAt(lane) + LANE_MESSAGE, blocks, RATE256);
}

/** The last piece. Leaves mu in the lane. */
export function endPieces(lane: usize, length: usize): void {
  const at = laneAt(lane);
  absorb1(at + LANE_MESSAGE, pad(at + LANE_MESSAGE, length, RATE256), RATE256);
  memory.copy(at + LANE_COMMITMENT, STATE1, CRH);
}
