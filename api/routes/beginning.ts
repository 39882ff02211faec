/** What a node can answer that began with a snapshot: its blocks, transactions and histories begin above the snapshot's block. */

import { type Refusal, refuse } from '../../engine/base/refusal.js';
import type { ChainStore } from '../../engine/store/chainStore.js';

type Chain = Pick<ChainStore, 'blocksFrom'>;

/** To be appended to the sentence that something of the past is not known; '' on a node that has the whole past. */
export const beginningOf = ({ blocksFrom }: Chain): string =>
  blocksFrom === 0 ? '' : `; this node began with a snapshot of the state: its blocks begin with block ${blocksFrom}`;

/** The refusal for a block that the node has never had. */
export const beforeBeginning = (chain: Chain, height: number): Refusal | undefined =>
  height >= chain.blocksFrom ? undefined : refuse('not_found', `block ${height} is not here${beginningOf(chain)}`);
