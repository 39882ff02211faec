/** A deposit that a watcher has seen on a foreign chain. It proves nothing: whoever mints verifies the transaction for himself. */

import type { EvmCoin } from './evm/contracts.js';

/** What was deposited. */
export type FoundCoin = EvmCoin | 'BTC';

export const FOUND_COINS: readonly FoundCoin[] = ['ETH', 'USDC', 'XRGE', 'BTC'];

export interface FoundDeposit {
  readonly coin: FoundCoin;
  /** The name under which it is claimed once for ever. */
  readonly claimKey: string;
  /** Of the transaction, as its chain writes it: 0x and 64 small hex digits, or 64 of them for Bitcoin. */
  readonly hash: string;
  /** The rouge1 address of the recipient. */
  readonly recipient: string;
  /** Of its block. */
  readonly height: number;
}

/** The deposits of a scan, and what it has left out. */
export interface FoundDeposits {
  readonly deposits: readonly FoundDeposit[];
  /** Those whose recipient is no account of this chain: no claim of them can succeed. */
  readonly unclaimable: readonly Pick<FoundDeposit, 'hash' | 'height'>[];
}
