/** One start at a time has a network's directory.
 *
 *  In: the directory. Out: a claim that ends with the process, or why the start has to wait: the network runs, or a node of an earlier
 *  start has not ended yet. Where the system has no claims, each node refuses a directory that is in use. */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Refusal, refuse } from '../../engine/base/refusal.js';
import { StoreError } from '../../engine/store/port.js';
import { claimDirectory, type DirectoryClaim, isClaimed } from '../../workers/store/directoryClaim.js';
import { whereInUse } from '../controlFile.js';
import { NODE_DIRECTORY } from './layout.js';

const NOTHING_TO_CLAIM: DirectoryClaim = { release: async () => undefined };

/** @returns a claim of nothing while there is no such directory. */
export async function claimDevnet(dataDir: string): Promise<DirectoryClaim | Refusal> {
  if (!existsSync(dataDir)) return NOTHING_TO_CLAIM;
  const nodes = readdirSync(dataDir).filter((name) => NODE_DIRECTORY.test(name));
  let claim: DirectoryClaim;
  try {
    claim = await claimDirectory(dataDir);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const where = nodes.map((name) => whereInUse(join(dataDir, name))).find((text) => text !== '') ?? '';
    return refuse(
      'busy',
      `the network in ${dataDir} runs already${where}: stop that one first, or choose another --data-dir`,
    );
  }
  for (const name of nodes) {
    const directory = join(dataDir, name);
    if (!(await isClaimed(directory))) continue;
    await claim.release();
    return refuse(
      'busy',
      `${name} of the network in ${dataDir} still runs${whereInUse(directory)}: stop it, or wait until it has ended`,
    );
  }
  return claim;
}
