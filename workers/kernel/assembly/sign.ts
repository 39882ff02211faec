/** ML-DSA.Sign_internal, algorithm 7 of FIPS 204.
 *
 *  Secrets decide how often the loop runs, as the standard specifies, and nothing else: no branch, no address. Norms are
 *  computed over all coefficients before anything is decided; from the verifier's code it shares only the parts without
 *  branches, and SampleInBall, whose input is the commitment's hash. All scratch is secret until the host wipes it. */

import { packBits, unpackBits } from './bits';
import { canonical, montgomery, signed } from './field';
import { KEY_K, KEY_S1, KEY_S2, KEY_T0, KEY_TR, multiplyMatrix } from './keygen';
import {
  LANE_COMMITMENT,
  LANE_HASH,
  LANE_MESSAGE,
  LANE_SIGNATURE,
  LANE_W,
  LANE_Z,
  LANES,
  PRODUCT_SCALE,
  SECRET_KEY,
  SECRET_PRODUCT,
  SECRET_S1,
  SECRET_S2,
  SECRET_SEEDS,
  SECRET_T0,
  SECRET_Y,
} from './layout';
import { signingMatrix } from './matrix';
import { inverseNtt, ntt } from './ntt';
import { encodeW1, highBits, roundedHighBits } from './packing';
import {
  BETA,
  C_TILDE,
  CRH,
  D,
  ETA,
  GAMMA1,
  GAMMA2,
  HINTS,
  K,
  L,
  OMEGA,
  PACKED_S,
  PACKED_T0,
  PACKED_W1,
  PACKED_Z,
  POLY,
  RATE256,
  SEED_BYTES,
} from './parameters';
import { expandMask } from './sample';
import { pad, shake256 } from './sponge';
import { challenge } from './verify';

/** Appendix C of FIPS 204, table 3: a key made by algorithm 6 needs more with a probability below 2^-256. */
const MOST_ROUNDS = 814;

const MU: usize = LANES + LANE_COMMITMENT;
const C: usize = LANES + LANE_Z + 5 * POLY;
const W: usize = LANES + LANE_W;
const SIGNATURE: usize = LANES + LANE_SIGNATURE;
/** rho'', after the seeds that it is hashed from. */
const MASK_SEED: usize = SECRET_SEEDS + 512;

/** tr, 0 and the length of the context, before the message in the first lane. */
export function prepareSigning(contextLength: i32): void {
  memory.copy(LANES + LANE_MESSAGE, SECRET_KEY + KEY_TR, CRH);
  store<u8>(LANES + LANE_MESSAGE + CRH, 0);
  store<u8>(LANES + LANE_MESSAGE + CRH + 1, contextLength);
}

/** SHAKE256 of a message that is in the first lane as a whole: mu. */
export function hashMessage(length: usize): void {
  const message = LANES + LANE_MESSAGE;
  shake256(message, pad(message, length, RATE256), MU, CRH);
}

/** skDecode, algorithm 25, and the NTT of s1, s2 and t0. */
function decodeKey(): void {
  for (let column: usize = 0; column < <usize>L; column++) {
    const s1 = SECRET_S1 + column * POLY;
    unpackBits(SECRET_KEY + KEY_S1 + column * PACKED_S, ETA, 4, s1);
    ntt(s1);
  }
  for (let row: usize = 0; row < <usize>K; row++) {
    const s2 = SECRET_S2 + row * POLY;
    const t0 = SECRET_T0 + row * POLY;
    unpackBits(SECRET_KEY + KEY_S2 + row * PACKED_S, ETA, 4, s2);
    unpackBits(SECRET_KEY + KEY_T0 + row * PACKED_T0, 1 << (D - 1), 13, t0);
    ntt(s2);
    ntt(t0);
  }
}

/** c times a polynomial, transformed back from the domain of the NTT: SECRET_PRODUCT, canonical. Both factors are below 9.2 q, so
 *  that their product is below 85 q^2 < q * 2^31, as `montgomery` requires. */
function multiplyChallenge(poly: usize): void {
  for (let at: usize = 0; at < POLY; at += 16)
    v128.store(SECRET_PRODUCT + at, montgomery(v128.load(C + at), v128.load(poly + at)));
  inverseNtt(SECRET_PRODUCT, PRODUCT_SCALE);
}

/** The largest of four numbers. */
function largestOf(four: v128): i32 {
  const two = i32x4.max_s(four, v128.shuffle<i32>(four, four, 2, 3, 0, 1));
  const one = i32x4.max_s(two, v128.shuffle<i32>(two, two, 1, 0, 3, 2));
  return i32x4.extract_lane(one, 0);
}

/** Steps 18 and 20: z = y + c s1 into y. @returns the norm of z. */
function respond(): i32 {
  let largest = i32x4.splat(0);
  for (let column: usize = 0; column < <usize>L; column++) {
    multiplyChallenge(SECRET_S1 + column * POLY);
    const y = SECRET_Y + column * POLY;
    for (let at: usize = 0; at < POLY; at += 16) {
      const z = i32x4.add(v128.load(y + at), signed(v128.load(SECRET_PRODUCT + at)));
      v128.store(y + at, z);
      largest = i32x4.max_s(largest, i32x4.abs(z));
    }
  }
  return largestOf(largest);
}

/** Steps 19 and 21: w - c s2 into w, canonical. @returns the norm of its low bits, algorithm 38. */
function subtractSecond(): i32 {
  let largest = i32x4.splat(0);
  for (let row: usize = 0; row < <usize>K; row++) {
    multiplyChallenge(SECRET_S2 + row * POLY);
    const w = W + row * POLY;
    for (let at: usize = 0; at < POLY; at += 16) {
      const r = canonical(i32x4.sub(v128.load(w + at), v128.load(SECRET_PRODUCT + at)));
      v128.store(w + at, r);
      const r1 = roundedHighBits(r);
      // The multiple 16 stands for 0, and r0 is one lower there: a lane of all ones is -1.
      const wrap = i32x4.eq(r1, i32x4.splat(16));
      const r0 = i32x4.add(i32x4.sub(r, i32x4.mul(r1, i32x4.splat(2 * GAMMA2))), wrap);
      largest = i32x4.max_s(largest, i32x4.abs(r0));
    }
  }
  return largestOf(largest);
}

/** Steps 25 and 26: MakeHint, algorithm 39, into w as lanes of -1 and 0.
 *  @returns whether c t0 is short and the hints are few enough (step 28). */
function makeHints(): bool {
  let largest = i32x4.splat(0);
  let sum = i32x4.splat(0);
  for (let row: usize = 0; row < <usize>K; row++) {
    multiplyChallenge(SECRET_T0 + row * POLY);
    const w = W + row * POLY;
    for (let at: usize = 0; at < POLY; at += 16) {
      const t = signed(v128.load(SECRET_PRODUCT + at));
      largest = i32x4.max_s(largest, i32x4.abs(t));
      const r = v128.load(w + at);
      const hint = i32x4.ne(highBits(r), highBits(canonical(i32x4.add(r, t))));
      v128.store(w + at, hint);
      sum = i32x4.sub(sum, hint);
    }
  }
  const hints =
    i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1) + i32x4.extract_lane(sum, 2) + i32x4.extract_lane(sum, 3);
  return (<i32>(largestOf(largest) < GAMMA2) & <i32>(hints <= OMEGA)) !== 0;
}

/** sigEncode, algorithm 26: what is written here is published. */
function encodeSignature(): void {
  for (let column: usize = 0; column < <usize>L; column++)
    packBits(SECRET_Y + column * POLY, GAMMA1, 20, SIGNATURE + C_TILDE + column * PACKED_Z);
  // HintBitPack, algorithm 20.
  const hints = SIGNATURE + HINTS;
  memory.fill(hints, 0, <usize>(OMEGA + K));
  let index: usize = 0;
  for (let row: usize = 0; row < <usize>K; row++) {
    for (let place: usize = 0; place < 256; place++)
      if (load<i32>(W + row * POLY + (place << 2))) store<u8>(hints + index++, <u8>place);
    store<u8>(hints + <usize>OMEGA + row, <u8>index);
  }
}

/** In: the secret key at SECRET_KEY, 32 random bytes at SECRET_SEEDS + 32 (zero: deterministic), mu in the first lane.
 *  Out: the signature in the first lane. @returns false for a key that no algorithm made, after too many rounds. */
export function sign(): bool {
  signingMatrix(SECRET_KEY);
  decodeKey();
  // Step 7: rho'' = H(K, rnd, mu).
  memory.copy(SECRET_SEEDS, SECRET_KEY + KEY_K, SEED_BYTES);
  memory.copy(SECRET_SEEDS + 2 * SEED_BYTES, MU, CRH);
  shake256(SECRET_SEEDS, pad(SECRET_SEEDS, 2 * SEED_BYTES + CRH, RATE256), MASK_SEED, CRH);
  const commitment = CRH + <usize>K * PACKED_W1;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    expandMask(MASK_SEED, round * L, SECRET_Y);
    memory.copy(LANES + LANE_Z, SECRET_Y, <usize>L * POLY);
    multiplyMatrix();
    encodeW1(W, MU + CRH);
    shake256(MU, pad(MU, commitment, RATE256), SIGNATURE, C_TILDE);
    challenge(SIGNATURE, C, LANES + LANE_HASH);
    ntt(C);
    const norm = respond();
    const lowNorm = subtractSecond();
    if (<i32>(norm >= GAMMA1 - BETA) | <i32>(lowNorm >= GAMMA2 - BETA)) continue;
    if (!makeHints()) continue;
    encodeSignature();
    return true;
  }
  return false;
}
