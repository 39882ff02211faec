/** What health checks and metrics read of a running bridge. */

import type { ChainsHealth } from '../../engine/bridge/port.js';
import type { Reserve } from '../../engine/head/bridge/reserves.js';
import type { ForeignChainsStats } from './foreignChains.js';

/** Relayers pay within minutes. What waits longer is not paid by itself: its payout was too small, went elsewhere or is not known here. */
export const WITHDRAWAL_WAITS_MS = 24 * 3_600_000;

export interface BridgeReading {
  readonly chains: ForeignChainsStats;
  /** Undefined before the first look. */
  readonly health: ChainsHealth | undefined;
  /** Deposit addresses that are given to nobody; undefined where Bitcoin is off. */
  readonly addressesLeft: number | undefined;
  /** With the balances of the latest look. */
  readonly reserves: readonly Reserve[];
  /** Age of the oldest withdrawal that is neither paid nor refunded; undefined without any. */
  readonly oldestWithdrawalMs: number | undefined;
  /** Claims since the start. */
  readonly claims: { readonly minted: number; readonly refused: number };
}
