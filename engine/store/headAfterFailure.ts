/** What a failed write left behind, read from the database after it was reopened.
 *
 *  In: the store, the tip and state root of this process, and the block that was signed for the next height but not
 *  confirmed as durable. Out: the state in which the commit stopped, by name; any other state is refused, because the chain in
 *  memory and the one on disk would diverge. */

import { toHex } from '../base/bytes.js';
import { type Refusal, refuse } from '../base/refusal.js';
import type { Tip } from '../chain/block.js';
import type { State } from '../state/state.js';
import { heightKey } from './keys.js';
import type { StorePort } from './port.js';
import { readTip } from './recovery.js';

/** `absent`: the head is the tip and nothing of the block is there. `body`: the head is the tip, and body, signatures or balances
 *  of the block are above it as orphans. `stored`: the whole block is the head, only its commit was not confirmed. */
export type Left = 'absent' | 'body' | 'stored';

export interface Standing {
  readonly tip: Tip;
  readonly state: State;
  /** Hash of the block that was being stored, 64 hex characters; undefined when there was none. */
  readonly unstored: string | undefined;
}

/** @throws StoreError or RecoveryError when the database cannot be read or holds no chain. */
export async function headAfterFailure(store: StorePort, { tip, state, unstored }: Standing): Promise<Left | Refusal> {
  const { header, hash } = await readTip(store);
  if (unstored !== undefined && hash === unstored && header.height === tip.height + 1) return 'stored';
  if (hash !== tip.hash)
    return refuse(
      'block_conflict',
      `the database ends at height ${header.height} with block ${hash.slice(0, 16)}, this process stands at height ${tip.height} with block ${tip.hash.slice(0, 16)}: restart the node`,
    );
  const root = toHex(state.root());
  if (header.state_root !== undefined && header.state_root !== root)
    return refuse(
      'block_conflict',
      `block ${header.height} in the database has state root ${header.state_root}, the state in memory has ${root}: restart the node`,
    );
  return (await hasOrphans(store, tip.height)) ? 'body' : 'absent';
}

async function hasOrphans(store: StorePort, tip: number): Promise<boolean> {
  for (const family of ['bodies', 'signatures', 'balances'] as const) {
    const above = { family, gte: heightKey(tip + 1), lt: new Uint8Array(), limit: 1, keysOnly: true };
    if ((await store.range(above)).length > 0) return true;
  }
  return false;
}
