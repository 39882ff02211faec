/** Expands a public key into what the row product reads.
 *
 *  A slot holds 6 x 6 polynomials in the domain of the NTT: the matrix A with the column -NTT(t1 * 2^13) beside it, so
 *  that one product with (z, c) gives A z - c t1 2^13. A coefficient a of (-q/2, q/2] is cut into limbs, a = a1 2^12 + a0
 *  with -2^11 <= a0 < 2^11 and |a1| <= 2^10; limbs of two columns are side by side in 32 bits, as i32x4.dot_i16x8_s adds
 *  them. For two rows at a time and for each of 64 vectors, the slot holds for each of three pairs of columns: low
 *  limbs of the upper row, its high limbs, low limbs of the lower row, its high limbs. */

import { canonical, center, q4, signed } from './field';
import { keccakF2 } from './keccak';
import { BLOCK0, BLOCK1, SAMPLED } from './layout';
import { ntt } from './ntt';
import { D, K, PACKED_T1, POLY, Q, RATE128 } from './parameters';
import { clear2, extract2, mix2, pad } from './sponge';

/** Offsets in a slot: limbs, then tr. */
export const SLOT_TR: usize = 36_864;

/** Distance of two vectors of the same row and columns. */
const VECTOR_STEP: usize = 192;

function slotPlace(slot: usize, row: i32, pair: i32): usize {
  return slot + <usize>((row >> 1) * (64 * 192) + pair * 64 + (row & 1) * 32);
}

/** Continues RejNTTPoly (algorithm 30) with one squeezed block of SHAKE128: 56 candidates of three bytes.
 *  @param done coefficients already there. @returns how many there are now, at most 256. */
function acceptBelowQ(block: usize, poly: usize, done: usize): usize {
  const end = block + RATE128;
  // Four candidates at once, unless one of them is refused or the polynomial ends among them.
  while (block < end && done <= 252) {
    const bytes = v128.load(block);
    const four = v128.and(
      v128.shuffle<u8>(bytes, bytes, 0, 1, 2, 15, 3, 4, 5, 15, 6, 7, 8, 15, 9, 10, 11, 15),
      i32x4.splat(0x7fffff),
    );
    block += 12;
    if (v128.any_true(i32x4.ge_s(four, q4()))) {
      for (let at: usize = block - 12; at < block && done < 256; at += 3) {
        const candidate = (<i32>load<u16>(at) | ((<i32>load<u8>(at, 2)) << 16)) & 0x7fffff;
        if (candidate < Q) store<i32>(poly + (done++ << 2), candidate);
      }
    } else {
      v128.store(poly + (done << 2), four);
      done += 4;
    }
  }
  for (; block < end && done < 256; block += 3) {
    const candidate = (<i32>load<u16>(block) | ((<i32>load<u8>(block, 2)) << 16)) & 0x7fffff;
    if (candidate < Q) store<i32>(poly + (done++ << 2), candidate);
  }
  return done;
}

/** RejNTTPoly, algorithm 30, for two entries of the matrix: SHAKE128(rho, column, row).
 *  Out: SAMPLED and SAMPLED + POLY, coefficients in [0, q) in the standard's order. */
function samplePair(rho: usize, row0: i32, column0: i32, row1: i32, column1: i32): void {
  memory.copy(BLOCK0, rho, 32);
  store<u8>(BLOCK0 + 32, column0);
  store<u8>(BLOCK0 + 33, row0);
  pad(BLOCK0, 34, RATE128);
  memory.copy(BLOCK1, BLOCK0, RATE128);
  store<u8>(BLOCK1 + 32, column1);
  store<u8>(BLOCK1 + 33, row1);
  clear2();
  mix2(BLOCK0, BLOCK1, RATE128);
  let first: usize = 0;
  let second: usize = 0;
  while (first < 256 || second < 256) {
    keccakF2();
    extract2(BLOCK0, BLOCK1, RATE128);
    if (first < 256) first = acceptBelowQ(BLOCK0, SAMPLED, first);
    if (second < 256) second = acceptBelowQ(BLOCK1, SAMPLED + POLY, second);
  }
}

/** The order of `ntt`: every 16 coefficients transposed as a 4 x 4 matrix. */
export function transpose(p: usize): void {
  for (const end = p + POLY; p < end; p += 64) {
    const a = v128.load(p);
    const b = v128.load(p, 16);
    const c = v128.load(p, 32);
    const d = v128.load(p, 48);
    const ab = v128.shuffle<i32>(a, b, 0, 4, 1, 5);
    const abHigh = v128.shuffle<i32>(a, b, 2, 6, 3, 7);
    const cd = v128.shuffle<i32>(c, d, 0, 4, 1, 5);
    const cdHigh = v128.shuffle<i32>(c, d, 2, 6, 3, 7);
    v128.store(p, v128.shuffle<i64>(ab, cd, 0, 2));
    v128.store(p, v128.shuffle<i64>(ab, cd, 1, 3), 16);
    v128.store(p, v128.shuffle<i64>(abHigh, cdHigh, 0, 2), 32);
    v128.store(p, v128.shuffle<i64>(abHigh, cdHigh, 1, 3), 48);
  }
}

/** Low limbs of two columns side by side. */
export function lowLimbs(a: v128, highA: v128, b: v128, highB: v128): v128 {
  return joined(i32x4.sub(a, i32x4.shl(highA, 12)), i32x4.sub(b, i32x4.shl(highB, 12)));
}

/** (a + 2^11) / 2^12, rounded down: leaves a0 in [-2^11, 2^11). */
export function highLimb(a: v128): v128 {
  return i32x4.shr_s(i32x4.add(a, i32x4.splat(1 << 11)), 12);
}

/** Lanes of 16 bits: a, b, a, b, ... of the low halves. */
export function joined(a: v128, b: v128): v128 {
  return v128.shuffle<i16>(a, i32x4.shl(b, 16), 0, 9, 2, 11, 4, 13, 6, 15);
}

/** Writes two polynomials with coefficients in [0, q), in the order of `ntt`, as one pair of columns of a row. */
function writeColumns(a: usize, b: usize, place: usize): void {
  for (const end = a + POLY; a < end; a += 16, b += 16, place += VECTOR_STEP) {
    const first = signed(v128.load(a));
    const second = signed(v128.load(b));
    const high = highLimb(first);
    const secondHigh = highLimb(second);
    v128.store(place, lowLimbs(first, high, second, secondHigh));
    v128.store(place, joined(high, secondHigh), 16);
  }
}

/** Unpacks t1 (10 bits per coefficient) and writes -t1 * 2^13; below 2^23 in absolute value. */
function unpackT1(input: usize, poly: usize): void {
  for (const end = poly + POLY; poly < end; poly += 16, input += 5) {
    const low = load<u32>(input);
    const high = <u32>load<u8>(input, 4);
    store<i32>(poly, -((<i32>(low & 1023)) << D));
    store<i32>(poly, -((<i32>((low >> 10) & 1023)) << D), 4);
    store<i32>(poly, -((<i32>((low >> 20) & 1023)) << D), 8);
    store<i32>(poly, -((<i32>((low >> 30) | (high << 2))) << D), 12);
  }
}

/** Representatives in [0, q) of coefficients that `ntt` left below 2^27. */
export function canonicalPoly(p: usize): void {
  for (const end = p + POLY; p < end; p += 16) v128.store(p, canonical(center(v128.load(p))));
}

/** ExpandA, algorithm 32, into a slot. @param t1 packed t1 of the key; 0: the sixth column is zero, for signing. */
export function expandMatrix(rho: usize, t1: usize, slot: usize): void {
  for (let row = 0; row < K; row++)
    for (let pair = 0; pair < 2; pair++) {
      samplePair(rho, row, 2 * pair, row, 2 * pair + 1);
      transpose(SAMPLED);
      transpose(SAMPLED + POLY);
      writeColumns(SAMPLED, SAMPLED + POLY, slotPlace(slot, row, pair));
    }
  const last = SAMPLED + 2 * POLY;
  for (let row = 0; row < K; row += 2) {
    samplePair(rho, row, 4, row + 1, 4);
    for (let lower = 0; lower < 2; lower++) {
      const column = SAMPLED + <usize>lower * POLY;
      transpose(column);
      if (t1) {
        unpackT1(t1 + <usize>(row + lower) * PACKED_T1, last);
        ntt(last);
        canonicalPoly(last);
      } else memory.fill(last, 0, POLY);
      writeColumns(column, last, slotPlace(slot, row + lower, 2));
    }
  }
}
