/** What health checks and metrics read of a running bridge. */

import type { ChainsHealth } from '../../engine/bridge/port.js';
import type { Reserve } from '../../engine/head/bridge/reserves.js';
import type { ForeignChainsStats } from './foreignChains.js';

export interface BridgeReading {
  readonly chains: ForeignChainsStats;
  /** Undefined before the first look. */
  readonly health: ChainsHealth | undefined;
  /** Deposit addresses that are given to nobody; undefined where Bitcoin is off. */
  readonly addressesLeft: number | undefined;
  /** With the balances of the latest look. */
  readonly reserves: readonly Reserve[];
  /** Claims since the start. */
  readonly claims: { readonly minted: number; readonly refused: number };
}
