/** Hashes of the latest blocks, for contracts: a ring of 256 records in the state, so that a node that began with a snapshot knows
 *  them too. Each block writes the hash of its parent. */

import { fromBinary } from '../base/bytes.js';
import { isActive } from '../chain/upgrades.js';
import type { StateView, StateWriter } from '../state/state.js';
import type { BlockContext } from './blockContext.js';
import { recentHashes } from './contractTables.js';

/** Blocks before the executing one whose hashes contracts may read. */
const REMEMBERED = 256;

const placeOf = (height: number): string => String.fromCharCode(height % REMEMBERED);

/** The beginning of every block's execution. */
export function rememberParent(state: StateWriter, { genesis, height, prevHash }: BlockContext): void {
  if (!isActive(genesis.schedule, 'contracts', height)) return;
  state.put(recentHashes, placeOf(height - 1), Buffer.from(prevHash, 'hex').toString('latin1'));
}

/** A chain that carries on another one's state begins without hashes: the blocks of that one have other heights. */
export function forgetHashes(state: StateWriter): void {
  for (let height = 0; height < REMEMBERED; height++)
    if (state.get(recentHashes, placeOf(height)) !== undefined) state.delete(recentHashes, placeOf(height));
}

/** 32 bytes; undefined for a block that is not among the 256 before the executing one. @param executing its height. */
export function recentHash(view: StateView, height: bigint, executing: number): Uint8Array | undefined {
  const distance = BigInt(executing) - height;
  if (height < 0n || distance < 1n || distance > BigInt(REMEMBERED)) return undefined;
  const hash = view.get(recentHashes, placeOf(Number(height)));
  return hash === undefined ? undefined : fromBinary(hash);
}
