/** Arithmetic modulo q on four coefficients at once.
 *
 *  A constant w of (-q/2, q/2) is multiplied with the help of its companion w' = round(w * 2^32 / q): with
 *  h = floor(a * w' / 2^32) the difference a * w - h * q needs only the low halves of both products. Rounding moves w' by
 *  at most 1/2, so that h is off by at most |a| / 2^33, and floor takes less than 1:
 *      -q * |a| / 2^33  <=  a * w - h * q  <  q * (1 + |a| / 2^33)      for every a of 32 bits.
 *  That takes ten vector instructions; Montgomery multiplication with both halves of both products takes seventeen. */

import { Q } from './parameters';

/** q in every lane. */
export function q4(): v128 {
  return i32x4.splat(Q);
}

/** a * w modulo q, bounded as above. @param wq the companion of w. */
export function multiply(a: v128, w: v128, wq: v128): v128 {
  const low = i64x2.extmul_low_i32x4_s(a, wq);
  const high = i64x2.extmul_high_i32x4_s(a, wq);
  return i32x4.sub(i32x4.mul(a, w), i32x4.mul(v128.shuffle<i32>(low, high, 1, 3, 5, 7), q4()));
}

/** a modulo q, near zero: 2^23 = q + 2^13 - 1, so that t = round(a / 2^23) may replace a / q.
 *  |result| <= 2^22 + |t| * 2^13, which is less than 0.76 q for every a of 32 bits (|t| <= 2^8). */
export function center(a: v128): v128 {
  const t = i32x4.shr_s(i32x4.add(a, i32x4.splat(1 << 22)), 23);
  return i32x4.sub(a, i32x4.mul(t, q4()));
}

/** The representative in [0, q). @param a in [-q, 2q): read as unsigned, a negative number is larger than any other. */
export function canonical(a: v128): v128 {
  const positive = i32x4.min_u(a, i32x4.add(a, q4()));
  return i32x4.min_u(positive, i32x4.sub(positive, q4()));
}

/** The representative in (-q/2, q/2]. @param a in [0, q). */
export function signed(a: v128): v128 {
  return i32x4.sub(a, v128.and(i32x4.gt_s(a, i32x4.splat((Q - 1) / 2)), q4()));
}

/** a * b * 2^-32 modulo q, Montgomery multiplication of two variables. |result| < q for |a * b| < q * 2^31: with
 *  m = a * b / q modulo 2^32, signed, it is the high half of a * b - m * q. 58,728,449 = 1 / q modulo 2^32. */
export function montgomery(a: v128, b: v128): v128 {
  const m = i32x4.mul(i32x4.mul(a, b), i32x4.splat(58_728_449));
  const low = i64x2.sub(i64x2.extmul_low_i32x4_s(a, b), i64x2.extmul_low_i32x4_s(m, q4()));
  const high = i64x2.sub(i64x2.extmul_high_i32x4_s(a, b), i64x2.extmul_high_i32x4_s(m, q4()));
  return v128.shuffle<i32>(low, high, 1, 3, 5, 7);
}

/** base^exponent modulo q; for tables only. */
export function power(base: i64, exponent: i32): i64 {
  let result: i64 = 1;
  let square = base;
  for (let bits = exponent; bits > 0; bits >>= 1) {
    if (bits & 1) result = (result * square) % Q;
    square = (square * square) % Q;
  }
  return result;
}

/** Writes w (centered) and its companion, the same in all lanes or in one. @param lane below 0 for all. */
export function writeMultiplier(address: usize, w: i64, lane: i32): void {
  const centered = w > (Q - 1) / 2 ? w - Q : w;
  // The number is moved above zero first, so that the division rounds down for either sign.
  const companion = (((centered + Q) << 32) + Q / 2) / Q - ((<i64>1) << 32);
  for (let at = 0; at < 4; at++) {
    if (lane >= 0 && lane !== at) continue;
    store<i32>(address + (at << 2), <i32>centered);
    store<i32>(address + (at << 2), <i32>companion, 16);
  }
}
