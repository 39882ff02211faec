/** The data of events, in any format: facts of a durable block, or of the node. */

import type { AccountId } from '../crypto/address.js';

/** Where an event is. */
export interface PlaceFacts {
  readonly height: number;
  /** Milliseconds. */
  readonly time: number;
}

/** What an event says of a block. */
export interface BlockFacts extends PlaceFacts {
  /** 64 hex characters. */
  readonly hash: string;
  /** Public key in hex. */
  readonly proposer: string;
  /** 64 hex characters. */
  readonly stateRoot: string | undefined;
  readonly transactions: number;
}

/** What an event says of a transaction that left the mempool without a block. */
export interface DroppedFacts {
  /** Binary string of 32 bytes. */
  readonly id: string;
  readonly sender: AccountId;
  readonly code: string;
  readonly message: string;
}

/** What an event says of the node. */
export interface StatsFacts {
  readonly blockHeight: number;
  readonly peerCount: number;
  readonly mempoolSize: number;
}
