/** The product of the expanded matrix with a vector of six polynomials, in 16-bit limbs.
 *
 *  With a = a1 2^12 + a0 and z = z1 2^12 + z0 the sum of six products is S11 2^24 + S01 2^12 + S00, each part a sum of
 *  products of limbs that i32x4.dot_i16x8_s forms and adds two at a time. Since q = 2046 * 2^12 + 1, a number s is
 *  congruent to (s >> 12) - 2046 * (s & 4095) times 2^12: two such steps leave the sum times 2^-24, which the inverse NTT
 *  reverses (`ROW_SCALE`). */

import { highLimb, joined, lowLimbs } from './expand';
import { POLY } from './parameters';

/** Cuts six polynomials into limbs: for each of 64 vectors three pairs of columns, low limbs and high limbs of each.
 *  @param p six polynomials side by side, below 9.2 q as `ntt` leaves them: high limbs of at most 18,824. */
export function cutLimbs(p: usize, limbs: usize): void {
  for (const end = p + POLY; p < end; p += 16, limbs += 96) {
    cutPair(v128.load(p), v128.load(p, 1 * 1024), limbs);
    cutPair(v128.load(p, 2 * 1024), v128.load(p, 3 * 1024), limbs + 32);
    cutPair(v128.load(p, 4 * 1024), v128.load(p, 5 * 1024), limbs + 64);
  }
}

function cutPair(a: v128, b: v128, limbs: usize): void {
  const highA = highLimb(a);
  const highB = highLimb(b);
  v128.store(limbs, lowLimbs(a, highA, b, highB));
  v128.store(limbs, joined(highA, highB), 16);
}

/** The two steps. Bounds from |a0|, |z0| <= 2^11, |a1| <= 1,023 and |z1| <= 18,824, in millions: |S00| <= 6 * 2^22 < 26;
 *  |S01| <= 6 * 2^11 * (18,824 + 1,023) < 244; |S11| <= 6 * 1,023 * 18,824 < 116; 2046 * 4095 < 8.4. So the middle stays
 *  below 253, far from 2^31, and the result within 116 + 0.1 + 8.4 < 14.9 q of zero. */
function folded(s00: v128, s01: v128, s11: v128): v128 {
  const step = i32x4.splat(2046);
  const mask = i32x4.splat(4095);
  const middle = i32x4.sub(i32x4.add(s01, i32x4.shr_s(s00, 12)), i32x4.dot_i16x8_s(v128.and(s00, mask), step));
  return i32x4.sub(i32x4.add(s11, i32x4.shr_s(middle, 12)), i32x4.dot_i16x8_s(v128.and(middle, mask), step));
}

/** Computes six rows. @param slot an expanded matrix. @param limbs from `cutLimbs`. @param w six polynomials of output, below
 *  14.9 q in absolute value, times 2^-24, in the domain of the NTT. */
export function rowProducts(slot: usize, limbs: usize, w: usize): void {
  for (let rows = 0; rows < 3; rows++, w += 2 * POLY) {
    let vector = limbs;
    for (let out = w; out < w + POLY; out += 16, slot += 192, vector += 96) {
      let low = v128.load(vector);
      let high = v128.load(vector, 16);
      let a0 = v128.load(slot);
      let a1 = v128.load(slot, 16);
      let s00 = i32x4.dot_i16x8_s(a0, low);
      let s01 = i32x4.add(i32x4.dot_i16x8_s(a0, high), i32x4.dot_i16x8_s(a1, low));
      let s11 = i32x4.dot_i16x8_s(a1, high);
      a0 = v128.load(slot, 32);
      a1 = v128.load(slot, 48);
      let t00 = i32x4.dot_i16x8_s(a0, low);
      let t01 = i32x4.add(i32x4.dot_i16x8_s(a0, high), i32x4.dot_i16x8_s(a1, low));
      let t11 = i32x4.dot_i16x8_s(a1, high);

      low = v128.load(vector, 32);
      high = v128.load(vector, 48);
      a0 = v128.load(slot, 64);
      a1 = v128.load(slot, 80);
      s00 = i32x4.add(s00, i32x4.dot_i16x8_s(a0, low));
      s01 = i32x4.add(s01, i32x4.add(i32x4.dot_i16x8_s(a0, high), i32x4.dot_i16x8_s(a1, low)));
      s11 = i32x4.add(s11, i32x4.dot_i16x8_s(a1, high));
      a0 = v128.load(slot, 96);
      a1 = v128.load(slot, 112);
      t00 = i32x4.add(t00, i32x4.dot_i16x8_s(a0, low));
      t01 = i32x4.add(t01, i32x4.add(i32x4.dot_i16x8_s(a0, high), i32x4.dot_i16x8_s(a1, low)));
      t11 = i32x4.add(t11, i32x4.dot_i16x8_s(a1, high));

      low = v128.load(vector, 64);
      high = v128.load(vector, 80);
      a0 = v128.load(slot, 128);
      a1 = v128.load(slot, 144);
      s00 = i32x4.add(s00, i32x4.dot_i16x8_s(a0, low));
      s01 = i32x4.add(s01, i32x4.add(i32x4.dot_i16x8_s(a0, high), i32x4.dot_i16x8_s(a1, low)));
      s11 = i32x4.add(s11, i32x4.dot_i16x8_s(a1, high));
      a0 = v128.load(slot, 160);
      a1 = v128.load(slot, 176);
      t00 = i32x4.add(t00, i32x4.dot_i16x8_s(a0, low));
      t01 = i32x4.add(t01, i32x4.add(i32x4.dot_i16x8_s(a0, high), i32x4.dot_i16x8_s(a1, low)));
      t11 = i32x4.add(t11, i32x4.dot_i16x8_s(a1, high));

      v128.store(out, folded(s00, s01, s11));
      v128.store(out, folded(t00, t01, t11), 1024);
    }
  }
}
