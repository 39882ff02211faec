/** A call that is to be run outside of a block, and what it would do. */

import type { Place } from '../vm/contractModule.js';
import type { AttachedAmount } from '../vm/scene.js';

/** A sub-call that was made, failed or not. */
export interface SubCall {
  readonly contract: string;
  readonly method: string;
  /** Of the execution alone, without its own sub-calls. */
  readonly gasUsed: number;
  /** Why it failed. */
  readonly error: string | undefined;
}

export interface PreviewOrder {
  /** 40 hex characters. */
  readonly address: string;
  readonly method: string;
  /** Compact JSON. */
  readonly args: string;
  /** Key in hex, or any text; a payer of an attached payment must be an account. */
  readonly caller: string;
  readonly gasLimit: number;
  readonly attached: AttachedAmount | undefined;
  /** Quanta that the block takes from the caller before the call. Nothing for a query: it is free, and shows balances as they are. */
  readonly fee?: bigint;
  /** When `gasLimit` does not suffice the call is tried once more, with this much fuel. */
  readonly mostFuel?: number;
}

export interface ContractPreview {
  readonly success: boolean;
  readonly returnData: unknown;
  readonly gasUsed: number;
  /** The least limit with which the call and its sub-calls end as they do here. More than the order's limit: with this limit more
   *  of them would succeed. */
  readonly gasNeeded: number;
  readonly events: readonly { readonly contract_addr: string; readonly topic: string; readonly data: string }[];
  /** Why it failed; the log of a call that succeeded, or null. */
  readonly error: string | null;
  readonly logs: readonly string[];
  readonly calls: readonly SubCall[];
  readonly place: Place | undefined;
}
