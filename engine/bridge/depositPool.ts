/** The deposit addresses of the Bitcoin bridge, as routes and the watcher ask for them. */

import type { Refusal } from '../base/refusal.js';
import type { AccountId } from '../crypto/address.js';

export interface DepositAddress {
  readonly address: string;
  /** In the wallet of the relayer. */
  readonly index: number;
  /** Undefined while it waits in the pool. */
  readonly recipient: string | undefined;
}

/** An address that a relayer offers. */
export interface PoolEntry {
  readonly index: number;
  readonly address: string;
}

export interface AssignedDeposits {
  /** Addresses that are given to nobody yet. */
  readonly poolRemaining: number;
  /** The greatest index of all addresses; -1 without any. */
  readonly maxIndex: number;
  /** Addresses of the pool and assigned ones. */
  all(): readonly DepositAddress[];
  assigned(): readonly DepositAddress[];
  /** The address of a recipient, the same at every call. @param text an address or a public key, as users write it.
   *  @param fault why a recipient without an address gets none of those that are left. */
  assign(text: string, fault?: (recipient: AccountId, left: number) => Refusal | undefined): Promise<string | Refusal>;
  /** Adds to the pool what can be used: addresses of the network, each address and each index once. @returns how many were added. */
  add(entries: readonly PoolEntry[]): Promise<number | Refusal>;
}
