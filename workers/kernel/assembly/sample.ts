/** Secret polynomials from seeds: algorithms 31, 33 and 34 of FIPS 204, two states of SHAKE256 at a time. */

import { unpackBits } from './bits';
import { keccakF2 } from './keccak';
import { BLOCK0, BLOCK1, SAMPLED } from './layout';
import { CRH, GAMMA1, L, POLY, RATE256 } from './parameters';
import { clear2, extract2, mix2, pad } from './sponge';

/** Absorbs a seed of 64 bytes followed by the numbers `first` and `second`. */
function beginPair(seed: usize, first: i32, second: i32): void {
  memory.copy(BLOCK0, seed, CRH);
  store<u16>(BLOCK0 + CRH, first);
  pad(BLOCK0, CRH + 2, RATE256);
  memory.copy(BLOCK1, BLOCK0, RATE256);
  store<u16>(BLOCK1 + CRH, second);
  clear2();
  mix2(BLOCK0, BLOCK1, RATE256);
}

/** CoeffFromHalfByte, algorithm 15, for eta = 4: writes 4 - b and counts it when b < 9.
 *  The count shows which half bytes are refused, as rejection requires; nothing shows which values were accepted. */
function halfByte(b: i32, poly: usize, done: i32): i32 {
  if (done >= 256) return done;
  store<i32>(poly + ((<usize>done) << 2), 4 - b);
  return done + ((b - 9) >>> 31);
}

/** Continues RejBoundedPoly, algorithm 31, with a squeezed block. @returns how many coefficients there are now. */
function acceptBounded(block: usize, poly: usize, done: i32): i32 {
  for (const end = block + RATE256; block < end && done < 256; block++) {
    const byte = <i32>load<u8>(block);
    done = halfByte(byte & 15, poly, done);
    done = halfByte(byte >> 4, poly, done);
  }
  return done;
}

function boundedPair(seed: usize, first: i32, second: i32, polyA: usize, polyB: usize): void {
  beginPair(seed, first, second);
  let a = 0;
  let b = 0;
  while (a < 256 || b < 256) {
    keccakF2();
    extract2(BLOCK0, BLOCK1, RATE256);
    a = acceptBounded(BLOCK0, polyA, a);
    b = acceptBounded(BLOCK1, polyB, b);
  }
}

/** ExpandS, algorithm 33: s1 and s2 side by side. */
export function expandSecrets(seed: usize, output: usize): void {
  for (let index = 0; index < 10; index += 2) {
    const at = output + <usize>index * POLY;
    boundedPair(seed, index, index + 1, at, at + POLY);
  }
  boundedPair(seed, 10, 10, output + 10 * POLY, SAMPLED);
}

/** ExpandMask, algorithm 34. @param kappa the number of the first polynomial. */
export function expandMask(seed: usize, kappa: i32, y: usize): void {
  const first = SAMPLED;
  const second = SAMPLED + POLY;
  for (let index = 0; index < L; index += 2) {
    beginPair(seed, kappa + index, kappa + index + 1);
    for (let block: usize = 0; block < 5; block++) {
      keccakF2();
      // Five blocks are 680 bytes, and a polynomial takes 640 of them.
      extract2(first + block * RATE256, second + block * RATE256, RATE256);
    }
    unpackBits(first, GAMMA1, 20, y + <usize>index * POLY);
    if (index + 1 < L) unpackBits(second, GAMMA1, 20, y + <usize>(index + 1) * POLY);
  }
}
