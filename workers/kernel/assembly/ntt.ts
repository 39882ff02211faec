/** NTT and its inverse: algorithms 41 and 42 of FIPS 204, eight layers in three passes over a polynomial in memory.
 *
 *  A pass does two layers (the last one four) on vectors that stay in registers. Before the layers of distance 2 and 1 a
 *  block of 16 coefficients is transposed as a 4 x 4 matrix, and left so: everything in the domain of the NTT keeps its
 *  coefficients in that order, the sampled matrix too.
 *
 *  Multipliers are stored as pairs of vectors (w, companion), 32 bytes each, in the order of use. */

import { canonical, center, multiply, power, writeMultiplier } from './field';
import { INVERSE_ZETAS, PRODUCT_SCALE, ROW_SCALE, ZETAS } from './layout';
import { Q, ZETA } from './parameters';

/** Places of the second and the third pass in a table of multipliers. */
const SECOND: usize = 3 * 32;
const THIRD: usize = SECOND + 4 * 3 * 32;
const THIRD_STEP: usize = 6 * 32;

/** zeta^brv(m), or the inverse of it. */
function zeta(m: i32, inverse: bool): i64 {
  let reversed = 0;
  for (let bit = 0; bit < 8; bit++) reversed |= ((m >> bit) & 1) << (7 - bit);
  return power(ZETA, inverse ? 512 - reversed : reversed);
}

function writeZetas(table: usize, inverse: bool): void {
  for (let m = 1; m < 4; m++) writeMultiplier(table + ((m - 1) << 5), zeta(m, inverse), -1);
  for (let block = 0; block < 4; block++) {
    const at = table + SECOND + block * 96;
    writeMultiplier(at, zeta(4 + block, inverse), -1);
    writeMultiplier(at + 32, zeta(8 + 2 * block, inverse), -1);
    writeMultiplier(at + 64, zeta(9 + 2 * block, inverse), -1);
  }
  for (let block = 0; block < 16; block++) {
    const at = table + THIRD + block * THIRD_STEP;
    writeMultiplier(at, zeta(16 + block, inverse), -1);
    writeMultiplier(at + 32, zeta(32 + 2 * block, inverse), -1);
    writeMultiplier(at + 64, zeta(33 + 2 * block, inverse), -1);
    for (let lane = 0; lane < 4; lane++) {
      writeMultiplier(at + 96, zeta(64 + 4 * block + lane, inverse), lane);
      writeMultiplier(at + 128, zeta(128 + 8 * block + 2 * lane, inverse), lane);
      writeMultiplier(at + 160, zeta(129 + 8 * block + 2 * lane, inverse), lane);
    }
  }
}

/** What the last layer of the inverse multiplies by: 1/256 times `factor`, and that times the layer's own multiplier. */
function writeScale(table: usize, factor: i64): void {
  const scale = (factor * power(256, Q - 2)) % Q;
  writeMultiplier(table, scale, -1);
  writeMultiplier(table + 32, (scale * zeta(1, true)) % Q, -1);
}

export function writeTables(): void {
  writeZetas(ZETAS, false);
  writeZetas(INVERSE_ZETAS, true);
  writeScale(ROW_SCALE, power(2, 24));
  writeScale(PRODUCT_SCALE, power(2, 32));
}

/** Two layers on four vectors that are `stride` bytes apart, for as many neighbours as fit into a stride. */
function forwardPass(start: usize, stride: usize, zetas: usize): void {
  const wide = v128.load(zetas);
  const wideQ = v128.load(zetas, 16);
  const first = v128.load(zetas, 32);
  const firstQ = v128.load(zetas, 48);
  const second = v128.load(zetas, 64);
  const secondQ = v128.load(zetas, 80);
  const end = start + stride;
  for (let p0 = start; p0 < end; p0 += 16) {
    const p1 = p0 + stride;
    const p2 = p1 + stride;
    const p3 = p2 + stride;
    let a = v128.load(p0);
    let b = v128.load(p1);
    let t = multiply(v128.load(p2), wide, wideQ);
    const c = i32x4.sub(a, t);
    a = i32x4.add(a, t);
    t = multiply(v128.load(p3), wide, wideQ);
    const d = i32x4.sub(b, t);
    b = i32x4.add(b, t);
    t = multiply(b, first, firstQ);
    v128.store(p0, i32x4.add(a, t));
    v128.store(p1, i32x4.sub(a, t));
    t = multiply(d, second, secondQ);
    v128.store(p2, i32x4.add(c, t));
    v128.store(p3, i32x4.sub(c, t));
  }
}

/** NTT, algorithm 41, in place.
 *  @param p coefficients of at most 2^23 in absolute value. Every layer adds less than (1 + 1/64) q, since no multiplicand
 *  reaches 2^27: the result is below (2^23 / q + 8 * 65/64) q < 9.2 q < 2^27. */
export function ntt(p: usize): void {
  forwardPass(p, 256, ZETAS);
  for (let block: usize = 0; block < 4; block++) forwardPass(p + (block << 8), 64, ZETAS + SECOND + block * 96);
  let zetas = ZETAS + THIRD;
  const end = p + 1024;
  for (; p < end; p += 64, zetas += THIRD_STEP) {
    let a = v128.load(p);
    let b = v128.load(p, 16);
    // Distance 8.
    let w = v128.load(zetas);
    let wq = v128.load(zetas, 16);
    let t = multiply(v128.load(p, 32), w, wq);
    let c = i32x4.sub(a, t);
    a = i32x4.add(a, t);
    t = multiply(v128.load(p, 48), w, wq);
    let d = i32x4.sub(b, t);
    b = i32x4.add(b, t);
    // Distance 4.
    t = multiply(b, v128.load(zetas, 32), v128.load(zetas, 48));
    b = i32x4.sub(a, t);
    a = i32x4.add(a, t);
    t = multiply(d, v128.load(zetas, 64), v128.load(zetas, 80));
    d = i32x4.sub(c, t);
    c = i32x4.add(c, t);
    // Transposed: a vector now holds one place of each of four groups.
    const ab = v128.shuffle<i32>(a, b, 0, 4, 1, 5);
    const abHigh = v128.shuffle<i32>(a, b, 2, 6, 3, 7);
    const cd = v128.shuffle<i32>(c, d, 0, 4, 1, 5);
    const cdHigh = v128.shuffle<i32>(c, d, 2, 6, 3, 7);
    a = v128.shuffle<i64>(ab, cd, 0, 2);
    b = v128.shuffle<i64>(ab, cd, 1, 3);
    c = v128.shuffle<i64>(abHigh, cdHigh, 0, 2);
    d = v128.shuffle<i64>(abHigh, cdHigh, 1, 3);
    // Distance 2.
    w = v128.load(zetas, 96);
    wq = v128.load(zetas, 112);
    t = multiply(c, w, wq);
    c = i32x4.sub(a, t);
    a = i32x4.add(a, t);
    t = multiply(d, w, wq);
    d = i32x4.sub(b, t);
    b = i32x4.add(b, t);
    // Distance 1.
    t = multiply(b, v128.load(zetas, 128), v128.load(zetas, 144));
    v128.store(p, i32x4.add(a, t));
    v128.store(p, i32x4.sub(a, t), 16);
    t = multiply(d, v128.load(zetas, 160), v128.load(zetas, 176));
    v128.store(p, i32x4.add(c, t), 32);
    v128.store(p, i32x4.sub(c, t), 48);
  }
}

/** The four layers of distance 1, 2, 4 and 8, block by block, which undoes the transposition. */
function inverseBlocks(p: usize): void {
  let zetas = INVERSE_ZETAS + THIRD;
  const end = p + 1024;
  for (; p < end; p += 64, zetas += THIRD_STEP) {
    let a = v128.load(p);
    let b = v128.load(p, 16);
    let c = v128.load(p, 32);
    let d = v128.load(p, 48);
    // Distance 1.
    let t = i32x4.sub(a, b);
    a = i32x4.add(a, b);
    b = multiply(t, v128.load(zetas, 128), v128.load(zetas, 144));
    t = i32x4.sub(c, d);
    c = i32x4.add(c, d);
    d = multiply(t, v128.load(zetas, 160), v128.load(zetas, 176));
    // Distance 2.
    let w = v128.load(zetas, 96);
    let wq = v128.load(zetas, 112);
    t = i32x4.sub(a, c);
    a = i32x4.add(a, c);
    c = multiply(t, w, wq);
    t = i32x4.sub(b, d);
    b = i32x4.add(b, d);
    d = multiply(t, w, wq);
    // Back to the normal order.
    const ab = v128.shuffle<i32>(a, b, 0, 4, 1, 5);
    const abHigh = v128.shuffle<i32>(a, b, 2, 6, 3, 7);
    const cd = v128.shuffle<i32>(c, d, 0, 4, 1, 5);
    const cdHigh = v128.shuffle<i32>(c, d, 2, 6, 3, 7);
    a = v128.shuffle<i64>(ab, cd, 0, 2);
    b = v128.shuffle<i64>(ab, cd, 1, 3);
    c = v128.shuffle<i64>(abHigh, cdHigh, 0, 2);
    d = v128.shuffle<i64>(abHigh, cdHigh, 1, 3);
    // Distance 4.
    t = i32x4.sub(a, b);
    a = i32x4.add(a, b);
    b = multiply(t, v128.load(zetas, 32), v128.load(zetas, 48));
    t = i32x4.sub(c, d);
    c = i32x4.add(c, d);
    d = multiply(t, v128.load(zetas, 64), v128.load(zetas, 80));
    // Distance 8. Only the first vector consists of sums alone: up to 16 times the input.
    w = v128.load(zetas);
    wq = v128.load(zetas, 16);
    v128.store(p, center(i32x4.add(a, c)));
    v128.store(p, i32x4.add(b, d), 16);
    v128.store(p, multiply(i32x4.sub(a, c), w, wq), 32);
    v128.store(p, multiply(i32x4.sub(b, d), w, wq), 48);
  }
}

/** Inverse NTT, algorithm 42, in place, times 2^24 (`ROW_SCALE`) or 2^32 (`PRODUCT_SCALE`).
 *
 *  A sum doubles the bound, a difference times w is below 1.25 q whatever it was. From an input below 15.9 q the first
 *  four layers lead to less than 255 q < 2^31 in the first vector of a block, which is then centered, below 2.5 q in the
 *  second and 1.25 q in the others; four more layers to at most 40 q, and a difference to 40 q < 2^29: never near 2^31.
 *  @param p coefficients below 15.9 q in absolute value; the result is canonical, in [0, q). */
export function inverseNtt(p: usize, scale: usize): void {
  inverseBlocks(p);
  for (let block: usize = 0; block < 4; block++) inversePass(p + (block << 8), INVERSE_ZETAS + SECOND + block * 96);
  const first = v128.load(INVERSE_ZETAS, 32);
  const firstQ = v128.load(INVERSE_ZETAS, 48);
  const second = v128.load(INVERSE_ZETAS, 64);
  const secondQ = v128.load(INVERSE_ZETAS, 80);
  const unit = v128.load(scale);
  const unitQ = v128.load(scale, 16);
  const wide = v128.load(scale, 32);
  const wideQ = v128.load(scale, 48);
  for (let at = p; at < p + 256; at += 16) {
    const a = v128.load(at);
    const b = v128.load(at, 256);
    const c = v128.load(at, 512);
    const d = v128.load(at, 768);
    const sum = i32x4.add(a, b);
    const high = i32x4.add(c, d);
    v128.store(at, canonical(multiply(i32x4.add(sum, high), unit, unitQ)));
    v128.store(at, canonical(multiply(i32x4.sub(sum, high), wide, wideQ)), 512);
    const difference = multiply(i32x4.sub(a, b), first, firstQ);
    const highDifference = multiply(i32x4.sub(c, d), second, secondQ);
    v128.store(at, canonical(multiply(i32x4.add(difference, highDifference), unit, unitQ)), 256);
    v128.store(at, canonical(multiply(i32x4.sub(difference, highDifference), wide, wideQ)), 768);
  }
}

/** The layers of distance 16 and 32 on a block of 64 coefficients. */
function inversePass(start: usize, zetas: usize): void {
  const wide = v128.load(zetas);
  const wideQ = v128.load(zetas, 16);
  const first = v128.load(zetas, 32);
  const firstQ = v128.load(zetas, 48);
  const second = v128.load(zetas, 64);
  const secondQ = v128.load(zetas, 80);
  for (let p = start; p < start + 64; p += 16) {
    const a = v128.load(p);
    const b = v128.load(p, 64);
    const c = v128.load(p, 128);
    const d = v128.load(p, 192);
    const sum = i32x4.add(a, b);
    const high = i32x4.add(c, d);
    v128.store(p, i32x4.add(sum, high));
    v128.store(p, multiply(i32x4.sub(sum, high), wide, wideQ), 128);
    const difference = multiply(i32x4.sub(a, b), first, firstQ);
    const highDifference = multiply(i32x4.sub(c, d), second, secondQ);
    v128.store(p, i32x4.add(difference, highDifference), 64);
    v128.store(p, multiply(i32x4.sub(difference, highDifference), wide, wideQ), 192);
  }
}
