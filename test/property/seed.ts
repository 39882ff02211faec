/** Seeds of random tests: printed by every run, so that a red one can be repeated exactly. */

import { randomInt } from 'node:crypto';

/** fast-check parameters of a random run. `ROUGED_TEST_SEED` repeats one. */
export function seededRuns(name: string, numRuns: number): { readonly seed: number; readonly numRuns: number } {
  const seed = Number(process.env.ROUGED_TEST_SEED ?? randomInt(0x7fff_ffff));
  console.log(`${name}: ROUGED_TEST_SEED=${seed}`);
  return { seed, numRuns };
}
