/** What the services ask of the chain beside its directory: balances, transfers, signatures of the node's key. */

import type { Refusal } from '../base/refusal.js';
import type { AccountId } from '../crypto/address.js';
import type { PackedCopy } from '../state/packedCopy.js';

/** All balances as one height has left them. */
export interface Balances {
  /** The last final height, whose state it is. */
  readonly height: number;
  /** Records of the table `accounts`; undefined when there are none. */
  readonly accounts: PackedCopy | undefined;
  /** Accounts of contracts, 32 bytes each. */
  readonly contracts: Uint8Array;
}

/** A transfer of XRGE that is in a block and has succeeded. */
export interface FinalTransfer {
  readonly from: AccountId;
  readonly to: AccountId;
  /** Quanta. */
  readonly amount: bigint;
}

export interface ServiceHost {
  /** Signs with the key of the node. @returns 3,309 bytes. */
  sign(message: Uint8Array): Promise<Uint8Array | Refusal>;
  /** The balance after the tip, in quanta. */
  balance(account: AccountId): Promise<bigint>;
  balances(): Promise<Balances>;
  /** @param id of a transaction, 64 hex characters. @returns undefined when it is no such transfer. */
  transfer(id: string): Promise<FinalTransfer | undefined>;
}

/** Hands a request over to the node to which it belongs. @returns that node's answer, or `busy` when it cannot be reached. */
export type Forward = (home: AccountId, kind: string, body: Uint8Array) => Promise<Uint8Array | Refusal>;
