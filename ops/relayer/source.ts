/** What a watcher asks of one provider about deposits to one address. */

import type { Refusal } from '../../engine/base/refusal.js';
import type { FoundDeposits } from '../../engine/bridge/foundDeposit.js';

/** Which part of the bridge takes the deposits. */
export type LaneKind = 'bridge' | 'vault' | 'custody';

export interface DepositSource {
  readonly kind: LaneKind;
  /** Names the watcher in the state file: the chain, the address and the provider. */
  readonly name: string;
  /** The provider's host. */
  readonly provider: string;
  /** Blocks above that of a deposit, from which on the node takes it. */
  readonly depth: number;
  /** Most blocks of one question; a provider that refuses it is asked for fewer. Undefined: a question costs the same, whatever its range. */
  readonly mostBlocks: number | undefined;
  /** Blocks that a range has in common with the one before: behind one address there often are several servers, and one of them that lags
   *  answers with what it has. */
  readonly overlap: number;
  /** Height of the newest block; a provider of another chain is refused. */
  head(): Promise<number | Refusal>;
  /** @returns undefined when the provider has no block of that height. */
  blockHash(height: number): Promise<string | undefined | Refusal>;
  /** Deposits in blocks from one height to another, both included. */
  deposits(from: number, to: number): Promise<ScannedRange | Refusal>;
}

export interface ScannedRange extends FoundDeposits {
  /** The height up to which it is complete: at least the first one. */
  readonly upTo: number;
}
