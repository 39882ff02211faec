/** The packed parts of a signature: z, hints, the challenge, w1 (FIPS 204, sections 7.1 to 7.4). */

import { GAMMA1, GAMMA2, HINTS, K, L, OMEGA, PACKED_W1, PACKED_Z, POLY, TAU } from './parameters';

/** BitUnpack, algorithm 19, for the five polynomials of z: 20 bits per coefficient, which is 2^19 minus the number.
 *  @returns the largest absolute value of a coefficient. */
export function unpackZ(input: usize, z: usize): i32 {
  let largest = i32x4.splat(0);
  const gamma1 = i32x4.splat(GAMMA1);
  const last = input + <usize>L * PACKED_Z - 20;
  // Four coefficients are ten bytes. The last vectors of z are followed by hints: reading 16 bytes stays inside.
  for (; input <= last; input += 20, z += 32) {
    const bytes = v128.load(input);
    const next = v128.load(input, 10);
    const a = i32x4.sub(gamma1, twentyBits(bytes));
    const b = i32x4.sub(gamma1, twentyBits(next));
    v128.store(z, a);
    v128.store(z, b, 16);
    largest = i32x4.max_s(largest, i32x4.max_s(i32x4.abs(a), i32x4.abs(b)));
  }
  return max(
    max(i32x4.extract_lane(largest, 0), i32x4.extract_lane(largest, 1)),
    max(i32x4.extract_lane(largest, 2), i32x4.extract_lane(largest, 3)),
  );
}

/** Four numbers of 20 bits: bytes 0-2, 2-4, 5-7, 7-9, where the odd ones begin in the middle of a byte. */
function twentyBits(bytes: v128): v128 {
  const four = v128.shuffle<u8>(bytes, bytes, 0, 1, 2, 2, 2, 3, 4, 4, 5, 6, 7, 7, 7, 8, 9, 9);
  const mask = i32x4.splat(0xfffff);
  return v128.and(v128.shuffle<i32>(four, i32x4.shr_u(four, 4), 0, 5, 2, 7), mask);
}

/** The checks of HintBitUnpack, algorithm 21: counters monotonic and at most 55, positions strictly increasing within
 *  a polynomial, unused bytes zero. */
export function hintsAreEncoded(signature: usize): bool {
  const hints = signature + HINTS;
  let index: i32 = 0;
  for (let row = 0; row < K; row++) {
    const limit = <i32>load<u8>(hints + <usize>(OMEGA + row));
    if (limit < index || limit > OMEGA) return false;
    for (let at = index + 1; at < limit; at++)
      if (load<u8>(hints + <usize>(at - 1)) >= load<u8>(hints + <usize>at)) return false;
    index = limit;
  }
  for (; index < OMEGA; index++) if (load<u8>(hints + <usize>index) !== 0) return false;
  return true;
}

/** SampleInBall, algorithm 29, continued with one squeezed block of SHAKE256. The polynomial must be zero at the start.
 *  @param index 256 - tau at the start: where the next coefficient goes. @param first whether the block is the first one;
 *  its eight bytes of signs are kept at `signs`. @returns the index after the block; 256 when the polynomial is complete. */
export function sampleInBall(block: usize, length: usize, poly: usize, index: i32, first: bool, signs: usize): i32 {
  let at = block;
  const end = block + length;
  if (first) {
    store<u64>(signs, load<u64>(block));
    at += 8;
  }
  let bits = load<u64>(signs) >> (index - (256 - TAU));
  for (; at < end && index < 256; at++) {
    const place = <i32>load<u8>(at);
    if (place > index) continue;
    store<i32>(poly + ((<usize>index) << 2), load<i32>(poly + ((<usize>place) << 2)));
    store<i32>(poly + ((<usize>place) << 2), 1 - 2 * <i32>(bits & 1));
    bits >>= 1;
    index++;
  }
  return index;
}

/** The multiple of 2 gamma2 = 523,776 = 2^9 * 1,023 nearest to r, halves down: 0 to 16. With c = ceil(r / 128) it is the
 *  one nearest to c / 4,092, and 1,025 / 2^22 exceeds 1 / 4,092 by less than one part in 10^6, too little to matter below
 *  2^16 (a test goes through every r). @param r in [0, q). */
export function roundedHighBits(r: v128): v128 {
  const c = i32x4.shr_u(i32x4.add(r, i32x4.splat(127)), 7);
  return i32x4.shr_u(i32x4.add(i32x4.mul(c, i32x4.splat(1025)), i32x4.splat(1 << 21)), 22);
}

/** HighBits, algorithm 37, for gamma2 = (q - 1) / 32: the multiple 16 stands for 0. */
export function highBits(r: v128): v128 {
  return v128.and(roundedHighBits(r), i32x4.splat(15));
}

/** HighBits of eight coefficients in lanes of 16 bits: as `roundedHighBits`, where (1,025 c + 2^21) / 2^22 is
 *  (c + c / 2^10 + 2^11) / 2^12. A c near 2^16 overflows: to 0, which 16 stands for. */
function highBits8(first: v128, second: v128): v128 {
  const ceiling = i32x4.splat(127);
  const c = i16x8.narrow_i32x4_u(i32x4.shr_u(i32x4.add(first, ceiling), 7), i32x4.shr_u(i32x4.add(second, ceiling), 7));
  return i16x8.shr_u(i16x8.add(i16x8.add(c, i16x8.shr_u(c, 10)), i16x8.splat(2048)), 12);
}

/** w1Encode, algorithm 28: six polynomials of 4 bits per coefficient, from w itself, before any hint.
 *  @param w six polynomials in [0, q). */
export function encodeW1(w: usize, output: usize): void {
  // Two neighbours share a byte, the first one in its low half.
  const weights = i32x4.splat(0x10_0001);
  for (const end = output + <usize>K * PACKED_W1; output < end; output += 16, w += 128) {
    const a = i32x4.dot_i16x8_s(highBits8(v128.load(w), v128.load(w, 16)), weights);
    const b = i32x4.dot_i16x8_s(highBits8(v128.load(w, 32), v128.load(w, 48)), weights);
    const c = i32x4.dot_i16x8_s(highBits8(v128.load(w, 64), v128.load(w, 80)), weights);
    const d = i32x4.dot_i16x8_s(highBits8(v128.load(w, 96), v128.load(w, 112)), weights);
    v128.store(output, i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_u(a, b), i16x8.narrow_i32x4_u(c, d)));
  }
}

/** UseHint, algorithm 40, where a hint is set: replaces those coefficients of the encoded w1.
 *  @param signature with hints that passed `hintsAreEncoded`. */
export function applyHints(signature: usize, w: usize, encoded: usize): void {
  const hints = signature + HINTS;
  let index: i32 = 0;
  for (let row = 0; row < K; row++, w += POLY, encoded += PACKED_W1) {
    const limit = <i32>load<u8>(hints + <usize>(OMEGA + row));
    for (; index < limit; index++) {
      const place = <usize>load<u8>(hints + <usize>index);
      const r = load<i32>(w + (place << 2));
      const r1 = (((r + 127) >> 7) * 1025 + (1 << 21)) >> 22;
      // The hint moves up when r is above the multiple r1, else down. q - 1 and its lower neighbours are below the multiple 16,
      // which counts as 0: there r0 < 0.
      const hinted = (r > r1 * (2 * GAMMA2) ? r1 + 1 : r1 - 1) & 15;
      const shift: u32 = (<u32>place & 1) << 2;
      const byte = encoded + (place >> 1);
      store<u8>(byte, (<u32>load<u8>(byte) & (0xf0 >> shift)) | ((<u32>hinted) << shift));
    }
  }
}
