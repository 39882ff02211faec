import type { BlockLimits, Genesis } from '../chain/genesis.js';
import type { Protocol } from '../protocol/protocol.js';
import type { BlockCode } from './blockCode.js';
import type { ContractMachine } from './contractMachine.js';

/** What a transaction may know about its block: the rules of the network, and the block's own place. */
export interface BlockContext {
  readonly genesis: Genesis;
  readonly protocol: Protocol;
  readonly limits: BlockLimits;
  readonly height: number;
  /** Milliseconds, from the header. */
  readonly time: number;
  /** Quanta. */
  readonly baseFee: bigint;
  /** Hash of the parent block, 64 hex characters. */
  readonly prevHash: string;
  /** Runs contracts. */
  readonly contracts: ContractMachine;
  /** Counts the code that the block uses; absent where a transaction is only tried. */
  readonly code?: BlockCode;
}
