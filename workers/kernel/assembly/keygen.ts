/** ML-DSA.KeyGen_internal, algorithm 6 of FIPS 204. Everything it leaves in the scratch is secret: the host copies the
 *  keys and wipes. */

import { packBits } from './bits';
import { canonical } from './field';
import {
  LANE_KEY,
  LANE_LIMBS,
  LANE_W,
  LANE_Z,
  LANES,
  ROW_SCALE,
  SECRET_KEY,
  SECRET_S1,
  SECRET_S2,
  SECRET_SEEDS,
  SIGN_SLOT,
} from './layout';
import { signingMatrix } from './matrix';
import { inverseNtt, ntt } from './ntt';
import {
  CRH,
  D,
  ETA,
  K,
  L,
  PACKED_S,
  PACKED_T0,
  PACKED_T1,
  POLY,
  PUBLIC_KEY_BYTES,
  RATE256,
  SEED_BYTES,
} from './parameters';
import { cutLimbs, rowProducts } from './rows';
import { expandSecrets } from './sample';
import { pad, shake256 } from './sponge';

/** Offsets in a secret key: rho, K, tr, s1, s2, t0. */
export const KEY_K: usize = 32;
export const KEY_TR: usize = 64;
export const KEY_S1: usize = 128;
export const KEY_S2: usize = KEY_S1 + 5 * 128;
export const KEY_T0: usize = KEY_S2 + 6 * 128;

/** A times the five polynomials at LANE_Z of the first lane, which it overwrites. Out: LANE_W, canonical. */
export function multiplyMatrix(): void {
  const z = LANES + LANE_Z;
  for (let index = 0; index < L; index++) ntt(z + <usize>index * POLY);
  memory.fill(z + 5 * POLY, 0, POLY);
  cutLimbs(z, LANES + LANE_LIMBS);
  rowProducts(SIGN_SLOT, LANES + LANE_LIMBS, LANES + LANE_W);
  for (let row = 0; row < K; row++) inverseNtt(LANES + LANE_W + <usize>row * POLY, ROW_SCALE);
}

/** Power2Round, algorithm 35, of t = w + s2. In: w at `t`, canonical. Out: t1 there, t0 at `low`. */
function roundRow(t: usize, s2: usize, low: usize): void {
  for (const end = t + POLY; t < end; t += 16, s2 += 16, low += 16) {
    const r = canonical(i32x4.add(v128.load(t), v128.load(s2)));
    const r1 = i32x4.shr_s(i32x4.add(r, i32x4.splat((1 << (D - 1)) - 1)), D);
    v128.store(low, i32x4.sub(r, i32x4.shl(r1, D)));
    // Packing subtracts, so t1 is stored negated.
    v128.store(t, i32x4.neg(r1));
  }
}

/** In: the seed xi at SECRET_SEEDS. Out: the secret key at SECRET_KEY, the public key at LANE_KEY of the first lane. */
export function keygen(): void {
  const publicKey = LANES + LANE_KEY;
  store<u8>(SECRET_SEEDS + SEED_BYTES, K);
  store<u8>(SECRET_SEEDS + SEED_BYTES + 1, L);
  // rho, rho' and K.
  const seeds = SECRET_SEEDS + 256;
  shake256(SECRET_SEEDS, pad(SECRET_SEEDS, SEED_BYTES + 2, RATE256), seeds, 128);
  memory.copy(publicKey, seeds, 32);
  memory.copy(SECRET_KEY, seeds, 32);
  memory.copy(SECRET_KEY + KEY_K, seeds + 96, 32);
  signingMatrix(seeds);
  expandSecrets(seeds + 32, SECRET_S1);
  memory.copy(LANES + LANE_Z, SECRET_S1, <usize>L * POLY);
  multiplyMatrix();
  for (let row: usize = 0; row < <usize>K; row++) {
    const t = LANES + LANE_W + row * POLY;
    roundRow(t, SECRET_S2 + row * POLY, LANES + LANE_Z + row * POLY);
    packBits(t, 0, 10, publicKey + 32 + row * PACKED_T1);
    packBits(LANES + LANE_Z + row * POLY, 1 << (D - 1), 13, SECRET_KEY + KEY_T0 + row * PACKED_T0);
    packBits(SECRET_S2 + row * POLY, ETA, 4, SECRET_KEY + KEY_S2 + row * PACKED_S);
  }
  for (let column: usize = 0; column < <usize>L; column++)
    packBits(SECRET_S1 + column * POLY, ETA, 4, SECRET_KEY + KEY_S1 + column * PACKED_S);
  shake256(publicKey, pad(publicKey, PUBLIC_KEY_BYTES, RATE256), SECRET_KEY + KEY_TR, CRH);
}
