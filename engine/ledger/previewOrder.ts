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
}

export interface ContractPreview {
  readonly success: boolean;
  readonly returnData: unknown;
  readonly gasUsed: number;
  readonly events: readonly { readonly contract_addr: string; readonly topic: string; readonly data: string }[];
  /** Why it failed; the log of a call that succeeded, or null. */
  readonly error: string | null;
  readonly logs: readonly string[];
  readonly calls: readonly SubCall[];
  readonly place: Place | undefined;
}
