/** Reading indexes: sorted views of current records that clients ask for and no rule uses. They are in memory, built from the
 *  state at start and updated with the changes of each block, so that no read scans a table. They are not part of consensus. */

import type { Change, State } from '../../state/state.js';
import { BridgeIndex } from './bridgeIndex.js';
import { ContractIndex } from './contractIndex.js';
import { NameIndex } from './nameIndex.js';
import { NftIndex } from './nftIndex.js';
import { PoolIndex } from './poolIndex.js';
import type { StateIndex } from './stateIndex.js';
import { TokenIndex } from './tokenIndex.js';
import { WalletIndex } from './walletIndex.js';

export class ReadingIndexes {
  readonly pools = new PoolIndex();
  readonly nfts = new NftIndex();
  readonly names = new NameIndex();
  readonly contracts = new ContractIndex();
  readonly wallets = new WalletIndex();
  readonly bridge = new BridgeIndex();
  readonly tokens: TokenIndex;
  readonly #all: readonly StateIndex[] = [this.pools, this.nfts, this.names, this.contracts, this.wallets, this.bridge];

  constructor(state: State) {
    this.tokens = new TokenIndex(state);
    for (const index of this.#all) index.load(state);
  }

  /** @param changes of a block, which the state shows already. */
  apply(changes: readonly Change[]): void {
    this.tokens.apply(changes);
    for (const index of this.#all) index.apply(changes);
  }
}
