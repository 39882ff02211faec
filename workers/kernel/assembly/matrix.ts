/** The matrix of the signing key: made from rho, which is public, and kept until another key signs. */

import { expandMatrix } from './expand';
import { SIGN_SEED, SIGN_SLOT } from './layout';

let filled: bool = false;

/** Leaves ExpandA(rho), algorithm 32, in SIGN_SLOT, its sixth column zero. */
export function signingMatrix(rho: usize): void {
  const difference = v128.or(
    v128.xor(v128.load(rho), v128.load(SIGN_SEED)),
    v128.xor(v128.load(rho, 16), v128.load(SIGN_SEED, 16)),
  );
  if (filled && !v128.any_true(difference)) return;
  expandMatrix(rho, 0, SIGN_SLOT);
  memory.copy(SIGN_SEED, rho, 32);
  filled = true;
}
