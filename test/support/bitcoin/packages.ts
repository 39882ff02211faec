/** npm packages that bring real data of Bitcoin's main network, and a real node of its test chain.
 *
 *  They are old, large or of another licence, and only tests read them where they lie, so they are none of the project's dependencies: `.ci/run`
 *  installs them beside, others name the folder that has their `node_modules`. Without it the tests say so and are skipped, except under CI. */

import { createRequire } from 'node:module';
import { join } from 'node:path';

export const BITCOIN_PACKAGES = process.env.ROUGED_BITCOIN_PACKAGES;

export const bitcoinPackagesMissing = BITCOIN_PACKAGES === undefined && process.env.CI !== 'true';

if (bitcoinPackagesMissing)
  console.warn(
    'the variable ROUGED_BITCOIN_PACKAGES names no folder: tests against mainnet data and a real node of Bitcoin are skipped',
  );

/** @throws Error when the folder does not have it. */
export function requireBitcoin(name: string): unknown {
  if (BITCOIN_PACKAGES === undefined) throw new Error('the variable ROUGED_BITCOIN_PACKAGES does not name a folder');
  return createRequire(join(BITCOIN_PACKAGES, 'package.json'))(name);
}
